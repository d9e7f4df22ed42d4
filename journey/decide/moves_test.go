package decide

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"hopscope/journey"
)

// fakeLocator takes every "name":"x" for a place: declared before "messages",
// a past call behind it.
type fakeLocator struct{}

var fakeName = regexp.MustCompile(`"name":("[^"]*")`)

func (fakeLocator) Locate(part journey.Part, body []byte) ([]journey.NamePlace, error) {
	if len(body) == 0 {
		return nil, errors.New("empty")
	}
	var list []journey.NamePlace
	for _, m := range fakeName.FindAllSubmatchIndex(body, -1) {
		p := journey.NamePlace{Path: "name", Place: journey.PlaceDeclare, Start: m[2], End: m[3]}
		if part != journey.PartRequest {
			p.Place = journey.PlaceModelEcho
		} else if strings.Contains(string(body[:m[2]]), "messages") {
			p.Place = journey.PlaceHistoryCall
		}
		p.Wire.Name = journey.Wire(strings.Trim(string(body[m[2]:m[3]]), `"`))
		list = append(list, p)
	}
	return list, nil
}

func (fakeLocator) SystemPrompt([]byte) (string, error) { return "", nil }

var bashToShell = map[journey.WireName]journey.Wire{{Name: "Bash"}: "shell", {Name: "Read"}: "read"}

func TestMapRequest(t *testing.T) {
	t.Parallel()
	body := `{"tools":[{"name":"Bash"},{"name":"other"}],  "messages":[{"name":"Bash"},{"name":"gone"}]}`
	after, moves, err := MapRequest([]byte(body), fakeLocator{}, bashToShell)
	want := `{"tools":[{"name":"shell"},{"name":"other"}],  "messages":[{"name":"shell"},{"name":"gone"}]}`
	if err != nil || string(after) != want {
		t.Errorf("MapRequest = %s, %v, want %s", after, err, want)
	}
	if len(moves) != 2 || moves[0].Before != "Bash" || moves[1].Place != journey.PlaceHistoryCall || moves[1].Why == "" {
		t.Errorf("MapRequest: moves = %+v", moves)
	}
	if _, _, err := MapRequest(nil, fakeLocator{}, bashToShell); err == nil {
		t.Error("MapRequest of nothing: no error")
	}
}

func TestMapAnswer(t *testing.T) {
	t.Parallel()
	after, moves, err := MapAnswer([]byte(`{"name":"shell"}`), fakeLocator{}, journey.PartAnswer, bashToShell)
	if err != nil || string(after) != `{"name":"Bash"}` || len(moves) != 1 || moves[0].Way != Back {
		t.Errorf("MapAnswer = %s, %+v, %v", after, moves, err)
	}
}

func TestMapThereAndBack(t *testing.T) {
	t.Parallel()
	body := `{"name":"Bash"},{"name":"Read"},{"name":"x"}`
	there, _, _ := MapRequest([]byte(body), fakeLocator{}, bashToShell)
	back, _, err := MapAnswer(there, fakeLocator{}, journey.PartAnswer, bashToShell)
	if err != nil || string(back) != body {
		t.Errorf("there and back = %s, %v, want %s", back, err, body)
	}
}

func TestHalfMoved(t *testing.T) {
	t.Parallel()
	tests := []struct {
		body string
		want string
	}{
		{`{"tools":[{"name":"shell"}],"messages":[{"name":"Bash"}]}`, "Bash as shell"},
		{`{"tools":[{"name":"Bash"}],"messages":[{"name":"shell"}]}`, "shell as Bash"},
		{`{"tools":[{"name":"shell"}],"messages":[{"name":"shell"},{"name":"gone"}]}`, ""},
		{`{"tools":[{"name":"shell"},{"name":"Bash"}],"messages":[{"name":"Bash"}]}`, ""},
		{`{"tools":[],"messages":[{"name":"Bash"}]}`, ""},
	}
	for _, tt := range tests {
		faults, err := HalfMoved([]byte(tt.body), fakeLocator{}, bashToShell)
		var got []string
		for _, f := range faults {
			got = append(got, f.Name+" as "+f.Declared)
		}
		if err != nil || strings.Join(got, ", ") != tt.want {
			t.Errorf("HalfMoved(%s) = %q, %v, want %q", tt.body, got, err, tt.want)
		}
	}
}

func TestMentioned(t *testing.T) {
	t.Parallel()
	list := []journey.Tool{
		{Wire: journey.WireName{Name: "Edit"}, Description: "Use Read first, Bash never; Already."},
		{Wire: journey.WireName{Name: "Grep"}, Description: "Reader"},
	}
	got := Mentioned(list, bashToShell)
	if len(got) != 1 || got[0].Tool != "Edit" || strings.Join(got[0].Names, " ") != "Bash Read" {
		t.Errorf("Mentioned = %+v", got)
	}
}
