package journey

// Envelope shapes what stands beside the declarations in a wire contract: the
// call, its result, a forced choice, the events of a stream and a whole
// request. A Provider that knows these shapes implements it as well; callers
// ask by a type assertion. Paths are those of the name in the whole request.
type Envelope interface {
	// Call shapes a past call as it stands in the history of a request; message
	// is the position of its message (or item) there.
	Call(c WireCall, message int) Declaration
	// Result shapes the answer to a call. Path is empty where the contract does
	// not repeat the name.
	Result(c WireCall, text string, message int) Declaration
	// Choice shapes a forced choice of one tool. ok is false where the contract
	// has none for it.
	Choice(n Naming) (d Declaration, ok bool)
	// Stream words the events in which an answer with this one call arrives, one
	// event each, as they stand on the wire; none where calls do not come so.
	Stream(c WireCall) []string
	// Request is a whole request body, indented by two spaces: the offered tools
	// in order, then for each past call its message and its result. choice is
	// the index in tools of the forced tool, -1 for none.
	Request(tools []Naming, past []WireCall, choice int) string
}

// Assembly is how a client puts a streamed call together.
type Assembly uint8

// The two ways that SDKs have, as of 2026-11-29: the last name that is not
// empty stays (npm openai 6.49.0), or pieces of a name are joined
// (openai-python).
const (
	AssembleAssign Assembly = iota
	AssembleAppend
)

// Assembler is a Codec whose streams two SDKs can read differently.
type Assembler interface {
	// ReadStreamAs is ReadStream in the given way.
	ReadStreamAs(body []byte, how Assembly) ([]WireCall, error)
}

// Referrer is an Envelope whose results can load tools that were announced by
// name only.
type Referrer interface {
	// Reference shapes the result of call c that loads one tool; the path is
	// that of the name in it.
	Reference(c WireCall, n Naming, message int) Declaration
}
