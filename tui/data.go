package tui

import (
	"hopscope/journey"
)

// toolRow is one row of the tool list: a tool of the catalog, or an echoed
// name that belongs to no tool.
type toolRow struct {
	// name is the display name before escaping: what the client calls the tool.
	name string
	// server stands before the name where two rows would look alike.
	server string
	// tool is the index in the plan, -1 for an echo without a tool.
	tool int
	// calls are the rows of the session that belong here, in file order.
	calls []uint32
	// status is the word of the worst that happened, mark its sign.
	status string
	mark   mark
	// unknown and failed count the calls of these classes.
	unknown, failed int
	// wrong counts the calls that ran, but not what was meant.
	wrong int
	// shared is the number of bytes at the beginning of the name that another
	// row has as well.
	shared int
	// beside are the names before and after it in the order of names.
	beside [2]string
	// id tells the row from others while the plan is the same.
	id int
}

// mark is the sign that stands before a row; the word always stands beside it.
type mark uint8

const (
	markNone      mark = iota
	markUnknown        // ✗ [x]
	markFailed         // ! [!]
	markClash          // ≡ [#]
	markLeftOut        // – [-]
	markChanged        // ◆ [*]
	markDrift          // ≠ [/]
	markSame           // = [=]
	markTwin           // ~ [~]
	markCame           // + [+]
	markNotCalled      // · [.]
)

// detail is what the right side shows for the selected tool or call: the
// input of every part of the Journeys tab.
type detail struct {
	row     toolRow
	session *journey.Session // nil: only a catalog is open
	plan    *journey.Plan
	journey journey.Journey
	// call is the selected call, nil for a tool that was never called; args
	// and result are bounded texts of its bodies.
	call   *journey.Call
	args   string
	result string
	// bodyErr says why the bodies cannot be read, empty where they can.
	bodyErr string
	finding *journey.Finding
	// other: the scheme is not that of the recording, so what it predicts stands
	// beside what was recorded.
	other bool
	// silent are the calls of the session that ran another tool than was meant.
	silent   []uint32
	scheme   journey.Scheme
	provider journey.Provider
	census   *journey.CensusResult
	// findings are the census findings that name this tool.
	findings []*journey.CensusFinding
	// catalogKnown is false where the declared list is assumed; requestSeen is
	// true where a capture or a snapshot shows the request.
	catalogKnown, requestSeen bool
	// json keeps highlighted documents; nil: nothing is kept.
	json *jsonPaint
	// callID reads the call id of a row, empty where it is not known; nil: the
	// ids of case files only.
	callID func(row int) string
	// mask hides the secrets of a text; nil: nothing is hidden.
	mask func(string) string
	// full: the pane has the screen to itself and cuts nothing off. whole: the
	// pane has the focus, so what it is about stands there whole.
	full, whole bool
	// providers are all that are known.
	providers []journey.Provider
	// keys are those of now; nil: the usual ones.
	keys keyMap
	// noTranscript: no file with calls is open, so never called says nothing.
	noTranscript bool
}
