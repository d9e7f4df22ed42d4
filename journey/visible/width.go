package visible

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// ellipsis stands for what was cut. It is one cell wide.
const ellipsis = "…"

// cellBytes is how many bytes of a long text are looked at for each cell that
// is to be filled, so that a text of megabytes is cut as quickly as a short
// one. No character that is spelled as people spell it takes as many.
const cellBytes = 64

// front returns the first n bytes of s, less where that would cut a code point.
func front(s string, n int) string { return s[:boundary(s, n)] }

// end returns the last n bytes of s, more where that would cut a code point.
func end(s string, n int) string { return s[boundary(s, len(s)-n):] }

// boundary returns n, or the place up to three bytes before it where the code
// point begins that stands there.
func boundary(s string, n int) int {
	for at := n; at >= max(n-utf8.UTFMax+1, 0); at-- {
		if utf8.RuneStart(s[at]) {
			return at
		}
	}
	return n
}

// Width returns the number of terminal cells that Text(s) takes.
func Width(s string) int {
	if plain(s) {
		return len(s)
	}
	return ansi.StringWidth(Text(s))
}

// Cut returns Text(s) in at most w cells. What does not fit is cut off at the
// end, between two characters as a reader counts them, and … put there. It is
// for text without styles.
func Cut(s string, w int) string {
	if w > 0 && len(s) > cellBytes*w {
		return fromFront(clusters(Text(front(s, cellBytes*w))), w-1) + ellipsis
	}
	s = Text(s)
	if Width(s) <= w {
		return s
	}
	if w < 1 {
		return ""
	}
	return fromFront(clusters(s), w-1) + ellipsis
}

// Middle returns Text(s) in at most w cells. What does not fit is cut out of
// the middle and … put there; two thirds of what is left stand before it. It
// is for text without styles.
func Middle(s string, w int) string {
	if w > 0 && len(s) > 2*cellBytes*w {
		back := (w - 1) / 3
		return fromFront(clusters(Text(front(s, cellBytes*w))), w-1-back) + ellipsis +
			fromBack(clusters(Text(end(s, cellBytes*w))), back)
	}
	s = Text(s)
	if Width(s) <= w {
		return s
	}
	if w < 1 {
		return ""
	}
	back := (w - 1) / 3
	list := clusters(s)
	return fromFront(list, w-1-back) + ellipsis + fromBack(list, back)
}

// cluster is one character as a reader counts them.
type cluster struct {
	text  string
	width int
}

func clusters(s string) []cluster {
	list := make([]cluster, 0, len(s))
	for s != "" {
		seq, width, n, _ := ansi.GraphemeWidth.DecodeSequenceInString(s, ansi.NormalState, nil)
		if last := len(list) - 1; width == 0 && last >= 0 { // a mark after ASCII comes alone
			list[last].text += seq
		} else {
			list = append(list, cluster{seq, width})
		}
		s = s[n:]
	}
	return list
}

// fromFront returns as many clusters of the front as fit in w cells.
func fromFront(list []cluster, w int) string {
	var b strings.Builder
	for _, c := range list {
		if w -= c.width; w < 0 {
			break
		}
		b.WriteString(c.text)
	}
	return b.String()
}

// fromBack returns as many clusters of the end as fit in w cells.
func fromBack(list []cluster, w int) string {
	from := len(list)
	for from > 0 && w >= list[from-1].width {
		from--
		w -= list[from].width
	}
	var b strings.Builder
	for _, c := range list[from:] {
		b.WriteString(c.text)
	}
	return b.String()
}
