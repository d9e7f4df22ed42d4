package catalog

import "hopscope/journey"

// ServerKey gives a listing that has no server the key under which a client
// knows its server. When no tool of the catalog has a server, all tools get
// the key, for the user said so; otherwise only those that neither have one
// nor are the client's own.
func ServerKey(c *journey.Catalog, key journey.Server) {
	all := !hasServer(c)
	for i := range c.Tools {
		t := &c.Tools[i]
		if all || t.Server == "" && !t.Builtin {
			t.Server, t.Builtin = key, false
		}
	}
	known := false
	for i := range c.Servers {
		known = known || c.Servers[i].Key == key
	}
	if !known {
		c.Servers = append(c.Servers, journey.ServerEntry{Key: key})
	}
	for i, n := range c.Notes {
		if n == NoKeyNote {
			c.Notes = append(c.Notes[:i:i], c.Notes[i+1:]...)
			break
		}
	}
}

// SetForm says in which form the names of a catalog stand (--names): the name
// of each tool as it was read moves to the field of that form. A namespace
// stays with wire names and is otherwise joined with a dot.
func SetForm(c *journey.Catalog, form journey.Form) {
	c.Form = form
	for i := range c.Tools {
		t := &c.Tools[i]
		if t.Form == form {
			continue
		}
		name := t.Listed()
		t.Form, t.Registered, t.Safe, t.Wire = form, "", "", journey.WireName{}
		setListed(t, name)
	}
}

// setListed writes the name as read into the field of the tool's form.
func setListed(t *journey.Tool, name string) {
	switch t.Form {
	case journey.FormSafe:
		t.Safe = journey.Safe(name)
	case journey.FormWire:
		t.Wire.Name = journey.Wire(name)
	default:
		t.Registered = journey.Registered(name)
	}
}
