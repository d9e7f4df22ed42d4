package provider_test

import (
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/provider"
)

func name(length int) string { return strings.Repeat("a", length) }

func TestRulesOfThoseWhoCopyOpenAI(t *testing.T) {
	for _, c := range []struct {
		provider string
		place    journey.Place
		name     string
		asOf     string
		verdict  journey.Verdict
		rule     string
	}{
		{"openai-responses", "declare", name(64), "2025-06-15", journey.VerdictAccept, ""},
		{"openai-responses", "declare", name(65), "2025-06-15", journey.VerdictReject, "too-long"},
		{"openai-responses", "declare", name(65), "2025-12-01", journey.VerdictUnknown, ""},
		{"openai-responses", "declare", name(129), "2025-12-01", journey.VerdictReject, "too-long"},
		{"openai-responses", "declare", name(128), "2026-05-13", journey.VerdictAccept, ""},
		{"openai-responses", "declare", name(128), "", journey.VerdictAccept, ""},
		{"openai-responses", "declare", name(129), "", journey.VerdictReject, "too-long"},
		{"openai-responses", "declare", "", "", journey.VerdictReject, "too-short"},
		{"openai-responses", "history_call", "a::b", "", journey.VerdictReject, "illegal-name"},
		{"openai-responses", "history_call", name(129), "", journey.VerdictUnknown, ""},
		{"openai-responses", "history_result", "any thing", "", journey.VerdictAccept, ""},
		{"openai-responses", "history_result", name(129), "", journey.VerdictReject, "too-long"},
		{"openai-responses", "history_result", "", "", journey.VerdictReject, "too-short"},
		{"openai-responses", "call_id", name(64), "", journey.VerdictAccept, ""},
		{"openai-responses", "call_id", strings.Repeat("é", 65), "", journey.VerdictReject, "too-long"},
		{"openai-responses", "call_id", "", "", journey.VerdictReject, "too-short"},
		{"azure-openai", "declare", name(65), "", journey.VerdictReject, "too-long"},
		{"azure-openai", "history_call", name(65), "", journey.VerdictReject, "too-long"},
		{"deepseek", "declare", "", "", journey.VerdictReject, "illegal-name"},
		{"deepseek", "declare", name(65), "", journey.VerdictReject, "too-long"},
		{"deepseek", "history_call", "a.b", "", journey.VerdictUnknown, ""},
		{"groq", "declare", "", "", journey.VerdictUnknown, ""},
		{"groq", "declare", "a\n", "", journey.VerdictUnknown, ""},
		{"groq", "declare", "a.b", "", journey.VerdictReject, "illegal-name"},
		{"xai", "declare", "plain_name-2", "", journey.VerdictAccept, ""},
		{"xai", "declare", "7day", "", journey.VerdictUnknown, ""},
		{"xai", "declare", "a.b", "", journey.VerdictUnknown, ""},
		{"xai", "declare", "é", "", journey.VerdictUnknown, ""},
		{"xai", "declare", "", "", journey.VerdictUnknown, ""},
		{"xai", "declare", name(33), "", journey.VerdictUnknown, ""},
		{"xai", "declare", "web_search", "", journey.VerdictAccept, "reserved-name"},
		{"vllm", "declare", "", "", journey.VerdictAccept, ""},
		{"vllm", "declare", "a\n", "", journey.VerdictAccept, ""},
		{"vllm", "history_call", "\U0001d400 \xff", "", journey.VerdictAccept, ""},
		{"ollama", "declare", name(10000), "", journey.VerdictAccept, ""},
		{"ollama", "history_result", "", "", journey.VerdictAccept, ""},
	} {
		got, found := mustGet(t, c.provider).Check(c.place, journey.WireName{Name: journey.Wire(c.name)}, 3, c.asOf)
		rule := ""
		if len(found) > 0 {
			rule = found[0].Rule
		}
		if got != c.verdict || rule != c.rule {
			t.Errorf("%s: Check(%s, %.20q, %q) = %v %q, want %v %q", c.provider, c.place, c.name, c.asOf, got, rule, c.verdict, c.rule)
		}
		for _, v := range found {
			if v.Source == "" || v.AsOf == "" || v.Detail == "" {
				t.Errorf("%s: Check(%s, %.20q) = %+v, want source, date and detail", c.provider, c.place, c.name, v)
			}
		}
	}
}

