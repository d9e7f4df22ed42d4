package diagnose

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

// tape builds a recording.
type tape struct {
	batch journey.Batch
	syms  map[string]journey.Sym
}

func newTape(client, version string) *tape {
	t := &tape{syms: map[string]journey.Sym{"": 0}}
	t.batch.Client = journey.Client{ID: client, Version: version, Label: client, Why: "field version"}
	return t
}

func (t *tape) sym(text string) journey.Sym {
	y, ok := t.syms[text]
	if !ok {
		y = journey.Sym(len(t.syms))
		t.syms[text] = y
		t.batch.Texts = append(t.batch.Texts, text)
	}
	return y
}

// call adds a row; line and turn count on.
func (t *tape) call(name string, class journey.Class, err string) *tape {
	n := uint32(len(t.batch.Rows) + 1)
	t.batch.Rows = append(t.batch.Rows, journey.Row{
		Line: 10 * n, RetLine: 10*n + 1, Turn: n, Name: t.sym(name), Class: class, Err: t.sym(err),
	})
	return t
}

// ran and unknown are the two usual calls.
func (t *tape) ran(names ...string) *tape {
	for _, n := range names {
		t.call(n, journey.ClassOK, "")
	}
	return t
}

func (t *tape) unknown(names ...string) *tape {
	for _, n := range names {
		t.call(n, journey.ClassUnknownTool, "Error: No such tool available: "+n)
	}
	return t
}

// offers adds a complete list before the next call.
func (t *tape) offers(names ...string) *tape {
	n := uint32(len(t.batch.Rows) + 1)
	p := journey.Snapshot{Line: 10*n - 5, Turn: n, Complete: true, Catalog: journey.Catalog{Form: journey.FormWire}}
	for _, name := range names {
		p.Catalog.Tools = append(p.Catalog.Tools, journey.Tool{Form: journey.FormWire, Wire: journey.WireName{Name: journey.Wire(name)}})
	}
	t.batch.Snapshots = append(t.batch.Snapshots, p)
	return t
}

func (t *tape) refused(err string) *tape {
	n := uint32(len(t.batch.Rows) + 1)
	t.batch.Requests = append(t.batch.Requests, journey.Request{Line: 10*n - 1, Turn: n, Error: err})
	return t
}

func (t *tape) session() *journey.Session {
	s := &journey.Session{Sources: []journey.Source{{Path: "a.jsonl"}}}
	s.Apply(t.batch)
	return s
}

func (t *tape) analyzer() *Analyzer { return New(Input{Session: t.session()}) }

func TestFindingUsesTheListInForce(t *testing.T) {
	a := newTape("claude-code", "2.1.332").
		offers("Bash", "mcp__atlas__find", "mcp__atlas__route").ran("Bash", "mcp__atlas__find").
		offers("Bash").unknown("mcp__atlas__find", "mcp__atlas__route").
		offers("Bash", "mcp__atlas__route").ran("mcp__atlas__route").
		analyzer()
	for row, want := range []struct {
		outcome journey.Outcome
		kind    journey.Kind
	}{
		{journey.OutcomeRan, ""}, {journey.OutcomeRan, ""},
		{journey.OutcomeUnknown, journey.KindVanished}, {journey.OutcomeUnknown, journey.KindVanished},
		{journey.OutcomeRan, ""},
	} {
		f := a.Finding(row)
		var kind journey.Kind
		if f.Diagnosis != nil {
			kind = f.Diagnosis.Kind
		}
		if f.Predicted.Outcome != want.outcome || kind != want.kind {
			t.Errorf("Finding(%d) = %s, %q; want %s, %q", row, f.Predicted.Outcome, kind, want.outcome, want.kind)
		}
		if f.Agrees == nil || !*f.Agrees {
			t.Errorf("Finding(%d) does not agree with the recording", row)
		}
		if !a.CatalogKnown(row) {
			t.Errorf("CatalogKnown(%d) = false, want true", row)
		}
	}
}

