// Package casefile reads and writes hopscope's own file: one session in
// neutral form, which is also the form of demos, saved sessions and bug
// reports. The fields are those of the examples in failure-kinds, and more for
// a full case; unknown fields are kept and written back.
//
// The package opens no files: it takes and gives bytes.
package casefile

import (
	"encoding/json"

	"hopscope/journey"
)

// Schema is the value of the field schema that Write puts.
const Schema = "hopscope.case/1"

// Case is one case file.
type Case struct {
	ID, Title, Story string
	// Client, ClientVersion and Provider are an id, a known label or free
	// text, as they stand in the file.
	Client, ClientVersion, Provider string
	Model, Session, Cwd             string
	// Scheme is the id of the scheme that the case asks for (id@V), empty: by
	// the client.
	Scheme string

	// Listed is the field catalog: the client's own list at the failing turn.
	Listed     []string
	Tools      *journey.Catalog // full entries of the catalog, nil without the field tools
	Registered []journey.Owned
	Offered    []string
	// OfferedKnown tells an empty list from an absent one.
	OfferedKnown bool
	WireNames    []string
	Join, Cut    string
	Timeline     []TimelineEntry
	Context      journey.Context
	Capture      *journey.Capture
	Calls        []Call
	Expect       *Expect

	Sources []journey.Source
	Edits   []json.RawMessage
	Notes   []string
	Tour    []Step
	View    json.RawMessage

	// Extra are the fields that this version does not know, in file order.
	Extra []Field
}

// Field is a field that is kept as it stands.
type Field struct {
	Key string
	Raw json.RawMessage
}

// TimelineEntry is the list of one turn or run.
type TimelineEntry struct {
	journey.TimelineEntry
	// OfferedKnown tells an empty list from an absent one.
	OfferedKnown bool
	Tools        *journey.Catalog // full entries, nil without the field tools
	Extra        []Field
	line         int
}

// Call is one entry of calls, in file order.
type Call struct {
	// Name is the echo; Null says that call is null: a refused request, a lost
	// name or a note.
	Name, Namespace string
	Null            bool
	NameLost        bool // echo_null
	// Args is the raw JSON value, or the text of a custom call.
	Args                 string
	Error, Result, Note  string
	HasError, HasResult  bool
	ExecutedBy, Via      string
	ID, Kind, Time       string
	Agent                string
	Turn                 int
	Stored               *journey.Called
	Dispatched           *journey.Ref
	Extra                []Field
	offset, line, argsAt int
}

// Expect is the diagnosis that a test or a demo expects.
type Expect struct {
	Kind, Hop, Target       string
	AcceptKinds, AcceptHops []string
	Extra                   []Field
}

// Step is one step of a guided tour: it points at a pane, says one thing, and
// waits for the key that shows it.
type Step struct {
	Title string `json:"title"`
	// Tab is journeys, replay, vocabulary, what-if or sessions; empty: the tab
	// of the step before.
	Tab string `json:"tab,omitempty"`
	// Pane is list, rail, why, calls, identity, the id of a hop, timeline,
	// offered, matrix, trace, input or picker.
	Pane string `json:"pane"`
	// Tool and Call say where the cursor stands: an echoed or registered name,
	// and the number of its call in the case (from 1, calls of null counted).
	Tool string `json:"tool,omitempty"`
	Call int    `json:"call,omitempty"`
	Say  string `json:"say"`
	// Key is the key that goes on, Does what it does.
	Key  string `json:"key"`
	Does string `json:"does,omitempty"`
}

// Is reports whether data looks like a case file: one JSON object with a case
// schema, or with catalog and calls.
func Is(data []byte) bool { return false }

// Parse reads a case file. An error means that it is no case at all; a field
// that cannot be used is a problem, and its value is kept for Write.
func Parse(data []byte) (*Case, []journey.Problem, error) { return nil, nil, nil }

// Write returns the case as stable JSON: known fields in a fixed order, then
// the unknown ones in the order in which they were read.
func Write(c *Case) []byte { return nil }

// Batch returns the calls as a batch of the neutral record. Its rows are
// numbered from 0 and its texts from symbol 1.
func (c *Case) Batch(source uint8) journey.Batch { return journey.Batch{} }

// Bodies returns the texts of the calls of a case: they stand in the record
// itself (journey.Extra), so it serves every session that has the case's rows.
func (c *Case) Bodies() journey.Bodies { return nil }

// Catalog returns the catalog of the case: the client's own list (safe forms)
// with registered name and owner paired in where the case gives them, or the
// full entries of the field tools.
func (c *Case) Catalog() journey.Catalog { return journey.Catalog{} }
