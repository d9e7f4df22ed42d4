package casefile

import (
	"slices"
	"strings"
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
