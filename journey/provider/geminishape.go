package provider

import (
	"strconv"
	"strings"

	"hopscope/journey"
)

// Declare shapes one function declaration; a tool of the service is an entry
// of tools[] of its own, behind the one that holds the functions.
func (gemini) Declare(n journey.Naming, index int) journey.Declaration {
	var entry object
	t := &n.Tool
	if t.Kind == journey.KindProvider {
		entry.raw(typeOf(n), restOr(t.Rest))
		return journey.Declaration{Path: "tools[1]." + typeOf(n), JSON: entry.indented()}
	}
	entry.text("name", string(n.Wire.Name))
	entry.optional("description", t.Description)
	entry.raw(geminiSchemaKey(t.Schema), t.Schema)
	entry.rest(t.Rest, notInGemini...)
	return journey.Declaration{Path: "tools[0].functionDeclarations[" + strconv.Itoa(index) + "].name", JSON: entry.indented()}
}

// restOr is the value of a tool of the service: an object, empty where nothing
// is known.
func restOr(rest string) string {
	if isObject(rest) {
		return rest
	}
	return "{}"
}

// geminiSchemaKey is the field of a schema: OpenAPI's form writes its types in
// capitals and stands in another one.
func geminiSchemaKey(schema string) string {
	if kind, _ := textOf(field([]byte(schema), "type")); kind != "" && kind == strings.ToUpper(kind) {
		return "parameters"
	}
	return "parametersJsonSchema"
}

// Frame returns the text around the declarations.
func (gemini) Frame() (before, after string) {
	return "{\n  \"tools\": [\n    {\n      \"functionDeclarations\": [\n", "\n      ]\n    }\n  ]\n}"
}

func geminiContent(role string, part string) string {
	var c object
	c.text("role", role)
	c.raw("parts", arrayOf(part))
	return c.indented()
}

// Call shapes the content of a past call. An id is repeated where there is one.
func (gemini) Call(c journey.WireCall, message int) journey.Declaration {
	return journey.Declaration{
		Path: "contents[" + strconv.Itoa(message) + "].parts[0].functionCall.name",
		JSON: geminiContent("model", geminiCallPart(c)),
	}
}

func geminiCallPart(c journey.WireCall) string {
	var call object
	call.optional("id", c.ID)
	if !c.Nameless {
		call.text("name", string(c.Called.Name))
	}
	call.raw("args", objectArgs(c.Args))
	return one("functionCall", call.compact())
}

// Result shapes the content of a result, which must repeat the name.
func (gemini) Result(c journey.WireCall, text string, message int) journey.Declaration {
	var result object
	result.optional("id", c.ID)
	result.text("name", string(c.Called.Name))
	result.raw("response", one("output", jsonOr(text)))
	return journey.Declaration{
		Path: "contents[" + strconv.Itoa(message) + "].parts[0].functionResponse.name",
		JSON: geminiContent("user", one("functionResponse", result.compact())),
	}
}

// Choice shapes the value of toolConfig that forces a tool.
func (gemini) Choice(n journey.Naming) (journey.Declaration, bool) {
	var config, choice object
	config.text("mode", "ANY")
	config.raw("allowedFunctionNames", arrayOf(quote(string(n.Wire.Name))))
	choice.raw("functionCallingConfig", config.compact())
	return journey.Declaration{Path: "toolConfig.functionCallingConfig.allowedFunctionNames[0]", JSON: choice.indented()}, n.Tool.Kind != journey.KindProvider
}

// Stream words the one event of an answer with one call: a call comes whole.
func (gemini) Stream(c journey.WireCall) []string {
	return []string{escapeUnseen(`data: {"candidates":[{"content":{"role":"model","parts":[` + geminiCallPart(c) + `]},"finishReason":"STOP","index":0}]}`)}
}

// Request shapes a whole body: all functions in one entry of tools[], each tool
// of the service in one of its own.
func (p gemini) Request(tools []journey.Naming, past []journey.WireCall, choice int) string {
	var body object
	body.raw("contents", arrayOf(turnsOf(p, geminiContent("user", one("text", quote(promptWord))), past)...))
	if len(tools) > 0 {
		body.raw("tools", arrayOf(p.entries(tools)...))
	}
	if forced := forcedOf(p, tools, choice); forced != "" {
		body.raw("toolConfig", forced)
	}
	return body.indented()
}

// entries shapes tools[]: all functions in the first entry.
func (p gemini) entries(offered []journey.Naming) []string {
	var functions, others []string
	for i := range offered {
		d := p.Declare(offered[i], len(functions))
		if offered[i].Tool.Kind == journey.KindProvider {
			others = append(others, d.JSON)
		} else {
			functions = append(functions, d.JSON)
		}
	}
	if len(functions) == 0 {
		return others
	}
	return append([]string{one("functionDeclarations", arrayOf(functions...))}, others...)
}
