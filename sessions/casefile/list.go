package casefile

import (
	"slices"
	"strings"
	"unicode"

	"hopscope/journey"
	"hopscope/sessions/catalog"
)

// listed returns the client's own list: the field catalog, else the names of
// the field tools.
func (c *Case) listed() []string {
	if c.Listed != nil || c.Tools == nil {
		return c.Listed
	}
	var names []string
	for _, t := range c.Tools.Tools {
		names = append(names, t.Listed())
	}
	return names
}

// Catalog returns the catalog of the case: the full entries of the field
// tools, or else the client's own list (safe forms), with registered name and
// owner paired in where the case gives them.
func (c *Case) Catalog() journey.Catalog {
	if c.Tools != nil {
		list := *c.Tools
		list.Source = "case file"
		return list
	}
	list := journey.Catalog{Form: journey.FormSafe, Complete: true, Source: "case file"}
	list.Tools = c.paired(c.Listed)
	list.Servers = serversOf(list.Tools)
	return list
}

// paired makes tools of safe forms. A real name belongs to the form at its
// position when both lists have one length, else to the form that ends in it,
// where no other real name fits. A real name without an owner beside others
// with owners, equal to its form, is one of the client's own.
func (c *Case) paired(forms []string) []journey.Tool {
	tools := make([]journey.Tool, len(forms))
	owned := slices.ContainsFunc(c.Registered, func(r Real) bool { return r.Server != "" || r.Plugin != "" })
	for i, form := range forms {
		t := &tools[i]
		t.Form, t.Safe = journey.FormSafe, journey.Safe(form)
		if len(c.Registered) == len(c.Listed) {
			if at := position(c.Listed, i, form); at >= 0 {
				c.Registered[at].into(t)
			}
		} else if r := c.byEnding(form); r != nil {
			r.into(t)
		}
		t.Builtin = owned && t.Server == "" && t.Plugin == "" && string(t.Registered) == form
	}
	return tools
}

// position finds a form in the client's own list: at the same place if it
// stands there, else the first one.
func position(listed []string, i int, form string) int {
	if i < len(listed) && listed[i] == form {
		return i
	}
	for at, l := range listed {
		if l == form {
			return at
		}
	}
	return -1
}

func (r *Real) into(t *journey.Tool) {
	t.Registered, t.Server, t.Plugin = r.Name, journey.Server(r.Server), r.Plugin
}

// byEnding returns the one real name in which a form ends, nil for none or
// more than one. The ending must be whole: a separator stands before it.
func (c *Case) byEnding(form string) *Real {
	var found *Real
	for i := range c.Registered {
		r := &c.Registered[i]
		front, ok := strings.CutSuffix(form, string(r.Name))
		if !ok || r.Name == "" || front != "" && wordEnd(front) {
			continue
		}
		if found != nil {
			return nil
		}
		found = r
	}
	return found
}

func wordEnd(s string) bool {
	last := rune(s[len(s)-1])
	return last >= 0x80 || unicode.IsLetter(last) || unicode.IsDigit(last)
}

func serversOf(tools []journey.Tool) []journey.ServerEntry {
	var list []journey.ServerEntry
	seen := map[journey.Server]bool{"": true}
	for i := range tools {
		if key := tools[i].Server; !seen[key] {
			seen[key] = true
			list = append(list, journey.ServerEntry{Key: key})
		}
	}
	return list
}

// snapshots returns the declared lists that the case knows, in the order in
// which they came into force. They have no line: turns are compared. The lists
// of the failing turn (offered, the capture's tools) hold from the last turn
// of the timeline on, and for the whole case when there is no timeline.
func (c *Case) snapshots(source uint8) []journey.Snapshot {
	var list []journey.Snapshot
	turn := uint32(1)
	for i := range c.Timeline {
		m := &c.Timeline[i]
		turn = uint32(max(m.at(), 1))
		if s, ok := c.momentList(m); ok {
			s.Turn, s.Source, s.Where = turn, source, "timeline"
			list = append(list, s)
		}
	}
	if c.OfferedKnown {
		list = append(list, journey.Snapshot{
			Turn: turn, Source: source, Where: "offered", Complete: true, Catalog: c.safeList(c.Offered),
		})
	}
	if s, ok := c.captured(); ok {
		s.Turn, s.Source = turn, source
		list = append(list, s)
	}
	return list
}

func (c *Case) safeList(names []string) journey.Catalog {
	return journey.Catalog{Form: journey.FormSafe, Complete: true, Tools: c.paired(names), Source: "case file"}
}

// momentList is the list of one turn. A map from real to sent name need not
// name all tools, so it is partial.
func (c *Case) momentList(m *Moment) (journey.Snapshot, bool) {
	switch {
	case m.Tools != nil:
		return journey.Snapshot{Complete: m.Tools.Complete, Catalog: *m.Tools}, true
	case m.OfferedKnown:
		return journey.Snapshot{Complete: true, Catalog: c.safeList(m.Offered)}, true
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
