package provider

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"hopscope/journey"
)

// toolsFrame is the frame of providers whose request holds the entries in
// tools[].
func toolsFrame() (before, after string) { return "{\n  \"tools\": [\n", "\n  ]\n}" }

// typeOf returns the type field of an entry that is no function: its own, else
// its kind, else its name.
func typeOf(n journey.Naming) string {
	switch {
	case n.Tool.Type != "":
		return n.Tool.Type
	case n.Tool.Kind != journey.KindProvider:
		return n.Tool.Kind.String()
	default:
		return string(n.Wire.Name)
	}
}

// chatCodec reads bodies of the Chat Completions API and of those who copy it.
type chatCodec struct{}

type chatNamed struct {
	Name        json.RawMessage
	Description looseText
	Parameters  json.RawMessage
	Arguments   json.RawMessage
	Input       json.RawMessage
	Index       *int // of Ollama's calls
}

type chatTool struct {
	Type        looseText
	Function    *chatNamed
	Custom      *chatNamed
	InputSchema json.RawMessage `json:"input_schema"`
}

type chatCall struct {
	Index    *int
	ID       looseText
	Function *chatNamed
	Custom   *chatNamed
}

type chatMessage struct {
	ToolCalls    []json.RawMessage `json:"tool_calls"`
	FunctionCall *chatNamed        `json:"function_call"`
}

var errNotChat = errors.New("no Chat Completions body")

// ReadRequest returns the declared tools and the calls of the history.
func (chatCodec) ReadRequest(body []byte) (journey.Catalog, []journey.WireCall, error) {
	var r struct {
		Messages  json.RawMessage
		Tools     json.RawMessage
		Functions json.RawMessage

		ToolConfig json.RawMessage // of the Converse API
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return journey.Catalog{}, nil, fmt.Errorf("request: %w", err)
	}
	if r.Messages == nil && r.Tools == nil && r.Functions == nil || r.ToolConfig != nil {
		return journey.Catalog{}, nil, fmt.Errorf("request: neither messages nor tools: %w", errNotChat)
	}
	catalog := journey.Catalog{Form: journey.FormWire, Complete: true}
	for _, raw := range list(r.Tools) {
		t, err := chatToolOf(raw)
		if err != nil {
			return journey.Catalog{}, nil, err
		}
		catalog.Tools = append(catalog.Tools, t)
	}
	for _, raw := range list(r.Functions) {
		var f chatNamed
		if json.Unmarshal(raw, &f) == nil {
			catalog.Tools = append(catalog.Tools, f.tool(journey.KindFunction, raw))
		}
	}
	var calls []journey.WireCall
	for i, raw := range list(r.Messages) {
		var m chatMessage
		if json.Unmarshal(raw, &m) == nil {
			calls = append(calls, m.calls("messages["+strconv.Itoa(i)+"]")...)
		}
	}
	return catalog, calls, nil
}

func chatToolOf(raw json.RawMessage) (journey.Tool, error) {
	var t chatTool
	if err := json.Unmarshal(raw, &t); err != nil {
		return journey.Tool{}, fmt.Errorf("request: entry of tools: %w", err)
	}
	switch {
	case t.Function != nil:
		return t.Function.tool(journey.KindFunction, field(raw, "function")), nil
	case t.Custom != nil:
		return t.Custom.tool(journey.KindCustom, field(raw, "custom")), nil
	case t.InputSchema != nil || t.Type == "" || t.Type == "function" || t.Type == "custom" || t.Type == "namespace":
		return journey.Tool{}, fmt.Errorf("request: entry of tools without function: %w", errNotChat)
	}
	return journey.Tool{
		Form: journey.FormWire, Kind: kindOfType(string(t.Type)), Type: string(t.Type), Wire: journey.WireName{Name: journey.Wire(t.Type)},
		Rest: restOf(raw, "type"),
	}, nil
}

// tool is the tool of an entry; raw is the object with its fields.
func (f *chatNamed) tool(kind journey.ToolKind, raw json.RawMessage) journey.Tool {
	name, _ := textOf(f.Name)
	return journey.Tool{
		Form: journey.FormWire, Kind: kind, Wire: journey.WireName{Name: journey.Wire(name)},
		Description: string(f.Description), Schema: string(f.Parameters), Rest: restOf(raw, "name", "description", "parameters"),
	}
}

// calls returns the calls of one message that stands at path.
func (m *chatMessage) calls(path string) []journey.WireCall {
	var calls []journey.WireCall
	for i, raw := range m.ToolCalls {
		var c chatCall
		if json.Unmarshal(raw, &c) == nil {
			calls = append(calls, c.call(path+".tool_calls["+strconv.Itoa(i)+"]"))
		}
	}
	if m.FunctionCall != nil {
		calls = append(calls, m.FunctionCall.call(journey.KindFunction, path+".function_call.name"))
	}
	return calls
}

func (c *chatCall) call(path string) journey.WireCall {
	named, kind := c.Function, journey.KindFunction
	if c.Custom != nil {
		named, kind = c.Custom, journey.KindCustom
	}
	if named == nil {
		named = &chatNamed{}
	}
	call := named.call(kind, path+"."+kind.String()+".name")
	call.ID = string(c.ID)
	return call
}

func (f *chatNamed) call(kind journey.ToolKind, path string) journey.WireCall {
	name, named := textOf(f.Name)
	args := f.Arguments
	if kind == journey.KindCustom {
		args = f.Input
	}
	return journey.WireCall{
		Called: journey.Called{Name: journey.Echo(name)}, Kind: kind, Args: argumentsOf(args), Path: path, Nameless: !named,
	}
}

// ReadResponse returns the calls of a whole answer. Cohere's has one message
// and no choices.
func (chatCodec) ReadResponse(body []byte) ([]journey.WireCall, error) {
	var r struct {
		Choices []struct{ Message chatMessage }
		Message json.RawMessage
		Finish  looseText `json:"finish_reason"`
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, fmt.Errorf("response: %w", err)
	}
	if r.Choices == nil && r.Finish != "" {
		var m chatMessage
		if json.Unmarshal(r.Message, &m) == nil {
			return m.calls("message"), nil
		}
	}
	if r.Choices == nil {
		return nil, fmt.Errorf("response: no choices: %w", errNotChat)
	}
	var calls []journey.WireCall
	for i := range r.Choices {
		calls = append(calls, r.Choices[i].Message.calls("choices["+strconv.Itoa(i)+"].message")...)
	}
	return calls, nil
}
