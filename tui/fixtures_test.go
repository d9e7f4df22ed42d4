package tui

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// Details made by hand, as the screens of the design show them.

// fakeProvider declares tools as one provider does and takes A-Z a-z 0-9 _ -.
type fakeProvider struct{ journey.Provider }

func (fakeProvider) Info() journey.ProviderInfo {
	return journey.ProviderInfo{ID: "anthropic-messages", Title: "Messages"}
}

func (fakeProvider) Rule(p journey.Place, _ string) (journey.NameRule, bool) {
	return journey.NameRule{Place: p, Pattern: "^[a-zA-Z0-9_-]{1,128}$", Chars: "A-Z a-z 0-9 _ -", Max: 128}, true
}

func (fakeProvider) Check(_ journey.Place, n journey.WireName, _ int, _ string) (journey.Verdict, []journey.Violation) {
	if strings.ContainsAny(string(n.Name), ". ") {
		return journey.VerdictReject, []journey.Violation{{Rule: "illegal-name", Detail: `"." is not taken`}}
	}
	return journey.VerdictAccept, nil
}

func (fakeProvider) CheckRequest([]journey.WireName, string) []journey.Violation { return nil }

func (p fakeProvider) Declare(n journey.Naming, i int) journey.Declaration {
	schema := `{ }`
	if n.Tool.Schema != "" {
		schema = "{\n    \"type\": \"object\"\n  }"
	}
	name := visible.JSONString(string(n.Wire.Name))
	if n.Wire.Namespace != "" {
		return journey.Declaration{
			Path: fmt.Sprintf("tools[%d].tools[4].name", i),
			JSON: "{\n  \"type\": \"namespace\",\n  \"name\": " + visible.JSONString(string(n.Wire.Namespace)) +
				",\n  \"tools\": [\n    {\n      \"name\": " + name + ",\n      \"parameters\": {\n        \"type\": \"object\"\n      }\n    }\n  ]\n}",
		}
	}
	return journey.Declaration{
		Path: fmt.Sprintf("tools[%d].name", i),
		JSON: "{\n  \"name\": " + name + ",\n  \"input_schema\": " + schema + "\n}",
	}
}

func (fakeProvider) Frame() (string, string) { return "{\n  \"tools\": [", "  ]\n}" }

// fakeScheme has an id, a rule and a note.
type fakeScheme struct {
	journey.Scheme
	info journey.SchemeInfo
	plan func(journey.Setting) journey.Plan
}

func (s fakeScheme) Info() journey.SchemeInfo              { return s.info }
func (s fakeScheme) Plan(set journey.Setting) journey.Plan { return s.plan(set) }

func namingOf(name string) journey.Naming {
	return journey.Naming{
		Tool:            journey.Tool{Registered: journey.Registered(name)},
		Ref:             journey.Ref{Name: journey.Registered(name)},
		RegisteredKnown: true, Safe: journey.Safe(name), SafeKnown: true,
		Wire: journey.WireName{Name: journey.Wire(name)},
	}
}

func planOf(tools ...journey.Naming) *journey.Plan {
	p := &journey.Plan{Tools: tools, ByWire: map[journey.WireName]int{}}
	for i, n := range tools {
		if n.Status == journey.Offered {
			p.ByWire[n.Wire] = i
		}
	}
	return p
}

// sessionOf makes a session of calls "name class".
func sessionOf(calls ...string) *journey.Session {
	s := &journey.Session{Sources: []journey.Source{{Path: "no-such-tool-2.0.37-excerpt.jsonl"}}}
	var b journey.Batch
	syms := map[string]journey.Sym{}
	for i, c := range calls {
		name, class, _ := strings.Cut(c, " ")
		cl := journey.ClassOK
		if class != "" {
			cl, _ = journey.ParseClass(class)
		}
		if syms[name] == 0 {
			b.Texts = append(b.Texts, name)
			syms[name] = journey.Sym(len(b.Texts))
		}
		b.Rows = append(b.Rows, journey.Row{
			Name: syms[name], Class: cl, Turn: uint32(i + 1), Line: uint32(8 + i*2), RetLine: uint32(9 + i*2), Ret: 1,
			Time: 1763378640000 + int64(i)*30000 + 0,
		})
	}
	b.Turns = uint32(len(calls))
	b.Lines = 60
	s.Apply(b)
	return s
}

