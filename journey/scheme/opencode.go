package scheme

import (
	"slices"
	"strings"

	"hopscope/journey"
)

// opencode is OpenCode's naming: SERVER_TOOL, in both parts each UTF-16 unit
// outside [a-zA-Z0-9_-] becomes _; no prefix, no limit. Built-ins and MCP
// tools stand in one map: of several tools with one name the last registered
// stays, and it may replace a built-in. A call whose name is not there is
// tried in lower case; else it becomes a call of the tool "invalid".
type opencode struct{ version, asked, note string }

// opencodeVersions ran with the same outcomes.
var opencodeVersions = []string{"1.1.65", "1.18.33"}

func newOpenCode(rule int, asked, note string) journey.Scheme {
	return opencode{opencodeVersions[rule], asked, note}
}

// opencodeInvalid is registered and never offered.
const opencodeInvalid = "invalid"

// Info describes the scheme.
func (o opencode) Info() journey.SchemeInfo {
	return journey.SchemeInfo{
		ID: "opencode", Version: o.version, Title: "OpenCode", Note: o.note, Unit: "UTF-16 units",
		Rule:     "SERVER_TOOL; each UTF-16 unit outside A-Z a-z 0-9 _ - becomes _; the last of one name stays, a built-in too",
		Clash:    "the last registered stays, without a word; it may replace a built-in",
		Lookup:   "exact, then the name in lower case; else the call becomes one of the tool invalid",
		History:  "the name that ran; an unknown one is stored as invalid",
		Refusal:  "The arguments provided to the tool are invalid: " + aiSDKUnknown + "X'. Available tools: a, b.",
		Versions: opencodeVersions,
		Sources: []journey.Fact{
			{What: "names, clashes, look-up, refusal texts", Source: "npm opencode-ai@1.18.33, run; packages/opencode/src/mcp/catalog.ts @0ded052", AsOf: "2026-11-29", How: "run"},
			{What: "the same in 1.1.65", Source: "npm opencode-ai@1.1.65, run", AsOf: "2026-11-29", How: "run"},
		},
	}
}

// Plan names the tools of one request, sorted by name.
func (o opencode) Plan(set journey.Setting) journey.Plan {
	p := journey.Plan{Setting: set, Warnings: []string{}}
	own := ownToolsOf("opencode", o.asked, set.Model)
	p.Tools, _, _ = lineUp(set, own, nil)
	ready := readinessOf(set)
	known := formsOf(set, func(key journey.Server) string { return fold(string(key), &wordDash, utf16Units) })
	for i := range p.Tools {
		opencodeName(&p.Tools[i], known, own.registered)
		absent(&p.Tools[i], &ready)
	}
	if !recorded(set) {
		arrange(p.Tools, func(a, b *journey.Naming) int { return strings.Compare(string(a.Wire.Name), string(b.Wire.Name)) })
	}
	for group := range indexWires(&p).all {
		keepOne(&p, group, lastReady(&p, &ready, group), "a tool that was registered later took this name")
	}
	return p
}

func opencodeName(n *journey.Naming, known serverForms, own []string) {
	t := &n.Tool
	if t.Form != journey.FormRegistered {
		opencodeBack(n, known, own)
		return
	}
	if t.Server == "" {
		asOwn(n)
		return
	}
	n.Ref = journey.Ref{Server: t.Server, Name: t.Registered}
	n.RegisteredKnown, n.SafeKnown = true, true
	n.Safe = journey.Safe(fold(string(t.Server), &wordDash, utf16Units) + "_" + fold(string(t.Registered), &wordDash, utf16Units))
	n.Wire.Name = journey.Wire(n.Safe)
	if n.Rule = foldWords(string(t.Server)+string(t.Registered), &wordDash); n.Rule == "" {
		n.Rule = "prefixed"
	}
}

