package provider

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"hopscope/journey"
)

// bedrockCodec reads bodies of the Converse API. A stream is binary on the
// wire; here it is one decoded event a line.
type bedrockCodec struct{}

var errNotConverse = errors.New("no Converse body")

// bedrockSystemTool is the type of a tool that the service runs itself.
const bedrockSystemTool = "systemTool"

type bedrockTool struct {
	Spec *struct {
		Name        json.RawMessage
		Description looseText
		InputSchema struct{ JSON json.RawMessage }
	} `json:"toolSpec"`
	System *struct{ Name json.RawMessage } `json:"systemTool"`
	rest   string
}

type bedrockUse struct {
	ID    looseText `json:"toolUseId"`
	Name  json.RawMessage
	Input json.RawMessage
	Type  looseText
}

// ReadRequest returns the declared tools and the calls of the history. Entries
// that are no tools (cache points) are skipped.
func (bedrockCodec) ReadRequest(body []byte) (journey.Catalog, []journey.WireCall, error) {
	var r struct {
		Messages   json.RawMessage
		ToolConfig *struct{ Tools json.RawMessage }
		// Fields of others.
		Model, Tools, Functions json.RawMessage
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return journey.Catalog{}, nil, fmt.Errorf("request: %w", err)
	}
	if r.Messages == nil && r.ToolConfig == nil || r.Model != nil || r.Tools != nil || r.Functions != nil {
		return journey.Catalog{}, nil, fmt.Errorf("request: not messages and toolConfig alone: %w", errNotConverse)
	}
	catalog := journey.Catalog{Form: journey.FormWire, Complete: true}
	if r.ToolConfig != nil {
		for _, raw := range list(r.ToolConfig.Tools) {
			var t bedrockTool
			if err := json.Unmarshal(raw, &t); err != nil {
				return journey.Catalog{}, nil, fmt.Errorf("request: entry of tools: %w", err)
			}
			t.rest = restOf(field(raw, "toolSpec"), "name", "description", "inputSchema")
			t.addTo(&catalog)
		}
	}
	var calls []journey.WireCall
	for i, raw := range list(r.Messages) {
		var m struct{ Content json.RawMessage }
		if json.Unmarshal(raw, &m) == nil {
			calls = append(calls, bedrockCalls(m.Content, "messages["+strconv.Itoa(i)+"].content")...)
		}
	}
	return catalog, calls, nil
}

func (t *bedrockTool) addTo(c *journey.Catalog) {
	tool := journey.Tool{Form: journey.FormWire}
	switch {
	case t.Spec != nil:
		name, _ := textOf(t.Spec.Name)
		tool.Wire.Name = journey.Wire(name)
		tool.Description, tool.Schema = string(t.Spec.Description), string(t.Spec.InputSchema.JSON)
		tool.Rest = t.rest
	case t.System != nil:
		name, _ := textOf(t.System.Name)
		tool.Wire.Name = journey.Wire(name)
		tool.Kind, tool.Type = journey.KindProvider, bedrockSystemTool
	default:
		return
	}
	c.Tools = append(c.Tools, tool)
}

func bedrockCalls(content json.RawMessage, path string) []journey.WireCall {
	var calls []journey.WireCall
	for i, raw := range list(content) {
		var b struct{ ToolUse *bedrockUse }
		if json.Unmarshal(raw, &b) == nil && b.ToolUse != nil {
			calls = append(calls, b.ToolUse.call(path+"["+strconv.Itoa(i)+"].toolUse.name"))
		}
	}
	return calls
}

func (u *bedrockUse) call(path string) journey.WireCall {
	name, named := textOf(u.Name)
	c := journey.WireCall{
		Called: journey.Called{Name: journey.Echo(name)}, ID: string(u.ID), Args: argumentsOf(u.Input), Path: path, Nameless: !named,
	}
	if u.Type == "server_tool_use" {
		c.Remote, c.Kind = true, journey.KindProvider
	}
	return c
}

// ReadResponse returns the calls of a whole answer.
func (bedrockCodec) ReadResponse(body []byte) ([]journey.WireCall, error) {
	var r struct {
		Output *struct {
			Message struct{ Content json.RawMessage }
		}
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, fmt.Errorf("response: %w", err)
	}
	if r.Output == nil || r.Output.Message.Content == nil {
		return nil, fmt.Errorf("response: no output.message: %w", errNotConverse)
	}
	return bedrockCalls(r.Output.Message.Content, "output.message.content"), nil
}

// ReadStream returns the calls of a streamed answer: a block begins with the
// whole name, its input follows in pieces of text.
func (bedrockCodec) ReadStream(body []byte) ([]journey.WireCall, error) {
	var calls []journey.WireCall
	open := map[int]int{} // block index to call
	pieces := map[int]*strings.Builder{}
	seen := false
	for event := range events(body) {
		var e struct {
			MessageStart      json.RawMessage
			ContentBlockStart *struct {
				Index int `json:"contentBlockIndex"`
				Start struct{ ToolUse *bedrockUse }
			}
			ContentBlockDelta *struct {
				Index int `json:"contentBlockIndex"`
				Delta struct{ ToolUse *struct{ Input looseText } }
			}
		}
		if json.Unmarshal(event, &e) != nil {
			continue
		}
		seen = seen || e.MessageStart != nil || e.ContentBlockStart != nil || e.ContentBlockDelta != nil
		if e.MessageStart != nil {
			clear(open)
		}
		if s := e.ContentBlockStart; s != nil {
			delete(open, s.Index)
			if s.Start.ToolUse != nil {
				open[s.Index] = len(calls)
				calls = append(calls, s.Start.ToolUse.call("contentBlockStart.start.toolUse.name"))
			}
		}
		if d := e.ContentBlockDelta; d != nil && d.Delta.ToolUse != nil {
			if i, ok := open[d.Index]; ok {
				if pieces[i] == nil {
					pieces[i] = &strings.Builder{}
				}
				pieces[i].WriteString(string(d.Delta.ToolUse.Input))
			}
		}
	}
	if !seen {
		return nil, fmt.Errorf("stream: no message and no block: %w", errNotConverse)
	}
	for i, b := range pieces {
		calls[i].Args = b.String()
	}
	return calls, nil
}