// askDetail is the refused AskUserQuestion of Claude Code 2.0.37.
func askDetail() *detail {
	s := sessionOf("Read", "AskUserQuestion unknown-tool", "ExitPlanMode denied", "TodoWrite", "Edit", "Edit", "Edit", "Edit",
		"TodoWrite", "TodoWrite", "Task", "Bash tool-failed", "ExitPlanMode", "Bash", "Bash tool-failed")
	s.Rows[1].Time = 1763378670000
	s.Extras = map[uint32]journey.Extra{1: {ID: "toolu_013Cb6jhq7BVGV7NmaWZu4d7"}}
	s.Rows[1].Flags |= journey.FlagExtra
	call := s.Call(1)
	call.Error = "Error: No such tool available: AskUserQuestion"
	dg := &journey.Diagnosis{
		Kind: journey.KindNotOffered, Hop: journey.HopRegistered, Test: "test 12: built-in of this client",
		What: "Claude Code has a tool of this name, but this session did not offer it.",
		Evidence: []journey.Evidence{
			{Where: "line 11", Text: "No such tool available: AskUserQuestion. It came between 2.0.0 and 2.0.60; this is 2.0.37"},
			{Text: "It sent question, the tool takes questions"},
		},
		Advice: "Update to 2.0.60 or later, or let the agent ask in plain text. The name is right: renaming will not help.",
	}
	d := &detail{
		session: s, call: &call, args: `{"question":"I need to understand your goals before I start","header":1}`,
		plan:     planOf(namingOf("Task"), namingOf("ExitPlanMode"), namingOf("TodoWrite"), namingOf("Read"), namingOf("Edit"), namingOf("Bash")),
		scheme:   fakeScheme{info: journey.SchemeInfo{ID: "claude-code", Version: "2.1.20", Note: "2.1.20, the oldest known", Limit: 128}},
		provider: fakeProvider{}, json: newJSONPaint(),
		finding: &journey.Finding{Row: 1, Diagnosis: dg},
	}
	d.args = `{"question":"I need to understand your goals before I start"}`
	d.row = toolRow{name: "AskUserQuestion", tool: -1, calls: []uint32{1}, status: "unknown", mark: markUnknown, unknown: 1, failed: 1}
	const name = "AskUserQuestion"
	d.journey = journey.Journey{
		Break: journey.HopRegistered, Index: -1, Position: -1, Length: 15, Limit: 128, Call: &call, Diagnosis: dg,
		Identity: journey.Identity{PublicName: name, LookupKey: name + ", exact", StoredAs: name, CallID: call.ID},
		Stops: [6]journey.Stop{
			{Hop: journey.HopRegistered, State: journey.StopNone, Word: "not offered", Would: name, Source: "registered",
				Note: "not in this session, by the refusal", Mark: journey.NoteBad},
			{Hop: journey.HopSafe, State: journey.StopNone, Word: "not sent", Would: name,
				Note: "real name: built-ins keep theirs", Mark: journey.NoteSame},
			{Hop: journey.HopWire, State: journey.StopNotRecorded, Word: "absent", Assumed: true, Would: name},
			{Hop: journey.HopEcho, State: journey.StopKnown, Name: name, Word: "as written", Source: "line 10",
				Note: "real name, all 15 characters", Mark: journey.NoteSame},
			{Hop: journey.HopDispatch, State: journey.StopKnown, Word: "refused", Source: "line 11", Same: true, Short: "–"},
			{Hop: journey.HopReplay, State: journey.StopKnown, Name: name, Word: "sent again", Source: "turns 3 to 15", Same: true,
				Note: "the call and its refusal go along"},
		},
	}
	return d
}

const (
	dotOpen   = "mcp__word.craft__docs.open"
	underOpen = "mcp__word.craft__docs_open"
	safeOpen  = "mcp__word_craft__docs_open"
)

