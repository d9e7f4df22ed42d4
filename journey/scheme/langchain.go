package scheme

import (
	"strings"

	"hopscope/journey"
)

// langchain is the naming of langchain-mcp-adapters, with LangGraph's tool node
// behind it: MCP names go out as they are, or with prefix=true as SERVER_TOOL.
// Nothing is checked: of two tools with one name both are sent, and the one
// that was loaded last answers.
type langchain struct{ asked, note string }

func newLangChain(_ int, asked, note string) journey.Scheme { return langchain{asked, note} }

// Info describes the scheme.
func (l langchain) Info() journey.SchemeInfo {
	return journey.SchemeInfo{
		ID: "langchain-mcp", Kind: journey.Framework, Version: l.asked, Title: "langchain-mcp-adapters", Unit: "code points", Note: l.note,
		Rule:    "names go out as they are; with prefix=true SERVER_TOOL; nothing is checked",
		Clash:   "both are sent; a call reaches the tool that was loaded last",
		Lookup:  "exact",
		History: "what the model said",
		Refusal: "Error: X is not a valid tool, try one of [a, b].",
		Options: []journey.SchemeOption{{Key: "prefix", Values: onOff, Default: "false", What: "tool_name_prefix: put the server's key and _ before each tool"}},
		Sources: []journey.Fact{
			{What: "names, prefix, way back", Source: "langchain-ai/langchain-mcp-adapters @cc0f284", AsOf: "2026-08-31", How: "read"},
			{What: "the last one loaded answers", Source: "langchain-ai/langchain-mcp-adapters#605", AsOf: "2026-08-11", How: "read"},
			{What: "refusal text", Source: "langgraph prebuilt tool_node.py, a copy", AsOf: "2026-11-29", How: "read"},
		},
	}
}

// Plan names the tools of one request.
func (l langchain) Plan(set journey.Setting) journey.Plan {
	front := prefixing{separator: "_"}
	if set.Option("prefix", "false") == "true" {
		front.text = ownKey
	}
	p, ready := front.plan(set)
	sendTwice(&p, func(group []int) int { return lastReady(&p, &ready, group) })
	return p
}

// Resolve answers a call by exact name.
func (l langchain) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	if i, ok := p.ByWire[call.Called.Wire()]; ok {
		return ran(p, i, "exact", call.Called)
	}
	return unknown("Error: "+string(call.Called.Name)+" is not a valid tool, try one of ["+strings.Join(offeredList(p), ", ")+"].", call.Called)
}

// Identity returns the layers of tool i.
func (l langchain) Identity(p *journey.Plan, i int) journey.Identity {
	return plainIdentity(&p.Tools[i])
}

// Recognise reads the refusals of LangGraph's tool node.
func (l langchain) Recognise(text string) (journey.Refused, bool) {
	return readWordings(text, langchainWordings)
}

// langchainWordings are those of LangGraph, and of LangChain before it.
var langchainWordings = []wording{
	{after: " is not a valid tool, try one of [", list: true},
	{after: " is not a valid tool, try another one."},
}
