package scheme

import (
	"crypto/sha1" // the client's own digest, not a protection
	"encoding/hex"
	"encoding/json"
	"strings"

	"hopscope/journey"
)

// cline is the naming of Cline's SDK: SERVER__TOOL, a run of characters outside
// [a-zA-Z0-9_-] becomes one underscore. A name that this changed, or that is
// over 64, is cut to 55 and gets an underscore and eight hex digits of the
// SHA-1 of the raw joined name. Two raw names that are alike when joined still
// clash; who wins is not known.
//
// The older editor extension declares one tool, use_mcp_tool, and takes server
// and tool from its arguments: -O mcp=one-tool.
type cline struct{ version, asked, note string }

var clineVersions = []string{"3.0.65"}

func newCline(rule int, asked, note string) journey.Scheme {
	return cline{clineVersions[rule], asked, note}
}

const (
	clineLimit = 64
	clineStem  = 55
	clineHex   = 8
	// clineOne is the one tool of the older extension.
	clineOne = "use_mcp_tool"
)

// Info describes the scheme.
func (c cline) Info() journey.SchemeInfo {
	return journey.SchemeInfo{
		ID: "cline", Version: c.version, Title: "Cline", Note: c.note, Limit: clineLimit, Unit: "UTF-16 units",
		Rule:    "SERVER__TOOL; a run of characters outside A-Z a-z 0-9 _ - becomes one _; a changed name, or one over 64: first 55, _ and 8 hex of a SHA-1",
		Clash:   "changed names carry a hash; names that are alike when joined (a__b and c, a and b__c) still clash, and who wins is not known",
		Lookup:  "exact, by wire name",
		Refusal: "Unknown tool: X",
		Options: []journey.SchemeOption{
			{Key: "mcp", Values: []string{"names", "one-tool"}, Default: "names", What: "one-tool: the older extension, which calls MCP tools through use_mcp_tool"},
		},
		Versions: clineVersions,
		Sources: []journey.Fact{
			{What: "names", Source: "cline/cline sdk/packages/core/src/extensions/mcp/name-transform.ts @21cb8d2525, function executed", AsOf: "2026-11-29", How: "run"},
			{What: "refusal text", Source: "npm @cline/agents with cline@3.0.65, dist/index.js", AsOf: "2026-11-29", How: "read"},
			{What: "use_mcp_tool with server_name and tool_name", Source: "cline/cline apps/vscode/src/shared/tools.ts @21cb8d2525", AsOf: "2026-11-29", How: "read"},
			{What: "unknown server of use_mcp_tool", Source: "cline/cline issue 8087", AsOf: "2025-12-14", How: "read"},
			{What: "winner of a clash, what the history holds, from which version on the SDK's names are used", Source: "nothing seen", AsOf: "2026-11-29", How: "unknown"},
		},
	}
}

// clineSafe is the wire name of a tool, changed what was done to it.
func clineSafe(server journey.Server, tool journey.Registered) (form, changed string) {
	raw := string(server) + "__" + string(tool)
	form = foldRuns(raw, &wordDash)
	if form == raw && len(raw) <= clineLimit {
		return raw, ""
	}
	changed = foldWords(raw, &wordDash)
	if len(form) > clineStem {
		form = form[:clineStem]
		changed = joinWords(changed, "cut")
	}
	sum := sha1.Sum([]byte(raw))
	return form + "_" + hex.EncodeToString(sum[:])[:clineHex], joinWords(changed, "hashed")
}

