package scheme

import (
	"slices"
	"strings"

	"hopscope/journey"
)

// gptmeVersions, ascending: the state before the fix, as it was read on
// 2026-08-22, and the fix, which is of autumn 2026. Released numbers such as
// 0.28 are older than both.
var gptmeVersions = []string{"2026-08", "2026-09"}

// gptme is the gptme agent. MCP tools are registered as SERVER.TOOL. Before
// the fix names travel as they are: the first block type, else the registered
// name; the call is stored as a line @NAME(ID): JSON and read back from there,
// which loses names with other than letters, numbers, _ and dots. After it
// names that no provider takes travel under an alias (GptmeAliases), which is
// turned back before the call is stored, so that the history holds registered
// names; the mapping is made from the tools of the moment.
type gptme struct {
	version, note string
	// aliases: the rules after the fix.
	aliases bool
}

func newGptme(rule int, _, note string) journey.Scheme {
	return gptme{gptmeVersions[rule], note, rule > 0}
}

const gptmeSource = "gptme@d27f98d3a "

// Info describes the scheme and the version of its rules.
func (g gptme) Info() journey.SchemeInfo {
	info := journey.SchemeInfo{
		ID: "gptme", Version: g.version, Title: "gptme", Note: g.note, Unit: "code points",
		Rule:    "SERVER.TOOL as it is: the first block type, else the registered name",
		Clash:   "two tools of one name both stand in the request; the first loaded is found",
		Lookup:  "registered name, then any block type; in both the first loaded",
		History: "what the model said, as the line @NAME(ID): JSON",
		Refusal: GptmeUnavailable("X"), Versions: gptmeVersions,
		Options: []journey.SchemeOption{
			{Key: "block_types", What: "TOOL=TYPE|TYPE, comma-separated: the block types of tools; the first one travels"},
			{Key: "not_runnable", What: "tools, comma-separated, that are loaded and cannot run"},
			{Key: "allow", What: "shell patterns of registered names, comma-separated: other tools are not loaded; hint:X cannot be judged here and keeps all"},
			{Key: "provider", Values: gptmeProviders, What: "the model's provider: any other one has no native tools"},
		},
		Sources: []journey.Fact{
			{What: "reading of stored calls, look-up", Source: gptmeSource + "gptme/tools/base.py, gptme/tools/__init__.py", AsOf: "2026-08-22", How: "run"},
			{What: "wire names, the refusal, replay, allowlists", Source: gptmeSource + "gptme/llm/llm_openai.py, gptme/tools/mcp_adapter.py", AsOf: "2026-08-22", How: "read"},
		},
	}
	if g.aliases {
		info.Limit = gptmeLimit
		info.Rule = "valid names as they are; others STEM_HASH, at most 64, with 8 hex digits of a SHA-256"
		info.Clash = "cannot happen: the hash is made again until the alias is free; one registered name is one entry"
		info.Lookup = "registered name, then alias, then block type"
		info.History = "the registered name; replay makes the aliases of the moment"
		info.Sources = append(info.Sources,
			journey.Fact{What: "aliases, what is stored, replay after the fix (PR 4265)", Source: "the project's own description of the fix; its code was not seen", AsOf: "2026-11-29", How: "unknown"},
			journey.Fact{What: "SHA-256, 8 digits, 64 characters, the separator: chosen here", Source: "hopscope", AsOf: "2026-11-29", How: "unknown"})
	}
	return info
}

// gptmeProviders are the providers for which native tool schemas are built;
// custom stands for those that users add.
var gptmeProviders = []string{"openai", "azure", "openrouter", "deepseek", "moonshot", "local", "grok-subscription", "custom", "anthropic", "openai-subscription"}

// gptmeName is the name under which gptme registers a tool.
func gptmeName(t *journey.Tool) journey.Registered {
	if t.Server == "" {
		return t.Registered
	}
	return journey.Registered(string(t.Server)+".") + t.Registered
}

// gptmeBlocks reads the option block_types.
func gptmeBlocks(set journey.Setting) map[journey.Registered][]string {
	blocks := map[journey.Registered][]string{}
	for _, entry := range optionList(set.Option("block_types", "")) {
		if tool, types, ok := strings.Cut(entry, "="); ok {
			blocks[journey.Registered(tool)] = strings.Split(types, "|")
		}
	}
	return blocks
}

