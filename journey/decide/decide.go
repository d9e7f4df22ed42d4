// Package decide answers what to do with a call of a name that was not
// declared: run it as it is, run the declared tool whose name it is a variant
// of, run the one declared tool that does the same, or refuse, with a reason.
// It also answers what would change if the caller's names were mapped into
// another client's vocabulary.
//
// A decision is not a diagnosis: it says what a careful program may do with
// the call, not what bent the name. Nothing here depends on state or on the
// order of a map.
//
// The procedure has nine rules; the first that fires ends it. Rules that only
// find something out (namespace, capability) end nothing by themselves.
package decide

import (
	"slices"
	"strings"

	"hopscope/journey"
	"hopscope/vocab"
)

// Outcome is the decision.
type Outcome string

// The decisions. Exact: the name is declared. Variant: another spelling of a
// declared name. Capability: the one declared tool that does the same.
const (
	Exact      Outcome = "exact"
	Variant    Outcome = "variant"
	Capability Outcome = "capability"
	Refused    Outcome = "refused"
)

// Reason says why; every refusal has one.
type Reason string

// The reasons. AlreadyExact comes with Exact, all others with Refused.
// ArgsDoNotFit is given in strict mode only.
const (
	AlreadyExact       Reason = "already-exact"
	EmptyName          Reason = "empty-name"
	CustomPayload      Reason = "custom-payload"
	ProviderSide       Reason = "provider-side"
	Ambiguous          Reason = "ambiguous"
	Namespaced         Reason = "namespaced"
	CrossNamespace     Reason = "cross-namespace"
	NotInterchangeable Reason = "not-interchangeable"
	UnknownName        Reason = "unknown-name"
	EditVsPatch        Reason = "edit-vs-patch"
	NotDeclared        Reason = "not-declared"
	ArgsDoNotFit       Reason = "args-do-not-fit"
)

// Via says by which tier a variant was found.
type Via string

// The tiers, in the order in which they are tried.
const (
	ViaTrim   Via = "trim-or-prefix"
	ViaCase   Via = "case"
	ViaFormat Via = "format"
	ViaAlias  Via = "alias"
)

// Declared is one tool of the request, as far as a decision looks at it.
type Declared struct {
	Wire journey.WireName
	Kind journey.ToolKind
	// Keys are the argument keys of the schema; nil: the schema is not known.
	Keys *Keys
}

// Title is how a decision writes a tool: its name, or namespace.name when a
// namespace field stands beside it.
func (d Declared) Title() string {
	if d.Wire.Namespace != "" {
		return string(d.Wire.Namespace) + "." + string(d.Wire.Name)
	}
	return string(d.Wire.Name)
}

// Options are the open choices of the procedure.
type Options struct {
	// Strict refuses a variant or capability whose arguments do not fit.
	Strict bool
	// Separators reads server.tool, server/tool and server:tool as a namespace
	// and a name, for requests that declare tools with a namespace field.
	Separators bool
	// Vocab is the vocabulary; nil: the built-in one, all clients together.
	Vocab *vocab.Table
}

// Decision is the answer with its way.
type Decision struct {
	Outcome Outcome `json:"decision"`
	// Target is the Title of the declared tool that runs, At its position in
	// the declared list (-1 for none).
	Target string `json:"target,omitempty"`
	At     int    `json:"-"`
	Via    Via    `json:"via,omitempty"`
	Reason Reason `json:"reason,omitempty"`
	// Candidates are Titles in byte order.
	Candidates []string `json:"candidates,omitempty"`
	// Args compares the keys of the arguments with the target's schema, nil
	// where one of the two is not known or nothing runs.
	Args *Fit `json:"args,omitempty"`
	// Hints are the nearest declared names. They are never targets.
	Hints []string `json:"hints"`
	// Trace has one step for each of the nine rules, in order.
	Trace []Step `json:"trace"`
}

// hintCount is the number of nearest names that are shown.
const hintCount = 3

// Decide answers a call against the declared tools of its request. A Kind of
// the invocation that is not function says how the call was made; Args is the
// raw argument text, empty when it is not known.
func Decide(declared []Declared, call journey.Invocation, opts Options) Decision {
	return NewDesk(declared, opts).Decide(call)
}

// Desk decides call after call against the same declared tools; what depends on
// the tools alone is worked out once. It is safe for use by several goroutines.
type Desk struct {
	declared []Declared
	parts    []split    // of each declared name
	tasks    [][]string // of each declared name without a namespace
	titles   []string
	opts     Options
}

// NewDesk prepares decisions about calls of these tools.
func NewDesk(declared []Declared, opts Options) *Desk {
	n := len(declared)
	d := &Desk{declared: declared, parts: make([]split, n), tasks: make([][]string, n), titles: make([]string, n), opts: opts}
	for i, x := range declared {
		d.parts[i], d.titles[i] = splitName(string(x.Wire.Namespace), string(x.Wire.Name)), x.Title()
		if d.parts[i].namespace == "" {
			d.tasks[i] = Capabilities(opts.Vocab, d.parts[i].bare)
		}
	}
	return d
}

