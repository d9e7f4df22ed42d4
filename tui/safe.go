package tui

import (
	"strconv"
	"unicode/utf8"

	"hopscope/journey"
	"hopscope/themes"
)

// safePart is the pane "Safe form": what the client makes of the real name,
// its length against the limit, and what was changed.
func safePart(d *detail, w int) part {
	s := d.stop(journey.HopSafe)
	p := d.hopPart(s, "")
	p.note, p.noteRole = lengthNote(d, s)
	if s.Assumed && d.call != nil {
		p.note += "  " + assumedWord
	}
	name, space := formOf(s)
	if name == "" && space == "" {
		p.body = append(missing(s), noteRows(s, w)...)
		return p.fitted(w)
	}
	p.copies = []copyItem{{"n", "safe form", joined(space, name)}}
	real, server := d.realName()
	p.body = d.formRows(name, space, real, server, d.schemeID(), w)
	p.body = append(p.body, noteRows(s, w)...)
	return p.fitted(w)
}

// schemeID is the client whose rules are shown.
func (d *detail) schemeID() string {
	if d.scheme == nil {
		return ""
	}
	return d.scheme.Info().ID
}

// formOf is the name of a stop, or what it would be.
func formOf(s *journey.Stop) (name, space string) {
	if s.Name == "" && s.Would != "" {
		return s.Would, s.Namespace
	}
	return s.Name, s.Namespace
}

// joined writes namespace and name for the clipboard.
func joined(space, name string) string {
	if space == "" {
		return name
	}
	return space + " " + name
}

// missing is the row of a stop without a form.
func missing(s *journey.Stop) []line {
	if s.State == journey.StopNotRecorded {
		return []line{says(themes.Off, "not recorded")}
	}
	return []line{says(themes.Off, "–")}
}

// Labels of the two fields of a name.
const (
	labelSpace = "namespace "
	labelName  = "name      "
)

// formRows shows a form, as two fields where it has a namespace, and what
// differs from the form before. Equal forms have no marks; by is who made the
// form, empty where that says nothing.
func (d *detail) formRows(name, space, before, beforeSpace, by string, w int) []line {
	if space == "" {
		if before == "" {
			before = name
		}
		diff := journey.Diff(before, name)
		return d.diffRows("", diff, words(diff, by), w)
	}
	if beforeSpace == "" {
		beforeSpace = space
	}
	ds := journey.Diff(beforeSpace, space)
	dn := journey.Diff(before, name)
	return append(d.diffRows(labelSpace, ds, words(ds, by), w), d.diffRows(labelName, dn, words(dn, by), w)...)
}

// words says what changed; what a client only put in front or behind is named
// by who added it.
func words(d journey.NameDiff, by string) string {
	if by != "" && d.Added > 0 && d.Replaced+d.Dropped == 0 {
		return "added by " + by
	}
	return d.Words
}

// lengthNote is length and limit: 15/128, or the sum of the two fields.
func lengthNote(d *detail, s *journey.Stop) (string, themes.Role) {
	j := &d.journey
	name, space := formOf(s)
	if name == "" && space == "" {
		return "", themes.Muted
	}
	n, sum := utf8.RuneCountInString(name), ""
	if space != "" {
		m := utf8.RuneCountInString(space)
		sum = strconv.Itoa(m) + " + " + strconv.Itoa(n) + " + 2 = "
		n += m + 2
	}
	if j.Limit == 0 {
		return sum + plural(n, "character", "characters"), themes.Muted
	}
	note := sum + strconv.Itoa(n) + "/" + strconv.Itoa(j.Limit)
	switch {
	case n > j.Limit:
		return note + "  " + strconv.Itoa(n-j.Limit) + " over", themes.Bad
	case n*10 >= j.Limit*9:
		return note, themes.Warn
	default:
		return note, themes.Muted
	}
}
