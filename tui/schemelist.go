package tui

import (
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// The scheme picker: all schemes by group, each at one of its versions and with
// its options.

// schemeChoice is one row of the picker: a scheme and the versions at which a
// rule of it is known.
type schemeChoice struct {
	versions []journey.Scheme
	at       int
	// own is the index in versions of the recording's own, -1 for none.
	own int
}

func (c *schemeChoice) scheme() journey.Scheme { return c.versions[c.at] }

// schemeChoices are all schemes by group, each at its newest version, but for
// the recording's own and the one in force.
func (m *model) schemeChoices() []*schemeChoice {
	var list []*schemeChoice
	for _, s := range m.opts.Schemes {
		list = append(list, m.schemeChoice(s))
	}
	slices.SortStableFunc(list, func(a, b *schemeChoice) int {
		return int(a.scheme().Info().Kind) - int(b.scheme().Info().Kind)
	})
	return list
}

func (m *model) schemeChoice(newest journey.Scheme) *schemeChoice {
	info := newest.Info()
	c := &schemeChoice{own: -1}
	if m.opts.SchemeAt != nil {
		for _, v := range info.Versions {
			if s, err := m.opts.SchemeAt(info.ID + "@" + v); err == nil {
				c.versions = append(c.versions, s)
			}
		}
	}
	if len(c.versions) == 0 {
		c.versions = []journey.Scheme{newest}
	}
	c.at = len(c.versions) - 1
	if own := m.data.own; own != nil && own.Info().ID == info.ID {
		c.own = c.add(own)
		c.at = c.own
	}
	if now := m.data.scheme; now != nil && now.Info().ID == info.ID {
		c.at = c.add(now)
	}
	return c
}

// add puts a scheme among the versions, in place of the same rules or behind
// those that are not newer, and returns where it stands.
func (c *schemeChoice) add(s journey.Scheme) int {
	info, at := s.Info(), len(c.versions)
	for i, v := range c.versions {
		switch have := v.Info(); {
		case have.Version == info.Version && have.Note == info.Note:
			if i != c.own {
				c.versions[i] = s
			}
			return i
		case have.Version == info.Version:
			at = i + 1
		}
	}
	c.versions = slices.Insert(c.versions, at, s)
	if c.own >= at {
		c.own++
	}
	return at
}

// turn goes to an older (-1) or newer version; false at the end.
func (c *schemeChoice) turn(d int) bool {
	if c.at+d < 0 || c.at+d >= len(c.versions) {
		return false
	}
	c.at += d
	return true
}

// schemePicker is the picker and what was in force before it.
type schemePicker struct {
	choices []*schemeChoice
	c       *chooser
	old     journey.Scheme
	chosen  bool
	why     string
	options schemeOptions
	// fits say by version how much of the recording a scheme explains.
	fits map[string]diagnose.SchemeFit
}

func (m *model) pickScheme() tea.Cmd {
	p := &schemePicker{
		choices: m.schemeChoices(), old: m.data.scheme, chosen: m.data.schemeChosen, why: m.data.schemeWhy,
		options: m.data.options, c: &chooser{title: "Scheme", now: -1},
	}
	p.fits = m.fits()
	p.fill(m)
	p.c.show = func(m *model, i int) { m.setScheme(p.choices[i].scheme(), true) }
	p.c.undo = p.undo
	if m.picksAreEdits() {
		p.c.take = func(m *model, i int) tea.Cmd {
			s := p.choices[i].scheme()
			p.undo(m)
			return m.addEdit(schemeEdit(p.old, s))
		}
	}
	p.c.about = p.about
	if p.why != "" {
		p.c.standing = "By the recording: " + visible.Text(p.why) + ". What stands behind follows the cursor."
	}
	p.c.more = []chooserKey{
		{keys: []string{"h", "left"}, show: "h/l", word: "version", why: p.noVersion(-1), run: p.version(-1)},
		{keys: []string{"l", "right"}, why: p.noVersion(1), run: p.version(1)},
		{keys: []string{"o"}, show: "o", word: "options", why: p.noOptions, run: p.openOptions},
		{keys: []string{"c"}, show: "c", word: "servers", why: func(m *model, _ int) string { return noServers(m) },
			run: func(m *model, _ int) tea.Cmd { return m.pickServers() }},
		{keys: []string{"S"}, show: "S", word: "compare", why: func(m *model, _ int) string { return noTool(m) },
			run: func(m *model, _ int) tea.Cmd { return m.everyScheme() }},
	}
	return m.pushChooser(p.c)
}

// fits compares the recording with all schemes, by name and version.
func (m *model) fits() map[string]diagnose.SchemeFit {
	out := map[string]diagnose.SchemeFit{}
	if m.data.recorded != nil && len(m.data.plan.Tools) <= fitTools {
		for _, f := range m.data.recorded.Fit() {
			out[schemeName(f.Scheme)] = f
		}
	}
	return out
}

// fitTools is the greatest list that all schemes plan while a key waits.
const fitTools = 200

// fill makes the rows from the choices.
func (p *schemePicker) fill(m *model) {
	p.c.rows, p.c.now = p.c.rows[:0], -1
	for i, x := range p.choices {
		info := x.scheme().Info()
		row := chooserRow{
			name: visible.Text(schemeName(info)), rule: info.Rule, group: info.Kind.Title(), noteRole: themes.Muted,
			also: info.Title,
		}
		if f, ok := p.fits[schemeName(info)]; ok {
			row.note = "fits " + comma(f.Agree) + " of " + comma(f.Names)
		}
		if x.own == x.at && p.why != "" {
			row.note, row.noteRole = "recorded", themes.Ok
		}
		for _, v := range x.versions {
			row.also += " " + v.Info().Version
		}
		p.c.rows = append(p.c.rows, row)
		if p.old != nil && sameScheme(p.old, x.scheme()) && sameOptions(p.options, m.data.options) {
			p.c.now = i
		}
	}
}

// sameScheme reports whether two schemes are one at one version.
func sameScheme(a, b journey.Scheme) bool {
	x, y := a.Info(), b.Info()
	return x.ID == y.ID && x.Version == y.Version && x.Note == y.Note
}

func sameOptions(a, b schemeOptions) bool {
	return maps.EqualFunc(a, b, func(x, y map[string]string) bool { return maps.Equal(x, y) })
}

func (p *schemePicker) undo(m *model) {
	m.data.options = p.options
	m.setScheme(p.old, p.chosen)
	m.data.schemeWhy = p.why
}

func (p *schemePicker) noVersion(d int) func(*model, int) string {
	return func(_ *model, i int) string {
		x := p.choices[i]
		switch {
		case len(x.versions) == 1:
			return "only one state of these rules is known"
		case d < 0 && x.at == 0:
			return "no older rule is known"
		case d > 0 && x.at == len(x.versions)-1:
			return "no newer rule is known"
		}
		return ""
	}
}

// version puts another version of a scheme in force.
func (p *schemePicker) version(d int) func(*model, int) tea.Cmd {
	return func(m *model, i int) tea.Cmd {
		p.choices[i].turn(d)
		p.fill(m)
		p.c.show(m, i)
		return nil
	}
}

func (p *schemePicker) noOptions(_ *model, i int) string {
	if len(ownOptions(p.choices[i].scheme().Info())) == 0 {
		return "this scheme has no options"
	}
	return ""
}

func (p *schemePicker) openOptions(m *model, i int) tea.Cmd {
	return m.pickOptions(p.choices[i].scheme(), func(m *model) {
		p.fill(m)
		p.c.show(m, i)
	})
}

// about is what stands below the list: the whole rule, why the recording's own
// was taken, the version, the options, and what becomes of two tools with one
// name.
func (p *schemePicker) about(m *model, i, w int) []line {
	x := p.choices[i]
	info := x.scheme().Info()
	var out []line
	if x.own == x.at && p.why != "" {
		out = append(out, line{{text: "detected  ", role: themes.Muted}, {text: visible.Cut(p.why, w-10)}})
	}
	out = append(out, prose(themes.Text, info.Rule, w)...)
	facts := x.facts(m)
	if f, ok := p.fits[schemeName(info)]; ok {
		facts = strings.TrimPrefix(facts+"; "+f.Words()+" of the recording", "; ")
	}
	if facts != "" {
		out = append(out, prose(themes.Muted, facts, w)...)
	}
	if info.Clash != "" {
		out = append(out, prose(themes.Muted, "two tools, one name: "+info.Clash, w)...)
	}
	return out
}

// facts are version, limit and options in one sentence each.
func (c *schemeChoice) facts(m *model) string {
	info := c.scheme().Info()
	text := ""
	add := func(s string) {
		if text != "" {
			text += "; "
		}
		text += s
	}
	if n := len(c.versions); n > 1 {
		add("version " + comma(c.at+1) + " of " + comma(n))
	}
	if info.Note != "" {
		add(info.Note)
	}
	if info.Limit > 0 {
		add("limit " + comma(info.Limit) + " " + info.Unit)
	}
	if set := m.optionWords(c.scheme()); set != "" {
		add(set)
	}
	return text
}
