package journey

// Background is what a case file says beside catalog and calls: see the fields
// of a case in the design. All names stand as the case writes them.
type Background struct {
	// Catalog is the client's own list at the failing turn (safe forms).
	Catalog []string
	// Registered are the names behind the catalog, paired with it by position
	// when the lengths agree, else by a unique ending.
	Registered []Owned
	// Offered are the names declared in the failing turn; OfferedKnown tells an
	// empty list from an absent one.
	Offered      []string
	OfferedKnown bool
	WireNames    []string
	// Join is the separator that the client puts between owner and own name.
	// Cut is first64 or last64: the end that a client keeps when it cuts.
	Join, Cut string
	Timeline  []TimelineEntry
	Context   Context
	Capture   *Capture
	// Events are the case's calls that are no calls: refused requests, lost
	// names and notes, with their place among the calls.
	Events []CaseEvent
}

// Owned is a registered name with its owner (server or plugin), if given.
type Owned struct {
	Owner string
	Name  Registered
}

// TimelineEntry is the list of one turn or run: offered names, or the wire map
// from real name to the name as sent.
type TimelineEntry struct {
	Turn    int
	Run     int // where the case counts runs instead of turns
	Offered []string
	Wire    map[string]string
	// WireOrder keeps the order of the map's keys in the file.
	WireOrder []string
}

// Context is what else a case knows.
type Context struct {
	InstructionsMention []string
	HistoryUsed         []string
	System              string
	Notes               []string
	// Raw is the JSON object as it stands in the file.
	Raw string
}

// Capture is what was seen on the wire. Which fields are set depends on its
// shape: a request, the deltas of one streamed call, the stages of one name, a
// raw item, or a name beside what was expected.
type Capture struct {
	// Tools, ToolChoice and History are raw JSON values of a request.
	Tools, ToolChoice, History string
	// Deltas are the raw JSON chunks of one streamed call.
	Deltas []string
	// Stages of one name, in the order in which it passed them: declared, sent
	// (or sent_to_provider), provider_returned, after_map, delivered.
	Stages []Stage
	// Name and Namespace of a raw item; Expected beside a name.
	Name, Namespace, Expected string
	HasNamespace              bool
	// Raw is the JSON object as it stands in the file.
	Raw string
}

// Stage is one sighting of a name on its way.
type Stage struct{ At, Name string }

// CaseEvent is an entry of a case's calls whose call is null.
type CaseEvent struct {
	// Before is the number of real calls that stand before it.
	Before int
	Error  string
	Note   string
	Result string
	// NameLost: echo_null stands there, the model's call came without a name.
	NameLost bool
	Args     string
}
