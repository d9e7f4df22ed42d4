package provider

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"hopscope/journey"
)

// mcpCodec reads JSON-RPC messages of MCP, one or an array of them.
type mcpCodec struct{}

var errNotMCP = errors.New("no MCP message")

type mcpMessage struct {
	Version json.RawMessage `json:"jsonrpc"`
	ID      json.RawMessage
	Method  looseText
	Params  struct {
		Name      json.RawMessage
		Arguments json.RawMessage
	}
	Result struct{ Tools json.RawMessage }
}

type mcpTool struct {
	Name        json.RawMessage
	Title       looseText
	Description looseText
	InputSchema json.RawMessage
}

// mcpMessages decodes a body into its messages; at is the path of each. It is
// empty when the body has none of the protocol.
func mcpMessages(body []byte) (messages []mcpMessage, at []string) {
	items, many := list(body), true
	if items == nil {
		items, many = []json.RawMessage{body}, false
	}
	for i, raw := range items {
		var m mcpMessage
		if json.Unmarshal(raw, &m) != nil || m.Version == nil {
			continue
		}
		path := ""
		if many {
			path = "[" + strconv.Itoa(i) + "]."
		}
		messages, at = append(messages, m), append(at, path)
	}
	return messages, at
}

// ReadRequest returns the tools that messages list and the calls that they
// make: both stand in messages of one connection.
func (mcpCodec) ReadRequest(body []byte) (journey.Catalog, []journey.WireCall, error) {
	messages, at := mcpMessages(body)
	if len(messages) == 0 {
		return journey.Catalog{}, nil, fmt.Errorf("request: %w", errNotMCP)
	}
	catalog := journey.Catalog{Form: journey.FormWire, Complete: true}
	var calls []journey.WireCall
	for i := range messages {
		m := &messages[i]
		for _, raw := range list(m.Result.Tools) {
			var t mcpTool
			if json.Unmarshal(raw, &t) == nil {
				catalog.Tools = append(catalog.Tools, t.tool(raw))
			}
		}
		if m.Method == "tools/call" {
			calls = append(calls, m.call(at[i]+"params.name"))
		}
	}
	return catalog, calls, nil
}

func (t *mcpTool) tool(raw json.RawMessage) journey.Tool {
	name, _ := textOf(t.Name)
	return journey.Tool{
		Form: journey.FormWire, Wire: journey.WireName{Name: journey.Wire(name)}, Title: string(t.Title), Description: string(t.Description),
		Schema: string(t.InputSchema), Rest: restOf(raw, "name", "title", "description", "inputSchema"),
	}
}

func (m *mcpMessage) call(path string) journey.WireCall {
	name, named := textOf(m.Params.Name)
	return journey.WireCall{
		Called: journey.Called{Name: journey.Echo(name)}, ID: argumentsOf(m.ID), Args: argumentsOf(m.Params.Arguments), Path: path, Nameless: !named,
	}
}

// ReadResponse returns the calls of an answer. A server makes none: its answer
// is known by the messages.
func (mcpCodec) ReadResponse(body []byte) ([]journey.WireCall, error) {
	messages, at := mcpMessages(body)
	if len(messages) == 0 {
		return nil, fmt.Errorf("response: %w", errNotMCP)
	}
	var calls []journey.WireCall
	for i := range messages {
		if messages[i].Method == "tools/call" {
			calls = append(calls, messages[i].call(at[i]+"params.name"))
		}
	}
	return calls, nil
}

// ReadStream is ReadResponse over the messages of server-sent events.
func (c mcpCodec) ReadStream(body []byte) ([]journey.WireCall, error) {
	return wholeAnswers(body, c.ReadResponse, errNotMCP)
}

// Declare shapes one entry of a tools/list answer. A schema is required there.
func (mcp) Declare(n journey.Naming, index int) journey.Declaration {
	var entry object
	t := &n.Tool
	entry.text("name", string(n.Wire.Name))
	entry.optional("title", t.Title)
	entry.optional("description", t.Description)
	entry.raw("inputSchema", schemaOr(t.Schema))
	entry.rest(t.Rest, requestFields...)
	return journey.Declaration{Path: mcpPath(journey.PlaceDeclare, index), JSON: entry.indented()}
}

// Frame returns the message around the entries.
func (mcp) Frame() (before, after string) {
	return "{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1,\n  \"result\": {\n    \"tools\": [\n", "\n    ]\n  }\n}"
}

// mcpID is the id of a call as JSON-RPC has it, that of its message where none
// is known.
func mcpID(c journey.WireCall, message int) string {
	if c.ID == "" {
		return strconv.Itoa(message)
	}
	if n, err := strconv.Atoi(c.ID); err == nil && strconv.Itoa(n) == c.ID {
		return c.ID
	}
	return quote(c.ID)
}

func mcpReply(id string) *object {
	var m object
	m.text("jsonrpc", "2.0")
	m.raw("id", id)
	return &m
}

// Call shapes the message that calls a tool.
func (mcp) Call(c journey.WireCall, message int) journey.Declaration {
	m := mcpReply(mcpID(c, message))
	m.text("method", "tools/call")
	var params object
	if !c.Nameless {
		params.text("name", string(c.Called.Name))
	}
	params.raw("arguments", objectArgs(c.Args))
	m.raw("params", params.compact())
	return journey.Declaration{Path: "[" + strconv.Itoa(message) + "].params.name", JSON: m.indented()}
}

// Result shapes the server's answer, which has no name. What is a JSON object
// stands there once more as structured content.
func (mcp) Result(c journey.WireCall, text string, message int) journey.Declaration {
	m := mcpReply(mcpID(c, message-1))
	var content, result object
	content.text("type", "text")
	content.text("text", text)
	result.raw("content", arrayOf(content.compact()))
	if isObject(text) {
		result.raw("structuredContent", text)
	}
	result.flag("isError", false)
	m.raw("result", result.compact())
	return journey.Declaration{JSON: m.indented()}
}

// Choice: nobody forces a call here.
func (mcp) Choice(journey.Naming) (journey.Declaration, bool) { return journey.Declaration{}, false }

// Stream is empty: calls go to the server in messages of their own.
func (mcp) Stream(journey.WireCall) []string { return nil }

// Request shapes the messages of a connection: the list of tools, then each
// call and its answer.
func (p mcp) Request(tools []journey.Naming, past []journey.WireCall, _ int) string {
	m := mcpReply("0")
	m.raw("result", one("tools", arrayOf(entriesOf(p.Declare, tools)...)))
	return indentedArray(turnsOf(p, m.compact(), past))
}
