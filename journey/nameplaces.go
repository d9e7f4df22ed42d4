package journey

// NamePlace is one place of a body where the name of a tool stands.
type NamePlace struct {
	// Path as people write it: messages[3].content[1].name.
	Path  string
	Place Place
	Wire  WireName
	// Start and End are the bytes of the JSON string, quotes included.
	Start, End int
}

// Part says which body of an exchange is meant.
type Part uint8

// The parts. PartEvent: one event of a stream, its data without the field name.
const (
	PartRequest Part = iota
	PartAnswer
	PartEvent
)

// Locator finds the names in the bodies of one wire contract. A Provider that
// knows all such places implements it; callers ask by a type assertion.
type Locator interface {
	// Locate returns the places in the order of the body. A body that is no
	// JSON is an error.
	Locate(part Part, body []byte) ([]NamePlace, error)
	// SystemPrompt returns the system prompt of a request, its pieces joined by
	// newlines; empty where it has none.
	SystemPrompt(body []byte) (string, error)
}
