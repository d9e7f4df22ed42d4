package provider

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"hopscope/journey"
)

// ollamaCodec reads bodies of Ollama's native API, and those of /v1.
type ollamaCodec struct{ eitherCodec }

// ollamaAnswer is an answer, or one line of a streamed one.
type ollamaAnswer struct{ Message *chatMessage }

// ReadResponse returns the calls of a whole answer.
func (c ollamaCodec) ReadResponse(body []byte) ([]journey.WireCall, error) {
	var r ollamaAnswer
	if json.Unmarshal(body, &r) != nil || r.Message == nil {
		return c.eitherCodec.ReadResponse(body)
	}
	return r.Message.calls("message"), nil
}

// ReadStream returns the calls of a streamed answer: one object a line, and a
// call comes whole.
func (c ollamaCodec) ReadStream(body []byte) ([]journey.WireCall, error) {
	calls, ok := nativeStream(body)
	if ok {
		return calls, nil
	}
	calls, err := c.eitherCodec.ReadStream(body)
	if err != nil {
		return nil, fmt.Errorf("stream: no line with a message: %w", err)
	}
	return calls, nil
}

// ReadStreamAs is ReadStream as an SDK does it. A native call comes whole, so
// that all read it alike.
func (c ollamaCodec) ReadStreamAs(body []byte, how journey.Assembly) ([]journey.WireCall, error) {
	if calls, ok := nativeStream(body); ok {
		return calls, nil
	}
	return c.eitherCodec.ReadStreamAs(body, how)
}

// nativeStream reads the lines of a native answer. ok is false where no line
// has a message.
func nativeStream(body []byte) (calls []journey.WireCall, ok bool) {
	for event := range events(body) {
		var r ollamaAnswer
		if json.Unmarshal(event, &r) == nil && r.Message != nil {
			ok = true
			calls = append(calls, r.Message.calls("message")...)
		}
	}
	return calls, ok
}

// ollamaShape shapes what the native API takes and sends.
type ollamaShape struct{}

// Declare shapes one entry of tools[].
func (ollamaShape) Declare(n journey.Naming, index int) journey.Declaration {
	return chatShape{}.Declare(n, index)
}

// Frame returns the text around the entries.
func (ollamaShape) Frame() (before, after string) { return toolsFrame() }

// Call shapes the message that holds a past call. Arguments are an object.
func (ollamaShape) Call(c journey.WireCall, message int) journey.Declaration {
	var m object
	m.text("role", "assistant")
	m.text("content", "")
	m.raw("tool_calls", "["+ollamaCall(&c)+"]")
	return journey.Declaration{Path: "messages[" + strconv.Itoa(message) + "].tool_calls[0].function.name", JSON: m.indented()}
}

func ollamaCall(c *journey.WireCall) string {
	var o, inner object
	inner.raw("index", "0")
	inner.text("name", string(c.Called.Name))
	if args := strings.TrimSpace(c.Args); strings.HasPrefix(args, "{") && json.Valid([]byte(args)) {
		inner.raw("arguments", args)
	} else {
		inner.raw("arguments", "{}")
	}
	o.optional("id", c.ID)
	o.raw("function", inner.compact())
	return o.compact()
}

// Result shapes the message that answers a call; it repeats the name.
func (ollamaShape) Result(c journey.WireCall, text string, message int) journey.Declaration {
	var m object
	m.text("role", "tool")
	m.text("tool_name", string(c.Called.Name))
	m.optional("tool_call_id", c.ID)
	m.text("content", text)
	return journey.Declaration{Path: "messages[" + strconv.Itoa(message) + "].tool_name", JSON: m.indented()}
}

// Choice is not there: Ollama has no tool_choice.
func (ollamaShape) Choice(journey.Naming) (journey.Declaration, bool) {
	return journey.Declaration{}, false
}

// Stream words the lines of an answer with one call, which comes whole.
func (ollamaShape) Stream(c journey.WireCall) []string {
	line := func(message, end string) string {
		return escapeUnseen(`{"model":` + quote(modelWord) + `,"created_at":"1970-01-01T00:00:00Z","message":` + message + `,` + end + `}`)
	}
	return []string{
		line(`{"role":"assistant","content":"","tool_calls":[`+ollamaCall(&c)+`]}`, `"done":false`),
		line(`{"role":"assistant","content":""}`, `"done_reason":"stop","done":true`),
	}
}

// Request is a whole request body.
func (s ollamaShape) Request(tools []journey.Naming, past []journey.WireCall, _ int) string {
	return requestOf(s, "messages", userMessage(), entriesOf(s.Declare, tools), past, "")
}
