package tui

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"hopscope/journey/scheme"
)

// brief is a pane without what it shows only where there is room.
func brief(p part) part {
	p.body = p.body[:len(p.body)-p.more]
	return p
}

// allSchemes is a driver over a demo with the real list of schemes, at their
// versions.
func allSchemes(t *testing.T, name string, w, h int) *driver {
	t.Helper()
	d := demoAt(t, name, w, h)
	d.m.opts.SchemeAt = scheme.Get
	return d
}

// now is the scheme in force with its version.
func (d *driver) now() string { return schemeName(d.m.data.scheme.Info()) }

// The screens of schemes, at the sizes of the design.
func TestSchemeScreens(t *testing.T) {
	for _, s := range []struct {
		name string
		keys []string
	}{
		{"picker", []string{"s"}},
		{"version", []string{"s", "/", `"codex"`, "enter", "s", "h"}},
		{"search", []string{"s", "/", `"sdk"`}},
		{"nothing", []string{"s", "/", `"zzz"`}},
		{"options", []string{"s", "/", `"litellm"`, "enter", "O", "l"}},
		{"servers", []string{"c", "space", "j", "J"}},
		{"every", []string{"S"}},
		{"every-clash", []string{"S", "g", "n", "n"}},
		{"real", []string{"l"}},
		{"dispatch", []string{"h", "h"}},
	} {
		for _, size := range []struct {
			name string
			w, h int
		}{{"60x15", 60, 15}, {"80x24", 80, 24}, {"120x40", 120, 40}, {"200x55", 200, 55}} {
			t.Run(s.name+"/"+size.name, func(t *testing.T) {
				golden.RequireEqual(t, allSchemes(t, "clash", size.w, size.h).press(s.keys...).screen())
			})
		}
	}
}

// Every version of a scheme can be taken; esc puts the old one back, enter on
// the old one changes nothing.
func TestSchemeVersions(t *testing.T) {
	d := allSchemes(t, "clash", 120, 40)
	was := d.now()
	d.press("s", "/", `"codex"`)
	newest := d.now()
	if !strings.HasPrefix(newest, "codex ") {
		t.Fatalf("in force while searching = %q, want codex", newest)
	}
	d.press("esc", "h")
	older := d.now()
	if older == newest || !strings.HasPrefix(older, "codex ") {
		t.Fatalf("in force after h = %q, want an older version than %q", older, newest)
	}
	d.press("l", "l")
	d.says("l: no newer rule is known")
	d.press("h", "enter")
	d.says("Scheme: " + older)
	if d.now() != older {
		t.Errorf("in force after enter = %q, want %q", d.now(), older)
	}
	d.press("s")
	d.sees("▌" + older)
	d.press("h", "esc")
	if d.now() != older {
		t.Errorf("in force after esc = %q, want %q", d.now(), older)
	}
	d.press("s", "/", `"native"`, "enter")
	if d.now() != was {
		t.Errorf("in force = %q, want %q again", d.now(), was)
	}
}

// Every row of the picker can be reached and shows its whole rule, its group
// stands above it, and the recording's own says why it was taken.
func TestSchemePickerRows(t *testing.T) {
	d := allSchemes(t, "clash", 80, 24)
	d.press("s")
	d.sees("detected")
	d.press("g")
	d.sees("▌" + d.now())
	seen := map[string]bool{d.now(): true}
	for range scheme.All() {
		d.press("j")
		d.sees("▌" + d.now())
		seen[d.now()] = true
	}
	if len(seen) != len(scheme.All()) {
		t.Errorf("%d schemes were under the cursor, want %d: %v", len(seen), len(scheme.All()), seen)
	}
	d.press("esc").size(120, 60)
	d.press("s", "g")
	d.sees("Coding agents")
	d.press("G")
	d.sees("As they are")
}

// Options change at once, unknown values cannot be typed, and esc of the
// picker puts them back.
func TestSchemeOptions(t *testing.T) {
	d := allSchemes(t, "clash", 120, 40)
	d.press("O")
	d.says("O: this scheme has no options")
	d.press("s", "/", `"litellm"`, "esc", "o")
	d.sees("Options of litellm")
	d.sees("< anthropic >")
	d.press("l")
	d.says("Option route: bedrock")
	if got := d.m.data.plan.Setting.Options["route"]; got != "bedrock" {
		t.Errorf("route of the plan = %q, want bedrock", got)
	}
	d.press("j", "enter", "ctrl+l", `"+"`, "enter")
	d.sees("not the default")
	if got := d.m.data.plan.Setting.Options["separator"]; got != "+" {
		t.Errorf("separator of the plan = %q, want +", got)
	}
	d.press("d")
	if _, ok := d.m.data.plan.Setting.Options["separator"]; ok {
		t.Errorf("the default of separator is set: %v", d.m.data.plan.Setting.Options)
	}
	d.press("esc")
	d.sees("route=bedrock")
	d.press("esc")
	if n := len(d.m.data.options); n != 0 {
		t.Errorf("after esc options of %d schemes are set: %v", n, d.m.data.options)
	}
	d.press("s", "/", `"litellm"`, "esc", "o", "h", "esc", "enter", "O")
	d.sees("< mcp-gateway >")
}

// Options of one scheme are none of another.
func TestSchemeOptionsApart(t *testing.T) {
	d := allSchemes(t, "clash", 120, 40)
	d.press("s", "/", `"litellm"`, "enter", "O", "l", "esc")
	d.press("s", "/", `"native"`, "enter")
	if o := d.m.data.plan.Setting.Options; len(o) != 0 {
		t.Errorf("native has the options %v of litellm", o)
	}
}

