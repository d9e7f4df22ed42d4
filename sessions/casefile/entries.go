package casefile

import (
	"hopscope/journey"
	"hopscope/sessions/node"
)

// Detail is what the field catalog says of a tool beside its name.
type Detail struct {
	Server      string
	Registered  journey.Registered
	Description string
	// Schema is raw JSON, empty: not known.
	Schema string
	Extra  []Field
}

func (d *Detail) none() bool {
	return d.Server == "" && d.Registered == "" && d.Description == "" && d.Schema == "" && len(d.Extra) == 0
}

// catalog reads the client's own list: names, or objects with a name.
func (p *parser) catalog(v node.Value) bool {
	if v.Kind() == node.Null {
		return true
	}
	if v.Kind() != node.Array {
		return p.wrong(v, "catalog", "a list of names")
	}
	names, details, rich := []string{}, []Detail{}, false
	for e := range v.Elements() {
		name, ok := e.Text()
		var d Detail
		if e.Kind() == node.Object {
			if name, ok = e.Get("name").Text(); ok {
				d, rich = p.detail(e), true
			}
		}
		if !ok {
			return p.wrong(v, "catalog", "a list of strings or of objects with a name")
		}
		names, details = append(names, name), append(details, d)
	}
	if !rich {
		details = nil
	}
	p.c.Listed, p.c.Details = names, details
	return true
}

func (p *parser) detail(v node.Value) (d Detail) {
	for key, e := range v.Members() {
		ok := false
		switch key {
		case "name":
			ok = e.Kind() == node.String
		case "server":
			d.Server, ok = e.Text()
		case "registered":
			var s string
			s, ok = e.Text()
			d.Registered = journey.Registered(s)
		case "description":
			d.Description, ok = e.Text()
		case "schema", "inputSchema", "input_schema", "parameters":
			if ok = e.Kind() == node.Object && d.Schema == ""; ok {
				d.Schema = string(e.Raw())
			}
		}
		if !ok {
			d.Extra = append(d.Extra, Field{key, clone(e)})
		}
	}
	return d
}

// detailOf is what is known of the i-th tool of the client's list.
func (c *Case) detailOf(i int) *Detail {
	if i < 0 || i >= len(c.Details) {
		return &Detail{}
	}
	return &c.Details[i]
}

func (d *Detail) into(t *journey.Tool) {
	if d.Server != "" {
		t.Server = cutName(journey.Server(d.Server))
	}
	if d.Registered != "" {
		t.Registered = cutName(d.Registered)
	}
	t.Description, t.Schema = d.Description, d.Schema
}

// entryJSON writes the i-th entry of the field catalog.
func (c *Case) entryJSON(i int) string {
	d := c.detailOf(i)
	if d.none() {
		return node.Quote(c.Listed[i])
	}
	var f fields
	f.raw("name", node.Quote(c.Listed[i]))
	f.text("server", d.Server)
	f.text("registered", string(d.Registered))
	f.text("description", d.Description)
	if d.Schema != "" {
		f.raw("schema", spaced([]byte(d.Schema)))
	}
	return f.rest(d.Extra)
}
