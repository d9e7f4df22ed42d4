package journey

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// railText writes a journey as the rail draws it, with the break as ✗, then
// the words, wide where wide is set.
func railText(j *Journey, wide bool) string {
	var line, words strings.Builder
	for i, s := range j.Stops {
		if i > 0 {
			line.WriteString(map[bool]string{true: "━", false: "╌"}[s.Same])
		}
		mark := map[StopState]string{StopKnown: "●", StopChanged: "◆", StopNone: "○", StopNotRecorded: "○", StopDrift: "≠"}[s.State]
		if s.Hop == j.Break {
			mark = "✗"
		}
		line.WriteString(mark)
		form, word := s.Short, s.Word
		if form == "" {
			form = s.Name
		}
		if form == "" {
			form = "–"
		}
		if wide && s.Wide != "" {
			word = s.Wide
		}
		fmt.Fprintf(&words, "\n%s: %s: %s", s.Hop.Title(), form, word)
	}
	return line.String() + words.String()
}

func checkRail(t *testing.T, j *Journey, wide bool, want string) {
	t.Helper()
	want = strings.ReplaceAll(strings.TrimSpace(want), "\t", "")
	if got := railText(j, wide); got != want {
		t.Errorf("rail:\n%s\nwant:\n%s", got, want)
	}
}

type stopWant struct {
	hop    Hop
	note   string
	mark   NoteMark
	source string
}

func checkStops(t *testing.T, j *Journey, want []stopWant) {
	t.Helper()
	for _, w := range want {
		s := j.At(w.hop)
		if s.Note != w.note || s.Mark != w.mark || s.Source != w.source {
			t.Errorf("%s: note %q mark %d source %q, want %q %d %q", w.hop, s.Note, s.Mark, s.Source, w.note, w.mark, w.source)
		}
	}
}

// The screen of a refused built-in: nobody recorded the declared tools.
func TestTraceNotOffered(t *testing.T) {
	t.Parallel()
	j := Trace(TraceInput{
		Plan: plainPlan(named("Task", "Read")...), Scheme: fakeScheme{note: "2.1.20, the oldest known"}, Provider: fakeProvider{}, Tool: -1, Turns: 15,
		Call:    &Call{Turn: 2, Line: 10, RetLine: 11, ID: "toolu_1", Called: Called{Name: "AskUserQuestion"}, Class: ClassUnknownTool, Error: "Error: No such tool available: AskUserQuestion"},
		Finding: &Finding{Predicted: Prediction{Outcome: OutcomeUnknown, Assumed: true, Naming: -1}, Diagnosis: &Diagnosis{Kind: KindNotOffered, Hop: HopRegistered, Target: "AskUserQuestion"}},
	})
	checkRail(t, &j, false, `
		✗╌○╌○╌●━●━●
		Real name: –: not offered
		Safe form: –: not sent
		Wire shape: –: absent
		Model echo: AskUserQuestion: as written
		Dispatch: –: refused
		History: AskUserQuestion: sent again`)
	checkStops(t, &j, []stopWant{
		{HopRegistered, "not in this session, by the refusal", NoteBad, ""},
		{HopSafe, "real name: built-ins keep theirs", NoteSame, ""},
		{HopWire, "no entry AskUserQuestion", NoteBad, ""},
		{HopEcho, "real name, all 15 characters", NoteSame, "line 10"},
		{HopDispatch, "", NotePlain, "line 11"},
		{HopReplay, "the call and its refusal go along", NotePlain, "turns 3 to 15"},
	})
	if w := j.At(HopWire); w.State != StopNotRecorded || !w.Assumed {
		t.Errorf("wire: state %v assumed %v, want not-recorded, assumed", w.State, w.Assumed)
	}
	if s := j.At(HopSafe); s.Would != "AskUserQuestion" || j.Length != 15 {
		t.Errorf("safe would be %q, length %d, want AskUserQuestion, 15", s.Would, j.Length)
	}
	if id := j.Identity; id.CallID != "toolu_1" || id.StoredAs != "AskUserQuestion" || id.PublicName != "AskUserQuestion" {
		t.Errorf("Identity = %+v", id)
	}
	if j.Index != -1 || j.Naming != nil || j.Position != -1 || j.Offered != 2 {
		t.Errorf("Index %d Position %d Offered %d, want -1, -1, 2", j.Index, j.Position, j.Offered)
	}
}

