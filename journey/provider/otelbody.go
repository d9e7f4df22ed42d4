package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"hopscope/journey"
)

// The attributes that bear names, and the types of what stands in them.
const (
	otelTools    = "gen_ai.tool.definitions"
	otelInput    = "gen_ai.input.messages"
	otelOutput   = "gen_ai.output.messages"
	otelToolName = "gen_ai.tool.name"
	otelCallID   = "gen_ai.tool.call.id"
	otelCall     = "tool_call"
	otelFunction = "function"
)

// otelCodec reads spans in OTLP's JSON form, or the attributes of one span as
// one object. Messages are values there or JSON as text: both are taken.
type otelCodec struct{}

var errNotSpans = errors.New("no GenAI spans")

// otelSpan is the attributes of one span; path stands in front of theirs.
type otelSpan struct {
	path string
	// status is the text of the span's status; failed is its code.
	status     string
	failed     bool
	attributes map[string]json.RawMessage
}

// read returns an attribute as the JSON value that it holds.
func (s *otelSpan) read(key string) json.RawMessage {
	raw := s.attributes[key]
	if text, ok := textOf(raw); ok && json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	return raw
}

func (s *otelSpan) text(key string) string {
	text, _ := textOf(s.attributes[key])
	return text
}

// otelSpans lists the spans of a body that have attributes of GenAI.
func otelSpans(body []byte) ([]otelSpan, error) {
	var r struct {
		Resources []struct {
			Scopes []struct {
				Spans []struct {
					Attributes []otelAttribute
					Status     struct {
						Message looseText
						Code    json.RawMessage
					}
				}
			} `json:"scopeSpans"`
		} `json:"resourceSpans"`
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, err
	}
	var spans []otelSpan
	n := 0
	for _, resource := range r.Resources {
		for _, scope := range resource.Scopes {
			for _, span := range scope.Spans {
				s := otelSpan{status: string(span.Status.Message), failed: errorCode(span.Status.Code), path: "spans[" + strconv.Itoa(n) + "].", attributes: map[string]json.RawMessage{}}
				for _, a := range span.Attributes {
					s.attributes[a.Key] = a.Value.plain()
				}
				n++
				s.older()
				if s.known() {
					spans = append(spans, s)
				}
			}
		}
	}
	if r.Resources == nil {
		s := otelSpan{attributes: map[string]json.RawMessage{}}
		for _, m := range members(body) {
			s.attributes[m.key] = m.value
		}
		s.older()
		if s.known() {
			spans = append(spans, s)
		}
	}
	if len(spans) == 0 {
		return nil, errNotSpans
	}
	return spans, nil
}

// errorCode tells the status of a failed span: a number, or the enum's name
// as some exporters write it.
func errorCode(code json.RawMessage) bool {
	name, _ := textOf(code)
	return string(code) == "2" || name == "STATUS_CODE_ERROR"
}

// ranTool tells the span of a tool, which some instrumentations write without
// the name of an operation.
func (s *otelSpan) ranTool() bool {
	operation := s.text("gen_ai.operation.name")
	return operation == "execute_tool" || operation == "" && s.text(otelToolName) != "" && s.text(otelCallID) != ""
}

func (s *otelSpan) known() bool {
	for _, key := range [...]string{"gen_ai.operation.name", otelTools, otelInput, otelOutput, otelToolName} {
		if s.attributes[key] != nil {
			return true
		}
	}
	return false
}

type otelAttribute struct {
	Key   string
	Value otelValue
}

// otelValue is OTLP's wrapping of a value by its type.
type otelValue struct {
	String *string         `json:"stringValue"`
	Bool   json.RawMessage `json:"boolValue"`
	Int    json.RawMessage `json:"intValue"`
	Double json.RawMessage `json:"doubleValue"`
	Array  *struct {
		Values []otelValue
	} `json:"arrayValue"`
	Map *struct {
		Values []otelAttribute
	} `json:"kvlistValue"`
}

// plain is the value without its wrapping.
func (v *otelValue) plain() json.RawMessage {
	switch {
	case v.String != nil:
		return json.RawMessage(quote(*v.String))
	case v.Bool != nil:
		return v.Bool
	case v.Int != nil:
		return bytes.Trim(v.Int, `"`)
	case v.Double != nil:
		return v.Double
	case v.Array != nil:
		var b bytes.Buffer
		b.WriteByte('[')
		for i := range v.Array.Values {
			if i > 0 {
				b.WriteByte(',')
			}
			b.Write(v.Array.Values[i].plain())
		}
		b.WriteByte(']')
		return b.Bytes()
	case v.Map != nil:
		var b bytes.Buffer
		b.WriteByte('{')
		for i := range v.Map.Values {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(quote(v.Map.Values[i].Key))
			b.WriteByte(':')
			b.Write(v.Map.Values[i].Value.plain())
		}
		b.WriteByte('}')
		return b.Bytes()
	}
	return json.RawMessage("null")
}

