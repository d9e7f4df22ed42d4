package casefile

import (
	"hopscope/journey"
	"hopscope/sessions/node"
)

// real reads one registered name: a string, or an object with its owner.
func (p *parser) real(v node.Value, place string) {
	if s, ok := v.Text(); ok {
		p.c.Registered = append(p.c.Registered, Real{Name: journey.Registered(s)})
		return
	}
	r, named := Real{}, false
	for key, m := range v.Members() {
		switch key {
		case "server":
			r.Server = m.Str()
		case "plugin":
			r.Plugin = m.Str()
		case "tool", "function", "name":
			var s string
			s, named = m.Text()
			r.Name = journey.Registered(s)
		}
	}
	if !named {
		p.wrong(v, place, "a string, {server, tool} or {plugin, function}")
		return
	}
	p.c.Registered = append(p.c.Registered, r)
}

func (p *parser) moment(v node.Value, place string) {
	var m Moment
	for key, e := range v.Members() {
		ok := false
		switch field := place + "." + key; key {
		case "turn":
			ok = p.number(e, field, &m.Turn)
		case "run":
			ok = p.number(e, field, &m.Run)
		case "agent":
			ok = p.text(e, field, &m.Agent)
		case "offered":
			ok = p.names(e, field, &m.Offered)
			m.OfferedKnown = ok && e.Kind() == node.Array
		case "wire":
			ok = p.wireMap(e, field, &m)
		case "tools":
			ok = p.tools(e, field, &m.Tools)
		}
		if !ok {
			m.Extra = append(m.Extra, Field{key, clone(e)})
		}
	}
	p.c.Timeline = append(p.c.Timeline, m)
}

func (p *parser) wireMap(v node.Value, field string, m *Moment) bool {
	if v.Kind() != node.Object {
		return p.wrong(v, field, "an object from real name to name as sent")
	}
	m.Wire = map[string]string{}
	for name, sent := range v.Members() {
		s, ok := sent.Text()
		if !ok {
			p.wrong(sent, field+"."+name, "a string")
			continue
		}
		if _, twice := m.Wire[name]; !twice {
			m.WireOrder = append(m.WireOrder, name)
		}
		m.Wire[name] = s
	}
	return true
}

func (p *parser) context(v node.Value) bool {
	if v.Kind() != node.Object {
		return p.wrong(v, "context", "an object")
	}
	x := &p.c.Context
	x.Raw = string(v.Raw())
	for key, e := range v.Members() {
		switch field := "context." + key; key {
		case "instructions_mention":
			p.names(e, field, &x.InstructionsMention)
		case "history_used":
			p.names(e, field, &x.HistoryUsed)
		case "system", "system_prompt":
			p.text(e, field, &x.System)
		case "notes":
			if s, ok := e.Text(); ok {
				x.Notes = []string{s}
			} else {
				p.names(e, field, &x.Notes)
			}
		}
	}
	return true
}

func (p *parser) expect(v node.Value) bool {
	if v.Kind() != node.Object {
		return p.wrong(v, "expect", "an object")
	}
	x := &Expect{}
	for key, e := range v.Members() {
		ok := false
		switch field := "expect." + key; key {
		case "kind":
			ok = p.text(e, field, &x.Kind)
		case "hop":
			ok = p.text(e, field, &x.Hop)
		case "target":
			ok = p.text(e, field, &x.Target)
		case "accept_kinds":
			ok = p.names(e, field, &x.AcceptKinds)
		case "accept_hops":
			ok = p.names(e, field, &x.AcceptHops)
		}
		if !ok {
			x.Extra = append(x.Extra, Field{key, clone(e)})
		}
	}
	p.c.Expect = x
	return true
}
