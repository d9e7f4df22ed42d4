package tui

import (
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// standing is the text of the status line when nothing else is to be said.
func (m *model) standing() string {
	s := m.session()
	switch {
	case s == nil:
		return ""
	case m.reads():
		return "Reading. All you see is real already and can be used; counts still grow."
	}
	text := m.position()
	if m.filter != "" && m.w < twoColumnsFrom {
		text = "Filter " + visible.Cut(m.filter, 20) + ": " + comma(len(m.data.shown)) + " of " + comma(len(m.data.rows)) + ", esc drops it. " + text
	}
	for _, f := range []string{m.noteWords(), m.namedInFull(), m.hint(s)} {
		if f != "" {
			text += " " + f
		}
	}
	return text
}

// position says where the cursor stands among the failures or findings.
func (m *model) position() string {
	opened := ""
	if !m.data.moved {
		opened = "Opened at the first "
	}
	if f := m.failedRows(); len(f) > 0 {
		at := m.callRow()
		for i, r := range f {
			if int(r) != at {
				continue
			}
			if opened != "" && m.w >= twoColumnsFrom {
				return opened + m.openedAt(i, r) + comma(i+1) + " of " + comma(len(f)) + "."
			}
			return comma(i+1) + " of " + plural(len(f), "failure.", "failures.")
		}
		return plural(len(f), "failure; "+m.keyOf("next-failure")+" goes there.", "failures; "+m.keyOf("next-failure")+" goes to the next.")
	}
	if f := m.findings(); len(f) > 0 {
		i := m.findingAt(f)
		switch {
		case m.data.detail != nil && m.data.detail.call == nil && m.data.detail.finding != nil:
			return "A request was refused because of this name: " + comma(i+1) + " of " + plural(len(f), "finding.", "findings.")
		case i >= 0 && opened != "":
			return "Opened at the first finding, " + comma(i+1) + " of " + comma(len(f)) + "."
		case i >= 0:
			return comma(i+1) + " of " + plural(len(f), "finding.", "findings.")
		}
		return plural(len(f), "finding; "+m.keyOf("next-failure")+" goes there.", "findings; "+m.keyOf("next-failure")+" goes to the next.")
	}
	switch s := m.session(); {
	case s != nil && s.Tally.Calls == 0 && len(s.Requests) > 0:
		return wordsRefused(len(s.Requests), m.keyOf("what-is-wrong"))
	case len(m.data.rows) == 0:
		return "Nothing to show."
	case m.hasCalls() && m.session().Tally.Calls == 0:
		return wordsNoCalls
	case m.hasCalls():
		return wordsNoFailures(m.session().Tally.Calls)
	}
	return "No findings in " + plural(len(m.data.rows), "tool.", "tools.")
}

// openedAt says which failure the screen opened at: the first of all, or the
// first that is about a name.
func (m *model) openedAt(i int, row uint32) string {
	switch {
	case isAmong(m.data.silent, row) && i == 0:
		return "wrong tool, "
	case isAmong(m.data.silent, row):
		return "wrong tool, failure "
	case i == 0:
		return "failure, "
	case m.session().Rows[row].Class.Unknown():
		return "refused name, failure "
	}
	return "failure here, "
}

// namedInFull is the name of the row under the cursor where the list cuts it.
func (m *model) namedInFull() string {
	r := m.row()
	if m.focus != paneTools || r == nil || !m.data.moved || m.w < twoColumnsFrom {
		return ""
	}
	full := owned(r.server, r.name, 1<<16)
	if visible.Width(full) <= toolColumns(m.data.rows, m.listCols()).name {
		return ""
	}
	return full + "."
}

// noteFits reports whether the first note of an input is said in the status
// line. Small windows have shorter words for a list that is not there.
func (m *model) noteFits(note string) bool {
	return m.w >= twoColumnsFrom || !strings.HasPrefix(note, "declared tools") && visible.Width(note)+2 < m.w
}

// hint says what the input does not show.
func (m *model) hint(s *journey.Session) string {
	d := m.data.detail
	switch {
	case s.ProblemCount > 0:
		return plural(s.ProblemCount, "line was skipped", "lines were skipped") + "; the palette shows them."
	case !m.hasCalls() && len(m.data.rows) > 0:
		return "This list holds no calls: Model echo, Dispatch and History show what would happen."
	case len(m.data.loaded.Catalog.Tools) > 0 && len(s.Sources) > 1:
		return "Tools are read from " + visible.Text(m.data.loaded.Catalog.Source) + ", " + m.data.loaded.Catalog.Form.String() + " names."
	case len(s.Sources) > 0 && len(s.Sources[0].Notes) > 0 && m.noteFits(s.Sources[0].Notes[0]):
		return sentence(visible.Text(s.Sources[0].Notes[0])) + "."
	case m.hasCalls() && !m.data.schemeChosen && m.data.scheme.Info().ID == "verbatim":
		return sentence(visible.Text(m.data.schemeWhy)) + "; " + m.keyOf("scheme") + " chooses another scheme."
	case d != nil && !d.catalogKnown:
		if m.w < twoColumnsFrom {
			return "The list of declared tools is not in this file."
		}
		return wordsNoList
	}
	return ""
}
