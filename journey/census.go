package journey

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

// Census judges a whole request.
func Census(p *Plan, prov Provider, asOf string) CensusResult { return CensusResult{} }
