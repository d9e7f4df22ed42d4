package diagnose

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
)

// Names that stand for a name that got lost: null and undefined of a client's
// language, and the fillers that clients put in.
var placeholders = []string{"null", "none", "nil", "undefined", "unknown", "unknown_tool", "tool_name_missing", "generic_tool", "nan"}

// nameLost is test 2: the name is empty, null or a placeholder. The arguments
// may point at one tool; that is a hint and no proof, so there is no target.
func (c *scene) nameLost(e *Event) *journey.Diagnosis {
	name := string(e.Called.Name)
	if !e.NameLost && strings.TrimSpace(name) != "" {
		if len(c.exactly(e.Called)) > 0 || !slices.Contains(placeholders, strings.ToLower(strings.TrimSpace(name))) {
			return nil
		}
	}
	d := c.finding(journey.KindStreamAssembly, "test 2: name lost")
	d.Hop = journey.HopReturn
	switch {
	case e.NameLost:
		d.What = "The call came without a name: nothing says which tool was meant."
	case strings.TrimSpace(name) == "":
		d.What = "The name of the call is empty: nothing says which tool was meant."
	default:
		d.What = fmt.Sprintf("The name came as %s, which stands for no name.", show(name))
	}
	seeError(d, e)
	c.seeChunks(d, "")
	if hint, keys := c.byKeys(e); keys != "" {
		if hint != "" {
			see(d, "arguments", "Keys sent: %s; %s takes these, a hint and no proof", keys, show(hint))
		} else {
			see(d, "arguments", "Keys sent: %s", keys)
		}
	}
	d.Advice = "Keep the first name that is not empty when chunks are put together; do not run the call."
	return d
}

// byKeys returns the argument keys of a call, and the one offered built-in
// that takes exactly these.
func (c *scene) byKeys(e *Event) (hint, keys string) {
	sent := argKeys(e.Args)
	if len(sent) == 0 {
		return "", ""
	}
	var fit []string
	for _, n := range c.names(c.pool(e)) {
		if in, ok := c.words.inputs(n); ok && in.fits(sent) {
			fit = append(fit, n)
		}
	}
	if len(fit) == 1 {
		hint = fit[0]
	}
	return hint, strings.Join(sent, ", ")
}

// argKeys returns the keys of the argument object, in the order of the text.
func argKeys(args string) []string {
	dec := json.NewDecoder(strings.NewReader(args))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var keys []string
	for dec.More() {
		t, err := dec.Token()
		key, ok := t.(string)
		if err != nil || !ok {
			return keys
		}
		keys = append(keys, key)
		var skip json.RawMessage
		if dec.Decode(&skip) != nil {
			return keys
		}
	}
	return keys
}

// argText returns the text under one key of the argument object.
func argText(args, key string) (string, bool) {
	o, ok := readObject(json.RawMessage(args))
	if !ok {
		return "", false
	}
	return readString(o[key])
}

// repeated is test 6: the echo is one name several times in a row, or a name
// that the chunks of the stream give in another way. Two fields of equal text
// that the client glued are prefix-doubled.
func (c *scene) repeated(e *Event) *journey.Diagnosis {
	echo := string(e.Called.Name)
	if e.Called.Namespace != "" && string(e.Called.Namespace) == echo {
		if t, ok := c.only(c.exact[echo]); ok {
			return c.gluedFields(e, t)
		}
	}
	for k := 2; k <= len(echo); k++ {
		if len(echo)%k != 0 || strings.Repeat(echo[:len(echo)/k], k) != echo {
			continue
		}
		t, ok := c.only(c.exact[echo[:len(echo)/k]])
		if !ok {
			continue
		}
		if k == 2 && c.sameFields(t.Name) {
			return c.gluedFields(e, t)
		}
		return c.repeatedName(e, t, k)
	}
	return c.otherChunks(e)
}

