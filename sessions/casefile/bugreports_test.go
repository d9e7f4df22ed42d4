package casefile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/sessions/casefile"
)

// verdict is the diagnosis of a case.
func verdict(c *casefile.Case) *journey.Diagnosis {
	var s journey.Session
	s.Apply(c.Batch(0))
	return diagnose.New(diagnose.Input{Session: &s, Catalog: c.Catalog(), Bodies: c.Bodies()}).Verdict()
}

// TestBugReports holds that the least a report says is enough: each case of
// bugreports.txtar gets the diagnosis that it expects.
func TestBugReports(t *testing.T) {
	a, err := txtar.ParseFile("testdata/bugreports.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		if !strings.HasSuffix(f.Name, ".case.json") {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			c, problems, err := casefile.Parse(f.Data)
			if err != nil || len(problems) > 0 || c.Expect == nil {
				t.Fatalf("Parse = %v, %v, expect %v", err, problems, c.Expect)
			}
			got := verdict(c)
			if got == nil {
				t.Fatalf("Verdict() = nil, want %s", c.Expect.Kind)
			}
			if string(got.Kind) != c.Expect.Kind || got.Target != c.Expect.Target ||
				got.Hop.String() != c.Expect.Hop && !slices.Contains(c.Expect.AcceptHops, got.Hop.String()) {
				t.Errorf("Verdict() = %s at %s, target %q, want %s at %s, target %q", got.Kind, got.Hop, got.Target, c.Expect.Kind, c.Expect.Hop, c.Expect.Target)
			}
		})
	}
}
