package provider

import (
	"strconv"
	"strings"

	"hopscope/journey"
)

// What a request needs and no catalog says.
const (
	modelWord  = "MODEL"
	promptWord = "..."
)

// pieceRunes is how many characters of arguments one event of a shown stream
// carries.
const pieceRunes = 12

// chatShape shapes what the Chat Completions API takes and sends.
type chatShape struct {
	// whole: a streamed call comes in one chunk.
	whole bool
}

// Declare shapes one entry of tools[]: an inner object named by the kind. A
// provider-defined tool has a type and no name.
func (chatShape) Declare(n journey.Naming, index int) journey.Declaration {
	at := "tools[" + strconv.Itoa(index) + "]."
	var entry, inner object
	t := &n.Tool
	switch t.Kind {
	case journey.KindFunction, journey.KindCustom:
		kind := t.Kind.String()
		inner.text("name", string(n.Wire.Name))
		inner.optional("description", t.Description)
		if t.Kind == journey.KindFunction {
			inner.raw("parameters", t.Schema)
			inner.restOnly(t.Rest, "strict")
		} else {
			inner.restOnly(t.Rest, "format")
		}
		entry.text("type", kind)
		entry.raw(kind, inner.compact())
		return journey.Declaration{Path: at + kind + ".name", JSON: entry.indented()}
	default:
		entry.text("type", typeOf(n))
		entry.rest(t.Rest)
		return journey.Declaration{Path: at + "type", JSON: entry.indented()}
	}
}

// Frame returns the text around the entries.
func (chatShape) Frame() (before, after string) { return toolsFrame() }

// chatCallEntry is one entry of tool_calls, with the path of its name below it.
func chatCallEntry(c *journey.WireCall, args string) (entry, path string) {
	var o, inner object
	kind, input := journey.KindFunction.String(), "arguments"
	if c.Kind == journey.KindCustom {
		kind, input = c.Kind.String(), "input"
	}
	if !c.Nameless {
		inner.text("name", string(c.Called.Name))
	}
	inner.text(input, args)
	o.optional("id", c.ID)
	o.text("type", kind)
	o.raw(kind, inner.compact())
	return o.compact(), kind + ".name"
}

// legacyCall reports whether a call stood in function_call, the form of 2023.
func legacyCall(c *journey.WireCall) bool { return strings.HasSuffix(c.Path, "function_call.name") }

// Call shapes the message that holds a past call.
func (chatShape) Call(c journey.WireCall, message int) journey.Declaration {
	at := "messages[" + strconv.Itoa(message) + "]."
	var m object
	m.text("role", "assistant")
	m.raw("content", "null")
	if legacyCall(&c) {
		var inner object
		inner.text("name", string(c.Called.Name))
		inner.text("arguments", c.Args)
		m.raw("function_call", inner.compact())
		return journey.Declaration{Path: at + "function_call.name", JSON: m.indented()}
	}
	entry, path := chatCallEntry(&c, c.Args)
	m.raw("tool_calls", "["+entry+"]")
	return journey.Declaration{Path: at + "tool_calls[0]." + path, JSON: m.indented()}
}

// Result shapes the message that answers a call. Only the form of 2023 repeats
// the name.
func (chatShape) Result(c journey.WireCall, text string, message int) journey.Declaration {
	var m object
	var path string
	if legacyCall(&c) {
		m.text("role", "function")
		m.text("name", string(c.Called.Name))
		path = "messages[" + strconv.Itoa(message) + "].name"
	} else {
		m.text("role", "tool")
		m.text("tool_call_id", c.ID)
	}
	m.text("content", text)
	return journey.Declaration{Path: path, JSON: m.indented()}
}

// Choice shapes a forced choice; a tool without a name of its own has none.
func (chatShape) Choice(n journey.Naming) (journey.Declaration, bool) {
	kind := n.Tool.Kind
	if kind != journey.KindFunction && kind != journey.KindCustom {
		return journey.Declaration{}, false
	}
	var o, inner object
	inner.text("name", string(n.Wire.Name))
	o.text("type", kind.String())
	o.raw(kind.String(), inner.compact())
	return journey.Declaration{Path: "tool_choice." + kind.String() + ".name", JSON: o.indented()}, true
}

// Stream words the events of an answer with one call: the first piece has id,
// type and name, what follows are its arguments.
func (s chatShape) Stream(c journey.WireCall) []string {
	out := []string{chatEvent(`{"role":"assistant","content":null}`, "null")}
	piece := func(p *journey.WireCall, args string) {
		entry, _ := chatCallEntry(p, args)
		out = append(out, chatEvent(`{"tool_calls":[{"index":0,`+strings.TrimPrefix(entry, "{")+`]}`, "null"))
	}
	if s.whole {
		piece(&c, c.Args)
	} else {
		piece(&c, "")
		kind, input := journey.KindFunction.String(), "arguments"
		if c.Kind == journey.KindCustom {
			kind, input = c.Kind.String(), "input"
		}
		for _, args := range cutPieces(c.Args) {
			out = append(out, chatEvent(`{"tool_calls":[{"index":0,"`+kind+`":{"`+input+`":`+quote(args)+`}}]}`, "null"))
		}
	}
	return append(out, chatEvent("{}", `"tool_calls"`), "data: [DONE]")
}

func chatEvent(delta, finish string) string {
	var o object
	o.text("id", "chatcmpl-1")
	o.text("object", "chat.completion.chunk")
	o.raw("created", "0")
	o.text("model", modelWord)
	o.raw("choices", `[{"index":0,"delta":`+delta+`,"finish_reason":`+finish+`}]`)
	return "data: " + escapeUnseen(o.compact())
}

// cutPieces cuts arguments as a stream does.
func cutPieces(args string) []string {
	var list []string
	n, from := 0, 0
	for i := range args {
		if n == pieceRunes {
			list = append(list, args[from:i])
			from, n = i, 0
		}
		n++
	}
	if from < len(args) {
		list = append(list, args[from:])
	}
	return list
}

// requestOf puts a request body together: the messages stand under key, the
// first of them is the user's.
func requestOf(e journey.Envelope, key, user string, entries []string, past []journey.WireCall, forced string) string {
	var o object
	o.text("model", modelWord)
	o.raw(key, arrayOf(turnsOf(e, user, past)...))
	if len(entries) > 0 {
		o.raw("tools", "["+strings.Join(entries, ",")+"]")
	}
	if forced != "" {
		o.raw("tool_choice", forced)
	}
	return o.indented()
}

// entriesOf declares all offered tools, one entry each.
func entriesOf(declare func(journey.Naming, int) journey.Declaration, tools []journey.Naming) []string {
	entries := make([]string, len(tools))
	for i := range tools {
		entries[i] = declare(tools[i], i).JSON
	}
	return entries
}

// forcedOf is the forced choice of one of the tools; empty for none.
func forcedOf(e journey.Envelope, tools []journey.Naming, choice int) string {
	if choice < 0 || choice >= len(tools) {
		return ""
	}
	d, ok := e.Choice(tools[choice])
	if !ok {
		return ""
	}
	return d.JSON
}

// userMessage is a message of the user in the Chat and the Responses API.
func userMessage() string {
	var m object
	m.text("role", "user")
	m.text("content", promptWord)
	return m.compact()
}

// Request is a whole request body.
func (s chatShape) Request(tools []journey.Naming, past []journey.WireCall, choice int) string {
	return requestOf(s, "messages", userMessage(), entriesOf(s.Declare, tools), past, forcedOf(s, tools, choice))
}
