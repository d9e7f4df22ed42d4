package journey

// WireCall is a call as it stands in a request's history, in a response or in
// a stream.
type WireCall struct {
	Called Called
	ID     string
	Kind   ToolKind
	// Args is the argument text as it stands there: JSON for function calls,
	// free text for custom tools; pieces of a stream are joined.
	Args string
	// Path of the name's place, for example messages[2].tool_calls[0].function.name.
	// In a stream the path within the event that brought the name.
	Path string
	// Remote: the provider runs the tool itself.
	Remote bool
	// Nameless: the call has no name field, or null stands in it.
	Nameless bool
}

// Codec reads the bodies of one wire contract. A Provider that can read its
// own bodies implements it as well; callers ask by a type assertion. Readers
// never panic on foreign input: what is not theirs is an error, and unknown
// fields and parts are skipped.
type Codec interface {
	// ReadRequest returns the declared tools (Form is FormWire; every Tool has
	// Wire, Kind, Type, Description and Schema as far as the body has them) and
	// the calls of the history, both in the order of the body.
	ReadRequest(body []byte) (Catalog, []WireCall, error)
	// ReadResponse returns the calls of a whole answer.
	ReadResponse(body []byte) ([]WireCall, error)
	// ReadStream returns the calls of a streamed answer, put together from its
	// events: server-sent events or one JSON object a line.
	ReadStream(body []byte) ([]WireCall, error)
}

// Executor is a Codec whose bodies also say what the client ran, by the names
// of dispatch: spans of tools beside spans of requests.
type Executor interface {
	// ReadExecuted returns what ran, in the order of the body.
	ReadExecuted(body []byte) ([]WireCall, error)
}

// WireResult is the answer to a call as it stands in a request's history.
type WireResult struct {
	// ID of the call, empty where the contract has none; Name where the
	// contract repeats it.
	ID   string
	Name Echo
	// Text as the model reads it.
	Text string
	Flag ResultFlag
	// Kind is the kind of error, where the contract has one beside the text.
	Kind string
}

// ResultFlag is what a contract says of a result beside its text.
type ResultFlag uint8

// The flags. FlagNone: the contract has no such flag, the text alone speaks.
const (
	FlagNone ResultFlag = iota
	FlagRan
	FlagFailed
)
