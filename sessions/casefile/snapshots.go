package casefile

import (
	"slices"

	"hopscope/journey"
	"hopscope/sessions/catalog"
)

// snapshots returns the declared lists that the case knows, in the order in
// which they came into force. They have no line: turns are compared. The lists
// of the failing turn (offered, the capture's tools) hold from the last turn
// of the timeline on, and for the whole case when there is no timeline. Offered
// is no list of its own when it is just what the client's rules make of the
// field tools: the catalog then says the same, and also what is left out.
func (c *Case) snapshots(source uint8, agent func(id string) uint16) []journey.Snapshot {
	var list []journey.Snapshot
	forms := c.forms()
	turn := uint32(1)
	for i := range c.Timeline {
		m := &c.Timeline[i]
		turn = uint32(max(m.at(), 1))
		if s, ok := c.momentList(m, forms); ok {
			s.Turn, s.Source, s.Where, s.Agent = turn, source, "timeline", agent(m.Agent)
			list = append(list, s)
		}
	}
	if c.OfferedKnown && (len(c.Timeline) > 0 || !forms.explain(c.Offered)) {
		list = append(list, journey.Snapshot{
			Turn: turn, Source: source, Where: "offered", Complete: true, Catalog: c.safeList(c.Offered, forms),
		})
	}
	if s, ok := c.captured(); ok {
		s.Turn, s.Source = turn, source
		list = append(list, s)
	}
	return list
}

func (c *Case) safeList(names []string, forms formIndex) journey.Catalog {
	list := journey.Catalog{Form: journey.FormSafe, Complete: true, Tools: c.paired(names, forms.pairs), Source: "case file"}
	for i := range list.Tools {
		if t, ok := forms.offered[names[i]]; ok {
			t.Form, t.Safe, t.Wire = journey.FormSafe, journey.Safe(names[i]), journey.WireName{}
			list.Tools[i] = t
		}
	}
	return list
}

// formIndex is what the client's rules make of the field tools.
type formIndex struct {
	known   bool
	offered map[string]journey.Tool // by the name as sent
	pairs   pairing
}

func (c *Case) forms() formIndex {
	x := formIndex{pairs: c.pairing()}
	if c.Tools == nil {
		return x
	}
	s, ok := c.ownScheme()
	if !ok {
		return x
	}
	x.known, x.offered = true, map[string]journey.Tool{}
	plan := s.Plan(journey.Setting{Catalog: *c.Tools})
	for i := range plan.Tools {
		n := &plan.Tools[i]
		if _, twice := x.offered[string(n.Wire.Name)]; n.Status == journey.Offered && !twice {
			t := n.Tool
			t.Registered, t.Server = n.Ref.Name, n.Ref.Server
			x.offered[string(n.Wire.Name)] = t
		}
	}
	return x
}

// explain reports whether names are all names that the rules send, and no
// others.
func (x formIndex) explain(names []string) bool {
	if !x.known || len(names) != len(x.offered) {
		return false
	}
	return !slices.ContainsFunc(names, func(n string) bool { _, ok := x.offered[n]; return !ok })
}

// momentList is the list of one turn. A map from real to sent name need not
// name all tools, so it is partial.
func (c *Case) momentList(m *Moment, forms formIndex) (journey.Snapshot, bool) {
	switch {
	case m.Tools != nil:
		return journey.Snapshot{Complete: m.Tools.Complete, Catalog: *m.Tools}, true
	case m.OfferedKnown:
		return journey.Snapshot{Complete: true, Catalog: c.safeList(m.Offered, forms)}, true
	case len(m.Wire) > 0:
		list := journey.Catalog{Form: journey.FormWire, Source: "case file"}
		for _, real := range m.WireOrder {
			list.Tools = append(list.Tools, journey.Tool{
				Form: journey.FormWire, Registered: journey.Registered(real), Wire: journey.WireName{Name: journey.Wire(m.Wire[real])},
			})
		}
		return journey.Snapshot{Catalog: list}, true
	}
	return journey.Snapshot{}, false
}

// captured is the list of a captured request.
func (c *Case) captured() (journey.Snapshot, bool) {
	if c.Capture == nil || c.Capture.Tools == "" {
		return journey.Snapshot{}, false
	}
	list, _, ok := catalog.Parse("capture", []byte(c.Capture.Tools))
	if !ok {
		return journey.Snapshot{}, false
	}
	catalog.SetForm(&list, journey.FormWire)
	for i := range list.Tools {
		list.Tools[i].Builtin = false // a request does not say whose tool it is
		list.Tools[i].Line = 0        // lines count within the capture
	}
	list.Source, list.Notes = "case file", nil
	return journey.Snapshot{Where: "capture", Complete: list.Complete, Catalog: list}, true
}
