package journey

// judge is one provider's part of a census. Judges of one census work side by
// side: they read the censor, and write to it in no step but note.
type judge struct {
	*censor
	// prov is the provider, nil for none; out what it says.
	prov Provider
	out  CensusResult
	// refusing: the provider refuses a name that stands in the request twice.
	refusing bool
	// title is the provider's name in messages; rule what it takes in a
	// declaration, where it says so.
	title string
	rule  NameRule
	// reference is what the provider takes in a tool reference; refers is false
	// where that is not known.
	reference NameRule
	refers    bool
	// objections are what becomes a finding about one tool, in order.
	objections []objection
	// list are the findings that this provider makes.
	list []CensusFinding
}

// objection is what a provider has against the name of one tool.
type objection struct {
	tool int
	// violation is the worst one; nil for a name that the provider defines, whose
	// type is kind.
	violation *Violation
	kind      string
	// referred: the name is taken in a declaration and refused where a tool
	// search names it.
	referred bool
}

// begin asks the provider for its verdicts.
func (j *judge) begin(c *censor, prov Provider) {
	j.censor, j.prov, j.title = c, prov, "the provider"
	if prov != nil {
		j.title = prov.Info().ID
		j.rule, _ = prov.Rule(PlaceDeclare, c.asOf)
		j.reference, j.refers = prov.Rule(PlaceToolReference, c.asOf)
	}
	j.verdicts()
	j.refused()
	j.defined()
}

// finish words the findings and puts them among the common ones.
func (j *judge) finish(common []*CensusFinding) CensusResult {
	j.list = make([]CensusFinding, 0, len(j.objections)+len(j.twice)+len(j.out.Request))
	j.listedTwice()
	for i := range j.objections {
		j.tell(j.finding(&j.objections[i]))
	}
	j.request()
	j.out.Findings = mergeCensus(common, j.list)
	return j.out
}

func (j *judge) tell(f CensusFinding) { j.list = append(j.list, j.filled(f)) }

// verdicts asks about each declared name, each namespace and the whole list.
func (j *judge) verdicts() {
	j.out.Tools = make([]Judged, len(j.plan.Tools))
	seen := map[Namespace]bool{}
	var list Declarations
	if l, ok := j.prov.(Layout); ok {
		list = Declare(j.prov, j.plan.Tools)
		list.layout = l
	} else {
		list = Declarations{prov: j.prov, tools: j.plan.Tools, sites: j.sites}
	}
	rejects := 0
	check := list.checker(j.asOf)
	for i := range j.plan.Tools {
		n := &j.plan.Tools[i]
		t := &j.out.Tools[i]
		t.Naming, t.Declared = i, j.declared[i]
		if t.Declared >= 0 && j.prov != nil && !n.formUnknown() {
			if at := &list.sites[i]; at.Entry >= 0 {
				t.Verdict, t.Violations = check(&n.Wire, at)
			}
			if n.Wire.Namespace != "" {
				j.judgeNamespace(t, n, seen)
			}
			if t.Verdict == VerdictReject {
				rejects++
			}
		}
	}
	if j.prov != nil && len(j.sent) > 0 { // a client leaves an empty list away
		j.out.Request = j.prov.CheckRequest(j.sent, j.asOf)
	}
	j.refusing = j.refusesTwice()
	j.objections = make([]objection, 0, rejects)
}

// judgeNamespace judges a namespace once, at the first tool that stands in it.
func (j *judge) judgeNamespace(t *Judged, n *Naming, seen map[Namespace]bool) {
	ns := n.Wire.Namespace
	if seen[ns] {
		return
	}
	seen[ns] = true
	if _, ok := j.prov.Rule(PlaceNamespace, j.asOf); !ok {
		return
	}
	v, list := j.prov.Check(PlaceNamespace, n.Wire, t.Declared, j.asOf)
	if v == VerdictReject {
		t.Verdict, t.Violations = v, append(t.Violations, list...)
	}
}

// refused collects the names that the provider does not take, and those that it
// takes in a declaration alone.
func (j *judge) refused() {
	for i := range j.out.Tools {
		t := &j.out.Tools[i]
		if t.Verdict != VerdictReject || len(t.Violations) == 0 {
			if t.Declared >= 0 && j.refers {
				j.refersTo(i)
			}
			continue
		}
		worst := 0
		for k := range t.Violations {
			if t.Violations[k].Severity < t.Violations[worst].Severity {
				worst = k
			}
		}
		j.objections = append(j.objections, objection{tool: i, violation: &t.Violations[worst]})
	}
}

// refersTo collects a name that a tool reference does not take.
func (j *judge) refersTo(i int) {
	n := &j.plan.Tools[i]
	if most := j.reference.Max; most > 0 && len(n.Wire.Name) <= most && plainWord(string(n.Wire.Name)) {
		return
	}
	v, list := j.prov.Check(PlaceToolReference, n.Wire, j.out.Tools[i].Declared, j.asOf)
	if v == VerdictReject && len(list) > 0 {
		j.objections = append(j.objections, objection{tool: i, violation: &list[0], referred: true})
	}
}

// defined collects functions with the name of a tool that the provider defines.
// What the client brings itself is the client's affair.
func (j *judge) defined() {
	d, ok := j.prov.(Definer)
	if !ok {
		return
	}
	types := map[Wire]string{}
	for _, n := range d.Defined() {
		types[n.Name] = n.Type
	}
	for i := range j.plan.Tools {
		n := &j.plan.Tools[i]
		if j.declared[i] < 0 || n.Wire.Namespace != "" || n.Tool.Type != "" || n.Tool.Kind != KindFunction || n.ownTool() {
			continue
		}
		if kind := types[n.Wire.Name]; kind != "" {
			j.objections = append(j.objections, objection{tool: i, kind: kind})
		}
	}
}
