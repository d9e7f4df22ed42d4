package scheme

import (
	"strings"

	"hopscope/journey"
)

const (
	claudeOpen    = "<tool_use_error>"
	claudeClose   = "</tool_use_error>"
	claudeUnknown = "Error: No such tool available: "
	claudeInput   = "InputValidationError: "
)

// claudeForeign are names of the claude.ai vocabulary and the tool that the
// hint names for them.
var claudeForeign = map[string]string{
	"bash_tool": "Bash", "view": "Read", "create_file": "Write", "str_replace": "Edit",
	"web_search": "WebSearch", "web_fetch": "WebFetch", "present_files": "SendUserFile",
	"project_knowledge_search": "Projects",
}

// claudeOff are names with a text of their own when the tool is not declared.
var claudeOff = map[string]string{
	"TodoWrite":        "TodoWrite is disabled for this session, in subagents as well as here.",
	"ExitPlanMode":     "ExitPlanMode is disabled for this session, in subagents as well as here.",
	"AskUserQuestion":  "AskUserQuestion is disabled for this session, in subagents as well as here.",
	"LSP":              "LSP is disabled for this session, in subagents as well as here.",
	"ListMcpResources": "ListMcpResources is not among the tools available here. Continue with the tools you have.",
	"Brief":            "Brief is not enabled in this session — write your message as normal assistant text instead.",
	"GetTask": "GetTask is not a tool you can call. A background command's or task's result reaches you by itself when it finishes, " +
		"unless the message that started it said otherwise, so you don't need to check on it.",
}

// claudeThroughBash are search tools that some platforms do not have.
var claudeThroughBash = map[string]string{
	"Grep": "Grep is not available in this session — search file contents with `grep` via the Bash tool instead.",
	"Glob": "Glob is not available in this session — find files with `find` via the Bash tool instead.",
}

// unknownText is what the model reads about a name that reaches nothing.
func (c claude) unknownText(p *journey.Plan, name string) string {
	text := claudeOpen + claudeUnknown + name
	if c.rule.hints {
		if hint := claudeHint(p, name); hint != "" {
			text += ". " + hint
		}
	}
	return text + claudeClose
}

// claudeHint returns the sentence after the name, empty for none, in the
// order of the client's own tests. A tool is named only if the request
// declares it. Hints about the state of an MCP server are not made: their
// texts were not seen.
func claudeHint(p *journey.Plan, name string) string {
	if off := claudeOff[name]; off != "" {
		return off
	}
	if search := claudeThroughBash[name]; search != "" && declares(p, "Bash") {
		return search
	}
	if strings.HasPrefix(name, doubleUnderscore.prefix) {
		return ""
	}
	if twin := caseTwin(p, name); twin != "" {
		return "Tool names are case-sensitive: call " + twin + " instead."
	}
	if target := claudeForeign[name]; target != "" && declares(p, target) {
		return "Call " + target + " instead."
	}
	return ""
}

// declares reports whether the request declares a tool of this wire name.
func declares(p *journey.Plan, name string) bool {
	i, ok := p.ByWire[journey.WireName{Name: journey.Wire(name)}]
	return ok && p.Tools[i].Status == journey.Offered
}

// caseTwin returns the one declared built-in that differs from name only in
// case, empty for none or several.
func caseTwin(p *journey.Plan, name string) string {
	lower := strings.ToLower(name)
	twin := ""
	for i := range p.Tools {
		n := &p.Tools[i]
		if n.Status != journey.Offered || !n.Ref.Builtin || strings.ToLower(string(n.Wire.Name)) != lower {
			continue
		}
		if twin != "" && twin != string(n.Wire.Name) {
			return ""
		}
		twin = string(n.Wire.Name)
	}
	return twin
}

// claudeArguments is the text about arguments that do not fit. Its middle part
// lists the issues, which depend on the arguments, and stands as an ellipsis.
func claudeArguments(n *journey.Naming) string {
	name := string(n.Wire.Name)
	text := claudeOpen + claudeInput + name + " failed due to the following issues:\n…"
	if n.Status == journey.Deferred {
		text += "\n… Load the tool first: call ToolSearch with query \"select:" + name + "\", then retry this call."
	}
	return text + claudeClose
}
