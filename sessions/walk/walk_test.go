package walk

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

const (
	slotRoot Slot = iota
	slotType
	slotMsgID
	slotContent
	slotBlock
	slotBlockType
	slotBlockName
	slotInner
	slotDeep
)

var testPaths = []string{
	slotRoot:      "",
	slotType:      "type",
	slotMsgID:     "message.id",
	slotContent:   "message.content",
	slotBlock:     "message.content[]",
	slotBlockType: "message.content[].type",
	slotBlockName: "message.content[].name",
	slotInner:     "message.content[].content[].text",
	slotDeep:      "matrix[][]",
}

func show(line string) string {
	hits, st := New(Compile(testPaths)).Walk([]byte(line))
	var b strings.Builder
	for _, h := range hits {
		if h.Slot != slotRoot {
			fmt.Fprintf(&b, "%d=%s ", h.Slot, h.Of([]byte(line)))
		}
	}
	switch st.Result {
	case Cut:
		b.WriteString("cut")
	case Bad:
		fmt.Fprintf(&b, "bad at %d", st.At)
	case Empty:
		b.WriteString("empty")
	}
	return strings.TrimSpace(b.String())
}

func TestWalk(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"empty", "", "empty"},
		{"blank", " \t ", "empty"},
		{"field", `{"type":"a"}`, `1="a"`},
		{"spaces", ` { "type" : "a" , "x" : [ ] } `, `1="a"`},
		{"escaped key", `{"ty\u0070e":"a"}`, `1="a"`},
		{"escaped key of something else", `{"typ\n":"a"}`, ``},
		{"same length and ends", `{"tyqe":"a","txpe":1}`, ``},
		{"fields before their element", `{"message":{"content":[{"name":"n","type":"t"}]}}`, `6="n" 5="t" 4={"name":"n","type":"t"} 3=[{"name":"n","type":"t"}]`},
		{"content that is a string", `{"message":{"content":"type"}}`, `3="type"`},
		{"element that is a string", `{"message":{"content":["wow"]}}`, `4="wow" 3=["wow"]`},
		{"decoy inside of a stepped-over value", `{"input":{"message":{"id":"no"}},"message":{"id":"yes"}}`, `2="yes"`},
		{"decoy in a string", `{"x":"{\"type\":\"no\"}","type":"yes"}`, `1="yes"`},
		{"message is an array", `{"message":[{"id":"no"}]}`, ``},
		{"two levels", `{"message":{"content":[{"content":[{"text":"a"},{"text":"b"}]}]}}`, `7="a" 7="b" 4={"content":[{"text":"a"},{"text":"b"}]} 3=[{"content":[{"text":"a"},{"text":"b"}]}]`},
		{"nested arrays", `{"matrix":[[1,2],[],[3]]}`, `8=1 8=2 8=3`},
		{"repeated key", `{"type":"a","type":"b"}`, `1="a" 1="b"`},
		{"backslashes before a quote", `{"x":"\\","type":"a"}`, `1="a"`},
		{"escaped quote at the end", `{"x":"a\\\"","type":"a"}`, `1="a"`},
		{"NUL in a string", "{\"type\":\"a\x00b\"}", "1=\"a\x00b\""},
		{"invalid UTF-8", "{\"x\":\"\xff\xfe\xc3\",\"type\":\"a\"}", `1="a"`},
		{"array", `[1]`, ``},
		{"number", `-0.5e+3`, ``},
		{"cut in a string", `{"type":"a`, `cut`},
		{"cut after a string", `{"type":"a"`, `cut`},
		{"cut in a key", `{"ty`, `cut`},
		{"cut before the colon", `{"type"`, `cut`},
		{"cut after the colon", `{"type":`, `cut`},
		{"cut in a word", `{"x":tr`, `cut`},
		{"cut in a number", `{"x":-`, `cut`},
		{"cut in a nested value", `{"x":[1,{"a":[`, `cut`},
		{"cut after an escaped quote", `{"x":"a\"`, `cut`},
		{"text after the value", `{"type":"a"}{"type":"b"}`, `bad at 12`},
		{"wrong bracket", `{"x":[1}`, `bad at 7`},
		{"wrong bracket at the top", `{"type":"a"]`, `bad at 11`},
		{"no comma", `{"x":[1 2]}`, `bad at 8`},
		{"comma at the end", `{"x":[1,]}`, `bad at 8`},
		{"comma at the end of an object", `{"type":"a",}`, `bad at 12`},
		{"leading zero", `{"x":01}`, `bad at 6`},
		{"plus", `{"x":+1}`, `bad at 5`},
		{"word", `{"x":nul}`, `bad at 5`},
		{"key without quotes", `{type:"a"}`, `bad at 1`},
		{"plain text", `hello`, `bad at 0`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := show(test.line); got != test.want {
				t.Errorf("Walk(%q) = %s, want %s", test.line, got, test.want)
			}
		})
	}
}

