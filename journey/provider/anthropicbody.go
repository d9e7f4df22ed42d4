package provider

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"hopscope/journey"
)

// anthropicNames are the names that belong to types, without the date that a
// type ends in. They are taken in a request that has an entry of the type.
var anthropicNames = map[string]string{
	"bash": "bash", "computer": "computer", "memory": "memory", "advisor": "advisor",
	"web_search": "web_search", "web_fetch": "web_fetch", "code_execution": "code_execution",
	"tool_search_tool_regex": "tool_search_tool_regex", "tool_search_tool_bm25": "tool_search_tool_bm25",
}

// anthropicTextEditors are the types of the text editor whose name changed.
var anthropicTextEditors = map[string]string{
	"text_editor_20241022": "str_replace_editor", "text_editor_20250124": "str_replace_editor",
	"text_editor_20250429": "str_replace_based_edit_tool", "text_editor_20250728": "str_replace_based_edit_tool",
}

// AnthropicName returns the name that belongs to a type of Anthropic's
// Messages contract: bash for bash_20250124. ok is false for other types.
func AnthropicName(kind string) (name journey.Wire, ok bool) {
	if n, ok := anthropicTextEditors[kind]; ok {
		return journey.Wire(n), true
	}
	at := strings.LastIndexByte(kind, '_')
	if at < 0 || len(kind)-at != len("_20250124") || strings.Trim(kind[at+1:], "0123456789") != "" {
		return "", false
	}
	n, ok := anthropicNames[kind[:at]]
	return journey.Wire(n), ok
}

// anthropicToolset is a type that brings a family of tools, told apart from
// others of the same name by toolset_name.
type anthropicToolset struct {
	name    journey.Namespace
	members string
}

// anthropicToolsets, read in npm @anthropic-ai/sdk@1.14.0.
var anthropicToolsets = map[string]*anthropicToolset{
	"browser_toolset_20260801": {"browser", "close_tab double_click file_upload find form_input get_page_text hold_key hover javascript_exec key " +
		"left_click left_click_drag left_mouse_down left_mouse_up list_tabs middle_click mouse_move navigate new_tab read_console read_network " +
		"read_page right_click screenshot scroll scroll_to switch_tab triple_click type wait zoom"},
	"computer_toolset_20260801": {"computer", "cursor_position double_click hold_key key left_click left_click_drag left_mouse_down left_mouse_up " +
		"middle_click mouse_move right_click screenshot scroll triple_click type wait zoom"},
}

// anthropicCodec reads bodies of the Messages API.
type anthropicCodec struct{}

var errNotMessages = errors.New("no Messages body")

type anthropicTool struct {
	Type        looseText
	Name        json.RawMessage
	Description looseText
	InputSchema json.RawMessage `json:"input_schema"`
	Defer       json.RawMessage `json:"defer_loading"`
	Server      looseText       `json:"mcp_server_name"`
	Default     anthropicConfig `json:"default_config"`
	Configs     json.RawMessage
	Function    json.RawMessage
	rest        string
}

// anthropicConfig is what a toolset says of its members or of one of them.
type anthropicConfig struct {
	Enabled json.RawMessage
	Defer   json.RawMessage `json:"defer_loading"`
}

type anthropicBlock struct {
	Type    looseText
	ID      looseText
	Name    json.RawMessage
	Input   json.RawMessage
	Toolset looseText `json:"toolset_name"`
	Server  looseText `json:"server_name"`
}

// ReadRequest returns the declared tools and the calls of the history. A
// toolset gives its members; a server without a list of its tools is among
// the catalog's servers.
func (anthropicCodec) ReadRequest(body []byte) (journey.Catalog, []journey.WireCall, error) {
	var r struct {
		Messages, Tools json.RawMessage
		ToolConfig      json.RawMessage // of the Converse API
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return journey.Catalog{}, nil, fmt.Errorf("request: %w", err)
	}
	if r.Messages == nil && r.Tools == nil || r.ToolConfig != nil {
		return journey.Catalog{}, nil, fmt.Errorf("request: neither messages nor tools: %w", errNotMessages)
	}
	catalog := journey.Catalog{Form: journey.FormWire, Complete: true}
	for _, raw := range list(r.Tools) {
		var t anthropicTool
		if err := json.Unmarshal(raw, &t); err != nil {
			return journey.Catalog{}, nil, fmt.Errorf("request: entry of tools: %w", err)
		}
		if t.Function != nil || t.Name == nil && t.Type == "" {
			return journey.Catalog{}, nil, fmt.Errorf("request: entry of tools without a name or a type: %w", errNotMessages)
		}
		t.rest = restOf(raw, "name", "description", "input_schema", "mcp_server_name")
		t.addTo(&catalog)
	}
	var calls []journey.WireCall
	for i, raw := range list(r.Messages) {
		var m struct{ Content json.RawMessage }
		if json.Unmarshal(raw, &m) == nil {
			calls = append(calls, blockCalls(m.Content, "messages["+strconv.Itoa(i)+"].content")...)
		}
	}
	return catalog, calls, nil
}

