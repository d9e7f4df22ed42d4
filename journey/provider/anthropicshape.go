package provider

import (
	"encoding/json"
	"strconv"
	"strings"

	"hopscope/journey"
)

// anthropicServer is the type of an entry that brings the tools of an MCP
// server, which the provider calls itself.
const anthropicServer = "mcp_toolset"

// anthropicTyped reports whether a type field makes an entry one of
// Anthropic's own.
func anthropicTyped(kind string) bool { return kind != "" && kind != "custom" && kind != "function" }

// inSet reports whether a tool is declared by an entry without a name that
// brings several.
func inSet(t *journey.Tool) bool {
	return t.Type == anthropicServer || anthropicToolsets[t.Type] != nil
}

// Frame returns the text around the entries.
func (anthropic) Frame() (before, after string) { return toolsFrame() }

// Declare shapes one entry of tools[]. An entry with a type of Anthropic's has
// the name that belongs to the type and no schema; a toolset has no name; a
// deferred tool says so.
func (p anthropic) Declare(n journey.Naming, index int) journey.Declaration {
	at := "tools[" + strconv.Itoa(index) + "]."
	t := &n.Tool
	if inSet(t) {
		field := "type"
		if t.Type == anthropicServer {
			field = "mcp_server_name"
		}
		return journey.Declaration{Path: at + field, JSON: anthropicSet([]*journey.Naming{&n})}
	}
	var entry object
	typed := anthropicTyped(t.Type) || t.Kind != journey.KindFunction && t.Kind != journey.KindCustom
	if typed {
		entry.text("type", typeOf(n))
	} else if kind := field(json.RawMessage(t.Rest), "type"); kind != nil {
		entry.raw("type", string(kind))
	}
	entry.text("name", string(n.Wire.Name))
	if !typed {
		entry.optional("description", t.Description)
		if t.Schema != "" {
			entry.raw("input_schema", t.Schema)
		} else {
			entry.raw("input_schema", "{}")
		}
	}
	entry.rest(t.Rest, notInAnthropic...)
	if (n.Status == journey.Deferred || t.Deferred) && field(json.RawMessage(t.Rest), "defer_loading") == nil {
		entry.flag("defer_loading", true)
	}
	return journey.Declaration{Path: at + "name", JSON: entry.indented()}
}

// anthropicSet shapes the entry of a toolset from its members: what was read
// beside its type, else the members that are switched off or deferred.
func anthropicSet(group []*journey.Naming) string {
	var entry, configs object
	t := &group[0].Tool
	entry.text("type", t.Type)
	if t.Type == anthropicServer {
		server := string(t.Server)
		if server == "" {
			server = string(group[0].Wire.Namespace)
		}
		entry.text("mcp_server_name", server)
	}
	if t.Rest != "" {
		entry.rest(t.Rest, "type", "name", "mcp_server_name")
		return entry.indented()
	}
	for _, n := range group {
		var own object
		if n.Tool.Disabled || n.Status == journey.LeftOut {
			own.flag("enabled", false)
		}
		if n.Tool.Deferred || n.Status == journey.Deferred {
			own.flag("defer_loading", true)
		}
		if own.b.Len() > 0 {
			configs.raw(string(n.Wire.Name), own.compact())
		}
	}
	if configs.b.Len() > 0 {
		entry.raw("configs", configs.compact())
	}
	return entry.indented()
}

// Sites places the offered tools: the members of one toolset share the entry of
// the first of them. Other tools that are not offered have no site; those of a
// set are switched off in its entry.
func (anthropic) Sites(offered []journey.Naming) []journey.Site {
	type set struct {
		kind  string
		space journey.Namespace
	}
	type group struct{ entry, members int }
	sets := map[set]*group{}
	sites := make([]journey.Site, len(offered))
	next := 0
	for i := range offered {
		n := &offered[i]
		sites[i] = journey.Site{Kind: n.Tool.Kind, Entry: next, Member: -1}
		if n.Status != journey.Offered && !inSet(&n.Tool) {
			sites[i].Entry = -1
			continue
		}
		if !inSet(&n.Tool) {
			next++
			continue
		}
		key := set{n.Tool.Type, n.Wire.Namespace}
		g := sets[key]
		if g == nil {
			g = &group{entry: next}
			sets[key] = g
			next++
		}
		sites[i].Entry, sites[i].Member = g.entry, g.members
		g.members++
	}
	return sites
}

// CheckAt is Check of a declared name at its entry.
func (p anthropic) CheckAt(name journey.WireName, at journey.Site, asOf string) (journey.Verdict, []journey.Violation) {
	return p.Check(journey.PlaceDeclare, name, at.Entry, asOf)
}

// DeclareAt is the declaration of one tool; the path of a member is that of the
// field which names its set.
func (p anthropic) DeclareAt(n journey.Naming, at journey.Site) journey.Declaration {
	return p.Declare(n, at.Entry)
}

