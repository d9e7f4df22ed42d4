package tui

import (
	"strings"
	"unicode/utf8"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// namesShown is the number of names that the parts of the census list.
const namesShown = 6

// clashing returns the indexes in the plan of the tools that share a form with
// the selected one, itself first; nil where none does.
func (d *detail) clashing() []int {
	n := d.journey.Naming
	if n == nil || d.plan == nil || len(n.SharesWith) == 0 || d.journey.Index < 0 {
		return nil
	}
	list := []int{d.journey.Index}
	for _, i := range n.SharesWith {
		if i >= 0 && i < len(d.plan.Tools) && i != d.journey.Index {
			list = append(list, i)
		}
	}
	return list
}

// twoNamesPart shows the names that meet in one form, one above the other;
// ok is false where no clash concerns the tool.
func twoNamesPart(d *detail, w int) (p part, ok bool) {
	list := d.clashing()
	if len(list) < 2 {
		return part{}, false
	}
	p = part{title: meetTitle(len(list)), note: "what each character becomes", noteRole: themes.Muted}
	if len(p.title)+2+len(p.note) > w {
		p.note = ""
	}
	shown := list[:min(len(list), namesShown)]
	names, own := d.ownNames(shown)
	safe := string(d.journey.Naming.Safe)
	label, width := labelCells(own, max(w/4, 8)), visible.Width(safe)
	for _, n := range names {
		width = max(width, visible.Width(visible.Name(n)))
	}
	gap, count := 6, len(d.countOf(utf8.RuneCountInString(safe)))
	if label+7+width+gap+count > w {
		gap = 2
		width = min(width, max(w-label-7-gap-count, 8))
	}
	row := func(what, kind string, gs []glyph, n int) line {
		l := line{{text: cutName(what, label-1), role: themes.Muted}}.padded(label)
		l = append(append(l, span{text: kind, role: themes.Muted}, blanks(7-len(kind))), glyphLine(gs)...)
		return append(l.padded(label+7+width+gap), span{text: d.countOf(n), role: themes.Muted})
	}
	var marks []glyph
	for i, n := range names {
		diff := journey.Diff(n, safe)
		gs := fitGlyphs(earlierGlyphs(diff), width)
		p.body = append(p.body, row(own[i], "real", gs, utf8.RuneCountInString(n)))
		marks = mergeMarks(marks, fitGlyphs(laterGlyphs(diff), width))
	}
	what := "both"
	if len(list) > 2 {
		what = "all " + comma(len(list))
	}
	p.body = append(p.body, row(what, "safe", marks, utf8.RuneCountInString(safe)))
	if len(marks) > 0 {
		p.body = append(p.body, markRows(marks, label+7, meeting(names), themes.To, w)...)
	}
	if n := len(list) - len(shown); n > 0 {
		p.body = append(p.body, says(themes.Muted, comma(n)+" more"))
	}
	return p.fitted(w), true
}

func meetTitle(n int) string {
	words := [...]string{2: "Two", 3: "Three", 4: "Four", 5: "Five"}
	if n < len(words) {
		return words[n] + " names, one form"
	}
	return comma(n) + " names, one form"
}

// ownNames returns the names of tools, and for labels what is left of them
// without the beginning that all of them have.
func (d *detail) ownNames(list []int) (names, own []string) {
	for _, i := range list {
		n, server := toolName(&d.plan.Tools[i])
		names = append(names, n)
		if server != "" {
			own = append(own, server+" · "+n)
			continue
		}
		own = append(own, n)
	}
	if len(names) > 1 && names[0] == own[0] {
		a, _ := ownParts(names[0], names[1])
		cut := len(names[0]) - len(a)
		for i, n := range names {
			if strings.HasPrefix(n, names[0][:cut]) {
				own[i] = n[cut:]
			}
		}
	}
	return names, own
}

func labelCells(list []string, most int) int {
	w := 9
	for _, s := range list {
		w = max(w, visible.Width(visible.Name(s)))
	}
	return min(w, most) + 3
}

// countOf is a length against the limit.
func (d *detail) countOf(n int) string {
	if d.journey.Limit > 0 {
		return comma(n) + "/" + comma(d.journey.Limit)
	}
	return comma(n)
}

// mergeMarks lays the marks of one form over those of another, where both show
// the same characters.
func mergeMarks(a, b []glyph) []glyph {
	if a == nil {
		return b
	}
	for i := range a {
		if i < len(b) && a[i].mark == ' ' && b[i].mark != ' ' && a[i].text == b[i].text {
			a[i] = b[i]
		}
	}
	return a
}

// charNames are the characters that a sentence names by word.
var charNames = map[string]string{
	".": "the dot", "_": "the underscore", "-": "the hyphen", "/": "the slash",
	":": "the colon", " ": "the blank", "@": "the at sign", "#": "the hash",
}

// meeting says which characters of two names become one.
func meeting(names []string) string {
	if len(names) != 2 {
		return "what is marked becomes the same"
	}
	d := journey.Diff(names[0], names[1])
	if d.Rewritten || d.Replaced != 1 || d.Added+d.Dropped > 0 {
		return "what is marked becomes the same"
	}
	for _, s := range d.Segments {
		if s.Op == journey.DiffReplaced {
			return charName(s.From) + " and " + charName(s.To) + " meet here"
		}
	}
	return ""
}

func charName(c string) string {
	if n, ok := charNames[c]; ok {
		return n
	}
	return visible.Name(c)
}

// lackPart lists what the request would lack; it is empty where every tool is
// in the request.
func lackPart(plan *journey.Plan, census *journey.CensusResult, w int) part {
	p := part{title: "What the request would lack"}
	if plan == nil {
		return p
	}
	var clash, other []int
	for i := range plan.Tools {
		n := &plan.Tools[i]
		switch {
		case n.Status != journey.LeftOut:
		case len(n.SharesWith) > 0:
			clash = append(clash, i)
		default:
			other = append(other, i)
		}
	}
	lacking := append(clash, other...)
	more := len(lacking) - namesShown
	if more > 1 {
		lacking = lacking[:namesShown]
	}
	for _, i := range lacking {
		p.body = append(p.body, lackRow(plan, &plan.Tools[i], w))
	}
	if more > 1 {
		p.body = append(p.body, says(themes.Muted, "   "+comma(more)+" more"))
	}
	return p.fitted(w)
}

func lackRow(plan *journey.Plan, n *journey.Naming, w int) line {
	name, server := toolName(n)
	m, why := markLeftOut, n.Reason
	if len(n.SharesWith) > 0 {
		m, why = markClash, "nobody gets it"
		for _, i := range n.SharesWith {
			if i >= 0 && i < len(plan.Tools) && plan.Tools[i].Status == journey.Offered {
				why = "another one gets it"
			}
		}
	}
	wide := visible.Width(owned(server, name, w))
	why = visible.Cut(why, max(w-3-wide-3, w/2, 1))
	room := w - 3 - visible.Width(why) - 3
	left := line{blanks(1), m.span(), blanks(1), {text: owned(server, name, max(room, 8))}}
	return sides(left, line{{text: why, role: themes.Muted}, blanks(1)}, w)
}

// wordsPart shows the client's own warnings: the first one in full.
func wordsPart(plan *journey.Plan, scheme journey.Scheme, w int) part {
	p := part{title: "Client's own words", noteRole: themes.Muted}
	if plan == nil || len(plan.Warnings) == 0 {
		return p
	}
	p.note = plural(len(plan.Warnings), "warning", "warnings")
	text := attributed(scheme, plan.Warnings[0])
	for _, row := range wrap(text, w-2) {
		p.body = append(p.body, line{blanks(1), {text: row}})
	}
	switch len(plan.Warnings) {
	case 1:
	case 2:
		p.body = append(p.body, says(themes.Muted, " enter reads the second one in full"))
	default:
		p.body = append(p.body, says(themes.Muted, " enter reads the others in full"))
	}
	for _, text := range plan.Warnings {
		p.copies = append(p.copies, copyItem{"a", "warning", text})
	}
	return p.fitted(w)
}

// attributed says who said it, unless the text does.
func attributed(scheme journey.Scheme, text string) string {
	if scheme == nil || strings.HasPrefix(text, scheme.Info().ID+":") {
		return text
	}
	return scheme.Info().ID + ": " + text
}

// nearTwinsPart lists names that differ in what people overlook.
func nearTwinsPart(census *journey.CensusResult, w int) part {
	p := part{title: "Near-twins", note: "0", noteRole: themes.Muted}
	if census == nil {
		return p
	}
	n := census.CountGroup(journey.GroupNearTwin)
	p.note = comma(n)
	if n == 0 {
		p.body = prose(themes.Muted, "No two names differ only in case, in - and _, or in invisible or look-alike characters.", w)
		return p
	}
	for _, f := range census.Findings {
		if f.Group() != journey.GroupNearTwin {
			continue
		}
		if len(p.body) >= namesShown {
			p.body = append(p.body, says(themes.Muted, "more with z"))
			break
		}
		for i, name := range f.Tools {
			head := line{blanks(2)}
			if i == 0 {
				head = line{markTwin.span(), blanks(1)}
			}
			p.body = append(p.body, append(head, span{text: cutName(name, w-2)}))
		}
	}
	return p.fitted(w)
}
