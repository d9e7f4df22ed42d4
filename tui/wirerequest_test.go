package tui

import (
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/sessions"
	"hopscope/themes"
)

func TestSpansAt(t *testing.T) {
	doc := `{"messages":[{"role":"user","name":"x"},{"tool_calls":[{"function":{"name":"docs_open","a":[1,{"b":null}]}}]}],"tools":[{"name":"a"},{"name":"b"}],"n":3,"":"k"}`
	for path, want := range map[string]string{
		"messages[0].name":                        `"x"`,
		"messages[1].tool_calls[0].function.name": `"docs_open"`,
		"tools[1].name":                           `"b"`,
		"tools[2].name":                           "",
		"n":                                       "", // no text
		"messages":                                "",
	} {
		got := ""
		if s, ok := spansAt(doc, []string{path})[path]; ok {
			got = doc[s.from:s.to]
		}
		if got != want {
			t.Errorf("spansAt(%q) = %q, want %q", path, got, want)
		}
	}
	for _, bad := range []string{"", "{", "]", `{"a":`, "\x00", `{"a":"b"}]`} {
		spansAt(bad, []string{"a", "b"})
	}
}

func TestWrapJSON(t *testing.T) {
	l := line{{text: "    "}, {text: `"description":`, role: themes.Key}, {text: " "}, {text: `"Opens a document of the list, by its path or by its name."`, role: themes.Str}, {text: ","}}
	for _, w := range []int{12, 20, 33, 40, 79, 80, 200} {
		text := ""
		for _, row := range wrapJSON(l, w) {
			if row.width() > w {
				t.Errorf("wrapJSON to %d: a row of %d: %q", w, row.width(), row.plain())
			}
			text += strings.TrimLeft(row.plain(), " ")
		}
		if want := strings.TrimLeft(l.plain(), " "); strings.ReplaceAll(text, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("wrapJSON to %d = %q, want all of %q", w, text, want)
		}
	}
	for _, word := range []string{strings.Repeat("x", 90), strings.Repeat("日", 90), "\u200d"} {
		if n := len(wrapJSON(line{{text: word}}, 12)); n > 30 {
			t.Errorf("wrapJSON of %d bytes without a blank = %d rows", len(word), n)
		}
	}
}

// shaping is a provider that shapes a whole request in one certain way.
type shaping struct{ journey.Provider }

func (shaping) Call(c journey.WireCall, i int) journey.Declaration {
	return journey.Declaration{Path: "past[" + comma(i) + "].call"}
}

func (shaping) Result(c journey.WireCall, _ string, i int) journey.Declaration {
	return journey.Declaration{Path: "past[" + comma(i) + "].of"}
}

func (shaping) Choice(journey.Naming) (journey.Declaration, bool) {
	return journey.Declaration{Path: "force.name"}, true
}

func (shaping) Stream(journey.WireCall) []string { return nil }

func (s shaping) Request(tools []journey.Naming, past []journey.WireCall, choice int) string {
	var entries []string
	for i := range tools {
		entries = append(entries, s.Declare(tools[i], i).JSON)
	}
	name := string(past[0].Called.Name)
	return "{\n\"past\": [\n\"go\",\n{\"call\": \"" + name + "\",\n\"id\": \"" + past[0].ID + "\"},\n{\"of\": \"" + name + "\"}\n],\n\"tools\": [" +
		strings.Join(entries, ",\n") + "],\n\"force\": {\"name\": \"" + string(tools[choice].Wire.Name) + "\"}\n}"
}

// The whole request has the name marked at each of its places, and the pane
// lists them with their counts.
func TestWireZoom(t *testing.T) {
	d := opened(t, Options{Providers: []journey.Provider{shaping{someProviders()[0]}}, Provider: shaping{someProviders()[0]}}, 120, 40)
	d.press("j", "tab", "tab", "tab", "tab", "z")
	for _, want := range []string{
		"A whole request: 6 tools, the selected call as it is sent again", "declare", "history call", "past[1].call", "past[2].of", "force.name",
	} {
		d.sees(want)
	}
	p := d.m.partOf(paneWire)
	marks := 0
	for _, l := range p.body {
		for _, s := range l {
			if s.role == themes.Place && s.text == `"Bash"` {
				marks++
			}
		}
	}
	if marks != 4 {
		t.Errorf("the name is marked %d times, want 4: call, result, declaration, choice", marks)
	}
	d.press("y", "r")
	d.says("Copied: whole request")
}

// With the focus the pane shows the whole entry, without it its outline.
func TestWireFocus(t *testing.T) {
	c := journey.Catalog{Complete: true, Form: journey.FormWire}
	for _, n := range []string{"a", "b", "c", "d", "docs_open", "e", "f"} {
		c.Tools = append(c.Tools, journey.Tool{
			Form: journey.FormWire, Wire: journey.WireName{Name: journey.Wire(n)}, Description: "Opens a document.",
			Schema: `{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`,
		})
	}
	d := drive(t, Options{Schemes: someSchemes(), Providers: someProviders(), Provider: someProviders()[1]})
	d.m.start(readingOf(sessions.Update{Catalog: &c}), []string{"tools.json"}, "")
	d.begin(120, 40).press("/", `"docs"`, "enter")
	d.sees(`"parameters": { … }`)
	d.press("tab", "tab", "tab", "tab")
	for d.m.focus != paneWire {
		d.press("shift+tab")
	}
	d.seesNot(`"parameters": { … }`)
	d.sees("tool choice 9/64")
	d.press("G")
	d.sees(`"required": [`)
	d.press("tab")
	d.sees(`"parameters": { … }`)
}

func TestWireStates(t *testing.T) {
	state := func(keys ...string) func(t *testing.T, w, h int) *driver {
		return func(t *testing.T, w, h int) *driver {
			o := Options{Providers: []journey.Provider{shaping{manyProviders()[0]}}}
			o.Provider = o.Providers[0]
			return opened(t, o, w, h).press("j", "tab", "tab", "tab", "tab").press(keys...)
		}
	}
	each(t, "focus", state())
	each(t, "zoom", state("z"))
	each(t, "zoom-end", state("z", "G"))
}
