package tui

import (
	"strings"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// A why is the answer to what broke: the chip and three kinds of text.
type why struct {
	kind string
	// brk: the kind stands in a red chip; otherwise in its own role.
	brk  bool
	role themes.Role
	mark mark
	// hop says where, test by which rule.
	hop, test string
	blocks    []whyBlock
}

// whyBlock is a labelled text.
type whyBlock struct {
	label, text string
}

// whyLines is the answer: the chip line with kind, hop and test, then What,
// Seen and Do, at most h lines in all. What has no room ends in … and a hint;
// Do is cut last.
func whyLines(d *detail, w, h int) []line { return whyHinted(d, w, h, whyHint) }

// whyHinted is whyLines with another hint.
func whyHinted(d *detail, w, h int, hint string) []line {
	y := whyOf(d)
	if h < 1 {
		return nil
	}
	rows := []line{y.chip(w)}
	return append(rows, y.text(w, h-1, hint)...)
}

// chip is the first line.
func (y *why) chip(w int) line {
	left := line{{text: " " + y.kind + " ", role: themes.Brk, mod: bold}}
	if !y.brk {
		left = line{y.mark.span(), {text: " " + y.kind, role: y.role, mod: bold}}
	}
	if y.hop != "" {
		left = append(left, span{text: "  " + y.hop, role: themes.Text})
	}
	test := visible.Text(y.test)
	if room := w - left.width() - 2; visible.Width(test) > room {
		if room < 12 {
			test = ""
		}
		test = visible.Cut(test, room)
	}
	return sides(left, says(themes.Muted, test), w)
}

// whyLabel is the width of the labels.
const whyLabel = 6

// allRows is more rows than any answer has.
const allRows = 1 << 16

// whyHint says how to see the rest of the answer; z zooms what has the focus, so
// from a pane one goes back to the list first.
const (
	whyHint     = "z shows the rest"
	whyHintBack = "esc, then z: the rest"
)

// text wraps the blocks into at most h rows.
func (y *why) text(w, h int, hint string) []line {
	all := make([][]string, len(y.blocks))
	for i, b := range y.blocks {
		all[i] = wrapWhy(b, w-whyLabel)
	}
	give := share(all, y.blocks, h)
	var out []line
	last := -1
	for i, b := range y.blocks {
		role, mod := blockRole(b.label)
		for k := range give[i] {
			l := line{{text: strings.Repeat(" ", whyLabel)}}
			if k == 0 {
				l = line{{text: b.label, role: themes.Muted}}.padded(whyLabel)
				if b.label == "Do" {
					l = line{{text: b.label, role: themes.Accent, mod: bold}}.padded(whyLabel)
				}
			}
			text := all[i][k]
			if k == give[i]-1 && give[i] < len(all[i]) {
				whole := endsSentence(text) && visible.Width(text)+2 <= w-whyLabel
				if whole {
					text += " …"
				} else {
					text = visible.Cut(text+" "+all[i][k+1], w-whyLabel)
				}
				if b.label != "Do" || last < 0 && !whole { // the hint takes room: not from Do
					last = len(out)
				}
			}
			out = append(out, append(l, span{text: text, role: role, mod: mod}))
		}
	}
	if last >= 0 {
		out[last] = hinted(out[last], hint, w)
	}
	return out
}

// wrapWhy wraps a block. The sentences of Do begin rows of their own where that
// takes no more rows.
func wrapWhy(b whyBlock, w int) []string {
	rows := wrap(b.text, w)
	if b.label != "Do" || len(rows) < 2 {
		return rows
	}
	var apart []string
	for _, s := range strings.Split(strings.ReplaceAll(b.text, ". ", ".\n"), "\n") {
		apart = append(apart, wrap(s, w)...)
	}
	if len(apart) > len(rows) {
		return rows
	}
	return apart
}

// hinted puts the hint at the right end of a row, over its text if need be.
func hinted(l line, text string, w int) line {
	hint := says(themes.Muted, text)
	if l.width()+2+hint.width() > w {
		n := len(l) - 1
		s := l[n]
		room := w - hint.width() - 2 - line(l[:n]).width()
		if room < 8 {
			return l
		}
		s.text = visible.Cut(s.text, room)
		l = append(append(line{}, l[:n]...), s)
	}
	return sides(l, hint, w)
}

func blockRole(label string) (themes.Role, mod) {
	if label == "Do" {
		return themes.Text, bold
	}
	return themes.Text, 0
}

// endsSentence reports whether a row ends where a sentence does.
func endsSentence(row string) bool { return strings.HasSuffix(row, ".") }

// share gives each block its rows: all of them where they fit, else every
// block one, then Do its first sentence, then What, the others, and Do again
// take what is left.
func share(all [][]string, blocks []whyBlock, h int) []int {
	give := make([]int, len(all))
	order := blockOrder(blocks)
	for _, i := range order {
		if h > 0 && len(all[i]) > 0 {
			give[i], h = 1, h-1
		}
	}
	more := func(i, want int) {
		if n := min(want-give[i], h); give[i] > 0 && n > 0 {
			give[i], h = give[i]+n, h-n
		}
	}
	for _, i := range order {
		if blocks[i].label == "Do" {
			n := 1
			for n < len(all[i]) && !endsSentence(all[i][n-1]) {
				n++
			}
			more(i, n)
		}
	}
	for _, i := range order {
		if blocks[i].label != "Do" {
			more(i, len(all[i]))
		}
	}
	for _, i := range order {
		more(i, len(all[i]))
	}
	return give
}

// blockOrder puts Do first, What second.
func blockOrder(blocks []whyBlock) []int {
	var order []int
	for _, label := range [...]string{"Do", "What", ""} {
		for i, b := range blocks {
			rest := b.label != "Do" && b.label != "What"
			if b.label == label || label == "" && rest {
				order = append(order, i)
			}
		}
	}
	return order
}
