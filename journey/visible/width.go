package visible

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// ellipsis stands for what was cut. It is one cell wide.
const ellipsis = "…"

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
