// Package diagnose says what happened to a tool name that failed: the kind of
// the failure, the hop where it happened, the tool that was meant, what can be
// seen, and what to do.
//
// # Order of tests
//
// One call can fit several kinds. The tests of order.go run in a fixed order
// and the first that fits gives the answer; each kind has a file of its own,
// with the definition it implements. The hop is decided after the kind, by the
// rules of hop.go.
//
// # Rules that hold for all
//
// An exact match always wins. There is a target only when exactly one entry of
// the catalog fits. A name of one server is never taken for a name of another,
// and a server's tool never for a built-in. A suggestion is not a repair: what
// to do with the call now is a decision of package decide, which may differ.
// Where nothing fits, the answer is journey.NoRelation and no suggestion.
//
// # Two ways in
//
// Situation is the pure input: everything that is known about one failing name.
// FromCase fills it from a case file's background. Analyzer fills it for the
// rows of a recording, with the catalog that was in force at that turn, and
// remembers what it found, so that looking at every row of a long recording is
// cheap.
package diagnose

import (
	"hopscope/journey"
	"hopscope/vocab"
)

// Situation is what is known about the calls of one session, as far as their
// names are concerned. The zero value is a session of which nothing is known.
type Situation struct {
	// Client is the vocabulary's id, empty when the label is not known; Label is
	// what the recording says.
	Client, Label, Version string
	// Provider is the label as recorded; Rules judge names, nil when the label
	// names no known contract.
	Provider string
	Rules    journey.Provider
	// Catalog is the tools that exist at the failing turn. Assumed: nobody
	// recorded it.
	Catalog []Entry
	Assumed bool
	// Offered is what the failing turn declared.
	Offered Listing
	// Wire holds the names as they were sent, nil when not known.
	Wire []string
	// Join is the separator between owner and own name, Cut first64 or last64.
	Join, Cut string
	Timeline  []Moment
	// Mentions are names that instructions teach; History names that the
	// session used before this catalog was in force; Prompt and Notes free text.
	Mentions, History []string
	Prompt            string
	// Texts are prompts and instructions, with their places.
	Texts   []journey.Prompt
	Notes   []string
	Capture *Capture
	// Servers are all configured server keys, with or without tools.
	Servers []string
	// Down says, by server key, why a server's tools are not there.
	Down map[string]string
	// Vocabulary is the table of tool names; nil is the built-in one.
	Vocabulary *vocab.Table
	// Past is what the other calls of the session show.
	Past Past
	// pasted: all there is is a text and perhaps a list, and nothing says how the
	// client makes its forms; anyone: several providers word the text so.
	pasted, anyone bool
}

// Entry is one tool of the catalog.
type Entry struct {
	// Name is the spelling of the catalog: targets are given in it. Where the
	// call has a namespace field, it is namespace and name joined by a dot.
	Name string
	// Namespace and Bare are the two fields of a namespaced entry.
	// FieldsKnown: an empty namespace means that the entry has none.
	Namespace, Bare string
	FieldsKnown     bool
	// Owner is the server or plugin, Own its own name for the tool; both empty
	// when not known.
	Owner, Own string
	Builtin    bool
	Server     bool // a tool of a server, even if its key is not known
	// LeftOut is why the client leaves the tool out of the request, by its own
	// rules; Shared: because its form is that of another tool.
	LeftOut string
	Shared  bool
	Where   string
}

// Listing is a list of names that may be unknown: an empty list is not the
// same as none.
type Listing struct {
	Known bool
	Names []string
	Where string // for people: "the error's own list"
}

// Moment is the list, or the map from real to sent name, of one turn or run.
type Moment struct {
	Turn, Run int
	Offered   Listing
	Wire      map[string]string
	Order     []string // keys of Wire as the file has them
}

// Past is what other calls of the session show.
type Past struct {
	// Ran maps a called name to its first success.
	Ran map[string]Sighting
	// Refused maps a called name that was refused to the number of times;
	// RefusedOrder keeps the order of their first time.
	Refused      map[string]int
	RefusedOrder []string
	// Order is all called names in the order of their first time.
	Order []string
	// Results is what the results say, where they are kept (cases).
	Results string
	// Breaks are what happened between calls: lost connections, notes.
	Breaks []Break
	// Calls is the number of calls.
	Calls int
	// reached is what a called name ran, in order, each time it changed.
	reached map[string][]reach
}

// Break is something between calls that can explain a change.
type Break struct {
	Seq         int
	Where, Text string
}

// Sighting is a call that can be pointed at.
type Sighting struct {
	Seq, Turn int
	Where     string
}

// Event is one call, or one entry of a case that is no call.
type Event struct {
	// Seq orders events; Row is the row of the session, -1 for none; Request is
	// the index among the refused requests, or entries of a case that are no
	// calls, -1 for none.
	Seq, Row, Request, Turn int
	// Where is the place of the call, Answer that of its result.
	Where, Answer string
	Called        journey.Called
	// Texts: the class is not to be trusted, the texts decide (cases).
	Texts bool
	// NoCall: the request was refused, or there is only a note.
	NoCall bool
	// NameLost: a call came without a name.
	NameLost            bool
	Class               journey.Class
	Args                string
	Error, Result, Note string
	ExecutedBy, Via     string
	// Offered is the list in the error text, as its reader found it.
	Offered []string
}

// Judge returns the diagnosis of one event, nil when nothing is wrong with its
// name or the failure is not about the name.
func (s *Situation) Judge(e *Event) *journey.Diagnosis {
	return newScene(s).judge(e)
}

// Verdict returns the fault of a whole session: the refused request if there
// is one (it blocks everything after it), else the first call in file order
// whose error is about the name, else the first silent fault, else what a note
// tells. It is nil when nothing is wrong.
func (s *Situation) Verdict(events []Event) *journey.Diagnosis {
	c := newScene(s)
	_, d := c.verdict(events)
	return d
}

// retWhere is the place of the answer, or of the call where it is not known.
func (e *Event) retWhere() string {
	if e.Answer != "" {
		return e.Answer
	}
	return e.Where
}
