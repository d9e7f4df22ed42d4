package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/decide"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// setProvider puts a provider in force.
func (m *model) setProvider(p journey.Provider, chosen bool) {
	m.data.provider, m.data.providerChosen = p, chosen
	m.reanalyse()
}

// pickProvider opens the list of providers: the contract of each in one line,
// what it makes of the name under the cursor, and below the list its rule.
func (m *model) pickProvider() tea.Cmd {
	old, chosen := m.data.provider, m.data.providerChosen
	c := &chooser{title: "Provider", now: -1}
	panel := journey.NewPanel(m.opts.Providers, "")
	asked, said := m.judged(panel)
	for i, p := range m.opts.Providers {
		info := p.Info()
		row := chooserRow{name: info.ID, rule: visible.Text(info.Contract), also: info.Title}
		if asked {
			row.note, row.noteRole = answerWord(&said.Answers[i])
		}
		c.rows = append(c.rows, row)
		if old != nil && info.ID == old.Info().ID {
			c.now = i
		}
	}
	c.about = func(m *model, i, w int) []line {
		out := providerLines(m.opts.Providers[i], w)
		if asked {
			out = append(out, answerLines(&said.Answers[i], said.Length, w)...)
		}
		return out
	}
	c.show = func(m *model, i int) { m.setProvider(m.opts.Providers[i], true) }
	c.undo = func(m *model) { m.setProvider(old, chosen) }
	if m.picksAreEdits() {
		c.take = func(m *model, i int) tea.Cmd {
			c.undo(m)
			return m.addEdit(decide.Edit{Kind: decide.EditProvider, To: m.opts.Providers[i].Info().ID})
		}
	}
	return m.pushChooser(c)
}

// providerLines say what a contract takes, with the greatest number of tools.
func providerLines(p journey.Provider, w int) []line {
	info := p.Info()
	text := info.Contract
	if rule, ok := p.Rule(journey.PlaceToolCount, ""); ok && rule.Max > 0 {
		text += ", at most " + comma(rule.Max) + " tools"
	}
	return prose(themes.Text, info.Title+": "+text, w)
}

// wireNames are the names of the request of a detail, with the position of the
// tool it is about. A name that is not in the request stands where it would be;
// ok is false where there is no name at all.
func (d *detail) wireNames() (names []journey.WireName, at int, ok bool) {
	names, at = d.plan.RequestWith(d.journey.Index)
	switch {
	case at >= 0:
		return names, at, true
	case d.call == nil:
		return nil, -1, false
	}
	return append(names, d.call.Called.Wire()), len(names), true
}

// judged asks all providers about the name under the cursor; asked is false
// where there is none.
func (m *model) judged(panel *journey.Panel) (asked bool, said journey.Everywhere) {
	d := m.data.detail
	if d == nil || d.plan == nil {
		return false, said
	}
	said, asked = d.judgedBy(panel)
	return asked, said
}

// judgedBy asks a panel about the tool of a detail, or about the name of a call
// that no tool has; ok is false where there is neither.
func (d *detail) judgedBy(panel *journey.Panel) (said journey.Everywhere, ok bool) {
	if i := d.journey.Index; i >= 0 && i < len(d.plan.Tools) {
		return panel.JudgeTool(d.plan, i), true
	}
	names, at, ok := d.wireNames()
	if !ok {
		return said, false
	}
	return panel.JudgeOne(names, at), true
}

// answerWord is the verdict of one provider as a word.
func answerWord(a *journey.Answer) (string, themes.Role) {
	switch {
	case a.Refuses():
		return "refuses", themes.Bad
	case a.Advice:
		return "advises against", themes.Warn
	case a.Verdict == journey.VerdictAccept:
		return "accepts", themes.Ok
	}
	return "unknown", themes.Muted
}

// answerLines are the verdict of one provider on a name: the count, what is
// wrong, and in which words it is refused.
func answerLines(a *journey.Answer, length, w int) []line {
	word, role := answerWord(a)
	head := line{{text: sentence(word), role: role, mod: bold}, {text: "  " + countAgainst(length, a.Rule), role: themes.Muted}}
	out := []line{head}
	for _, v := range a.Violations {
		out = append(out, prose(themes.Text, v.Rule+": "+v.Detail, w)...)
		if v.Error != "" {
			out = append(out, refusalLines(v, w)...)
		}
	}
	if a.Verdict == journey.VerdictUnknown && a.Rule != nil && a.Rule.Unknown != "" {
		out = append(out, prose(themes.Muted, "Not known: "+a.Rule.Unknown, w)...)
	}
	return out
}

// refusalLines are the provider's own text about a name, and whether it was
// seen for this place.
func refusalLines(v journey.Violation, w int) []line {
	text, role := v.Error, themes.Bad
	if v.Severity == journey.SeverityWarning {
		role = themes.Warn
	}
	if !v.ErrorHow {
		text += " (by analogy)"
	}
	return prose(role, text, w)
}

// countAgainst is a length against the limit of a rule: 15/128, 3 over.
func countAgainst(length int, rule *journey.NameRule) string {
	switch {
	case rule == nil:
		return comma(length) + "/?"
	case rule.Max == 0:
		return plural(length, "character", "characters") + ", no limit"
	}
	c := journey.Count{Length: length, Limit: rule.Max}
	return countWords(c)
}

func countWords(c journey.Count) string {
	s := comma(c.Length) + "/" + comma(c.Limit)
	if over := c.Over(); over > 0 {
		s += ", " + comma(over) + " over"
	}
	return s
}

func (m *model) providerState() string {
	if m.data.provider == nil {
		return ""
	}
	return "now " + m.data.provider.Info().ID
}

// providerCommands are a palette entry for each provider.
func (m *model) providerCommands() []command {
	var list []command
	for _, p := range m.opts.Providers {
		name := p.Info().ID
		list = append(list, command{label: "Provider: " + name, run: func(m *model) tea.Cmd { return m.takeProvider(p) }})
	}
	return list
}

// takeProvider puts a provider in force and says so.
func (m *model) takeProvider(p journey.Provider) tea.Cmd {
	m.setProvider(p, true)
	m.say("Provider: " + p.Info().ID)
	return nil
}

// providerAt is the position of the provider in force, -1 for none.
func (m *model) providerAt() int {
	return slices.IndexFunc(m.opts.Providers, func(p journey.Provider) bool {
		return m.data.provider != nil && p.Info().ID == m.data.provider.Info().ID
	})
}
