package format

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hopscope/sessions/walk"
)

// strictPick is what encoding/json has at the first of these paths that is
// there and not null.
func strictPick(line []byte, list []walk.Slot) []byte {
	for _, s := range list {
		at, path := fieldsOf(line), pairPaths[s]
		for {
			key, rest, deeper := strings.Cut(path, ".")
			raw, ok := at[key]
			if !ok || bytes.Equal(raw, []byte("null")) {
				break
			}
			if !deeper {
				return raw
			}
			at, path = fieldsOf(raw), rest
		}
	}
	return nil
}

// spelled writes down what was read of a record, with all bodies.
func spelled(r *bodyReader, list []exchange) (lines []string) {
	for i := range list {
		t, ok := r.talk(&list[i])
		if !ok {
			lines = append(lines, "no request to a model")
			continue
		}
		lines = append(lines, t.provider.Info().ID+" "+t.trouble)
		if t.tools != nil {
			lines = append(lines, fmt.Sprintf("tools %d %v, servers %v", len(t.tools.Tools), r.listKey(t.tools), t.tools.Servers))
		}
		for which, calls := range [...][]spoken{t.past, t.calls} {
			for k := range calls {
				c := &calls[k]
				lines = append(lines, fmt.Sprintf("call %d %q %q %v %v %v %x %x %x %v %v: %s",
					which, c.ID, kept(string(c.Called.Namespace)+" "+string(c.Called.Name)), c.Kind, c.Remote, c.Nameless, c.key, c.seq, c.sum, c.ran, c.stored, t.args(c)))
			}
		}
		for k := range t.results {
			x := &t.results[k]
			lines = append(lines, fmt.Sprintf("result %q %q %v %q %x %x: %s", x.ID, kept(string(x.Name)), x.Flag, x.Kind, x.key, x.seq, t.text(x)))
			if !strings.HasPrefix(t.text(x), x.Text[:min(len(x.Text), 500)]) {
				lines = append(lines, "kept as "+x.Text)
			}
		}
		w := captureWorker{r: &captureReader{ids: []string{"session-1"}}, bodies: r}
		lines = append(lines, fmt.Sprint(w.about(&t)))
	}
	return lines
}

// pairSeeds are lines with the requests and answers of all contracts, and odd
// ones.
func pairSeeds(tb testing.TB) (seeds []string) {
	tb.Helper()
	files, err := filepath.Glob("../../testdata/vectors/wire/*.request.json")
	if err != nil || len(files) == 0 {
		tb.Fatalf("no bodies: %v", err)
	}
	for _, file := range files {
		request, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		answer, err := os.ReadFile(strings.Replace(file, ".request.", ".response.", 1))
		if err != nil {
			tb.Fatal(err)
		}
		var b bytes.Buffer
		if err := json.Compact(&b, request); err != nil {
			tb.Fatal(err)
		}
		body := b.String()
		quoted, _ := json.Marshal(string(answer))
		seeds = append(seeds, `{"request":{"body":`+body+`},"response":{"body_raw":`+string(quoted)+`}}`)
	}
	long := strings.Repeat(`a \"word\" or \u00e4 \ud83d\ude00 ü`, 400)
	return append(seeds,
		`{"url":"/v1/messages","request":{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"`+long+`"}]},{"role":"assistant","content":[{"type":"tool_use","id":"b","name":"read","input":{"content":"`+long+`"}}]}]},"response":{}}`,
		`{"url":"/v1/chat/completions","request":{"messages":[{"role":"assistant","tool_calls":[{"function":{"name":"a","arguments":"{\"text\":\"`+strings.Repeat("x", 80)+`\"}"}}]},{"role":"tool","content":"`+long+`"},{"role":"tool","content":[{"text":"x"},{"text":"y"}]}]},"response":null}`,
		`{"request":{"body":1,"body":{"messages":[]},"url":"a"},"request":{"url":"/v1/messages","BODY":{}},"body":{"messages":[],"Messages":[{"content":[{"type":"tool_use","name":"a"}]}]}}`,
		`{"url":"/responses","request_body":{"input":[{"type":"additional_tools","tools":[{"type":"function","name":"a"}]},{"type":"function_call","name":"a","arguments":"{}"},{"type":"additional_tools","tools":[{"name":1}]}],"tools":[]},"response":{}}`,
		`{"messages":[{"role":"user","content":"hi"}],"model":"m","model_parameters":{"tools":[{"type":"function","function":{"name":"a"}}]},"status":"failure","error_information":{"error_message":"Error code: 400"}}`,
		`{"request":{"contents":[{"parts":[{"functionCall":{"name":"a","args":{}}}]},{"parts":[{"functionResponse":{"name":"a","response":{"output":"x"}}}]}],"tools":[{"functionDeclarations":[{"name":"a"}]}]},"response":[{"candidates":[]}]}`,
		`{"metadata":{"error_information":{"error_message":"x"}},"metadata":{"user":"session-1"},"request":{"messages":[{"role":"user","content":[{"toolUse":{"name":"a"}}]},{"content":[{"type":"tool_use"}]}],"metadata":{"user":"session-1"}},"status":"error"}`,
	)
}

