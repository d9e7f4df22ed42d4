package scheme

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"hopscope/journey"
)

// roo is Roo Code's naming: mcp--SERVER--TOOL. In both parts white space
// becomes an underscore, other characters outside [a-zA-Z0-9_-] are deleted, a
// run of hyphens becomes one, and a part that does not begin with a letter or
// an underscore gets one in front. The whole is cut at 64 without a hash. Of
// several tools with one name the first is offered, without a word.
//
// A call is not looked up among the names of the request. It is taken apart at
// -- or __, and server and tool are looked for by themselves; so a tool of
// which a character was deleted, or whose name was cut, is not found again.
type roo struct{ asked, note string }

func newRoo(_ int, asked, note string) journey.Scheme { return roo{asked, note} }

const (
	rooLimit     = 64
	rooPrefix    = "mcp"
	rooSeparator = "--"
)

// rooAliases are other names of the client's own tools.
var rooAliases = map[string]string{"write_file": "write_to_file", "search_and_replace": "edit"}

// Info describes the scheme.
func (r roo) Info() journey.SchemeInfo {
	const code = "RooCodeInc/Roo-Code @cb83656718, "
	return journey.SchemeInfo{
		ID: "roo-code", Version: r.asked, Title: "Roo Code", Note: r.note, Limit: rooLimit, Unit: "UTF-16 units",
		Rule:    "mcp--SERVER--TOOL; white space becomes _, characters outside A-Z a-z 0-9 _ - go, -- becomes -; cut at 64",
		Clash:   "the first of one name is offered, the others are left out without a word",
		Lookup:  "taken apart at -- or __; the server by its key, its form, or with - and _ held for the same; the tool with - and _ held for the same",
		Refusal: `Unknown tool "X". This tool does not exist. Please use one of the available tools.`,
		Sources: []journey.Fact{
			{What: "names, and how a called name is taken apart", Source: code + "src/utils/mcp-name.ts, functions executed", AsOf: "2026-11-29", How: "run"},
			{What: "look-up of server and tool, clash", Source: code + "src/services/mcp/McpHub.ts", AsOf: "2026-11-29", How: "read"},
			{What: "refusal texts", Source: code + "src/core/assistant-message/presentAssistantMessage.ts, src/core/prompts/responses.ts", AsOf: "2026-11-29", How: "read"},
			{What: "what the history holds", Source: "nothing seen", AsOf: "2026-11-29", How: "unknown"},
		},
	}
}

// rooPart is the form of a server key or a tool name.
func rooPart(name string) string {
	if name == "" {
		return "_"
	}
	var b strings.Builder
	space := false
	for _, c := range name {
		switch {
		case isJSSpace(c):
			if !space {
				b.WriteByte('_')
			}
		case c == '-' && strings.HasSuffix(b.String(), "-"):
		case wordDash.has(c):
			b.WriteByte(byte(c))
		}
		space = isJSSpace(c)
	}
	form := b.String()
	switch {
	case form == "":
		return "_unnamed"
	case !isLetter(form[0]) && form[0] != '_':
		return "_" + form
	}
	return form
}

// rooSafe is the wire name of a tool.
func rooSafe(server journey.Server, tool journey.Registered) string {
	form := rooPrefix + rooSeparator + rooPart(string(server)) + rooSeparator + rooPart(string(tool))
	return form[:min(len(form), rooLimit)]
}

// rooWords says what rooSafe did to the two names.
func rooWords(n *journey.Naming) string {
	server, tool := string(n.Tool.Server), string(n.Tool.Registered)
	words := ""
	if a, b := rooPart(server), rooPart(tool); a != server || b != tool {
		words = "cleaned"
		if len(rooPrefix+rooSeparator+a+rooSeparator+b) > rooLimit {
			words = "cleaned, cut"
		}
	} else if len(rooPrefix+rooSeparator+a+rooSeparator+b) > rooLimit {
		words = "cut"
	}
	return ruleOf(words)
}

