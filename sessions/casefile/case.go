// Package casefile reads and writes hopscope's own file: one session in
// neutral form, which is also the form of demos, saved sessions and bug
// reports.
//
// # The file
//
// One JSON object. With "schema": "hopscope.case/1", or without a schema but
// with catalog and calls, it is a case. A small case, as in a bug report, has
//
//	client, client_version, provider   an id, a known label, or free text
//	catalog      the client's own list at the failing turn: safe forms, or
//	             {name, server, registered, description, schema}
//	registered   real names behind it: strings, {server, tool} or {plugin, function}
//	offered      names declared in the failing turn
//	wire_names   names as they were sent
//	join, cut    the client's separator; first64 or last64
//	timeline     [{turn or run, offered or wire}]
//	context      instructions_mention, history_used, system, notes
//	capture      what was seen on the wire, in one of five shapes
//	calls        [{call, args, error, result, note, executed_by, via, echo_null,
//	             args_size, result_size, class}]
//	expect       kind, hop, target; accept_kinds, accept_hops
//
// A case with calls, and of the fields above neither catalog nor another list
// nor context or capture, is a recording in neutral form: what was declared is
// known only from the tools of its timeline.
//
// A full case also has id, title, story, model, session, cwd, scheme (id@V),
// tools (the catalog with all its fields, in the form hopscope.catalog/1),
// servers, prompts, sources, notes, edits, edits_name, tour and view; its calls also id, turn,
// time, agent, namespace, tool_kind, stored, dispatched, no_echo, orphan and by_provider.
//
// # Versions
//
// A file without a schema, or with an older one, is written as Schema. A newer
// one is read as far as it is understood, with a problem that says so, and must
// not be written over: see Case.Newer.
//
// What this version does not know, at any depth, and known fields whose value
// it cannot use, are kept and written back in their places: see Write.
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
	Listed []string
	// Details are what the file says of each tool of Listed beside its name; it
	// may be shorter.
	Details []Detail
	// Tools is the catalog with all its fields, nil without the field tools.
	Tools      *journey.Catalog
	Registered []Real
	// Offered are the names declared in the failing turn; OfferedKnown tells
	// an empty list from an absent one.
	Offered      []string
	OfferedKnown bool
	WireNames    []string
	Join, Cut    string
	Timeline     []Moment
	Context      journey.Context
	Capture      *journey.Capture
	// Servers are what the recording says of servers that failed or wait, Prompts
	// the texts that taught the model names.
	Servers []journey.ServerEntry
	Prompts []journey.Prompt
	Calls   []Call
	Expect  *Expect

	Sources []journey.Source
	Notes   []Note
	// Edits are what-if edits as they stand in the file, oldest first: package
	// decide knows them. EditsName is what the list was called.
	Edits     []json.RawMessage
	EditsName string
	Tour      []Step
	View      *View

	// Extra are the fields that this version does not know, in file order.
	Extra []Field

	schema string // of the file, where it is newer than Schema
	read   []byte // the file
}

// Newer is the schema of the file where it is newer than Schema, else empty.
// Such a file holds what this version does not understand: a program must not
// save over it.
func (c *Case) Newer() string { return c.schema }

// Read is the file as it was read, nil for a case that a program made. It must
// not be changed.
func (c *Case) Read() []byte { return c.read }

// Field is a field that is kept as it stands.
type Field struct {
	Key string
	Raw json.RawMessage
}

// Real is a registered name with its owner, if the case gives one.
type Real struct {
	Server, Plugin string
	Name           journey.Registered
}

// Moment is the list, or the map from real to sent name, of one turn or run.
type Moment struct {
	journey.TimelineEntry
	// OfferedKnown tells an empty list from an absent one.
	OfferedKnown bool
	// Agent is the subagent whose list it is, empty: the main line.
	Agent string
	// Tools is the list with all its fields, nil without the field tools.
	Tools *journey.Catalog
	Extra []Field
}

// Call is one entry of calls, in file order.
type Call struct {
	// Name is the echo. Null says that call is null: with an error the request
	// was refused, with NameLost (echo_null) the model's call came without a
	// name, with a note only no call was made.
	Name, Namespace string
	Null, NameLost  bool
	// Args is a raw JSON value, or with ArgsText the text of a custom call.
	Args     string
	ArgsText bool
	// Result is a text, or with ResultJSON a raw JSON value.
	Error, Result, Note string
	HasResult           bool
	ResultJSON          bool
	// ArgsSize and ResultSize are the sizes in bytes of arguments and result as
	// they were recorded, where the case does not hold all of them.
	ArgsSize, ResultSize int
	ExecutedBy, Via      string
	ID, Agent            string
	// Class is the id of what became of the call, where the file says it; empty:
	// its texts decide.
	Class string
	// NoEcho: the recording has the name of what ran, not what the model wrote.
	// Orphan: a result without its call. ByProvider: the provider ran it.
	NoEcho, Orphan, ByProvider bool

	Kind journey.ToolKind
	// Time is RFC 3339, or milliseconds since 1970 in digits.
	Time string
	// Turn is 0 where the case does not say: Turns decides.
	Turn       int
	Stored     *journey.Called
	Dispatched *journey.Ref
	Extra      []Field

	offset, line int
}

// Expect is the diagnosis that a test or a demo expects.
type Expect struct {
	Kind, Hop, Target       string
	AcceptKinds, AcceptHops []string
	Extra                   []Field
}

// Turns returns the turn of each entry of calls: the one that stands there;
// else call i of n (from 1) stands at the turn (or run) of the last timeline
// entry minus (n - i), or at i without a timeline, and never below 1.
func (c *Case) Turns() []int {
	n := len(c.Calls)
	last := n
	if k := len(c.Timeline); k > 0 {
		last = max(c.Timeline[k-1].at(), 1)
	}
	turns := make([]int, n)
	for i := range c.Calls {
		turns[i] = max(last-(n-1-i), 1)
		if t := c.Calls[i].Turn; t > 0 {
			turns[i] = t
		}
	}
	return turns
}

// at is the turn of the moment, or the run where the case counts runs.
func (m *Moment) at() int {
	if m.Turn > 0 {
		return m.Turn
	}
	return m.Run
}
