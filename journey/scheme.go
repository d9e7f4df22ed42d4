package journey

// Setting is everything that a client's naming of one request depends on.
type Setting struct {
	Catalog Catalog
	// Connected lists the servers that were up, in the order in which they
	// became ready. Nil: all servers of the catalog, in catalog order.
	Connected []Server
	// Builtins says whether the scheme adds the client's own declared tools of
	// its version to the catalog. False when the catalog holds them already.
	Builtins bool
	// Model is the model id, where the built-in list depends on it.
	Model string
	// ToolSearch: the client ran with deferred tools behind a search tool.
	ToolSearch bool
	// Options are the -O key=value pairs.
	Options map[string]string
	// Reserved names that other parts of the request own.
	Reserved []Wire
	// Own are the names of the client's own tools where the plan does not hold
	// them, for the census.
	Own []Wire
}

// Option returns the value of an -O key, or the given default.
func (s Setting) Option(key, fallback string) string {
	if v, ok := s.Options[key]; ok {
		return v
	}
	return fallback
}

// OfferStatus says what became of a tool on the way into the request.
type OfferStatus uint8

// The zero value is offered. Deferred: announced by name only.
const (
	Offered OfferStatus = iota
	LeftOut
	Deferred
)

var offerIDs = [...]string{"offered", "left_out", "deferred"}

// String returns offered, left_out or deferred.
func (o OfferStatus) String() string { return at(offerIDs[:], int(o)) }

// MarshalText writes the id.
func (o OfferStatus) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// Naming is what a scheme makes of one tool.
type Naming struct {
	Tool Tool
	// Ref is the identity for dispatch. RegisteredKnown is false where only a
	// safe form or wire name was read and the scheme's inverse is not unique.
	Ref             Ref
	RegisteredKnown bool
	Safe            Safe
	// SafeKnown is false where only a wire name was read and the way back is
	// not unique.
	SafeKnown bool
	Wire      WireName
	Status    OfferStatus
	// Reason is why a tool is left out or deferred, in plain words.
	Reason string
	// SharesWith holds the indexes in Plan.Tools of the tools whose wire
	// identity would be the same.
	SharesWith []int
	// Rule says in a few words what was done to the registered name:
	// "unchanged", ". to _", "cut", "hashed", "split in two".
	Rule string
	// ToServer is the name that the client sends to the MCP server when the
	// tool is called, where it differs from the listed name.
	ToServer Registered
}

// Plan is a request as a scheme names it: the namings in the order of the
// request, built-ins included, left-out tools too.
type Plan struct {
	Setting  Setting
	Tools    []Naming
	Warnings []string // the client's own words
	// ByWire maps what stands in the request to the index in Tools of the tool
	// that a call with it would reach.
	ByWire map[WireName]int
	// Index holds the same by lookup key, for schemes whose dispatch knows
	// more keys than the wire names (aliases, folded names).
	Index map[string]int
}

// Outcome is what a client's dispatch does with a call.
type Outcome uint8

// The outcomes. Ran: a tool of the catalog or a built-in. Runtime: the client
// answers by itself. Handoff: another agent takes over.
const (
	OutcomeUnknown Outcome = iota
	OutcomeRan
	OutcomeRuntime
	OutcomeHandoff
	OutcomeAmbiguous
	OutcomeRefused
)

var outcomeIDs = [...]string{"unknown", "ran", "runtime", "handoff", "ambiguous", "refused"}

// String returns unknown, ran, runtime, handoff, ambiguous or refused.
func (o Outcome) String() string { return at(outcomeIDs[:], int(o)) }

// MarshalText writes the id.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// Invocation is a call as far as a scheme judges it.
type Invocation struct {
	Called Called
	Kind   ToolKind
	// Args is the raw argument text; ArgsFit says whether it fits the tool's
	// schema, nil when nobody judged it.
	Args    string
	ArgsFit *bool
}

// Resolution is a client's answer to a call.
type Resolution struct {
	Outcome Outcome
	// Tool is the index in Plan.Tools of what runs, -1 for none.
	Tool int
	// Ref is the tool that runs, nil for none.
	Ref *Ref
	// Via says by which rule: "exact", "alias", "back map", "case".
	Via string
	// Error is the client's own text that the model reads, empty when the call
	// ran.
	Error string
	// Stored is the name under which the call stands in the next request.
	Stored Called
}