// The screen of a clash under a scheme that leaves both out, without a call.
func TestTraceClash(t *testing.T) {
	t.Parallel()
	plan := sanitised(named("mcp__w.c__docs.open", "mcp__w.c__docs:open", "agent")...)
	plan.Setting.Catalog.Source = "names.txt (plain list)"
	for i := range plan.Tools { // as the reader of plain lists makes them
		plan.Tools[i].Tool.Builtin, plan.Tools[i].Tool.Line = true, i+1
	}
	j := Trace(TraceInput{Plan: plan, Scheme: fakeScheme{}, Provider: fakeProvider{}, Tool: 0, CatalogKnown: true})
	checkRail(t, &j, true, `
		●━✗╌○╌○╌○╌○
		Real name: mcp__w.c__docs.open: a legal registered name
		Safe form: mcp__w_c__docs_open: same form as another
		Wire shape: –: left out
		Model echo: –: would be a guess
		Dispatch: unknown tool: if called, refused
		History: –: nothing stored`)
	checkRail(t, &j, false, `
		●━✗╌○╌○╌○╌○
		Real name: mcp__w.c__docs.open: registered
		Safe form: mcp__w_c__docs_open: . to _
		Wire shape: –: left out
		Model echo: –: a guess
		Dispatch: unknown tool: refused
		History: –: not stored`)
	checkStops(t, &j, []stopWant{
		{HopRegistered, "no server in a plain list: a name as it is", NotePlain, ""},
		{HopSafe, "shared with mcp__w.c__docs:open", NoteClash, "a test"},
		{HopWire, "docs.open and docs:open would stand here", NoteBad, ""},
		{HopEcho, "no call: the name is not in the request", NotePlain, "predicted"},
		{HopDispatch, "neither form nor real name finds a tool", NotePlain, "if it were called"},
		{HopReplay, "a stored call of an earlier catalog would now be unknown", NotePlain, "stored"},
	})
	if j.Predicted == nil || j.Predicted.Error != "unknown tool 'mcp__w_c__docs_open'" {
		t.Errorf("Predicted = %+v", j.Predicted)
	}
}

func codexPlan() *Plan {
	p := &Plan{ByWire: map[WireName]int{}}
	for i, name := range []string{"always_fails", "new_document"} {
		w := WireName{"mcp__word_craft", Wire(name)}
		p.Tools = append(p.Tools, Naming{
			Tool: Tool{Form: FormWire, Wire: w, Server: "word_craft"}, Ref: Ref{Server: "word_craft", Name: Registered(name)}, RegisteredKnown: true,
			Safe: Safe("mcp__word_craft__" + name), SafeKnown: true, Wire: w, Rule: "split in two",
		})
		p.ByWire[w] = i
	}
	return p
}

// The screen of a namespace and a name that came back as one word.
func TestTraceGlued(t *testing.T) {
	t.Parallel()
	j := Trace(TraceInput{
		Plan: codexPlan(), Scheme: fakeScheme{}, Provider: fakeProvider{}, Tool: -1, CatalogKnown: true, RequestSeen: true, Turns: 8,
		Call:    &Call{Turn: 3, Line: 19, RetLine: 21, ID: "call_3", Called: Called{Name: "mcp__word_craft__new_document"}, Class: ClassUnknownTool},
		Finding: &Finding{Predicted: Prediction{Outcome: OutcomeUnknown, Naming: -1}, Diagnosis: &Diagnosis{Kind: KindSeparatorDrift, Hop: HopEcho, Target: "mcp__word_craft__new_document"}},
	})
	checkRail(t, &j, false, `
		●━◆━●━✗╌●━●
		Real name: new_document: registered
		Safe form: 2 fields: split in two
		Wire shape: tools[1]: sent
		Model echo: 1 field: glued
		Dispatch: –: refused
		History: 1 field: sent again`)
	checkStops(t, &j, []stopWant{{HopReplay, "no namespace field, so still unknown", NotePlain, "turns 4 to 8"}, {HopWire, "name rule ok: A-Z a-z 0-9 _ -", NotePlain, "tools[1].name"}})
	if j.Index != 1 || j.Length != 15+12+2 || j.Identity.CallID != "call_3" {
		t.Errorf("Index %d Length %d call id %q, want 1, 29, call_3", j.Index, j.Length, j.Identity.CallID)
	}
}

