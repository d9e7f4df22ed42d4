package scheme

import (
	"strings"

	"hopscope/journey"
)

// trae is the look-up of trae-agent: tools go out under their bare names, a
// server's too. A call and a tool meet when they are alike in lower case
// without underscores; of several such tools the later one runs.
type trae struct{ asked, note string }

func newTrae(_ int, asked, note string) journey.Scheme { return trae{asked, note} }

// Info describes the scheme.
func (t trae) Info() journey.SchemeInfo {
	return journey.SchemeInfo{
		ID: "trae-agent", Version: t.asked, Title: "Trae agent", Note: t.note, Unit: "code points",
		Rule:    "names go out as they are, without the server",
		Clash:   "all stand in the request; a call runs the later one",
		Lookup:  "in lower case with all underscores removed",
		Refusal: "Tool 'X' not found. Available tools: ['a', 'b']",
		Sources: []journey.Fact{
			{What: "names, look-up, clash, refusal text", Source: "bytedance/trae-agent trae_agent/tools/base.py, stored version", AsOf: "2026-11-29", How: "read"},
			{What: "what the history holds; older versions look names up as they are", Source: "nothing seen of when that changed", AsOf: "2026-11-29", How: "unknown"},
		},
	}
}

// traeKey is the form in which names are compared.
func traeKey(name string) string { return strings.ReplaceAll(lowerAll(name), "_", "") }

// Plan names the tools of one request. Index holds the tools by the form in
// which they are compared.
func (t trae) Plan(set journey.Setting) journey.Plan {
	p, _ := bareNames("trae-agent").line(set, t.asked)
	p.Index = make(map[string]int, len(p.Tools))
	for i := range p.Tools {
		if n := &p.Tools[i]; !isLeftOut(n) && n.Wire.Namespace == "" {
			p.Index[traeKey(string(n.Wire.Name))] = i
		}
	}
	for group := range indexWires(&p).all {
		share(p.Tools, group)
		last := group[len(group)-1]
		p.ByWire[p.Tools[last].Wire] = last
	}
	return p
}

// bareNames is the naming of a client that puts nothing before a tool's name.
func bareNames(client string) joiner {
	return joiner{
		client: client,
		name: func(n *journey.Naming) {
			n.Safe, n.Rule = journey.Safe(n.Tool.Registered), "unchanged"
		},
		split: func(name string) (journey.Server, string, bool, bool) { return "", name, true, true },
	}
}

// Resolve answers a call by its folded name.
func (t trae) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	called := call.Called
	i, ok := p.Index[traeKey(string(called.Name))]
	if !ok || called.Namespace != "" {
		return unknown("Tool '"+string(called.Name)+"' not found. Available tools: "+pyList(offeredWires(p)), called)
	}
	via := "exact"
	if string(p.Tools[i].Wire.Name) != string(called.Name) {
		via = "lower case without underscores"
	}
	if badArguments(call) {
		return misfit(via, called)
	}
	return ran(p, i, via, called)
}

// Identity returns the layers of tool i.
func (t trae) Identity(p *journey.Plan, i int) journey.Identity {
	id := oneName(&p.Tools[i])
	id.LookupKey = traeKey(id.PublicName)
	return id
}

// Recognise reads trae-agent's refusal.
func (t trae) Recognise(text string) (journey.Refused, bool) { return readWordings(text, traeWordings) }
