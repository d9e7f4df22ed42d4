package scheme

import (
	"slices"
	"strings"

	"hopscope/journey"
)

// claudeLimit is the longest name that Claude Code puts into a request;
// longer ones are left out without a word.
const claudeLimit = 128

// claudeRule is what changed from one known version to the next. The form
// mcp__SERVER__TOOL is the same in all of them.
type claudeRule struct {
	version string
	// aliases are old names that still run, and the tool they run.
	aliases map[string]string
	// hints: the unknown-tool text says what to do instead.
	hints bool
	// cut is the length at which a called name is cut in the transcript, in
	// UTF-16 units; 0: not known to be cut.
	cut int
}

// claudeRules, ascending. 2.1.20 and 2.1.63 were read in the bundles, 2.1.332
// ran. Eval is an alias of REPL in the bundle's table but one look-up refuses
// it, so it does not stand here.
var claudeRules = [...]claudeRule{
	{version: "2.1.20", aliases: map[string]string{
		"KillShell": "TaskStop", "AgentOutputTool": "TaskOutput", "BashOutputTool": "TaskOutput",
	}},
	{version: "2.1.63", aliases: map[string]string{
		"Task": "Agent", "KillShell": "TaskStop", "AgentOutputTool": "TaskOutput", "BashOutputTool": "TaskOutput",
	}},
	{version: "2.1.332", hints: true, cut: 200, aliases: map[string]string{
		"Task": "Agent", "KillShell": "TaskStop", "KillBash": "TaskStop", "ListPeers": "ListAgents",
		"Brief": "SendUserMessage", "ProposeGoal": "SetGoal", "RunWorkflow": "Workflow",
		"ListMcpResources": "ListMcpResourcesTool", "ReadMcpResource": "ReadMcpResourceTool",
		"ReadMcpResourceDir": "ReadMcpResourceDirTool",
	}},
}

func claudeVersions() []string {
	list := make([]string, len(claudeRules))
	for i := range claudeRules {
		list[i] = claudeRules[i].version
	}
	return list
}

// claudeIDE are the tools of a server called ide that are offered; all others
// of it are not. executeCode ran, getDiagnostics is what the client's
// documentation names beside it.
var claudeIDE = [...]string{"executeCode", "getDiagnostics"}

// claude is Claude Code's naming. Server key and tool become
// mcp__SERVER__TOOL: the tool text is folded to NFKC and loses its zero-width
// characters, then in both parts each UTF-16 unit outside [a-zA-Z0-9_-]
// becomes _. Nothing is shortened. Of several tools with one name the first is
// offered: within a server the first listed, between servers that of the
// server that was ready first. Look-up is exact but for a few old names, and
// the history keeps the current name.
type claude struct {
	rule  *claudeRule
	asked string
	note  string
}

func newClaude(rule int, asked, note string) journey.Scheme {
	return claude{&claudeRules[rule], asked, note}
}

// Info describes the scheme and the version of its rules.
func (c claude) Info() journey.SchemeInfo {
	const ran = "npm @anthropic-ai/claude-code@2.1.332, run against a loopback model and stdio MCP servers"
	return journey.SchemeInfo{
		ID: "claude-code", Version: c.rule.version, Title: "Claude Code",
		Rule:  "mcp__SERVER__TOOL; NFKC, then each UTF-16 unit outside A-Z a-z 0-9 _ - becomes _; over 128 left out",
		Limit: claudeLimit, Unit: "UTF-16 units", Note: c.note,
		Clash:    "one stays, without a word: in a server the first listed, between servers that of the server that was ready first",
		Lookup:   "exact, then a few old names (Task runs Agent); the MCP server is asked for the folded name",
		History:  "the current name of the tool; an unknown name as said, cut to 200",
		Refusal:  claudeOpen + claudeUnknown + "X" + claudeClose,
		Versions: claudeVersions(),
		Options:  []journey.SchemeOption{{Key: "tool_search", Values: onOff, Default: "false", What: "deferred tools behind ToolSearch: all MCP tools and WebFetch"}},
		Sources: []journey.Fact{
			{What: "form, limit, clash, look-up, refusal texts of 2.1.332", Source: ran, AsOf: "2026-11-29", How: "run"},
			{What: "who of two servers is ready first", Source: "runs with delays; without them the order differed between runs", AsOf: "2026-11-29", How: "unknown"},
			{What: "aliases of 2.1.20 and 2.1.63", Source: "npm @anthropic-ai/claude-code@2.1.20, @2.1.63, bundles", AsOf: "2026-11-29", How: "read"},
			{What: "form and refusal texts of versions before 2.1.332", Source: "taken to be as in 2.1.332, without hints", AsOf: "2026-11-29", How: "unknown"},
		},
	}
}

