package journey

import (
	"strconv"
	"strings"
	"unicode/utf16"
)

// UnderScheme is what one scheme makes of one tool.
type UnderScheme struct {
	Scheme SchemeInfo
	// Known is false where the tool is none of the scheme's request: a built-in
	// of another client. The fields below are empty then, but for Reason.
	Known bool
	// Ref is the tool, Safe and Wire its forms; of a tool that is left out the
	// forms that it would have.
	Ref  Ref
	Safe Safe
	Wire WireName
	// AsRead: only a form was read and the real name behind it is not known, so
	// the scheme took the form as it was.
	AsRead bool
	// Rule says what was done to the name, as in Naming.
	Rule   string
	Status OfferStatus
	// Reason is why the tool is left out or deferred, in plain words.
	Reason string
	// Length of the wire name as the client counts it, in Unit; with a
	// namespace the joined length: both fields and the two characters between
	// them. Limit is the client's own, 0 for none.
	Length, Limit int
	Unit          string
	// Clashes are the tools with the same wire identity, Clash what becomes of
	// them: in this request where there are any, else the scheme's rule.
	Clashes []Ref
	Clash   string
	// Call is what a call of the wire name reaches; Back says it in one word.
	Call Resolution
	Back WayBack
	// Verdict and Violations are the provider's on the name; unknown without a
	// provider.
	Verdict    Verdict
	Violations []Violation
}

// WayBack says what a call of the name that a scheme made reaches.
type WayBack uint8

// The ways back: the tool itself, another tool, no tool, or several that
// cannot be told apart. BackOwn: the client answers such a call by itself.
const (
	BackNone WayBack = iota
	BackItself
	BackOther
	BackAmbiguous
	BackOwn
)

var backIDs = [...]string{"nothing", "itself", "another", "ambiguous", "the-client"}

// String returns nothing, itself, another, ambiguous or the-client.
func (b WayBack) String() string { return at(backIDs[:], int(b)) }

// MarshalText writes the id.
func (b WayBack) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// EverySchemeInput is what EveryScheme compares.
type EverySchemeInput struct {
	// Plan is a request under the scheme InForce, Tool the index of the tool in
	// it that is compared. InForce is not asked again.
	Plan    *Plan
	Tool    int
	InForce Scheme
	Schemes []Scheme
	// Options are the -O pairs of each scheme; nil: those of Plan for all.
	Options func(SchemeInfo) map[string]string
	// Provider judges the wire names; nil: nobody does.
	Provider Provider
	AsOf     string // YYYY-MM-DD, empty: now
}

// EveryScheme lays one tool of a request out under several schemes, in the
// order of Schemes. Every scheme plans the whole request, for which form a tool
// gets can depend on all others; so it costs as much as one plan a scheme.
//
// The names that the other schemes begin with are the real ones as far as Plan
// knows them (Restated).
func EveryScheme(in EverySchemeInput) []UnderScheme {
	out := make([]UnderScheme, 0, len(in.Schemes))
	set := Restated(in.Plan, in.InForce)
	for _, s := range in.Schemes {
		out = append(out, in.Under(s, set))
	}
	return out
}

// Under is the answer of one scheme, about a setting that Restated made of the
// plan. For callers that have to stop between two schemes.
func (in EverySchemeInput) Under(s Scheme, set Setting) UnderScheme {
	if in.Tool < 0 || in.Tool >= len(in.Plan.Tools) {
		return UnderScheme{Scheme: s.Info()}
	}
	if in.InForce != nil && sameRules(in.InForce.Info(), s.Info()) {
		return UnderPlan(s, in.Plan, in.Tool, in.Provider, in.AsOf)
	}
	if in.Options != nil {
		set.Options = in.Options(s.Info())
	}
	p := s.Plan(set)
	return UnderPlan(s, &p, sameEntry(in.Plan, in.Tool, in.InForce, &p), in.Provider, in.AsOf)
}

func sameRules(a, b SchemeInfo) bool { return a.ID == b.ID && a.Version == b.Version }