// clashDetail is docs.open and docs_open of a plain list under native.
func clashDetail() *detail {
	names := []string{"mcp__word.craft__new_document", dotOpen, underOpen, "mcp__word.craft__always_fails",
		"mcp__word.craft__a_very_long____well_over_sixty_four_characters", "tool_search", "agent", "task_stop",
		"send_message", "skill", "list_directory", "read_file", "grep_search", "glob", "edit", "write_file",
		"run_shell_command", "todo_write", "ask_user_question", "exit_plan_mode", "web_fetch", "monitor"}
	plan := &journey.Plan{ByWire: map[journey.WireName]int{}}
	for i, n := range names {
		x := namingOf(n)
		x.Tool.Line = i + 1
		x.Safe = journey.Safe(strings.ReplaceAll(n, ".", "_"))
		x.Wire.Name = journey.Wire(x.Safe)
		switch n {
		case dotOpen:
			x.Status, x.SharesWith, x.Reason = journey.LeftOut, []int{2}, "two share a form, neither is the form"
		case underOpen:
			x.Status, x.SharesWith, x.Reason = journey.LeftOut, []int{1}, "two share a form, neither is the form"
		case "tool_search":
			x.Status, x.Reason = journey.LeftOut, "the runtime owns this"
		}
		plan.Tools = append(plan.Tools, x)
	}
	plan.Warnings = []string{
		"tools ['tool_search'] are NOT offered to models: the runtime's own tools have those names; rename them",
		"tools '" + dotOpen + "' and others share a form",
	}
	census := &journey.CensusResult{Findings: []*journey.CensusFinding{
		{Rule: journey.RuleSharedForm, Tools: []string{dotOpen, underOpen}, Indexes: []int{1, 2}, Hop: journey.HopSafe,
			Message: dotOpen + " and " + underOpen + " are both sent as " + safeOpen + ", so native offers neither.",
			Fix:     "Rename one of the two in the server, for example docs.open to docs_open_by_id. What-if tries it without touching a file."},
		{Rule: journey.RuleLeftOut, Severity: journey.SeverityWarning, Tools: []string{"tool_search"}, Indexes: []int{5}},
	}}
	for i := range plan.Tools {
		j := journey.Judged{Naming: i, Declared: i, Verdict: journey.VerdictAccept}
		if plan.Tools[i].Status != journey.Offered {
			j.Declared = -1
		}
		census.Tools = append(census.Tools, j)
	}
	d := &detail{
		row:  toolRow{name: dotOpen, tool: 1, status: "clash", mark: markClash},
		plan: plan, census: census, findings: census.Findings[:1], provider: fakeProvider{}, json: newJSONPaint(),
		scheme: fakeScheme{info: journey.SchemeInfo{ID: "native",
			Rule: "native turns every character outside A-Z a-z 0-9 _ - into one _."}},
		catalogKnown: true, noTranscript: true,
	}
	d.journey = journey.Journey{
		Break: journey.HopSafe, Index: 1, Naming: &plan.Tools[1], Position: -1, Offered: 19, Length: 26, Limit: 64,
		Identity: journey.Identity{PublicName: dotOpen, LookupKey: "real name, exact", ApprovalKeys: []string{dotOpen}},
		Predicted: &journey.Prediction{Outcome: journey.OutcomeUnknown, Naming: -1,
			Error: "Error: unknown tool '" + safeOpen + "'"},
		Stops: [6]journey.Stop{
			{Hop: journey.HopRegistered, State: journey.StopKnown, Name: dotOpen, Word: "registered", Wide: "a legal registered name",
				Source: "registered", Note: "no server in a plain list: a name as it is"},
			{Hop: journey.HopSafe, State: journey.StopChanged, Name: safeOpen, Word: "shared", Wide: "same form as another", Same: true,
				Note: "shared with " + underOpen, Mark: journey.NoteClash},
			{Hop: journey.HopWire, State: journey.StopNone, Word: "left out"},
			{Hop: journey.HopEcho, State: journey.StopNone, Word: "a guess", Wide: "would be a guess", Source: "predicted",
				Note: "no call: the name is not in the request"},
			{Hop: journey.HopDispatch, State: journey.StopNone, Word: "refused", Wide: "if called, refused", Short: "unknown tool",
				Source: "if it were called", Note: "neither form nor real name finds a tool"},
			{Hop: journey.HopReplay, State: journey.StopNone, Word: "nothing", Wide: "nothing stored", Source: "stored",
				Note: "what the model said, word for word"},
		},
	}
	return d
}

