package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
)

// findKey is all that a finding depends on, apart from the row itself.
type findKey struct {
	space, name, err journey.Sym
	kind             journey.ToolKind
	class            journey.Class
	flags            journey.RowFlags // server, orphan
	plan             planKey
	earlier          bool
	args             string // of command-driven editors only
	sight            sight
	moved            bool // the name ran another tool before
}

// found is a remembered finding. The place of the row is filled in when it is
// asked for.
type found struct {
	predicted journey.Prediction
	agrees    *bool
	diagnosis *journey.Diagnosis
}

// Marks in remembered evidence that stand for the place of the row at hand.
const (
	callHere   = "\x00call"
	answerHere = "\x00answer"
)

// Finding returns prediction, agreement and diagnosis of a row. The diagnosis
// is nil for calls that ran and for failures that are not about the name.
func (a *Analyzer) Finding(row int) journey.Finding {
	if o := a.of(row); o != a {
		return o.Finding(row)
	}
	a.refresh()
	s := a.in.Session
	if row < 0 || row >= len(s.Rows) {
		return journey.Finding{Row: row}
	}
	r := &s.Rows[row]
	if r.Flags&journey.FlagNoEcho != 0 {
		return a.unechoed(row)
	}
	key := findKey{space: r.Space, name: r.Name, class: r.Class, plan: planKey{s.SnapshotAt(row), a.kinOf(row)}}
	key.flags = r.Flags & (journey.FlagServer | journey.FlagOrphan)
	var extra journey.Extra
	if r.Flags&journey.FlagExtra != 0 {
		extra = s.Extras[uint32(row)]
		key.kind = extra.Kind
		key.sight = sightOf(&extra, s.Echo(row))
	}
	about := a.cased == nil && a.own == nil && r.Class.Unknown() && r.Flags&journey.FlagOrphan == 0
	if about {
		key.err = r.Err
		key.earlier = a.ranEarlier(row)
		key.args = a.editorArgs(row)
	}
	quiet := a.mayBeWrong(row)
	key.moved = quiet && a.hasMoved(row)
	f, ok := a.found[key]
	if !ok {
		f = a.find(row, about, key.sight)
		if quiet {
			f.diagnosis = a.silent(row, a.planAt(row), key.moved)
		}
		if len(a.found) >= findingsKept {
			clear(a.found)
		}
		a.found[key] = f
	}
	out := journey.Finding{Row: row, Predicted: f.predicted, Agrees: f.agrees}
	if extra.Dispatched != nil {
		out.Agrees = journey.Agree(r.Class, extra.Dispatched, f.predicted)
	}
	out.Diagnosis = placed(f.diagnosis, r)
	switch {
	case a.own != nil:
		out.Diagnosis = a.own.Finding(row).Diagnosis
	case a.cased != nil:
		out.Diagnosis = a.cased.row(row)
		if out.Diagnosis != nil && r.Class == journey.ClassToolFailed { // its texts tell, not the class
			out.Agrees = journey.Agree(journey.ClassUnknownTool, extra.Dispatched, f.predicted)
		}
	}
	return out
}

// placed returns a copy of a remembered diagnosis with the places of a row.
func placed(d *journey.Diagnosis, r *journey.Row) *journey.Diagnosis {
	if d == nil {
		return nil
	}
	out := *d
	out.Evidence = slices.Clone(d.Evidence)
	for i := range out.Evidence {
		switch out.Evidence[i].Where {
		case callHere:
			out.Evidence[i].Where = lineOf(r.Line)
		case answerHere:
			out.Evidence[i].Where = answerOf(r)
		}
	}
	return &out
}

func lineOf(line uint32) string {
	if line == 0 {
		return "the call"
	}
	return fmt.Sprintf("line %d", line)
}

func answerOf(r *journey.Row) string {
	if r.RetLine == 0 {
		return lineOf(r.Line)
	}
	return lineOf(r.RetLine)
}

func (a *Analyzer) find(row int, about bool, seen sight) found {
	view := a.planAt(row)
	f := found{predicted: a.predict(row, view)}
	f.agrees = journey.Agree(a.in.Session.Rows[row].Class, nil, f.predicted)
	if about {
		e := a.event(row)
		f.diagnosis = a.orOwnTool(view, seen, &e, a.sceneOf(view).sighted(seen).judge(&e))
	}
	return f
}

// predict asks the scheme what a call does.
func (a *Analyzer) predict(row int, view *planView) journey.Prediction {
	call := a.in.Session.Call(row)
	if a.in.Session.Rows[row].Flags&journey.FlagServer != 0 {
		// The provider runs its own tools, under names that need not be declared.
		return journey.Prediction{Outcome: journey.OutcomeRuntime, Via: "run by the provider", Stored: call.Called, Naming: -1}
	}
	res := a.scheme.Resolve(view.plan, journey.Invocation{Called: call.Called, Kind: call.Kind})
	return journey.Prediction{
		Outcome: res.Outcome, Tool: res.Ref, Assumed: !view.known,
		Error: res.Error, Via: res.Via, Stored: res.Stored, Naming: res.Tool,
	}
}

// event is a refused row as the tests see it. Places are marks, so that the
// answer serves every row that is equal.
func (a *Analyzer) event(row int) Event {
	s := a.in.Session
	call := s.Call(row)
	e := Event{
		Seq: row, Row: row, Request: -1, Turn: call.Turn, Where: callHere, Answer: answerHere,
		Called: call.Called, Class: call.Class, Error: call.Error, Offered: call.Extra.Offered,
		Result: "", Note: call.Extra.Note, ExecutedBy: call.Extra.ExecutedBy, Via: call.Extra.Via,
	}
	e.Args = a.args(row, &call)
	return e
}