func TestNamespaces(t *testing.T) {
	for _, c := range []struct {
		provider string
		space    string
		want     journey.Verdict
	}{
		{"openai-responses", "atlas", journey.VerdictAccept},
		{"openai-responses", name(64), journey.VerdictAccept},
		{"openai-responses", name(65), journey.VerdictReject},
		{"openai-responses", "", journey.VerdictReject},
		{"openai-responses", "a.b", journey.VerdictReject},
		{"openai-responses", "a\n", journey.VerdictUnknown},
		{"deepseek", "codex_app", journey.VerdictAccept},
		{"deepseek", "a.b", journey.VerdictUnknown},
		{"deepseek", "", journey.VerdictUnknown},
		{"openai-chat", "atlas", journey.VerdictUnknown},
	} {
		// The name beside it is legal and must not matter.
		n := journey.WireName{Namespace: journey.Namespace(c.space), Name: "member"}
		if got, _ := mustGet(t, c.provider).Check(journey.PlaceNamespace, n, 0, ""); got != c.want {
			t.Errorf("%s: Check(namespace, %.20q) = %v, want %v", c.provider, c.space, got, c.want)
		}
	}
	twice := []journey.DeclaredSpace{{Name: "codex_app", Path: "tools[0]"}, {Name: "other", Path: "tools[1]"}, {Name: "codex_app", Path: "input[14].tools[0]"}}
	found := mustGet(t, "deepseek").(journey.SpaceChecker).CheckSpaces(twice, "")
	want := "Duplicate namespace name 'codex_app' in input[14].tools[0]. Namespace names must be unique."
	if len(found) != 1 || found[0].Error != want || !found[0].ErrorHow {
		t.Errorf("deepseek: CheckSpaces(%v) = %+v, want %q", twice, found, want)
	}
	if found := mustGet(t, "openai-responses").(journey.SpaceChecker).CheckSpaces(twice, ""); len(found) != 0 {
		t.Errorf("openai-responses: CheckSpaces(%v) = %+v, want nothing: unknown", twice, found)
	}
}

func TestCountsOfTools(t *testing.T) {
	for _, c := range []struct {
		provider string
		count    int
		rule     string
		text     string
	}{
		{"azure-openai", 128, "", ""},
		{"azure-openai", 129, "too-many", "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 129 instead."},
		{"groq", 128, "", ""},
		{"groq", 129, "too-many", "'tools' : maximum number of items is 128"},
		{"xai", 1000, "", ""},
		{"xai", 1001, "too-many", ""},
		{"vllm", 0, "too-few", "`tools` must not be an empty array. Either provide at least one tool or omit the field entirely."},
		{"vllm", 5000, "", ""},
		{"ollama", 0, "", ""},
		{"openai-responses", 1000, "", ""},
		{"deepseek", 1000, "", ""},
	} {
		names := make([]journey.WireName, c.count)
		for i := range names {
			names[i].Name = journey.Wire("t" + strings.Repeat("x", i%40) + string(rune('a'+i/40)))
		}
		found := mustGet(t, c.provider).CheckRequest(names, "")
		switch {
		case c.rule == "" && len(found) == 0:
		case len(found) != 1 || found[0].Rule != c.rule || found[0].Error != c.text:
			t.Errorf("%s: CheckRequest of %d tools = %+v, want %q %q", c.provider, c.count, found, c.rule, c.text)
		}
	}
}

func TestTwoToolsOfOneName(t *testing.T) {
	same := []journey.WireName{{Name: "ticket_open"}, {Name: "ticket_open"}}
	pair := []journey.WireName{{Namespace: "atlas", Name: "search"}, {Namespace: "crm", Name: "search"}}
	fold := []journey.WireName{{Name: "Ticket"}, {Name: "ticket"}}
	for id, want := range map[string]string{
		"deepseek": "Tool names must be unique.", "xai": "invalid-argument: Duplicate tool names: ticket_open",
		"openai-responses": "", "azure-openai": "", "groq": "", "vllm": "", "ollama": "",
	} {
		p := mustGet(t, id)
		found := p.CheckRequest(same, "")
		if want == "" && len(found) > 0 || want != "" && (len(found) != 1 || found[0].Error != want) {
			t.Errorf("%s: CheckRequest(%v) = %+v, want %q", id, same, found, want)
		}
		for _, names := range [][]journey.WireName{pair, fold} {
			if found := p.CheckRequest(names, ""); len(found) > 0 {
				t.Errorf("%s: CheckRequest(%v) = %+v, want nothing", id, names, found)
			}
		}
	}
}

