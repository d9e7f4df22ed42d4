package provider

import (
	"hopscope/journey"
)

const otelSource = "open-telemetry/semantic-conventions-genai docs/gen-ai/gen-ai-spans.md execute tool span @002c8a6e, status Development"

// otelContract: spans carry names and have no rule for them. Whether
// gen_ai.tool.name is the real name or the wire name is not said.
var otelContract = contract{
	info: journey.ProviderInfo{
		ID: "otel-genai", Title: "OpenTelemetry GenAI", Contract: "any text: spans have no rule for names",
		Sources: []journey.Fact{
			{What: "gen_ai.tool.name is a plain text that many spans may share", Source: otelSource, AsOf: "2026-11-29", How: "read"},
			{What: "whether gen_ai.tool.name is the real name or the wire name", Source: otelSource, How: "unknown"},
		},
	},
	rules: []placeRule{
		{NameRule: journey.NameRule{Place: journey.PlaceDeclare, Chars: "any", Twice: true, Source: otelSource}},
		{NameRule: journey.NameRule{Place: journey.PlaceHistoryCall, Chars: "any", Source: otelSource}},
		{NameRule: journey.NameRule{Place: journey.PlaceCallID, Chars: "any", Source: otelSource}},
	},
	path:  otelPath,
	words: func(broken) (string, bool) { return "", false },
}

func otelPath(place journey.Place, index int) string {
	switch place {
	case journey.PlaceHistoryCall:
		return indexed(otelInput+"[", index, "].parts[0].name")
	case journey.PlaceCallID:
		return indexed(otelInput+"[", index, "].parts[0].id")
	}
	return indexed(otelTools+"[", index, "].name")
}

// otel is the attributes of OpenTelemetry's spans for generative AI.
type otel struct {
	*contract
	otelCodec
}

func newOTel() journey.Provider { return otel{contract: &otelContract} }

// Recognise knows no texts: nothing is refused.
func (otel) Recognise(string) (journey.Refusal, bool) { return journey.Refusal{}, false }

// Declare shapes one entry of gen_ai.tool.definitions.
func (otel) Declare(n journey.Naming, index int) journey.Declaration {
	var entry object
	t := &n.Tool
	switch {
	case t.Kind == journey.KindFunction:
		entry.text("type", otelFunction)
	case t.Type != "":
		entry.text("type", t.Type)
	default:
		entry.text("type", t.Kind.String())
	}
	entry.text("name", string(n.Wire.Name))
	entry.optional("description", t.Description)
	entry.raw("parameters", t.Schema)
	entry.rest(t.Rest)
	return journey.Declaration{Path: otelPath(journey.PlaceDeclare, index), JSON: entry.indented()}
}

// Frame returns the attribute around the entries.
func (otel) Frame() (before, after string) {
	return "{\n  " + quote(otelTools) + ": [\n", "\n  ]\n}"
}

func otelMessage(role, part string) string {
	var m object
	m.text("role", role)
	m.raw("parts", arrayOf(part))
	return m.indented()
}

// Call shapes the message of a call in gen_ai.input.messages.
func (otel) Call(c journey.WireCall, message int) journey.Declaration {
	var part object
	part.text("type", otelCall)
	part.optional("id", c.ID)
	if !c.Nameless {
		part.text("name", string(c.Called.Name))
	}
	part.raw("arguments", objectArgs(c.Args))
	return journey.Declaration{Path: otelPath(journey.PlaceHistoryCall, message), JSON: otelMessage("assistant", part.compact())}
}

// Result shapes the message of a result, which has no name.
func (otel) Result(c journey.WireCall, text string, _ int) journey.Declaration {
	var part object
	part.text("type", "tool_call_response")
	part.optional("id", c.ID)
	part.raw("result", jsonOr(text))
	return journey.Declaration{JSON: otelMessage("tool", part.compact())}
}

// Choice: spans do not say it.
func (otel) Choice(journey.Naming) (journey.Declaration, bool) { return journey.Declaration{}, false }

// Stream is empty: a span is written when the answer is whole.
func (otel) Stream(journey.WireCall) []string { return nil }

// Request shapes the attributes of the span of a request.
func (p otel) Request(tools []journey.Naming, past []journey.WireCall, _ int) string {
	var text, span object
	text.text("type", "text")
	text.text("content", promptWord)
	span.text("gen_ai.operation.name", "chat")
	if len(tools) > 0 {
		span.raw(otelTools, arrayOf(entriesOf(p.Declare, tools)...))
	}
	span.raw(otelInput, arrayOf(turnsOf(p, otelMessage("user", text.compact()), past)...))
	return span.indented()
}
