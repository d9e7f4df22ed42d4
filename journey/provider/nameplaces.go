package provider

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopscope/journey"
)

// A pattern is the way to a name: keys joined with dots, [] for each element
// of an array, and after a key a condition on a field of what stands there,
// {type=a|b}; an empty alternative takes a missing field.

// named is one pattern with the place that it means.
type named struct {
	place journey.Place
	way   string
}

// nameTable holds all places of a contract where a tool's name stands, and the
// ways to the pieces of the system prompt.
type nameTable struct {
	request, answer, event []named
	system                 []string
}

// chatCallPlaces are the places of calls below a message or delta.
func chatCallPlaces(place journey.Place, at string) []named {
	return []named{
		{place, at + ".tool_calls[].function.name"},
		{place, at + ".tool_calls[].custom.name"},
		{place, at + ".function_call.name"},
	}
}

var chatPlaces = nameTable{
	request: append([]named{
		{journey.PlaceDeclare, "tools[].function.name"},
		{journey.PlaceDeclare, "tools[].custom.name"},
		{journey.PlaceDeclare, "functions[].name"},
		{journey.PlaceToolChoice, "tool_choice.function.name"},
		{journey.PlaceToolChoice, "tool_choice.custom.name"},
		{journey.PlaceToolChoice, "tool_choice.allowed_tools.tools[].function.name"},
		{journey.PlaceToolChoice, "tool_choice.allowed_tools.tools[].custom.name"},
		{journey.PlaceToolChoice, "function_call.name"},
		{journey.PlaceHistoryResult, "messages[]{role=tool|function}.name"},
	}, chatCallPlaces(journey.PlaceHistoryCall, "messages[]")...),
	answer: chatCallPlaces(journey.PlaceModelEcho, "choices[].message"),
	event:  chatCallPlaces(journey.PlaceModelEcho, "choices[].delta"),
	system: []string{"messages[]{role=system|developer}.content", "messages[]{role=system|developer}.content[].text"},
}

// responsesItems are the items of the Responses contract that bear a name,
// below an array of items.
func responsesItems(call, result journey.Place, at string) []named {
	return []named{
		{call, at + "{type=function_call|custom_tool_call}.name"},
		{result, at + "{type=function_call_output|custom_tool_call_output}.name"},
		{journey.PlaceDeclare, at + "{type=additional_tools|tool_search_output}.tools[]{type=function|custom}.name"},
		{journey.PlaceDeclare, at + "{type=additional_tools|tool_search_output}.tools[]{type=namespace}.tools[].name"},
	}
}

var responsesPlaces = nameTable{
	request: append([]named{
		{journey.PlaceDeclare, "tools[]{type=function|custom}.name"},
		{journey.PlaceDeclare, "tools[]{type=namespace}.tools[].name"},
		{journey.PlaceToolChoice, "tool_choice{type=function|custom}.name"},
		{journey.PlaceToolChoice, "tool_choice.tools[]{type=function|custom}.name"},
	}, responsesItems(journey.PlaceHistoryCall, journey.PlaceHistoryResult, "input[]")...),
	answer: responsesItems(journey.PlaceModelEcho, journey.PlaceHistoryResult, "output[]"),
	event: append([]named{
		{journey.PlaceModelEcho, "item{type=function_call|custom_tool_call}.name"},
		{journey.PlaceModelEcho, "{type=response.function_call_arguments.done}.name"},
	}, responsesItems(journey.PlaceModelEcho, journey.PlaceHistoryResult, "response.output[]")...),
	system: []string{"instructions", "input[]{role=system|developer}.content", "input[]{role=system|developer}.content[].text"},
}

var anthropicPlaces = nameTable{
	request: []named{
		{journey.PlaceDeclare, "tools[]{type=|custom}.name"},
		{journey.PlaceToolChoice, "tool_choice{type=tool}.name"},
		{journey.PlaceHistoryCall, "messages[].content[]{type=tool_use}.name"},
		{journey.PlaceToolReference, "messages[].content[]{type=tool_reference}.tool_name"},
		{journey.PlaceToolReference, "messages[].content[]{type=tool_result|tool_search_tool_result}.content[]{type=tool_reference}.tool_name"},
		{journey.PlaceToolReference, "messages[].content[]{type=tool_search_tool_result}.content.tool_references[].tool_name"},
	},
	answer: []named{{journey.PlaceModelEcho, "content[]{type=tool_use}.name"}},
	event:  []named{{journey.PlaceModelEcho, "content_block{type=tool_use}.name"}},
	system: []string{"system", "system[].text"},
}

var bedrockPlaces = nameTable{
	request: []named{
		{journey.PlaceDeclare, "toolConfig.tools[].toolSpec.name"},
		{journey.PlaceToolChoice, "toolConfig.toolChoice.tool.name"},
		{journey.PlaceHistoryCall, "messages[].content[].toolUse.name"},
	},
	answer: []named{{journey.PlaceModelEcho, "output.message.content[].toolUse.name"}},
	event:  []named{{journey.PlaceModelEcho, "contentBlockStart.start.toolUse.name"}},
	system: []string{"system[].text"},
}

