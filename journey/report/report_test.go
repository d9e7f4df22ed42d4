package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
	"hopscope/journey/visible"
)

func TestComma(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 48210: "48,210", 1234567: "1,234,567"} {
		if got := comma(n); got != want {
			t.Errorf("comma(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 tools", 1: "1 tool", 1200: "1,200 tools"} {
		if got := plural(n, "tool", "tools"); got != want {
			t.Errorf("plural(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestJSONEscapesHidden(t *testing.T) {
	in := map[string]string{"name": "a\u202eb\u200b\x1b[2J\u009bé\U000e0041"}
	var buf bytes.Buffer
	if err := JSON(&buf, in); err != nil {
		t.Fatal(err)
	}
	want := "{\n  \"name\": \"a\\u202eb\\u200b\\u001b[2J\\u009bé\\udb40\\udc41\"\n}\n"
	if got := buf.String(); got != want {
		t.Errorf("JSON = %q, want %q", got, want)
	}
	var back map[string]string
	if err := json.Unmarshal(buf.Bytes(), &back); err != nil || back["name"] != in["name"] {
		t.Errorf("read back %q, %v; want %q", back["name"], err, in["name"])
	}
}

func TestRowsAlign(t *testing.T) {
	b := &strings.Builder{}
	writeRows(b, [][]string{{"name", "status", ""}, {"日本", "offered", ""}, {"docs_open", "left out", "clash"}})
	want := "  name       status\n  日本       offered\n  docs_open  left out  clash\n"
	if got := b.String(); got != want {
		t.Errorf("writeRows =\n%s\nwant\n%s", got, want)
	}
}

// namedScheme is a scheme of which only the id matters.
type namedScheme struct{ journey.Scheme }

func (namedScheme) Info() journey.SchemeInfo { return journey.SchemeInfo{ID: "named", Version: "2"} }

func TestNewCheckMergesProviders(t *testing.T) {
	clash := journey.CensusFinding{Rule: journey.RuleSharedForm, Severity: journey.SeverityError, Tools: []string{"a.b", "a_b"}, Message: "m", Hop: journey.HopSafe}
	twin := journey.CensusFinding{Rule: journey.RuleCaseTwin, Severity: journey.SeverityWarning, Tools: []string{"a", "A"}, Hop: journey.HopRegistered}
	refused := journey.CensusFinding{Rule: journey.RuleRejected, Severity: journey.SeverityError, Tools: []string{"a.b"}, Message: "the dot", Hop: journey.HopWire, Judged: true, Neutral: "a dot"}
	c := NewCheck(CheckInput{Scheme: namedScheme{}, Plan: &journey.Plan{}, Wires: []Wire{{Provider: "one"}, {Provider: "two"}}, Results: []journey.CensusResult{
		{Findings: []*journey.CensusFinding{&twin, &clash, &refused}},
		{Findings: []*journey.CensusFinding{&clash, &twin, &refused}},
	}})
	var got []string
	for _, f := range c.Findings {
		got = append(got, f.Rule+" "+strings.Join(f.Providers, "+"))
	}
	want := []string{"shared-form ", "rejected one+two", "case-twin "}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("findings = %q, want %q", got, want)
	}
	if n := c.Count(journey.SeverityError); n != 2 {
		t.Errorf("errors = %d, want 2", n)
	}
}

// Escaping part by part gives the same document as escaping it whole.
func TestJSONInParts(t *testing.T) {
	for _, unit := range []string{"a", "日", "\u202e", "\xff", "👩\u200d💻", "\x1b"} {
		v := strings.Repeat(unit, 3*escapedPart/len(unit))
		var whole, parts bytes.Buffer
		e := json.NewEncoder(&whole)
		e.SetEscapeHTML(false)
		if err := errors.Join(e.Encode(v), Line(&parts, v)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(parts.Bytes(), visible.JSON(whole.Bytes())) {
			t.Errorf("%+q many times: escaped in parts it is another document", unit)
		}
	}
}

// Of ten thousand tools with one form each would list all the others.
func TestWireNamesFewOfManyThatShare(t *testing.T) {
	var tools []journey.Tool
	for i := range 100 {
		tools = append(tools, journey.Tool{Server: journey.Server("s" + strconv.Itoa(i)), Registered: "same"})
	}
	s, err := scheme.Get("verbatim")
	if err != nil {
		t.Fatal(err)
	}
	p, err := provider.Get("openai-chat")
	if err != nil {
		t.Fatal(err)
	}
	plan := s.Plan(journey.Setting{Catalog: journey.Catalog{Tools: tools, Complete: true}})
	census := journey.Census(&plan, p, "")
	w := NewWire(WireInput{Scheme: s, Provider: p, Plan: &plan, Census: census})
	if got := len(w.Tools[50].SharesWith); got != sharedNames {
		t.Errorf("tool 50 of 100 names %d that share its form, want %d", got, sharedNames)
	}
	if got := census.Count(journey.RuleDuplicate); got != 1 || len(census.Findings[0].Tools) != 100 {
		t.Errorf("%d findings of duplicates, the first with %d tools, want 1 with 100", got, len(census.Findings[0].Tools))
	}
}

func TestNamesOfFindings(t *testing.T) {
	if got, want := names([]string{"", "a\x1b"}), `(empty), a\x1b`; got != want {
		t.Errorf("names = %q, want %q", got, want)
	}
}
