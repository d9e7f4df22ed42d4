package scheme

import (
	"slices"
	"strings"

	"hopscope/journey"
)

// pydanticAI is the naming of Pydantic AI: names go out as they are, renamed by
// a map (RenamedToolset) and with prefix=P as P_TOOL (PrefixedToolset); the
// way back takes the prefix off once. Tools of two toolsets with one name are
// an error at each step, so that no request is made.
type pydanticAI struct{ asked, note string }

func newPydanticAI(_ int, asked, note string) journey.Scheme { return pydanticAI{asked, note} }

const (
	pydanticBefore  = "Unknown tool name: '"
	pydanticRename  = "Rename the tool or wrap the toolset in a `PrefixedToolset` to avoid name conflicts."
	pydanticPrefix  = "Change the `prefix` attribute to avoid name conflicts."
	pydanticRetries = "' exceeded max retries count of "
)

// Info describes the scheme.
func (y pydanticAI) Info() journey.SchemeInfo {
	const source = "pydantic/pydantic-ai @4fda38988"
	return journey.SchemeInfo{
		ID: "pydantic-ai", Kind: journey.Framework, Version: y.asked, Title: "Pydantic AI", Unit: "code points", Note: y.note,
		Rule:    "names go out as they are; with prefix=P P_TOOL, with a map the new names; nothing is replaced or cut",
		Clash:   "an error at each step; no request is made; in one MCP server the last listed stays",
		Lookup:  "exact; the prefix is taken off once, a new name goes back by the map",
		History: "the name in the request, as the model said it",
		Refusal: "Unknown tool name: 'X'. Available tools: 'a', 'b'",
		Options: []journey.SchemeOption{
			prefixOption("PrefixedToolset: put it and _ before each tool of a server; " + ownKey + " is what servers of a config file get"),
			mapOf("RenamedToolset, from the listed name to the new one, before the prefix"),
		},
		Sources: []journey.Fact{
			{What: "prefix, map, errors, refusal texts", Source: source, AsOf: "2026-08-31", How: "read"},
			{What: "labels of toolsets and hints in the errors", Source: source + " tests, a copy", AsOf: "2026-11-29", How: "read"},
			{What: "two tools of one name in one MCP server", Source: "taken to be a map whose last entry stays", AsOf: "2026-11-29", How: "unknown"},
		},
	}
}

// Plan names the tools of one request: the agent's own first, then those of the
// servers, as the errors speak of them.
func (y pydanticAI) Plan(set journey.Setting) journey.Plan {
	front := prefixOf(set)
	p, ready := front.plan(set)
	if renames := nameMap(set); len(renames) > 0 {
		y.rename(&p, front, renames)
	}
	for group := range indexWires(&p).all {
		y.clash(&p, &ready, front, group)
	}
	return p
}

// rename gives the tools of the map their new names. A new name that another
// tool of the same toolset has is an error.
func (y pydanticAI) rename(p *journey.Plan, front prefixing, renames map[journey.Registered]string) {
	type place struct {
		server journey.Server
		name   string
	}
	taken := map[place]int{}
	for i := range p.Tools {
		n := &p.Tools[i]
		if n.Tool.Form != journey.FormRegistered || isLeftOut(n) {
			continue
		}
		name, original := string(n.Tool.Registered), string(n.Tool.Registered)
		if to, ok := renames[n.Tool.Registered]; ok {
			name = to
			n.Safe = journey.Safe(front.before(n.Tool.Server) + to)
			n.Wire.Name = journey.Wire(n.Safe)
			n.Rule = joinWords("renamed", strings.TrimSuffix(n.Rule, "unchanged"))
			n.Rule = strings.TrimSuffix(n.Rule, ", ")
		}
		at := place{n.Tool.Server, name}
		other, twice := taken[at]
		if !twice {
			taken[at] = i
			continue
		}
		if string(p.Tools[other].Tool.Registered) == original {
			continue // the same tool again: a clash of names, not of renaming
		}
		text := "Tool name conflicts with previously renamed tool: " + pyRepr(name) + "."
		if name != original {
			text = "Renaming tool " + pyRepr(original) + " to " + pyRepr(name) + " conflicts with existing tool."
		}
		p.Warnings = append(p.Warnings, text)
		leaveOut(&p.Tools[other], "an error at each step: "+text)
		leaveOut(n, "an error at each step: "+text)
	}
}

