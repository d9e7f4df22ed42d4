package scheme

import (
	"strings"

	"hopscope/journey"
)

// gemini is Gemini CLI's naming: mcp_SERVER_TOOL, the prefix not put twice.
// Each UTF-16 unit outside [a-zA-Z0-9_\-.:] becomes _; a form over 63 keeps
// its first and last 30 with three dots between. Of several tools with one
// name the last registered stays. A tool without a name is not offered.
type gemini struct{ version, asked, note string }

var geminiVersions = []string{"0.61.0"}

func newGemini(rule int, asked, note string) journey.Scheme {
	return gemini{geminiVersions[rule], asked, note}
}

const (
	geminiLimit  = 63
	geminiPrefix = "mcp_"
	// geminiEnd is how much a form that is too long keeps at each end.
	geminiEnd = 30
	// geminiNameless stands for the empty name in the history and in texts.
	geminiNameless = "generic_tool"
)

// geminiChars is [a-zA-Z0-9_\-.:].
var geminiChars = newASCIISet(letters + digits + "_-.:")

// geminiAliases are old names that still run.
var geminiAliases = map[string]string{"search_file_content": "grep_search"}

// Info describes the scheme.
func (g gemini) Info() journey.SchemeInfo {
	return journey.SchemeInfo{
		ID: "gemini-cli", Version: g.version, Title: "Gemini CLI", Note: g.note, Limit: geminiLimit, Unit: "UTF-16 units",
		Rule:     "mcp_SERVER_TOOL; each UTF-16 unit outside A-Z a-z 0-9 _ - . : becomes _; over 63 first 30, three dots, last 30; the last of one name stays",
		Clash:    "the last registered stays; a warning only in the debug log",
		Lookup:   "exact, then an old name (search_file_content runs grep_search)",
		History:  "what the model said; an empty name becomes generic_tool",
		Refusal:  `Tool "X" not found. Did you mean one of: "a", "b", "c"?`,
		Versions: geminiVersions,
		Sources: []journey.Fact{
			{What: "names, clashes, look-up, refusal texts", Source: "npm @google/gemini-cli@0.61.0, run; packages/core/src/tools/mcp-tool.ts @5411f113ca", AsOf: "2026-11-29", How: "run"},
			{What: "order of the suggestions", Source: "texts of the runs", AsOf: "2026-11-29", How: "unknown"},
		},
	}
}

func geminiSafe(server journey.Server, tool journey.Registered) journey.Safe {
	raw := string(server) + "_" + string(tool)
	if !strings.HasPrefix(raw, geminiPrefix) {
		raw = geminiPrefix + raw
	}
	form := fold(raw, &geminiChars, utf16Units)
	if len(form) > geminiLimit {
		form = form[:geminiEnd] + "..." + form[len(form)-geminiEnd:]
	}
	return journey.Safe(form)
}

// Plan names the tools of one request: the client's own, and at their place
// the MCP tools in catalog order.
func (g gemini) Plan(set journey.Setting) journey.Plan {
	p := journey.Plan{Setting: set, Warnings: []string{}}
	own := ownToolsOf("gemini-cli", g.asked, set.Model)
	p.Tools, _, _ = lineUp(set, own, geminiAliases)
	ready := readinessOf(set)
	known := formsOf(set, func(key journey.Server) string { return fold(string(key), &geminiChars, utf16Units) })
	for i := range p.Tools {
		n := &p.Tools[i]
		geminiName(n, known)
		if n.Wire.Name == "" || n.Tool.Form == journey.FormRegistered && n.Tool.Registered == "" {
			leaveOut(n, "a tool without a name is not offered")
		}
		absent(n, &ready)
	}
	for group := range indexWires(&p).all {
		keepOne(&p, group, lastReady(&p, &ready, group), "a tool that was registered later took this name")
		p.Warnings = append(p.Warnings, `Tool with name "`+string(p.Tools[group[0]].Wire.Name)+`" is already registered. Overwriting.`)
	}
	return p
}

