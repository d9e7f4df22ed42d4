package journey

import "encoding/json"

// Place is where in a request a name stands: the place ids of
// testdata/vectors/providers.json.
type Place string

// The places that a rule may speak of.
const (
	PlaceDeclare       Place = "declare"
	PlaceHistoryCall   Place = "history_call"
	PlaceHistoryResult Place = "history_result"
	PlaceMessageName   Place = "message_name"
	PlaceToolChoice    Place = "tool_choice"
	PlaceToolReference Place = "tool_reference"
	PlaceNamespace     Place = "namespace"
	PlaceCallID        Place = "call_id"
	PlaceToolCount     Place = "tool_count"
	PlaceIdentity      Place = "identity"
	PlaceCall          Place = "call"
	PlaceModelEcho     Place = "model_echo"
	// PlaceSEP986 is a declaration judged by the text of SEP-986 instead of the
	// released specification of MCP.
	PlaceSEP986 Place = "sep986_text"
)

// Verdict is what a provider does with a name. Unknown never fails anything.
type Verdict uint8

// The zero value is unknown.
const (
	VerdictUnknown Verdict = iota
	VerdictAccept
	VerdictReject
)

var verdictIDs = [...]string{"unknown", "accept", "reject"}

// String returns unknown, accept or reject.
func (v Verdict) String() string { return at(verdictIDs[:], int(v)) }

// MarshalText writes the id.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Severity ranks a violation or a finding.
type Severity uint8

// Error blocks the request; warning does not.
const (
	SeverityError Severity = iota
	SeverityWarning
)

// String returns error or warning.
func (s Severity) String() string {
	if s == SeverityWarning {
		return "warning"
	}
	return "error"
}

// MarshalText writes the id.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// NameRule is what a provider takes at one place.
type NameRule struct {
	Place Place
	// Pattern is the provider's own pattern, as it words it; empty: no rule.
	Pattern string
	// Chars says the allowed set in words, First what the first character must
	// be ("" any of the set). Min and Max are code points; Max 0: no limit.
	Chars, First string
	Min, Max     int
	// Unique: two declarations of one name are refused. Twice: they are known to
	// be taken. Neither: unknown.
	Unique, Twice bool
	// Declared: the name must be that of a declared tool, see Matcher.
	Declared bool
	// Unknown says in words what of the rule is not known, and so refuses
	// nothing: longer names, other characters. Empty: all of it is known.
	Unknown string
	Source  string
	AsOf    string // YYYY-MM-DD, since when the rule holds; empty: unknown
}

// ReservedName is a name that a provider keeps for a tool of its own.
type ReservedName struct {
	Name Wire `json:"name"`
	// Why says what it belongs to and what then happens to a tool of this name.
	Why    string `json:"why"`
	Source string `json:"source,omitempty"`
}

// Violation is one way in which a name breaks a rule.
type Violation struct {
	Place Place `json:"place"`
	// Rule is illegal-name, too-long, too-short, first-character,
	// duplicate-name, reserved-name, too-many, too-few, unknown-name (not a
	// declared one) or edge-character. A name that is taken may have warnings.
	Rule string `json:"rule"`
	// At is the 0-based code point where the first offending character stands;
	// -1 when the rule is not about one character.
	At       int      `json:"at"`
	Detail   string   `json:"detail"`
	Error    string   `json:"error,omitempty"` // the provider's own text
	ErrorHow bool     `json:"error_seen"`      // that text was seen for this place
	Severity Severity `json:"severity"`
	Source   string   `json:"source,omitempty"`
	AsOf     string   `json:"as_of,omitempty"`
	// Indexes are the positions in the request of the names that a violation of
	// CheckRequest is about; none where it is about the whole list.
	Indexes []int `json:"-"`
}

// MarshalJSON leaves out At where the rule is not about one character.
func (v Violation) MarshalJSON() ([]byte, error) {
	type bare Violation
	out := struct {
		bare
		At *int `json:"at,omitempty"`
	}{bare: bare(v)}
	if v.At >= 0 {
		out.At = &v.At
	}
	return json.Marshal(out)
}

// Declaration is one entry of a request's tools array, as the provider shapes
// it.
type Declaration struct {
	// Path of the name's place, for example tools[3].function.name.
	Path string
	// JSON is the entry, indented by two spaces.
	JSON string
}

// ProviderInfo describes a provider for people and for the provider list.
type ProviderInfo struct {
	ID    string
	Title string
	// Contract is the name rule of declarations in one line.
	Contract string
	// MaxTools in one request, 0 for unknown or none.
	MaxTools int
	Sources  []Fact
	// Rules are all known rules, by place and then by date, earlier ones too.
	Rules []NameRule
	// Reserved are the names that the provider's own tools have.
	Reserved []ReservedName
}

// Refusal is what a provider's refusal text says.
type Refusal struct {
	Place Place
	// Path as the text gives it; Index of the tools array (from 0), -1 for none.
	Path  string
	Index int
	// Rule as in Violation.
	Rule string
	// Name, Limit and Length where the text quotes them; Limit and Length are
	// code points, 0 for none.
	Name          string
	Limit, Length int
}

// Provider is one wire contract.
type Provider interface {
	// Info describes the contract.
	Info() ProviderInfo
	// Rule returns what holds at a place on a day (YYYY-MM-DD, empty: now).
	// ok is false where no rule is known.
	Rule(place Place, asOf string) (rule NameRule, ok bool)
	// Check judges one name at one place; index is its position in the tools
	// array or in the history, for the path in the refusal text.
	Check(place Place, name WireName, index int, asOf string) (Verdict, []Violation)
	// CheckRequest judges what concerns the whole list: count and uniqueness.
	CheckRequest(names []WireName, asOf string) []Violation
	// Declare shapes the declaration of one tool; index is its position in the
	// request.
	Declare(n Naming, index int) Declaration
	// Frame returns the text around the declarations of a request: what stands
	// before and after the array of entries.
	Frame() (before, after string)
	// Recognise reads one of the provider's own refusal texts.
	Recognise(text string) (Refusal, bool)
}
