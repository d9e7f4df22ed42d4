package casefile

import "hopscope/sessions/node"

// Note is what somebody wrote about the session, or about one call of it. No
// diagnosis looks at it.
type Note struct {
	Text string
	// Call is the number of the call in the case (from 1, calls of null
	// counted), 0: about the session.
	Call int
	// Time is RFC 3339.
	Time  string
	Extra []Field
}

// notes reads the notes: one text, or a list of texts and objects.
func (p *parser) notes(v node.Value) bool {
	if s, ok := v.Text(); ok {
		p.c.Notes = []Note{{Text: s}}
		return true
	}
	return p.each(v, "notes", node.Null, func(e node.Value, place string) {
		if s, ok := e.Text(); ok {
			p.c.Notes = append(p.c.Notes, Note{Text: s})
			return
		}
		if e.Kind() != node.Object {
			p.wrong(e, place, "a text, or {text, call, time}")
			return
		}
		var n Note
		for key, m := range e.Members() {
			ok := false
			switch field := place + "." + key; key {
			case "text":
				ok = p.text(m, field, &n.Text)
			case "call":
				ok = p.number(m, field, &n.Call)
			case "time":
				ok = p.text(m, field, &n.Time)
			}
			if !ok {
				n.Extra = append(n.Extra, Field{key, clone(m)})
			}
		}
		p.c.Notes = append(p.c.Notes, n)
	})
}

func noteJSON(n Note) string {
	if n.Call == 0 && n.Time == "" && len(n.Extra) == 0 {
		return node.Quote(n.Text)
	}
	var f fields
	f.number("call", n.Call)
	f.text("time", n.Time)
	f.raw("text", node.Quote(n.Text))
	return f.rest(n.Extra)
}
