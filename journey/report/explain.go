package report

import (
	"fmt"
	"io"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// Called is a called name in JSON: name and, where there is one, namespace.
type Called struct {
	Name      journey.Echo      `json:"name"`
	Namespace journey.Namespace `json:"namespace,omitempty"`
}

// NewCalled returns the JSON form of a called name.
func NewCalled(c journey.Called) Called { return Called{c.Name, c.Namespace} }

// Explain is the JSON of `hopscope explain NAME`.
type Explain struct {
	Schema    string             `json:"schema"`
	Scheme    string             `json:"scheme"`
	Provider  string             `json:"provider"`
	Echo      Called             `json:"echo"`
	Hops      []ExplainHop       `json:"hops"`
	Dispatch  ExplainDispatch    `json:"dispatch"`
	Stored    Called             `json:"stored"`
	Diagnosis *journey.Diagnosis `json:"diagnosis"`
	// Everywhere is what all providers say of the wire name; null where there is
	// none.
	Everywhere *ExplainEverywhere `json:"everywhere"`
	Notes      []string           `json:"notes,omitempty"`
}

// ExplainEverywhere is the verdict of all providers on one name.
type ExplainEverywhere struct {
	// Fits: no provider refuses the name and one at least takes it.
	Fits    bool     `json:"fits"`
	Refuses []string `json:"refuses"`
	// Advises are those that only advise against it.
	Advises   []string               `json:"advises,omitempty"`
	Unknown   []string               `json:"unknown,omitempty"`
	Strictest *journey.StrictestRule `json:"strictest"`
	words     string
}

// NewExplainEverywhere lays out a verdict.
func NewExplainEverywhere(e journey.Everywhere) *ExplainEverywhere {
	return &ExplainEverywhere{
		Fits: e.Fits(), Refuses: orEmpty(e.Refuses), Advises: e.Advises, Unknown: e.Unknown, Strictest: e.Strictest, words: e.Words(),
	}
}

// ExplainHop is one hop of the name.
type ExplainHop struct {
	Hop       journey.Hop       `json:"hop"`
	Name      *string           `json:"name"` // null: none at this hop
	Namespace string            `json:"namespace,omitempty"`
	Status    journey.StopState `json:"status"`
	Note      string            `json:"note"`
	Source    string            `json:"source,omitempty"`
	Breaks    bool              `json:"breaks,omitempty"`
}

// ExplainDispatch is what the client does with the call.
type ExplainDispatch struct {
	Outcome journey.Outcome `json:"outcome"`
	Tool    *journey.Ref    `json:"tool,omitempty"`
	Via     string          `json:"via,omitempty"`
	Error   string          `json:"error,omitempty"`
}

// NewExplain lays out a journey and its dispatch.
func NewExplain(scheme journey.SchemeInfo, provider string, called journey.Called, j journey.Journey, r journey.Resolution) Explain {
	e := Explain{
		Schema: Schema("explain"), Scheme: schemeID(scheme), Provider: provider, Echo: NewCalled(called),
		Dispatch:  ExplainDispatch{Outcome: r.Outcome, Tool: r.Ref, Via: r.Via, Error: r.Error},
		Stored:    NewCalled(r.Stored),
		Diagnosis: j.Diagnosis,
	}
	for _, s := range j.Stops {
		h := ExplainHop{Hop: s.Hop, Namespace: s.Namespace, Status: s.State, Note: stopNote(s), Source: s.Source, Breaks: s.Hop == j.Break}
		refused := s.Hop == journey.HopDispatch && r.Ref == nil && s.Name == ""
		if s.State != journey.StopNone && s.State != journey.StopNotRecorded && !refused {
			name := s.Name
			h.Name = &name
		}
		e.Hops = append(e.Hops, h)
	}
	return e
}

func stopNote(s journey.Stop) string {
	if s.Note == "" {
		return s.Word
	}
	if s.Word == "" {
		return s.Note
	}
	return s.Word + ": " + s.Note
}

// ExplainText writes one hop a line, then the dispatch and the diagnosis.
func ExplainText(w io.Writer, e Explain) error {
	b := &strings.Builder{}
	name := visible.Name(string(e.Echo.Name))
	if e.Echo.Namespace != "" {
		name = "namespace " + visible.Name(string(e.Echo.Namespace)) + ", name " + name
	}
	fmt.Fprintf(b, "%s under scheme %s, provider %s\n\n", name, e.Scheme, e.Provider)
	rows := [][]string{{"hop", "name", ""}}
	for _, h := range e.Hops {
		form := "–"
		if h.Name != nil {
			form = visible.Name(*h.Name)
			if h.Namespace != "" {
				form = visible.Name(h.Namespace) + " · " + form
			}
		}
		note := visible.Text(h.Note)
		if h.Breaks {
			note = join(note, "BREAKS HERE")
		}
		rows = append(rows, []string{h.Hop.Title(), form, note})
	}
	writeRows(b, rows[:])
	b.WriteString("\n")
	if e.Dispatch.Error != "" {
		fmt.Fprintf(b, "the model would read: %s\n", visible.Text(e.Dispatch.Error))
	}
	if e.Diagnosis != nil {
		writeDiagnosis(b, *e.Diagnosis)
	}
	if v := e.Everywhere; v != nil {
		fmt.Fprintf(b, "everywhere: %s\n", v.words)
		if v.Strictest != nil {
			fmt.Fprintf(b, "strictest rule: %s, %s\n", v.Strictest.Provider, visible.Text(v.Strictest.Rule))
		}
	}
	for _, n := range e.Notes {
		fmt.Fprintf(b, "note: %s\n", visible.Text(n))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeDiagnosis(b *strings.Builder, d journey.Diagnosis) {
	fmt.Fprintf(b, "kind: %s, breaks at %s\n", d.Kind, d.Hop.Title())
	fmt.Fprintf(b, "what: %s\n", visible.Text(d.What))
	for _, ev := range d.Evidence {
		fmt.Fprintf(b, "seen: %s: %s\n", visible.Text(ev.Where), visible.Text(ev.Text))
	}
	fmt.Fprintf(b, "do: %s\n", visible.Text(d.Advice))
}

// Refusal is the JSON of `hopscope explain --error TEXT`.
type Refusal struct {
	Schema string `json:"schema"`
	// Who words it: ids of providers or schemes whose text it is.
	Who  []string `json:"who"`
	Tool string   `json:"tool,omitempty"`
	// Place and Path are where in a refused request the name stands.
	Place journey.Place `json:"place,omitempty"`
	Path  string        `json:"path,omitempty"`
	Rule  string        `json:"rule"`
	// Limit and Length are code points, where the text gives them.
	Limit  int `json:"limit,omitempty"`
	Length int `json:"length,omitempty"`
	// What and Advice are for a refusal that is not about a name: it has no
	// diagnosis.
	What      string             `json:"what,omitempty"`
	Advice    string             `json:"advice,omitempty"`
	Diagnosis *journey.Diagnosis `json:"diagnosis"`
}

// RefusalText writes what a refusal text is about.
func RefusalText(w io.Writer, r Refusal) error {
	b := &strings.Builder{}
	if len(r.Who) > 0 {
		fmt.Fprintf(b, "worded by: %s\n", strings.Join(r.Who, ", "))
	}
	if r.Tool != "" {
		fmt.Fprintf(b, "tool: %s\n", visible.Name(r.Tool))
	}
	switch {
	case r.Path != "" && r.Place != "":
		fmt.Fprintf(b, "place: %s, %s\n", placeWords(r.Place), visible.Text(r.Path))
	case r.Path+string(r.Place) != "":
		fmt.Fprintf(b, "place: %s\n", visible.Text(placeWords(r.Place)+r.Path))
	}
	fmt.Fprintf(b, "rule: %s\n", refusedBy(r))
	if r.What != "" {
		fmt.Fprintf(b, "what: %s\ndo: %s\n", visible.Text(r.What), visible.Text(r.Advice))
	}
	if r.Diagnosis != nil {
		writeDiagnosis(b, *r.Diagnosis)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// refusedBy is the rule of a refusal with its limit.
func refusedBy(r Refusal) string {
	rule, one, many := visible.Text(r.Rule), "character", "characters"
	if r.Place == journey.PlaceToolCount {
		one, many = "tool", "tools"
	}
	bound := "at most"
	if r.Rule == "too-short" || r.Rule == "too-few" {
		bound = "at least"
	}
	if r.Limit > 0 {
		rule += fmt.Sprintf(", %s %s", bound, plural(r.Limit, one, many))
	}
	if r.Length > 0 {
		rule += fmt.Sprintf(", this one has %s", comma(r.Length))
	}
	return rule
}
