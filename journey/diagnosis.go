package journey

import "strings"

// Kind is one of the kinds of tool-name failure.
type Kind string

// The 20 kinds, most frequent first, and NoRelation for an unknown name that
// fits nothing.
const (
	KindNone                Kind = ""
	KindIllegalName         Kind = "illegal-name"
	KindTooLong             Kind = "too-long"
	KindDuplicateName       Kind = "duplicate-name"
	KindNotOffered          Kind = "not-offered"
	KindStreamAssembly      Kind = "stream-assembly"
	KindSeparatorDrift      Kind = "separator-drift"
	KindRequestInconsistent Kind = "request-inconsistent"
	KindVanished            Kind = "vanished"
	KindCaseDrift           Kind = "case-drift"
	KindPrefixLost          Kind = "prefix-lost"
	KindForeignVocabulary   Kind = "foreign-vocabulary"
	KindResidueInName       Kind = "residue-in-name"
	KindReservedName        Kind = "reserved-name"
	KindStaleName           Kind = "stale-name"
	KindPrefixDoubled       Kind = "prefix-doubled"
	KindAliasMoved          Kind = "alias-moved"
	KindLossyCollision      Kind = "lossy-collision"
	KindRenameLeak          Kind = "rename-leak"
	KindWrapperDecoration   Kind = "wrapper-decoration"
	KindNearMiss            Kind = "near-miss"
	// NoRelation is not a kind of failure but the honest absence of one.
	NoRelation Kind = "no-relation"
)

// Evidence is one observation with the place where it can be seen.
type Evidence struct {
	Where string `json:"where"` // "line 11", "tools[3].name", "catalog"
	Text  string `json:"text"`
}

// Place returns where something was seen, for people: a line or a path always,
// another source only where the text is no sentence of its own.
func (e Evidence) Place() string {
	switch {
	case strings.HasPrefix(e.Text, e.Where):
		return ""
	case strings.ContainsAny(e.Where, "0123456789["), e.Text == "", e.Text[0] < 'A', e.Text[0] > 'Z':
		return e.Where
	default:
		return ""
	}
}

// ErrorText returns the text of an error without the tags that a client puts
// around it for the model.
func ErrorText(s string) string {
	t := strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(t, "<tool_use_error>"); ok {
		t = strings.TrimSuffix(rest, "</tool_use_error>")
	}
	return strings.TrimSpace(t)
}

// Fault is a kind at a hop.
type Fault struct {
	Kind Kind `json:"kind"`
	Hop  Hop  `json:"hop"`
}

// Diagnosis says what happened to a name. It is an answer about the past; what
// to do with the call now is a Decision, and the two may differ.
type Diagnosis struct {
	Kind Kind `json:"kind"`
	Hop  Hop  `json:"hop"`
	// AcceptHops are the hops that the evidence allows as well, where it cannot
	// tell them apart.
	AcceptHops []Hop `json:"accept_hops,omitempty"`
	// Target is the one catalog entry that was meant, in the catalog's
	// spelling; empty when there is none or more than one.
	Target   string     `json:"target,omitempty"`
	Evidence []Evidence `json:"evidence"`
	// What happened, in one or two sentences. Advice begins with a verb.
	What   string `json:"what"`
	Advice string `json:"advice"`
	// First fault of a chain, where it is not the one that blocks.
	First *Fault `json:"first,omitempty"`
	// About are the catalog entries that are meant where there is no target: the
	// two names of a clash.
	About []string `json:"-"`
	// Test names the ordered test that fired, for people: "test 9: case only".
	Test string `json:"-"`
}

// Prediction is what scheme and catalog say a recorded call does.
type Prediction struct {
	Outcome Outcome `json:"outcome"`
	Tool    *Ref    `json:"tool,omitempty"`
	// Assumed: the list of declared tools was not recorded.
	Assumed bool   `json:"assumed"`
	Error   string `json:"-"`
	Via     string `json:"-"`
	Stored  Called `json:"-"`
	// Naming is the index in the plan of the tool that runs, -1 for none.
	Naming int `json:"-"`
}

// Finding is all that is decided about one recorded call.
type Finding struct {
	Row       int
	Predicted Prediction
	// Agrees is nil when it cannot be told.
	Agrees    *bool
	Diagnosis *Diagnosis
}

// Cause is a diagnosis with the calls and requests that it explains. A cause
// without any explains why Tools of the catalog reached no request, which no
// error says.
type Cause struct {
	Diagnosis Diagnosis `json:"diagnosis"`
	Calls     []int     `json:"calls"`
	Requests  []int     `json:"requests"`
	Tools     []string  `json:"tools,omitempty"`
}