// opencodeBack finds the server only where the setting names one that fits,
// and just one: the name itself does not say where the server ends. A name
// without an underscore, or of the built-in list, is a built-in.
func opencodeBack(n *journey.Naming, known serverForms, own []string) {
	asRead(n)
	t := &n.Tool
	name := string(n.Wire.Name)
	n.Rule = "as read"
	n.Ref = journey.Ref{Server: t.Server, Name: journey.Registered(name), Builtin: t.Builtin}
	if t.Registered != "" {
		n.Ref.Name, n.RegisteredKnown = t.Registered, true
		return
	}
	if t.Builtin || t.Server == "" && (!strings.Contains(name, "_") || slices.Contains(own, name)) {
		n.Ref.Builtin, n.RegisteredKnown = true, true
		return
	}
	fits := 0
	for at := range len(name) {
		if key, ok := known[name[:at]]; ok && name[at] == '_' {
			fits++
			n.Ref.Server, n.Ref.Name = key, journey.Registered(name[at+1:])
		}
	}
	if fits != 1 || n.Ref.Server == "" {
		n.Ref.Server, n.Ref.Name = t.Server, journey.Registered(name)
		return
	}
	n.RegisteredKnown = !strings.Contains(string(n.Ref.Name), "_")
}

// Resolve answers a call: by exact name, then by the name in lower case.
func (o opencode) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	called, via := call.Called, "exact"
	i, ok := p.ByWire[called.Wire()]
	if lower := strings.ToLower(string(called.Name)); !ok && lower != string(called.Name) {
		repaired := journey.Called{Namespace: called.Namespace, Name: journey.Echo(lower)}
		if i, ok = p.ByWire[repaired.Wire()]; ok || lower == opencodeInvalid {
			called, via = repaired, "case"
		}
	}
	switch {
	case !ok && called.Name == opencodeInvalid && called.Namespace == "":
		return journey.Resolution{Outcome: journey.OutcomeRuntime, Tool: -1, Via: via, Stored: called}
	case !ok:
		return unknown(opencodeUnknown(p, string(called.Name)), journey.Called{Name: opencodeInvalid})
	case call.ArgsFit != nil && !*call.ArgsFit:
		return journey.Resolution{Outcome: journey.OutcomeRefused, Tool: -1, Via: via, Stored: called, Error: opencodeArguments(&p.Tools[i], call.Args)}
	}
	return ran(p, i, via, called)
}

// opencodeUnknown lists what is registered, sorted, with "invalid" itself.
func opencodeUnknown(p *journey.Plan, name string) string {
	list := []string{opencodeInvalid}
	for i := range p.Tools {
		if p.Tools[i].Status == journey.Offered {
			list = append(list, string(p.Tools[i].Wire.Name))
		}
	}
	slices.Sort(list)
	return "The arguments provided to the tool are invalid: Model tried to call unavailable tool '" + name +
		"'. Available tools: " + strings.Join(slices.Compact(list), ", ") + "."
}

// opencodeArguments is the text about arguments that do not fit. Where the
// fault is not known it stands as an ellipsis.
func opencodeArguments(n *journey.Naming, args string) string {
	fault := "…"
	if key := missingArgument("opencode", n, args); key != "" {
		fault = "SchemaError(Missing key\n  at [\"" + key + "\"])"
	}
	return "The " + string(n.Wire.Name) + opencodeBadArguments + ": " + fault + ".\nPlease rewrite the input so it satisfies the expected schema."
}

const opencodeBadArguments = " tool was called with invalid arguments"

// Identity returns the layers of tool i.
func (o opencode) Identity(p *journey.Plan, i int) journey.Identity {
	wire := string(p.Tools[i].Wire.Name)
	return journey.Identity{PublicName: wire, Namespace: p.Tools[i].Wire.Namespace, LookupKey: wire, ApprovalKeys: []string{wire}, StoredAs: wire}
}

// Recognise reads OpenCode's refusals. The call itself is stored as "invalid":
// the text has the name that the model said.
func (o opencode) Recognise(text string) (journey.Refused, bool) {
	if said, ok := strings.CutPrefix(text, "The "); ok {
		if name, reason, ok := strings.Cut(firstLine(said), opencodeBadArguments); ok {
			return journey.Refused{Class: journey.ClassBadArguments, Name: name, Reason: strings.TrimPrefix(reason, ": ")}, true
		}
	}
	return readWordings(text, aiSDKWordings)
}
