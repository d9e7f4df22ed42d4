package report

import (
	"fmt"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// svgSeen is how many rows the evidence may take.
const svgSeen = 4

// answer is the chip with where it breaks, What, Seen and Do.
func (d *drawing) answer() {
	j := &d.p.Journey
	dg := j.Diagnosis
	what, advice := "", ""
	switch {
	case dg != nil:
		d.chip(d.text(kindWord(dg.Kind)), d.text(breakWords(dg)))
		what, advice = dg.What, dg.Advice
	case j.Call != nil:
		what, advice = j.Call.Class.What(string(j.Call.Called.Name)), j.Call.Class.Advice()
	}
	if what == "" && dg == nil && j.Break == journey.HopNone {
		what = "Nothing breaks: the name comes through every hop."
	}
	d.block("What", "t", what, svgCells)
	if dg != nil {
		var seen []string
		for _, e := range dg.Evidence {
			text := journey.ErrorText(e.Text)
			if w := e.Place(); w != "" {
				text = w + ": " + text
			}
			seen = append(seen, text+".")
		}
		d.block("Seen", "t", strings.ReplaceAll(strings.Join(seen, " "), "..", "."), svgSeen)
	} else if d.p.Error != "" {
		d.block("Seen", "t", journey.ErrorText(d.p.Error), svgSeen)
	}
	d.block("Do", "t!", advice, svgCells)
	d.y += svgRow / 2
}

func (d *drawing) chip(kind, where string) {
	n := visible.Width(kind)
	fmt.Fprintf(&d.b, `<rect class="chip" x="%.0f" y="%.1f" width="%.0f" height="18" rx="3"/>`+"\n", svgPad, d.y+1, float64(n+2)*svgCell)
	d.put(1, "ct!", kind)
	d.put(n+4, "t", where)
	d.y += svgRow + 4
}

// block is a label with wrapped text, at most so many rows.
func (d *drawing) block(label, class, text string, most int) {
	if text == "" {
		return
	}
	rows := wrapCells(d.text(text), svgCells-svgLabel)
	for i, row := range rows {
		if i == 0 {
			of := "m"
			if label == "Do" {
				of = "a!"
			}
			d.put(0, of, label)
		}
		if i == most-1 && len(rows) > most {
			d.put(svgLabel, class, visible.Cut(row+" …", svgCells-svgLabel))
			d.next()
			return
		}
		d.put(svgLabel, class, row)
		d.next()
	}
}

// foot says by which rules, and what else the recording has.
func (d *drawing) foot() {
	p := d.p
	text := "scheme " + d.text(p.Scheme)
	if p.Provider != "" {
		text += ", provider " + d.text(p.Provider)
	}
	if p.Others != "" {
		text += ", " + d.text(p.Others)
	}
	d.put(svgCells-len("hopscope"), "m", "hopscope")
	d.put(0, "m", visible.Cut(text, svgCells-len("hopscope")-2))
	d.next()
}

// wrapCells breaks a text of one line into rows of at most w cells, between
// words where it can.
func wrapCells(s string, w int) []string {
	var rows []string
	row := ""
	for _, word := range strings.Fields(s) {
		for visible.Width(word) > w { // longer than a row: cut anywhere
			if row != "" {
				rows, row = append(rows, row), ""
			}
			head := strings.TrimSuffix(visible.Cut(word, w+1), "…")
			if visible.Width(head) > w || head == "" || !strings.HasPrefix(word, head) {
				break
			}
			rows, word = append(rows, head), word[len(head):]
		}
		switch {
		case row == "":
			row = word
		case visible.Width(row)+1+visible.Width(word) <= w:
			row += " " + word
		default:
			rows, row = append(rows, row), word
		}
	}
	if row != "" {
		rows = append(rows, row)
	}
	return rows
}
