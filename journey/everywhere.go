package journey

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Answer is what one provider says of a declared name.
type Answer struct {
	Provider string
	Verdict  Verdict
	// Advice: the provider only advises against the name (MCP says SHOULD), so
	// no request fails. Verdict is then reject.
	Advice bool
	// Rule is what the provider takes in a declaration on that day; nil where
	// no rule is known.
	Rule       *NameRule
	Violations []Violation
}

// Refuses reports whether a request with the name fails at this provider.
func (a *Answer) Refuses() bool { return a.Verdict == VerdictReject && !a.Advice }

// StrictestRule is the narrowest rule among several providers.
type StrictestRule struct {
	Provider string `json:"provider"`
	// Rule says the contract in one line: pattern, lengths, first character.
	Rule   string `json:"rule"`
	Max    int    `json:"max,omitempty"` // code points
	Source string `json:"source,omitempty"`
	AsOf   string `json:"as_of,omitempty"`
}

// Everywhere is the verdict of all providers on one name. All lists are in the
// order of the providers, and no provider stands in two of them.
type Everywhere struct {
	// Verdict is reject where one provider refuses the name, accept where none
	// does and one takes it, unknown where nobody knows.
	Verdict Verdict  `json:"verdict"`
	Accepts []string `json:"accepts"`
	Refuses []string `json:"refuses"`
	// Advises are the providers that advise against the name and take it.
	Advises []string `json:"advises"`
	// Unknown are the providers of which no rule and no observation is known.
	// They never count as refusing.
	Unknown []string `json:"unknown"`
	// Strictest is the narrowest rule: of those that the name breaks where it
	// is refused, else of all known ones. Nil where no rule is known.
	Strictest *StrictestRule `json:"strictest"`
	// Answers are those of all providers, in order.
	Answers []Answer `json:"-"`
	// Length of the name in code points.
	Length int `json:"length"`
}

// Panel is a list of providers that are asked about names together.
type Panel struct {
	asOf      string
	providers []Provider
	ids       []string
	rules     []*NameRule
	// narrow is the order of the providers from the strictest rule on, those
	// without a rule left out; namespaced tells who has a rule for namespaces.
	narrow     []int
	namespaced []bool
}

// NewPanel asks the providers for their rules of a day (YYYY-MM-DD, empty:
// now), once for all names.
func NewPanel(providers []Provider, asOf string) *Panel {
	p := &Panel{asOf: asOf, providers: providers}
	for i, prov := range providers {
		p.ids = append(p.ids, prov.Info().ID)
		var rule *NameRule
		if r, ok := prov.Rule(PlaceDeclare, asOf); ok {
			rule = &r
			p.narrow = append(p.narrow, i)
		}
		p.rules = append(p.rules, rule)
		_, ok := prov.Rule(PlaceNamespace, asOf)
		p.namespaced = append(p.namespaced, ok)
	}
	slices.SortStableFunc(p.narrow, func(a, b int) int { return p.rules[a].stricter(p.rules[b]) })
	return p
}

// Judge asks every provider about one name in a declaration. index is its
// position in the request, for the path in refusal texts. A namespace field
// beside the name is judged by the providers that have a rule for it.
func (p *Panel) Judge(name WireName, index int) Everywhere {
	return p.judge(name, index, func(prov Provider) (Verdict, []Violation) {
		return prov.Check(PlaceDeclare, name, index, p.asOf)
	})
}

// JudgeTool asks every provider about the tool at an index of a plan, as one of
// its kind: a custom tool is not held to the rule of functions everywhere. A
// tool that is not offered is judged by its name, where it would stand.
func (p *Panel) JudgeTool(plan *Plan, index int) Everywhere {
	names, at := plan.RequestWith(index)
	if plan.Tools[index].Status != Offered {
		return p.JudgeOne(names, at)
	}
	e := p.judge(names[at], at, func(prov Provider) (Verdict, []Violation) {
		list := Declare(prov, plan.Tools)
		return list.Check(index, p.asOf)
	})
	p.beside(names, at, &e)
	return e
}

func (p *Panel) judge(name WireName, index int, check func(Provider) (Verdict, []Violation)) Everywhere {
	e := Everywhere{
		Answers: make([]Answer, len(p.providers)), Length: utf8.RuneCountInString(string(name.Name)),
		Accepts: []string{}, Refuses: []string{}, Advises: []string{}, Unknown: []string{},
	}
	for i, prov := range p.providers {
		a := &e.Answers[i]
		a.Provider, a.Rule = p.ids[i], p.rules[i]
		a.Verdict, a.Violations = check(prov)
		if name.Namespace != "" && p.namespaced[i] {
			if v, list := prov.Check(PlaceNamespace, name, index, p.asOf); v == VerdictReject {
				a.Verdict, a.Violations = v, append(slices.Clone(a.Violations), list...)
			}
		}
		a.Advice = a.Verdict == VerdictReject && onlyAdvice(a.Violations)
	}
	p.sum(&e)
	return e
}