// Plan names the tools of one request.
func (c cline) Plan(set journey.Setting) journey.Plan {
	known := formsOf(set, func(key journey.Server) string { return foldRuns(string(key), &wordDash) })
	j := joiner{
		client: "cline",
		name: func(n *journey.Naming) {
			form, changed := clineSafe(n.Tool.Server, n.Tool.Registered)
			n.Safe, n.Rule = journey.Safe(form), ruleOf(changed)
		},
		split: func(name string) (journey.Server, string, bool, bool) {
			key, tool, ok := cutKnown(name, "__", known)
			if !ok {
				server, rest, found := strings.Cut(name, "__")
				if !found {
					return "", "", false, false
				}
				key, tool = journey.Server(server), rest
			}
			one := strings.Count(name, "__") == 1 && !strings.Contains(name, "___")
			return key, tool, (ok || one) && !clineHashed(name), true
		},
	}
	p, _ := j.line(set, c.asked)
	if set.Option("mcp", "") == "one-tool" {
		oneTool(&p)
		return p
	}
	shareWires(&p)
	return p
}

// clineHashed reports whether a name ends like one that carries a hash.
func clineHashed(name string) bool {
	at := len(name) - clineHex - 1
	return at >= 0 && name[at] == '_' && strings.Trim(name[at+1:], "0123456789abcdef") == ""
}

// oneTool makes MCP tools reachable through one tool only.
func oneTool(p *journey.Plan) {
	has := false
	for i := range p.Tools {
		n := &p.Tools[i]
		if n.Ref.Builtin {
			has = has || n.Wire.Name == clineOne
			continue
		}
		n.Safe, n.SafeKnown = clineOne, true
		n.Wire = journey.WireName{Name: clineOne}
		n.Rule = "an argument of " + clineOne
		if n.Status == journey.Offered {
			n.Status, n.Reason = journey.Deferred, "named in the arguments of "+clineOne
		}
	}
	if !has {
		n := journey.Naming{Tool: journey.Tool{Registered: clineOne, Builtin: true}}
		asOwn(&n)
		p.Tools = append(p.Tools, n)
	}
	p.ByWire = map[journey.WireName]int{}
	for i := range p.Tools {
		if n := &p.Tools[i]; n.Ref.Builtin && !isLeftOut(n) {
			if _, taken := p.ByWire[n.Wire]; !taken {
				p.ByWire[n.Wire] = i
			}
		}
	}
}

// Resolve answers a call by exact name; a call of use_mcp_tool by its
// arguments, where they are given.
func (c cline) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	called := call.Called
	r, ok := exactOrAmbiguous(p, called)
	switch {
	case !ok:
		return unknown("Unknown tool: "+string(called.Name), called)
	case badArguments(call):
		return misfit(r.Via, called)
	case called.Name == clineOne && p.Setting.Option("mcp", "") == "one-tool":
		if inner, ok := c.inner(p, call); ok {
			return inner
		}
	}
	return r
}

// inner finds the tool that the arguments of use_mcp_tool name.
func (c cline) inner(p *journey.Plan, call journey.Invocation) (journey.Resolution, bool) {
	var args struct {
		Server *string `json:"server_name"`
		Tool   *string `json:"tool_name"`
	}
	if json.Unmarshal([]byte(call.Args), &args) != nil || args.Server == nil || args.Tool == nil {
		return journey.Resolution{}, false
	}
	const via = "arguments of " + clineOne
	there := false
	for i := range p.Tools {
		n := &p.Tools[i]
		if n.Ref.Builtin || isLeftOut(n) || string(n.Ref.Server) != *args.Server {
			continue
		}
		there = true
		if string(n.Ref.Name) == *args.Tool {
			return ran(p, i, via, call.Called), true
		}
	}
	if there {
		return sentOn(journey.Server(*args.Server), *args.Tool, via, call.Called), true
	}
	r := unknown("Error executing MCP tool: No connection found for server: "+*args.Server, call.Called)
	r.Via = via
	return r, true
}

// Identity returns the layers of tool i.
func (c cline) Identity(p *journey.Plan, i int) journey.Identity { return oneName(&p.Tools[i]) }

// Recognise reads Cline's refusals, bare or in the error field of a result's
// JSON.
func (c cline) Recognise(text string) (journey.Refused, bool) {
	return readWordings(text, clineWordings)
}