// Identity is the set of names under which one tool is known inside a client.
type Identity struct {
	PublicName   string    `json:"public_name"`
	Namespace    Namespace `json:"namespace,omitempty"`
	Qualified    string    `json:"qualified_name,omitempty"`
	LookupKey    string    `json:"lookup_key,omitempty"`
	ApprovalKeys []string  `json:"approval_keys,omitempty"`
	TraceName    string    `json:"trace_name,omitempty"`
	StoredAs     string    `json:"stored_as,omitempty"`
	CallID       string    `json:"call_id,omitempty"`
}

// SchemeKind says whose rules a scheme holds, for the headings of lists.
type SchemeKind uint8

// The zero value is a coding agent. NoClient: the absence of rules.
const (
	CodingAgent SchemeKind = iota
	Framework
	NoClient
)

var schemeKindIDs = [...]string{"coding-agent", "framework", "no-client"}

// String returns coding-agent, framework or no-client.
func (k SchemeKind) String() string { return at(schemeKindIDs[:], int(k)) }

// Title returns the heading: "Coding agents", "Frameworks and gateways", "As
// they are".
func (k SchemeKind) Title() string {
	return at([]string{"Coding agents", "Frameworks and gateways", "As they are"}, int(k))
}

// MarshalText writes the id.
func (k SchemeKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// SchemeInfo describes a scheme for people and for the scheme list.
type SchemeInfo struct {
	ID      string // "claude-code"
	Kind    SchemeKind
	Version string // newest known rule not newer than what was asked; empty: none
	Title   string
	Rule    string // one line
	Limit   int    // longest safe form, 0 for none
	Unit    string // "code points", "UTF-16 units", "bytes"
	// CountsServer: the limit is on server key and tool name together, whatever
	// form they take.
	CountsServer bool
	// Note says how the version was chosen, where it is not the one asked for.
	Note    string
	Sources []Fact
	// Clash says in one line what becomes of two tools with one wire identity,
	// Lookup how a call finds its tool, History what the next request holds.
	// Refusal is the text for an unknown name, with X for the name. Empty:
	// unknown.
	Clash, Lookup, History, Refusal string
	// Options are the -O keys that the scheme reads.
	Options []SchemeOption
	// Versions are the versions at which a rule is known to hold, ascending.
	Versions []string
}

// SchemeOption is one -O key of a scheme.
type SchemeOption struct {
	Key string `json:"key"`
	// Values are those that it takes; empty: any text.
	Values  []string `json:"values,omitempty"`
	Default string   `json:"default,omitempty"`
	What    string   `json:"what"`
}

// Fact is a statement with its source, date and how it was obtained.
type Fact struct {
	What   string `json:"what"`
	Source string `json:"source"`
	AsOf   string `json:"as_of"` // YYYY-MM-DD
	How    string `json:"how"`   // "run", "read", "unknown"
}

// Refused is what a refusal text says: recognised by the one who words it.
type Refused struct {
	Class Class
	// Name as the text gives it; it can differ from the call (read the call).
	Name string
	// Offered is the list of names that the text gives, nil for none.
	Offered []string
	// Reason is the part of the text that says why, empty for none.
	Reason string
}

// Scheme is one client's rules: from the registered name to the request and
// from the model's call back to a tool. A Scheme is a value without state;
// the same inputs always give the same answers.
type Scheme interface {
	// Info describes the scheme and the version of its rules.
	Info() SchemeInfo
	// Plan names the tools of one request. It never fails: what cannot be
	// named is left out, with a reason.
	Plan(Setting) Plan
	// Resolve answers a call against a plan that the same scheme made.
	Resolve(*Plan, Invocation) Resolution
	// Identity returns the layers of tool i of the plan.
	Identity(p *Plan, i int) Identity
	// Recognise reads one of the client's own refusal texts. It gets at most
	// the first 4 KiB of the text of a result that is flagged as an error.
	Recognise(text string) (Refused, bool)
}