// failing is a test of any kind.
type failing interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// agree compares the reading of a line with the strict one: members by
// encoding/json, bodies as a whole.
func agree(t failing, w *pairWalker, r *bodyReader, line []byte) {
	t.Helper()
	list, err := w.take(line)
	if got, want := err == nil, fieldsOf(line) != nil; got != want {
		t.Fatalf("take(%s): %v, by encoding/json it is an object: %v", line, err, want)
	}
	if err != nil {
		return
	}
	for _, members := range [...][]walk.Slot{pairRequest[:], pairResponse[:], pairURL[:], pairStatus[:], pairTime[:], pairAgent[:], pairFailed[:], {pairTools}, {pairMetaInfoText}} {
		if got, want := w.pair.pick(members), strictPick(line, members); !bytes.Equal(got, want) {
			t.Errorf("pick(%s) of %s = %s, want %s", pairPaths[members[0]], line, got, want)
		}
	}
	whole := *r
	whole.whole = true
	want := spelled(&whole, list)
	for round := range 2 { // the second time all is known
		if diff := cmp.Diff(want, spelled(r, list)); diff != "" {
			t.Fatalf("round %d: %.2000s\n(-whole +pieces): %.2000s", round, line, diff)
		}
	}
}

// TestPieces reads requests piece by piece and as a whole.
func TestPieces(t *testing.T) {
	w, r := newPairWalker(), newBodyReader(newKeys())
	apart := 0
	for _, line := range pairSeeds(t) {
		agree(t, w, r, []byte(line))
		if list, err := w.take([]byte(line)); err == nil && len(list) > 0 {
			if k, ok := r.talk(&list[0]); ok && k.apart != nil {
				apart++
			}
		}
	}
	if apart < 15 {
		t.Errorf("%d requests are read piece by piece", apart)
	}
}

// TestMixedPieces is TestPieces with lines in which values of all seeds change
// places.
func TestMixedPieces(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var pool []any
		var gather func(v any)
		gather = func(v any) {
			pool = append(pool, v)
			switch v := v.(type) {
			case []any:
				for _, e := range v {
					gather(e)
				}
			case map[string]any:
				for _, key := range slices.Sorted(maps.Keys(v)) {
					gather(v[key])
				}
			}
		}
		lines := pairSeeds(t)
		line := rapid.SampledFrom(lines).Draw(rt, "line")
		for _, s := range []string{line, rapid.SampledFrom(lines).Draw(rt, "other")} {
			var v any
			if err := json.Unmarshal([]byte(s), &v); err != nil {
				t.Fatal(err)
			}
			gather(v)
		}
		var v any
		_ = json.Unmarshal([]byte(line), &v) // it was read before
		var change func(v any) any
		change = func(v any) any {
			switch rapid.IntRange(0, 40).Draw(rt, "change") {
			case 0:
				return rapid.SampledFrom(pool).Draw(rt, "value")
			case 1:
				return strings.Repeat("long ", rapid.IntRange(0, 2000).Draw(rt, "n"))
			}
			switch v := v.(type) {
			case []any:
				list := make([]any, 0, len(v)+1)
				for _, e := range v {
					list = append(list, change(e))
				}
				if len(v) > 0 && rapid.IntRange(0, 5).Draw(rt, "more") == 0 {
					list = append(list, rapid.SampledFrom(pool).Draw(rt, "value"))
				}
				return list
			case map[string]any:
				m := map[string]any{}
				for _, key := range slices.Sorted(maps.Keys(v)) {
					if n := rapid.IntRange(0, 60).Draw(rt, "key"); n > 0 {
						m[key] = change(v[key])
					} else {
						m[strings.ToUpper(key)] = v[key]
					}
				}
				return m
			}
			return v
		}
		b, err := json.Marshal(change(v))
		if err != nil {
			t.Fatal(err)
		}
		agree(rt, newPairWalker(), newBodyReader(newKeys()), b)
	})
}

