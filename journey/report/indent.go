package report

import (
	"io"
	"unicode/utf8"
)

// indenting writes the JSON that is written to it without blanks over several
// lines, two blanks a level, as json.Indent does. That one needs the whole
// document twice; a report may be hundreds of megabytes.
type indenting struct {
	w     io.Writer
	out   []byte
	depth int
	// text: inside a string; escaped: behind a backslash in it; open: behind a
	// bracket that may be closed at once.
	text, escaped, open bool
}

// indentedPart is about how many bytes are passed on at a time.
const indentedPart = 64 << 10

func (d *indenting) Write(p []byte) (int, error) {
	from := 0 // of p, all before stands in out
	for i, c := range p {
		if d.text {
			switch {
			case d.escaped:
				d.escaped = false
			case c == '\\':
				d.escaped = true
			case c == '"':
				d.text = false
			}
			continue
		}
		if d.open && c != '}' && c != ']' {
			d.open = false
			d.depth++
			d.out = append(d.out, p[from:i]...)
			from = i
			d.newLine()
		}
		switch c {
		case '"':
			d.text = true
		case '{', '[':
			d.open = true
		case '}', ']':
			if d.open {
				d.open = false
				continue
			}
			d.depth--
			d.out = append(d.out, p[from:i]...)
			from = i
			d.newLine()
		case ',', ':':
			d.out = append(d.out, p[from:i+1]...)
			from = i + 1
			if c == ':' {
				d.out = append(d.out, ' ')
			} else {
				d.newLine()
			}
			if err := d.pass(indentedPart); err != nil {
				return i, err
			}
		}
	}
	d.out = append(d.out, p[from:]...)
	least := 0
	if len(p) > 0 && p[len(p)-1] >= utf8.RuneSelf {
		least = indentedPart // what follows may belong to this character
	}
	return len(p), d.pass(least)
}

func (d *indenting) newLine() {
	d.out = append(d.out, '\n')
	for range d.depth {
		d.out = append(d.out, ' ', ' ')
	}
}

// pass hands on what is there if it is enough.
func (d *indenting) pass(least int) error {
	if len(d.out) < least {
		return nil
	}
	_, err := d.w.Write(d.out)
	d.out = d.out[:0]
	return err
}
