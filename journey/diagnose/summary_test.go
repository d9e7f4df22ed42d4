package diagnose_test

import (
	"context"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/journey/scheme"
	"hopscope/sessions"
)

// ofCase reads a case file from a text.
func ofCase(t *testing.T, text string) *diagnose.Analyzer {
	t.Helper()
	l, op, err := sessions.Load(context.Background(), sessions.Options{Paths: []string{"-"}, Stdin: strings.NewReader(text)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { op.Close() })
	return diagnose.New(diagnose.Input{Session: l.Session, Catalog: l.Catalog, Bodies: l.Bodies})
}

func TestSummary(t *testing.T) {
	for _, x := range []struct{ name, text, verdict, titles, names, other string }{
		{"one cause", `{"client":"claude-code","catalog":["Read","Bash"],"calls":[
			{"call":"read","error":"Error: No such tool available: read"},{"call":"bash","error":"Error: No such tool available: bash"},
			{"call":"read","error":"Error: No such tool available: read"},{"call":"Read","result":"ok"}]}`,
			"One cause explains 3 failures.", "case-drift: 3 calls of 2 names", "read twice, bash", ""},
		{"two causes, the greater first", `{"client":"claude-code","catalog":["Read","Bash"],"calls":[
			{"call":"functions.Read","error":"Error: No such tool available: functions.Read"},
			{"call":"bash","error":"Error: No such tool available: bash"},{"call":"bash","error":"Error: No such tool available: bash"}]}`,
			"2 causes explain 3 failures.", "case-drift: 2 calls | wrapper-decoration: 1 call", "bash twice | functions.Read", ""},
		{"each its own", `{"client":"claude-code","catalog":["Read","Bash"],"calls":[
			{"call":"functions.Read","error":"Error: No such tool available: functions.Read"},{"call":"bash","error":"Error: No such tool available: bash"}]}`,
			"2 failures are about names, each with its own cause.", "wrapper-decoration: 1 call | case-drift: 1 call", "functions.Read | bash", ""},
		{"healthy", `{"client":"claude-code","catalog":["Read"],"calls":[{"call":"Read","result":"ok"}]}`, "No call failed.", "", "", ""},
		{"no name", `{"client":"claude-code","catalog":["Read"],"calls":[{"call":"Read","error":"File does not exist."}]}`,
			"No failure is about a name.", "", "", "1 tool failed"},
		{"the wrong tool ran", `{"client":"langchain","catalog":["send","send"],"registered":[{"server":"a","tool":"send"},{"server":"b","tool":"send"}],
			"calls":[{"call":"send","result":"sent by b"},{"call":"send","result":"sent by b"}]}`,
			"No call failed. 2 calls may have run the wrong tool.", "duplicate-name: 2 calls", "send twice", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := ofCase(t, x.text).Summary()
			var titles, names []string
			for i := range s.Causes {
				titles, names = append(titles, s.Causes[i].Title()), append(names, strings.Join(s.Causes[i].Names, ", "))
			}
			if s.Verdict != x.verdict || strings.Join(titles, " | ") != x.titles || strings.Join(names, " | ") != x.names || s.Other != x.other {
				t.Errorf("Summary = %q, %q, %q, other %q, want %q, %q, %q, other %q", s.Verdict, titles, names, s.Other, x.verdict, x.titles, x.names, x.other)
			}
		})
	}
}

// A recording of one version, looked at by the rules of another: the names that
// were called tell.
func TestFitTellsTheVersion(t *testing.T) {
	a := ofCase(t, `{"client":"claude-code","catalog":["Read"],"calls":[{"call":"Read","result":"ok"},
		{"call":"read","error":"Error: No such tool available: read"}]}`)
	fits := a.Fit()
	if len(fits) == 0 {
		t.Fatal("no fits")
	}
	inForce := 0
	for i, f := range fits {
		if f.InForce {
			inForce++
		}
		if f.Names != 2 || f.Agree > f.Names || i > 0 && f.Agree > fits[i-1].Agree {
			t.Errorf("fit %d = %+v", i, f)
		}
	}
	if inForce != 1 || !fits[0].InForce || fits[0].Agree != 2 {
		t.Errorf("best fit = %+v, in force %d, want the rules in force, once", fits[0], inForce)
	}
	if s := a.Summary(); s.Fit != "" {
		t.Errorf("Fit = %q, want nothing: the rules in force fit best", s.Fit)
	}
}

// Looked at by the rules of another version, the recording says which one fits.
func TestFitNamesTheBetterVersion(t *testing.T) {
	text := `{"client":"codex","client_version":"0.61.0","catalog":["mcp__word_craft__new_document"],
		"calls":[{"call":"mcp__word_craft__new_document","result":"ok"}]}`
	l, op, err := sessions.Load(context.Background(), sessions.Options{Paths: []string{"-"}, Stdin: strings.NewReader(text)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { op.Close() })
	sch, err := scheme.Get("strands")
	if err != nil {
		t.Fatal(err)
	}
	a := diagnose.New(diagnose.Input{Session: l.Session, Catalog: l.Catalog, Scheme: sch})
	if got, want := a.SchemeWhy(), "strands: as asked"; got != want {
		t.Errorf("SchemeWhy() = %q, want %q", got, want)
	}
	for _, f := range a.Fit() {
		if f.InForce != (f.Scheme.ID == "strands") {
			t.Errorf("in force: %+v", f.Scheme.ID)
		}
	}
}

// The class of a case's call is not to be trusted: one whose name broke did not
// get to a tool.
func TestNameFaultOfACaseReachedNoTool(t *testing.T) {
	for _, x := range []struct{ text, word string }{
		{`{"client":"x","catalog":["find"],"calls":[{"call":"findfind","result":""}]}`, "did not run"},
		{`{"client":"x","catalog":["edit_file"],"calls":[{"call":"str_replace_based_edit_tool","error":"Tool \"str_replace_based_edit_tool\" is not in the configured allowlist"}]}`, "refused"},
	} {
		a := ofCase(t, x.text)
		f := a.Finding(0)
		if f.Diagnosis == nil || f.Agrees == nil || !*f.Agrees {
			t.Errorf("%s: finding = %+v, want a diagnosis that agrees", x.text, f)
		}
		for _, stop := range a.Journey(0).Stops {
			if stop.Hop == journey.HopDispatch && stop.Word != x.word {
				t.Errorf("%s: dispatch = %q, want %q", x.text, stop.Word, x.word)
			}
		}
	}
}
