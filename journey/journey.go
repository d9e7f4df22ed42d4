// Package journey holds the rules of tool names: what a name is at each hop on
// its way from the registry to the model and back, which hop changed it, and
// whether the change can be undone.
//
// # What identity is
//
// A tool has one registered name; with its server it is the identity for
// dispatch, approvals and switches (Ref). All other names are forms of it: the
// safe form that a client makes so that a provider accepts it, the wire name
// in the request (a pair where the provider has a namespace field), the echo
// in the model's call, and the stored name in the history. Each has a type of
// its own. A form says nothing about identity until a scheme maps it back.
//
// # The hops
//
//	registered -> safe -> wire -> echo [-> return] -> dispatch -> replay
//
// return is what a gateway or a stream assembly makes of the echo; only a
// capture shows it.
//
// # What stands here
//
// The name types (names.go), catalogs (catalog.go), the neutral record of a
// recording (record.go, batch.go, tally.go), the interfaces of schemes
// (scheme.go) and providers (provider.go), Trace (trace.go) which lays one
// name out over the hops, and Census (census.go) which judges a whole request.
//
// The package is pure: no I/O, no clock, no state. Schemes, providers,
// decisions and diagnoses stand in the packages below it.
package journey

// StopState says how much is known of a name at one hop.
type StopState uint8

// The states. StopKnown: the form is recorded or follows from a rule.
// StopChanged: known, and a rule changed it. StopNone: nothing came over.
// StopNotRecorded: something was there but no input shows it. StopDrift: the
// form now means another tool.
const (
	StopKnown StopState = iota
	StopChanged
	StopNone
	StopNotRecorded
	StopDrift
)

var stopIDs = [...]string{"known", "changed", "none", "not-recorded", "drift"}

// String returns the id, as in JSON.
func (s StopState) String() string { return at(stopIDs[:], int(s)) }

// MarshalText writes the id.
func (s StopState) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// NoteMark is the sign that belongs before a stop's note; the note says the
// same in words.
type NoteMark uint8

// The marks, with the sign that a screen draws: none, =, ✗, ≡, –, ◆ and ≠.
const (
	NotePlain NoteMark = iota
	NoteSame
	NoteBad
	NoteClash
	NoteLeftOut
	NoteChanged
	NoteDrift
)

// Stop is one hop of a journey.
type Stop struct {
	Hop   Hop
	State StopState
	// Name and Namespace as they stand at this hop; empty where State is
	// StopNone or StopNotRecorded. At HopDispatch the name of the tool that
	// ran.
	Name      string
	Namespace string
	// Word is the rail's one to three words: "registered", ". to _",
	// "not offered", "as declared". Wide says it in up to 23 characters, where
	// the rail has room; empty: as Word.
	Word, Wide string
	// Short is what the rail shows in place of the name: "2 fields",
	// "tools[1]", "unknown tool"; empty: the name.
	Short string
	// Would is the form that the name would have here, where nothing stands:
	// a pane shows it, the rail does not.
	Would string
	// Note is one line for the pane, Mark the sign before it: "real name:
	// built-ins keep theirs" with NoteSame.
	Note string
	Mark NoteMark
	// Assumed: the form follows from an assumption, not from the recording.
	Assumed bool
	// Source of the rule or the place in the recording, for people: "line 10",
	// "tools[3].name", "turns 3 to 15", "predicted".
	Source string
	// Same: the form came over from the hop before, so the line into this stop
	// is a solid one. Nothing comes over out of the hop that breaks.
	Same bool
}

// Journey is one name laid out over the hops, for one tool or one call.
type Journey struct {
	// Stops are the six stops of Rail, in order.
	Stops [len(Rail)]Stop
	// Return is set where a capture shows what came back: the name then.
	Return *Stop
	// Break is the hop where the name breaks, HopNone when nothing breaks.
	// First is the first fault where it is another hop than Break.
	Break, First Hop
	// Naming is the scheme's naming of the tool: the one that was asked for or,
	// for an echo that belongs to no tool, the one that the diagnosis says was
	// meant; nil for none. Index is its position in Plan.Tools, -1 for none.
	Naming *Naming
	Index  int
	// Position of the declaration in the request (from 0), -1 when it is not
	// in the request; Offered is the number of declarations.
	Position, Offered int
	Verdict           Verdict
	Violations        []Violation
	// Length of the wire name in code points, and the least limit of scheme and
	// provider, 0 for none. With a namespace it is the joined length: both
	// fields and the two characters between them.
	Length, Limit int
	Identity      Identity
	Call          *Call
	Predicted     *Prediction
	Agrees        *bool
	Diagnosis     *Diagnosis
}

// At returns the stop of a hop. HopReturn is not on the rail: nil without a
// capture.
func (j *Journey) At(h Hop) *Stop {
	if h == HopReturn {
		return j.Return
	}
	for i := range j.Stops {
		if j.Stops[i].Hop == h {
			return &j.Stops[i]
		}
	}
	return nil
}