// rooAlike holds - and _ for the same.
func rooAlike(a, b string) bool {
	return strings.ReplaceAll(a, "-", "_") == strings.ReplaceAll(b, "-", "_")
}

// Normalise writes a called name with -- between prefix, server and tool, where
// it looks like a joined name; any other name stays.
func (roo) Normalise(called journey.Echo) journey.Echo {
	name := string(called)
	if !strings.HasPrefix(strings.ReplaceAll(name, "-", "_"), rooPrefix+"__") {
		return called
	}
	parts := rooSplit(name)
	if len(parts) < 3 || parts[0] != rooPrefix {
		return called
	}
	return journey.Echo(strings.Join(parts, rooSeparator))
}

// rooSplit takes a name apart at each __ and --, from the left.
func rooSplit(name string) []string {
	var parts []string
	from := 0
	for i := 0; i+2 <= len(name); {
		if two := name[i : i+2]; two == "__" || two == rooSeparator {
			parts = append(parts, name[from:i])
			i += 2
			from = i
			continue
		}
		i++
	}
	return append(parts, name[from:])
}

// Parse returns the server and the tool that a called name speaks of; ok is
// false when it is no joined name.
func (r roo) Parse(called journey.Echo) (server, tool string, ok bool) {
	rest, ok := strings.CutPrefix(string(r.Normalise(called)), rooPrefix+rooSeparator)
	if !ok {
		return "", "", false
	}
	server, tool, ok = strings.Cut(rest, rooSeparator)
	if !ok || server == "" || tool == "" {
		return "", "", false
	}
	return server, tool, true
}

// Plan names the tools of one request.
func (r roo) Plan(set journey.Setting) journey.Plan {
	known := formsOf(set, func(key journey.Server) string { return rooPart(string(key)) })
	j := joiner{
		client: "roo-code",
		name: func(n *journey.Naming) {
			n.Safe, n.Rule = journey.Safe(rooSafe(n.Tool.Server, n.Tool.Registered)), rooWords(n)
		},
		split: func(name string) (journey.Server, string, bool, bool) {
			server, tool, ok := r.Parse(journey.Echo(name))
			key := journey.Server(server)
			if k := known[server]; k != "" {
				key = k
			}
			return key, tool, false, ok // any character may have been deleted
		},
	}
	p, ready := j.line(set, r.asked)
	for group := range indexWires(&p).all {
		keepOne(&p, group, firstReady(&p, &ready, group), "another tool has this name and came first: left out without a word")
	}
	p.Index = make(map[string]int, len(p.Tools))
	for i := range p.Tools {
		n := &p.Tools[i]
		if _, up := ready.of(n.Ref.Server); n.Ref.Builtin || n.Tool.Disabled || !up {
			continue
		}
		for _, key := range [...]string{rooKey(n.Ref.Server), rooKey(n.Ref.Server, string(n.Ref.Name))} {
			if _, taken := p.Index[key]; !taken {
				p.Index[key] = i
			}
		}
	}
	return p
}

// rooKey is the key in Plan.Index of a server's first tool, or of the first of
// its tools that are alike.
func rooKey(server journey.Server, tool ...string) string {
	key := string(server)
	for _, t := range tool {
		key += "\x00" + strings.ReplaceAll(t, "-", "_")
	}
	return key
}

// Resolve answers a call: a joined name by looking for its server and its tool,
// any other by exact name.
func (r roo) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	called := call.Called
	if server, tool, ok := r.Parse(called.Name); ok && called.Namespace == "" {
		return r.resolveJoined(p, call, server, tool)
	}
	i, ok := p.ByWire[called.Wire()]
	via := "exact"
	if current := rooAliases[string(called.Name)]; !ok && current != "" && called.Namespace == "" {
		i, ok = p.ByWire[journey.WireName{Name: journey.Wire(current)}]
		via = "alias"
	}
	switch {
	case !ok:
		return unknown(`Unknown tool "`+string(called.Name)+`". This tool does not exist. Please use one of the available tools.`, called)
	case badArguments(call):
		return misfit(via, called)
	}
	return ran(p, i, via, called)
}