// UnderPlan is what a scheme made of tool i of its own plan; i of -1: the tool
// is not in it.
func UnderPlan(s Scheme, p *Plan, i int, judge Provider, asOf string) UnderScheme {
	u := UnderScheme{Scheme: s.Info()}
	if i < 0 || i >= len(p.Tools) {
		u.Reason = "no tool of this client"
		return u
	}
	n := &p.Tools[i]
	u.Known, u.Ref, u.Safe, u.Wire = true, n.Ref, n.Safe, n.wouldBe()
	u.AsRead = n.Tool.Form != FormRegistered && !n.RegisteredKnown
	u.Rule, u.Status, u.Reason = n.Rule, n.Status, n.Reason
	u.Limit, u.Unit = u.Scheme.Limit, u.Scheme.Unit
	u.Length = u.Wire.length(u.Unit)
	if u.Scheme.CountsServer {
		u.Length = WireName{Name: Wire(n.Tool.Server) + Wire(n.name())}.length(u.Unit)
	}
	for _, k := range some(n.SharesWith) {
		u.Clashes = append(u.Clashes, p.Tools[k].Ref)
	}
	u.Clash = clashWords(p, i, u.Scheme.Clash)
	u.Call, u.Back = wayBack(s, p, i)
	if judge == nil || n.Status != Offered {
		return u
	}
	position := 0
	for k := range p.Tools[:i] {
		if p.Tools[k].Status == Offered {
			position++
		}
	}
	u.Verdict, u.Violations = judge.Check(PlaceDeclare, n.Wire, position, asOf)
	return u
}

// wayBack calls tool i by the name that it has in the request.
func wayBack(s Scheme, p *Plan, i int) (Resolution, WayBack) {
	n := &p.Tools[i]
	w := n.wouldBe()
	if w == (WireName{}) {
		return Resolution{Tool: -1}, BackNone
	}
	r := s.Resolve(p, Invocation{Called: Called{Namespace: w.Namespace, Name: Echo(w.Name)}, Kind: n.Tool.Kind})
	switch {
	case r.Outcome == OutcomeAmbiguous:
		return r, BackAmbiguous
	case r.Outcome == OutcomeRuntime || r.Outcome == OutcomeHandoff:
		return r, BackOwn
	case r.Outcome != OutcomeRan:
		return r, BackNone
	case r.Tool == i || r.Tool < 0 && r.Ref != nil && *r.Ref == n.Ref:
		return r, BackItself
	}
	return r, BackOther
}

// clashWords says what became of the tools that share the wire identity of
// tool i, or the scheme's rule where none does.
func clashWords(p *Plan, i int, rule string) string {
	n := &p.Tools[i]
	if len(n.SharesWith) == 0 {
		return rule
	}
	left := 0
	for _, k := range n.SharesWith {
		if p.Tools[k].Status == LeftOut {
			left++
		}
	}
	all := len(n.SharesWith)
	switch mine := n.Status == LeftOut; {
	case mine && left == all && all == 1:
		return "neither is offered"
	case mine && left == all:
		return "none of them is offered"
	case mine && all == 1:
		return "the other one is offered, this one is not"
	case mine && all-left == 1:
		return "another one is offered, this one is not"
	case mine:
		return "others are offered, this one is not"
	case left == all && all == 1:
		return "this one is offered, the other is not"
	case left == all:
		return "this one is offered, the others are not"
	case all == 1:
		return "both are offered under one name"
	}
	return strconv.Itoa(all-left+1) + " are offered under one name"
}

// length of a wire name in a scheme's unit, with a namespace the joined one.
func (w WireName) length(unit string) int {
	count := runes
	switch {
	case strings.HasPrefix(unit, "UTF-16"):
		count = utf16Length
	case unit == "bytes":
		count = func(s string) int { return len(s) }
	}
	n := count(string(w.Name))
	if w.Namespace != "" {
		n += count(string(w.Namespace)) + 2
	}
	return n
}

// utf16Length is the length of a text in UTF-16 code units.
func utf16Length(s string) int {
	n := 0
	for _, r := range s {
		n += max(utf16.RuneLen(r), 1)
	}
	return n
}
