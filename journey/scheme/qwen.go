package scheme

import (
	"strconv"
	"strings"
	"unicode/utf16"

	"hopscope/journey"
)

// qwen is Qwen Code's naming: mcp__SERVER__TOOL. A form of at most 63 that
// begins with a letter and holds only [A-Za-z0-9_-] stays; any other gets its
// characters replaced, is cut to 55 and gets _ and a hash of the raw form. Of
// several tools with one name the first registered stays. MCP tools are behind
// tool_search; a direct call runs.
type qwen struct {
	version, asked, note string
	// old: dots are kept, long forms keep both ends, nothing is hashed and the
	// history keeps what the model said.
	old bool
}

var qwenVersions = []string{"0.15.10", "0.24.4"}

func newQwen(rule int, asked, note string) journey.Scheme {
	return qwen{qwenVersions[rule], asked, note, rule == 0}
}

const (
	qwenLimit  = 63
	qwenStem   = 55
	qwenDigits = 7
)

// qwenOldChars is what the older form keeps.
var qwenOldChars = newASCIISet(letters + digits + "_-.")

// qwenAliases are old names that still run.
var qwenAliases = map[string]string{"search_file_content": "grep_search", "replace": "edit", "task": "agent"}

// Info describes the scheme and the version of its rules.
func (q qwen) Info() journey.SchemeInfo {
	info := journey.SchemeInfo{
		ID: "qwen-code", Version: q.version, Title: "Qwen Code", Note: q.note, Limit: qwenLimit, Unit: "UTF-16 units",
		Rule:     "mcp__SERVER__TOOL; where a character has to be replaced or the form is over 63: first 55, _ and a 7-character hash",
		Clash:    "the first registered stays; a name that had to be changed has its own hash and does not clash",
		Lookup:   "exact, then old names (replace runs edit, task agent)",
		History:  "the form of what the model said, also of an unknown name",
		Refusal:  `Tool "X" not found in registry. Tools must use the exact names that are registered. Did you mean one of: "a", "b", "c"?`,
		Versions: qwenVersions,
		Sources: []journey.Fact{
			{What: "names, look-up, refusal texts of 0.24.4", Source: "npm @qwen-code/qwen-code@0.24.4, run", AsOf: "2026-11-29", How: "run"},
			{What: "order of the suggestions, and which server a refusal names", Source: "texts of the runs", AsOf: "2026-11-29", How: "unknown"},
			{What: "names of 0.15.10", Source: "npm @qwen-code/qwen-code@0.15.10, run", AsOf: "2026-11-29", How: "run"},
		},
	}
	if q.old {
		info.Rule = "mcp__SERVER__TOOL; each UTF-16 unit outside A-Z a-z 0-9 _ - . becomes _; over 63 first 28, ___, last 32"
		info.Clash, info.History = "the first registered stays", "what the model said"
	}
	return info
}

// qwenNormal is the form of any name: of a raw joined one on the way out, and
// of what the model said in the history.
func qwenNormal(raw string) string {
	if raw != "" && len(raw) <= qwenLimit && isLetter(raw[0]) && plainName(raw) {
		return raw
	}
	form := fold(raw, &wordDash, utf16Units)
	if form == "" || !isLetter(form[0]) {
		form = "tool_" + form
	}
	if len(form) > qwenStem {
		form = form[:qwenStem]
	}
	return form + "_" + qwenHash(raw)
}