func (r roo) resolveJoined(p *journey.Plan, call journey.Invocation, server, tool string) journey.Resolution {
	key, via, ok := rooServer(p, server)
	if !ok {
		return unknown(rooJSON(rooError{
			Status: "error", Type: "unknown_server", Message: "Server is not configured", Server: server, Servers: texts(readyServers(p.Setting)),
		}), call.Called)
	}
	if i, ok := p.Index[rooKey(key, tool)]; ok {
		if string(p.Tools[i].Ref.Name) != tool {
			via = joinWords(via, "tool with - and _ alike")
		}
		if badArguments(call) {
			return misfit(via, call.Called)
		}
		return ran(p, i, via, call.Called)
	}
	listed := []string{}
	for i := range p.Tools {
		if n := &p.Tools[i]; !n.Ref.Builtin && n.Ref.Server == key && !n.Tool.Disabled {
			listed = append(listed, string(n.Ref.Name))
		}
	}
	return unknown(rooJSON(rooError{
		Status: "error", Type: "unknown_tool", Message: "Tool does not exist on server", Server: string(key), Tool: tool, Tools: listed,
		Suggestion: "Please use one of the available tools or check if the server is properly configured",
	}), call.Called)
}

// rooServer finds the server that a part of a called name means: by its key, by
// its form (the last of one form), or with - and _ held for the same.
func rooServer(p *journey.Plan, name string) (key journey.Server, via string, ok bool) {
	if _, ok := p.Index[rooKey(journey.Server(name))]; ok {
		return journey.Server(name), "split", true
	}
	list := readyServers(p.Setting)
	for _, s := range list {
		if string(s) == name {
			return s, "split", true
		}
	}
	for _, s := range slices.Backward(list) {
		if rooPart(string(s)) == name {
			return s, "split, server by its form", true
		}
	}
	for _, s := range list {
		if rooAlike(string(s), name) {
			return s, "split, server with - and _ alike", true
		}
	}
	return "", "", false
}

// rooError is the JSON of the client's texts about MCP, its fields in the
// client's order.
type rooError struct {
	Status     string   `json:"status"`
	Type       string   `json:"type"`
	Message    string   `json:"message"`
	Server     string   `json:"server"`
	Tool       string   `json:"tool,omitempty"`
	Tools      []string `json:"available_tools,omitzero"`
	Servers    []string `json:"available_servers,omitzero"`
	Suggestion string   `json:"suggestion,omitempty"`
}

func rooJSON(e rooError) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(e) != nil {
		return ""
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Identity returns the layers of tool i.
func (r roo) Identity(p *journey.Plan, i int) journey.Identity {
	n := &p.Tools[i]
	id := oneName(n)
	if !n.Ref.Builtin {
		id.LookupKey = "(" + string(n.Ref.Server) + ", " + string(n.Ref.Name) + ")"
	}
	return id
}

// Recognise reads Roo Code's refusals: sentences, and for MCP a JSON object.
func (r roo) Recognise(text string) (journey.Refused, bool) {
	var e rooError
	if strings.HasPrefix(text, "{") && json.Unmarshal([]byte(text), &e) == nil && e.Status == "error" {
		switch e.Type {
		case "unknown_tool":
			return journey.Refused{Class: journey.ClassUnknownTool, Name: e.Tool, Offered: e.Tools, Reason: e.Message + " " + e.Server}, true
		case "unknown_server":
			return journey.Refused{Class: journey.ClassUnknownTool, Reason: e.Message + ": " + e.Server}, true
		case "invalid_argument":
			return journey.Refused{Class: journey.ClassBadArguments, Name: e.Tool, Reason: e.Message}, true
		}
	}
	return readWordings(text, rooWordings)
}

func texts(keys []journey.Server) []string {
	list := make([]string, len(keys))
	for i, key := range keys {
		list[i] = string(key)
	}
	return list
}