func TestFindingPlacesEvidenceAtItsRow(t *testing.T) {
	a := newTape("claude-code", "2.1.332").ran("Read").unknown("read", "read").analyzer()
	for row, want := range map[int]string{1: "line 21", 2: "line 31"} {
		d := a.Finding(row).Diagnosis
		if d == nil || d.Evidence[0].Where != want {
			t.Errorf("Finding(%d) evidence = %v, want its first at %s", row, d, want)
		}
	}
}

func TestHealthySessionHasNoDiagnosis(t *testing.T) {
	a := newTape("claude-code", "2.1.332").ran("Bash", "Read", "mcp__a__b", "advisor").
		call("Bash", journey.ClassToolFailed, "bash: frob: command not found").
		call("Edit", journey.ClassBadArguments, "InputValidationError").
		call("Write", journey.ClassDenied, "The user doesn't want to proceed").
		call("Bash", journey.ClassNoResult, "").
		call("Bash", journey.ClassCancelled, "aborted").
		refused("API Error: 529 overloaded").analyzer()
	for row := range a.in.Session.Rows {
		if d := a.Finding(row).Diagnosis; d != nil {
			t.Errorf("Finding(%d) = %s, want no diagnosis", row, d.Kind)
		}
		if got := a.Finding(row).Agrees; got != nil {
			t.Errorf("Finding(%d) agrees = %v on an assumed list, want unknown", row, *got)
		}
	}
	if d := a.Verdict(); d != nil {
		t.Errorf("Verdict = %s, want nothing", d.Kind)
	}
	if c := a.Causes(); len(c) != 0 {
		t.Errorf("Causes = %v, want none", c)
	}
}

func TestCausesJoinWhatOneThingExplains(t *testing.T) {
	a := newTape("claude-code", "2.1.332").offers("Bash", "Read", "Glob", "Edit").
		unknown("bash", "read", "glob", "bash", "functions.Edit", "functions.Bash", "zzqq").analyzer()
	var got []string
	for _, c := range a.Causes() {
		got = append(got, fmt.Sprintf("%s %v", c.Diagnosis.Kind, c.Calls))
	}
	want := []string{"case-drift [0 1 2 3]", "wrapper-decoration [4 5]", "no-relation [6]"}
	if !slices.Equal(got, want) {
		t.Errorf("Causes = %v, want %v", got, want)
	}
	if what := a.Causes()[0].Diagnosis.What; !strings.HasPrefix(what, "4 calls of 3 names") {
		t.Errorf("What = %q, want it to count calls and names", what)
	}
}

func TestVerdictPrefersTheRefusedRequest(t *testing.T) {
	a := newTape("claude-code", "2.1.332").offers("Bash", "docs.open").unknown("bash").
		refused(`API Error: 400 {"error":{"message":"tools.1.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"}}`).
		analyzer()
	d := a.Verdict()
	if d == nil || d.Kind != journey.KindIllegalName || d.Target != "docs.open" {
		t.Fatalf("Verdict = %+v, want illegal-name of docs.open", d)
	}
	q := a.Requests()
	if len(q) != 1 || q[0].Place != journey.PlaceDeclare || q[0].Diagnosis == nil {
		t.Errorf("Requests = %+v, want one at the declared tools", q)
	}
}

// TestRefusedEcho: Groq refuses an answer of the model, whose call has a name.
func TestRefusedEcho(t *testing.T) {
	a := newTape("claude-code", "2.1.332").offers("Bash", "Read").
		refused(`Tool call validation failed: tool call validation failed: attempted to call tool 'read' which was not in request.tools`).
		analyzer()
	q := a.Requests()
	if len(q) != 1 || q[0].Diagnosis == nil || q[0].Diagnosis.Kind != journey.KindCaseDrift || q[0].Diagnosis.Target != "Read" {
		t.Errorf("Requests = %+v, want one, of case drift to Read", q)
	}
}

