package journey

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// DiffOp says what happened to a piece of a name between two hops.
type DiffOp uint8

// The operations, with the mark that a screen puts under the columns:
// none, ^ (under both), + (under the later form), - (under the earlier form).
const (
	DiffSame DiffOp = iota
	DiffReplaced
	DiffAdded
	DiffDropped
)

// DiffSegment is a piece of two neighbouring forms. From is its text in the
// earlier form, To in the later one: equal for DiffSame, as many code points
// in both for DiffReplaced, one of them empty for DiffAdded and DiffDropped.
type DiffSegment struct {
	Op       DiffOp
	From, To string
}

// NameDiff is the difference between the forms of a name at two hops, counted
// in code points; an invalid byte counts as one.
type NameDiff struct {
	// Segments joined by From give the earlier form, joined by To the later.
	Segments                 []DiffSegment
	Replaced, Added, Dropped int
	// Rewritten: so much changed that marks say nothing. There is one segment
	// for each form then, and no marks are drawn; the three counts are zero.
	Rewritten bool
	// Words say it in a few words: "2 changed: . to _"; empty for equal forms.
	// They hold characters of the names and need escaping like these.
	Words string
}

// Changed returns the number of changed characters.
func (d NameDiff) Changed() int { return d.Replaced + d.Added + d.Dropped }

// Equal reports whether the two forms are the same.
func (d NameDiff) Equal() bool { return !d.Rewritten && d.Changed() == 0 }

// marksMost is the greatest number of changed characters that marks are drawn
// for. diffCells bounds the work on names that no provider would take.
const (
	marksMost = 40
	diffCells = 1 << 19
)

// Diff compares neighbouring forms of a name. What both have at the start and
// at the end stays; between these the cheapest alignment is taken, in which
// replacing is cheaper than dropping and adding, and one long gap cheaper than
// several short ones. More than 40 changed characters are one rewriting, and
// so are forms that are too long to be aligned.
func Diff(earlier, later string) NameDiff {
	if earlier == later {
		return NameDiff{Segments: appendSegment(nil, DiffSame, earlier, later)}
	}
	head := commonHead(earlier, later)
	a, b := earlier[head:], later[head:]
	tail := commonTail(a, b)
	a, b = a[:len(a)-tail], b[:len(b)-tail]
	n, m := utf8.RuneCountInString(a), utf8.RuneCountInString(b)
	if max(n-m, m-n) > marksMost || (n > 0 && m > diffCells/n) {
		return rewritten(earlier, later)
	}
	d := NameDiff{Segments: appendSegment(nil, DiffSame, earlier[:head], earlier[:head])}
	d.align(points(a, n), points(b, m))
	if d.Changed() > marksMost {
		return rewritten(earlier, later)
	}
	rest := earlier[len(earlier)-tail:]
	d.Segments = appendSegment(d.Segments, DiffSame, rest, rest)
	d.Words = d.words()
	return d
}

// Words says in a few words what changed between two forms: "2 changed: . to _".
// It is empty for equal forms.
func Words(from, to string) string { return Diff(from, to).Words }

func rewritten(earlier, later string) NameDiff {
	s := appendSegment(nil, DiffDropped, earlier, "")
	return NameDiff{Segments: appendSegment(s, DiffAdded, "", later), Rewritten: true, Words: "rewritten"}
}

// appendSegment joins neighbours of the same kind.
func appendSegment(list []DiffSegment, op DiffOp, from, to string) []DiffSegment {
	if from == "" && to == "" {
		return list
	}
	if last := len(list) - 1; last >= 0 && list[last].Op == op {
		list[last].From += from
		list[last].To += to
		return list
	}
	return append(list, DiffSegment{op, from, to})
}

// commonHead and commonTail count the bytes of the whole code points that both
// texts begin or end with.
func commonHead(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) {
		_, w := utf8.DecodeRuneInString(a[n:])
		_, v := utf8.DecodeRuneInString(b[n:])
		if w != v || a[n:n+w] != b[n:n+w] {
			break
		}
		n += w
	}
	return n
}

func commonTail(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) {
		_, w := utf8.DecodeLastRuneInString(a[:len(a)-n])
		_, v := utf8.DecodeLastRuneInString(b[:len(b)-n])
		if w != v || a[len(a)-n-w:len(a)-n] != b[len(b)-n-w:len(b)-n] {
			break
		}
		n += w
	}
	return n
}

// points cuts a text of n code points into them; invalid bytes stay as they are.
func points(s string, n int) []string {
	list := make([]string, 0, n)
	for len(s) > 0 {
		_, w := utf8.DecodeRuneInString(s)
		list = append(list, s[:w])
		s = s[w:]
	}
	return list
}

func (d *NameDiff) words() string {
	var parts []string
	if d.Replaced > 0 {
		parts = append(parts, strconv.Itoa(d.Replaced)+" changed"+d.pairs())
	}
	if d.Added > 0 {
		parts = append(parts, strconv.Itoa(d.Added)+" added"+d.pieces(DiffAdded))
	}
	if d.Dropped > 0 {
		parts = append(parts, strconv.Itoa(d.Dropped)+" dropped"+d.pieces(DiffDropped))
	}
	return strings.Join(parts, ", ")
}

// pairs lists what became what, for at most two different replacements.
func (d *NameDiff) pairs() string {
	var list []string
	for _, s := range d.Segments {
		if s.Op != DiffReplaced {
			continue
		}
		from, to := points(s.From, len(s.From)), points(s.To, len(s.To))
		for i := range from {
			pair := letter(from[i]) + " to " + letter(to[i])
			if !contains(list, pair) {
				list = append(list, pair)
			}
			if len(list) > 2 {
				return ""
			}
		}
	}
	return ": " + strings.Join(list, ", ")
}

// pieces gives the one piece that was added or dropped, if it is one and short.
func (d *NameDiff) pieces(op DiffOp) string {
	var piece string
	for _, s := range d.Segments {
		if s.Op != op {
			continue
		}
		if piece != "" {
			return ""
		}
		piece = s.From + s.To
	}
	if utf8.RuneCountInString(piece) > 20 || strings.TrimSpace(piece) != piece {
		return ""
	}
	return ": " + piece
}

func letter(s string) string {
	if s == " " {
		return "blank"
	}
	return s
}
