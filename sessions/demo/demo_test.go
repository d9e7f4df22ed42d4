package demo

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"hopscope/journey"
	"hopscope/sessions/casefile"
)

var (
	kinds = []journey.Kind{
		journey.KindIllegalName, journey.KindTooLong, journey.KindDuplicateName, journey.KindNotOffered,
		journey.KindStreamAssembly, journey.KindSeparatorDrift, journey.KindRequestInconsistent, journey.KindVanished,
		journey.KindCaseDrift, journey.KindPrefixLost, journey.KindForeignVocabulary, journey.KindResidueInName,
		journey.KindReservedName, journey.KindStaleName, journey.KindPrefixDoubled, journey.KindAliasMoved,
		journey.KindLossyCollision, journey.KindRenameLeak, journey.KindWrapperDecoration, journey.KindNearMiss,
	}
)

// TestDemos holds what every demo must be: a case without problems, with a
// title, a story, calls that fail as the story says, and a tour that points at
// what is there.
func TestDemos(t *testing.T) {
	embedded, err := fs.Glob(files, "*.case.json")
	if err != nil || len(embedded) != len(List()) {
		t.Errorf("%d embedded files, %d demos: %v", len(embedded), len(List()), err)
	}
	for _, d := range List() {
		t.Run(d.Name, func(t *testing.T) {
			data, err := Get(d.Name)
			if err != nil {
				t.Fatal(err)
			}
			c, problems, err := casefile.Parse(data)
			if err != nil || len(problems) > 0 || len(c.Extra) > 0 {
				t.Fatalf("Parse = %v, %v, unknown fields %v", err, problems, c.Extra)
			}
			if c.ID != "demo-"+d.Name || d.Title == "" || d.Story == "" || strings.ContainsAny(d.Title+d.Story, "\n") || len(d.Story) > 60 {
				t.Errorf("id %q, title %q, story %q: want one line each, the story of at most 60 bytes", c.ID, d.Title, d.Story)
			}
			checkExpect(t, d.Name, c)
			checkCalls(t, c)
			checkTour(t, c)
			if again, err := Get(strings.ToUpper(strings.ReplaceAll(d.Name, "_", "-"))); err != nil || string(again) != string(data) {
				t.Errorf("another spelling of %s is not found: %v", d.Name, err)
			}
			for _, a := range d.Aliases {
				if again, err := Get(a); err != nil || string(again) != string(data) {
					t.Errorf("Get(%q) is not %s: %v", a, d.Name, err)
				}
			}
		})
	}
}

func checkExpect(t *testing.T, name string, c *casefile.Case) {
	t.Helper()
	if name == "happy" {
		if c.Expect != nil {
			t.Errorf("the happy journey expects %+v, want nothing", c.Expect)
		}
		return
	}
	if c.Expect == nil || !slices.Contains(kinds, journey.Kind(c.Expect.Kind)) {
		t.Fatalf("expect %+v, want a known kind", c.Expect)
	}
	if _, ok := journey.ParseHop(c.Expect.Hop); !ok {
		t.Errorf("expect.hop %q is no hop", c.Expect.Hop)
	}
}

func checkCalls(t *testing.T, c *casefile.Case) {
	t.Helper()
	var s journey.Session
	s.Apply(c.Batch(0))
	ids := map[string]bool{}
	last := int64(0)
	for i := range s.Rows {
		call := s.Call(i)
		if call.ID == "" || ids[call.ID] {
			t.Errorf("call %d has the id %q: empty, or there before", i+1, call.ID)
		}
		ids[call.ID] = true
		if call.Time <= last {
			t.Errorf("call %d is not later than the one before", i+1)
		}
		last = call.Time
		if call.Extra.Result == "" && call.Error == "" {
			t.Errorf("call %d has neither result nor error", i+1)
		}
	}
	bad := s.Tally.Unknown() + len(s.Requests)
	if (bad == 0) != (c.Expect == nil || c.Expect.Kind == string(journey.KindAliasMoved)) {
		t.Errorf("%d unknown calls and refused requests; expect is %+v", bad, c.Expect)
	}
}

func checkTour(t *testing.T, c *casefile.Case) {
	t.Helper()
	if len(c.Tour) < 5 || len(c.Tour) > 9 || c.Tour[0].Tab == "" {
		t.Fatalf("a tour of %d steps", len(c.Tour))
	}
	names := map[string]bool{}
	for _, n := range c.Listed {
		names[n] = true
	}
	for _, call := range c.Calls {
		names[call.Name] = true
	}
	for _, tool := range c.Catalog().Tools {
		names[string(tool.Registered)] = true
	}
	for i, s := range c.Tour {
		if s.Title == "" || (s.Key == "") != (i+1 == len(c.Tour)) || (s.Key == "") != (s.Does == "") {
			t.Errorf("step %d %q: title, key or what it does is missing; only the last step waits for none", i+1, s.Title)
		}
		if n := utf8.RuneCountInString(s.Text); n > 150 {
			t.Errorf("step %d says %d characters, want at most three short lines", i+1, n)
		}
		if s.Tool != "" && !names[s.Tool] || s.Call > len(c.Calls) || s.Call > 0 && s.Tool != "" && !meant(c, s) {
			t.Errorf("step %d points at tool %q, call %d, which is not there", i+1, s.Tool, s.Call)
		}
	}
}

// meant reports whether the call of a step is one of its tool.
func meant(c *casefile.Case, s casefile.Step) bool {
	call := c.Calls[s.Call-1]
	return call.Null || call.Name == s.Tool || call.Dispatched != nil && string(call.Dispatched.Name) == s.Tool
}

func TestGetUnknown(t *testing.T) {
	for in, near := range map[string]string{"bash_tol": "bash_tool", "cl": "clash", "hapy": "happy", "zzzzzz": ""} {
		_, err := Get(in)
		var e *UnknownError
		if !errors.As(err, &e) {
			t.Fatalf("Get(%q) = %v, want an *UnknownError", in, err)
		}
		got := ""
		if len(e.Near) > 0 {
			got = e.Near[0]
		}
		if got != near || len(e.Names) != len(List()) {
			t.Errorf("Get(%q) suggests %q of %d names, want %q of %d", in, got, len(e.Names), near, len(List()))
		}
	}
}
