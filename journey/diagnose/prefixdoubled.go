package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
)

// gluedFields: the raw item has a namespace equal to its name, and the client
// joined the two without a separator. It looks like a streaming fault.
func (c *scene) gluedFields(e *Event, t Entry) *journey.Diagnosis {
	d := c.finding(journey.KindPrefixDoubled, "test 6: two equal fields joined")
	d.Hop, d.Target = journey.HopDispatch, t.Name
	d.What = fmt.Sprintf("The call has namespace and name %s, and %s glued them together.", show(t.Name), c.client())
	seeError(d, e)
	if c.Capture != nil {
		see(d, "capture", "The raw item shows two fields of the same text")
	}
	d.Advice = "Look the call up by its name alone when namespace and name are equal."
	return d
}

// doubled is the first part of test 11: a part of the name stands twice, in
// the catalog or in the echo, or the echo repeats a segment over its neighbour.
func (c *scene) doubled(e *Event) *journey.Diagnosis {
	echo := spelled(e.Called)
	said := segments(echo)
	if len(said) > segmentsMax {
		return nil
	}
	inCatalog := c.like(func(name []string) bool { return onceOf(name, said) })
	if t, ok := c.only(inCatalog); ok {
		return c.doubledOf(e, t, true)
	}
	halves := halved(said)
	inEcho := c.like(func(name []string) bool {
		return slices.ContainsFunc(halves, func(h []string) bool { return slices.Equal(h, name) })
	})
	inEcho = c.keep(inEcho, func(t Entry) bool { return !c.crosses(echo, t) })
	if t, ok := c.only(inEcho); ok {
		return c.doubledOf(e, t, false)
	}
	copied := c.like(func(name []string) bool { return copiedOver(said, name) })
	if t, ok := c.only(copied); ok {
		return c.copiedSegment(e, t)
	}
	return nil
}

// segmentsMax is the greatest number of segments that are compared.
const segmentsMax = 32

// halved returns what is left of a name when one of two equal neighbouring
// groups of segments goes.
func halved(segs []string) [][]string {
	var out [][]string
	for i := range segs {
		for n := 1; i+2*n <= len(segs); n++ {
			if slices.Equal(segs[i:i+n], segs[i+n:i+2*n]) {
				out = append(out, slices.Concat(segs[:i], segs[i+n:]))
			}
		}
	}
	return out
}

// onceOf reports whether a catalog name has a part twice that the echo has
// once: the echo is the halved name, or the end of it that begins with that
// part.
func onceOf(name, said []string) bool {
	if len(name) <= len(said) || len(name) > segmentsMax {
		return false
	}
	for i := range name {
		for n := 1; i+2*n <= len(name); n++ {
			if !slices.Equal(name[i:i+n], name[i+n:i+2*n]) || len(said) <= n {
				continue
			}
			for from := 0; from <= i; from++ {
				if slices.Equal(slices.Concat(name[from:i], name[i+n:]), said) {
					return true
				}
			}
		}
	}
	return false
}

// copiedOver reports whether two names differ in exactly one segment, and there
// the echo repeats the segment before it.
func copiedOver(said, name []string) bool {
	if len(said) != len(name) {
		return false
	}
	at := -1
	for i := range said {
		if said[i] == name[i] {
			continue
		}
		if at >= 0 {
			return false
		}
		at = i
	}
	return at > 0 && said[at] == said[at-1]
}

func (c *scene) doubledOf(e *Event, t Entry, inCatalog bool) *journey.Diagnosis {
	d := c.finding(journey.KindPrefixDoubled, "test 11: a part stands twice")
	d.Target = t.Name
	echo := spelled(e.Called)
	if !inCatalog {
		c.place(d, e, t.Name, false)
		d.What = fmt.Sprintf("%s has a part twice that %s has once.", show(echo), show(t.Name))
		seeError(d, e)
		c.open(d)
		d.Advice = "Let one side only add the prefix; show the model the name as it is declared."
		return d
	}
	d.Hop = journey.HopSafe
	part := twice(segments(t.Name))
	d.What = fmt.Sprintf("%s carries %q twice; the call has it once.", show(t.Name), part)
	seeError(d, e)
	if k := t.server(); k != "" && t.own() != "" && strings.HasPrefix(strings.ToLower(t.own()), strings.ToLower(k)) {
		see(d, "registered", "Server %s puts its key in %s, and %s adds it again", show(k), show(t.own()), c.client())
	}
	d.Advice = "Drop the prefix from the server's own names, or tell the model the doubled form."
	return d
}

// twice returns the part that stands twice in a name.
func twice(segs []string) string {
	for i := range segs {
		for n := 1; i+2*n <= len(segs); n++ {
			if slices.Equal(segs[i:i+n], segs[i+n:i+2*n]) {
				return strings.Join(segs[i:i+n], "_")
			}
		}
	}
	return ""
}

func (c *scene) copiedSegment(e *Event, t Entry) *journey.Diagnosis {
	d := c.finding(journey.KindPrefixDoubled, "test 11: a segment copied over its neighbour")
	d.Target = t.Name
	c.place(d, e, t.Name, false)
	d.What = fmt.Sprintf("%s repeats a segment where %s has another one.", show(spelled(e.Called)), show(t.Name))
	seeError(d, e)
	c.seeRepeats(d, e)
	c.open(d)
	d.Advice = "Give the parts of the name readable, different words: equal ones get mixed up."
	return d
}
