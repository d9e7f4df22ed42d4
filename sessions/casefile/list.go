package casefile

import (
	"slices"
	"unicode"

	"hopscope/journey"
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
	list.Tools = c.paired(c.Listed, c.pairing())
	list.Servers = serversOf(list.Tools)
	return list
}

// pairing finds real names by the forms of the client's list.
type pairing struct {
	first map[string]int // place of a form in the client's own list
	real  map[string]int // place of a real name, severalReal for more than one
}

const severalReal = -1

func (c *Case) pairing() pairing {
	p := pairing{map[string]int{}, map[string]int{}}
	for i, form := range c.Listed {
		if _, ok := p.first[form]; !ok {
			p.first[form] = i
		}
	}
	for i := range c.Registered {
		name := string(c.Registered[i].Name)
		if _, ok := p.real[name]; ok {
			p.real[name] = severalReal
		} else {
			p.real[name] = i
		}
	}
	return p
}

// paired makes tools of safe forms. A real name belongs to the form at its
// position when both lists have one length, else to the form that ends in it,
// where no other real name fits. A real name without an owner beside others
// with owners, equal to its form, is one of the client's own.
func (c *Case) paired(forms []string, p pairing) []journey.Tool {
	tools := make([]journey.Tool, len(forms))
	owned := slices.ContainsFunc(c.Registered, func(r Real) bool { return r.Server != "" || r.Plugin != "" }) ||
		slices.ContainsFunc(c.Details, func(d Detail) bool { return d.Server != "" })
	for i, form := range forms {
		t := &tools[i]
		t.Form, t.Safe = journey.FormSafe, journey.Safe(cutName(form))
		if len(c.Registered) == len(c.Listed) {
			if at := p.position(c.Listed, i, form); at >= 0 {
				c.Registered[at].into(t)
			}
		} else if at := p.byEnding(form); at >= 0 {
			c.Registered[at].into(t)
		}
		if len(c.Details) > 0 {
			c.detailOf(p.position(c.Listed, i, form)).into(t)
		}
		t.Builtin = owned && t.Server == "" && t.Plugin == "" && (string(t.Registered) == form || len(c.Details) > 0 && t.Registered == "")
	}
	return tools
}

// position finds a form in the client's own list: at the same place if it
// stands there, else the first one.
func (p pairing) position(listed []string, i int, form string) int {
	if i < len(listed) && listed[i] == form {
		return i
	}
	if at, ok := p.first[form]; ok {
		return at
	}
	return -1
}

func (r *Real) into(t *journey.Tool) {
	t.Registered, t.Server, t.Plugin = cutName(r.Name), cutName(journey.Server(r.Server)), cutName(r.Plugin)
}

// byEnding returns the place of the one real name in which a form ends, -1 for
// none or more than one. The ending must be whole: a separator stands before
// it.
func (p pairing) byEnding(form string) int {
	found := -1
	for i := range len(form) {
		if i > 0 && wordEnd(form[:i]) {
			continue
		}
		at, ok := p.real[form[i:]]
		switch {
		case !ok:
		case at == severalReal || found >= 0:
			return -1
		default:
			found = at
		}
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
