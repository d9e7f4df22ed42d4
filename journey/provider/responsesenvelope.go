package provider

import (
	"strconv"
	"strings"

	"hopscope/journey"
)

// responsesShape shapes what the Responses API takes and sends.
type responsesShape struct{}

// Sites places the offered tools: those of one namespace share the entry of the
// first of them, all others have an entry of their own.
func (responsesShape) Sites(tools []journey.Naming) []journey.Site {
	type space struct{ entry, members int }
	spaces := map[journey.Namespace]*space{}
	sites := make([]journey.Site, len(tools))
	next := 0
	for i := range tools {
		n := &tools[i]
		sites[i] = journey.Site{Kind: n.Tool.Kind, Entry: next, Member: -1}
		if n.Status != journey.Offered {
			sites[i].Entry = -1
			continue
		}
		if !inSpace(n) {
			next++
			continue
		}
		s := spaces[n.Wire.Namespace]
		if s == nil {
			s = &space{entry: next}
			spaces[n.Wire.Namespace] = s
			next++
		}
		sites[i].Entry, sites[i].Member = s.entry, s.members
		s.members++
	}
	return sites
}

// inSpace reports whether a tool is declared inside the entry of a namespace,
// which takes functions and custom tools only, or in that of a server that the
// provider calls itself.
func inSpace(n *journey.Naming) bool {
	return n.Wire.Namespace != "" && (n.Tool.Kind == journey.KindFunction || n.Tool.Kind == journey.KindCustom || hosted(n))
}

// hosted reports whether a tool is of an MCP server that the provider calls.
func hosted(n *journey.Naming) bool { return n.Tool.Type == "mcp" }

// Entries shapes the tools array, each namespace once.
func (s responsesShape) Entries(tools []journey.Naming) []string {
	var entries []string
	members := map[int][]string{}
	spaces := map[int]*journey.Naming{}
	for i, at := range s.Sites(tools) {
		if at.Entry < 0 {
			continue
		}
		text := responsesEntry(&tools[i])
		if at.Member < 0 {
			entries = append(entries, text)
			continue
		}
		if at.Member == 0 {
			entries = append(entries, "")
			spaces[at.Entry] = &tools[i]
		}
		members[at.Entry] = append(members[at.Entry], text)
	}
	for at, n := range spaces {
		entries[at] = spaceEntry(n, members[at])
	}
	return entries
}

// spaceEntry is the entry of a namespace or a server with its members.
func spaceEntry(n *journey.Naming, members []string) string {
	var o object
	if hosted(n) {
		o.text("type", n.Tool.Type)
		o.text("server_label", string(n.Wire.Namespace))
		o.rest(n.Tool.Rest)
		o.raw("allowed_tools", "["+strings.Join(members, ",")+"]")
		return o.indented()
	}
	o.text("type", "namespace")
	o.text("name", string(n.Wire.Namespace))
	o.optional("description", n.Tool.SpaceText)
	o.raw("tools", "["+strings.Join(members, ",")+"]")
	return o.indented()
}

// responsesEntry is the declaration of one tool, without a namespace around it.
func responsesEntry(n *journey.Naming) string {
	var o object
	t := &n.Tool
	switch {
	case t.Kind == journey.KindFunction || t.Kind == journey.KindCustom:
		o.text("type", t.Kind.String())
		o.text("name", string(n.Wire.Name))
		o.optional("description", t.Description)
		own := "format"
		if t.Kind == journey.KindFunction {
			o.raw("parameters", t.Schema)
			own = "strict"
		}
		o.restOnly(t.Rest, own, "allowed_callers", "output_schema")
	case hosted(n) && n.Wire.Namespace != "":
		return quote(string(n.Wire.Name))
	default:
		o.text("type", typeOf(*n))
		if hosted(n) {
			o.optional("server_label", string(t.Server))
		}
		o.rest(t.Rest)
		return o.indented()
	}
	if n.Status == journey.Deferred || t.Deferred {
		o.raw("defer_loading", "true")
	} else {
		o.restOnly(t.Rest, "defer_loading")
	}
	return o.indented()
}

// sitePath is the path of what says which tool a declaration is of.
func sitePath(n *journey.Naming, at journey.Site) string {
	path := "tools[" + strconv.Itoa(at.Entry) + "]."
	switch {
	case hosted(n) && at.Member >= 0:
		return path + "allowed_tools[" + strconv.Itoa(at.Member) + "]"
	case hosted(n):
		return path + "server_label"
	case at.Member >= 0:
		return path + "tools[" + strconv.Itoa(at.Member) + "].name"
	case n.Tool.Kind == journey.KindFunction || n.Tool.Kind == journey.KindCustom:
		return path + "name"
	}
	return path + "type"
}

// DeclareAt is the declaration of one tool at its site.
func (responsesShape) DeclareAt(n journey.Naming, at journey.Site) journey.Declaration {
	return journey.Declaration{Path: sitePath(&n, at), JSON: responsesEntry(&n)}
}

