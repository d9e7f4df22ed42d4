package provider_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"hopscope/journey"
	"hopscope/journey/provider"
)

func mustGet(t testing.TB, id string) journey.Provider {
	t.Helper()
	p, err := provider.Get(id)
	if err != nil {
		t.Fatalf("Get(%q) = %v", id, err)
	}
	return p
}

func TestAllIsSorted(t *testing.T) {
	var ids []string
	for _, p := range provider.All() {
		info := p.Info()
		ids = append(ids, info.ID)
		if info.Title == "" || info.Contract == "" || len(info.Sources) == 0 {
			t.Errorf("Info of %s = %+v, want title, contract and sources", info.ID, info)
		}
		if _, ok := p.(journey.Codec); !ok {
			t.Errorf("%s reads no bodies", info.ID)
		}
	}
	if !slices.IsSorted(ids) {
		t.Errorf("All() = %v, want it sorted", ids)
	}
}

func TestGetAliases(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"OpenAI Chat", "openai-chat"}, {"openai", "openai-chat"}, {"openai_chat", "openai-chat"},
		{"Anthropic Messages", "anthropic-messages"}, {"anthropic", "anthropic-messages"}, {" ANTHROPIC ", "anthropic-messages"},
	} {
		if got := mustGet(t, c.text).Info().ID; got != c.want {
			t.Errorf("Get(%q) = %s, want %s", c.text, got, c.want)
		}
	}
	for _, text := range []string{"", "nobody", "gateway"} {
		if p, err := provider.Get(text); err == nil {
			t.Errorf("Get(%q) = %s, want an error", text, p.Info().ID)
		}
	}
}