// Servers can be switched off and moved; list, census and status follow, the
// row of the tabs says so, esc puts all back.
func TestServers(t *testing.T) {
	d := allSchemes(t, "clash", 120, 40)
	before := slices.Clone(d.m.data.servers)
	d.press("c", "space")
	d.says("1 of 4 servers off: 2 tools left out")
	d.sees("[ ] docs")
	d.press("enter")
	d.sees("c 1/4 off")
	if n := d.m.data.plan.Tools; len(n) == 0 || d.m.data.servers[0].key == before[0].key && d.m.data.servers[0].up {
		t.Errorf("servers = %v, want docs off", d.m.data.servers)
	}
	d.press("c", "esc")
	d.sees("c 1/4 off")
	d.press("c", "d", "enter")
	d.says("All servers are up, in the order of the catalog.")
	d.seesNot("c 1/4 off")
	if !slices.Equal(d.m.data.servers, before) || d.m.data.serversSet {
		t.Errorf("servers = %v, set %v, want %v", d.m.data.servers, d.m.data.serversSet, before)
	}
	d.press("c", "J")
	d.sees("order changed")
	d.press("esc")
	d.says("Servers as before.")
	d.press("c", "a")
	d.says("4 of 4 servers off")
	d.press("a", "enter")
	if d.m.data.serversSet {
		t.Error("all servers on again is still a choice")
	}
}

// The order of servers decides who wins; the status says whose the name is now.
func TestServersOrder(t *testing.T) {
	d := fileAt(t, "names.txt", "opencode", 120, 40)
	d.press("c")
	if len(d.m.data.servers) == 0 {
		d.says("c: no tool here has a server")
		return
	}
	t.Errorf("a plain list without servers has %v", d.m.data.servers)
}

// A diagnosis is about the past: servers that are switched off now change what
// would be, not what was.
func TestServersKeepDiagnosis(t *testing.T) {
	d := allSchemes(t, "clash", 120, 40)
	why := d.m.whyAll()[0].plain()
	d.press("c", "space", "enter")
	if got := d.m.whyAll()[0].plain(); got != why {
		t.Errorf("Why = %q, want as before %q", got, why)
	}
}

// The comparison has a row for every scheme, in the order of the picker; enter
// takes one, esc changes nothing, n goes to those that break.
func TestEverySchemeTable(t *testing.T) {
	d := allSchemes(t, "clash", 120, 40)
	was := d.now()
	d.press("S")
	d.sees("docs · docs.open under every scheme")
	d.sees("same name as archive · docs/open")
	d.says("schemes: ")
	table := d.m.overlay[0].(*everyTable)
	if len(table.rows) != len(scheme.All()) {
		t.Fatalf("%d rows, want %d", len(table.rows), len(scheme.All()))
	}
	for i, u := range table.rows {
		if !sameScheme(table.schemes[i], table.schemes[i]) || u.Scheme.ID != table.schemes[i].Info().ID {
			t.Errorf("row %d is of %s, want %s", i, u.Scheme.ID, table.schemes[i].Info().ID)
		}
	}
	d.press("esc")
	if d.now() != was {
		t.Errorf("in force after esc = %q, want %q", d.now(), was)
	}
	d.press("S", "g", "n")
	if u := table.rows[d.m.overlay[0].(*everyTable).list.cursor]; !u.Breaks() {
		t.Errorf("n stands on %s, which does not break", u.Scheme.ID)
	}
	d.press("G", "enter")
	d.says("Scheme: verbatim")
	d.press("s", "S", "g", "enter")
	if len(d.m.overlay) > 0 || d.now() == "verbatim" {
		t.Errorf("after enter in the comparison over the picker: %d overlays, %s", len(d.m.overlay), d.now())
	}
}

// A table that was closed asks no further scheme.
func TestEverySchemeStops(t *testing.T) {
	d := allSchemes(t, "clash", 120, 40)
	d.hold = true
	d.press("S")
	d.sees("…")
	d.says("Asking the schemes: 0 of")
	cmd := d.held[len(d.held)-1]
	d.press("esc")
	d.held = nil
	d.send(cmd())
	if len(d.held) > 0 {
		t.Error("a closed table asks the next scheme")
	}
}

// The layers of identity stand in Real name and Dispatch when these have the
// focus or the room.
func TestIdentitySections(t *testing.T) {
	d := allSchemes(t, "clash", 120, 40)
	for _, tt := range []struct {
		pane pane
		want []string
	}{
		{paneReal, []string{"Identity", "public name", "approval key"}},
		{paneDispatch, []string{"Identity", "lookup key", "approval key", "call id"}},
	} {
		d.m.focus = tt.pane
		text := plainRows(d.m.partOf(tt.pane).body)
		for _, w := range tt.want {
			if !strings.Contains(text, w) {
				t.Errorf("pane %d lacks %q:\n%s", tt.pane, w, text)
			}
		}
		if at := d.m.placeOf(tt.pane); at.h-1 < len(d.m.partOf(tt.pane).body) {
			t.Errorf("pane %d has %d rows with the focus, want %d", tt.pane, at.h-1, len(d.m.partOf(tt.pane).body))
		}
	}
}

// The plain form says which servers are off and which options are set.
func TestPlainSetting(t *testing.T) {
	s, p := realRules(t, "litellm", "openai-chat")
	text := plainOf(t, `{"catalog": ["mcp__docs__open", "read"], "calls": [{"call": "read"}]}`, PlainOptions{
		Scheme: s, Provider: p, SchemeOptions: map[string]string{"route": "bedrock"},
	})
	if !strings.Contains(text, "options: route=bedrock\n") {
		t.Errorf("the options are not said:\n%s", text)
	}
	if strings.Contains(text, "servers:") {
		t.Errorf("servers are said, though none is off:\n%s", text)
	}
}
