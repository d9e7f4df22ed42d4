package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/decide"
	"hopscope/journey/diagnose"
	"hopscope/journey/visible"
)

// Edits are supposed changes. While they are in force, plans, census, journeys
// and decisions follow them on every tab; diagnoses stay about the recording.

// ruleBase is what was in force before the edits.
type ruleBase struct {
	scheme                       journey.Scheme
	provider                     journey.Provider
	schemeChosen, providerChosen bool
	schemeWhy                    string
}

// rules give the schemes and providers that edits name.
func (m *model) rules() decide.Rules {
	base, d := m.what.base, &m.data
	known := []journey.Scheme{base.scheme, d.own, d.scheme}
	schemes, at, providers := m.opts.Schemes, m.opts.SchemeAt, m.opts.Providers
	known2 := []journey.Provider{base.provider, d.provider}
	return decide.Rules{
		Scheme: func(id string) (journey.Scheme, error) {
			for _, s := range known {
				if s != nil && decide.SchemeID(s.Info()) == id {
					return s, nil
				}
			}
			if at != nil {
				return at(id)
			}
			for _, s := range schemes {
				if s.Info().ID == id || decide.SchemeID(s.Info()) == id {
					return s, nil
				}
			}
			return nil, fmt.Errorf("no scheme %s here", id)
		},
		Provider: func(id string) (journey.Provider, error) {
			for _, p := range append(known2, providers...) {
				if p != nil && p.Info().ID == id {
					return p, nil
				}
			}
			return nil, fmt.Errorf("no provider %s here", id)
		},
	}
}

// change is what the edits make of a request, nil without edits.
func (m *model) change() func(journey.Scheme, journey.Setting) journey.Setting {
	if m.what.edits.Len() == 0 {
		return nil
	}
	return m.what.edits.Change
}

// addEdit puts one more edit in force.
func (m *model) addEdit(e decide.Edit) tea.Cmd {
	if m.what.edits.Len() == 0 {
		m.keepBase()
	}
	setup := decide.Setup{
		Setting: m.settingNow(), Scheme: decide.SchemeID(m.data.scheme.Info()), Provider: m.data.provider.Info().ID,
	}
	if err := m.rules().Try(setup, e); err != nil {
		m.warn(sentence(err.Error()))
		return nil
	}
	m.setEdits(m.what.edits.Do(e))
	m.say(sentence(e.Words()) + ".")
	return nil
}

// picksAreEdits: schemes, providers and servers that are picked now are supposed
// as edits, so that they stand in the list and can be taken back.
func (m *model) picksAreEdits() bool {
	return m.tab == tabWhatIf || m.what.asEdit || m.what.edits.Len() > 0
}

// schemeEdit is the edit that puts another scheme in force, or another version
// of the same.
func schemeEdit(old, s journey.Scheme) decide.Edit {
	was, now := old.Info(), s.Info()
	if was.ID == now.ID && now.Version != "" {
		return decide.Edit{Kind: decide.EditVersion, To: now.Version}
	}
	return decide.Edit{Kind: decide.EditScheme, To: decide.SchemeID(now)}
}

// unedited is what the recording is asked with while edits are in force: the
// rules of its own client, where they are known.
func (m *model) unedited(in diagnose.Input) diagnose.Input {
	d, base := &m.data, m.what.base
	in.Change, in.Scheme, in.Provider = nil, base.scheme, base.provider
	if m.hasCalls() && d.own != nil && d.own.Info().ID != "verbatim" {
		in.Scheme, in.Options, in.Connected = d.own, m.opts.SchemeOptions, m.opts.Connected
	}
	return in
}

// settingNow is the setting of the request that is looked at.
func (m *model) settingNow() journey.Setting {
	if a := m.data.analyzer; a != nil {
		if p := a.Plan(m.callRow()); p != nil {
			return p.Setting
		}
	}
	return m.data.plan.Setting
}

// keepBase remembers what was in force before the first edit.
func (m *model) keepBase() {
	d := &m.data
	m.what.base = ruleBase{d.scheme, d.provider, d.schemeChosen, d.providerChosen, d.schemeWhy}
}

