package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"hopscope/journey"
)

// hostileCheck has findings with names that want to be something else.
func hostileCheck() Check {
	tool := func(name, file string, line int) journey.Naming {
		return journey.Naming{Tool: journey.Tool{Registered: journey.Registered(name), File: file, Line: line}, Ref: journey.Ref{Name: journey.Registered(name)}, RegisteredKnown: true}
	}
	plan := &journey.Plan{Tools: []journey.Naming{
		tool("a\n::error::b", "dir/a, b:c.json", 3), tool("[x](http://y)", "/abs/ü.txt", 0), tool("ok", "", 0),
	}}
	finding := func(rule string, s journey.Severity, message string, at ...int) *journey.CensusFinding {
		f := journey.CensusFinding{Rule: rule, Severity: s, Message: message, Fix: "100% \x1b[2J", Indexes: at, Tools: []string{}}
		for _, i := range at {
			f.Tools = append(f.Tools, string(plan.Tools[i].Ref.Name))
		}
		return &f
	}
	return NewCheck(CheckInput{
		Scheme: namedScheme{}, Plan: plan, Wires: []Wire{{Scheme: "named@2", Provider: "one"}},
		Results: []journey.CensusResult{{Findings: []*journey.CensusFinding{
			finding(journey.RuleSharedForm, journey.SeverityError, "a\n::error::b and [x](http://y) \u202e", 0, 1),
			finding(journey.RuleTooManyTools, journey.SeverityError, "too many"),
			finding(journey.RuleCaseTwin, journey.SeverityWarning, "known", 2),
		}}},
		Baseline: journey.NewBaseline([]journey.Accepted{
			{Rule: journey.RuleCaseTwin, Scheme: "named", Tools: []journey.Ref{{Name: "ok"}}},
			{Rule: journey.RuleCaseTwin, Scheme: "named", Tools: []journey.Ref{{Name: "gone"}}},
			{Rule: journey.RuleCaseTwin, Scheme: "other", Tools: []journey.Ref{{Name: "elsewhere"}}},
		}),
	})
}

// The schema is that of OASIS (SARIF 2.1.0 with errata 01, © OASIS Open), taken
// as it is.
func TestSARIFIsValid(t *testing.T) {
	t.Parallel()
	schema, err := jsonschema.NewCompiler().Compile("../../testdata/schema/sarif-2.1.0.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, checks := range map[string][]Check{"none": nil, "empty": {NewCheck(CheckInput{Scheme: namedScheme{}, Plan: &journey.Plan{}})}, "hostile": {hostileCheck(), hostileCheck()}} {
		var buf bytes.Buffer
		if err := CheckSARIF(&buf, checks, "1.2.3"); err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal(buf.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v\n%s", name, err, buf.Bytes())
		}
	}
	if err := schema.Validate(map[string]any{"version": "2.1.0"}); err == nil {
		t.Error("the schema takes a log without runs")
	}
}

func TestSARIFResult(t *testing.T) {
	t.Parallel()
	c := hostileCheck()
	run := newSarifRun(&c, "")
	if len(run.Results) != 3 {
		t.Fatalf("%d results, want 3", len(run.Results))
	}
	r := run.Results[0]
	if got := r.Locations[0].Physical; got.Artifact.URI != "dir/a,%20b:c.json" || got.Region.Line != 3 {
		t.Errorf("location %+v", got)
	}
	if got := r.Related[0].Physical.Artifact.URI; got != "file:///abs/%C3%BC.txt" {
		t.Errorf("related location %q", got)
	}
	if r.State != "new" || r.RuleIndex != 0 || run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
		t.Errorf("state %q, rule %d", r.State, r.RuleIndex)
	}
	if strings.Contains(r.Message.Text, "[x](") || strings.Contains(r.Message.Text, "\u202e") {
		t.Errorf("message %q holds a link or hidden characters", r.Message.Text)
	}
	if known := run.Results[2]; known.State != "unchanged" || len(known.Suppressions) != 1 {
		t.Errorf("a finding of the baseline is %+v", known)
	}
}

func TestCheckGitHub(t *testing.T) {
	t.Parallel()
	var buf bytes.Buffer
	if err := CheckGitHub(&buf, []Check{hostileCheck()}); err != nil {
		t.Fatal(err)
	}
	want := `::error file=dir/a%2C b%3Ac.json,line=3,title=shared-form::a\n::error::b and [x](http://y) <U+202E> Fix: 100%25 \x1b[2J
::error title=too-many-tools::too many Fix: 100%25 \x1b[2J
::notice title=gone from the baseline::case-twin gone
0 tools, 2 errors, 1 warning (2 new) under named@2
`
	if got := buf.String(); got != want {
		t.Errorf("CheckGitHub:\n%s\nwant:\n%s", got, want)
	}
}

func TestCheckText(t *testing.T) {
	t.Parallel()
	var buf bytes.Buffer
	if err := CheckText(&buf, hostileCheck()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 finding stands in the baseline", "gone from the baseline: case-twin  gone\n", `\x1b[2J`} {
		if !strings.Contains(buf.String(), want) {
			t.Errorf("no %q in:\n%s", want, buf.String())
		}
	}
	if strings.Contains(buf.String(), "elsewhere") || strings.ContainsAny(buf.String(), "\x1b\u202e") {
		t.Errorf("text tells of another scheme, or holds hidden characters:\n%s", buf.String())
	}
	list := []string{"a", "b", "c", "d", "e"}
	for n, want := range map[int]string{1: "a", 3: "a, b, c", 4: "a, b and 2 more", 5: "all 5 providers"} {
		if got := providersWord(list[:n], 5); got != want {
			t.Errorf("providersWord(%d of 5) = %q, want %q", n, got, want)
		}
	}
}

func TestFileURI(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"tools.json": "tools.json", "./a/b.json": "a/b.json", "/abs/a b": "file:///abs/a%20b", "a:b": "./a:b", "x/a:b": "x/a:b",
		"100%?#": "100%25%3F%23", "-": "-", "\xff": "%FF", `dir\f`: "dir/f",
	} {
		if got := fileURI(path); got != want {
			t.Errorf("fileURI(%q) = %q, want %q", path, got, want)
		}
	}
}
