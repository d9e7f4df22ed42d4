package scheme

import (
	"strings"

	"hopscope/journey"
)

// strands is the naming of Strands Agents: names go out as they are, with
// prefix=P as P_TOOL. Two tools with one name, or with names that differ only
// in - and _, are an error at start, so that no request is made until one is
// renamed. A call is judged before it is looked up: a name that is no provider
// name is refused and replaced in the history.
type strands struct{ asked, note string }

func newStrands(_ int, asked, note string) journey.Scheme { return strands{asked, note} }

const (
	strandsLimit = 64
	// strandsInvalid stands in the history for a name that was refused.
	strandsInvalid = "INVALID_TOOL_NAME"
	strandsUnknown = "Unknown tool: "
)

// Info describes the scheme.
func (s strands) Info() journey.SchemeInfo {
	const source = "strands-agents/sdk-python @1232230d"
	return journey.SchemeInfo{
		ID: "strands", Kind: journey.Framework, Version: s.asked, Title: "Strands Agents", Unit: "code points", Note: s.note,
		Rule:    "names go out as they are; with prefix=P P_TOOL; a called name must fit [a-zA-Z0-9_-] and 64",
		Limit:   strandsLimit,
		Clash:   "an error at start, also for names that differ only in - and _; no request is made",
		Lookup:  "exact, after the name was judged; - for _ only in direct calls from Python",
		History: "what the model said; a name that was refused is " + strandsInvalid,
		Refusal: strandsUnknown + "X",
		Options: []journey.SchemeOption{prefixOption("MCPClient(prefix=...): put it and _ before each MCP tool")},
		Sources: []journey.Fact{
			{What: "names, errors at start, look-up, refusal texts, history", Source: source, AsOf: "2026-05-31", How: "read"},
			{What: "a call without the field name is worded another way: Error: tool name missing", Source: source, AsOf: "2026-05-31", How: "read"},
		},
	}
}

// Plan names the tools of one request. Those that clash are all left out: the
// client stops with an error.
func (s strands) Plan(set journey.Setting) journey.Plan {
	p, _ := prefixOf(set).plan(set)
	for group := range indexWires(&p).all {
		name := string(p.Tools[group[0]].Wire.Name)
		text := "Tool name '" + name + "' already exists. Cannot register tools with exact same name."
		keepOne(&p, group, -1, "an error at start: "+text)
		p.Warnings = append(p.Warnings, text)
	}
	alike := newTwins(make(map[journey.WireName]int, len(p.Tools)))
	seen := make(map[journey.WireName]bool, len(p.Tools))
	for i := range p.Tools {
		n := &p.Tools[i]
		if isLeftOut(n) && len(n.SharesWith) == 0 || seen[n.Wire] {
			continue // not there, or the same name once more
		}
		seen[n.Wire] = true
		alike.add(journey.WireName{Namespace: n.Wire.Namespace, Name: journey.Wire(dashes(string(n.Wire.Name)))}, i)
	}
	for group := range alike.all {
		s.dashTwins(&p, group)
	}
	return p
}

// dashTwins words the error about names that differ only in - and _.
func (s strands) dashTwins(p *journey.Plan, group []int) {
	first := string(p.Tools[group[0]].Wire.Name)
	for k, i := range group {
		n := &p.Tools[i]
		name, other := string(n.Wire.Name), first
		if k == 0 {
			name, other = string(p.Tools[group[1]].Wire.Name), first
		}
		text := "Tool name '" + name + "' already exists as '" + other + "'. Cannot add a duplicate tool which differs by a '-' or '_'"
		if k > 0 {
			p.Warnings = append(p.Warnings, text)
		}
		if !isLeftOut(n) {
			leaveOut(n, "an error at start: "+text)
			delete(p.ByWire, n.Wire)
		}
	}
}

func dashes(name string) string { return strings.ReplaceAll(name, "-", "_") }

// Resolve answers a call: the name is judged, then looked up exactly.
func (s strands) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	if fault := strandsFault(string(call.Called.Name)); fault != "" {
		stored := journey.Called{Namespace: call.Called.Namespace, Name: strandsInvalid}
		if _, ok := p.ByWire[call.Called.Wire()]; ok {
			return refused("judged before the look-up", fault, stored)
		}
		return unknown(fault, stored)
	}
	if i, ok := p.ByWire[call.Called.Wire()]; ok {
		return ran(p, i, "exact", call.Called)
	}
	return unknown(strandsUnknown+string(call.Called.Name), call.Called)
}

// strandsFault words what is wrong with a called name, empty for nothing. The
// client's pattern lets one line break at the end pass, as Python's $ does.
func strandsFault(name string) string {
	start := "Error: tool_name=<" + name + ">"
	plain := strings.TrimSuffix(name, "\n")
	switch {
	case plain == "" || fold(plain, &wordDash, codePoints) != plain:
		return start + " | invalid tool name pattern"
	case len(name) > strandsLimit:
		return start + ", tool_name_max_length=<64> | invalid tool name length"
	}
	return ""
}

// Identity returns the layers of tool i.
func (s strands) Identity(p *journey.Plan, i int) journey.Identity { return plainIdentity(&p.Tools[i]) }

// Recognise reads the refusals.
func (s strands) Recognise(text string) (journey.Refused, bool) {
	return readWordings(text, strandsWordings)
}

// strandsWordings are those of Strands Agents; the lead-in Error: is cut.
var strandsWordings = []wording{
	{before: "tool_name=<", after: ">, tool_name_max_length=<64> | invalid tool name length"},
	{before: "tool_name=<", after: "> | invalid tool name pattern"},
	{before: "tool name missing", nameless: true},
	{before: strandsUnknown},
}