// gptmeAllowed reads the option allow: whether a registered name is loaded.
func gptmeAllowed(set journey.Setting) func(journey.Registered) bool {
	patterns := optionList(set.Option("allow", ""))
	hint := func(p string) bool { return strings.HasPrefix(p, "hint:") }
	if len(patterns) == 0 || slices.ContainsFunc(patterns, hint) {
		return func(journey.Registered) bool { return true }
	}
	return func(name journey.Registered) bool {
		return slices.ContainsFunc(patterns, func(p string) bool { return fnmatch(p, string(name)) })
	}
}

// Plan names the tools of one request, in load order.
func (g gptme) Plan(set journey.Setting) journey.Plan {
	p := journey.Plan{Setting: set, Warnings: []string{}, Tools: make([]journey.Naming, len(set.Catalog.Tools))}
	loaded, at := g.load(&p)
	index := GptmeLookup(loaded)
	wires := make([]journey.Wire, len(loaded))
	if g.aliases {
		wires = GptmeAliases(loaded, set.Reserved)
	}
	for k, i := range at {
		n := &p.Tools[i]
		if n.Tool.Form != journey.FormRegistered {
			continue
		}
		if !g.aliases {
			wires[k] = loaded[k].WireName()
		}
		n.Safe, n.Wire.Name = journey.Safe(wires[k]), wires[k]
		n.Rule = gptmeRule(&loaded[k], wires[k])
	}
	p.Index = make(map[string]int, len(index)+len(wires))
	for name, k := range index {
		p.Index[name] = at[k]
	}
	if g.aliases {
		gptmeOnce(&p, loaded, at, index)
		for k, i := range at {
			if _, ok := p.Index[string(wires[k])]; !ok && p.Tools[i].Tool.Form == journey.FormRegistered {
				p.Index[string(wires[k])] = i
			}
		}
	}
	if provider, ok := set.Options["provider"]; ok && !slices.Contains(gptmeProviders, provider) {
		p.Warnings = append(p.Warnings, "Provider doesn't support tools API")
		for _, i := range at {
			leaveOut(&p.Tools[i], "no request is made: "+p.Warnings[0])
		}
	}
	dead := optionList(set.Option("not_runnable", ""))
	for k, i := range at {
		if slices.Contains(dead, string(loaded[k].Name)) {
			leaveOut(&p.Tools[i], "loaded, but it cannot run")
		}
	}
	for group := range indexWires(&p).all {
		share(p.Tools, group)
	}
	return p
}

// load fills in all namings but their wire names, and returns the loaded tools
// with their places in the plan.
func (g gptme) load(p *journey.Plan) (loaded []GptmeTool, at []int) {
	set := p.Setting
	ready, blocks, allowed := readinessOf(set), gptmeBlocks(set), gptmeAllowed(set)
	for i := range p.Tools {
		n := &p.Tools[i]
		n.Tool = set.Catalog.Tools[i]
		t := &n.Tool
		n.Ref = journey.Ref{Server: t.Server, Name: t.Registered, Builtin: t.Builtin}
		n.RegisteredKnown, n.SafeKnown = true, true
		name := gptmeName(t)
		if t.Form != journey.FormRegistered {
			g.back(n, blocks)
			name = journey.Registered(n.Wire.Name)
		}
		absent(n, &ready)
		if !isLeftOut(n) && !allowed(name) {
			leaveOut(n, "not in the allowlist")
		}
		if isLeftOut(n) {
			continue
		}
		tool := GptmeTool{Name: name}
		if t.Form == journey.FormRegistered {
			tool.BlockTypes = blocks[name]
		}
		loaded, at = append(loaded, tool), append(at, i)
	}
	return loaded, at
}

