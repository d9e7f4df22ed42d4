package provider

import (
	"strconv"
	"strings"

	"hopscope/journey"
)

// many judges the declared names of one request. It answers as Check does one
// by one; what many names have in common is worded once.
type many struct {
	*contract
	rule *placeRule
	// dated is the day of the rule.
	dated string
	// room is where the next violations go.
	room []journey.Violation
	// details and wordings remember what was worded, each at the place of its sum.
	details  [memoSize]detailed
	wordings [memoSize]worded
	texts    strings.Builder
	// front and behind are the path of a name around its position; numbered is
	// false where it is no such path.
	front, behind string
	numbered      bool
}

// pathSample is a position that stands in a path no other way.
const pathSample = 7654321

// memoSize is how many texts are remembered: a power of two, more than names
// usually have lengths.
const memoSize = 128

// roomSize is how many violations have room together, textSize how many bytes
// of texts.
const (
	roomSize = 128
	textSize = 16 << 10
)

// detailed is a breach and its detail; empty: none.
type detailed struct {
	breach breach
	detail string
}

// worded is the provider's text about one kind of breach, in pieces.
type worded struct {
	rule          string
	limit, length int
	all           [breachesMost]string
	seen          bool
	pieces        []piece
}

// piece is a text and what stands behind it: 'p' the path, 'n' the name, 0
// nothing.
type piece struct {
	text   string
	behind byte
}

// Repeat is Check of the declared names of one request, at their entries.
func (c *contract) Repeat(asOf string) func(*journey.WireName, *journey.Site) (journey.Verdict, []journey.Violation) {
	m := &many{contract: c, rule: c.ruleAt(journey.PlaceDeclare, asOf)}
	if m.rule == nil {
		return func(*journey.WireName, *journey.Site) (journey.Verdict, []journey.Violation) {
			return journey.VerdictUnknown, nil
		}
	}
	m.dated = c.dated(m.rule)
	m.front, m.behind, m.numbered = strings.Cut(c.path(journey.PlaceDeclare, pathSample), strconv.Itoa(pathSample))
	return func(name *journey.WireName, at *journey.Site) (journey.Verdict, []journey.Violation) {
		var room [breachesMost]breach
		verdict, found := m.rule.judge(string(name.Name), &room)
		if verdict != journey.VerdictReject {
			return verdict, nil
		}
		return verdict, m.violations(string(name.Name), at.Entry, found)
	}
}

// violations are those of contract, in the common room.
func (m *many) violations(name string, index int, found []breach) []journey.Violation {
	if cap(m.room)-len(m.room) < len(found) {
		m.room = make([]journey.Violation, 0, roomSize)
	}
	from := len(m.room)
	var all [breachesMost]string
	for i := range found {
		all[i] = found[i].rule
	}
	path := ""
	if !m.numbered {
		path = m.path(m.rule.Place, index)
	}
	for i := range found {
		f := &found[i]
		m.room = m.room[:len(m.room)+1]
		v := &m.room[len(m.room)-1]
		v.Place, v.Rule, v.At, v.Detail, v.Source, v.AsOf = m.rule.Place, f.rule, f.at, m.detail(f), m.rule.Source, m.dated
		if m.rule.should {
			v.Severity = journey.SeverityWarning
		}
		b := broken{
			place: m.rule.Place, path: path, pattern: m.rule.Pattern, length: f.length, name: name, asOf: m.rule.AsOf, all: all, rule: f.rule, limit: f.limit,
		}
		v.Error, v.ErrorHow = m.text(&b, index)
	}
	return m.room[from:len(m.room):len(m.room)]
}

func (m *many) detail(f *breach) string {
	sum := uint(f.at+1)*31 + uint(f.char) + uint(len(f.rule))
	key := *f
	if f.rule == ruleIllegal || f.rule == ruleFirst {
		key.length = 0
	} else {
		sum += uint(f.length)
	}
	d := &m.details[sum%memoSize]
	if d.detail == "" || d.breach != key {
		d.breach, d.detail = key, m.rule.detail(f)
	}
	return d.detail
}

// The marks stand for a path and a name while a text is taken apart.
const (
	pathMark = "\x00p"
	nameMark = "\x00n"
)

// text is the provider's text about a breach, and whether it was seen.
func (m *many) text(b *broken, index int) (text string, seen bool) {
	if m.spells {
		b.path = m.path(b.place, index)
		return m.told(m.words(*b))
	}
	w := &m.wordings[(uint(b.length)+uint(len(b.rule))*7)%memoSize]
	if w.pieces == nil || w.length != b.length || w.limit != b.limit || w.rule != b.rule || w.all != b.all {
		w.rule, w.limit, w.length, w.all = b.rule, b.limit, b.length, b.all
		marked := *b
		marked.path, marked.name = pathMark, nameMark
		text, seen := m.told(m.words(marked))
		w.seen, w.pieces = seen, piecesOf(text)
	}
	return m.join(w.pieces, b, index), w.seen
}

// told: a text that is not known was not seen.
func (m *many) told(text string, seen bool) (string, bool) { return text, seen && text != "" }

// piecesOf takes a text apart at its marks.
func piecesOf(text string) []piece {
	var list []piece
	for {
		before, after, ok := strings.Cut(text, pathMark[:1])
		if !ok {
			return append(list, piece{text: text})
		}
		list = append(list, piece{before, after[0]})
		text = after[1:]
	}
}

// join fills in the path and the name. Texts lie behind each other in few large
// pieces of memory.
func (m *many) join(pieces []piece, b *broken, index int) string {
	if len(pieces) == 1 {
		return pieces[0].text
	}
	size := len(pieces) * max(len(b.path), len(b.name), len(m.front)+len(m.behind)+20)
	for i := range pieces {
		size += len(pieces[i].text)
	}
	if m.texts.Cap()-m.texts.Len() < size {
		m.texts = strings.Builder{}
		m.texts.Grow(max(size, textSize))
	}
	from := m.texts.Len()
	for i := range pieces {
		m.texts.WriteString(pieces[i].text)
		switch pieces[i].behind {
		case 'p':
			if !m.numbered {
				m.texts.WriteString(b.path)
				continue
			}
			var digits [20]byte
			m.texts.WriteString(m.front)
			m.texts.Write(strconv.AppendInt(digits[:0], int64(index), 10))
			m.texts.WriteString(m.behind)
		case 'n':
			m.texts.WriteString(b.name)
		}
	}
	return m.texts.String()[from:]
}