// ReadRequest returns the tools of the newest span that lists them and the
// calls of all histories. Each request repeats what was said before it: a call
// with an id counts once under each of its names.
func (otelCodec) ReadRequest(body []byte) (journey.Catalog, []journey.WireCall, error) {
	spans, err := otelSpans(body)
	if err != nil {
		return journey.Catalog{}, nil, fmt.Errorf("request: %w", err)
	}
	catalog := journey.Catalog{Form: journey.FormWire, Complete: true}
	var calls []journey.WireCall
	type key struct {
		id   string
		name journey.Echo
	}
	seen := map[key]bool{}
	for i := range spans {
		s := &spans[i]
		if entries := list(s.read(otelTools)); len(entries) > 0 {
			catalog.Tools = otelDeclared(entries)
		}
		for _, c := range otelCalls(s.read(otelInput), s.path+otelInput) {
			k := key{c.ID, c.Called.Name}
			if c.ID != "" && seen[k] {
				continue
			}
			seen[k] = true
			calls = append(calls, c)
		}
	}
	return catalog, calls, nil
}

func otelDeclared(entries []json.RawMessage) []journey.Tool {
	var tools []journey.Tool
	for _, raw := range entries {
		var t struct {
			Type        looseText
			Name        json.RawMessage
			Description looseText
			Parameters  json.RawMessage
		}
		if json.Unmarshal(raw, &t) != nil {
			continue
		}
		name, _ := textOf(t.Name)
		tool := journey.Tool{
			Form: journey.FormWire, Wire: journey.WireName{Name: journey.Wire(name)}, Description: string(t.Description),
			Schema: string(t.Parameters), Rest: restOf(raw, "type", "name", "description", "parameters", otelPart),
		}
		if t.Type != otelFunction && t.Type != "" {
			tool.Kind, tool.Type = journey.KindProvider, string(t.Type)
		}
		tools = append(tools, tool)
	}
	return tools
}

// otelCalls returns the calls among messages that stand at path.
func otelCalls(messages json.RawMessage, path string) []journey.WireCall {
	var calls []journey.WireCall
	for i, raw := range list(messages) {
		var m struct{ Parts json.RawMessage }
		if json.Unmarshal(raw, &m) != nil {
			continue
		}
		for k, part := range list(m.Parts) {
			var p struct {
				Type, ID        looseText
				Name, Arguments json.RawMessage
				At              looseText `json:"hopscope.attribute"`
			}
			if json.Unmarshal(part, &p) != nil || p.Type != otelCall {
				continue
			}
			at := path + "[" + strconv.Itoa(i) + "].parts[" + strconv.Itoa(k) + "].name"
			if p.At != "" {
				at = strings.TrimSuffix(strings.TrimSuffix(path, otelInput), otelOutput) + string(p.At)
			}
			name, named := textOf(p.Name)
			calls = append(calls, journey.WireCall{
				Called: journey.Called{Name: journey.Echo(name)}, ID: string(p.ID), Args: argumentsOf(p.Arguments), Nameless: !named,
				Path: at,
			})
		}
	}
	return calls
}

// ReadResponse returns the calls of the answers.
func (otelCodec) ReadResponse(body []byte) ([]journey.WireCall, error) {
	spans, err := otelSpans(body)
	if err != nil {
		return nil, fmt.Errorf("response: %w", err)
	}
	var calls []journey.WireCall
	for i := range spans {
		calls = append(calls, otelCalls(spans[i].read(otelOutput), spans[i].path+otelOutput)...)
	}
	return calls, nil
}

// ReadStream is ReadResponse over exports that stand one a line.
func (c otelCodec) ReadStream(body []byte) ([]journey.WireCall, error) {
	return wholeAnswers(body, c.ReadResponse, errNotSpans)
}

// ReadExecuted returns the tools that ran, by their own spans.
func (otelCodec) ReadExecuted(body []byte) ([]journey.WireCall, error) {
	spans, err := otelSpans(body)
	if err != nil {
		return nil, fmt.Errorf("spans: %w", err)
	}
	var calls []journey.WireCall
	for i := range spans {
		s := &spans[i]
		if !s.ranTool() {
			continue
		}
		name, named := textOf(s.attributes[otelToolName])
		calls = append(calls, journey.WireCall{
			Called: journey.Called{Name: journey.Echo(name)}, ID: s.text(otelCallID), Nameless: !named,
			Args: argumentsOf(s.attributes["gen_ai.tool.call.arguments"]), Path: s.path + otelToolName,
		})
	}
	return calls, nil
}
