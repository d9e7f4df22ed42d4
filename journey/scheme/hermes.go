package scheme

import (
	"slices"
	"strings"

	"hopscope/journey"
)

// hermes is the look-up of Hermes agent. How it names the tools of a server is
// not known: here they keep their listed names. A call that finds no tool is
// repaired: cut at the first quote or angle bracket, in lower case, with - and
// blank as _, from CamelCase to snake_case, without the ending tool (twice),
// and last by likeness of letters. What the repair makes of it stands in the
// history.
type hermes struct{ asked, note string }

func newHermes(_ int, asked, note string) journey.Scheme { return hermes{asked, note} }

// hermesCutoff is the least likeness that a guess needs.
const hermesCutoff = 0.7

// Info describes the scheme.
func (h hermes) Info() journey.SchemeInfo {
	const code = "NousResearch/hermes-agent agent/agent_runtime_helpers.py and run_agent.py, stored versions"
	return journey.SchemeInfo{
		ID: "hermes-agent", Version: h.asked, Title: "Hermes agent", Note: h.note, Unit: "code points",
		Rule:    "form not known: names are shown as they are listed",
		Lookup:  "exact; else repaired by case, separators, CamelCase and the ending tool; else the nearest name at a likeness of 0.7",
		History: "the name of the tool that ran",
		Refusal: "Tool 'X' does not exist. Available tools: a, b",
		Sources: []journey.Fact{
			{What: "the ladder of repairs, history, refusal text", Source: code + "; rules re-implemented and run on examples", AsOf: "2026-11-29", How: "read"},
			{What: "names of a server's tools, clash; which name wins where several repairs fit", Source: "nothing seen; the client goes through a set without an order", AsOf: "2026-11-29", How: "unknown"},
		},
	}
}

// Plan lists the tools of one request.
func (h hermes) Plan(set journey.Setting) journey.Plan {
	p, _ := formUnknown("hermes-agent").line(set, h.asked)
	shareWires(&p)
	return p
}

// formUnknown is the naming of a client of which nobody knows how it names the
// tools of a server.
func formUnknown(client string) joiner {
	return joiner{
		client: client,
		name: func(n *journey.Naming) {
			n.SafeKnown, n.Rule = false, "form not known, shown as listed"
		},
		split: func(name string) (journey.Server, string, bool, bool) { return "", name, false, true },
	}
}

// Resolve answers a call by exact name, else by the repaired one.
func (h hermes) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	called, via := call.Called, "exact"
	if _, ok := p.ByWire[called.Wire()]; !ok && called.Namespace == "" {
		if name, how := hermesRepair(string(called.Name), reachable(p)); how != "" {
			called.Name, via = journey.Echo(name), how
		}
	}
	r, ok := exactOrAmbiguous(p, called)
	switch {
	case !ok:
		list := offeredWires(p)
		slices.Sort(list)
		return unknown("Tool '"+string(called.Name)+"' does not exist. Available tools: "+strings.Join(slices.Compact(list), ", "), called)
	case badArguments(call):
		return misfit(via, called)
	}
	r.Via = via
	return r
}

// reachable lists the names by which a call finds a tool, in the order of the
// request.
func reachable(p *journey.Plan) []string {
	list := make([]string, 0, len(p.Tools))
	for i := range p.Tools {
		if n := &p.Tools[i]; !isLeftOut(n) && n.Wire.Namespace == "" {
			list = append(list, string(n.Wire.Name))
		}
	}
	return list
}

// hermesRepair returns the valid name that the client makes of a called one,
// and by which rule; how is empty when it makes none.
func hermesRepair(name string, valid []string) (repaired, how string) {
	if at := strings.IndexAny(name, `"'<>`); at > 0 {
		name = name[:at]
	}
	if name == "" {
		return "", ""
	}
	is := make(map[string]bool, len(valid))
	for _, v := range valid {
		is[v] = true
	}
	lower, plain := lowerAll(name), hermesPlain(name)
	switch {
	case is[lower]:
		return lower, "lower case"
	case is[plain]:
		return plain, "lower case, - and blank as _"
	}
	for _, candidate := range hermesCandidates(name) {
		if is[candidate] {
			return candidate, "CamelCase or the ending tool"
		}
	}
	if near, ok := closeMatch(lower, valid, hermesCutoff); ok {
		return near, "nearest name"
	}
	return "", ""
}

func hermesPlain(s string) string {
	return strings.NewReplacer("-", "_", " ", "_").Replace(lowerAll(s))
}

// hermesSnake writes CamelCase as snake_case.
func hermesSnake(s string) string {
	var b strings.Builder
	for i, r := range s {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return lowerAll(b.String())
}

// hermesCandidates are the spellings of a name: as it is, in lower case, with
// underscores, in snake_case, and all these without the ending tool, up to
// twice.
func hermesCandidates(name string) []string {
	list := []string{name, lowerAll(name), hermesPlain(name), hermesSnake(name)}
	for range 2 {
		for _, c := range slices.Clone(list) {
			if short := hermesShort(c); short != "" {
				list = append(list, short, hermesPlain(short), hermesSnake(short))
			}
		}
	}
	return list
}

// hermesShort takes the ending _tool, -tool or tool off a name, empty when it
// has none.
func hermesShort(s string) string {
	for _, ending := range [...]string{"_tool", "-tool", "tool"} {
		if at := len(s) - len(ending); at >= 0 && strings.EqualFold(s[at:], ending) {
			return strings.TrimRight(s[:at], "_-")
		}
	}
	return ""
}

// Identity returns the layers of tool i.
func (h hermes) Identity(p *journey.Plan, i int) journey.Identity {
	id := oneName(&p.Tools[i])
	id.StoredAs = id.PublicName
	return id
}

// Recognise reads Hermes agent's refusal.
func (h hermes) Recognise(text string) (journey.Refused, bool) {
	return readWordings(text, hermesWordings)
}
