package tui

import (
	"slices"
	"strings"
	"testing"
)

// TestUsualKeys holds that the key map without a configuration has no fault:
// keys have names that terminals send, every id is there once, and every id of
// a row or of words exists.
func TestUsualKeys(t *testing.T) {
	t.Parallel()
	all := keyMap(newKeys(nil))
	seen := map[string]bool{}
	for _, a := range all {
		if seen[a.id] {
			t.Errorf("two actions %s", a.id)
		}
		seen[a.id] = true
		for _, key := range a.keys {
			if why := noKey(key); why != "" {
				t.Errorf("%s: %s", a.id, why)
			}
		}
		for _, id := range slices.Concat(a.row, a.like) {
			if all.find(id) == nil {
				t.Errorf("%s speaks of %s, which is not there", a.id, id)
			}
		}
		if strings.ContainsAny(a.help, "[]{}") {
			t.Errorf("%s: help %q", a.id, a.help)
		}
	}
	words := map[string]string{}
	for _, k := range KeyActions(nil) {
		if k.What == "" || !slices.Equal(k.Keys, k.Usual) {
			t.Errorf("action %+v", k)
		}
		if other := words[k.What]; other != "" {
			t.Errorf("%s and %s are both %q", other, k.ID, k.What)
		}
		words[k.What] = k.ID
	}
	if p := CheckKeys(nil); len(p) > 0 {
		t.Errorf("CheckKeys(nil) = %+v", p)
	}
}

// TestOwnKeys holds what the help says of keys that the user has given.
func TestOwnKeys(t *testing.T) {
	t.Parallel()
	all := keyMap(newKeys(map[string][]string{
		"next-failure": {"f8"}, "up": {"p"}, "prev-pane": {"f2"}, "palette": {"f1"}, "zoom": {"enter"}, "redo": {"R"}, "mouse": {}, "faster": {"f"},
		"tab-replay": {"alt+2"}, "cell-right": {"d"}, "save": {"ctrl+s"}, "no-play": {"x"}, "quit": {},
	}))
	for id, want := range map[string]string{
		"next-failure": "f8/N next, previous failure", "down": "j/p row", "next-pane": "tab next pane, f2 back", "palette": "f1 palette", "zoom": "enter zoom the pane, enter back",
		"undo": "u undo, R redo an edit", "theme": "t theme, mouse off and on", "play": "space play, pause; f - speed", "tabs": "1/alt+2/3/4/5 tabs",
		"no-edits": "ctrl+s/u save, undo", "first": "g/G first, last", "quit": " quit; ctrl+c always quits",
	} {
		a := all.find(id)
		if got := a.shown() + " " + a.help; got != want {
			t.Errorf("%s is %q, want %q", id, got, want)
		}
	}
	if got := all.find("next-failure").footKey; got != "f8" {
		t.Errorf("footer of next-failure %q, want f8", got)
	}
	if got := all.find("cell-right").footKey; got != "h/j/p/d" {
		t.Errorf("footer of cell-right %q, want h/j/p/d", got)
	}
	if got := all.find("no-edits").keys; !slices.Equal(got, []string{"ctrl+s", "u", "R"}) {
		t.Errorf("keys of no-edits %q", got)
	}
	if got := all.find("no-play").keys; !slices.Equal(got, []string{"space"}) {
		t.Errorf("keys of no-play %q: it cannot be given any", got)
	}
	none := keyMap(newKeys(map[string][]string{"quit": {}, "prev-pane": {}}))
	for id, want := range map[string]string{"quit": "quit in the palette", "prev-pane": "(no key)", "next-pane": "tab"} {
		if got := none.name(id); got != want {
			t.Errorf("name of %s = %q, want %q", id, got, want)
		}
	}
}

