package scheme

import (
	"encoding/json"
	"strings"

	"hopscope/journey"
)

// wording is one way in which clients word a call of a tool that is not
// there.
type wording struct {
	// before stands before the name, at the beginning of the text.
	before string
	// after stands behind the name; empty: the name is the rest of the line,
	// or with whole the rest of the text.
	after string
	whole bool
	// list: after it come the offered names.
	list bool
	// nameless: what stands between before and after is no tool name.
	nameless bool
	// mcp: only after an MCP lead-in, being too general alone.
	mcp   bool
	class journey.Class // zero: unknown-tool
}

// The wordings, in the order in which they are tried: those that say more
// first. Read in failure reports and in the clients.
var wordings = [...][]wording{
	aiSDKWordings, codexWordings, registryWordings, rooWordings, hermesWordings, crushWordings,
	adkWordings, strandsWordings, pydanticWordings, traeWordings, gooseWordings, clineWordings, otherWordings, langchainWordings,
	gptmeWordings, agentsWordings[1:], agentsUnloaded,
}

// aiSDKWordings are those of the AI SDK and of OpenCode, which stands on it.
var aiSDKWordings = []wording{
	{before: "Model tried to call unavailable tool '", after: "'. Available tools: ", list: true},
	{before: "Model tried to call unavailable tool '", after: "'. No tools are available."},
	{before: `No tool named "`, after: `" is currently available.`},
}

var codexWordings = []wording{
	{before: codexUnknownCustom, whole: true},
	{before: codexUnknown, whole: true},
}

// registryWordings are those of Gemini CLI and of Qwen Code, which came out of
// it.
var registryWordings = []wording{
	{before: `Tool "`, after: `" is a built-in tool that is disabled by default.`, class: journey.ClassNotEnabled},
	{before: `Tool "`, after: `" not found`},
}

// rooWordings are those of Roo Code; the first is of an older version.
var rooWordings = []wording{
	{before: `RooCode invokes an invalid tool "`, after: `"`},
	{before: `Unknown tool "`, after: `". This tool does not exist.`},
}

var hermesWordings = []wording{
	{before: "Tool '", after: "' does not exist. Available tools: ", list: true},
	{before: "Tool '", after: "' does not exist"},
}

var gooseWordings = []wording{
	{before: "Tool '", after: "' not found. Available tools: [", list: true},
	{before: "Tool '", after: "' has no owner"},
	{before: "Tool '", after: "' is not available for extension '", class: journey.ClassNotEnabled},
	{before: "Extension '", after: "' not found for tool '", nameless: true},
	{before: "Tool '", after: "' not found"},
}

var traeWordings = []wording{
	{before: "Tool '", after: "' not found. Available tools: ", list: true},
}

var crushWordings = []wording{
	{before: "tool not found: ", after: ". Available tools: ", list: true},
	{before: "tool not found: "},
}

// clineWordings are those of Cline's SDK and of its older extension.
var clineWordings = []wording{
	{before: "Unknown tool: "},
	{before: "No connection found for server: ", nameless: true},
}

// otherWordings are those of clients and frameworks without a scheme here, or
// of versions that are not known.
var otherWordings = []wording{
	{before: `unknown tool "`, after: `"; available tools: `, list: true},
	{before: "tool '", after: "' not found on server '"},
	{before: "The tool '", after: "' is not available."},
	{before: "No ToolCallback found for tool name: "},
	{before: "Unknown function: "},
	{before: "Tool not available: "},
	{before: "unknown tool: "},
	{before: "tool call error: unknown tool", nameless: true},
	{before: "Tool ", after: " not found", mcp: true},
	{before: "tool ", after: " not found", mcp: true},
	{before: "Tool ", after: " disabled", mcp: true, class: journey.ClassNotEnabled},
}

