package report

import (
	"bytes"
	"encoding/json"
	"testing"
)

func FuzzIndenting(f *testing.F) {
	for _, seed := range []string{
		`{}`, `[]`, `[[]]`, `{"a":[]}`, `{"a":{},"b":[{},[1,2,{"c":"d,e:{[\"\\"}]]}`, `"a\\"`, `null`, `[1,-2.5e3,true,false,null,"é漢"]`, `{"":""}`,
	} {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, text string, cut int) {
		var compact, want bytes.Buffer
		if json.Compact(&compact, []byte(text)) != nil {
			t.Skip("no JSON")
		}
		if err := json.Indent(&want, compact.Bytes(), "", "  "); err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		d := &indenting{w: &got}
		in := compact.Bytes()
		at := min(max(cut, 0), len(in))
		d.Write(in[:at])
		d.Write(in[at:])
		d.Write([]byte("\n"))
		if got.String() != want.String()+"\n" {
			t.Errorf("indenting %q, cut at %d:\n%s\nwant\n%s", in, at, got.Bytes(), want.Bytes())
		}
	})
}
