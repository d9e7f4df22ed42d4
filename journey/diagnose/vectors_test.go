package diagnose

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/sessions/casefile"
)

// vectorCase is one case of testdata/vectors/failure-kinds.json.
type vectorCase struct {
	ID     string `json:"id"`
	Expect struct {
		Kind        string   `json:"kind"`
		Hop         string   `json:"hop"`
		Target      *string  `json:"target"`
		AcceptHops  []string `json:"accept_hops"`
		AcceptKinds []string `json:"accept_kinds"`
	} `json:"expect"`
}

func readCases(t testing.TB, name string) (raws []json.RawMessage) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []json.RawMessage }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return file.Cases
}

func caseSession(t testing.TB, raw []byte) *journey.Session {
	t.Helper()
	c, _, err := casefile.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	s := &journey.Session{Sources: []journey.Source{{Path: "case"}}}
	s.Apply(c.Batch(0))
	return s
}

func judgeCase(t testing.TB, raw []byte) *journey.Diagnosis {
	t.Helper()
	s := caseSession(t, raw)
	rules, _ := ProviderOf(s.Provider)
	st, events := FromCase(s, rules, nil)
	return st.Verdict(events)
}

func TestFailureKindVectors(t *testing.T) {
	judgeAll(t, readCases(t, filepath.Join("..", "..", "testdata", "vectors", "failure-kinds.json")))
}

// TestKinds runs the cases of testdata/kinds.json: for each kind what its test
// must find and what it must leave alone.
func TestKinds(t *testing.T) {
	judgeAll(t, readCases(t, filepath.Join("testdata", "kinds.json")))
}

func judgeAll(t *testing.T, raws []json.RawMessage) {
	for _, raw := range raws {
		var c vectorCase
		if err := json.Unmarshal(raw, &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.ID, func(t *testing.T) {
			d := judgeCase(t, raw)
			if d == nil {
				d = &journey.Diagnosis{}
			}
			want := ""
			if c.Expect.Target != nil {
				want = *c.Expect.Target
			}
			kinds, hops := append(c.Expect.AcceptKinds, c.Expect.Kind), append(c.Expect.AcceptHops, c.Expect.Hop)
			if !slices.Contains(kinds, string(d.Kind)) || !slices.Contains(hops, d.Hop.String()) || d.Target != want {
				t.Errorf("verdict = %q at %q, target %q (%s); want %q at %s, target %q",
					d.Kind, d.Hop, d.Target, d.Test, c.Expect.Kind, strings.Join(hops, "|"), want)
			}
			if testing.Verbose() {
				t.Logf("%s at %s: %s\nWhat  %s\nSeen  %s\nDo    %s", d.Kind, d.Hop, d.Test, d.What, Seen(d), d.Advice)
			}
		})
	}
}
