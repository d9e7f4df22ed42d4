package tui

import (
	"testing"

	"hopscope/journey"
)

func TestHeaderLine(t *testing.T) {
	const file = "/home/x/no-such-tool-2.0.37-excerpt.jsonl"
	session := headerFacts{files: []string{file}, client: "claude-code", version: "2.0.37", hasCalls: true, calls: 15, failed: 4, unknown: 1}
	tests := []struct {
		f    headerFacts
		w    int
		want string
	}{
		{session, 120, " hopscope  no-such-tool-2.0.37-excerpt.jsonl  claude-code 2.0.37                          15 calls  4 failed  1 unknown \n"},
		{session, 80, " hopscope  no-such-tool-2.…excerpt.jsonl  2.0.37  15 calls  4 failed  1 unknown \n"},
		{headerFacts{files: []string{"names.txt"}, client: "plain list, registered names", tools: 22, clash: 1, leftOut: 3}, 120,
			" hopscope  names.txt  plain list, registered names                                        22 tools  1 clash  3 left out \n"},
		{headerFacts{files: []string{"-", "b.json"}, hasCalls: true, calls: 48210, failed: 312, unknown: 9}, 80,
			" hopscope  stdin +1                         48,210 calls  312 failed  9 unknown \n"},
		{headerFacts{demo: "No such tool available: bash_tool", client: "claude-code", version: "2.1.332", hasCalls: true, calls: 3, wrong: 1}, 120,
			" hopscope  demo: No such tool available: bash_tool  claude-code 2.1.332      3 calls  0 failed  0 unknown  1 wrong tool \n"},
		{headerFacts{demo: "drift on replay", client: "native"}, 60, " hopscope  demo: drift on replay  native            0 tools \n"},
		{headerFacts{files: []string{"a\x1b[2Jb.jsonl"}}, 60, " hopscope  a\\x1b[2Jb.jsonl                          0 tools \n"},
	}
	for _, tt := range tests {
		if got := headerLine(tt.f, tt.w).plain() + "\n"; got != tt.want {
			t.Errorf("headerLine at %d =\n%q, want\n%q", tt.w, got, tt.want)
		}
	}
}

func TestHeadingLine(t *testing.T) {
	tests := []struct {
		d    *detail
		w    int
		want string
	}{
		{askDetail(), 50, "AskUserQuestion        turn 2   11:24:30   line 10\n"},
		{askDetail(), 24, "AskUserQuestion  line 10\n"},
		{askDetail(), 18, "AskUserQuestion\n"},
		{clashDetail(), 90, "mcp__word.craft__docs.open               list line 2   never called: no transcript is open\n"},
	}
	for _, tt := range tests {
		sameText(t, textOf([]line{headingLine(tt.d, tt.w)}), tt.want)
	}
}

func TestCatalogTitle(t *testing.T) {
	one := []journey.Tool{{Registered: "read"}}
	for _, tt := range []struct {
		c      journey.Catalog
		format string
		want   string
	}{
		{journey.Catalog{Tools: one}, "name-list", "plain list, registered names"},
		{journey.Catalog{Form: journey.FormWire, Tools: one}, "openai-chat-tools", "OpenAI chat tools, wire names"},
		{journey.Catalog{Servers: []journey.ServerEntry{{Key: "docs", NamesUnknown: true}}}, "mcp-config", "MCP server configuration, names unknown"},
		{journey.Catalog{}, "name-list", "plain list"},
	} {
		if got := catalogTitle(tt.c, tt.format); got != tt.want {
			t.Errorf("catalogTitle(%q) = %q, want %q", tt.format, got, tt.want)
		}
	}
}
