package scheme

import (
	"strings"

	"hopscope/journey"
)

// codexRule is what changed from one known version to the next.
type codexRule struct {
	version string
	// flat: MCP tools have one name, mcp__S__T, and no namespace.
	flat bool
	// keepAll: the flat name keeps every character.
	keepAll bool
	// dropsNamespace: a namespace beside a called name is not looked at.
	dropsNamespace bool
	// glue stands between namespace and name in refusals.
	glue string
	// limit of namespace, name and two more.
	limit int
	// defers: all MCP tools are behind tool_search.
	defers bool
}

// codexRules, ascending; all four versions ran with one MCP server and the
// same calls. The form of names in 0.145.0 was not seen: they were deferred.
var codexRules = [...]codexRule{
	{version: "0.61.0", flat: true, keepAll: true, dropsNamespace: true},
	{version: "0.118.0", flat: true, glue: ":"},
	{version: "0.145.0", limit: 64, defers: true},
	{version: "0.171.0", limit: 128},
}

func codexVersions() []string {
	list := make([]string, len(codexRules))
	for i := range codexRules {
		list[i] = codexRules[i].version
	}
	return list
}

// codex is OpenAI Codex's naming: MCP tools stand in namespaces mcp__SERVER,
// and the pair of namespace and name is the identity. In each part a code
// point outside A-Z a-z 0-9 _ becomes _. Servers that share a namespace, and
// tools that share a name in one, all get a hash of their raw names; so names
// move when other servers come and go. Look-up is exact on the pair.
type codex struct {
	rule  *codexRule
	asked string
	note  string
}

func newCodex(rule int, asked, note string) journey.Scheme {
	return codex{&codexRules[rule], asked, note}
}

// Info describes the scheme and the version of its rules.
func (c codex) Info() journey.SchemeInfo {
	info := journey.SchemeInfo{
		ID: "codex", Version: c.rule.version, Title: "Codex CLI", Note: c.note, Unit: "code points", Limit: c.rule.limit,
		Rule:     "namespace mcp__SERVER and name TOOL; each character outside A-Z a-z 0-9 _ becomes _; clashes and long names get a hash",
		Clash:    "all that clash get _ and 12 hex of SHA-1 over their raw names, servers and tools alike; so names move when servers come and go",
		Lookup:   "exact, namespace and name both",
		History:  "what the model said, both fields",
		Refusal:  codexUnknown + "X (a custom call: " + codexUnknownCustom + "X), X is namespace and name with nothing between",
		Versions: codexVersions(),
		Sources: []journey.Fact{
			{What: "names, look-up and refusals of 0.171.0", Source: "npm @openai/codex@0.171.0, run", AsOf: "2026-11-29", How: "run"},
			{What: "names, look-up and refusals of 0.61.0, 0.118.0, 0.145.0", Source: "npm @openai/codex@0.61.0, @0.118.0, @0.145.0, run", AsOf: "2026-11-29", How: "run"},
			{What: "a hash for a pair that reads like another one when glued, a doubled underscore at the end of a namespace", Source: "codex-rs/codex-mcp/src/tools.rs @00a35b1, older than 0.171.0", AsOf: "2026-11-29", How: "read"},
			{What: "limit and hash of 0.145.0; hyphens in 0.118.0", Source: "codex-rs/codex-mcp/src/tools.rs @00a35b1", AsOf: "2026-11-29", How: "unknown"},
		},
	}
	if c.rule.flat {
		info.Limit = codexFlatLimit
		info.Clash = "the tool of the server that was ready first stays"
		info.Lookup = "exact"
		info.History = "what the model said"
		info.Refusal = codexUnknown + "X"
		info.Rule = "mcp__SERVER__TOOL; each character outside A-Z a-z 0-9 _ - becomes _; over 64 the first 24 and a SHA-1"
		if c.rule.keepAll {
			info.Rule = "mcp__SERVER__TOOL, every character kept; over 64 the first 24 and a SHA-1"
		}
	}
	return info
}

// defersFor reports whether MCP tools are behind tool_search for a model.
func (c codex) defersFor(model string) bool {
	return c.rule.defers || !c.rule.flat && strings.Contains(model, codexSearchModel)
}