func geminiName(n *journey.Naming, known serverForms) {
	t := &n.Tool
	if t.Form != journey.FormRegistered {
		geminiBack(n, known)
		return
	}
	if t.Server == "" {
		asOwn(n)
		return
	}
	n.Ref = journey.Ref{Server: t.Server, Name: t.Registered}
	n.RegisteredKnown, n.SafeKnown = true, true
	n.Safe = geminiSafe(t.Server, t.Registered)
	n.Wire.Name = journey.Wire(n.Safe)
	n.Rule = foldWords(string(t.Server)+string(t.Registered), &geminiChars)
	if units(string(t.Server)+string(t.Registered), utf16Units)+len("mcp__") > geminiLimit && len(n.Safe) == geminiLimit {
		n.Rule = joinWords(n.Rule, "cut")
	}
	if n.Rule == "" {
		n.Rule = "prefixed"
	}
}

// geminiBack takes what was read as it is. Names without the prefix are
// built-ins; in the others the server ends at an underscore that only a known
// server key can tell.
func geminiBack(n *journey.Naming, known serverForms) {
	asRead(n)
	t := &n.Tool
	name := string(n.Wire.Name)
	n.Rule = "as read"
	n.Ref = journey.Ref{Server: t.Server, Name: journey.Registered(name), Builtin: t.Builtin}
	rest, prefixed := strings.CutPrefix(name, geminiPrefix)
	switch {
	case t.Registered != "":
		n.Ref.Name, n.RegisteredKnown = t.Registered, true
	case t.Builtin || !prefixed && t.Server == "":
		n.Ref.Builtin, n.RegisteredKnown = true, true
	case strings.Count(rest, "_") == 1:
		server, tool, _ := strings.Cut(rest, "_")
		n.Ref = journey.Ref{Server: journey.Server(server), Name: journey.Registered(tool)}
		n.RegisteredKnown = !strings.Contains(name, "...")
	default:
		fits := 0
		for at := range len(rest) {
			if key, ok := known[rest[:at]]; ok && rest[at] == '_' && key != "" {
				fits++
				n.Ref.Server, n.Ref.Name = key, journey.Registered(rest[at+1:])
			}
		}
		if fits != 1 {
			n.Ref.Server, n.Ref.Name = t.Server, journey.Registered(name)
			return
		}
		n.RegisteredKnown = !strings.Contains(string(n.Ref.Name), "_") && !strings.Contains(name, "...")
	}
}

// Resolve answers a call by exact name, then by old name.
func (g gemini) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	called := call.Called
	if called.Name == "" {
		called.Name = geminiNameless
	}
	i, ok := p.ByWire[called.Wire()]
	via := "exact"
	if !ok && called.Namespace == "" {
		if current := geminiAliases[string(called.Name)]; current != "" {
			i, ok = p.ByWire[journey.WireName{Name: journey.Wire(current)}]
			via = "alias"
		}
	}
	switch {
	case !ok:
		own := ownToolsOf("gemini-cli", g.asked, p.Setting.Model)
		name := string(called.Name)
		return unknown(`Tool "`+name+`" not found.`+didYouMean(name, registeredNames(p, own.registered)), called)
	case call.ArgsFit != nil && !*call.ArgsFit:
		return journey.Resolution{Outcome: journey.OutcomeRefused, Tool: -1, Via: via, Stored: called}
	}
	return ran(p, i, via, called)
}

// Identity returns the layers of tool i.
func (g gemini) Identity(p *journey.Plan, i int) journey.Identity {
	wire := string(p.Tools[i].Wire.Name)
	return journey.Identity{PublicName: wire, Namespace: p.Tools[i].Wire.Namespace, LookupKey: wire, ApprovalKeys: []string{wire}, StoredAs: wire}
}

// Recognise reads Gemini CLI's refusals, bare or in the error field of the
// result's JSON.
func (g gemini) Recognise(text string) (journey.Refused, bool) {
	return readWordings(text, registryWordings)
}
