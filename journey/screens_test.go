package journey_test

import (
	"fmt"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
)

// The lists behind the screens of the reference, with the real schemes.

func real(t *testing.T, schemeID, providerID string) (journey.Scheme, journey.Provider) {
	t.Helper()
	s, err := scheme.Get(schemeID)
	if err != nil {
		t.Fatal(err)
	}
	p, err := provider.Get(providerID)
	if err != nil {
		t.Fatal(err)
	}
	return s, p
}

func plainList(names string) journey.Catalog {
	c := journey.Catalog{Complete: true, Source: "names.txt (plain list)"}
	for i, n := range strings.Fields(names) {
		c.Tools = append(c.Tools, journey.Tool{Registered: journey.Registered(n), Builtin: true, Line: i + 1})
	}
	return c
}

const nameList = `tool_search mcp__word.craft__docs.open mcp__word.craft__docs_open mcp__word.craft__only_four_characters
	mcp__word.craft__always_fails mcp__word.craft__new_document agent ask_user_question edit exit_plan_mode glob grep_search
	list_directory monitor read_file run_shell_command send_message skill task_stop todo_write web_fetch write_file`

func TestScreenClash(t *testing.T) {
	t.Parallel()
	s, p := real(t, "native", "anthropic-messages")
	plan := s.Plan(journey.Setting{Catalog: plainList(nameList)})
	census := journey.Census(&plan, p, "")
	var got []string
	for _, f := range census.Findings {
		got = append(got, fmt.Sprintf("%s %s: %s %s", f.Severity, f.Rule, f.Message, f.Fix))
	}
	want := []string{
		"error left-out: tool_search is left out of the request: the runtime's own tool has this name. Rename it, for example to tool_search_2, or disable it.",
		"error shared-form: mcp__word.craft__docs.open and mcp__word.craft__docs_open are both sent as mcp__word_craft__docs_open, so neither is offered. " +
			"Rename mcp__word.craft__docs.open, for example to mcp__word_craft__docs_open_2.",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("findings:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	j := journey.Trace(journey.TraceInput{Plan: &plan, Scheme: s, Provider: p, Tool: 1, CatalogKnown: true, Census: &census})
	if j.Offered != 19 || j.Position != -1 || j.Length != 26 || j.Limit != 64 || j.Break != journey.HopSafe {
		t.Errorf("offered %d, position %d, %d/%d, break %v, want 19, -1, 26/64, safe", j.Offered, j.Position, j.Length, j.Limit, j.Break)
	}
	words := []string{"a legal registered name", "same form as another", "left out", "would be a guess", "if called, refused", "nothing stored"}
	for i, s := range j.Stops {
		word := s.Wide
		if word == "" {
			word = s.Word
		}
		if word != words[i] {
			t.Errorf("%s: %q, want %q", s.Hop, word, words[i])
		}
	}
	if e := j.Predicted.Error; e != "Error: unknown tool 'mcp__word_craft__docs_open'" {
		t.Errorf("predicted error %q", e)
	}
	if n := j.At(journey.HopSafe).Note; n != "shared with mcp__word.craft__docs_open" {
		t.Errorf("note of the safe form %q", n)
	}
	if d := journey.Diff(j.Stops[0].Name, j.Stops[1].Name); d.Words != "2 changed: . to _" {
		t.Errorf("difference %q", d.Words)
	}
}

func TestScreenClaudeCode(t *testing.T) {
	t.Parallel()
	s, p := real(t, "claude-code@2.0.37", "anthropic-messages")
	c := journey.Catalog{Assumed: true, Form: journey.FormSafe}
	for _, n := range []string{"Task", "Read", "Bash", "mcp__docs__open"} {
		c.Tools = append(c.Tools, journey.Tool{Form: journey.FormSafe, Safe: journey.Safe(n)})
	}
	plan := s.Plan(journey.Setting{Catalog: c})
	call := &journey.Call{Turn: 2, Line: 4, RetLine: 5, Called: journey.Called{Name: "Bash"}}
	r := s.Resolve(&plan, journey.Invocation{Called: call.Called})
	j := journey.Trace(journey.TraceInput{
		Plan: &plan, Scheme: s, Provider: p, Tool: plan.ByWire[call.Called.Wire()], Call: call, Turns: 9,
		Finding: &journey.Finding{Predicted: journey.Prediction{Outcome: r.Outcome, Tool: r.Ref, Assumed: true, Stored: r.Stored, Naming: r.Tool}},
	})
	for i, want := range []string{"Bash registered", "Bash unchanged", "Bash sent", "Bash as declared", "Bash ran", "Bash sent again"} {
		if got := j.Stops[i].Name + " " + j.Stops[i].Word; got != want {
			t.Errorf("%s: %q, want %q", j.Stops[i].Hop, got, want)
		}
		if i > 0 && !j.Stops[i].Same {
			t.Errorf("%s: nothing came over", j.Stops[i].Hop)
		}
	}
	if !j.At(journey.HopWire).Assumed || j.Limit != 128 || j.Break != journey.HopNone {
		t.Errorf("wire assumed %v, limit %d, break %v", j.At(journey.HopWire).Assumed, j.Limit, j.Break)
	}
}
