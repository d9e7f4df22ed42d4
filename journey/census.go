package journey

import (
	"cmp"
	"math"
	"slices"
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
	// Judged: the provider is who objects. Neutral is the message without its
	// name then, the same under every provider that objects to the same thing.
	Judged  bool   `json:"-"`
	Neutral string `json:"-"`
}

// Group is the group of the finding's rule, GroupNearTwin or empty.
func (f *CensusFinding) Group() string {
	r, _ := CensusRuleOf(f.Rule)
	return r.Group
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
	Findings []*CensusFinding // worst first, then in catalog order
}

// Count returns the number of findings of a rule.
func (c *CensusResult) Count(rule string) int {
	n := 0
	for i := range c.Findings {
		if c.Findings[i].Rule == rule {
			n++
		}
	}
	return n
}

// CountGroup returns the number of findings of the rules of a group.
func (c *CensusResult) CountGroup(group string) int {
	n := 0
	for i := range c.Findings {
		if c.Findings[i].Group() == group {
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
// The rules are those of CensusRules, each on its own:
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
//   - tool-reference: taken in a declaration and refused where a tool search
//     names the tool. A warning, an error for a tool that is deferred.
//   - built-in-name: a name that the client (Setting.Own) or the provider
//     (Definer) has a tool of its own for.
//   - cut-name, prefix-doubled, ambiguous-separator: what the scheme's join
//     does to the names of a server, one finding a server but for cut-name.
//   - invisible-character, mixed-script, case-twin, dash-twin, look-alike:
//     warnings. Twins differ only in case, in - and _, or in invisible or
//     look-alike characters, on the wire or within the registered names of one
//     server.
//
// prov may be nil: then nothing is judged by a provider. The work grows with
// the number of tools, not with its square.
func Census(p *Plan, prov Provider, asOf string) CensusResult {
	return Censuses(p, []Provider{prov}, asOf)[0]
}

// Censuses judges one request under several providers, in their order; what
// does not depend on a provider is looked at once.
func Censuses(p *Plan, provs []Provider, asOf string) []CensusResult {
	c := newCensor(p, asOf)
	c.place()
	judges := make([]judge, len(provs))
	small := len(p.Tools)*(len(provs)+1) < fewNames
	var common []*CensusFinding
	inParallel(len(provs)+1, small, func(i int) {
		if i > 0 {
			judges[i-1].begin(c, provs[i-1])
			return
		}
		c.neutral()
		c.twins(c.alikes())
		common = sortCensus(c.findings)
	})
	for i := range judges {
		c.note(&judges[i])
	}
	results := make([]CensusResult, len(provs))
	inParallel(len(judges), small, func(i int) { results[i] = judges[i].finish(common) })
	return results
}

// fewNames is how many names are judged faster by one processor.
const fewNames = 2_000

// neutral is what does not depend on a provider, but for the twins.
func (c *censor) neutral() {
	for _, g := range c.groups() {
		c.addShared(g)
	}
	c.twiceSent = c.sentTwice()
	c.leftOut()
	c.ownNames()
	c.seams()
	c.cut()
	c.strange()
}

// sortCensus puts the worst first, then catalog order, then that of the rules.
// What is equal stays in its order.
func sortCensus(list []CensusFinding) []*CensusFinding {
	return mergeCensus(nil, list)
}

// mergeCensus puts a list into one that is sorted already, whose findings stand
// first among equals. The findings themselves stay where they are.
func mergeCensus(sorted []*CensusFinding, list []CensusFinding) []*CensusFinding {
	if len(sorted)+len(list) == 0 {
		return nil
	}
	order := censusOrder(list)
	merged := make([]*CensusFinding, 0, len(sorted)+len(list))
	for _, f := range sorted {
		for at := f.place(); len(order) > 0 && order[0].key < at; order = order[1:] {
			merged = append(merged, &list[order[0].at])
		}
		merged = append(merged, f)
	}
	for _, o := range order {
		merged = append(merged, &list[o.at])
	}
	return merged
}

type censusPlace struct {
	key uint64
	at  int
}

func censusOrder(list []CensusFinding) []censusPlace {
	order := make([]censusPlace, len(list))
	for i := range list {
		order[i] = censusPlace{list[i].place(), i}
	}
	less := func(a, b censusPlace) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return a.at - b.at
	}
	if !slices.IsSortedFunc(order, less) {
		slices.SortFunc(order, less)
	}
	return order
}

// place is where a finding stands among others: severity, first tool, rule.
func (f *CensusFinding) place() uint64 {
	return uint64(f.Severity)<<56 | uint64(first(f.Indexes))<<16 | uint64(ruleOrder(f.Rule))
}

// first puts findings about the whole request behind those about a tool.
func first(indexes []int) int {
	if len(indexes) == 0 {
		return math.MaxInt32
	}
	return indexes[0]
}