// codexSearchModel is the model whose entry has apply_patch as a custom tool
// and tool_search.
const codexSearchModel = "gpt-5.5"

// Plan names the tools of one request: the client's own, and at their place
// the MCP tools, sorted by name.
func (c codex) Plan(set journey.Setting) journey.Plan {
	p := journey.Plan{Setting: set, Warnings: []string{}}
	own := ownToolsOf("codex", c.asked, set.Model)
	if !c.rule.defers && c.defersFor(set.Model) {
		own.declared = append(own.declared,
			journey.Tool{Registered: "apply_patch", Kind: journey.KindCustom, Builtin: true},
			journey.Tool{Registered: "tool_search", Kind: journey.KindProvider, Builtin: true})
	}
	var from, to int
	p.Tools, from, to = lineUp(set, own, nil)
	ready := readinessOf(set)
	spaces := codexSpaces(p.Tools, &ready)
	known := formsOf(set, codexNamespace)
	for key := range ready.rank {
		known[codexHashedNamespace(key)] = key
	}
	for i := range p.Tools {
		c.name(&p.Tools[i], spaces, known)
		absent(&p.Tools[i], &ready)
	}
	if !c.rule.flat {
		c.hash(p.Tools)
	}
	if !recorded(set) {
		arrange(p.Tools[from:to], codexOrder)
	}
	for group := range indexWires(&p).all {
		keepOne(&p, group, firstReady(&p, &ready, group), "another tool has this name and came first")
	}
	for i := range p.Tools {
		if n := &p.Tools[i]; !isLeftOut(n) && (n.Tool.Deferred || !n.Ref.Builtin && c.defersFor(set.Model)) {
			n.Status, n.Reason = journey.Deferred, "behind tool_search"
		}
	}
	return p
}

// Resolve answers a call by the exact pair of namespace and name. A call item
// of another kind than the tool's declaration ends the turn.
func (c codex) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	called := call.Called
	if c.rule.dropsNamespace {
		called.Namespace = ""
	}
	i, ok := p.ByWire[called.Wire()]
	if !ok {
		return unknown(c.unknownText(called, call.Kind), called)
	}
	if !codexKindFits(p.Tools[i].Tool.Kind, call.Kind) {
		return journey.Resolution{Outcome: journey.OutcomeRefused, Tool: -1, Via: "exact, wrong kind of call", Error: "aborted", Stored: called}
	}
	return ran(p, i, "exact", called)
}

// codexKindFits tells whether a call item fits a declaration: custom tools are
// called as custom, all others by function calls.
func codexKindFits(declared, called journey.ToolKind) bool {
	return (declared == journey.KindCustom) == (called == journey.KindCustom)
}

func (c codex) unknownText(called journey.Called, kind journey.ToolKind) string {
	if kind == journey.KindLocalShell && !c.rule.flat {
		return "aborted"
	}
	name := string(called.Name)
	if called.Namespace != "" {
		name = string(called.Namespace) + c.rule.glue + name
	}
	if kind == journey.KindCustom {
		return codexUnknownCustom + name
	}
	return codexUnknown + name
}

const (
	codexUnknown       = "unsupported call: "
	codexUnknownCustom = "unsupported custom tool call: "
)

// Identity returns the layers of tool i.
func (c codex) Identity(p *journey.Plan, i int) journey.Identity {
	n := &p.Tools[i]
	name := string(n.Wire.Name)
	id := journey.Identity{PublicName: name, Namespace: n.Wire.Namespace, LookupKey: name, StoredAs: name}
	if n.Wire.Namespace != "" {
		id.Qualified = string(n.Wire.Namespace) + "." + name
		id.LookupKey = "(" + string(n.Wire.Namespace) + ", " + name + ")"
	}
	return id
}

// Recognise reads Codex's refusals. Namespace and name stand in them with
// nothing (in 0.118.0 a colon) between; only the call tells them apart.
func (c codex) Recognise(text string) (journey.Refused, bool) {
	return readWordings(text, codexWordings)
}