// claudeSafe returns the name under which Claude Code offers a tool of an MCP
// server. plugin is the plugin that brought the server, empty for none.
func claudeSafe(plugin string, server journey.Server, tool journey.Registered) journey.Safe {
	name := fold(compose(string(tool)), &wordDash, utf16Units)
	return journey.Safe(doubleUnderscore.join(claudeServer(plugin, server), name))
}

// claudeServer is the form of a server key. Keys that begin with "claude.ai "
// lose doubled underscores and one at each end as well.
func claudeServer(plugin string, server journey.Server) string {
	if plugin != "" {
		return fold("plugin_"+plugin+"_"+string(server), &wordDash, utf16Units)
	}
	form := fold(string(server), &wordDash, utf16Units)
	if !strings.HasPrefix(string(server), "claude.ai ") {
		return form
	}
	for strings.Contains(form, "__") {
		form = strings.ReplaceAll(form, "__", "_")
	}
	return strings.TrimSuffix(strings.TrimPrefix(form, "_"), "_")
}

// Plan names the tools of one request: the built-ins first where they are
// asked for, then the catalog in its order. The order of a real request is not
// known.
func (c claude) Plan(set journey.Setting) journey.Plan {
	p := journey.Plan{Setting: set, Warnings: []string{}}
	own := ownToolsOf("claude-code", c.asked, set.Model)
	if toolSearch(set) {
		own.declared = append(own.declared, journey.Tool{Registered: "ToolSearch", Builtin: true})
	}
	own.mcpAt = len(own.declared)
	p.Tools, _, _ = lineUp(set, own, c.rule.aliases)
	known := formsOf(set, func(key journey.Server) string { return claudeServer("", key) })
	listsAgent := slices.ContainsFunc(set.Catalog.Tools, func(t journey.Tool) bool { return t.Server == "" && t.Listed() == "Agent" })
	for i := range p.Tools {
		n := &p.Tools[i]
		c.name(n, known)
		if n.Tool.Form == journey.FormSafe && n.Safe == "Task" && c.rule.aliases["Task"] != "" && !listsAgent {
			// The init event goes on listing the old name.
			n.Wire.Name, n.Ref.Name, n.Rule = "Agent", "Agent", "listed under its old name"
		}
	}
	c.offer(&p)
	return p
}

// name fills in the forms of one tool, forward from the form that was read
// and backward where that has one answer.
func (c claude) name(n *journey.Naming, known serverForms) {
	t := &n.Tool
	n.Ref = journey.Ref{Server: t.Server, Name: t.Registered, Builtin: t.Builtin || t.Server == ""}
	if t.Form != journey.FormRegistered {
		asRead(n)
		c.back(n, known)
		return
	}
	if t.Server == "" {
		asOwn(n)
		return
	}
	n.RegisteredKnown, n.SafeKnown = true, true
	clean := compose(string(t.Registered))
	if clean != string(t.Registered) {
		n.ToServer = journey.Registered(clean)
		n.Rule = "folded"
	}
	n.Safe = claudeSafe(t.Plugin, t.Server, t.Registered)
	n.Wire.Name = journey.Wire(n.Safe)
	if words := foldWords(string(t.Server)+clean, &wordDash); words != "" {
		n.Rule = joinWords(n.Rule, words)
	}
	if n.Rule == "" {
		n.Rule = "prefixed"
	}
}

