package diagnose

import (
	"fmt"
	"slices"

	"hopscope/journey"
)

// A tool can be missing from every request, and no error says so: the model
// never heard of it. That shows where a catalog was given beside the recording.
// The client's own rules may leave a tool out, or the recorded lists lack it.

// unsent are tools of the given catalog that never reached a request, by what
// keeps them out.
type unsent struct {
	// reason of the client's rules; empty: the recorded lists lack the tools.
	reason string
	shared bool // their form is that of another tool
	server journey.Server
	tools  []int // indexes in the plan
}

// neverSent finds tools of the given catalog that no request declares, in the
// order of the catalog, one cause for what one thing keeps out. It is empty
// where nothing was recorded, where no catalog was given, and where it cannot be
// told: tools that load later on, and listings whose server nobody names.
//
// A tool whose name another tool has is left to the calls of that name, where
// there are some: they may have meant it.
func (a *Analyzer) neverSent() []journey.Cause {
	s := a.in.Session
	if a.own != nil {
		return a.own.neverSent()
	}
	if a.given() == nil || len(s.Rows)+len(s.Snapshots) == 0 {
		return nil
	}
	if slices.ContainsFunc(clientsOf(s), func(c journey.Client) bool { return c.ID != s.Client.ID }) {
		return nil // another client sends them in forms of its own
	}
	view := a.given()
	groups := a.unsentIn(view.plan)
	if len(groups) == 0 {
		return nil
	}
	c := a.sceneOf(view)
	var out []journey.Cause
	for _, g := range groups {
		cause := journey.Cause{Diagnosis: *c.neverSent(&g), Calls: []int{}, Requests: []int{}}
		for _, i := range g.tools {
			cause.Tools = append(cause.Tools, ownerAndName(view.plan.Tools[i].Ref))
		}
		out = append(out, cause)
	}
	return out
}

func (a *Analyzer) unsentIn(plan *journey.Plan) []unsent {
	declared, called, whole := a.everDeclared()
	var out []unsent
	add := func(u unsent, i int) {
		same := func(x unsent) bool { return x.reason == u.reason && x.shared == u.shared && x.server == u.server }
		if k := slices.IndexFunc(out, same); k >= 0 {
			out[k].tools = append(out[k].tools, i)
			return
		}
		u.tools = []int{i}
		out = append(out, u)
	}
	for i := range plan.Tools {
		switch n := &plan.Tools[i]; {
		case n.Tool.Disabled || n.Tool.Form != journey.FormRegistered || n.Ref.Server == "":
			// switched off on purpose; or nothing was derived, or from which server
			// it comes is not known
		case n.Status == journey.LeftOut && len(n.SharesWith) > 0 && called[n.Wire]:
		case n.Status == journey.LeftOut:
			add(unsent{reason: n.Reason, shared: len(n.SharesWith) > 0, server: n.Ref.Server}, i)
		case n.Status == journey.Offered && whole && !declared[n.Wire]:
			add(unsent{server: n.Ref.Server}, i)
		}
	}
	return out
}

// everDeclared are the names that some list of the recording has, or that
// reached a tool; called are the latter. whole: a complete list is among them,
// and no tool search can have brought in more.
func (a *Analyzer) everDeclared() (names, called map[journey.WireName]bool, whole bool) {
	s := a.in.Session
	names, called = map[journey.WireName]bool{}, map[journey.WireName]bool{}
	for i := range s.Snapshots {
		p := &s.Snapshots[i]
		whole = whole || p.Complete
		for k := range p.Catalog.Tools {
			t := &p.Catalog.Tools[k]
			name := t.Wire
			if t.Form == journey.FormSafe {
				name = journey.WireName{Name: journey.Wire(t.Safe)}
			}
			names[name] = true
		}
	}
	for _, n := range s.Tally.Names() {
		if reached(n) {
			names[n.Called.Wire()], called[n.Called.Wire()] = true, true
		}
	}
	return names, called, whole && !a.toolSearch()
}

// neverSent says what keeps tools out of every request.
func (c *scene) neverSent(u *unsent) *journey.Diagnosis {
	first := c.Catalog[u.tools[0]]
	d := c.finding(journey.KindNotOffered, "test 4: not in any list")
	if u.shared {
		d.Kind = journey.KindLossyCollision
	}
	d.Hop = journey.HopSafe
	for _, i := range u.tools {
		d.About = append(d.About, c.Catalog[i].Name)
	}
	switch {
	case len(u.tools) == 1 && u.shared:
		d.What = fmt.Sprintf("%s%s shares the form %s with another tool and reached no request.", show(first.own()), ownedBy(first), show(first.Name))
	case len(u.tools) == 1:
		d.Target = first.Name
		d.What = fmt.Sprintf("%s is registered%s and reached no request: the model never heard of it.", show(first.Name), ownedBy(first))
	case c.wholeServer(u):
		d.What = fmt.Sprintf("None of the %d tools of server %s reached a request: the model never heard of them.", len(u.tools), show(string(u.server)))
	default:
		d.What = fmt.Sprintf("%d tools of server %s are registered and reached no request: the model never heard of them.", len(u.tools), show(string(u.server)))
	}
	if u.reason != "" {
		see(d, "catalog", "By the rules of %s: %s", c.client(), u.reason)
	} else {
		see(d, "the recorded lists", "No recorded list has %s", showAll(d.About))
	}
	d.Advice = c.leftOutAdvice(journey.HopSafe, first)
	if c.wholeServer(u) {
		see(d, "servers", "%s", c.Down[string(u.server)])
		d.Advice = "See whether the server was connected in this session; if it was, which filter, mode or permission leaves its tools out."
	}
	return d
}

// wholeServer reports whether all tools of a server are missing from the
// recorded lists, and no rule says why: the server itself may not have been there.
func (c *scene) wholeServer(u *unsent) bool {
	n := 0
	for i := range c.Catalog {
		if c.Catalog[i].Owner == string(u.server) {
			n++
		}
	}
	return u.reason == "" && !u.shared && n == len(u.tools)
}