func (t *anthropicTool) addTo(c *journey.Catalog) {
	kind := string(t.Type)
	if kind == anthropicServer || anthropicToolsets[kind] != nil {
		t.addSet(c, kind)
		return
	}
	tool := journey.Tool{Form: journey.FormWire, Type: kind, Deferred: string(t.Defer) == "true", Rest: t.rest}
	name, ok := textOf(t.Name)
	tool.Wire.Name = journey.Wire(name)
	if anthropicTyped(kind) {
		tool.Kind, tool.Rest = journey.KindProvider, withoutField(t.rest, "type")
		if own, known := AnthropicName(kind); !ok && known {
			tool.Wire.Name = own
		}
	} else {
		tool.Type = ""
	}
	tool.Description, tool.Schema = string(t.Description), string(t.InputSchema)
	c.Tools = append(c.Tools, tool)
}

// addSet adds the members of a toolset. Those of a server are known as far as
// the entry configures them: the server is listed as one with unknown names.
func (t *anthropicTool) addSet(c *journey.Catalog, kind string) {
	configs := map[string]anthropicConfig{}
	var names []string
	for _, m := range members(t.Configs) {
		var own anthropicConfig
		if json.Unmarshal(m.value, &own) == nil {
			configs[m.key] = own
			names = append(names, m.key)
		}
	}
	space := journey.Namespace(t.Server)
	if set := anthropicToolsets[kind]; set != nil {
		space, names = set.name, strings.Fields(set.members)
	} else {
		c.Servers = append(c.Servers, journey.ServerEntry{Key: journey.Server(t.Server), NamesUnknown: true})
	}
	rest := withoutField(t.rest, "type")
	for _, name := range names {
		own := configs[name]
		c.Tools = append(c.Tools, journey.Tool{
			Form: journey.FormWire, Kind: journey.KindProvider, Type: kind, Server: journey.Server(t.Server),
			Wire:     journey.WireName{Namespace: space, Name: journey.Wire(name)},
			Disabled: isSet(own.Enabled, t.Default.Enabled, "false"), Deferred: isSet(own.Defer, t.Default.Defer, "true"),
			Rest: rest,
		})
	}
}

// isSet compares a member's own value, else that of all members.
func isSet(own, all json.RawMessage, want string) bool {
	if own == nil {
		own = all
	}
	return string(own) == want
}

// withoutField takes one field out of the fields of a declaration.
func withoutField(rest, key string) string {
	if rest == "" {
		return ""
	}
	return restOf(json.RawMessage(rest), key)
}

// blockCalls returns the calls among content blocks that stand at path.
func blockCalls(content json.RawMessage, path string) []journey.WireCall {
	var calls []journey.WireCall
	for i, raw := range list(content) {
		var b anthropicBlock
		if json.Unmarshal(raw, &b) != nil {
			continue
		}
		if c, ok := b.call(path + "[" + strconv.Itoa(i) + "].name"); ok {
			calls = append(calls, c)
		}
	}
	return calls
}

// call returns the call of a block; ok is false for other blocks.
func (b *anthropicBlock) call(path string) (journey.WireCall, bool) {
	name, named := textOf(b.Name)
	c := journey.WireCall{
		Called: journey.Called{Namespace: journey.Namespace(b.Toolset), Name: journey.Echo(name)},
		ID:     string(b.ID), Args: argumentsOf(b.Input), Path: path, Nameless: !named,
	}
	switch b.Type {
	case "tool_use":
	case "server_tool_use":
		c.Remote, c.Kind = true, journey.KindProvider
	case "mcp_tool_use":
		c.Remote = true
		c.Called.Namespace = journey.Namespace(b.Server)
	default:
		return journey.WireCall{}, false
	}
	return c, true
}

// ReadResponse returns the calls of a whole answer.
func (anthropicCodec) ReadResponse(body []byte) ([]journey.WireCall, error) {
	var r struct{ Content json.RawMessage }
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, fmt.Errorf("response: %w", err)
	}
	if r.Content == nil {
		return nil, fmt.Errorf("response: no content: %w", errNotMessages)
	}
	return blockCalls(r.Content, "content"), nil
}

// ReadStream returns the calls of a streamed answer: a block begins with the
// whole name, its arguments follow in pieces.
func (anthropicCodec) ReadStream(body []byte) ([]journey.WireCall, error) {
	var calls []journey.WireCall
	open := map[int]int{} // block index to call
	pieces := map[int]*strings.Builder{}
	seen := false
	for event := range events(body) {
		var e struct {
			Type  looseText
			Index int
			Block anthropicBlock `json:"content_block"`
			Delta struct {
				Partial looseText `json:"partial_json"`
			}
		}
		if json.Unmarshal(event, &e) != nil {
			continue
		}
		switch e.Type {
		case "message_start":
			seen = true
			clear(open)
		case "content_block_start":
			seen = true
			delete(open, e.Index)
			if c, ok := e.Block.call("content_block.name"); ok {
				open[e.Index] = len(calls)
				calls = append(calls, c)
			}
		case "content_block_delta":
			if i, ok := open[e.Index]; ok && e.Delta.Partial != "" {
				if pieces[i] == nil {
					pieces[i] = &strings.Builder{}
				}
				pieces[i].WriteString(string(e.Delta.Partial))
			}
		}
	}
	if !seen {
		return nil, fmt.Errorf("stream: no message and no block: %w", errNotMessages)
	}
	for i, b := range pieces {
		calls[i].Args = b.String()
	}
	return calls, nil
}