// Declare shapes one entry of tools[]; a tool of a namespace as its only member.
func (responsesShape) Declare(n journey.Naming, index int) journey.Declaration {
	at := journey.Site{Kind: n.Tool.Kind, Entry: index, Member: -1}
	text := responsesEntry(&n)
	if inSpace(&n) {
		at.Member = 0
		text = spaceEntry(&n, []string{text})
	}
	return journey.Declaration{Path: sitePath(&n, at), JSON: text}
}

// Frame returns the text around the entries.
func (responsesShape) Frame() (before, after string) { return toolsFrame() }

// itemOf is the type of a call item and the field with its arguments.
func itemOf(c *journey.WireCall) (item, args string) {
	switch c.Kind {
	case journey.KindFunction:
		if c.Remote {
			return "mcp_call", "arguments"
		}
		return "function_call", "arguments"
	case journey.KindCustom:
		return "custom_tool_call", "input"
	case journey.KindLocalShell, journey.KindShell:
		return c.Kind.String() + "_call", "action"
	case journey.KindApplyPatch:
		return "apply_patch_call", "operation"
	default:
		return string(c.Called.Name) + "_call", "arguments"
	}
}

// Call shapes the item of a past call. call_id is what pairs it with its
// result; the id of the item itself is another thing and not needed. Items
// whose type is the tool have no name.
func (responsesShape) Call(c journey.WireCall, message int) journey.Declaration {
	o, key := responsesItem(&c, c.Args)
	return journey.Declaration{Path: "input[" + strconv.Itoa(message) + "]." + key, JSON: o.indented()}
}

// responsesItem is a call item and the field in which its name stands.
func responsesItem(c *journey.WireCall, args string) (o object, key string) {
	item, input := itemOf(c)
	o.text("type", item)
	key = "type"
	switch item {
	case "mcp_call":
		o.optional("id", c.ID)
		o.text("server_label", string(c.Called.Namespace))
		o.text("name", string(c.Called.Name))
		key = "name"
	case "function_call", "custom_tool_call":
		o.optional("call_id", c.ID)
		o.optional("namespace", string(c.Called.Namespace))
		o.text("name", string(c.Called.Name))
		key = "name"
	default:
		o.optional("call_id", c.ID)
		o.raw(input, args)
		return o, key // no text, and no name: the type is the tool
	}
	o.text(input, args)
	return o, key
}

// Result shapes the item that answers a call; it may repeat the name and need
// not. What the provider runs itself has none: the answer is in the call's item.
func (responsesShape) Result(c journey.WireCall, text string, _ int) journey.Declaration {
	if c.Remote {
		return journey.Declaration{}
	}
	var o object
	item, _ := itemOf(&c)
	switch item {
	case "local_shell_call":
		o.text("type", item+"_output")
		o.text("id", c.ID)
		o.text("output", text)
	case "shell_call":
		o.text("type", item+"_output")
		o.text("call_id", c.ID)
		o.raw("output", `[{"stdout":`+quote(text)+`,"stderr":"","outcome":{"type":"exit","exit_code":0}}]`)
	case "apply_patch_call":
		o.text("type", item+"_output")
		o.text("call_id", c.ID)
		o.text("status", "completed")
		o.text("output", text)
	case "tool_search_call":
		o.text("type", "tool_search_output")
		o.text("call_id", c.ID)
		o.raw("tools", "[]")
	default:
		o.text("type", item+"_output")
		o.text("call_id", c.ID)
		o.text("output", text)
	}
	return journey.Declaration{JSON: o.indented()}
}

// Choice shapes a forced choice. It has no field for a namespace, so a tool
// inside one cannot be forced.
func (responsesShape) Choice(n journey.Naming) (journey.Declaration, bool) {
	var o object
	key := "type"
	switch t := &n.Tool; {
	case hosted(&n):
		o.text("type", t.Type)
		o.text("server_label", string(t.Server))
		if n.Wire.Namespace != "" {
			o.text("name", string(n.Wire.Name))
			key = "name"
		}
	case inSpace(&n):
		return journey.Declaration{}, false
	case t.Kind == journey.KindFunction || t.Kind == journey.KindCustom:
		o.text("type", t.Kind.String())
		o.text("name", string(n.Wire.Name))
		key = "name"
	case t.Kind == journey.KindLocalShell, t.Type == "tool_search":
		return journey.Declaration{}, false
	default:
		o.text("type", typeOf(n))
	}
	return journey.Declaration{Path: "tool_choice." + key, JSON: o.indented()}, true
}

// Request is a whole request body.
func (s responsesShape) Request(tools []journey.Naming, past []journey.WireCall, choice int) string {
	return requestOf(s, "input", userMessage(), s.Entries(tools), past, forcedOf(s, tools, choice))
}