func TestDefault(t *testing.T) {
	for client, want := range map[string]string{"claude-code": "anthropic-messages", "native": "anthropic-messages", "crush": "openai-chat", "": "openai-chat"} {
		if got := provider.Default(client).Info().ID; got != want {
			t.Errorf("Default(%q) = %s, want %s", client, got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		provider string
		place    journey.Place
		name     string
		asOf     string
		verdict  journey.Verdict
		rule     string
		at       int
	}{
		{"openai-chat", "declare", "docs.open", "", journey.VerdictReject, "illegal-name", 4},
		{"openai-chat", "declare", "é", "", journey.VerdictReject, "illegal-name", 0},
		{"openai-chat", "declare", "日本", "", journey.VerdictReject, "illegal-name", 0},
		{"openai-chat", "declare", "ab日", "", journey.VerdictReject, "illegal-name", 2},
		{"openai-chat", "declare", "a\n", "", journey.VerdictUnknown, "", 0},
		{"openai-chat", "declare", "a\n\n", "", journey.VerdictReject, "illegal-name", 1},
		{"openai-chat", "declare", "", "", journey.VerdictReject, "too-short", -1},
		{"openai-chat", "declare", strings.Repeat("a", 65), "", journey.VerdictReject, "too-long", -1},
		{"openai-chat", "history_call", strings.Repeat("a", 65), "", journey.VerdictUnknown, "", 0},
		{"openai-chat", "history_call", strings.Repeat("a", 64), "", journey.VerdictAccept, "", 0},
		{"openai-chat", "tool_choice", "a.b", "", journey.VerdictUnknown, "", 0},
		{"openai-chat", "tool_choice", "ab", "", journey.VerdictAccept, "", 0},
		{"openai-chat", "call_id", "anything", "", journey.VerdictUnknown, "", 0},
		{"openai-chat", "tool_count", strings.Repeat("a", 200), "", journey.VerdictUnknown, "", 0},
		{"anthropic-messages", "declare", strings.Repeat("a", 65), "2025-03-15", journey.VerdictReject, "too-long", -1},
		{"anthropic-messages", "declare", strings.Repeat("a", 65), "2025-05-01", journey.VerdictUnknown, "", 0},
		{"anthropic-messages", "declare", strings.Repeat("a", 65), "2025-06-29", journey.VerdictAccept, "", 0},
		{"anthropic-messages", "history_call", "<|any|> thing\x00", "", journey.VerdictAccept, "", 0},
		{"anthropic-messages", "history_call", "", "", journey.VerdictReject, "too-short", -1},
		{"anthropic-messages", "tool_reference", "a.b", "", journey.VerdictUnknown, "", 0},
		{"anthropic-messages", "tool_reference", strings.Repeat("a", 65), "2025-06-01", journey.VerdictUnknown, "", 0},
	} {
		got, found := mustGet(t, c.provider).Check(c.place, journey.WireName{Name: journey.Wire(c.name)}, 3, c.asOf)
		if got != c.verdict {
			t.Errorf("%s: Check(%s, %q, %q) = %v, want %v", c.provider, c.place, c.name, c.asOf, got, c.verdict)
		}
		switch {
		case c.rule == "" && len(found) > 0:
			t.Errorf("%s: Check(%s, %q) finds %+v, want nothing", c.provider, c.place, c.name, found)
		case c.rule != "" && (len(found) == 0 || found[0].Rule != c.rule || found[0].At != c.at || found[0].Detail == "" || found[0].Source == ""):
			t.Errorf("%s: Check(%s, %q) finds %+v, want %s at %d with detail and source", c.provider, c.place, c.name, found, c.rule, c.at)
		}
	}
}

func TestRuleHasADate(t *testing.T) {
	p := mustGet(t, "anthropic-messages")
	for asOf, want := range map[string]int{"": 128, "2025-01-01": 64, "2026-01-01": 128} {
		r, ok := p.Rule(journey.PlaceDeclare, asOf)
		if !ok || r.Max != want || !strings.Contains(r.Pattern, "{1,") || r.Source == "" {
			t.Errorf("Rule(declare, %q) = %+v %v, want max %d", asOf, r, ok, want)
		}
	}
	if r, ok := p.Rule(journey.PlaceToolReference, "2025-01-01"); ok {
		t.Errorf("Rule(tool_reference, 2025-01-01) = %+v, want none known", r)
	}
}

func TestCheckRequest(t *testing.T) {
	names := []journey.WireName{{Name: "a"}, {Name: "b"}, {Name: "a"}}
	found := mustGet(t, "anthropic-messages").CheckRequest(names, "")
	if len(found) != 1 || found[0].Rule != "duplicate-name" || found[0].Error != "tools: Tool names must be unique." {
		t.Errorf("CheckRequest(%v) = %+v, want one duplicate-name", names, found)
	}
	if found = mustGet(t, "openai-chat").CheckRequest(names, ""); len(found) != 0 {
		t.Errorf("openai-chat: CheckRequest(%v) = %+v, want nothing: no rule is known", names, found)
	}
}

// silent are texts that do not tell where the name stands, at which position,
// or which of several rules it breaks.
var silent = map[string]struct{ place, index, rule bool }{
	"mistral": {place: true, index: true, rule: true}, "mcp": {index: true}, "gemini": {rule: true}, "vertex": {rule: true},
}

// What a provider words it must read back: place, rule, limit, length, index.
func TestRefusalsAreReadBack(t *testing.T) {
	bad := []string{"", "docs.open", strings.Repeat("a", 300), "a b"}
	for _, p := range provider.All() {
		for _, place := range []journey.Place{"declare", "history_call", "message_name", "tool_reference", "call_id"} {
			for _, name := range bad {
				_, found := p.Check(place, journey.WireName{Name: journey.Wire(name)}, 7, "")
				for _, v := range found {
					if v.Error == "" {
						continue // no text of this provider is known
					}
					for _, text := range []string{v.Error, "API Error: 400 {\"error\":{\"message\":\"" + v.Error + "\"}}", "Error code: 400 - {'message': \"" + v.Error + "\"}"} {
						r, ok := p.Recognise(text)
						not := silent[p.Info().ID]
						if !ok || r.Place != place && !(not.place && place != journey.PlaceCallID) || r.Rule != v.Rule && !not.rule || !strings.Contains(v.Error, r.Path) {
							t.Errorf("%s: Recognise(%q) = %+v %v, want %s %s", p.Info().ID, text, r, ok, place, v.Rule)
						}
						if place == journey.PlaceDeclare && r.Index != 7 && !not.index {
							t.Errorf("%s: Recognise(%q).Index = %d, want 7", p.Info().ID, text, r.Index)
						}
						if v.Rule == "too-long" && (r.Limit == 0 || r.Length != 0 && r.Length != utf8.RuneCountInString(name)) {
							t.Errorf("%s: Recognise(%q) limit %d, length %d", p.Info().ID, text, r.Limit, r.Length)
						}
					}
				}
			}
		}
	}
}

func TestRecognise(t *testing.T) {
	for _, c := range []struct {
		provider, text string
		want           journey.Refusal
	}{
		{"openai-chat", "400 Invalid 'tools[1].function.name': string too long. Expected a string with maximum length 64, but got a string with length 71 instead.",
			journey.Refusal{Place: "declare", Path: "tools[1].function.name", Index: 1, Rule: "too-long", Limit: 64, Length: 71}},
		{"openai-responses", "Invalid 'tools[2].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
			journey.Refusal{Place: "declare", Path: "tools[2].name", Index: 2, Rule: "illegal-name"}},
		{"openai-chat", "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 129 instead.",
			journey.Refusal{Place: "tool_count", Path: "tools", Index: -1, Rule: "too-many", Limit: 128, Length: 129}},
		{"openai-chat", "'Google Search' does not match '^[a-zA-Z0-9_-]{1,64}$' - 'functions.0.name'",
			journey.Refusal{Place: "declare", Path: "functions.0.name", Index: 0, Rule: "illegal-name", Name: "Google Search"}},
		{"openai-responses", "Invalid 'input[5].call_id': string too long. Expected a string with maximum length 64, but got a string with length 69 instead.",
			journey.Refusal{Place: "call_id", Path: "input[5].call_id", Index: -1, Rule: "too-long", Limit: 64, Length: 69}},
		{"anthropic-messages", `API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"messages.2.content.0.tool_result.content.0.tool_reference.tool_name: String should have at most 64 characters"}}`,
			journey.Refusal{Place: "tool_reference", Path: "messages.2.content.0.tool_result.content.0.tool_reference.tool_name", Index: -1, Rule: "too-long", Limit: 64}},
		{"anthropic-messages", "Error code: 400 - {'type': 'error', 'error': {'message': \"tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'\"}}",
			journey.Refusal{Place: "declare", Path: "tools.0.custom.name", Index: 0, Rule: "illegal-name"}},
		{"anthropic-messages", "tools.4.FrontendRemoteMcpToolDefinition.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'",
			journey.Refusal{Place: "declare", Path: "tools.4.FrontendRemoteMcpToolDefinition.name", Index: 4, Rule: "illegal-name"}},
		{"anthropic-messages", `400 {"type":"error","error":{"message":"tools: Tool names must be unique."}}`,
			journey.Refusal{Place: "declare", Path: "tools", Index: -1, Rule: "duplicate-name"}},
		{"anthropic-messages", "messages.11.content.1.tool_use.name: String should have at least 1 character",
			journey.Refusal{Place: "history_call", Path: "messages.11.content.1.tool_use.name", Index: -1, Rule: "too-short", Limit: 1}},
	} {
		got, ok := mustGet(t, c.provider).Recognise(c.text)
		if !ok || got != c.want {
			t.Errorf("%s: Recognise(%q) = %+v %v, want %+v", c.provider, c.text, got, ok, c.want)
		}
	}
	for _, text := range []string{"", "Invalid 'temperature': decimal above maximum value.", "Invalid 'messages[1].content': empty string.", "Invalid 'tools", "max_tokens: String should have at most 3 characters", "model: Input should be a valid string"} {
		for _, p := range provider.All() {
			if r, ok := p.Recognise(text); ok {
				t.Errorf("%s: Recognise(%q) = %+v, want nothing", p.Info().ID, text, r)
			}
		}
	}
}