// clash decides over tools with one name: in one MCP server the last listed
// stays, anything else is an error.
func (y pydanticAI) clash(p *journey.Plan, ready *readiness, front prefixing, group []int) {
	byServer := slices.Clone(group)
	slices.SortStableFunc(byServer, func(a, b int) int {
		x, _ := ready.of(p.Tools[a].Ref.Server)
		z, _ := ready.of(p.Tools[b].Ref.Server)
		return x - z
	})
	one, last := p.Tools[byServer[0]].Ref.Server, p.Tools[byServer[len(byServer)-1]].Ref.Server
	wire := string(p.Tools[group[0]].Wire.Name)
	if one == last && one != "" {
		keepOne(p, group, group[len(group)-1], "the server lists this name again later")
		return
	}
	text := "Tool name conflicts with existing tool: " + pyRepr(wire)
	if one != last {
		label, hint := pydanticLabel(last, front), pydanticRename
		if strings.HasPrefix(label, "PrefixedToolset") {
			hint = pydanticPrefix
		}
		text = label + " defines a tool whose name conflicts with existing tool from " +
			pydanticLabel(one, front) + ": " + pyRepr(wire) + ". " + hint
	}
	keepOne(p, group, -1, "an error at each step: "+text)
	p.Warnings = append(p.Warnings, text)
}

// pydanticLabel is what the errors call a toolset.
func pydanticLabel(server journey.Server, front prefixing) string {
	if server == "" {
		return "the agent"
	}
	label := "MCPToolset " + pyRepr(string(server))
	if front.text != "" {
		return "PrefixedToolset(" + label + ")"
	}
	return label
}

// Resolve answers a call by exact name.
func (y pydanticAI) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	if i, ok := p.ByWire[call.Called.Wire()]; ok {
		return ran(p, i, "exact", call.Called)
	}
	return unknown("Unknown tool name: "+pyRepr(string(call.Called.Name))+". "+y.available(p), call.Called)
}

// available words which tools this turn has.
func (y pydanticAI) available(p *journey.Plan) string {
	list := offeredList(p)
	if len(list) == 0 {
		if slices.ContainsFunc(p.Tools, func(n journey.Naming) bool { return n.Status == journey.Deferred }) {
			return "No tools are available yet: search for the tools you need."
		}
		return "No tools available."
	}
	slices.Sort(list)
	for i := range list {
		list[i] = pyRepr(list[i])
	}
	return "Available tools: " + strings.Join(list, ", ")
}

// Identity returns the layers of tool i.
func (y pydanticAI) Identity(p *journey.Plan, i int) journey.Identity {
	return plainIdentity(&p.Tools[i])
}

// Recognise reads the refusals: the answer to the model, and the error after
// too many of them.
func (y pydanticAI) Recognise(text string) (journey.Refused, bool) {
	if rest, ok := strings.CutPrefix(text, "Unknown tool name: "); ok {
		if name, rest, ok := pyUnquote(rest); ok && strings.HasPrefix(rest, ". ") {
			r := journey.Refused{Class: journey.ClassUnknownTool, Name: name}
			if said, ok := strings.CutPrefix(rest, ". Available tools: "); ok {
				r.Offered = offeredNames(said)
			} else {
				r.Reason = strings.TrimPrefix(rest, ". ")
			}
			return r, true
		}
	}
	return readWordings(text, pydanticWordings)
}

// pydanticWordings are those of Pydantic AI.
var pydanticWordings = []wording{
	{before: pydanticBefore, after: "'. Available tools: ", list: true},
	{before: pydanticBefore, after: "'"},
	// Said of any tool that asked for too many retries, unknown or not.
	{before: "Tool '", after: pydanticRetries, class: journey.ClassToolFailed},
}