// TestSlim cuts bulky texts and nothing else.
func TestSlim(t *testing.T) {
	long := strings.Repeat("x", 20)
	for in, want := range map[string]string{
		`{"text":"` + long + `"}`:                                     `{"text":"xxxxx"}`,
		`{"content":["` + long + `",{"id":"` + long + `"}]}`:          `{"content":["xxxxx",{"id":"` + long + `"}]}`,
		`{"input":{"text":"` + long + `"},"text" : "abc"}`:            `{"input":{"text":"` + long + `"},"text" : "abc"}`,
		`{"te\u0078t":"\u00e4\n\\` + long + `"}`:                      `{"te\u0078t":"\u00e4\n\\xx"}`,
		`{"Text":"` + long + `","argument\u0073":"{\"text\":\"a\"}"}`: `{"Text":"xxxxx","argument\u0073":"{\"text\":\"a\"}"}`,
		`{"name":"` + long + `"}`:                                     `{"name":"` + long + `"}`,
		`["` + long + `"]`:                                            `["` + long + `"]`,
	} {
		if got := string(slim(nil, []byte(in), 5)); got != want {
			t.Errorf("slim(%s) = %s, want %s", in, got, want)
		}
	}
}

// FuzzPairs reads anything as a line of a pair log: what encoding/json takes is
// read the same, as a whole and piece by piece.
func FuzzPairs(f *testing.F) {
	for _, s := range pairSeeds(f) {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		w, r := newPairWalker(), newBodyReader(newKeys())
		if json.Valid(line) {
			agree(t, w, r, line)
		} else if list, err := w.take(line); err == nil {
			spelled(r, list)
		}
	})
}

// FuzzSlim holds that what is cut is JSON as before, with the same beginnings.
func FuzzSlim(f *testing.F) {
	f.Add([]byte(`{"content":[{"text":"a\\\"b\ud83d\ude00","input":{"text":"aaaaaaaaaaaaaaaaaaa"}}]}`), uint8(3))
	f.Add([]byte(`{"a":[{"text":"\b\b\ud800\udC00 and more"}]}`), uint8(3)) // half a character is none
	f.Add([]byte(`{"text":"éééé and more"}`), uint8(3))
	f.Fuzz(func(t *testing.T, raw []byte, n uint8) {
		got := slim(nil, raw, int(n))
		if !json.Valid(raw) {
			return
		}
		var a, b any
		if json.Unmarshal(raw, &a) != nil || json.Unmarshal(got, &b) != nil {
			t.Fatalf("slim(%s) = %s, which is no JSON", raw, got)
		}
		if !begins(a, b, int(n)) {
			t.Fatalf("slim(%s, %d) = %s", raw, n, got)
		}
	})
}

// begins reports whether b is a with some strings cut behind their first n
// bytes.
func begins(a, b any, n int) bool {
	switch a := a.(type) {
	case string:
		b, ok := b.(string)
		return ok && (a == b || len(b) >= n && a[:n] == b[:n])
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !begins(a[i], b[i], n) {
				return false
			}
		}
		return true
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for k := range a {
			if !begins(a[k], b[k], n) {
				return false
			}
		}
		return true
	}
	return a == b
}
