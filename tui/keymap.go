package tui

import (
	"regexp"
	"slices"
	"strings"
)

// The key map: all actions with the keys that the user has given by their ids,
// and what the screens say about keys.

// newKeys returns all actions, with keys replaced by action id. An empty list
// leaves an action to the palette.
func newKeys(remap map[string][]string) []action {
	all := slices.Concat(replayKeys(), vocabKeys(), whatIfKeys(), caseKeys(), noteKeys(), moveKeys(), lookKeys(), askKeys(), takeKeys(), everywhereKeys())
	for i := range all {
		a := &all[i]
		if keys, ok := remap[a.id]; ok && len(a.like) == 0 {
			a.keys, a.own = slices.Clone(keys), true
		}
	}
	m := keyMap(all)
	for i := range all {
		m.follow(&all[i])
	}
	for i := range all {
		m.write(&all[i])
	}
	return all
}

// keyMap is all actions.
type keyMap []action

func (m keyMap) find(id string) *action {
	for i := range m {
		if m[i].id == id {
			return &m[i]
		}
	}
	return nil
}

// ofUser reports whether one of the actions has keys of the user's.
func (m keyMap) ofUser(ids []string) bool {
	return slices.ContainsFunc(ids, func(id string) bool { return m.find(id).own })
}

// firsts are the first keys of actions, those without a key left out.
func (m keyMap) firsts(ids []string) []string {
	var keys []string
	for _, id := range ids {
		if a := m.find(id); len(a.keys) > 0 {
			keys = append(keys, a.keys[0])
		}
	}
	return keys
}

// follow gives an action the keys of those that it speaks for.
func (m keyMap) follow(a *action) {
	if !m.ofUser(a.like) {
		return
	}
	a.keys, a.own = nil, true
	for _, id := range a.like {
		a.keys = append(a.keys, m.find(id).keys...)
	}
}

// write makes the words about the keys of an action those of now.
func (m keyMap) write(a *action) {
	own := a.own || m.ofUser(a.row)
	switch {
	case !own:
	case len(a.like) > 0:
		a.show = strings.Join(m.firsts(a.like[:min(len(a.like), 2)]), "/")
	case a.help == "": // the keys of the footer
		if a.footKey != "" {
			a.footKey = strings.Join(m.firsts(append(slices.Clone(a.row), a.id)), "/")
		}
	default:
		ids := a.row
		if len(a.keys) > 0 || a.show == "" {
			ids = append([]string{a.id}, a.row...)
		}
		a.show = strings.Join(m.firsts(ids), "/")
		if a.footKey != "" {
			a.footKey = strings.Join(m.firsts([]string{a.id}), "")
		}
	}
	a.help = m.words(a.help, own)
	for on, text := range a.helpOn {
		a.helpOn[on] = m.words(text, own)
	}
}

var (
	usualOnly = regexp.MustCompile(`\[([^]]*)\]`)
	keyHere   = regexp.MustCompile(`\{([a-z-]+)\}`)
)

// words puts the keys of now into words of help.
func (m keyMap) words(text string, own bool) string {
	if !strings.ContainsAny(text, "[{") {
		return text
	}
	with := "$1"
	if own {
		with = ""
	}
	text = usualOnly.ReplaceAllString(text, with)
	return keyHere.ReplaceAllStringFunc(text, func(found string) string { return m.name(found[1 : len(found)-1]) })
}

// name is the key of an action; of one without a key where it is found.
func (m keyMap) name(id string) string {
	if keys := m.firsts([]string{id}); len(keys) > 0 {
		return keys[0]
	}
	if m.find(id).name == "" {
		return "(no key)"
	}
	return id + " in the palette"
}

// keyOf is how the screen calls the key of an action.
func (m *model) keyOf(id string) string { return keyMap(m.keys).name(id) }

// isKey reports whether a key is one of an action's.
func (m *model) isKey(id, key string) bool { return slices.Contains(keyMap(m.keys).find(id).keys, key) }

// or is how a pane that may have no key map calls the key of an action.
func (m keyMap) or(id, usual string) string {
	if m == nil {
		return usual
	}
	return m.name(id)
}