// sameFields reports whether the raw item has a namespace or server field
// equal to the name.
func (c *scene) sameFields(name string) bool {
	return c.Capture != nil && c.Capture.Item != nil && c.Capture.Item.HasNamespace &&
		c.Capture.Item.Namespace == c.Capture.Item.Name && c.Capture.Item.Name == name
}

func (c *scene) repeatedName(e *Event, t Entry, k int) *journey.Diagnosis {
	d := c.finding(journey.KindStreamAssembly, "test 6: whole name repeated")
	d.Hop, d.Target = journey.HopReturn, t.Name
	d.What = fmt.Sprintf("The name arrived as %s: %s %s in a row.", show(spelled(e.Called)), show(t.Name), times(k))
	seeError(d, e)
	if !c.seeChunks(d, t.Name) {
		see(d, "capture", "The chunks of the answer would show who added them up")
		if k == 2 && c.Capture == nil {
			see(d, "capture", "A namespace equal to the name would look the same")
		}
	}
	if e.Error == "" && e.Result == "" {
		see(d, e.retWhere(), "The result is empty and there is no error: nothing ran")
	}
	d.Advice = "Set the name once when chunks are put together: append only what is new."
	return d
}

// seeChunks writes down what the captured chunks show.
func (c *scene) seeChunks(d *journey.Diagnosis, name string) bool {
	if c.Capture == nil || len(c.Capture.Deltas) == 0 {
		return false
	}
	full, empty, first := 0, 0, ""
	for _, x := range c.Capture.Deltas {
		switch {
		case x.HasName && x.Name != "":
			full++
			if first == "" {
				first = x.Name
			}
		case x.HasName:
			empty++
		}
	}
	switch {
	case full > 1 && name != "":
		see(d, "capture", "%s of one call carry a name, and they were added up", plural(full, "chunk", "chunks"))
	case empty > 0 && first != "":
		see(d, "capture", "The first chunk has %s, a later one an empty name", show(first))
	case full > 1:
		see(d, "capture", "%s of one call carry a name", plural(full, "chunk", "chunks"))
	default:
		return false
	}
	return true
}

// otherChunks handles a name that the chunks spell differently: a name that
// really came in pieces of which only one was kept.
func (c *scene) otherChunks(e *Event) *journey.Diagnosis {
	if c.Capture == nil || len(c.Capture.Deltas) < 2 {
		return nil
	}
	byIndex := map[int][]string{}
	var order []int
	for _, x := range c.Capture.Deltas {
		if x.Name == "" {
			continue
		}
		if byIndex[x.Index] == nil {
			order = append(order, x.Index)
		}
		byIndex[x.Index] = append(byIndex[x.Index], x.Name)
	}
	echo := string(e.Called.Name)
	all := ""
	for _, i := range order {
		pieces := byIndex[i]
		all += strings.Join(pieces, "")
		t, ok := c.only(c.exact[joinNew(pieces)])
		if !ok || t.Name == echo {
			continue
		}
		if slices.Contains(pieces, echo) || strings.Join(pieces, "") == echo {
			d := c.repeatedName(e, t, 1)
			d.What = fmt.Sprintf("The name came in %d chunks; %s is only what was made of them.", len(pieces), show(echo))
			d.Advice = "Append what is new in each chunk: here the pieces make " + show(t.Name) + "."
			return d
		}
	}
	if len(order) > 1 && all == echo {
		d := c.finding(journey.KindStreamAssembly, "test 6: names of several calls")
		d.Hop = journey.HopReturn
		d.What = fmt.Sprintf("%s is the names of %d calls added up.", show(echo), len(order))
		seeError(d, e)
		d.Advice = "Keep chunks apart by their index when a stream has several calls."
		return d
	}
	return nil
}

// joinNew joins pieces, leaving out what a piece repeats.
func joinNew(pieces []string) string {
	out := ""
	for _, p := range pieces {
		switch {
		case strings.HasPrefix(p, out):
			out = p
		case strings.HasSuffix(out, p):
		default:
			out += p
		}
	}
	return out
}
