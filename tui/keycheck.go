package tui

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hopscope/sessions/store"
)

// KeyAction is one action of the key map, for configurations.
type KeyAction struct {
	ID   string
	What string // what it does, in words
	// Group is its heading in the help, Tabs are those on which it exists; none:
	// everywhere.
	Group string
	Tabs  []string
	// Keys are those of now, Usual those that it has without a configuration.
	Keys, Usual []string
}

// tabIDs are the tabs as configurations and lists call them.
var tabIDs = map[tab]string{tabJourneys: "journeys", tabReplay: "replay", tabVocab: "vocabulary", tabWhatIf: "what-if", tabSessions: "sessions"}

// KeyActions lists the actions that keys can be given, in the order of the
// help, with the keys of remap.
func KeyActions(remap map[string][]string) []KeyAction {
	now, usual := newKeys(remap), newKeys(nil)
	var list []KeyAction
	for _, g := range []group{groupMove, groupLook, groupAsk, groupTake, groupEverywhere} {
		for i, a := range now {
			if a.group != g || !a.givable() {
				continue
			}
			k := KeyAction{ID: a.id, What: sentence(cmp.Or(a.what, a.name, a.help)), Group: strings.ToLower(string(g)), Keys: a.keys, Usual: usual[i].keys}
			if on := a.on(); len(on) < len(tabIDs) {
				for _, t := range on {
					k.Tabs = append(k.Tabs, tabIDs[t])
				}
			}
			list = append(list, k)
		}
	}
	return list
}

// givable reports whether an action can be given keys: not one that only
// speaks for others.
func (a *action) givable() bool { return len(a.like) == 0 && a.id != "tabs" && a.id != "back" }

// KeyProblem is what is wrong with the keys of one action.
type KeyProblem struct {
	Action, Key string
	What, Fix   string
}

// CheckKeys looks for what cannot work in a map of keys by action id: unknown
// actions and keys, keys that always do something else, and two actions with one
// key on one tab. The order is that of the ids.
func CheckKeys(remap map[string][]string) []KeyProblem {
	now, usual := newKeys(remap), newKeys(nil)
	var out []KeyProblem
	for _, id := range slices.Sorted(maps.Keys(remap)) {
		a := keyMap(now).find(id)
		if a == nil || !a.givable() {
			out = append(out, unknownAction(id, now))
			continue
		}
		for _, key := range a.keys {
			if why := noKey(key); why != "" {
				out = append(out, KeyProblem{Action: id, Key: key, What: why, Fix: "write keys as n, N, f8, ctrl+x, alt+enter, space, pgdown"})
			} else if fixed := alwaysDoes[key]; fixed != "" {
				out = append(out, KeyProblem{Action: id, Key: key, What: key + " always " + fixed, Fix: "give another key"})
			}
		}
		out = append(out, clashes(now, usual, a)...)
	}
	return out
}

// alwaysDoes are the keys that no action can have.
var alwaysDoes = map[string]string{"ctrl+c": "quits", "esc": "goes one step back"}

func unknownAction(id string, all []action) KeyProblem {
	p := KeyProblem{Action: id, What: "no such action: " + id, Fix: "hopscope config show lists the actions"}
	if id == "back" {
		p.What, p.Fix = "esc always goes one step back", "leave it out"
		return p
	}
	for i := range all {
		if a := &all[i]; a.givable() && near(a.id, id) {
			p.Fix = "did you mean " + a.id + "?"
			break
		}
	}
	return p
}

// near reports whether two ids differ in little: in how they are written, or in
// one character.
func near(a, b string) bool {
	plain := func(s string) string {
		return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(s))
	}
	a, b = plain(a), plain(b)
	switch {
	case a == b:
		return true
	case len(a)-len(b) > 1 || len(b)-len(a) > 1: // no slip
		return false
	}
	for i := range a {
		without := a[:i] + a[i+1:]
		for j := range b {
			if without == b[:j]+b[j+1:] || without == b || a == b[:j]+b[j+1:] {
				return true
			}
		}
	}
	return false
}

// clashes are the actions that have a key of a's on a tab where a is. Actions
// that share a key as it comes share it on purpose: only one of them is there at
// a time.
func clashes(now, usual keyMap, a *action) []KeyProblem {
	var out []KeyProblem
	for i := range now {
		b := &now[i]
		if b.id == a.id || len(b.like) > 0 || !shareTab(a, b) || shareKey(usual.find(a.id), usual.find(b.id)) || b.own && b.id < a.id {
			continue
		}
		for _, key := range a.keys {
			if slices.Contains(b.keys, key) {
				p := KeyProblem{Action: a.id, Key: key, What: fmt.Sprintf("%s is also the key of %s%s", key, b.id, whereBoth(a, b)), Fix: "give one of them another key"}
				if b.id == "back" || alwaysDoes[key] != "" {
					continue // said already
				}
				out = append(out, p)
			}
		}
	}
	return out
}

// on are the tabs where an action can be.
func (a *action) on() []tab {
	var list []tab
	for t := range tab(len(tabIDs)) {
		m := &model{tab: t}
		m.opts.Find = func() ([]store.Entry, []store.Searched) { return nil, nil }
		there := a.there(m)
		m.what.pane = whatMap // some keys have another meaning in it
		if there || a.there(m) {
			list = append(list, t)
		}
	}
	return list
}

func shareTab(a, b *action) bool { return len(both(a, b)) > 0 }

// both are the tabs where two actions can be.
func both(a, b *action) []tab {
	on := b.on()
	return slices.DeleteFunc(a.on(), func(t tab) bool { return !slices.Contains(on, t) })
}

func shareKey(a, b *action) bool {
	return slices.ContainsFunc(a.keys, func(k string) bool { return slices.Contains(b.keys, k) })
}

// whereBoth names the tabs where two actions are, empty for everywhere.
func whereBoth(a, b *action) string {
	on := both(a, b)
	if len(on) == len(tabIDs) {
		return ""
	}
	var names []string
	for _, t := range on {
		names = append(names, tabIDs[t])
	}
	return " on " + strings.Join(names, ", ")
}

var (
	modifiers = regexp.MustCompile(`^(?:ctrl\+)?(?:alt\+)?(?:shift\+)?(?:meta\+)?(?:hyper\+)?(?:super\+)?`)
	namedKey  = regexp.MustCompile(`^(?:up|down|left|right|home|end|pgup|pgdown|tab|enter|esc|space|backspace|delete|insert|f(?:[1-9]|[1-5][0-9]|6[0-3]))$`)
)

// sameAs are keys that most terminals send as another one.
var sameAs = map[string]string{"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+[": "esc"}

// noKey says why a terminal never sends a key of this name; empty: it may.
func noKey(key string) string {
	mods := modifiers.FindString(key)
	rest := key[len(mods):]
	if rest == "" && strings.HasSuffix(mods, "+") { // the key + itself
		mods, rest = strings.TrimSuffix(mods, "+"), "+"
	}
	r, n := utf8.DecodeRuneInString(rest)
	switch {
	case sameAs[key] != "":
		return key + " comes as " + sameAs[key] + " from most terminals"
	case namedKey.MatchString(rest):
		return ""
	case rest == "" || n != len(rest) || !unicode.IsGraphic(r) || unicode.IsSpace(r):
		return fmt.Sprintf("no such key: %q", key)
	case strings.Contains(mods, "shift+"):
		return fmt.Sprintf("%q: with shift the character is another one: write that", key)
	case strings.Contains(mods, "ctrl+") && unicode.IsUpper(r):
		return fmt.Sprintf("%q: with ctrl write the small letter", key)
	}
	return ""
}
