package scheme

import (
	"strings"

	"hopscope/journey"
)

// crush is Crush's naming: mcp_SERVER_TOOL with every character as it is, and
// no limit. The request holds the tools sorted by name, two of one name both;
// of those the later one runs.
type crush struct{ asked, note string }

func newCrush(_ int, asked, note string) journey.Scheme { return crush{asked, note} }

const crushPrefix = "mcp_"

// Info describes the scheme.
func (c crush) Info() journey.SchemeInfo {
	return journey.SchemeInfo{
		ID: "crush", Version: c.asked, Title: "Crush", Note: c.note, Unit: "code points",
		Rule:    "mcp_SERVER_TOOL; every character stays, nothing is shortened",
		Clash:   "both stand in the request; a call runs the later one of the sorted list",
		Lookup:  "exact",
		Refusal: "tool not found: X. Available tools: a, b",
		Options: []journey.SchemeOption{
			{Key: "text", Values: []string{"list", "executor"}, Default: "list", What: "executor: the second text of the client, without the list"},
		},
		Sources: []journey.Fact{
			{What: "names, order, clash", Source: "charmbracelet/crush internal/agent/tools/mcp-tools.go @37f36e938", AsOf: "2026-11-29", How: "read"},
			{What: "look-up, refusal texts", Source: "charm.land/fantasy v0.41.2 agent.go", AsOf: "2026-11-29", How: "read"},
			{What: "which of two servers' tools of one name is the later; what the history holds", Source: "nothing seen; taken to be the later of the catalog", AsOf: "2026-11-29", How: "unknown"},
		},
	}
}

// Plan names the tools of one request, sorted by name.
func (c crush) Plan(set journey.Setting) journey.Plan {
	known := formsOf(set, func(key journey.Server) string { return crushPrefix + string(key) })
	j := joiner{
		client: "crush",
		name: func(n *journey.Naming) {
			n.Safe = journey.Safe(crushPrefix + string(n.Tool.Server) + "_" + string(n.Tool.Registered))
			n.Rule = "prefixed"
		},
		split: func(name string) (journey.Server, string, bool, bool) {
			rest, ok := strings.CutPrefix(name, crushPrefix)
			if !ok {
				return "", "", false, false
			}
			if key, tool, ok := cutKnown(name, "_", known); ok {
				return key, tool, true, true
			}
			if server, tool, ok := strings.Cut(rest, "_"); ok && !strings.Contains(tool, "_") {
				return journey.Server(server), tool, true, true
			}
			return "", name, false, true
		},
	}
	p, _ := j.line(set, c.asked)
	if !recorded(set) {
		arrange(p.Tools, func(a, b *journey.Naming) int { return strings.Compare(string(a.Wire.Name), string(b.Wire.Name)) })
	}
	for group := range indexWires(&p).all {
		share(p.Tools, group)
		last := group[len(group)-1]
		p.ByWire[p.Tools[last].Wire] = last
	}
	return p
}

// Resolve answers a call by exact name.
func (c crush) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	i, ok := p.ByWire[call.Called.Wire()]
	switch {
	case !ok:
		text := "tool not found: " + string(call.Called.Name)
		if p.Setting.Option("text", "") != "executor" {
			text += ". Available tools: " + strings.Join(offeredWires(p), ", ")
		}
		return unknown(text, call.Called)
	case badArguments(call):
		return misfit("exact", call.Called)
	}
	return ran(p, i, "exact", call.Called)
}

// Identity returns the layers of tool i.
func (c crush) Identity(p *journey.Plan, i int) journey.Identity { return oneName(&p.Tools[i]) }

// Recognise reads Crush's refusals.
func (c crush) Recognise(text string) (journey.Refused, bool) {
	return readWordings(text, crushWordings)
}
