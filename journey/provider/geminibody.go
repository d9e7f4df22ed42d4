package provider

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"hopscope/journey"
)

// geminiCodec reads bodies of generateContent, of the Gemini API and of
// Vertex AI. Keys may be written in either case: both are taken.
type geminiCodec struct{}

var errNotGemini = errors.New("no generateContent body")

type geminiTool struct {
	Name        json.RawMessage
	Description looseText
	// Schema of the arguments, as JSON schema or in OpenAPI's form.
	JSONSchema json.RawMessage `json:"parametersJsonSchema"`
	JSONSnake  json.RawMessage `json:"parameters_json_schema"`
	Parameters json.RawMessage
}

// geminiDeclarations are the two spellings of the key that holds functions.
var geminiDeclarations = [...]string{"functionDeclarations", "function_declarations"}

type geminiCall struct {
	ID       looseText
	Name     json.RawMessage
	Args     json.RawMessage
	Partial  []json.RawMessage `json:"partialArgs"`
	Continue json.RawMessage   `json:"willContinue"`
}

type geminiPart struct {
	Call  *geminiCall `json:"functionCall"`
	Snake *geminiCall `json:"function_call"`
}

// call returns the call of a part, nil for other parts.
func (p *geminiPart) call() *geminiCall {
	if p.Call != nil {
		return p.Call
	}
	return p.Snake
}

func (p *geminiPart) path(at string) string {
	if p.Call == nil {
		return at + ".function_call.name"
	}
	return at + ".functionCall.name"
}

// ReadRequest returns the declared tools and the calls of the history. A tool
// that the service runs itself is an entry with one other key.
func (geminiCodec) ReadRequest(body []byte) (journey.Catalog, []journey.WireCall, error) {
	var r struct{ Contents, Tools json.RawMessage }
	if err := json.Unmarshal(body, &r); err != nil {
		return journey.Catalog{}, nil, fmt.Errorf("request: %w", err)
	}
	catalog := journey.Catalog{Form: journey.FormWire, Complete: true}
	for _, raw := range list(r.Tools) {
		if err := geminiEntry(raw, &catalog); err != nil {
			return journey.Catalog{}, nil, err
		}
	}
	if r.Contents == nil && len(catalog.Tools) == 0 {
		return journey.Catalog{}, nil, fmt.Errorf("request: neither contents nor function declarations: %w", errNotGemini)
	}
	var calls []journey.WireCall
	for i, raw := range list(r.Contents) {
		at := "contents[" + strconv.Itoa(i) + "].parts["
		for k, part := range geminiParts(raw) {
			if c := part.call(); c != nil {
				calls = append(calls, c.call(part.path(at+strconv.Itoa(k)+"]")))
			}
		}
	}
	return catalog, calls, nil
}

// geminiEntry adds the tools of one entry of tools[].
func geminiEntry(raw json.RawMessage, c *journey.Catalog) error {
	fields := members(raw)
	for _, m := range fields {
		switch m.key {
		case geminiDeclarations[0], geminiDeclarations[1]:
			for _, entry := range list(m.value) {
				var t geminiTool
				if err := json.Unmarshal(entry, &t); err != nil {
					return fmt.Errorf("request: function declaration: %w", err)
				}
				c.Tools = append(c.Tools, t.tool(entry))
			}
		case "type", "name", "function", "input_schema", "custom":
			return fmt.Errorf("request: entry of tools with %s: %w", m.key, errNotGemini)
		default:
			c.Tools = append(c.Tools, journey.Tool{
				Form: journey.FormWire, Kind: journey.KindProvider, Type: m.key, Wire: journey.WireName{Name: journey.Wire(m.key)}, Rest: string(m.value),
			})
		}
	}
	return nil
}

func (t *geminiTool) tool(raw json.RawMessage) journey.Tool {
	name, _ := textOf(t.Name)
	schema := t.JSONSchema
	for _, other := range [...]json.RawMessage{t.JSONSnake, t.Parameters} {
		if schema == nil {
			schema = other
		}
	}
	return journey.Tool{
		Form: journey.FormWire, Wire: journey.WireName{Name: journey.Wire(name)}, Description: string(t.Description), Schema: string(schema),
		Rest: restOf(raw, "name", "description", "parametersJsonSchema", "parameters_json_schema", "parameters"),
	}
}

// geminiParts decodes the parts of a content; a part that is no object keeps
// its place.
func geminiParts(content json.RawMessage) []geminiPart {
	var c struct{ Parts json.RawMessage }
	if json.Unmarshal(content, &c) != nil {
		return nil
	}
	raws := list(c.Parts)
	parts := make([]geminiPart, len(raws))
	for i, raw := range raws {
		if json.Unmarshal(raw, &parts[i]) != nil {
			parts[i] = geminiPart{}
		}
	}
	return parts
}

func (c *geminiCall) call(path string) journey.WireCall {
	name, named := textOf(c.Name)
	return journey.WireCall{
		Called: journey.Called{Name: journey.Echo(name)}, ID: string(c.ID), Args: argumentsOf(c.Args), Path: path, Nameless: !named,
	}
}

type geminiCandidate struct{ Content json.RawMessage }

type geminiAnswer struct{ Candidates []geminiCandidate }

// ReadResponse returns the calls of a whole answer.
func (geminiCodec) ReadResponse(body []byte) ([]journey.WireCall, error) {
	var r geminiAnswer
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, fmt.Errorf("response: %w", err)
	}
	if r.Candidates == nil {
		return nil, fmt.Errorf("response: no candidates: %w", errNotGemini)
	}
	var calls []journey.WireCall
	for i := range r.Candidates {
		at := "candidates[" + strconv.Itoa(i) + "].content.parts["
		for k, part := range geminiParts(r.Candidates[i].Content) {
			if c := part.call(); c != nil {
				calls = append(calls, c.call(part.path(at+strconv.Itoa(k)+"]")))
			}
		}
	}
	return calls, nil
}
