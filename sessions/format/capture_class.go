package format

import (
	"strings"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

// class decides what became of a call, by flag and text. Where the contract
// has a flag, a text without it is no failure.
func (r *captureReader) class(a *answered) (journey.Class, journey.Refused) {
	switch a.Flag {
	case journey.FlagFailed:
		class, refused := ccClass(r.refusals, a.Text, false)
		if class == journey.ClassToolFailed && missing(a.Kind) {
			class = journey.ClassUnknownTool
		}
		return class, refused
	case journey.FlagRan:
		return journey.ClassOK, journey.Refused{}
	}
	if refused, ok := r.refusals.Recognise(a.Text); ok {
		return refused.Class, refused
	}
	return journey.ClassOK, journey.Refused{}
}

// missing reports whether the kind of an error is one of the words by which
// programs say that there is no such tool.
func missing(kind string) bool {
	switch kind {
	case "tool_not_found", "tool_not_registered", "unknown_tool", "tool_not_exist", "ToolNotFound", "ToolNotFoundError", "UnknownTool":
		return true
	}
	return false
}

// notFound reports whether the span of a call says that there was no tool.
func notFound(s *said, id string) bool {
	for i := range s.results {
		if r := &s.results[i]; r.ID == id && r.Flag == journey.FlagFailed && missing(r.Kind) {
			return true
		}
	}
	return false
}

// agents are the beginnings of what clients call themselves.
var agents = [...][3]string{
	{"claude-cli/", "claude-code", "Claude Code"}, {"codex_exec/", "codex", "Codex"}, {"codex_cli_rs/", "codex", "Codex"}, {"codex_vscode/", "codex", "Codex"},
	{"codex-tui/", "codex", "Codex"}, {"opencode/", "opencode", "OpenCode"}, {"GeminiCLI/", "gemini-cli", "Gemini CLI"}, {"QwenCode/", "qwen-code", "Qwen Code"},
	{"pydantic-ai/", "pydantic-ai", "pydantic-ai"}, {"KimiCLI/", "kimi", "Kimi CLI"}, {"crush/", "crush", "Crush"}, {"Cline/", "cline", "Cline"},
}

// clientOf reads the field user-agent of a request.
func clientOf(agent string) (m Meta) {
	for _, a := range agents {
		rest, ok := strings.CutPrefix(agent, a[0])
		if !ok {
			continue
		}
		m.Client, m.Label = a[1], a[2]
		m.Version = rest
		if i := strings.IndexAny(rest, " (;/"); i >= 0 {
			m.Version = rest[:i]
		}
		m.Version = kept(m.Version)
		if _, err := scheme.Get(m.Client); err != nil {
			return Meta{}
		}
		return m
	}
	return m
}
