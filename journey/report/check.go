package report

import (
	"strings"

	"hopscope/journey"
	"hopscope/journey/diagnose"
)

// Check is the JSON of `hopscope check`.
type Check struct {
	Wire
	// Providers holds one request a provider when several were asked for.
	Providers []Wire `json:"providers,omitempty"`
	// Everywhere has, when several providers were asked for, for each tool of
	// the request what all of them say of its name.
	Everywhere []CheckEverywhere `json:"everywhere,omitempty"`
	Findings   []CheckFinding    `json:"findings"`
	// Baseline is how the findings compare with those of a baseline.
	Baseline *CheckBaseline `json:"baseline,omitempty"`
	scheme   string
	// refused tells of each tool whether a provider refuses its name.
	refused []bool
}

// CheckFinding is one finding with the providers that it concerns.
type CheckFinding struct {
	journey.CensusFinding
	// ID is the same in each run, whatever line and position the tools have.
	ID    string `json:"id"`
	Group string `json:"group,omitempty"`
	// Providers that refuse, when several were asked for.
	Providers []string `json:"providers,omitempty"`
	// Places are where the tools are listed, as far as that is known.
	Places []CheckPlace `json:"places,omitempty"`
	// Known: the baseline has the finding.
	Known    bool `json:"known,omitempty"`
	accepted journey.Accepted
}

// CheckPlace is where a tool stands; line counts from 1, 0 is unknown.
type CheckPlace struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
}

// CheckEverywhere is the verdict of all providers on the name of one tool.
type CheckEverywhere struct {
	Tool journey.Ref `json:"tool"`
	// Fits: no provider refuses the name and one at least takes it.
	Fits      bool                   `json:"fits"`
	Refuses   []string               `json:"refuses"`
	Unknown   []string               `json:"unknown,omitempty"`
	Strictest *journey.StrictestRule `json:"strictest"`
}

// CheckBaseline compares with a baseline.
type CheckBaseline struct {
	// Known and New count findings; Gone are those of the baseline that were not
	// found again.
	Known int                `json:"known"`
	New   int                `json:"new"`
	Gone  []journey.Accepted `json:"gone"`
}

// CheckInput is the census of one catalog under one scheme.
type CheckInput struct {
	Scheme journey.Scheme
	Plan   *journey.Plan
	// Wires and Results are one a provider, in one order. Brief: of the wires but
	// the first only the providers are known.
	Wires    []Wire
	Brief    bool
	Results  []journey.CensusResult
	Baseline *journey.Baseline
	// Taught are names that instructions teach and the request lacks.
	Taught []diagnose.Lacking
	// Panel asks all providers about a name; nil: nobody wants to know.
	Panel *journey.Panel
}

// NewCheck joins the census of one catalog under each provider. Findings that
// are the same under several providers stand once.
func NewCheck(in CheckInput) Check {
	c := Check{Findings: []CheckFinding{}, scheme: in.Scheme.Info().ID}
	if len(in.Wires) > 0 {
		c.Wire = in.Wires[0]
	}
	many := len(in.Wires) > 1
	if many {
		c.Providers = in.Wires
		if c.Wire.Provider = "all"; !in.Brief {
			c.Wire = AllProviders(in.Wires)
		}
		c.judgeEverywhere(in)
	}
	c.Schema = Schema("check")
	byKey := map[sameFinding]int{}
	for i := range in.Results {
		for _, f := range in.Results[i].Findings {
			c.mark(f, len(in.Plan.Tools))
			key := sameAs(f)
			at, seen := byKey[key]
			if !seen {
				at = len(c.Findings)
				byKey[key] = at
				c.Findings = append(c.Findings, c.finding(*f, in))
			}
			if many && f.Judged {
				c.Findings[at].add(f, in.Wires[i].Provider)
			}
		}
	}
	for _, l := range in.Taught {
		f := c.finding(l.Finding(), in)
		f.Places = []CheckPlace{{File: l.Where, Line: l.Line}}
		c.Findings = append(c.Findings, f)
	}
	c.dropMilder()
	c.sort()
	c.compare(in.Baseline)
	return c
}

func (c *Check) finding(f journey.CensusFinding, in CheckInput) CheckFinding {
	out := CheckFinding{CensusFinding: f, Group: f.Group(), accepted: journey.Accept(&f, in.Plan, c.scheme)}
	out.ID = out.accepted.ID
	for _, i := range f.Indexes {
		t := &in.Plan.Tools[i].Tool
		p := CheckPlace{File: t.File, Line: t.Line}
		if p.File == "" && len(c.Sources) == 1 {
			p.File = c.Sources[0]
		}
		if p.File != "" {
			out.Places = append(out.Places, p)
		}
	}
	return out
}