// setEdits puts a list of edits in force.
func (m *model) setEdits(e decide.Edits) {
	w, d := &m.what, &m.data
	if w.edits.Len() == 0 {
		m.keepBase()
	}
	base := w.base
	w.edits, w.moved, w.changes = e, false, nil
	d.scheme, d.schemeChosen, d.schemeWhy = base.scheme, base.schemeChosen, base.schemeWhy
	d.provider, d.providerChosen = base.provider, base.providerChosen
	own, rules := decide.SchemeID(base.scheme.Info()), m.rules()
	s, p := e.Rules(own, base.provider.Info().ID)
	if x, err := rules.Scheme(s); err == nil && s != own {
		d.scheme, d.schemeChosen = x, true
	}
	if x, err := rules.Provider(p); err == nil && p != base.provider.Info().ID {
		d.provider, d.providerChosen = x, true
	}
	m.reanalyse()
	w.lists[whatEdits].cursor = max(e.Len()-1, 0)
}

// effects is what says what each edit does, for a command: it takes copies.
func (m *model) effects() func() []decide.Change {
	edits := m.what.edits
	base := m.data.recorded
	if edits.Len() == 0 || base == nil {
		return func() []decide.Change { return nil }
	}
	setup := decide.Setup{Setting: base.Plan(-1).Setting, Scheme: decide.SchemeID(base.Scheme().Info()), Provider: base.Provider().Info().ID}
	rules, recorded := m.rules(), decide.RecordedCalls(m.session())
	first := base.Scheme()
	byID := rules.Scheme
	rules.Scheme = func(id string) (journey.Scheme, error) {
		if id == setup.Scheme {
			return first, nil
		}
		return byID(id)
	}
	return func() []decide.Change { return edits.Effects(setup, rules, recorded) }
}

// sayEffect says what the newest edit does, once that is known.
func (m *model) sayEffect() {
	n := len(m.what.changes)
	if n == 0 || n != m.what.edits.Len() || m.status.text == "" || m.status.sticky {
		return
	}
	c := m.what.changes[n-1]
	if m.status.text == sentence(c.Edit.Words())+"." {
		m.say(m.status.text + " " + sentence(changeWords(c.Own, c.Err)) + ".")
	}
}

// changeWords says what an edit does, or why it does nothing.
func changeWords(e decide.Effect, err error) string {
	if err != nil {
		return "does nothing: " + visible.Text(err.Error())
	}
	return e.Words()
}

// editCount is "2 edits".
func (m *model) editCount() string { return plural(m.what.edits.Len(), "edit", "edits") }

func (m *model) undoEdit() tea.Cmd {
	after, e, ok := m.what.edits.Undo()
	if ok {
		m.setEdits(after)
		m.say("Taken back: " + e.Words() + ".")
	}
	return nil
}

func (m *model) redoEdit() tea.Cmd {
	after, e, ok := m.what.edits.Redo()
	if ok {
		m.setEdits(after)
		m.say(sentence(e.Words()) + ".")
	}
	return nil
}

// dropEdit takes the edit under the cursor out of the list.
func (m *model) dropEdit() tea.Cmd {
	i := m.what.lists[whatEdits].cursor
	list := m.what.edits.List()
	if i >= len(list) {
		return nil
	}
	m.setEdits(m.what.edits.Drop(i))
	m.what.lists[whatEdits].cursor = min(i, max(len(list)-2, 0))
	m.say("Dropped: " + list[i].Words() + ".")
	return nil
}

func noEditHere(m *model) string {
	switch {
	case m.what.edits.Len() == 0:
		return "there are no edits"
	case m.what.pane != whatEdits:
		return "choose an edit in the list of edits first"
	}
	return ""
}

func nothingToUndo(m *model) string {
	if m.what.edits.Len() == 0 {
		return "no edit to take back"
	}
	return ""
}

func nothingToRedo(m *model) string {
	if _, _, ok := m.what.edits.Redo(); !ok {
		return "no edit was taken back"
	}
	return ""
}

// noEdits: there is no request that could be edited.
func noEdits(m *model) string {
	switch {
	case m.data.loaded == nil || m.data.plan == nil:
		return "open a session first"
	case m.fail != nil:
		return "no request here"
	}
	return ""
}
