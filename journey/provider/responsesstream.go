package provider

import (
	"encoding/json"
	"fmt"
	"strings"

	"hopscope/journey"
)

// responsesEvent is one event of a streamed answer.
type responsesEvent struct {
	Type      looseText
	Index     int `json:"output_index"`
	Item      responsesItemBody
	Name      json.RawMessage
	Delta     looseText
	Arguments json.RawMessage
	Input     json.RawMessage
	Response  struct{ Output json.RawMessage }
}

// responsesPieces puts the calls of a stream together.
type responsesPieces struct {
	calls []journey.WireCall
	open  map[int]int // output index to call
	args  map[int]*strings.Builder
	final json.RawMessage
	seen  bool
}

// ReadStream returns the calls of a streamed answer: an item is added with its
// whole name, its arguments follow in pieces, and at the end it stands there
// whole. What the last says, counts.
func (responsesCodec) ReadStream(body []byte) ([]journey.WireCall, error) {
	p := responsesPieces{open: map[int]int{}, args: map[int]*strings.Builder{}}
	for raw := range events(body) {
		var e responsesEvent
		if json.Unmarshal(raw, &e) == nil && strings.HasPrefix(string(e.Type), "response.") {
			p.event(&e)
		}
	}
	if !p.seen {
		return nil, fmt.Errorf("stream: no event of a response: %w", errNotResponses)
	}
	for i, b := range p.args {
		if p.calls[i].Args == "" {
			p.calls[i].Args = b.String()
		}
	}
	if len(p.calls) == 0 {
		return outputCalls(p.final, "response.output"), nil
	}
	return p.calls, nil
}

func (p *responsesPieces) event(e *responsesEvent) {
	p.seen = true
	switch typ := string(e.Type); {
	case typ == "response.created":
		clear(p.open)
	case typ == "response.completed" || typ == "response.incomplete" || typ == "response.failed":
		p.final = e.Response.Output
	case typ == "response.output_item.added":
		delete(p.open, e.Index)
		p.item(e)
	case typ == "response.output_item.done":
		p.item(e)
	case strings.HasSuffix(typ, "_arguments.delta") || strings.HasSuffix(typ, "_input.delta"):
		if i, ok := p.open[e.Index]; ok {
			if p.args[i] == nil {
				p.args[i] = &strings.Builder{}
			}
			p.args[i].WriteString(string(e.Delta))
		}
	case strings.HasSuffix(typ, "_arguments.done"):
		p.done(e, e.Arguments)
	case strings.HasSuffix(typ, "_input.done"):
		p.done(e, e.Input)
	}
}

// item begins a call, or gives the whole of one that began.
func (p *responsesPieces) item(e *responsesEvent) {
	c, ok := e.Item.call("item")
	if !ok {
		return
	}
	i, known := p.open[e.Index]
	if !known {
		p.open[e.Index] = len(p.calls)
		p.calls = append(p.calls, c)
		return
	}
	old := &p.calls[i]
	if c.Nameless {
		c.Called.Name, c.Nameless = old.Called.Name, old.Nameless
	}
	if c.Args == "" {
		c.Args = old.Args
	}
	*old = c
}

// done gives the whole arguments of a call, and its name where the item came
// without one.
func (p *responsesPieces) done(e *responsesEvent, args json.RawMessage) {
	i, ok := p.open[e.Index]
	if !ok {
		return
	}
	c := &p.calls[i]
	if text := argumentsOf(args); text != "" {
		c.Args = text
	}
	if name, named := textOf(e.Name); named && c.Nameless {
		c.Called.Name, c.Nameless, c.Path = journey.Echo(name), false, "name"
	}
}

// Stream words the events of an answer with one call.
func (responsesShape) Stream(c journey.WireCall) []string {
	_, input := itemOf(&c)
	family := map[string]string{"function_call": "function_call_arguments", "custom_tool_call": "custom_tool_call_input", "mcp_call": "mcp_call_arguments"}
	typ, _ := itemOf(&c)
	words := family[typ]
	begun, _ := responsesItem(&c, "")
	ended, _ := responsesItem(&c, c.Args)
	const at = `"output_index":0,`
	out := []string{`{"type":"response.created","response":{"output":[]}}`}
	if words == "" { // the item comes whole
		out = append(out, `{"type":"response.output_item.added",`+at+`"item":`+ended.compact()+`}`)
	} else {
		out = append(out, `{"type":"response.output_item.added",`+at+`"item":`+begun.compact()+`}`)
		for _, piece := range cutPieces(c.Args) {
			out = append(out, `{"type":"response.`+words+`.delta",`+at+`"delta":`+quote(piece)+`}`)
		}
		name := ""
		if typ == "function_call" {
			name = `"name":` + quote(string(c.Called.Name)) + `,`
		}
		out = append(out, `{"type":"response.`+words+`.done",`+at+name+quote(input)+`:`+quote(c.Args)+`}`)
	}
	out = append(out,
		`{"type":"response.output_item.done",`+at+`"item":`+ended.compact()+`}`,
		`{"type":"response.completed","response":{"output":[`+ended.compact()+`]}}`)
	return responsesEvents(out)
}

// responsesEvents gives events their number and their event line.
func responsesEvents(list []string) []string {
	for i, e := range list {
		typ, rest, _ := strings.Cut(strings.TrimPrefix(e, `{"type":"`), `",`)
		list[i] = "event: " + typ + "\ndata: " + escapeUnseen(fmt.Sprintf(`{"type":%q,"sequence_number":%d,%s`, typ, i, rest))
	}
	return list
}