func TestMatch(t *testing.T) {
	declared := []journey.WireName{{Name: "a"}, {Namespace: "n", Name: "b"}}
	for _, c := range []struct {
		provider string
		place    journey.Place
		name     journey.WireName
		verdict  journey.Verdict
		text     string
	}{
		{"vllm", "tool_choice", journey.WireName{Name: "a"}, journey.VerdictAccept, ""},
		{"vllm", "tool_choice", journey.WireName{Name: "A"}, journey.VerdictReject, "The tool specified in `tool_choice` does not match any of the specified `tools`"},
		{"openai-responses", "tool_choice", journey.WireName{Name: "b"}, journey.VerdictReject, "Tool choice 'function' not found in 'tools' parameter."},
		{"groq", "model_echo", journey.WireName{Name: "a"}, journey.VerdictAccept, ""},
		{"groq", "model_echo", journey.WireName{Name: "listFiles"}, journey.VerdictReject, "Tool call validation failed: tool call validation failed: attempted to call tool 'listFiles' which was not in request.tools"},
		{"openai-chat", "model_echo", journey.WireName{Name: "listFiles"}, journey.VerdictUnknown, ""},
		{"openai-chat", "tool_choice", journey.WireName{Name: "nobody"}, journey.VerdictAccept, ""}, // no such check is known
	} {
		v, found := mustGet(t, c.provider).(journey.Matcher).Match(c.place, c.name, 0, declared, "")
		if v != c.verdict || (len(found) > 0) != (c.text != "") || len(found) > 0 && (found[0].Error != c.text || found[0].Rule != "unknown-name") {
			t.Errorf("%s: Match(%s, %v) = %v %+v, want %v %q", c.provider, c.place, c.name, v, found, c.verdict, c.text)
		}
	}
}

func TestRecogniseThoseWhoCopyOpenAI(t *testing.T) {
	for _, c := range []struct {
		text string
		want journey.Refusal
		who  string
	}{
		{"Error: 400 Tool call validation failed: tool call validation failed: attempted to call tool 'listFiles' which was not in request.tools",
			journey.Refusal{Place: "model_echo", Index: -1, Rule: "unknown-name", Name: "listFiles"}, "groq"},
		{"400 'tools' : maximum number of items is 128", journey.Refusal{Place: "tool_count", Path: "tools", Index: -1, Rule: "too-many", Limit: 128}, "groq"},
		{`{"error":"invalid-argument: Duplicate tool names: web_search"}`, journey.Refusal{Place: "declare", Index: -1, Rule: "duplicate-name", Name: "web_search"}, "xai"},
		{"The tool specified in `tool_choice` does not match any of the specified `tools`", journey.Refusal{Place: "tool_choice", Path: "tool_choice", Index: -1, Rule: "unknown-name"}, "vllm"},
		{"`tools` must not be an empty array. Either provide at least one tool or omit the field entirely.", journey.Refusal{Place: "tool_count", Path: "tools", Index: -1, Rule: "too-few", Limit: 1}, "vllm"},
		{"Tool choice 'function' not found in 'tools' parameter.", journey.Refusal{Place: "tool_choice", Path: "tool_choice", Index: -1, Rule: "unknown-name"}, "openai-responses vllm"},
		{"Tool names must be unique.", journey.Refusal{Place: "declare", Index: -1, Rule: "duplicate-name"}, "deepseek"},
		{"Duplicate namespace name 'codex_app' in input[14].tools[0]. Namespace names must be unique.",
			journey.Refusal{Place: "namespace", Path: "input[14].tools[0]", Index: -1, Rule: "duplicate-name", Name: "codex_app"}, "deepseek"},
		{"tool_use block missing required 'name' field", journey.Refusal{Place: "history_call", Index: -1, Rule: "too-short", Limit: 1}, "ollama"},
		{"Invalid 'tools[8].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
			journey.Refusal{Place: "declare", Path: "tools[8].function.name", Index: 8, Rule: "illegal-name"}, "azure-openai deepseek openai-chat"},
		{"Invalid 'tools[48].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
			journey.Refusal{Place: "declare", Path: "tools[48].name", Index: 48, Rule: "illegal-name"}, "azure-openai deepseek openai-responses"},
	} {
		var who []string
		for _, p := range provider.All() {
			got, ok := p.Recognise(c.text)
			if !ok {
				continue
			}
			who = append(who, p.Info().ID)
			if got != c.want {
				t.Errorf("%s: Recognise(%q) = %+v, want %+v", p.Info().ID, c.text, got, c.want)
			}
		}
		if got := strings.Join(who, " "); got != c.who {
			t.Errorf("Recognise(%q) by %q, want %q", c.text, got, c.who)
		}
	}
}