// mark notes the tools of a request of so many that a provider refuses.
func (c *Check) mark(f *journey.CensusFinding, tools int) {
	if !f.Judged || f.Severity != journey.SeverityError {
		return
	}
	if c.refused == nil {
		c.refused = make([]bool, tools)
	}
	for _, i := range f.Indexes {
		c.refused[i] = true
	}
}

// sameFinding is equal for findings that stand once.
type sameFinding struct{ rule, tools, neutral, message string }

func sameAs(f *journey.CensusFinding) sameFinding {
	key := sameFinding{rule: f.Rule, neutral: f.Neutral}
	if !f.Judged {
		key.message = f.Message
	}
	if len(f.Tools) == 1 {
		key.tools = f.Tools[0]
	} else {
		key.tools = strings.Join(f.Tools, "\x00")
	}
	return key
}

// add takes a provider that objects to the same, once.
func (f *CheckFinding) add(same *journey.CensusFinding, provider string) {
	if n := len(f.Providers); n == 0 || f.Providers[n-1] != provider {
		f.Providers = append(f.Providers, provider)
	}
	f.Severity = min(f.Severity, same.Severity)
	if len(f.Providers) > 1 && f.Neutral != "" {
		f.Message = f.Neutral
	}
}

// dropMilder leaves out what one provider takes where another refuses the same:
// a tool that is listed twice is no warning beside the error of that.
func (c *Check) dropMilder() {
	worst := map[string]bool{}
	for _, f := range c.Findings {
		if f.Rule == journey.RuleDuplicate && f.Severity == journey.SeverityError {
			worst[f.ID] = true
		}
	}
	kept := c.Findings[:0]
	for _, f := range c.Findings {
		if f.Rule == journey.RuleDuplicate && f.Severity != journey.SeverityError && worst[f.ID] {
			continue
		}
		kept = append(kept, f)
	}
	c.Findings = kept
}

// sort puts the errors first; the order within one severity stays.
func (c *Check) sort() {
	errors := make([]CheckFinding, 0, len(c.Findings))
	var warnings []CheckFinding
	for _, f := range c.Findings {
		if f.Severity == journey.SeverityError {
			errors = append(errors, f)
		} else {
			warnings = append(warnings, f)
		}
	}
	copy(c.Findings, append(errors, warnings...))
}

// compare marks what the baseline has.
func (c *Check) compare(b *journey.Baseline) {
	if b == nil {
		return
	}
	c.Baseline = &CheckBaseline{Gone: []journey.Accepted{}}
	found := map[string]bool{}
	for i := range c.Findings {
		f := &c.Findings[i]
		found[f.ID] = true
		if f.Known = b.Has(f.ID); f.Known {
			c.Baseline.Known++
		} else {
			c.Baseline.New++
		}
	}
	c.Baseline.Gone = append(c.Baseline.Gone, b.Gone([]string{c.scheme}, found)...)
}

func (c *Check) judgeEverywhere(in CheckInput) {
	if in.Panel == nil {
		return
	}
	var names []journey.WireName
	for i := range in.Plan.Tools {
		if n := &in.Plan.Tools[i]; n.Status == journey.Offered {
			names = append(names, n.Wire)
			name := n.Ref.Name
			if !n.RegisteredKnown {
				name = journey.Registered(n.Tool.Listed())
			}
			c.Everywhere = append(c.Everywhere, CheckEverywhere{Tool: journey.Ref{Server: n.Ref.Server, Name: name, Builtin: n.Ref.Builtin}})
		}
	}
	for i, e := range in.Panel.JudgeRequest(names) {
		v := &c.Everywhere[i]
		v.Fits, v.Refuses, v.Unknown, v.Strictest = e.Fits(), e.Refuses, e.Unknown, e.Strictest
	}
}

// Count returns the number of findings of a severity, those of the baseline
// too.
func (c *Check) Count(s journey.Severity) int {
	n := 0
	for _, f := range c.Findings {
		if f.Severity == s {
			n++
		}
	}
	return n
}

// Fails returns the number of findings that the baseline does not have and that
// are at least as severe.
func (c *Check) Fails(least journey.Severity) int {
	n := 0
	for _, f := range c.Findings {
		if !f.Known && f.Severity <= least {
			n++
		}
	}
	return n
}

// Accepted are all findings as a baseline keeps them.
func (c *Check) Accepted() []journey.Accepted {
	var list []journey.Accepted
	for _, f := range c.Findings {
		list = append(list, f.accepted)
	}
	return list
}
