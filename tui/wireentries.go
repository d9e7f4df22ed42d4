package tui

import (
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// wireEntry is one entry of the tools array: a tool, or a namespace with all
// its tools.
type wireEntry struct {
	// tools are indexes in the plan, in order.
	tools []int
	space bool
}

// layOut finds the entries of the request as the provider declares the plan's
// tools, and where the selected one stands or would stand.
func (v *wireView) layOut() {
	list := journey.Declare(v.d.provider, v.d.plan.Tools)
	for i := range v.d.plan.Tools {
		if i == v.d.journey.Index {
			v.gap = len(v.entries)
		}
		site := list.At(i)
		if site.Entry < 0 {
			continue
		}
		for len(v.entries) <= site.Entry {
			v.entries = append(v.entries, wireEntry{})
		}
		e := &v.entries[site.Entry]
		if i == v.d.journey.Index {
			v.at, v.gap, v.member = site.Entry, site.Entry, len(e.tools)
			v.toolAt = len(v.offered)
		}
		e.tools, e.space = append(e.tools, i), e.space || site.Member >= 0
		v.offered = append(v.offered, i)
	}
	if v.at < 0 {
		return
	}
	v.decl, _ = list.Of(v.d.journey.Index)
	defer func() { v.decl.JSON = v.d.masked(v.decl.JSON) }()
	if v.entries[v.at].space { // the tool inside its namespace, alone
		one := journey.Declare(v.d.provider, v.d.plan.Tools[v.d.journey.Index:v.d.journey.Index+1])
		if entries := one.Entries(); len(entries) == 1 {
			v.decl.JSON = entries[0]
		}
	}
}

// declOf is the declaration of the first tool of an entry, as it would be alone
// at this position.
func (v *wireView) declOf(i int) (journey.Naming, journey.Declaration) {
	n := v.d.plan.Tools[v.entries[i].tools[0]]
	return n, v.d.provider.Declare(n, i)
}

// briefSpace is another namespace of the request: its name and how many tools
// it holds.
func (v *wireView) briefSpace(i int) string {
	e := &v.entries[i]
	name := visible.JSONString(string(v.d.plan.Tools[e.tools[0]].Wire.Namespace))
	return `{ "name": ` + name + ", … " + plural(len(e.tools), "tool", "tools") + " … }"
}

// inSpace reports whether a row of the selected entry opens the list of a
// namespace's tools, of which only the selected one is shown.
func (v *wireView) inSpace(text string) bool {
	return v.entries[v.at].space && strings.TrimSpace(text) == `"tools": [`
}

// closesSpace reports whether a row closes that list.
func (v *wireView) closesSpace(texts []string, row int) bool {
	if !v.entries[v.at].space || texts[row] != "  ]" {
		return false
	}
	for i := range row {
		if texts[i] == `  "tools": [` {
			return closing(texts, i) == row
		}
	}
	return false
}