// Entries shapes the tools array, each toolset once.
func (p anthropic) Entries(offered []journey.Naming) []string {
	sites := p.Sites(offered)
	groups := map[int][]*journey.Naming{}
	var entries []string
	for i, at := range sites {
		if at.Member >= 0 {
			groups[at.Entry] = append(groups[at.Entry], &offered[i])
		}
		if at.Entry == len(entries) {
			entries = append(entries, p.DeclareAt(offered[i], at).JSON)
		}
	}
	for at, group := range groups {
		entries[at] = anthropicSet(group)
	}
	return entries
}

// anthropicUse shapes a call: of the client's tools, of a toolset, of the
// server's own tools or of an MCP server that the provider calls.
func anthropicUse(c *journey.WireCall, input string) string {
	var use object
	kind, beside := "tool_use", "toolset_name"
	switch {
	case c.Remote && c.Kind == journey.KindProvider:
		kind, beside = "server_tool_use", ""
	case c.Remote:
		kind, beside = "mcp_tool_use", "server_name"
	}
	use.text("type", kind)
	use.text("id", c.ID)
	if !c.Nameless {
		use.text("name", string(c.Called.Name))
	}
	if beside != "" {
		use.optional(beside, string(c.Called.Namespace))
	}
	use.raw("input", input)
	return use.compact()
}

func anthropicMessage(role, block string) string {
	var m object
	m.text("role", role)
	m.raw("content", arrayOf(block))
	return m.indented()
}

// Call shapes the message of a past call.
func (anthropic) Call(c journey.WireCall, message int) journey.Declaration {
	return journey.Declaration{
		Path: "messages[" + strconv.Itoa(message) + "].content[0].name",
		JSON: anthropicMessage("assistant", anthropicUse(&c, objectArgs(c.Args))),
	}
}

// Result shapes the message of a result, which has no name. What the provider
// runs itself is answered in its own message: nothing is sent.
func (anthropic) Result(c journey.WireCall, text string, _ int) journey.Declaration {
	if c.Remote {
		return journey.Declaration{}
	}
	return journey.Declaration{JSON: anthropicMessage("user", anthropicResult(c.ID, quote(text)))}
}

func anthropicResult(id, content string) string {
	var result object
	result.text("type", "tool_result")
	result.text("tool_use_id", id)
	result.raw("content", content)
	return result.compact()
}

// Reference shapes the result of a search that loads a deferred tool.
func (anthropic) Reference(c journey.WireCall, n journey.Naming, message int) journey.Declaration {
	var reference object
	reference.text("type", "tool_reference")
	reference.text("tool_name", string(n.Wire.Name))
	return journey.Declaration{
		Path: "messages[" + strconv.Itoa(message) + "].content[0].content[0].tool_name",
		JSON: anthropicMessage("user", anthropicResult(c.ID, arrayOf(reference.compact()))),
	}
}

// Choice shapes a forced choice, which has no field for a toolset or a server.
func (anthropic) Choice(n journey.Naming) (journey.Declaration, bool) {
	if n.Wire.Namespace != "" {
		return journey.Declaration{}, false
	}
	var choice object
	choice.text("type", "tool")
	choice.text("name", string(n.Wire.Name))
	return journey.Declaration{Path: "tool_choice.name", JSON: choice.indented()}, true
}

// Stream words the events of an answer with one call: the block begins with the
// whole name, its input follows in pieces, the first of them often empty.
func (anthropic) Stream(c journey.WireCall) []string {
	message := one("id", quote("msg_1"))
	list := []string{
		anthropicEvent("message_start", `"message":`+strings.TrimSuffix(message, "}")+`,"type":"message","role":"assistant","content":[]}`),
		anthropicEvent("content_block_start", `"index":0,"content_block":`+anthropicUse(&c, "{}")),
	}
	for _, piece := range append([]string{""}, cutPieces(textArgs(c.Args))...) {
		list = append(list, anthropicEvent("content_block_delta", `"index":0,"delta":{"type":"input_json_delta","partial_json":`+quote(piece)+`}`))
	}
	return append(list,
		anthropicEvent("content_block_stop", `"index":0`),
		anthropicEvent("message_delta", `"delta":{"stop_reason":"tool_use"}`),
		"event: message_stop\ndata: {\"type\":\"message_stop\"}")
}

func anthropicEvent(kind, fields string) string {
	return escapeUnseen("event: " + kind + "\ndata: {\"type\":" + quote(kind) + "," + fields + "}")
}

// Request shapes a whole body. The first message is the user's, so the calls
// stand in messages 1, 3 and so on.
func (p anthropic) Request(tools []journey.Naming, past []journey.WireCall, choice int) string {
	var user, body object
	user.text("role", "user")
	user.text("content", promptWord)
	body.text("model", modelWord)
	body.raw("max_tokens", "1024")
	body.raw("messages", arrayOf(turnsOf(p, user.compact(), past)...))
	if len(tools) > 0 {
		body.raw("tools", arrayOf(p.Entries(tools)...))
	}
	if forced := forcedOf(p, tools, choice); forced != "" {
		body.raw("tool_choice", forced)
	}
	return body.indented()
}
