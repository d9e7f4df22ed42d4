package diagnose

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"hopscope/journey"
)

func listOf(names ...string) journey.Catalog {
	c := journey.Catalog{Form: journey.FormRegistered}
	for _, n := range names {
		c.Tools = append(c.Tools, journey.Tool{Registered: journey.Registered(n)})
	}
	return c
}

func TestExplainError(t *testing.T) {
	for _, x := range []struct {
		text    string
		catalog []string
		kind    journey.Kind
		tool    string
		place   journey.Place
		rule    string
	}{
		{"Invalid 'tools[2].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
			[]string{"shell", "apply_patch", "notes.list"}, journey.KindIllegalName, "notes.list", journey.PlaceDeclare, "illegal-name"},
		{"Invalid 'tools[1].function.name': string too long. Expected a string with maximum length 64, but got a string with length 71 instead.",
			nil, journey.KindTooLong, "", journey.PlaceDeclare, "too-long"},
		{"messages.2.content.0.tool_use.name: String should have at most 200 characters",
			nil, journey.KindRequestInconsistent, "", journey.PlaceHistoryCall, "too-long"},
		{"tools: Tool names must be unique.", []string{"a", "a", "b"}, journey.KindDuplicateName, "a", journey.PlaceDeclare, "duplicate-name"},
		{"custom function name \"web_search\" is reserved", []string{"web_search"}, journey.KindReservedName, "web_search", journey.PlaceDeclare, "reserved-name"},
		{"Error: No such tool available: read", []string{"Read", "Bash"}, journey.KindCaseDrift, "Read", journey.PlaceModelEcho, "unknown-name"},
		{"Model tried to call unavailable tool 'Todo_Write'. Available tools: invalid, bash, todowrite.", nil, journey.KindSeparatorDrift, "todowrite", journey.PlaceModelEcho, "unknown-name"},
		{"unsupported call: zzqq", []string{"exec_command"}, journey.NoRelation, "zzqq", journey.PlaceModelEcho, "unknown-name"},
		{"No ToolCallback found for tool name: geocode", []string{"app_maps_geocode"}, journey.KindPrefixLost, "app_maps_geocode", journey.PlaceModelEcho, "unknown-name"},
	} {
		got, ok := ExplainError(x.text, listOf(x.catalog...))
		if !ok || got.Kind != x.kind || got.Tool != x.tool || got.Place != x.place || got.Rule != x.rule {
			t.Errorf("ExplainError(%q) = %v, %s %q at %q, rule %s; want %s %q at %q, rule %s",
				x.text, ok, got.Kind, got.Tool, got.Place, got.Rule, x.kind, x.tool, x.place, x.rule)
		}
	}
}

// A text that only one client words is judged against that client's tools.
func TestExplainErrorWithoutAList(t *testing.T) {
	for _, x := range []struct {
		text, who, tool string
		kind            journey.Kind
	}{
		{"Error: No such tool available: read", "claude-code", "Read", journey.KindCaseDrift},
		{"No such tool available: read", "claude-code", "Read", journey.KindCaseDrift},
		{"<tool_use_error>Error: No such tool available: bash_tool</tool_use_error>", "claude-code", "Bash", journey.KindForeignVocabulary},
		{"No such tool available: mcp__x__y", "claude-code", "mcp__x__y", journey.NoRelation},
		{"Unknown tool: foo", "mcp,cline,strands", "foo", journey.NoRelation},
	} {
		got, ok := ExplainError(x.text, journey.Catalog{})
		if who := strings.Join(got.Who, ","); !ok || who != x.who || got.Tool != x.tool || got.Kind != x.kind {
			t.Errorf("ExplainError(%q) = %v, %s %q by %q; want %s %q by %q", x.text, ok, got.Kind, got.Tool, who, x.kind, x.tool, x.who)
		}
	}
}

