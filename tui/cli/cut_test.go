package cli

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// check never passes what it could not read to the end.
func TestCheckOfCutFile(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	fmt.Fprintln(z, `{"type":"attachment","uuid":"u","parentUuid":null,"sessionId":"11111111-2222-4333-8444-555555555555","version":"2.1.20",`+
		`"attachment":{"type":"deferred_tools_delta","addedNames":["Read"]}}`)
	for i := range 2000 {
		fmt.Fprintf(z, `{"type":"assistant","uuid":"u%d","parentUuid":null,"sessionId":"11111111-2222-4333-8444-555555555555","version":"2.1.20",`+
			`"message":{"id":"msg_%d","role":"assistant","content":[{"type":"tool_use","id":"toolu_%d","name":"Read","input":{}}]}}`+"\n", i, i, i)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		size, want int
	}{{b.Len(), exitFine}, {b.Len() - 100, exitUnreadable}} {
		path := filepath.Join(t.TempDir(), "session.gz")
		if err := os.WriteFile(path, b.Bytes()[:tt.size], 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if got := Main([]string{"check", path}, strings.NewReader(""), &out, &errs); got != tt.want {
			t.Errorf("check of %d of %d bytes: exit %d, want %d\n%s%s", tt.size, b.Len(), got, tt.want, out.String(), errs.String())
		}
		if cut := strings.Contains(errs.String(), "the gzip data is cut"); cut != (tt.want != exitFine) {
			t.Errorf("check of %d of %d bytes says %q", tt.size, b.Len(), errs.String())
		}
	}
}