func TestAnalyzerSeesTheSessionGrow(t *testing.T) {
	tp := newTape("claude-code", "2.1.332").unknown("paint")
	s := tp.session()
	a := New(Input{Session: s})
	if d := a.Finding(0).Diagnosis; d == nil || d.Kind != journey.NoRelation {
		t.Errorf("Finding(0) = %+v before Paint was seen, want no-relation", d)
	}
	rows := journey.Batch{Texts: []string{"Paint"}, Rows: []journey.Row{{Line: 30, Turn: 2, Name: journey.Sym(len(tp.syms)), Class: journey.ClassOK}}}
	s.Apply(rows)
	if d := a.Finding(0).Diagnosis; d == nil || d.Kind != journey.KindCaseDrift || d.Target != "Paint" {
		t.Errorf("Finding(0) = %+v after Paint ran, want case-drift of Paint", d)
	}
}

func TestNamespacePair(t *testing.T) {
	tp := newTape("codex", "0.171.0")
	tp.batch.Snapshots = []journey.Snapshot{{Line: 1, Complete: true, Catalog: journey.Catalog{Form: journey.FormWire, Tools: []journey.Tool{
		{Form: journey.FormWire, Wire: journey.WireName{Name: "exec_command"}},
		{Form: journey.FormWire, Wire: journey.WireName{Namespace: "mcp__word_craft", Name: "new_document"}},
	}}}}
	tp.call("mcp__word_craft__new_document", journey.ClassUnknownTool, "unsupported call: mcp__word_craft__new_document")
	d := tp.analyzer().Finding(0).Diagnosis
	if d == nil || d.Kind != journey.KindSeparatorDrift || d.Target != "mcp__word_craft.new_document" {
		t.Fatalf("Finding(0) = %+v, want separator-drift of the pair", d)
	}
	if want := `Send the call as namespace "mcp__word_craft", name "new_document". No tool needs a new name.`; d.Advice != want {
		t.Errorf("Advice = %q, want %q", d.Advice, want)
	}
}

// A listing of a server gives registered names; the recording's calls of the
// same tools are not counted a second time.
func TestGivenListingIsNotDoubled(t *testing.T) {
	s := newTape("claude-code", "2.0.37").ran("Bash", "mcp__docs__docs_open").unknown("docs.open").session()
	cat := journey.Catalog{Complete: true, Tools: []journey.Tool{{Registered: "docs.open", Server: "docs"}, {Registered: "close", Server: "docs"}}}
	a := New(Input{Session: s, Catalog: cat})
	var names []string
	for _, n := range a.Plan(-1).Tools {
		names = append(names, string(n.Wire.Name))
	}
	if want := []string{"mcp__docs__docs_open", "mcp__docs__close", "Bash"}; !slices.Equal(names, want) {
		t.Errorf("plan = %v, want %v", names, want)
	}
	if a.CatalogKnown(0) {
		t.Error("CatalogKnown = true, but the built-ins are assumed")
	}
}

func TestFit(t *testing.T) {
	s := newTape("x", "").ran("mcp__docs__docs_open").unknown("docs.open").session()
	cat := journey.Catalog{Complete: true, Tools: []journey.Tool{{Registered: "docs.open", Server: "docs"}, {Registered: "sh", Builtin: true}}}
	fits := New(Input{Session: s, Catalog: cat}).Fit()
	if len(fits) == 0 || fits[0].Agree != 2 {
		t.Fatalf("Fit = %+v, want a scheme that explains both names", fits)
	}
	for _, f := range fits {
		if want := map[string]int{"claude-code": 2, "verbatim": 0}; f.Names != 2 || f.Agree != want[f.Scheme.ID] && (f.Scheme.ID == "claude-code" || f.Scheme.ID == "verbatim") {
			t.Errorf("Fit of %s = %d of %d", f.Scheme.ID, f.Agree, f.Names)
		}
	}
	if got := newTape("x", "").ran("a").analyzer().Fit(); got != nil {
		t.Errorf("Fit on an assumed list = %v, want nothing", got)
	}
}