var geminiPlaces = nameTable{
	request: []named{
		{journey.PlaceDeclare, "tools[].functionDeclarations[].name"},
		{journey.PlaceDeclare, "tools[].function_declarations[].name"},
		{journey.PlaceToolChoice, "toolConfig.functionCallingConfig.allowedFunctionNames[]"},
		{journey.PlaceToolChoice, "tool_config.function_calling_config.allowed_function_names[]"},
		{journey.PlaceHistoryCall, "contents[].parts[].functionCall.name"},
		{journey.PlaceHistoryResult, "contents[].parts[].functionResponse.name"},
		{journey.PlaceHistoryCall, "contents[].parts[].function_call.name"},
		{journey.PlaceHistoryResult, "contents[].parts[].function_response.name"},
	},
	answer: []named{{journey.PlaceModelEcho, "candidates[].content.parts[].functionCall.name"}},
	event:  []named{{journey.PlaceModelEcho, "candidates[].content.parts[].functionCall.name"}},
	system: []string{"systemInstruction.parts[].text", "system_instruction.parts[].text"},
}

var ollamaPlaces = nameTable{
	request: append([]named{
		{journey.PlaceDeclare, "tools[].function.name"},
		{journey.PlaceHistoryResult, "messages[]{role=tool}.tool_name"},
		{journey.PlaceHistoryResult, "messages[]{role=tool}.name"},
	}, chatCallPlaces(journey.PlaceHistoryCall, "messages[]")...),
	answer: append(chatCallPlaces(journey.PlaceModelEcho, "message"), chatPlaces.answer...),
	event:  append(chatCallPlaces(journey.PlaceModelEcho, "message"), chatPlaces.event...),
	system: []string{"messages[]{role=system}.content"},
}

var mcpPlaces = nameTable{
	request: []named{{journey.PlaceCall, "{method=tools/call}.params.name"}, {journey.PlaceCall, "[]{method=tools/call}.params.name"}},
	answer:  []named{{journey.PlaceDeclare, "result.tools[].name"}, {journey.PlaceDeclare, "[].result.tools[].name"}},
}

// nameTables are the places by provider.
var nameTables = map[string]nameTable{
	"openai-chat": chatPlaces, "azure-openai": chatPlaces, "deepseek": chatPlaces, "groq": chatPlaces,
	"xai": chatPlaces, "vllm": chatPlaces, "mistral": chatPlaces,
	"openai-responses":   responsesPlaces,
	"anthropic-messages": anthropicPlaces,
	"bedrock-converse":   bedrockPlaces,
	"gemini":             geminiPlaces, "vertex": geminiPlaces,
	"ollama": ollamaPlaces,
	"mcp":    mcpPlaces,
}

// Locate returns the places of a body where a tool's name stands.
func (c *contract) Locate(part journey.Part, body []byte) ([]journey.NamePlace, error) {
	table, ok := nameTables[c.info.ID]
	if !ok {
		return nil, fmt.Errorf("provider %s: where names stand in its bodies is not known", c.info.ID)
	}
	root, err := parseTree(body)
	if err != nil {
		return nil, fmt.Errorf("body: %w", err)
	}
	list := [...][]named{table.request, table.answer, table.event}[part]
	var found []journey.NamePlace
	for _, n := range list {
		seek{place: n.place, found: &found}.step(&root, "", n.way)
	}
	slices.SortStableFunc(found, func(a, b journey.NamePlace) int { return a.Start - b.Start })
	return found, nil
}

// SystemPrompt returns the system prompt of a request.
func (c *contract) SystemPrompt(body []byte) (string, error) {
	root, err := parseTree(body)
	if err != nil {
		return "", fmt.Errorf("body: %w", err)
	}
	var found []journey.NamePlace
	for _, way := range nameTables[c.info.ID].system {
		seek{found: &found}.step(&root, "", way)
	}
	slices.SortStableFunc(found, func(a, b journey.NamePlace) int { return a.Start - b.Start })
	var texts []string
	for _, p := range found {
		texts = append(texts, string(p.Wire.Name))
	}
	return strings.Join(texts, "\n"), nil
}

// seek follows one pattern. space is the namespace field beside the name, or
// the name of the namespace around it.
type seek struct {
	place journey.Place
	space string
	found *[]journey.NamePlace
}

func (s seek) step(t *tree, path, way string) {
	if t.kind == '{' {
		if t.field("type") == "namespace" {
			s.space = t.field("name")
		} else if own := t.field("namespace"); own != "" {
			s.space = own
		}
	}
	switch {
	case way == "":
		if t.kind == '"' {
			*s.found = append(*s.found, journey.NamePlace{
				Path: path, Place: s.place, Start: t.start, End: t.end,
				Wire: journey.WireName{Namespace: journey.Namespace(s.space), Name: journey.Wire(t.text)},
			})
		}
	case way[0] == '[':
		if t.kind == '[' {
			for i := range t.items {
				s.step(&t.items[i], path+"["+strconv.Itoa(i)+"]", way[len("[]"):])
			}
		}
	case way[0] == '{':
		condition, rest, _ := strings.Cut(way[1:], "}")
		key, values, _ := strings.Cut(condition, "=")
		if t.kind == '{' && slices.Contains(strings.Split(values, "|"), t.field(key)) {
			s.step(t, path, rest)
		}
	default:
		way = strings.TrimPrefix(way, ".")
		end := strings.IndexAny(way, ".[{")
		if end < 0 {
			end = len(way)
		}
		if v := t.get(way[:end]); t.kind == '{' && v != nil {
			s.step(v, strings.TrimPrefix(path+"."+way[:end], "."), way[end:])
		}
	}
}
