package tui

import (
	"strings"
	"testing"

	"hopscope/themes"
)

func TestJSONPaint(t *testing.T) {
	rows := newJSONPaint().paint("{ \"name\": \"Task\", … },\n\"n\": -1.5e3, \"b\": true, \"cut…")
	var got []string
	for _, l := range rows {
		for _, s := range l {
			if strings.TrimSpace(s.text) != "" && s.role != themes.Muted {
				got = append(got, s.role.String()+" "+strings.TrimSpace(s.text))
			}
		}
	}
	want := `key "name"|str "Task"|text …|key "n"|text -1.5e3|key "b"|text true|str "cut…`
	if g := strings.Join(got, "|"); g != want {
		t.Errorf("paint = %s\nwant %s", g, want)
	}
}

func TestJSONPaintKeeps(t *testing.T) {
	p := newJSONPaint()
	for range jsonDocs * 3 {
		p.paint("{}")
	}
	if len(p.docs) != 1 {
		t.Errorf("one document is kept %d times", len(p.docs))
	}
}

func TestPlaceOf(t *testing.T) {
	const doc = `{"type": "function", "name": "x", "function": {"name": "x", "a": [{"name": "y"}]}, "tools": [{"name": "a"}, {"name": "b"}]}`
	tests := []struct {
		keys, want string
		at         string // what stands before the place
		ok         bool
	}{
		{"name", "x", `{"type": "function", "name": `, true},
		{"function.name", "x", `"function": {"name": `, true},
		{"tools.name", "b", `{"name": "a"}, {"name": `, true},
		{"tools.name", "x", "", false},
		{"function.a.name", "y", `"a": [{"name": `, true},
	}
	for _, tt := range tests {
		from, to, ok := placeOf(doc, strings.Split(tt.keys, "."), tt.want)
		if ok != tt.ok || ok && (!strings.HasSuffix(doc[:from], tt.at) || doc[from:to] != `"`+tt.want+`"`) {
			t.Errorf("placeOf(%s, %s) = %d, %d, %v", tt.keys, tt.want, from, to, ok)
		}
	}
	if _, _, ok := placeOf(`{"a":`, []string{"a"}, "x"); ok {
		t.Error("placeOf found a place in a broken document")
	}
}

// TestWirePlace marks the name, and the namespace where there is one.
func TestWirePlace(t *testing.T) {
	var got []string
	for _, l := range wirePart(pairDetail(), 47).body {
		for _, s := range l {
			if s.role == themes.Place {
				got = append(got, s.text)
			}
		}
	}
	if g, want := strings.Join(got, " "), `"mcp__word_craft" "new_document"`; g != want {
		t.Errorf("in role place = %s, want %s", g, want)
	}
}