// argsMax is how much of the arguments is looked at.
const argsMax = 4096

func (a *Analyzer) args(row int, call *journey.Call) string {
	if call.Extra.Args != "" || a.in.Bodies == nil {
		return call.Extra.Args
	}
	text, _, err := a.in.Bodies.Args(a.in.Session, row, argsMax)
	if err != nil {
		return "" // a body that is gone changes no diagnosis
	}
	return text
}

// ranEarlier tells whether the name ran before this row: then the tool
// vanished, while before that row it was not there yet.
func (a *Analyzer) ranEarlier(row int) bool {
	ran, ok := a.pastOf(a.kinOf(row)).Ran[spelled(a.in.Session.Echo(row))]
	return ok && ran.Seq < row
}

// editorArgs returns what of the arguments decides about the kind: the
// command of editors that are driven by one.
func (a *Analyzer) editorArgs(row int) string {
	w := newWords(a.in.Vocabulary, "", "")
	if !slices.Contains(w.tasks(string(a.in.Session.Echo(row).Name)), multiEdit) {
		return ""
	}
	call := a.in.Session.Call(row)
	return operation(a.args(row, &call))
}

// sceneOf makes the situation of a plan.
func (a *Analyzer) sceneOf(view *planView) *scene {
	switch {
	case view.scene != nil:
	case view.aged != nil:
		view.scene, view.aged = view.aged.later(a.situation(view)), nil
	default:
		view.scene = newScene(a.situation(view))
	}
	return view.scene
}

// past is that of the plan's session; a case has its own.
func (a *Analyzer) past(view *planView) Past {
	if a.cased != nil || a.in.Session.Background != nil {
		return Past{}
	}
	return a.pastOf(view.kin)
}

func (a *Analyzer) situation(view *planView) *Situation {
	s := a.in.Session
	st := &Situation{
		Client: a.client.ID, Label: a.client.Label, Version: a.client.Version,
		Provider: s.Provider, Rules: a.rules, Vocabulary: a.in.Vocabulary,
		Assumed: !view.known, Past: a.past(view), Timeline: a.timeline(view), Down: map[string]string{},
	}
	if st.Client == "" {
		st.Client, _ = a.in.Vocabulary.ClientID(a.scheme.Info().ID)
	}
	if st.Label == "" {
		st.Label = st.Client
	}
	st.Texts = append(append(st.Texts, s.Instructions...), s.Prompts...)
	if view.aged != nil {
		st.Catalog, st.Offered = view.aged.Catalog, view.aged.Offered
	} else {
		st.declares(view)
	}
	for _, list := range [][]journey.ServerEntry{a.in.Catalog.Servers, s.Servers} {
		for _, k := range list {
			st.Servers = append(st.Servers, string(k.Key))
			if k.Status != "" && k.Status != "connected" {
				st.Down[string(k.Key)] = strings.TrimSuffix(k.Status+": "+k.Error, ": ")
			}
		}
	}
	return st
}

// declares takes the entries and the declared list from a plan.
func (st *Situation) declares(view *planView) {
	list := Listing{Known: view.known, Where: "the declared list"}
	st.Catalog = make([]Entry, 0, len(view.plan.Tools))
	for i := range view.plan.Tools {
		n := &view.plan.Tools[i]
		e := entryOf(n)
		st.Catalog = append(st.Catalog, e)
		if n.Status != journey.LeftOut {
			list.Names = append(list.Names, e.Name)
		}
	}
	st.Offered = list
}

// entryOf is a tool of a plan as the tests see it: in the spelling of the
// request, or the nearest that is known.
func entryOf(n *journey.Naming) Entry {
	e := Entry{
		Namespace: string(n.Wire.Namespace), Bare: string(n.Wire.Name), FieldsKnown: true,
		Owner: string(n.Ref.Server), Builtin: n.Ref.Builtin, Server: n.Ref.Server != "", Where: "catalog",
	}
	if n.RegisteredKnown {
		e.Own = string(n.Ref.Name)
	}
	if n.Status == journey.LeftOut {
		e.LeftOut, e.Shared = n.Reason, len(n.SharesWith) > 0
	}
	switch {
	case e.Namespace != "":
		e.Name = e.Namespace + "." + e.Bare
		return e
	case e.Bare != "":
		e.Name = e.Bare
	case n.Safe != "":
		e.Name = string(n.Safe)
	default:
		e.Name = string(n.Ref.Name)
	}
	e.Bare = ""
	return e
}

// timeline makes moments of the complete lists of the recording, leaving out
// those that change nothing.
func (a *Analyzer) timeline(view *planView) []Moment {
	s := a.in.Session
	var out []Moment
	for i := range s.Snapshots {
		p := &s.Snapshots[i]
		if !p.Complete || p.Agent != view.agent || p.Source != view.source {
			continue
		}
		var names []string
		for k := range p.Catalog.Tools {
			if t := &p.Catalog.Tools[k]; !t.Disabled {
				names = append(names, t.Listed())
			}
		}
		if n := len(out); n > 0 && slices.Equal(out[n-1].Offered.Names, names) {
			continue
		}
		out = append(out, Moment{Turn: int(p.Turn), Offered: Listing{Known: true, Names: names, Where: lineOf(p.Line)}})
	}
	return out
}