// pairDetail is a Codex call that wrote namespace and name as one word.
func pairDetail() *detail {
	s := sessionOf("Read unknown-tool", "exec_command", "mcp__word_craft__new_document unknown-tool", "new_document", "exec_command tool-failed",
		"docs.open unknown-tool", "applypatch unknown-tool", "exec_command")
	call := s.Call(2)
	call.ID = "call_3"
	call.Error = "unsupported call: mcp__word_craft__new_document"
	n := namingOf("new_document")
	n.Ref.Server = "word_craft"
	n.Tool.Schema = `{"type":"object"}`
	n.Wire = journey.WireName{Namespace: "mcp__word_craft", Name: "new_document"}
	plan := planOf(namingOf("exec_command"), namingOf("apply_patch"), n)
	dg := &journey.Diagnosis{Kind: journey.KindSeparatorDrift, Hop: journey.HopEcho, Test: "test 9: equal but for separators",
		What:     "The model wrote namespace and name as one word; Codex knows only the pair.",
		Evidence: []journey.Evidence{{Where: "line 21", Text: "unsupported call: mcp__word_craft__new_document"}},
		Advice:   `Send the call as namespace "mcp__word_craft", name "new_document".`}
	d := &detail{session: s, call: &call, plan: plan, provider: fakeProvider{}, json: newJSONPaint(), catalogKnown: true, requestSeen: true,
		scheme: fakeScheme{info: journey.SchemeInfo{ID: "codex", Version: "0.171"}}, finding: &journey.Finding{Row: 2, Diagnosis: dg},
		row: toolRow{name: "mcp__word_craft__new_document", tool: -1, calls: []uint32{2}, status: "unknown", mark: markUnknown, unknown: 1, failed: 1}}
	d.journey = journey.Journey{Break: journey.HopEcho, Index: 2, Naming: &plan.Tools[2], Position: 2, Offered: 3, Length: 29, Limit: 128,
		Verdict: journey.VerdictAccept, Call: &call, Diagnosis: dg,
		Identity: journey.Identity{PublicName: "new_document", Namespace: "mcp__word_craft", Qualified: "mcp__word_craft · new_document",
			LookupKey: "(namespace, name), exact", CallID: "call_3"},
		Stops: [6]journey.Stop{
			{Hop: journey.HopRegistered, State: journey.StopKnown, Name: "new_document", Namespace: "word_craft", Word: "registered", Source: "registered"},
			{Hop: journey.HopSafe, State: journey.StopChanged, Name: "new_document", Namespace: "mcp__word_craft", Short: "2 fields", Word: "split in two", Same: true},
			{Hop: journey.HopWire, State: journey.StopKnown, Name: "new_document", Namespace: "mcp__word_craft", Short: "tools[8]…", Word: "sent", Same: true},
			{Hop: journey.HopEcho, State: journey.StopKnown, Name: "mcp__word_craft__new_document", Short: "1 field", Word: "glued", Source: "line 19", Same: true},
			{Hop: journey.HopDispatch, State: journey.StopKnown, Short: "–", Word: "refused", Source: "line 21"},
			{Hop: journey.HopReplay, State: journey.StopKnown, Name: "mcp__word_craft__new_document", Short: "1 field", Word: "sent again", Source: "turns 4 to 8", Same: true,
				Note: "no namespace field, so still unknown"},
		}}
	return d
}

// drawn is a part as the screen lays it out: heading, note at the right, body.
func drawn(p part, w int) string {
	rows := []line{sides(line{{text: p.title}}, p.noteLine(), w)}
	return textOf(append(rows, p.body...))
}

func textOf(rows []line) string {
	var b strings.Builder
	for _, l := range rows {
		b.WriteString(strings.TrimRight(l.plain(), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// sameText compares drawn rows with the rows wanted, which begin with a line end.
func sameText(t *testing.T, got, want string) {
	t.Helper()
	want = strings.TrimPrefix(want, "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", numbered(got), numbered(want))
	}
}

func numbered(s string) string {
	var b strings.Builder
	for i, l := range strings.Split(strings.TrimSuffix(s, "\n"), "\n") {
		fmt.Fprintf(&b, "%2d|%s|%d\n", i+1, l, utf8.RuneCountInString(l))
	}
	return b.String()
}