func TestExplainErrorLeavesOtherTextsAlone(t *testing.T) {
	for _, text := range []string{
		"", "bash: frob: command not found", "API Error: 529 overloaded_error", "ENOENT: no such file or directory, open 'a.txt'",
		"prompt is too long: 210000 tokens > 200000 maximum", "This model's maximum context length is 128000 tokens.",
	} {
		if got, ok := ExplainError(text, listOf("Bash")); ok {
			t.Errorf("ExplainError(%q) = %s, want nothing", text, got.Kind)
		}
	}
}

// Every refusal text of the provider vectors is read for what it is.
func TestExplainProviderTexts(t *testing.T) {
	for _, raw := range readCases(t, filepath.Join("..", "..", "testdata", "vectors", "providers.json")) {
		var c struct {
			ID, Where, Error, Reason string
			Names                    []string
			Seen                     bool `json:"error_seen"`
		}
		if err := json.Unmarshal(raw, &c); err != nil {
			t.Fatal(err)
		}
		if c.Error == "" || !c.Seen || c.Where == "call" {
			continue
		}
		if strings.HasPrefix(c.Error, "Function name was") && c.Where != "declare" {
			continue // one text for all places
		}
		got, ok := ExplainError(c.Error, listOf(c.Names...))
		if want := kindOfText(c.Where, c.Reason, c.Names); string(got.Kind) != want {
			t.Errorf("%s: ExplainError(%q) = %v %q, want %q", c.ID, c.Error, ok, got.Kind, want)
		}
	}
}

func kindOfText(where, reason string, names []string) string {
	switch where {
	case "tool_count", "call_id":
		return ""
	case "history_call", "history_result", "message_name", "tool_choice":
		return string(journey.KindRequestInconsistent)
	case "tool_reference":
		return string(journey.KindTooLong)
	case "namespace":
		return string(journey.KindDuplicateName)
	}
	switch {
	case len(names) == 2 && (names[0] == names[1] || strings.Contains(names[0], "(type")):
		return string(journey.KindDuplicateName)
	case strings.Contains(reason, "maximum") && !strings.Contains(reason, "outside"):
		return string(journey.KindTooLong)
	}
	return string(journey.KindIllegalName)
}

// What a text says and what the list holds must agree: a position that the list
// lacks, a name that fits, a value that no tool has, a form that is taken.
func TestExplainErrorAgainstAList(t *testing.T) {
	list := listOf("docs.open", "docs_open")
	const pattern = ": string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'."
	for _, x := range []struct{ text, what, seen, advice string }{
		{"Invalid 'tools[0].name'" + pattern, "The provider refused the request: docs.open has", "", "Send docs_open_2 and map it back"},
		{"Invalid 'tools[16].name'" + pattern, "docs.open has", "no position 17", "Send docs_open_2"},
		{"Invalid 'tools[1].name'" + pattern, "docs.open has", "At position 2 this list has docs_open", "Send docs_open_2"},
		{"Duplicate tool names: web_search", "The request has web_search twice", "", ""},
		{"tools: Tool names must be unique.", "may both be sent as docs_open", "", ""},
		{"* GenerateContentRequest.tools[0].function_declarations[1].name: Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.",
			"docs_open, which fits the rule", "", "Look up the name at this position"},
	} {
		got, ok := ExplainError(x.text, list)
		if !ok || got.Diagnosis == nil {
			t.Errorf("ExplainError(%q) finds nothing", x.text)
			continue
		}
		d, seen := got.Diagnosis, ""
		for _, e := range d.Evidence {
			seen += e.Text + "\n"
		}
		if !strings.Contains(d.What, x.what) || !strings.Contains(seen, x.seen) || !strings.Contains(d.Advice, x.advice) {
			t.Errorf("ExplainError(%q) = %q, seen %q, do %q; want %q, %q, %q", x.text, d.What, seen, d.Advice, x.what, x.seen, x.advice)
		}
	}
}