// back fills in what a name that was read from a request says: a first block
// type stands for its tool, and what looks like an alias for a name that is not
// known.
func (g gptme) back(n *journey.Naming, blocks map[journey.Registered][]string) {
	asRead(n)
	n.Rule = "as read"
	if n.Tool.Registered != "" {
		return
	}
	name := string(n.Wire.Name)
	n.Ref.Name = journey.Registered(name)
	n.RegisteredKnown = !g.aliases || !agentsHasHash(name)
	fits := 0
	for tool, types := range blocks {
		if types[0] == name {
			fits++
			if fits == 1 || tool < n.Ref.Name {
				n.Ref.Name = tool
			}
		}
	}
	n.RegisteredKnown = n.RegisteredKnown && fits < 2
}

func gptmeRule(t *GptmeTool, wire journey.Wire) string {
	switch {
	case len(t.BlockTypes) > 0 && wire == t.WireName() && string(wire) != string(t.Name):
		return "first block type"
	case string(wire) == string(t.Name):
		return "unchanged"
	}
	words := foldWords(string(t.Name), &wordDash)
	if units(string(t.Name), codePoints) > gptmeStem {
		words = joinWords(words, "cut")
	}
	return joinWords(words, "hashed")
}

// gptmeOnce makes one entry of each registered name, the one that is found.
func gptmeOnce(p *journey.Plan, loaded []GptmeTool, at []int, index map[string]int) {
	same := newTwins(map[journey.Registered]int{})
	for k, i := range at {
		same.add(loaded[k].Name, i)
		if first := index[string(loaded[k].Name)]; first != k && loaded[first].Name == loaded[k].Name {
			reason := "listed twice: one name is one entry"
			if p.Tools[at[first]].Ref != p.Tools[i].Ref {
				reason = "another tool is registered under this name and is found first"
			}
			leaveOut(&p.Tools[i], reason)
		}
	}
	for group := range same.all {
		wire := p.Tools[group[0]].Wire
		if !slices.ContainsFunc(group, func(i int) bool { return p.Tools[i].Wire != wire }) {
			share(p.Tools, group)
		}
	}
}

// Resolve answers a call: by registered name, after the fix by alias, then by
// block type. Before the fix a name that cannot be read back from the stored
// line is lost without a word.
func (g gptme) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	name := string(call.Called.Name)
	if !g.aliases && !gptmeReadable(name) {
		return journey.Resolution{Outcome: journey.OutcomeRefused, Tool: -1, Via: "lost: the stored line is not read as a call", Stored: call.Called}
	}
	i, ok := p.Index[name]
	if call.Called.Namespace != "" {
		i, ok = p.ByWire[call.Called.Wire()]
	}
	if !ok || isLeftOut(&p.Tools[i]) {
		return unknown(GptmeUnavailable(name), call.Called)
	}
	n := &p.Tools[i]
	stored, via := call.Called, "exact"
	registered := gptmeName(&n.Tool)
	switch {
	case n.Tool.Form != journey.FormRegistered:
		registered = journey.Registered(n.Wire.Name)
	case name == string(registered):
	case g.aliases && name == string(n.Wire.Name) && !slices.Contains(gptmeBlocks(p.Setting)[registered], name):
		via = "alias"
	default:
		via = "block type"
	}
	if g.aliases && call.Called.Namespace == "" {
		stored = journey.Called{Name: journey.Echo(registered)}
	}
	return ran(p, i, via, stored)
}

// Identity returns the layers of tool i: the registered name for all, and what
// travels. Allowlists are read against the registered name.
func (g gptme) Identity(p *journey.Plan, i int) journey.Identity {
	n := &p.Tools[i]
	name, wire := string(gptmeName(&n.Tool)), string(n.Wire.Name)
	if n.Tool.Form != journey.FormRegistered {
		name = wire
	}
	id := journey.Identity{PublicName: wire, Namespace: n.Wire.Namespace, LookupKey: name, ApprovalKeys: []string{name}, StoredAs: wire}
	if g.aliases {
		id.StoredAs = name
	}
	return id
}

// gptmeWordings is the one text of gptme about a name.
var gptmeWordings = []wording{{before: "Tool '", after: "' is not available for execution."}}

// Recognise reads gptme's refusal.
func (g gptme) Recognise(text string) (journey.Refused, bool) {
	return readWordings(strings.TrimRight(text, "\n"), gptmeWordings)
}
