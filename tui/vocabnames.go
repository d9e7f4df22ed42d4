package tui

import (
	"slices"
	"strings"

	"hopscope/journey/visible"
	"hopscope/themes"
	"hopscope/vocab"
)

// namesHead are the rows above the first name: the heading and that of the
// columns.
const namesHead = 2

// namesPart lists the names of a cell: what they need, the versions, the kind.
func (v *vocabTab) namesPart(w int) part {
	rows := v.cell().rows
	p := part{title: v.cellTitle(), note: plural(len(rows), "name", "names"), noteRole: themes.Muted}
	if _, ok := v.here(); !ok {
		return part{title: "Names", body: prose(themes.Muted, "The filter finds no cell.", w)}
	}
	if len(rows) == 0 {
		p.note = ""
		p.body = prose(themes.Muted, "No name is known. That is no proof: the tables hold what was read in sources.", w)
		p.body = append(p.body, prose(themes.Muted, "The task: "+v.task().Meaning+".", w)...)
		return p
	}
	newest := v.client().Newest()
	cells := [][4]string{{"name", "needs", "versions", "kind"}}
	for _, e := range rows {
		versions := visible.Name(e.Versions(newest))
		if refusedNewest(e) {
			versions += " !"
		}
		cells = append(cells, [4]string{visible.Name(e.Name), needs(e), versions, kindWord(e)})
	}
	cols := nameColumns(cells, w)
	for i, c := range cells {
		p.body = append(p.body, v.nameRow(c, cols, i))
	}
	var notes []string
	if i := slices.IndexFunc(rows, refusedNewest); i >= 0 {
		notes = append(notes, "! answered as unknown in the runs of "+visible.Name(strings.Join(rows[i].Refused, ", ")))
	}
	notes = append(notes, "source: "+sourcesOf(rows))
	for _, n := range notes {
		p.body = append(p.body, prose(themes.Muted, n, w)...)
	}
	return p
}

func (v *vocabTab) nameRow(c [4]string, cols [4]int, i int) line {
	var l line
	at := 0
	for j, text := range c {
		l = l.padded(at)
		s := span{text: visible.Middle(text, cols[j]), role: themes.Muted}
		if i > 0 && j < 2 {
			s.role = themes.Text
		}
		if i > 0 && j == 0 {
			l = append(l, highlight(line{s}, v.filter)...)
		} else {
			l = append(l, s)
		}
		at += cols[j] + 2
	}
	return l
}

// nameColumns are the widths of the four columns: the needs give way first,
// then the versions.
func nameColumns(cells [][4]string, w int) [4]int {
	var cols [4]int
	for _, c := range cells {
		for j, text := range c {
			cols[j] = max(cols[j], visible.Width(text))
		}
	}
	over := cols[0] + cols[1] + cols[2] + cols[3] + 6 - w
	for _, give := range []struct{ col, least int }{{1, 10}, {2, 14}, {0, 12}, {3, 4}} {
		n := max(min(over, cols[give.col]-give.least), 0)
		cols[give.col] -= n
		over -= n
	}
	return cols
}

// refusedNewest: a run answered the name as unknown though the code holds it,
// which is not told by the range of versions.
func refusedNewest(e vocab.Entry) bool { return len(e.Refused) > 0 && !e.Until.Known() && !e.Mentioned }

// needs are the required inputs, ? where they are not known.
func needs(e vocab.Entry) string {
	keys := e.Required()
	switch {
	case !e.InputsKnown():
		return "?"
	case len(keys) == 0:
		return "none"
	}
	for i, k := range keys {
		keys[i] = visible.Name(k)
	}
	return strings.Join(keys, ", ")
}

// kindWord is the tool kind; a name that is only said has none.
func kindWord(e vocab.Entry) string {
	if e.Mentioned {
		return "not a tool"
	}
	return visible.Name(e.Kind)
}

// sourcesOf names each source once.
func sourcesOf(rows []vocab.Entry) string {
	var list []string
	for _, e := range rows {
		if s := visible.Text(e.Source); s != "" && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return strings.Join(list, "; ")
}

// namesOffset scrolls the pane so that the name under the cursor is seen: in h
// rows of n.
func (v *vocabTab) namesOffset(h, n int) int {
	v.name.clamp(len(v.cell().rows), 0)
	off := v.name.offset
	if v.name.cursor+namesHead-1 >= off+h-1 {
		off = v.name.cursor + namesHead - h + 1
	}
	if v.name.cursor == 0 {
		off = 0
	}
	if last := len(v.cell().rows) - 1; v.focus == paneNames && v.name.cursor == last {
		off = max(off, min(n-h, v.name.cursor)) // what stands below the names
	}
	off = max(min(off, n-h), 0)
	v.name.offset = min(off, v.name.cursor)
	return off
}