func TestDepth(t *testing.T) {
	for _, path := range []string{"", "x[][]"} {
		w := New(Compile([]string{path}))
		nest := func(n int) string {
			return `{"x":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + "}"
		}
		if _, st := w.Walk([]byte(nest(MaxDepth))); st.Result != OK {
			t.Errorf("depth %d with path %q: result %v, want OK", MaxDepth, path, st.Result)
		}
		_, st := w.Walk([]byte(nest(MaxDepth + 1)))
		if st.Result != Bad || !st.Deep {
			t.Errorf("depth %d with path %q: %+v, want deep", MaxDepth+1, path, st)
		}
	}
}

func TestCompilePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Compile of a bad path did not panic")
		}
	}()
	Compile([]string{"a[0].b"})
}

// lax replaces the inside of strings by something that JSON allows, so that
// encoding/json judges exactly what this package checks. Strings that are cut
// stay cut.
func lax(line string) string {
	var b strings.Builder
	in := false
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '"':
			in = !in
			b.WriteByte(c)
		case in && c == '\\':
			i++
		case in:
			b.WriteByte('x')
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// checkLine compares a walk with encoding/json.
func checkLine(t *testing.T, line string) {
	t.Helper()
	hits, st := New(Compile(testPaths)).Walk([]byte(line))
	blank := strings.Trim(line, " \t\r\n") == ""
	valid := json.Valid([]byte(lax(line)))
	switch {
	case blank != (st.Result == Empty):
		t.Fatalf("Walk(%q) = %+v, blank %v", line, st, blank)
	case valid != (st.Result == OK):
		t.Fatalf("Walk(%q) = %+v, encoding/json says valid %v", line, st, valid)
	case st.Result == Cut && json.Valid([]byte(lax(line+"x"))):
		t.Fatalf("Walk(%q) = cut, but it goes on", line)
	}
	if st.Result != OK {
		return
	}
	for _, h := range hits {
		if s := string(h.Of([]byte(line))); !json.Valid([]byte(lax(s))) {
			t.Fatalf("Walk(%q): hit %d is %q", line, h.Slot, s)
		}
	}
	var o struct {
		Type    any
		Message struct{ ID any }
	}
	if json.Unmarshal([]byte(line), &o) != nil || strings.Contains(strings.ToLower(line), `\u00`) {
		return
	}
	if want, ok := o.Type.(string); ok && hasKey(line, "type") {
		if got := last(hits, slotType, line); got != want && strings.Count(line, "ype") == 1 {
			t.Fatalf("Walk(%q): type %q, want %q", line, got, want)
		}
	}
}

func hasKey(line, key string) bool {
	var m map[string]json.RawMessage
	if json.Unmarshal([]byte(line), &m) != nil {
		return false
	}
	_, ok := m[key]
	return ok
}

func last(hits []Hit, slot Slot, line string) (text string) {
	for _, h := range hits {
		if h.Slot == slot {
			text = Text(h.Of([]byte(line)))
		}
	}
	return text
}

func FuzzWalk(f *testing.F) {
	for _, s := range []string{
		`{"type":"a","message":{"id":"x","content":[{"type":"tool_use","name":"n","content":[{"text":"é\n"}]}]}}`,
		`{"x":[1,2.5e-3,true,false,null,{}],"y":"\\\"","type":"\ud83d\ude00"}`,
		`[[],{},[{"a":[]}]]`, `"a`, `{"a":`, ``, ` `, `1e5`, `{"a" : 1 , "b" : [ ] }`, "{\"a\":\"\xff\"}",
	} {
		f.Add(s)
	}
	f.Fuzz(checkLine)
}