// Decide answers one call, as the function Decide does.
func (d *Desk) Decide(call journey.Invocation) Decision {
	out := d.Judge(call)
	out.Hints = d.Hints(call)
	return out
}

// Judge is Decide without the hints, which take the longest where many tools
// are declared.
func (d *Desk) Judge(call journey.Invocation) Decision {
	c := &chooser{Desk: d, call: call}
	c.own = c.splitCall()
	out := c.run()
	out.Trace = c.trace.steps()
	if out.Candidates != nil {
		slices.Sort(out.Candidates)
	}
	return out
}

// For returns the options as they suit these tools: a name is read as a
// namespace and a name where the request declares namespaces.
func (o Options) For(declared []Declared) Options {
	for _, d := range declared {
		o.Separators = o.Separators || d.Wire.Namespace != ""
	}
	return o
}

// chooser is one run of the procedure.
type chooser struct {
	*Desk
	call  journey.Invocation
	own   split // of the call's name, trimmed
	trace tracer
}

// run goes through the rules.
func (c *chooser) run() Decision {
	rules := []func() (Decision, bool){c.exact, c.emptyName, c.payload, c.variant, c.namespace}
	for _, rule := range rules {
		if d, ends := rule(); ends {
			return d
		}
	}
	return c.byCapability()
}

// exact is rule 1: name and namespace are declared, byte for byte. Kind and
// arguments are not judged.
func (c *chooser) exact() (Decision, bool) {
	wire := c.call.Called.Wire()
	for i, d := range c.declared {
		if d.Wire == wire {
			c.trace.fired(ruleExact, quote(d.Title())+" is declared, letter for letter")
			return Decision{Outcome: Exact, Target: d.Title(), At: i, Reason: AlreadyExact}, true
		}
	}
	c.trace.passed(ruleExact, "no declared tool is written "+quote(title(c.call.Called)))
	return Decision{}, false
}

// emptyName is rule 2.
func (c *chooser) emptyName() (Decision, bool) {
	if strings.TrimSpace(string(c.call.Called.Name)) == "" {
		c.trace.fired(ruleEmpty, "the name is empty or blank")
		return refuse(EmptyName), true
	}
	c.trace.passed(ruleEmpty, "the name is not empty")
	return Decision{}, false
}

// payload is rule 3: a call whose payload is no argument object of a function
// cannot be given to another tool.
func (c *chooser) payload() (Decision, bool) {
	if reason, ok := payloadReason(c.call.Kind); ok {
		c.trace.fired(rulePayload, "a "+c.call.Kind.String()+" call, not a function call")
		return refuse(reason), true
	}
	c.trace.passed(rulePayload, "an ordinary function call")
	return Decision{}, false
}

// payloadReason says why a tool of this kind is no target; ok is false for
// functions.
func payloadReason(k journey.ToolKind) (Reason, bool) {
	switch k {
	case journey.KindFunction:
		return "", false
	case journey.KindProvider:
		return ProviderSide, true
	default:
		return CustomPayload, true
	}
}

// take ends with a target, or in strict mode with a refusal.
func (c *chooser) take(outcome Outcome, at int, via Via) Decision {
	d := c.declared[at]
	fit := checkKeys(d.Keys, c.call.Args)
	if c.opts.Strict && fit != nil && !fit.Fit {
		return Decision{Outcome: Refused, At: -1, Reason: ArgsDoNotFit, Candidates: []string{d.Title()}}
	}
	return Decision{Outcome: outcome, Target: d.Title(), At: at, Via: via, Args: fit}
}

// refuse is a refusal with the declared tools that come near.
func refuse(reason Reason, candidates ...string) Decision {
	return Decision{Outcome: Refused, At: -1, Reason: reason, Candidates: candidates}
}

// named are the titles of the declared tools at these positions.
func (c *chooser) named(at []int) []string {
	list := make([]string, len(at))
	for i, k := range at {
		list[i] = c.titles[k]
	}
	return list
}

// Hints are the declared names nearest to the call's. They are never targets.
func (d *Desk) Hints(call journey.Invocation) []string {
	list := []string{}
	for _, n := range vocab.Nearest(title(call.Called), d.titles, hintCount) {
		list = append(list, n.Name)
	}
	return list
}

func title(c journey.Called) string {
	return Declared{Wire: c.Wire()}.Title()
}

// FromPlan returns the tools that a request offers, in its order, and the
// position in Plan.Tools of each.
func FromPlan(p *journey.Plan) (declared []Declared, at []int) {
	for i := range p.Tools {
		n := &p.Tools[i]
		if n.Status != journey.Offered {
			continue
		}
		declared = append(declared, Declared{Wire: n.Wire, Kind: n.Tool.Kind, Keys: KeysOf(n.Tool.Schema)})
		at = append(at, i)
	}
	return declared, at
}

func invocationOf(name string) journey.Invocation {
	return journey.Invocation{Called: journey.Called{Name: journey.Echo(name)}}
}