// leadIns stand before a wording and say nothing about the name.
var leadIns = [...]string{
	"ERROR codex_core::tools::router: error=",
	"The arguments provided to the tool are invalid: ",
	"The tool execution failed with the following error:\n<error>\n", // Cline, and Roo Code before it wrote JSON
	"Error executing MCP tool: ",
	"AI_NoSuchToolError: ",
	"MCP error -32602: ", "MCP error: ",
	"Error: ", "error: ", "goai: ",
}

// anyWording reads the refusal of any client that is known. It is no proof
// that the text is a refusal: that a result was flagged as an error, or that
// a case says so, comes first.
func anyWording(text string) (journey.Refused, bool) {
	if r, ok := (claude{}).Recognise(text); ok {
		return r, true
	}
	if said, ok := strings.CutPrefix(text, claudeUnknown); ok {
		return claudeReason(strings.TrimRight(said, "\n")), true
	}
	if r, ok := (native{}).Recognise(text); ok {
		return r, true
	}
	if r, ok := (pydanticAI{}).Recognise(text); ok {
		return r, true
	}
	return readWordings(text, wordings[:]...)
}

// readWordings reads a refusal by the first wording that fits.
func readWordings(text string, tables ...[]wording) (journey.Refused, bool) {
	text, mcp := withoutLeadIns(errorField(text))
	for _, table := range tables {
		for i := range table {
			if w := &table[i]; !w.mcp || mcp {
				if r, ok := w.read(text); ok {
					return r, true
				}
			}
		}
	}
	return journey.Refused{}, false
}

// withoutLeadIns cuts what stands before the wording; mcp tells that one of
// it was MCP's.
func withoutLeadIns(text string) (rest string, mcp bool) {
	for again := true; again; {
		again = false
		for _, lead := range leadIns {
			if cut, ok := strings.CutPrefix(text, lead); ok {
				text, again = cut, true
				mcp = mcp || strings.HasPrefix(lead, "MCP")
			}
		}
	}
	return text, mcp
}

// errorField returns the error or message field of a JSON object, or the text
// itself.
func errorField(text string) string {
	if !strings.HasPrefix(text, "{") {
		return text
	}
	var v struct{ Error, Message string }
	if json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	if v.Error != "" {
		return v.Error
	}
	if v.Message != "" {
		return v.Message
	}
	return text
}

func (w *wording) read(text string) (journey.Refused, bool) {
	said, ok := strings.CutPrefix(text, w.before)
	if !ok {
		return journey.Refused{}, false
	}
	r := journey.Refused{Class: w.class}
	if r.Class == journey.ClassOK {
		r.Class = journey.ClassUnknownTool
	}
	if w.nameless {
		r.Reason = text
		return r, true
	}
	if w.after == "" {
		if r.Name = said; !w.whole {
			r.Name = firstLine(said)
		}
		return r, true
	}
	at := lastInLine(said, w.after)
	if at < 0 || w.before == "" && at > nameMax {
		return journey.Refused{}, false
	}
	r.Name = said[:at]
	rest := said[at+len(w.after):]
	if w.list {
		r.Offered = offeredNames(rest)
	} else {
		r.Reason = strings.Trim(rest, ". \n")
	}
	return r, true
}

// nameMax bounds a name that stands at the very beginning of a text.
const nameMax = 200

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return strings.TrimSuffix(line, "\r")
}

// lastInLine returns the last place of what in the first line of s, else the
// first place in all of it; -1 for none. A name may hold the very words.
func lastInLine(s, what string) int {
	line := firstLine(s)
	if at := strings.LastIndex(line, what); at >= 0 {
		return at
	}
	return strings.Index(s, what)
}

// offeredNames reads a list of names: separated by ", ", each bare or in
// quotes, the whole bare or in brackets, with or without a full stop.
func offeredNames(s string) []string {
	s = strings.TrimRight(firstLine(s), ". ")
	s = strings.TrimSuffix(strings.TrimPrefix(s, "["), "]")
	names := []string{}
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.Trim(part, " '\"`"); part != "" {
			names = append(names, part)
		}
	}
	return names
}
