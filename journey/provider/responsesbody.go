package provider

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"hopscope/journey"
)

// responsesCodec reads bodies of the Responses API.
type responsesCodec struct{}

var errNotResponses = errors.New("no Responses body")

// responsesTool is an entry of tools[].
type responsesTool struct {
	Type        looseText
	Name        json.RawMessage
	Description looseText
	Parameters  json.RawMessage
	Defer       json.RawMessage `json:"defer_loading"`
	Tools       json.RawMessage
	Server      looseText       `json:"server_label"`
	Allowed     json.RawMessage `json:"allowed_tools"`
	Function    json.RawMessage
	InputSchema json.RawMessage `json:"input_schema"`
}

// responsesItemBody is an item of input[] or output[].
type responsesItemBody struct {
	Type      looseText
	ID        looseText
	CallID    looseText `json:"call_id"`
	Name      json.RawMessage
	Namespace looseText
	Server    looseText `json:"server_label"`
	Arguments json.RawMessage
	Input     json.RawMessage
	Action    json.RawMessage
	Operation json.RawMessage
	Execution looseText
	Tools     json.RawMessage
	// Environment says where a shell runs.
	Environment struct{ Type looseText }
}

// ReadRequest returns the declared tools and the calls of the history. Tools
// that an item of the input declares or loads are among the declared ones.
func (responsesCodec) ReadRequest(body []byte) (journey.Catalog, []journey.WireCall, error) {
	var r struct {
		Input json.RawMessage
		Tools json.RawMessage
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return journey.Catalog{}, nil, fmt.Errorf("request: %w", err)
	}
	if r.Input == nil && r.Tools == nil {
		return journey.Catalog{}, nil, fmt.Errorf("request: neither input nor tools: %w", errNotResponses)
	}
	b := responsesReader{catalog: journey.Catalog{Form: journey.FormWire, Complete: true}}
	if err := b.declare(r.Tools); err != nil {
		return journey.Catalog{}, nil, err
	}
	var calls []journey.WireCall
	for i, raw := range list(r.Input) {
		var item responsesItemBody
		if json.Unmarshal(raw, &item) != nil {
			continue
		}
		if c, ok := item.call("input[" + strconv.Itoa(i) + "]"); ok {
			calls = append(calls, c)
		}
		if err := b.item(&item); err != nil {
			return journey.Catalog{}, nil, err
		}
	}
	return b.catalog, calls, nil
}

// responsesReader collects the declarations of a request.
type responsesReader struct{ catalog journey.Catalog }

// item adds what an item of the input declares.
func (b *responsesReader) item(item *responsesItemBody) error {
	switch item.Type {
	case "additional_tools", "tool_search_output":
		return b.declare(item.Tools)
	case "mcp_list_tools":
		for _, raw := range list(item.Tools) {
			var t struct {
				Name        looseText
				Description looseText
				Schema      json.RawMessage `json:"input_schema"`
			}
			if json.Unmarshal(raw, &t) == nil {
				b.hostedTool(journey.Server(item.Server), string(t.Name), "")
				last := &b.catalog.Tools[len(b.catalog.Tools)-1]
				last.Description, last.Schema = string(t.Description), string(t.Schema)
			}
		}
		b.server(journey.Server(item.Server), false)
	}
	return nil
}

func (b *responsesReader) declare(tools json.RawMessage) error {
	for _, raw := range list(tools) {
		var t responsesTool
		if err := json.Unmarshal(raw, &t); err != nil {
			return fmt.Errorf("request: entry of tools: %w", err)
		}
		if t.Function != nil || t.InputSchema != nil || t.Type == "" {
			return fmt.Errorf("request: entry of tools with function, with input_schema or without a type: %w", errNotResponses)
		}
		b.entry(&t, raw)
	}
	return nil
}

func (b *responsesReader) entry(t *responsesTool, raw json.RawMessage) {
	switch t.Type {
	case "namespace":
		name, _ := textOf(t.Name)
		for _, inner := range list(t.Tools) {
			var member responsesTool
			if json.Unmarshal(inner, &member) == nil {
				tool := member.tool(inner)
				tool.Wire.Namespace, tool.SpaceText = journey.Namespace(name), string(t.Description)
				b.add(tool)
			}
		}
	case "mcp":
		names := allowedNames(t.Allowed)
		for _, name := range names {
			b.hostedTool(journey.Server(t.Server), name, restOf(raw, "type", "server_label", "allowed_tools"))
		}
		b.server(journey.Server(t.Server), len(names) == 0)
	default:
		b.add(t.tool(raw))
	}
}

// allowedNames are the tools of a hosted server that a request names: a list,
// or an object with one.
func allowedNames(raw json.RawMessage) []string {
	items := list(raw)
	if items == nil {
		items = list(field(raw, "tool_names"))
	}
	var names []string
	for _, item := range items {
		if name, ok := textOf(item); ok {
			names = append(names, name)
		}
	}
	return names
}