// qwenOldNormal is the form of 0.15.10.
func qwenOldNormal(raw string) string {
	form := fold(raw, &qwenOldChars, utf16Units)
	if len(form) > qwenLimit {
		form = form[:28] + "___" + form[len(form)-32:]
	}
	return form
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// qwenHash is FNV-1a of 32 bits over the UTF-16 units, in base 36, padded.
func qwenHash(s string) string {
	h := uint32(2166136261)
	for _, u := range utf16.Encode([]rune(s)) {
		h = (h ^ uint32(u)) * 16777619
	}
	text := strconv.FormatUint(uint64(h), 36)
	return strings.Repeat("0", qwenDigits-len(text)) + text
}

// Plan names the tools of one request: the built-ins, then the MCP tools in
// catalog order, behind the search tool.
func (q qwen) Plan(set journey.Setting) journey.Plan {
	p := journey.Plan{Setting: set, Warnings: []string{}}
	own := ownToolsOf("qwen-code", q.asked, set.Model)
	p.Tools, _, _ = lineUp(set, own, qwenAliases)
	ready := readinessOf(set)
	known := formsOf(set, qwenServer)
	for i := range p.Tools {
		n := &p.Tools[i]
		q.name(n, known)
		if n.Tool.Deferred || !n.Ref.Builtin && n.Tool.Form == journey.FormRegistered {
			n.Status, n.Reason = journey.Deferred, "behind tool_search; a direct call runs"
		}
		absent(n, &ready)
	}
	for group := range indexWires(&p).all {
		keepOne(&p, group, firstReady(&p, &ready, group), "another tool has this name and came first")
	}
	return p
}

func qwenServer(key journey.Server) string { return fold(string(key), &wordDash, utf16Units) }

func (q qwen) name(n *journey.Naming, known serverForms) {
	t := &n.Tool
	if t.Form != journey.FormRegistered {
		qwenBack(n, known)
		return
	}
	if t.Server == "" {
		asOwn(n)
		return
	}
	n.Ref = journey.Ref{Server: t.Server, Name: t.Registered}
	n.RegisteredKnown, n.SafeKnown = true, true
	raw := doubleUnderscore.join(string(t.Server), string(t.Registered))
	form, changed := qwenNormal(raw), "hashed"
	if q.old {
		form, changed = qwenOldNormal(raw), foldWords(raw, &qwenOldChars)
		if strings.Contains(form, "___") && units(raw, utf16Units) > qwenLimit {
			changed = joinWords(changed, "cut")
		}
	}
	n.Safe = journey.Safe(form)
	n.Wire.Name = journey.Wire(form)
	switch {
	case form == raw:
		n.Rule = "prefixed"
	case q.old:
		n.Rule = changed
	default:
		n.Rule = joinWords(foldWords(raw, &wordDash), changed)
	}
}

// qwenBack takes what was read as it is. A name that ends like a hash is never
// sure, as it has an underscore in its tool part.
func qwenBack(n *journey.Naming, known serverForms) {
	asRead(n)
	t := &n.Tool
	n.Rule = "as read"
	n.Ref = journey.Ref{Server: t.Server, Name: journey.Registered(n.Wire.Name), Builtin: t.Builtin}
	if t.Registered != "" {
		n.Ref.Name, n.RegisteredKnown = t.Registered, true
		return
	}
	parts, ok := doubleUnderscore.split(string(n.Wire.Name), known)
	if !ok || t.Builtin {
		n.Ref.Builtin = t.Builtin || t.Server == ""
		n.RegisteredKnown = n.Ref.Builtin
		return
	}
	n.Ref = journey.Ref{Server: parts.key, Name: journey.Registered(parts.tool)}
	if n.Ref.Server == "" {
		n.Ref.Server = journey.Server(parts.server)
	}
	n.RegisteredKnown = parts.sure
}

// Resolve answers a call by exact name, then by old name. In the history the
// name is put into its form whatever came of the call.
func (q qwen) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	name := string(call.Called.Name)
	stored := call.Called
	if !q.old {
		stored.Name = journey.Echo(qwenNormal(name))
	}
	i, ok := p.ByWire[call.Called.Wire()]
	via := "exact"
	if !ok && call.Called.Namespace == "" {
		if current := qwenAliases[name]; current != "" {
			i, ok = p.ByWire[journey.WireName{Name: journey.Wire(current)}]
			via = "alias"
		}
	}
	switch {
	case !ok:
		return unknown(q.unknownText(p, name), stored)
	case call.ArgsFit != nil && !*call.ArgsFit:
		return journey.Resolution{Outcome: journey.OutcomeRefused, Tool: -1, Via: via, Stored: stored}
	}
	return ran(p, i, via, stored)
}

// qwenOff is the built-in that is switched off unless a setting says
// otherwise.
const qwenOff = "todo_write"

func (q qwen) unknownText(p *journey.Plan, name string) string {
	start := `Tool "` + name + `" `
	switch {
	case q.old:
	case name == qwenOff:
		return start + "is a built-in tool that is disabled by default. Enable it with the tools.todoWrite.enabled setting and restart Qwen Code."
	case strings.HasPrefix(name, doubleUnderscore.prefix):
		if server := qwenServerOf(p, name); server != "" {
			return start + `not found on MCP server "` + string(server) + `". The server may be disconnected, still starting up, or the tool was renamed.`
		}
		return start + "not found: no MCP server providing it is currently configured. If you recently removed or renamed an MCP server, its tools are no longer available."
	}
	own := ownToolsOf("qwen-code", q.asked, p.Setting.Model)
	return start + "not found in registry. Tools must use the exact names that are registered." + didYouMean(name, registeredNames(p, own.registered))
}

// qwenServerOf returns the first configured server whose form stands in a
// called name.
func qwenServerOf(p *journey.Plan, name string) journey.Server {
	fits := func(key journey.Server) bool {
		return key != "" && strings.HasPrefix(name, doubleUnderscore.join(qwenServer(key), ""))
	}
	for _, s := range p.Setting.Catalog.Servers {
		if fits(s.Key) {
			return s.Key
		}
	}
	for i := range p.Setting.Catalog.Tools {
		if key := p.Setting.Catalog.Tools[i].Server; fits(key) {
			return key
		}
	}
	return ""
}

// Identity returns the layers of tool i.
func (q qwen) Identity(p *journey.Plan, i int) journey.Identity {
	wire := string(p.Tools[i].Wire.Name)
	return journey.Identity{PublicName: wire, Namespace: p.Tools[i].Wire.Namespace, LookupKey: wire, ApprovalKeys: []string{wire}, StoredAs: wire}
}

// Recognise reads Qwen Code's refusals, bare or in the error field of the
// result's JSON.
func (q qwen) Recognise(text string) (journey.Refused, bool) {
	return readWordings(text, registryWordings)
}
