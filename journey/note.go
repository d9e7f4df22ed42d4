package journey

import (
	"strconv"
	"unicode/utf8"
)

// note is what is said of a tool whatever the provider that refuses it, so that
// fifteen providers need one text.
type note struct {
	// said is the name in a message.
	said string
	// illegal tells of the character at a place, at; send is the way out.
	illegal, send string
	place         Place
	at            int
	// long tells of a length over most; shorter is the way out.
	long, shorter string
	most          int
}

// note makes the notes on what a provider objects to, and proposes the names
// that its findings will need. Proposals depend on those before: this is done
// for one provider after the other.
func (c *censor) note(j *judge) {
	if len(j.objections) > 0 && c.notes == nil {
		c.noted = make([]int32, len(c.plan.Tools))
		c.notes = make([]note, 0, len(j.objections))
	}
	for k := range j.objections {
		o := &j.objections[k]
		if c.noted[o.tool] == 0 {
			c.notes = append(c.notes, note{said: c.said(o.tool), at: -1})
			c.noted[o.tool] = int32(len(c.notes))
		}
		n := &c.notes[c.noted[o.tool]-1]
		switch {
		case o.violation == nil:
			c.propose(o.tool)
		case o.referred:
			if !j.tooLongToRefer(o.tool) {
				c.propose(o.tool)
			}
		case o.violation.Rule == "illegal-name":
			c.noteIllegal(n, o)
		case o.violation.Rule == "too-long":
			c.noteLong(n, o, j)
		case o.violation.Rule == "first-character", o.violation.Rule == "too-short":
		default:
			c.propose(o.tool)
		}
	}
}

// noteOn is the note on a tool that a provider objects to.
func (c *censor) noteOn(i int) *note { return &c.notes[c.noted[i]-1] }

func (c *censor) noteIllegal(n *note, o *objection) {
	if n.send == "" {
		n.send = "Send " + c.proposeForm(o.tool) + " and map it back, or disable this one tool for now."
	}
	if v := o.violation; v.At >= 0 && n.illegal == "" {
		n.place, n.at, n.illegal = v.Place, v.At, c.illegal(n.said, o)
	}
}

// illegal tells of one character, with a full stop.
func (c *censor) illegal(said string, o *objection) string {
	text, at := offending(&c.plan.Tools[o.tool], o.violation), o.violation.At
	return said + " has " + QuotedChar(charAt(text, at)) + " at character " + strconv.Itoa(at+1) + "."
}

func (c *censor) noteLong(n *note, o *objection, j *judge) {
	if j.over(o) > 0 && n.long == "" {
		n.most = j.rule.Max
		n.long, n.shorter = c.long(n.said, o.tool, n.most)
	}
}

// long tells of a length and of how to shorten it.
func (c *censor) long(said string, i, most int) (long, shorter string) {
	n := &c.plan.Tools[i]
	size := utf8.RuneCountInString(string(n.Wire.Name))
	return said + " is " + strconv.Itoa(size) + " characters, " + strconv.Itoa(size-most) + " over the limit of " + strconv.Itoa(most) + ".", c.shorten(n.Tool.Server, size-most)
}

// over is how much longer a declared name is than the provider takes; 0 where
// that is not what the violation is about.
func (j *judge) over(o *objection) int {
	most := j.rule.Max
	if o.violation.Place != PlaceDeclare || most == 0 {
		return 0
	}
	return max(0, utf8.RuneCountInString(string(j.plan.Tools[o.tool].Wire.Name))-most)
}

// tooLongToRefer reports whether it is the length for which a tool reference
// refuses a name.
func (j *judge) tooLongToRefer(i int) bool {
	most := j.reference.Max
	return most > 0 && utf8.RuneCountInString(string(j.plan.Tools[i].Wire.Name)) > most
}
