package tui

import (
	"errors"
	"path/filepath"
	"strings"

	"hopscope/journey/visible"
	"hopscope/sessions"
	"hopscope/themes"
)

// failure is what could not be opened: shown in place of the tab.
type failure struct {
	paths []string
	err   error
	// of is set where the input is there but nothing that hopscope knows.
	of *sessions.Unreadable
	// from is the tab in which it was asked for.
	from tab
}

func newFailure(paths []string, err error) *failure {
	f := &failure{paths: paths, err: err}
	errors.As(err, &f.of)
	return f
}

// path is the file that it is about.
func (f *failure) path() string {
	if f.of != nil {
		return f.of.Path
	}
	if len(f.paths) > 0 {
		return f.paths[0]
	}
	return ""
}

// lines are what, seen, tried and what to do.
func (f *failure) lines(w int, other string) []line {
	chip := span{text: " cannot read ", role: themes.Brk}
	out := []line{{}}
	if f.of == nil {
		rows := wrapAt(visible.Text(f.err.Error()), w-15, w-7)
		out = append(out, line{chip, {text: "  " + first(rows)}}, line{})
		for _, r := range rows[min(1, len(rows)):] {
			out = append(out, line{{text: "       " + r}})
		}
		return append(out, labelledRows("Do", "Check the path, or press "+other+" for another one.", themes.Accent, w)...)
	}
	what := f.of.What
	if base := filepath.Base(f.of.Path); !strings.Contains(what, base) {
		what = base + " " + what
	}
	rows := wrapAt(strings.TrimRight(what, ".")+".", w-16, w-16)
	out = append(out, line{chip, {text: "  " + first(rows)}})
	for _, r := range rows[min(1, len(rows)):] {
		out = append(out, line{{text: strings.Repeat(" ", 15) + r}})
	}
	out = append(out, line{})
	out = append(out, labelledRows("Seen", f.of.Seen, themes.Text, w)...)
	for _, p := range f.of.Near {
		where := strings.TrimPrefix(p.Where, f.of.Path+": ")
		out = append(out, labelledRows("Near", visible.Text(where+": "+p.What), themes.Text, w)...)
	}
	if n := len(f.of.Tried); n > 0 {
		out = append(out, labelledRows("Tried", tried(f.of.Tried), themes.Text, w)...)
	}
	out = append(out, labelledRows("Do", f.of.Fix, themes.Accent, w)...)
	if strings.Contains(f.of.Fix, "hopscope formats") {
		return out
	}
	return append(out, line{{text: "       hopscope formats    lists what is read, and where it is found", role: themes.Muted}})
}

// tried names the first formats and counts the others.
func tried(list []string) string {
	if len(list) <= 4 {
		return strings.Join(list, ", ") + ", by content"
	}
	return strings.Join(list[:4], ", ") + ", … and " + comma(len(list)-4) + " more, by content"
}

// labelledRows wraps a text behind a word of six columns.
func labelledRows(word, text string, role themes.Role, w int) []line {
	if text == "" {
		return nil
	}
	var out []line
	for i, r := range wrapAt(text, w-7, w-7) {
		label := span{text: "       "}
		if i == 0 {
			label = span{text: (word + "       ")[:7], role: themes.Muted}
			if role == themes.Accent {
				label = span{text: (word + "       ")[:7], role: role, mod: bold}
			}
		}
		s := span{text: r}
		if role == themes.Accent {
			s.mod = bold
		}
		out = append(out, line{label, s})
	}
	return out
}

func first(rows []string) string {
	if len(rows) == 0 {
		return ""
	}
	return rows[0]
}

// plain is the message as lines of text, for the copy.
func (f *failure) plain() []string {
	var rows []string
	for _, l := range f.lines(100, "o") {
		if t := strings.TrimSpace(l.plain()); t != "" {
			rows = append(rows, t)
		}
	}
	return rows
}

// problemLines list what could not be read of a file that else is fine.
func (m *model) problemLines() []line {
	s := m.session()
	if s == nil || s.ProblemCount == 0 {
		return nil
	}
	var out []line
	for _, p := range s.Problems {
		l := line{{text: "! ", role: themes.Warn}, {text: visible.Text(p.Where) + "   " + visible.Text(p.What)}}
		if p.Fix != "" {
			l = append(l, span{text: "   " + visible.Text(p.Fix), role: themes.Muted})
		}
		out = append(out, l)
	}
	if n := s.ProblemCount - len(s.Problems); n > 0 {
		out = append(out, says(themes.Muted, comma(n)+" more"))
	}
	return out
}
