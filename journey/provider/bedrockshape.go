package provider

import (
	"strconv"

	"hopscope/journey"
)

// Declare shapes one entry of toolConfig.tools.
func (bedrock) Declare(n journey.Naming, index int) journey.Declaration {
	var entry, spec object
	at := "toolConfig.tools[" + strconv.Itoa(index) + "]."
	spec.text("name", string(n.Wire.Name))
	if n.Tool.Kind == journey.KindProvider {
		entry.raw(bedrockSystemTool, spec.compact())
		return journey.Declaration{Path: at + bedrockSystemTool + ".name", JSON: entry.indented()}
	}
	spec.optional("description", n.Tool.Description)
	spec.raw("inputSchema", one("json", schemaOr(n.Tool.Schema)))
	spec.rest(n.Tool.Rest, notInBedrock...)
	entry.raw("toolSpec", spec.compact())
	return journey.Declaration{Path: at + "toolSpec.name", JSON: entry.indented()}
}

// Frame returns the text around the entries.
func (bedrock) Frame() (before, after string) {
	return "{\n  \"toolConfig\": {\n    \"tools\": [\n", "\n    ]\n  }\n}"
}

// Call shapes the message of a past call.
func (bedrock) Call(c journey.WireCall, message int) journey.Declaration {
	return journey.Declaration{
		Path: "messages[" + strconv.Itoa(message) + "].content[0].toolUse.name",
		JSON: bedrockMessage("assistant", one("toolUse", bedrockUseOf(c, objectArgs(c.Args)))),
	}
}

// bedrockUseOf shapes a call; input is empty for the start of a stream.
func bedrockUseOf(c journey.WireCall, input string) string {
	var use object
	use.text("toolUseId", c.ID)
	if !c.Nameless {
		use.text("name", string(c.Called.Name))
	}
	use.raw("input", input)
	if c.Kind == journey.KindProvider {
		use.text("type", "server_tool_use")
	}
	return use.compact()
}

func bedrockMessage(role string, blocks ...string) string {
	var m object
	m.text("role", role)
	m.raw("content", arrayOf(blocks...))
	return m.indented()
}

// Result shapes the message of a result, which does not repeat the name. Text
// that is a JSON object stands there as one.
func (bedrock) Result(c journey.WireCall, text string, _ int) journey.Declaration {
	content := one("text", quote(text))
	if isObject(text) {
		content = one("json", text)
	}
	var result object
	result.text("toolUseId", c.ID)
	result.raw("content", arrayOf(content))
	result.text("status", "success")
	return journey.Declaration{JSON: bedrockMessage("user", one("toolResult", result.compact()))}
}

// Choice shapes the value of toolConfig.toolChoice that forces a tool.
func (bedrock) Choice(n journey.Naming) (journey.Declaration, bool) {
	var choice object
	choice.raw("tool", one("name", quote(string(n.Wire.Name))))
	return journey.Declaration{Path: "toolConfig.toolChoice.tool.name", JSON: choice.indented()}, true
}

// Stream words the decoded events of an answer with one call. The name stands
// in the start of the block, whole.
func (bedrock) Stream(c journey.WireCall) []string {
	list := []string{
		`{"messageStart":{"role":"assistant"}}`,
		escapeUnseen(`{"contentBlockStart":{"contentBlockIndex":0,"start":` + one("toolUse", bedrockUseOf(c, "")) + `}}`),
	}
	for _, piece := range cutPieces(textArgs(c.Args)) {
		list = append(list, escapeUnseen(`{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"toolUse":`+one("input", quote(piece))+`}}}`))
	}
	return append(list, `{"contentBlockStop":{"contentBlockIndex":0}}`, `{"messageStop":{"stopReason":"tool_use"}}`)
}

// Request shapes a whole body. The first message is the user's, so the calls
// stand in messages 1, 3 and so on.
func (p bedrock) Request(tools []journey.Naming, past []journey.WireCall, choice int) string {
	var body, config object
	messages := turnsOf(p, bedrockMessage("user", one("text", quote(promptWord))), past)
	body.text("modelId", modelWord)
	body.raw("messages", arrayOf(messages...))
	if len(tools) > 0 {
		config.raw("tools", arrayOf(entriesOf(p.Declare, tools)...))
		if forced := forcedOf(p, tools, choice); forced != "" {
			config.raw("toolChoice", forced)
		}
		body.raw("toolConfig", config.compact())
	}
	return body.indented()
}