// JudgeRequest judges the names of one request, each as Judge does, and adds to
// a name that stands there twice the refusals of the providers that take a
// name once. The work grows with the number of names.
func (p *Panel) JudgeRequest(names []WireName) []Everywhere {
	out := make([]Everywhere, len(names))
	for i, n := range names {
		out[i] = p.Judge(n, i)
	}
	if repeats(names) {
		p.together(names, func(i int) *Everywhere { return &out[i] })
	}
	return out
}

// JudgeOne is JudgeRequest for the one name at a position.
func (p *Panel) JudgeOne(names []WireName, at int) Everywhere {
	e := p.Judge(names[at], at)
	p.beside(names, at, &e)
	return e
}

// beside adds to the verdict on one name what the others of the request make of
// it.
func (p *Panel) beside(names []WireName, at int, e *Everywhere) {
	for i, n := range names {
		if i != at && strings.EqualFold(string(n.Name), string(names[at].Name)) {
			p.together(names, func(i int) *Everywhere {
				if i == at {
					return e
				}
				return nil
			})
			return
		}
	}
}

// together adds what the providers say of names that do not go together; of
// gives the verdict of a name, nil for one that nobody asked for.
func (p *Panel) together(names []WireName, of func(i int) *Everywhere) {
	changed := map[int]*Everywhere{}
	for k, prov := range p.providers {
		for _, v := range prov.CheckRequest(names, p.asOf) {
			for _, i := range v.Indexes {
				if i < 0 || i >= len(names) {
					continue
				}
				if e := of(i); e != nil {
					e.Answers[k].add(v)
					changed[i] = e
				}
			}
		}
	}
	for _, e := range changed {
		p.sum(e)
	}
}

// sum sorts the providers by their answers and finds the strictest rule.
func (p *Panel) sum(e *Everywhere) {
	e.Accepts, e.Refuses, e.Advises, e.Unknown = e.Accepts[:0], e.Refuses[:0], e.Advises[:0], e.Unknown[:0]
	for i := range e.Answers {
		switch a := &e.Answers[i]; {
		case a.Refuses():
			e.Refuses = append(e.Refuses, a.Provider)
		case a.Advice:
			e.Advises = append(e.Advises, a.Provider)
		case a.Verdict == VerdictAccept:
			e.Accepts = append(e.Accepts, a.Provider)
		default:
			e.Unknown = append(e.Unknown, a.Provider)
		}
	}
	e.Verdict = VerdictUnknown
	switch {
	case len(e.Refuses) > 0:
		e.Verdict = VerdictReject
	case len(e.Accepts)+len(e.Advises) > 0:
		e.Verdict = VerdictAccept
	}
	e.Strictest = nil
	for _, i := range p.narrow {
		if len(e.Refuses) > 0 && !e.Answers[i].Refuses() {
			continue
		}
		r := p.rules[i]
		e.Strictest = &StrictestRule{Provider: p.ids[i], Rule: r.Words(), Max: r.Max, Source: r.Source, AsOf: r.AsOf}
		return
	}
}

// add takes a violation of the whole request, the first of each rule.
func (a *Answer) add(v Violation) {
	for i := range a.Violations {
		if a.Violations[i].Rule == v.Rule {
			return
		}
	}
	a.Verdict, a.Violations = VerdictReject, append(slices.Clone(a.Violations), v)
	a.Advice = onlyAdvice(a.Violations)
}

// RequestWith returns the wire names of the offered tools in order. The tool at
// index stands among them even if it is not offered, under the name that it
// would have; at is its position, -1 where there is no such tool.
func (p *Plan) RequestWith(index int) (names []WireName, at int) {
	at = -1
	for i := range p.Tools {
		n := &p.Tools[i]
		switch {
		case i == index:
			at = len(names)
			names = append(names, n.wouldBe())
		case n.Status == Offered:
			names = append(names, n.Wire)
		}
	}
	return names, at
}

func onlyAdvice(list []Violation) bool {
	for i := range list {
		if list[i].Severity != SeverityWarning {
			return false
		}
	}
	return len(list) > 0
}

func repeats(names []WireName) bool {
	seen := make(map[Wire]bool, len(names))
	for _, n := range names {
		key := Wire(strings.ToLower(string(n.Name))) // a provider may fold case
		if seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}

// Fits reports whether no provider refuses the name and at least one takes it.
func (e *Everywhere) Fits() bool { return e.Verdict == VerdictAccept }

// Words says the verdict in one line: "fits everywhere", "fits everywhere,
// unknown at xai", "refused by 2 of 15: gemini, groq; unknown at xai".
func (e *Everywhere) Words() string {
	var b strings.Builder
	join := "; "
	switch e.Verdict {
	case VerdictAccept:
		b.WriteString("fits everywhere")
		join = ", "
	case VerdictReject:
		b.WriteString("refused by " + strconv.Itoa(len(e.Refuses)) + " of " + strconv.Itoa(len(e.Answers)) + ": " + strings.Join(e.Refuses, ", "))
	default:
		return "unknown at all " + strconv.Itoa(len(e.Answers)) + " providers"
	}
	if len(e.Advises) > 0 {
		b.WriteString(join + "advised against by " + strings.Join(e.Advises, ", "))
	}
	if len(e.Unknown) > 0 {
		b.WriteString(join + "unknown at " + strings.Join(e.Unknown, ", "))
	}
	return b.String()
}