// The screen of a stored name that means another tool later.
func TestTraceDrift(t *testing.T) {
	t.Parallel()
	then, now := sanitised(named("docs.open", "read")...), sanitised(named("docs.open", "docs_open", "read")...)
	call := &Call{Turn: 1, Called: Called{Name: "docs_open"}, Class: ClassOK}
	in := TraceInput{
		Plan: then, Later: now, Scheme: fakeScheme{}, Provider: fakeProvider{}, Tool: 0, CatalogKnown: true, Turns: 5, Call: call,
		Finding: &Finding{Predicted: Prediction{Outcome: OutcomeRan, Tool: &then.Tools[0].Ref, Stored: call.Called}, Diagnosis: &Diagnosis{Kind: KindAliasMoved, Hop: HopReplay}},
	}
	j := Trace(in)
	checkRail(t, &j, false, `
		●━◆━●━●━●━✗
		Real name: docs.open: registered
		Safe form: docs_open: . to _
		Wire shape: tools[0]: sent
		Model echo: docs_open: as declared
		Dispatch: docs.open: ran
		History: docs_open: another tool`)
	if s := j.At(HopReplay); s.State != StopDrift || s.Note != "said about docs.open, read as docs_open" || s.Mark != NoteDrift {
		t.Errorf("history: %v %q", s.State, s.Note)
	}
	in.Later = sanitised(named("read")...)
	if j := Trace(in); j.At(HopReplay).Word != "gone" {
		t.Errorf("history without the tool: %q, want gone", j.At(HopReplay).Word)
	}
	in.Later = then
	in.Finding.Diagnosis = nil
	if j := Trace(in); j.At(HopReplay).Word != "sent again" || j.Break != HopNone {
		t.Errorf("history of the same catalog: %q, break %v, want sent again, none", j.At(HopReplay).Word, j.Break)
	}
}

func TestTraceClasses(t *testing.T) {
	t.Parallel()
	plan := plainPlan(named("Read")...)
	tests := []struct {
		class Class
		want  string
		state StopState
		word  string
	}{
		{ClassOK, "Read", StopKnown, "ran"},
		{ClassToolFailed, "Read", StopKnown, "ran"},
		{ClassBadArguments, "Read", StopKnown, "refused"},
		{ClassDenied, "Read", StopKnown, "refused"},
		{ClassNoResult, "", StopNotRecorded, "no result"},
		{ClassCancelled, "", StopNotRecorded, "cancelled"},
		{ClassUnreadable, "", StopNotRecorded, "unreadable"},
		{ClassUnknownTool, "", StopKnown, "refused"},
		{ClassNotEnabled, "", StopKnown, "refused"},
	}
	for _, tt := range tests {
		t.Run(tt.class.String(), func(t *testing.T) {
			j := Trace(TraceInput{Plan: plan, Scheme: fakeScheme{}, Tool: 0, Turns: 1, Call: &Call{Turn: 1, Called: Called{Name: "Read"}, Class: tt.class}, Finding: &Finding{}})
			s := j.At(HopDispatch)
			if s.Name != tt.want || s.State != tt.state || s.Word != tt.word {
				t.Errorf("dispatch of %v = %q %v %q, want %q %v %q", tt.class, s.Name, s.State, s.Word, tt.want, tt.state, tt.word)
			}
			if j.Break != HopNone {
				t.Errorf("%v breaks at %v, want none: there is no diagnosis", tt.class, j.Break)
			}
			if s := j.At(HopReplay); s.Source != "no later turn" || s.Word != "stored" {
				t.Errorf("history of the last turn: %q %q, want stored, no later turn", s.Word, s.Source)
			}
		})
	}
}

func TestTraceEchoWords(t *testing.T) {
	t.Parallel()
	plan := plainPlan(named("Read", "docs_open")...)
	tests := []struct {
		name, echo, target string
		want               string
	}{
		{"as declared", "Read", "Read", "as declared"},
		{"case", "read", "Read", "other capitals"},
		{"another spelling", "docs-open", "docs_open", "as written"},
		{"no relation", "frobnicate", "", "as written"},
		{"empty", "", "", "empty"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j := Trace(TraceInput{
				Plan: plan, Scheme: fakeScheme{}, Tool: -1, CatalogKnown: true, Call: &Call{Called: Called{Name: Echo(tt.echo)}, Class: ClassUnknownTool},
				Finding: &Finding{Diagnosis: &Diagnosis{Kind: KindNearMiss, Hop: HopEcho, Target: tt.target}},
			})
			if got := j.At(HopEcho).Word; got != tt.want {
				t.Errorf("echo of %q = %q, want %q", tt.echo, got, tt.want)
			}
			if j.Break != HopEcho {
				t.Errorf("Break = %v, want echo", j.Break)
			}
		})
	}
}

func TestTracePredicted(t *testing.T) {
	t.Parallel()
	plan := sanitised(named("docs.open", "read", "m.x", "m_x")...)
	tests := []struct {
		name string
		tool int
		want string
	}{
		{"would run", 0, `
		●━◆━●━●━●━●
		Real name: docs.open: registered
		Safe form: docs_open: . to _
		Wire shape: tools[0]: sent
		Model echo: docs_open: as declared
		Dispatch: docs.open: would run
		History: docs_open: stored`},
		{"unchanged", 1, `
		●━●━●━●━●━●
		Real name: read: registered
		Safe form: read: unchanged
		Wire shape: tools[1]: sent
		Model echo: read: as declared
		Dispatch: read: would run
		History: read: stored`},
		{"another tool has the name", 2, `
		●━✗╌○╌○╌≠━●
		Real name: m.x: registered
		Safe form: m_x: . to _
		Wire shape: –: left out
		Model echo: –: a guess
		Dispatch: m_x: another tool
		History: m_x: stored`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j := Trace(TraceInput{Plan: plan, Scheme: fakeScheme{}, Provider: fakeProvider{}, Tool: tt.tool, CatalogKnown: true})
			checkRail(t, &j, false, tt.want)
		})
	}
}

