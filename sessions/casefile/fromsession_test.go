package casefile

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hopscope/journey"
)

// rows is what a session says of its calls, without places in a file.
func rows(s *journey.Session) []journey.Call {
	var list []journey.Call
	for i := range s.Rows {
		c := s.Call(i)
		c.Line, c.RetLine, c.Agent = 0, 0, ""
		c.Extra.Args = spaced([]byte(c.Extra.Args)) // blanks in JSON do not count
		list = append(list, c)
	}
	return list
}

// TestFromSession makes a case of each case's session: the calls, requests and
// turns are the same again, apart from notes that are no calls.
func TestFromSession(t *testing.T) {
	for _, raw := range vectors(t) {
		c, _, err := Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		var s, again journey.Session
		s.Apply(c.Batch(0))
		saved, missing := FromSession(&s, c.Catalog(), c.Bodies(), nil, Keep{1 << 20, 1 << 20})
		if missing != 0 {
			t.Errorf("%s: %d bodies missing", c.ID, missing)
		}
		read, problems, err := Parse(Write(saved))
		if err != nil || len(problems) > 0 {
			t.Fatalf("%s: %v, %v\n%s", c.ID, err, problems, Write(saved))
		}
		again.Apply(read.Batch(0))
		if d := cmp.Diff(rows(&s), rows(&again)); d != "" {
			t.Errorf("%s: calls, -first +saved:\n%s", c.ID, d)
		}
		if len(again.Requests) != len(s.Requests) || again.Client != s.Client && s.Client.Label != "" {
			t.Errorf("%s: requests %v, client %+v, want %v, %+v", c.ID, again.Requests, again.Client, s.Requests, s.Client)
		}
		for i, q := range s.Requests {
			if again.Requests[i].Turn != q.Turn || again.Requests[i].Error != q.Error {
				t.Errorf("%s: request %d is %+v, want %+v", c.ID, i, again.Requests[i], q)
			}
		}
	}
}

// broken reads nothing.
type broken struct{}

var errGone = errors.New("gone")

func (broken) ID(*journey.Session, int) (string, error) { return "", errGone }
func (broken) Args(*journey.Session, int, int) (string, bool, error) {
	return "", false, errGone
}
func (broken) Result(*journey.Session, int, int) (string, bool, error) {
	return "", false, errGone
}

func TestFromSessionWithoutBodies(t *testing.T) {
	var s journey.Session
	s.Apply(journey.Batch{
		Texts: []string{"Read", "refused " + strings.Repeat("x", 20)}, Turns: 2,
		Rows: []journey.Row{
			{Name: 1, Turn: 1, Line: 3, Time: 1_700_000_000_123, Ret: -1, Class: journey.ClassNoResult},
			{Name: 1, Turn: 2, Line: 9, Err: 2, Class: journey.ClassToolFailed},
		},
		Requests: []journey.Request{{Line: 5, Turn: 2, Error: "400"}},
	})
	c, missing := FromSession(&s, journey.Catalog{}, broken{}, []int{0, 1}, Keep{100, 100})
	if missing != 5 {
		t.Errorf("missing = %d, want 5: two ids, two arguments, one result", missing)
	}
	if len(c.Calls) != 3 || !c.Calls[1].Null || c.Calls[1].Error != "400" || c.Calls[0].Time != "2023-11-14T22:13:20.123Z" || !strings.HasPrefix(c.Calls[2].Error, "refused ") {
		t.Errorf("calls %+v", c.Calls)
	}
	if one, _ := FromSession(&s, journey.Catalog{}, broken{}, []int{1}, Keep{100, 100}); len(one.Calls) != 2 {
		t.Errorf("a selection of one call has %d entries, want the request before it as well", len(one.Calls))
	}
}
