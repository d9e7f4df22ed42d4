package diagnose

import "hopscope/journey"

// caseView is a case with the diagnoses of its events, each made when it is
// asked for.
type caseView struct {
	scene  *scene
	events []Event
	byRow  map[int]int
	judged map[int]*journey.Diagnosis
}

func newCaseView(a *Analyzer) *caseView {
	st, events := FromCase(a.in.Session, a.rules, a.in.Vocabulary)
	leftOutBy(st.Catalog, a.Plan(-1))
	v := &caseView{scene: newScene(st), events: events, byRow: map[int]int{}, judged: map[int]*journey.Diagnosis{}}
	for i := range events {
		if events[i].Row >= 0 {
			v.byRow[events[i].Row] = i
		}
	}
	return v
}

// leftOutBy adds to the entries of a case what the client's own rules say: a
// name that the plan leaves out of the request, and why.
func leftOutBy(entries []Entry, plan *journey.Plan) {
	why := map[string]*journey.Naming{}
	for i := range plan.Tools {
		if n := &plan.Tools[i]; n.Status == journey.LeftOut {
			why[n.Tool.Listed()], why[string(n.Ref.Name)] = n, n
		}
	}
	for i := range entries {
		if n := why[entries[i].Name]; n != nil {
			entries[i].LeftOut, entries[i].Shared = n.Reason, len(n.SharesWith) > 0
		}
	}
}

// at returns the diagnosis of an event.
func (v *caseView) at(i int) *journey.Diagnosis {
	d, ok := v.judged[i]
	if !ok {
		d = v.scene.judge(&v.events[i])
		v.judged[i] = d
	}
	return d
}

// row returns the diagnosis of a row.
func (v *caseView) row(row int) *journey.Diagnosis {
	i, ok := v.byRow[row]
	if !ok {
		return nil
	}
	return v.at(i)
}