func TestCheckKeys(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, action string
		keys         []string
		want         string
	}{
		{"fine", "next-failure", []string{"f8", "ctrl+n", "alt+enter", "ä", "+", "ctrl++", "shift+f3"}, ""},
		{"none", "quit", nil, ""},
		{"on purpose", "turn-back", []string{"h"}, ""},
		{"on another tab", "rename-case", []string{"V"}, ""},
		{"unknown", "next-failur", []string{"x"}, "no such action: next-failur (did you mean next-failure?)"},
		{"spelling", "Next_Failure", []string{"x"}, "no such action: Next_Failure (did you mean next-failure?)"},
		{"far", "fly", []string{"x"}, "no such action: fly (hopscope config show lists the actions)"},
		{"endless", strings.Repeat("k", 200_000), []string{"x"}, "no such action: " + strings.Repeat("k", 200_000) + " (hopscope config show lists the actions)"},
		{"helper", "no-play", []string{"x"}, "no such action: no-play (hopscope config show lists the actions)"},
		{"esc", "back", []string{"b"}, "esc always goes one step back (leave it out)"},
		{"taken esc", "quit", []string{"esc"}, "esc always goes one step back (give another key)"},
		{"interrupt", "quit", []string{"ctrl+c"}, "ctrl+c always quits (give another key)"},
		{"everywhere", "quit", []string{"o"}, "o is also the key of open-path (give one of them another key)"},
		{"one tab", "quit", []string{"V"}, "V is also the key of who-uses on journeys (give one of them another key)"},
		{"empty", "quit", []string{""}, `no such key: "" (write keys as n, N, f8, ctrl+x, alt+enter, space, pgdown)`},
		{"word", "quit", []string{"quit"}, `no such key: "quit" (write keys as n, N, f8, ctrl+x, alt+enter, space, pgdown)`},
		{"shift", "quit", []string{"shift+q"}, `"shift+q": with shift the character is another one: write that (write keys as n, N, f8, ctrl+x, alt+enter, space, pgdown)`},
		{"large", "quit", []string{"ctrl+Q"}, `"ctrl+Q": with ctrl write the small letter (write keys as n, N, f8, ctrl+x, alt+enter, space, pgdown)`},
		{"order", "quit", []string{"alt+ctrl+q"}, `no such key: "alt+ctrl+q" (write keys as n, N, f8, ctrl+x, alt+enter, space, pgdown)`},
		{"same", "quit", []string{"ctrl+i"}, "ctrl+i comes as tab from most terminals (write keys as n, N, f8, ctrl+x, alt+enter, space, pgdown)"},
	}
	for _, tt := range tests {
		var got []string
		for _, p := range CheckKeys(map[string][]string{tt.action: tt.keys}) {
			got = append(got, p.What+" ("+p.Fix+")")
		}
		if text := strings.Join(got, "; "); text != tt.want {
			t.Errorf("%s: CheckKeys(%s: %q) = %s, want %s", tt.name, tt.action, tt.keys, text, tt.want)
		}
	}
	// Two that were both given, told once; and two that change places.
	if got := CheckKeys(map[string][]string{"copy": {"f5"}, "open-path": {"f5"}}); len(got) != 1 || got[0].Action != "copy" {
		t.Errorf("two with one key = %+v", got)
	}
	if got := CheckKeys(map[string][]string{"copy": {"o"}, "open-path": {"y"}}); len(got) != 0 {
		t.Errorf("two that changed places = %+v", got)
	}
}

// TestKeyOfHelperGivesWay holds that an action which only says why a key does
// nothing here makes room for a key of the user's.
func TestKeyOfHelperGivesWay(t *testing.T) {
	t.Parallel()
	if got := CheckKeys(map[string][]string{"who-uses": {"space"}}); len(got) != 0 {
		t.Errorf("CheckKeys = %+v, want none: space plays elsewhere", got)
	}
	m := &model{tab: tabJourneys, keys: newKeys(map[string][]string{"who-uses": {"space"}})}
	if a := m.actionFor("space"); a == nil || a.id != "who-uses" {
		t.Errorf("space runs %+v, want who-uses", a)
	}
}

func FuzzCheckKeys(f *testing.F) {
	f.Add("quit", "q")
	f.Add("next-failure", "ctrl++")
	f.Add("", "ctrl+alt+")
	f.Fuzz(func(t *testing.T, id, key string) {
		remap := map[string][]string{id: {key}}
		CheckKeys(remap)
		KeyActions(remap)
	})
}

// Actions are remapped by id; help and footer show the new key.
func TestRemap(t *testing.T) {
	d := opened(t, Options{Keys: map[string][]string{"next-failure": {"ctrl+n", "f5"}}}, 120, 40)
	d.press("n").under("AskUserQuestion")
	d.press("ctrl+n").under("ExitPlanMode")
	d.sees("ctrl+n next failure")
	d.press("?")
	d.sees("ctrl+n/N")
}

// Keys of the user's that are no text work while a name is typed.
func TestRemapWhileTyping(t *testing.T) {
	d := opened(t, Options{Keys: map[string][]string{"palette": {":", "f1"}, "undo": {"ctrl+s"}}}, 120, 40)
	d.press("4")
	d.sees("f1 palette")
	d.seesNot("ctrl+p palette")
	d.press("ctrl+s").says("ctrl+s: ")
	d.press("f1").sees("esc close")
}

// What the screens say about keys is true of the user's own.
func TestRemapWords(t *testing.T) {
	d := opened(t, Options{Keys: map[string][]string{"help": {"f1"}, "tab-journeys": {"alt+1"}, "mouse": {"f9"}, "scheme": {"f3"}, "prev-pane": {"f6"}, "quit": {"Q"}}}, 120, 40)
	d.sees("alt+1 Journeys   2 Replay")
	d.sees("f3 claude-code")
	d.press("f9").says("Mouse off: the terminal selects text. f9 takes it back.")
	d.press("f1")
	d.sees("f1 or esc closes.")
	d.sees("next pane, f6 back")
	d.sees("t/f9")
	d.sees("Q        quit; ctrl+c always quits")
	d.press("f1").seesNot("Grey keys do nothing now")
}

// No two actions of one tab have the same key, and every action can be found:
// by its key in the help, or by its name in the palette.
func TestKeysApart(t *testing.T) {
	for _, tb := range []tab{tabJourneys, tabSessions} {
		taken := map[string]string{}
		for _, a := range newKeys(nil) {
			if len(a.tabs) > 0 && a.tabs[0] != tb {
				continue
			}
			for _, k := range a.keys {
				if old := taken[k]; old != "" {
					t.Errorf("%q is the key of %s and of %s", k, old, a.id)
				}
				taken[k] = a.id
			}
			if a.run == nil {
				t.Errorf("%s does nothing", a.id)
			}
		}
	}
}