// back looks for the registered name behind a safe form or wire name. Names
// without the prefix are built-ins and keep theirs. In the others an
// underscore may have been any character, so only names without one are sure.
func (c claude) back(n *journey.Naming, known serverForms) {
	t := &n.Tool
	n.Rule = "as read"
	if t.Registered != "" {
		n.RegisteredKnown = true
		return
	}
	n.Ref.Name = journey.Registered(n.Safe)
	if t.Wire.Namespace != "" && t.Form == journey.FormWire {
		n.Ref.Builtin = t.Builtin
		return
	}
	if t.Server != "" && !t.Builtin {
		tool, ok := strings.CutPrefix(string(n.Safe), doubleUnderscore.join(claudeServer(t.Plugin, t.Server), ""))
		if ok {
			n.Ref.Name = journey.Registered(tool)
			n.RegisteredKnown = !strings.Contains(tool, "_")
		}
		return
	}
	parts, ok := doubleUnderscore.split(string(n.Safe), known)
	if !ok || t.Builtin {
		n.RegisteredKnown = !strings.HasPrefix(string(n.Safe), doubleUnderscore.prefix) || t.Builtin
		return
	}
	n.Ref = journey.Ref{Server: parts.key, Name: journey.Registered(parts.tool)}
	if n.Ref.Server == "" {
		n.Ref.Server = journey.Server(parts.server)
	}
	n.RegisteredKnown = parts.sure
}

// offer decides which tools stand in the request.
func (c claude) offer(p *journey.Plan) {
	ready := readinessOf(p.Setting)
	search := toolSearch(p.Setting)
	for i := range p.Tools {
		n := &p.Tools[i]
		long := len(n.Wire.Name) > claudeLimit && units(string(n.Wire.Name), utf16Units) > claudeLimit
		switch {
		case n.Ref.Server == "ide" && n.Tool.Plugin == "" && n.Tool.Form == journey.FormRegistered && !slices.Contains(claudeIDE[:], string(n.Ref.Name)):
			leaveOut(n, "of a server called ide only "+strings.Join(claudeIDE[:], " and ")+" are offered")
		case long && n.Tool.Form == journey.FormRegistered:
			leaveOut(n, "longer than 128: left out without a word")
		case n.Tool.Deferred, search && claudeDefers(n):
			n.Status, n.Reason = journey.Deferred, "announced by name only, loaded by ToolSearch"
		}
		absent(n, &ready)
	}
	for group := range indexWires(p).all {
		keepOne(p, group, firstReady(p, &ready, group), "another tool has this name and came first: left out without a word")
	}
}

func toolSearch(set journey.Setting) bool {
	return set.ToolSearch || set.Option("tool_search", "") == "true"
}

// claudeDefers tells which tools are behind the search tool when it is on:
// all MCP tools, and of the built-ins WebFetch (ran; others are not known).
func claudeDefers(n *journey.Naming) bool {
	if n.Ref.Builtin {
		return n.Ref.Name == "WebFetch"
	}
	return true
}

// Resolve answers a call: by exact name, then by old name. A call whose
// arguments are known not to fit is refused.
func (c claude) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	stored := call.Called
	i, ok := p.ByWire[stored.Wire()]
	via := "exact"
	if !ok && stored.Namespace == "" {
		if current := c.rule.aliases[string(stored.Name)]; current != "" {
			i, ok = p.ByWire[journey.WireName{Name: journey.Wire(current)}]
			via = "alias"
		}
	}
	if !ok {
		if c.rule.cut > 0 {
			stored.Name = journey.Echo(cutUnits(string(stored.Name), c.rule.cut, utf16Units))
		}
		return unknown(c.unknownText(p, string(stored.Name)), stored)
	}
	stored = journey.Called{Namespace: p.Tools[i].Wire.Namespace, Name: journey.Echo(p.Tools[i].Wire.Name)}
	if call.ArgsFit != nil && !*call.ArgsFit {
		return journey.Resolution{Outcome: journey.OutcomeRefused, Tool: -1, Via: via, Stored: stored, Error: claudeArguments(&p.Tools[i])}
	}
	return ran(p, i, via, stored)
}

// Identity returns the layers of tool i. Approvals of an MCP tool go by its
// name or by its server.
func (c claude) Identity(p *journey.Plan, i int) journey.Identity {
	n := &p.Tools[i]
	wire := string(n.Wire.Name)
	id := journey.Identity{PublicName: wire, Namespace: n.Wire.Namespace, LookupKey: wire, ApprovalKeys: []string{wire}, TraceName: wire, StoredAs: wire}
	if n.Ref.Server != "" {
		id.Qualified = string(n.Ref.Server) + "/" + string(n.Ref.Name)
		id.ApprovalKeys = append(id.ApprovalKeys, doubleUnderscore.prefix+claudeServer(n.Tool.Plugin, n.Ref.Server))
	}
	return id
}