// BenchmarkFinding asks for every row of 200,000: 40 names, one in a hundred
// calls refused.
func BenchmarkFinding(b *testing.B) {
	t := newTape("claude-code", "2.1.332").offers("Bash", "Read", "Edit", "Write", "Glob")
	for i := range 200_000 {
		switch {
		case i%100 == 7:
			t.unknown(fmt.Sprintf("read_%d", i%20))
		default:
			t.ran([]string{"Bash", "Read", "Edit", "Write", "Glob"}[i%5])
		}
	}
	s := t.session()
	b.ResetTimer()
	for b.Loop() {
		a := New(Input{Session: s})
		for row := range s.Rows {
			a.Finding(row)
		}
	}
}

// BenchmarkCauses groups 20,000 refused calls of 200 names among 200,000.
func BenchmarkCauses(b *testing.B) {
	t := newTape("claude-code", "2.1.332").offers("Bash", "Read", "Edit", "Write", "Glob")
	for i := range 200_000 {
		if i%10 == 7 {
			t.unknown(fmt.Sprintf("read_%d", i%2000/10))
		} else {
			t.ran([]string{"Bash", "Read", "Edit", "Write", "Glob"}[i%5])
		}
	}
	s := t.session()
	b.ResetTimer()
	for b.Loop() {
		New(Input{Session: s}).Causes()
	}
}

// A listing of one server says nothing about the tools of the client, with or
// without the server's key.
func TestServerListingIsNotTheClientsList(t *testing.T) {
	for _, key := range []journey.Server{"", "docs"} {
		s := newTape("claude-code", "2.1.332").ran("Bash").unknown("read").session()
		a := New(Input{Session: s, Catalog: journey.Catalog{
			Complete: true, Tools: []journey.Tool{{Registered: "docs.open", Server: key}},
		}})
		for row := range s.Rows {
			f := a.Finding(row)
			if a.CatalogKnown(row) || f.Agrees != nil {
				t.Errorf("server %q: Finding(%d) agrees = %v on a known list, want an assumed one", key, row, f.Agrees)
			}
		}
		if got := a.Finding(0).Predicted.Outcome; got != journey.OutcomeRan {
			t.Errorf("server %q: Finding(0) = %s, want ran", key, got)
		}
	}
}

// What happened is judged by the rules of the client that made the recording,
// whichever scheme is looked through.
func TestDiagnosisIsAboutThePast(t *testing.T) {
	s := &journey.Session{}
	s.Apply(journey.Batch{
		Texts:  []string{"Read", "read", "No such tool available: read"},
		Client: journey.Client{ID: "claude-code", Version: "2.1.332", Why: "field version"},
		Rows: []journey.Row{
			{Name: 1, Ret: 1, Turn: 1, Line: 1},
			{Name: 2, Ret: 3, Turn: 2, Line: 2, Err: 3, Class: journey.ClassUnknownTool},
		},
	})
	other, err := scheme.Get("opencode")
	if err != nil {
		t.Fatal(err)
	}
	for _, sch := range []journey.Scheme{nil, other} {
		a := New(Input{Session: s, Scheme: sch})
		f := a.Finding(1)
		if f.Diagnosis == nil || f.Diagnosis.Kind != journey.KindCaseDrift || f.Diagnosis.Target != "Read" {
			t.Errorf("scheme %v: diagnosis %+v, want case-drift of Read", sch, f.Diagnosis)
		}
		if v := a.Verdict(); v == nil || v.Kind != journey.KindCaseDrift {
			t.Errorf("scheme %v: verdict %+v, want case-drift", sch, v)
		}
	}
	if f := New(Input{Session: s, Scheme: other}).Finding(1); f.Predicted.Outcome != journey.OutcomeRan {
		t.Errorf("opencode predicts %v for read, want ran", f.Predicted.Outcome)
	}
}

func TestDetectByShape(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]string{
		"openai-responses-tools": "openai-responses", "anthropic-tools": "anthropic-messages", "gemini-tools": "gemini",
		"bedrock-tools": "bedrock-converse", "name-list": "openai-chat",
	} {
		s := &journey.Session{Sources: []journey.Source{{Path: "x", Format: format}}}
		if _, p, _ := Detect(s); p.Info().ID != want {
			t.Errorf("Detect of %s = %s, want %s", format, p.Info().ID, want)
		}
	}
}
