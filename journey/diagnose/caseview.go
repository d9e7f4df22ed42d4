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
	v := &caseView{scene: newScene(st), events: events, byRow: map[int]int{}, judged: map[int]*journey.Diagnosis{}}
	for i := range events {
		if events[i].Row >= 0 {
			v.byRow[events[i].Row] = i
		}
	}
	return v
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