func TestTraceRejected(t *testing.T) {
	t.Parallel()
	plan := plainPlan(named("read", "docs.open")...)
	census := Census(plan, fakeProvider{}, "")
	for _, c := range []*CensusResult{nil, &census} {
		j := Trace(TraceInput{Plan: plan, Scheme: fakeScheme{}, Provider: fakeProvider{}, Tool: 1, CatalogKnown: true, Census: c})
		if j.Break != HopWire || j.Verdict != VerdictReject || len(j.Violations) != 1 {
			t.Errorf("Break %v Verdict %v, want wire, reject", j.Break, j.Verdict)
		}
		if s := j.At(HopWire); s.Note != "character outside the allowed set" || s.Mark != NoteBad {
			t.Errorf("wire note %q", s.Note)
		}
		if j.Limit != 20 || j.Length != 9 || j.Position != 1 {
			t.Errorf("Length %d Limit %d Position %d, want 9, 20, 1", j.Length, j.Limit, j.Position)
		}
	}
}

func TestTraceChain(t *testing.T) {
	t.Parallel()
	d := &Diagnosis{Kind: KindNotOffered, Hop: HopDispatch, First: &Fault{KindLossyCollision, HopSafe}}
	j := Trace(TraceInput{Plan: plainPlan(named("a")...), Tool: 0, Call: &Call{Class: ClassUnknownTool}, Finding: &Finding{Diagnosis: d}})
	if j.Break != HopDispatch || j.First != HopSafe {
		t.Errorf("Break %v First %v, want dispatch, safe", j.Break, j.First)
	}
}

func TestTraceReturn(t *testing.T) {
	t.Parallel()
	in := TraceInput{
		Plan: plainPlan(named("Read")...), Tool: -1, Call: &Call{Called: Called{Name: "gw_Read"}, Class: ClassUnknownTool},
		Finding: &Finding{Diagnosis: &Diagnosis{Kind: KindRenameLeak, Hop: HopReturn, Target: "Read"}},
		Capture: &Capture{Stages: []Stage{{"declared", "Read"}, {"sent", "gw_Read"}, {"provider_returned", "Read"}, {"delivered", "gw_Read"}}},
	}
	j := Trace(in)
	if j.Return == nil || j.Return.Name != "gw_Read" || j.At(HopReturn) != j.Return {
		t.Fatalf("Return = %+v, want gw_Read", j.Return)
	}
	if s := j.At(HopEcho); s.Name != "Read" || s.Word != "as declared" {
		t.Errorf("echo %q %q, want Read, as declared", s.Name, s.Word)
	}
	if j.At(HopDispatch).Same {
		t.Error("something came over from the return that breaks")
	}
	in.Capture.Stages[3].Name = "other"
	if j := Trace(in); j.Return != nil {
		t.Errorf("the capture is of another name, but Return = %+v", j.Return)
	}
}

func TestTraceUnlistedNameThatRan(t *testing.T) {
	t.Parallel()
	j := Trace(TraceInput{Plan: plainPlan(named("Read")...), Scheme: fakeScheme{}, Tool: -1, CatalogKnown: true, Turns: 3, Call: &Call{Turn: 1, Called: Called{Name: "Write"}}, Finding: &Finding{}})
	checkRail(t, &j, false, `
		○╌○╌○╌●━●━●
		Real name: –: not listed
		Safe form: –: not recorded
		Wire shape: –: not recorded
		Model echo: Write: as written
		Dispatch: Write: ran
		History: Write: sent again`)
}

func TestTraceNothing(t *testing.T) {
	t.Parallel()
	for _, in := range []TraceInput{{Tool: -1}, {Tool: 7, Plan: &Plan{}}, {Tool: -1, Plan: &Plan{}, Call: &Call{}}, {Tool: 3, Call: &Call{}, Finding: &Finding{Diagnosis: &Diagnosis{Target: "x"}}}} {
		j := Trace(in)
		if j.Index != -1 || j.At(HopNone) != nil || j.Stops[5].Hop != HopReplay {
			t.Errorf("Trace(%+v) = %+v", in, j)
		}
	}
}

// One journey among 100, 1,000 and 10,000 tools; 0.3 ms among 5,000.
func BenchmarkTrace(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		in := TraceInput{Plan: manyTools(n), Scheme: fakeScheme{}, Provider: fakeProvider{}, Tool: n * 4 / 5, CatalogKnown: true}
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				Trace(in)
			}
		})
	}
}
