package journey

import (
	"math"
	"slices"
)

// Rule ids of census findings.
const (
	RuleSharedForm    = "shared-form"
	RuleDuplicate     = "duplicate-name"
	RuleLeftOut       = "left-out"
	RuleRejected      = "rejected"
	RuleReserved      = "reserved-name"
	RuleNearTwin      = "near-twin"
	RuleTooManyTools  = "too-many-tools"
	RuleInvisibleChar = "invisible-character"
)

// CensusFinding is one thing that is wrong, or may be, with a request.
type CensusFinding struct {
	Rule     string   `json:"rule"`
	Severity Severity `json:"severity"`
	// Tools are the registered names concerned, as listed.
	Tools   []string `json:"tools"`
	Message string   `json:"message"`
	Fix     string   `json:"fix"`
	// Indexes are the positions in Plan.Tools, for screens.
	Indexes []int `json:"-"`
	// Hop where the finding stands.
	Hop Hop `json:"-"`
}

// Judged is one tool of a census.
type Judged struct {
	// Naming is the index in Plan.Tools.
	Naming     int
	Declared   int // position in the request, -1 when it is not there
	Verdict    Verdict
	Violations []Violation
}

// CensusResult is the judgement of one request under one scheme and provider.
type CensusResult struct {
	Tools    []Judged // one for each tool of the plan, in its order
	Request  []Violation
	Findings []CensusFinding // worst first, then in catalog order
}

// Count returns the number of findings of a rule.
func (c *CensusResult) Count(rule string) int {
	n := 0
	for _, f := range c.Findings {
		if f.Rule == rule {
			n++
		}
	}
	return n
}

// Worst returns the worst severity among the findings; ok is false when there
// are none.
func (c *CensusResult) Worst() (worst Severity, ok bool) {
	for _, f := range c.Findings {
		if !ok || f.Severity < worst {
			worst, ok = f.Severity, true
		}
	}
	return worst, ok
}

// Census judges one request: which tools share a form or are left out, which
// names the provider refuses, and which names are easily taken for another.
// The rules, each on its own:
//
//   - shared-form: two tools with one wire identity. An error, whoever of them
//     is offered.
//   - duplicate-name: the same registered name twice under one wire identity.
//     An error, but a warning where it is one tool listed twice and the request
//     declares it once or the provider does not mind.
//   - left-out: not in the request for another reason. Tools that the user
//     switched off, deferred ones and built-ins that a scheme adds and does not
//     offer are no findings.
//   - rejected, reserved-name, too-many-tools: what the provider refuses; what
//     it only advises against is a warning. A verdict of unknown is none.
//   - invisible-character, near-twin: warnings. Near-twins differ only in case,
//     in - and _, or in invisible or look-alike characters, on the wire or
//     within the registered names of one server.
//
// prov may be nil: then nothing is judged by a provider. The work grows with
// the number of tools, not with its square.
func Census(p *Plan, prov Provider, asOf string) CensusResult {
	c := newCensor(p, prov, asOf)
	c.judge()
	c.shared()
	c.leftOut()
	c.refused()
	c.request()
	c.invisible()
	c.twins()
	slices.SortStableFunc(c.out.Findings, func(a, b CensusFinding) int {
		if a.Severity != b.Severity {
			return int(a.Severity) - int(b.Severity)
		}
		return first(a.Indexes) - first(b.Indexes)
	})
	return c.out
}

// first puts findings about the whole request behind those about a tool.
func first(indexes []int) int {
	if len(indexes) == 0 {
		return math.MaxInt32
	}
	return indexes[0]
}
