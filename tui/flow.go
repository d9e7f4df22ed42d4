package tui

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// How lines are put together: wrapping, aligning, cutting. All of it counts
// terminal cells.

// says returns a line of one role.
func says(role themes.Role, text string) line { return line{{text: text, role: role}} }

// blanks returns a span of n blanks.
func blanks(n int) span { return span{text: strings.Repeat(" ", max(n, 0))} }

// padded returns the line filled up with blanks to w cells.
func (l line) padded(w int) line {
	if n := w - l.width(); n > 0 {
		return append(l, blanks(n))
	}
	return l
}

// fit returns the line in at most w cells, cut at the end with … .
func (l line) fit(w int) line {
	if l.width() <= w {
		return l
	}
	out, left := line{}, w-1
	for _, s := range l {
		n := visible.Width(s.text)
		if n <= left {
			out, left = append(out, s), left-n
			continue
		}
		s.text = ansi.Truncate(s.text, max(left, 0), "") + "…"
		return append(out, s)
	}
	return out
}

// sides puts left at the left and right at the right end of w cells, two blanks
// apart at least. Where there is no room for both the left one is cut.
func sides(left, right line, w int) line {
	n := right.width()
	if n == 0 {
		return left.fit(w)
	}
	if n >= w {
		return right.fit(w)
	}
	left = left.fit(max(w-n-2, 0))
	out := append(append(line{}, left...), blanks(w-n-left.width()))
	return append(out, right...)
}

// fitted returns the part with every line of the body cut to w.
func (p part) fitted(w int) part {
	for i, l := range p.body {
		p.body[i] = l.fit(w)
	}
	return p
}

// noteLine is the right-hand note of a heading. The word assumed stands apart:
// in its own role and in italics.
func (p part) noteLine() line {
	rest, assumed := strings.CutSuffix(p.note, assumedWord)
	if !assumed {
		return says(p.noteRole, p.note)
	}
	out := line{}
	if rest != "" {
		out = append(out, span{text: rest, role: p.noteRole})
	}
	return append(out, span{text: assumedWord, role: themes.Warn, mod: italic})
}

// assumedWord marks in a heading what no recording shows.
const assumedWord = "assumed"

// wrap breaks foreign text at blanks into rows of at most w cells. A word that
// is longer than a row is broken where the row ends.
func wrap(text string, w int) []string { return wrapAt(text, w, w) }

// wrapAt is wrap with a first row of its own width.
func wrapAt(text string, first, w int) []string {
	if first < 1 || w < 1 {
		return nil
	}
	var rows []string
	row, used, room := "", 0, first
	flush := func() {
		rows = append(rows, row)
		row, used, room = "", 0, w
	}
	for _, word := range strings.Fields(visible.Text(text)) {
		n := visible.Width(word)
		if used > 0 && used+1+n > room {
			flush()
		}
		for n > room {
			head := ansi.Truncate(front(word, rowBytes*room), room, "")
			if head == "" { // one character is wider than the row
				return rows
			}
			row = head
			flush()
			word = word[len(head):]
			n -= visible.Width(head)
		}
		if word == "" {
			continue
		}
		if used > 0 {
			row, used = row+" ", used+1
		}
		row, used = row+word, used+n
	}
	if used > 0 {
		flush()
	}
	return rows
}

// rowBytes is how many bytes of a word are looked at for one cell of a row: a
// word of a megabyte is not measured again for each row.
const rowBytes = 24

// front is the beginning of s in at most n bytes, cut at a character.
func front(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// prose wraps text into lines of one role.
func prose(role themes.Role, text string, w int) []line {
	var out []line
	for _, row := range wrap(text, w) {
		out = append(out, says(role, row))
	}
	return out
}

// name is a foreign name in at most w cells, cut in the middle.
func cutName(s string, w int) string { return visible.Middle(visible.Name(s), w) }

// owned writes server and tool as one: the server is cut first.
func owned(server, tool string, w int) string {
	tool = visible.Name(tool)
	if server == "" {
		return visible.Middle(tool, w)
	}
	server = visible.Name(server)
	room := w - visible.Width(tool) - 3
	if room >= visible.Width(server) {
		return server + " · " + tool
	}
	if room < 2 {
		room = 2
		tool = visible.Middle(tool, w-room-3)
	}
	return visible.Cut(server, room) + " · " + tool
}

// comma writes a number with a comma between thousands.
func comma(n int) string {
	s := strconv.Itoa(n)
	neg := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	if neg {
		return "-" + s
	}
	return s
}

// plural writes a number with its word: 1 call, 2 calls.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return comma(n) + " " + many
}

// clock writes the time of day of a recording, in UTC as recorded; empty where
// no time is known.
func clock(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format("15:04:05")
}

// shortID keeps 10 and 7 characters of a call id.
func shortID(id string) string {
	if len(id) > idBytes { // only its ends are shown
		id = front(id, idBytes/2) + id[len(id)-idBytes/2:]
	}
	id = visible.Name(id)
	if visible.Width(id) <= 18 {
		return id
	}
	tail := ansi.TruncateLeft(id, visible.Width(id)-7, "")
	return ansi.Truncate(id, 10, "") + "…" + tail
}

// idBytes is how much of an id is looked at.
const idBytes = 1024

// sentence makes the first letter of a text a capital; names and paths keep
// theirs.
func sentence(s string) string {
	word, _, _ := strings.Cut(s, " ")
	if s == "" || s[0] < 'a' || s[0] > 'z' || strings.ContainsAny(word, "_.[/-") {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}
