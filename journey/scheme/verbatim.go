package scheme

import (
	"hopscope/journey"
)

// verbatim is no client: names go out as they are and come back by exact
// look-up. It shows what a provider makes of the names themselves. A name that
// two tools have stays in the request twice, and a call of it is ambiguous.
type verbatim struct{ asked, note string }

func newVerbatim(_ int, asked, note string) journey.Scheme { return verbatim{asked, note} }

// Info describes the scheme.
func (v verbatim) Info() journey.SchemeInfo {
	return journey.SchemeInfo{
		ID: "verbatim", Kind: journey.NoClient, Version: v.asked, Title: "Verbatim", Unit: "code points", Note: v.note,
		Rule:    "names go out as they are; exact look-up",
		Clash:   "both stay in the request; a call is ambiguous",
		Lookup:  "exact",
		History: "what the model said",
		Refusal: "Unknown tool: X",
		Sources: []journey.Fact{{What: "no client: the absence of rules", Source: "hopscope", AsOf: "2026-11-29", How: "run"}},
	}
}

// Plan names the tools as they are listed.
func (v verbatim) Plan(set journey.Setting) journey.Plan {
	p := journey.Plan{Setting: set, Warnings: []string{}, Tools: make([]journey.Naming, len(set.Catalog.Tools))}
	ready := readinessOf(set)
	for i := range set.Catalog.Tools {
		n := &p.Tools[i]
		n.Tool = set.Catalog.Tools[i]
		verbatimName(n)
		if n.Tool.Deferred {
			n.Status, n.Reason = journey.Deferred, "announced by name only"
		}
		absent(n, &ready)
	}
	for group := range indexWires(&p).all {
		share(p.Tools, group)
	}
	return p
}

func verbatimName(n *journey.Naming) {
	t := &n.Tool
	n.Ref = journey.Ref{Server: t.Server, Name: t.Registered, Builtin: t.Builtin}
	n.Rule = "unchanged"
	if t.Form != journey.FormRegistered {
		asRead(n)
		n.RegisteredKnown = true
		if t.Registered == "" {
			n.Ref.Name = journey.Registered(n.Wire.Name)
		}
		return
	}
	n.RegisteredKnown, n.SafeKnown = true, true
	n.Safe = journey.Safe(t.Registered)
	n.Wire.Name = journey.Wire(t.Registered)
}

// Resolve answers a call by exact name.
func (v verbatim) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	i, ok := p.ByWire[call.Called.Wire()]
	if !ok {
		return unknown("Unknown tool: "+string(call.Called.Name), call.Called)
	}
	if len(p.Tools[i].SharesWith) > 0 {
		return journey.Resolution{Outcome: journey.OutcomeAmbiguous, Tool: -1, Error: "Ambiguous tool: " + string(call.Called.Name), Stored: call.Called}
	}
	return ran(p, i, "exact", call.Called)
}

// Identity returns the layers of tool i: one name for all.
func (v verbatim) Identity(p *journey.Plan, i int) journey.Identity {
	n := &p.Tools[i]
	wire := string(n.Wire.Name)
	id := journey.Identity{PublicName: wire, Namespace: n.Wire.Namespace, LookupKey: wire, ApprovalKeys: []string{string(n.Ref.Name)}, StoredAs: wire}
	if n.Wire.Namespace != "" {
		id.Qualified = string(n.Wire.Namespace) + "." + wire
	}
	return id
}

// Recognise reads the texts of all clients that are known to word an unknown
// tool, whoever they are.
func (v verbatim) Recognise(text string) (journey.Refused, bool) { return anyWording(text) }
