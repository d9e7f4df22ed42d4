package diagnose

import (
	"slices"
	"strings"

	"hopscope/journey"
)

// The ordered tests of a call. The first that answers decides.
var callTests = []func(*scene, *Event) *journey.Diagnosis{
	(*scene).refusedByClient, // 1: the client refuses the list itself
	(*scene).nameLost,        // 2
	(*scene).wireMaps,        // 3: wire maps of two turns
	(*scene).incompleteEye,   // 3: a real result beside the refusal
	(*scene).exactName,       // 4: vanished, not-offered, rename-leak, prefix-lost
	(*scene).notEnabled,      // 4: the client says that it has the tool
	(*scene).earlierName,     // 4: a name that an earlier list had
	(*scene).residue,         // 5
	(*scene).repeated,        // 6
	(*scene).wrapped,         // 7
	(*scene).renamed,         // 8: the client's own rename table
	(*scene).oldHistory,      // 8: success in older turns
	(*scene).caseDrift,       // 9
	(*scene).separatorDrift,  // 9
	(*scene).renameLeak,      // 10
	(*scene).doubled,         // 11
	(*scene).oldAlias,        // 11
	(*scene).prefixLost,      // 11
	(*scene).realName,        // 11: the registered name of a form that was cut or hashed
	(*scene).taught,          // 12: instructions
	(*scene).ownBuiltin,      // 12: built-in of this client
	(*scene).foreign,         // 12: built-in of another
	(*scene).nearMiss,        // 13
	(*scene).noRelation,      // 13
}

// call runs the ordered tests on a call that failed because of its name.
func (c *scene) call(e *Event) *journey.Diagnosis {
	for _, test := range callTests {
		if d := test(c, e); d != nil {
			return d
		}
	}
	return nil
}

// judge returns the diagnosis of an event, nil when its failure is not about a
// name.
func (c *scene) judge(e *Event) *journey.Diagnosis {
	c = c.withList(e)
	switch {
	case e.NameLost:
		return c.nameLost(e)
	case e.NoCall && e.Error != "":
		return c.refused(e)
	case e.NoCall:
		return c.noted(e)
	case c.aboutName(e):
		return c.call(e)
	}
	return c.silent(e)
}

// silent looks at a call that ran: its alias may have moved, or its name may
// have two owners.
func (c *scene) silent(e *Event) *journey.Diagnosis {
	if e.Error != "" || e.Result == "" && e.ExecutedBy == "" && e.Class != journey.ClassOK {
		return nil
	}
	if d := c.wireMaps(e); d != nil {
		return d
	}
	if saysUnknown(e.Note) && len(c.Catalog) > 0 && len(c.exactly(e.Called)) == 0 {
		return c.incompleteEye(e)
	}
	return c.twoOwners(e)
}

// withList takes the list in the error text for the catalog where there is
// none, or only an assumed one.
func (c *scene) withList(e *Event) *scene {
	if len(c.Catalog) > 0 && !c.Assumed {
		return c
	}
	list := c.offered(e)
	if !list.Known || len(list.Names) == 0 {
		return c
	}
	s := *c.Situation
	s.Catalog, s.Assumed = nil, false
	for _, n := range list.Names {
		entry := Entry{Name: n, Where: list.Where}
		if known := c.exact[n]; len(known) > 0 {
			entry = c.Catalog[known[0]]
		}
		s.Catalog = append(s.Catalog, entry)
	}
	for _, known := range c.Catalog {
		if !slices.Contains(list.Names, known.Name) {
			s.Catalog = append(s.Catalog, known)
		}
	}
	return newScene(&s)
}

// aboutName reports whether a call failed because of its name. A recording's
// class decides; where a case gives only texts, an error about a name that the
// catalog lacks counts unless it is about a connection, and an error about a
// name that the catalog has counts only in the words of a refusal.
func (c *scene) aboutName(e *Event) bool {
	if e.NoCall {
		return false
	}
	if !e.Texts {
		return e.Class.Unknown()
	}
	exact := len(c.exactly(e.Called)) > 0
	if e.Error == "" {
		return e.Result == "" && !exact && len(c.Catalog) > 0 && e.Class != journey.ClassNoResult
	}
	switch {
	case e.Class.Unknown():
		return true
	case saysConnection(e.Error):
		return false
	case exact:
		return saysUnknown(e.Error) && c.namesItself(e)
	case saysUnknown(e.Error):
		return true
	}
	return len(c.Catalog) > 0 && e.Class != journey.ClassBadArguments
}

// namesItself reports whether a refusal speaks of the called tool: a tool can
// report in the same words that something else was not found.
func (c *scene) namesItself(e *Event) bool {
	echo := string(e.Called.Name)
	if strings.Contains(e.Error, echo) {
		return true
	}
	if _, tool := serverAndTool(e.Error); tool != "" && strings.HasSuffix(echo, tool) {
		return true
	}
	for _, i := range c.exactly(e.Called) {
		if own := c.Catalog[i].own(); own != "" && strings.Contains(e.Error, own) {
			return true
		}
	}
	return containsAny(strings.ToLower(e.Error), unknownPhrases)
}

// verdict finds the fault that counts for a whole session; at is its place in
// events, -1 for none.
func (c *scene) verdict(events []Event) (at int, d *journey.Diagnosis) {
	passes := []func(*Event) bool{
		func(e *Event) bool { return e.NoCall && e.Error != "" && !e.NameLost },
		func(e *Event) bool { return e.NameLost || !e.NoCall && c.withList(e).aboutName(e) },
		func(e *Event) bool { return !e.NoCall && !c.withList(e).aboutName(e) },
		func(e *Event) bool { return e.NoCall && e.Error == "" && !e.NameLost },
	}
	for _, pass := range passes {
		for i := range events {
			if !pass(&events[i]) {
				continue
			}
			if d := c.judge(&events[i]); d != nil {
				return i, d
			}
		}
	}
	return -1, nil
}

// refusedByClient is test 1 for clients that refuse their own list when a tool
// is called.
func (c *scene) refusedByClient(e *Event) *journey.Diagnosis {
	low := strings.ToLower(e.Error)
	if !containsAny(low, []string{"multiple tools with the same name", "duplicate tool name", "tool names must be unique"}) {
		return nil
	}
	r, ok := readRefusal(e.Error)
	if !ok {
		return nil
	}
	r.values = append(r.values, string(e.Called.Name))
	r.values = slices.Compact(r.values)
	return c.sameName(e, r)
}
