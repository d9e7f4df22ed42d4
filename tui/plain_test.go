package tui

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/journey/visible"
	"hopscope/sessions"
	"hopscope/sessions/demo"
)

const plainCase = `{
  "client": "claude-code", "client_version": "2.1.332", "provider": "anthropic-messages",
  "catalog": ["Bash", "Read", "Edit", "mcp__docs__open"],
  "calls": [
    {"call": "Read", "args": {"file_path": "/repo/a.txt"}, "result": "text"},
    {"call": "bash_tool", "args": {"command": "ls"}, "error": "<tool_use_error>Error: No such tool available: bash_tool</tool_use_error>"},
    {"call": "read", "args": {"file_path": "/repo/a.txt"}, "error": "<tool_use_error>Error: No such tool available: read</tool_use_error>"},
    {"call": "Edit", "args": {}, "error": "<tool_use_error>InputValidationError: Edit failed due to the following issue: file_path is missing</tool_use_error>"}
  ]
}`

// plainOf prints a text that was read as a file.
func plainOf(t *testing.T, text string, o PlainOptions) string {
	t.Helper()
	l, opening, err := sessions.Load(context.Background(), sessions.Options{Paths: []string{"-"}, Stdin: strings.NewReader(text)})
	if err != nil {
		t.Fatal(err)
	}
	defer opening.Close()
	o.Loaded = l
	if o.Scheme == nil {
		o.Scheme, o.Provider, o.Why = diagnose.Detect(l.Session)
	}
	var b bytes.Buffer
	if err := Plain(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPlain(t *testing.T) {
	native, messages := realRules(t, "native", "anthropic-messages")
	tests := []struct {
		name, text string
		o          PlainOptions
	}{
		{"overview", plainCase, PlainOptions{}},
		{"calls", plainCase, PlainOptions{Calls: true, Title: "demo: bash_tool"}},
		{"turn", plainCase, PlainOptions{Calls: true, Turn: 2}},
		{"unknown", plainCase, PlainOptions{Calls: true, Only: "unknown"}},
		{"none", plainCase, PlainOptions{Calls: true, Name: "Write"}},
		{"list", dotOpen + "\n" + underOpen + "\nagent\ntool_search\n", PlainOptions{Scheme: native, Provider: messages}},
		{"list calls", "agent\nedit\n", PlainOptions{Calls: true, Scheme: native, Provider: messages}},
		{"refused", `{"client": "codex", "provider": "OpenAI Responses", "catalog": ["shell", "calendar.addEvent"],
			"calls": [{"call": null, "error": "Invalid 'tools[1].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'."}]}`, PlainOptions{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := plainOf(t, tt.text, tt.o)
			checkPlain(t, got)
			golden.RequireEqual(t, got)
		})
	}
}

// checkPlain fails for lines that are too wide, and for anything that draws.
func checkPlain(t *testing.T, text string) {
	t.Helper()
	for _, l := range strings.Split(text, "\n") {
		if n := visible.Width(l); n > plainWidth {
			t.Errorf("%q is %d columns wide", l, n)
		}
		if strings.ContainsAny(l, "\x1b\r━╌─│▼▲●○") {
			t.Errorf("%q draws", l)
		}
	}
}

func TestPlainHostile(t *testing.T) {
	for _, x := range hostile {
		name := visible.JSONString(strings.ToValidUTF8(x, "?"))
		text := `{"client": "claude-code", "catalog": ["Read", ` + name + `], "calls": [{"call": ` + name + `, "error": ` +
			visible.JSONString("Error: No such tool available: "+strings.ToValidUTF8(x, "?")) + `}]}`
		checkPlain(t, plainOf(t, text, PlainOptions{Calls: true}))
		checkPlain(t, plainOf(t, text, PlainOptions{}))
	}
}

// TestPlainBreaks says once where each failing name breaks.
func TestPlainBreaks(t *testing.T) {
	got := plainOf(t, plainCase, PlainOptions{Calls: true, Only: "unknown"})
	if n := strings.Count(got, "BREAKS HERE"); n != 2 {
		t.Errorf("BREAKS HERE stands %d times in\n%s", n, got)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestPlainWriteError(t *testing.T) {
	o := PlainOptions{Loaded: &sessions.Loaded{Session: &journey.Session{}}}
	o.Scheme, o.Provider = realRules(t, "verbatim", "anthropic-messages")
	if err := Plain(fullDisk{}, o); err == nil {
		t.Error("Plain on a full disk = nil")
	}
}

// A call that reached another tool than was meant is no failed call, and still
// what broke.
func TestPlainSilentFault(t *testing.T) {
	data, err := demo.Get("drift")
	if err != nil {
		t.Fatal(err)
	}
	got := plainOf(t, string(data), PlainOptions{})
	for _, want := range []string{"kind: alias-moved", "BREAKS HERE", "Dispatch: archive · docs_open"} {
		if !strings.Contains(got, want) {
			t.Errorf("Plain of the drift demo has no %q:\n%s", want, got)
		}
	}
}