// hostedTool adds a tool of a server that the provider calls itself.
func (b *responsesReader) hostedTool(server journey.Server, name, rest string) {
	b.catalog.Tools = append(b.catalog.Tools, journey.Tool{
		Form: journey.FormWire, Kind: journey.KindProvider, Type: "mcp", Server: server, Rest: rest,
		Wire: journey.WireName{Namespace: journey.Namespace(server), Name: journey.Wire(name)},
	})
}

// server notes a hosted server; what is known of its tools stays known.
func (b *responsesReader) server(key journey.Server, unknown bool) {
	for i := range b.catalog.Servers {
		if s := &b.catalog.Servers[i]; s.Key == key {
			s.NamesUnknown = s.NamesUnknown && unknown
			return
		}
	}
	b.catalog.Servers = append(b.catalog.Servers, journey.ServerEntry{Key: key, NamesUnknown: unknown})
}

// add adds a tool. One that was deferred and is loaded later is the same tool.
func (b *responsesReader) add(t journey.Tool) {
	for i := range b.catalog.Tools {
		if old := &b.catalog.Tools[i]; old.Deferred && old.Wire == t.Wire && old.Kind == t.Kind {
			*old = t
			return
		}
	}
	b.catalog.Tools = append(b.catalog.Tools, t)
}

// tool is the tool of one entry. An entry without a name is known by its type,
// which stands as the wire name.
func (t *responsesTool) tool(raw json.RawMessage) journey.Tool {
	tool := journey.Tool{Form: journey.FormWire, Description: string(t.Description), Schema: string(t.Parameters)}
	name, named := textOf(t.Name)
	tool.Wire.Name = journey.Wire(name)
	switch t.Type {
	case "function":
	case "custom":
		tool.Kind, tool.Schema = journey.KindCustom, ""
	default:
		tool.Kind, tool.Type = kindOfType(string(t.Type)), string(t.Type)
		tool.Description, tool.Schema = "", ""
		if !named {
			tool.Wire.Name = journey.Wire(t.Type)
		}
		tool.Rest = restOf(raw, "type")
		return tool
	}
	known := []string{"type", "name", "description", "parameters"}
	if tool.Deferred = string(t.Defer) == "true"; tool.Deferred {
		known = append(known, "defer_loading")
	}
	if tool.Kind == journey.KindCustom {
		known[3] = ""
	}
	tool.Rest = restOf(raw, known...)
	return tool
}

// call returns the call of an item that stands at path; ok is false for other
// items.
func (r *responsesItemBody) call(path string) (journey.WireCall, bool) {
	name, named := textOf(r.Name)
	c := journey.WireCall{
		Called: journey.Called{Namespace: journey.Namespace(r.Namespace), Name: journey.Echo(name)},
		ID:     string(r.CallID), Args: argumentsOf(r.Arguments), Path: path + ".name", Nameless: !named,
	}
	if c.ID == "" {
		c.ID = string(r.ID)
	}
	switch typ := string(r.Type); typ {
	case "function_call":
	case "custom_tool_call":
		c.Kind, c.Args = journey.KindCustom, argumentsOf(r.Input)
	case "mcp_call":
		c.Remote = true
		c.Called.Namespace = journey.Namespace(r.Server)
	default:
		tool, ok := strings.CutSuffix(typ, "_call")
		if !ok || tool == "" {
			return journey.WireCall{}, false
		}
		// The type is the tool: there is no name field.
		c.Kind, c.Nameless, c.Path = kindOfType(tool), false, path+".type"
		c.Called = journey.Called{Name: journey.Echo(tool)}
		c.Remote = c.Kind == journey.KindProvider && (tool != "tool_search" || r.Execution != "client") && tool != "computer"
		if strings.HasPrefix(string(r.Environment.Type), "container") {
			c.Remote = true // a shell of the provider's
		}
		for _, args := range []json.RawMessage{r.Action, r.Operation} {
			if c.Args == "" {
				c.Args = argumentsOf(args)
			}
		}
	}
	return c, true
}

// ReadResponse returns the calls of a whole answer.
func (responsesCodec) ReadResponse(body []byte) ([]journey.WireCall, error) {
	var r struct{ Output json.RawMessage }
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, fmt.Errorf("response: %w", err)
	}
	if r.Output == nil {
		return nil, fmt.Errorf("response: no output: %w", errNotResponses)
	}
	return outputCalls(r.Output, "output"), nil
}

// outputCalls returns the calls among the items that stand at path.
func outputCalls(items json.RawMessage, path string) []journey.WireCall {
	var calls []journey.WireCall
	for i, raw := range list(items) {
		var item responsesItemBody
		if json.Unmarshal(raw, &item) != nil {
			continue
		}
		if c, ok := item.call(path + "[" + strconv.Itoa(i) + "]"); ok {
			calls = append(calls, c)
		}
	}
	return calls
}
