package scheme

import (
	"hopscope/journey"
	"hopscope/vocab"
)

// gateway is something between a client and a provider that gives the client's
// tools other names on the way out and their own names back on the way in: by
// a map, with vocabulary=CLIENT by that client's name for the same task, and
// with prefix=P by a mark before each name that is left. The client behind it looks names up exactly. A rename whose target is
// the name of another tool in the request is not made. With rename_back=false
// it forgets the way back: the client gets the name of the request, and runs
// whatever tool of its own has that name. The names of the catalog, registered
// or safe, are taken for the client's own; wire names for the request's.
type gateway struct{ asked, note string }

func newGateway(_ int, asked, note string) journey.Scheme { return gateway{asked, note} }

// Info describes the scheme.
func (g gateway) Info() journey.SchemeInfo {
	return journey.SchemeInfo{
		ID: "gateway", Kind: journey.Framework, Version: g.asked, Title: "A renaming gateway", Unit: "code points", Note: g.note,
		Rule:    "names of the map get the other name, with vocabulary=CLIENT those of a known task that client's; with prefix=P all others P before them",
		Clash:   "a rename that meets another name is not made; two tools of one own name are sent as they are",
		Lookup:  "by the map back, then exact; with rename_back=false exact only",
		History: "the request's names again: the map covers past calls too",
		Options: []journey.SchemeOption{
			mapOf("the client's names and the upstream's"),
			{Key: vocabularyOption, What: "the upstream's vocabulary: a client, also with a version (opencode@1.18.33)"},
			{Key: "prefix", What: "a mark before each name that has no other"},
			{Key: "rename_back", Values: onOff, Default: "true", What: "whether answers get the client's names back"},
		},
		Sources: []journey.Fact{
			{What: "what a rename must cover and when it is left out", Source: "gateways compared: CLIProxyAPI a7e3596b7, claude-code-router 1.0.73, OmniRoute 3.7.9", AsOf: "2026-11-29", How: "read"},
			{What: "a mark that is not taken off again", Source: "failure reports about proxy_ and oc_ names", AsOf: "2026-11-29", How: "read"},
		},
	}
}

// Plan names the tools of one request.
func (g gateway) Plan(set journey.Setting) journey.Plan {
	names, mark := nameMap(set), set.Option("prefix", "")
	upstream, version, speaks := readClient(set.Option(vocabularyOption, ""))
	p, _ := eachTool(set, func(n *journey.Naming) {
		verbatimName(n)
		if n.Tool.Kind != journey.KindFunction || n.Wire.Namespace != "" || n.Tool.Form == journey.FormWire {
			return
		}
		own := string(n.Wire.Name)
		to, ok := names[journey.Registered(own)]
		if !ok && speaks && n.Tool.Server == "" {
			to, ok = upstreamName(upstream, version, own)
		}
		if ok && to != own {
			n.Wire.Name, n.Rule = journey.Wire(to), "renamed"
		} else if !ok && mark != "" {
			n.Wire.Name, n.Rule = journey.Wire(mark+own), "marked"
		}
	})
	g.settle(&p)
	sendTwice(&p, func(group []int) int { return group[0] })
	return p
}

// upstreamName returns a client's one function for what a tool of this name
// does; ok is false where its task is not known, or where there is none or more
// than one.
func upstreamName(client, version, name string) (to string, ok bool) {
	for _, task := range vocab.Builtin().Tasks(name) {
		e, found := vocab.Builtin().UsualFunction(client, version, task)
		switch {
		case !found || e.Name == to:
		case to != "":
			return "", false
		default:
			to = e.Name
		}
	}
	return to, to != ""
}

// settle takes back each rename that meets another name of the request. A name
// that goes back may meet a rename in turn.
func (g gateway) settle(p *journey.Plan) {
	holders := make(map[journey.WireName][]int, len(p.Tools))
	var meet []journey.WireName
	for i := range p.Tools {
		if n := &p.Tools[i]; !isLeftOut(n) {
			holders[n.Wire] = append(holders[n.Wire], i)
			if len(holders[n.Wire]) == 2 {
				meet = append(meet, n.Wire)
			}
		}
	}
	for len(meet) > 0 {
		wire := meet[0]
		meet = meet[1:]
		kept := []int{}
		for _, i := range holders[wire] {
			n := &p.Tools[i]
			if !renamed(n) {
				kept = append(kept, i)
				continue
			}
			p.Warnings = append(p.Warnings, string(n.Safe)+" keeps its name: "+string(wire.Name)+" is another tool's name in this request")
			n.Wire.Name, n.Rule = journey.Wire(n.Safe), "unchanged"
			holders[n.Wire] = append(holders[n.Wire], i)
			if len(holders[n.Wire]) > 1 {
				meet = append(meet, n.Wire)
			}
		}
		holders[wire] = kept
	}
}

// renamed reports whether the request has another name than the client.
func renamed(n *journey.Naming) bool {
	return n.Tool.Form != journey.FormWire && string(n.Wire.Name) != string(n.Safe)
}

// Resolve answers a call: the gateway gives the name back, then the client
// looks it up. What neither knows the client refuses in its own words, which
// depend on who it is.
func (g gateway) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	i, ok := p.ByWire[call.Called.Wire()]
	via := "exact"
	if ok && renamed(&p.Tools[i]) {
		via = "map back"
		ok = p.Setting.Option("rename_back", "true") != "false"
	}
	stored := call.Called
	if !ok {
		// The client gets the name as it is: one of its own tools may have it.
		for k := range p.Tools {
			if n := &p.Tools[k]; !isLeftOut(n) && renamed(n) && string(n.Safe) == string(call.Called.Name) && call.Called.Namespace == "" {
				stored.Name = journey.Echo(n.Wire.Name)
				return ran(p, k, "the client's own name", stored)
			}
		}
		return unknown("", stored)
	}
	if len(p.Tools[i].SharesWith) > 0 {
		return journey.Resolution{Outcome: journey.OutcomeAmbiguous, Tool: -1, Stored: stored}
	}
	return ran(p, i, via, stored)
}

// Identity returns the layers of tool i: the client knows its own name, the
// request another.
func (g gateway) Identity(p *journey.Plan, i int) journey.Identity {
	n := &p.Tools[i]
	id := plainIdentity(n)
	if n.SafeKnown {
		id.LookupKey, id.TraceName = string(n.Safe), string(n.Safe)
	}
	return id
}

// Recognise reads nothing: a gateway refuses no call, the client behind it does
// in its own words.
func (g gateway) Recognise(string) (journey.Refused, bool) { return journey.Refused{}, false }
