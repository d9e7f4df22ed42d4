package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
	"hopscope/journey/provider"
)

// RequestFinding is a refused request with what is known about the refusal.
type RequestFinding struct {
	// Index in Session.Requests.
	Index   int
	Request journey.Request
	// Place of the name in the request, empty where the text does not say.
	Place journey.Place
	// Path as the text gives it.
	Path string
	// Diagnosis is nil where the refusal is not about a name.
	Diagnosis *journey.Diagnosis
}

// Requests returns the refused requests of the session, in file order.
func (a *Analyzer) Requests() []RequestFinding {
	if a.own != nil {
		return a.own.Requests()
	}
	a.refresh()
	s := a.in.Session
	out := make([]RequestFinding, 0, len(s.Requests))
	for i := range s.Requests {
		q := s.Requests[i]
		f := RequestFinding{Index: i, Request: q}
		if r, ok := readRefusal(q.Error); ok {
			f.Place, f.Path = r.place(), r.path
		}
		if a.cased == nil {
			f.Diagnosis = a.ofSource(q.Source).judgeRequest(i)
		}
		out = append(out, f)
	}
	if a.cased != nil {
		a.caseRequests(out)
	}
	return out
}

// caseRequests takes the diagnoses of a case's events; they stand in the same
// order as its refused requests.
func (a *Analyzer) caseRequests(out []RequestFinding) {
	next := 0
	for i := range a.cased.events {
		e := &a.cased.events[i]
		if !e.NoCall || e.NameLost || e.Error == "" || next >= len(out) {
			continue
		}
		out[next].Diagnosis = a.cased.at(i)
		next++
	}
}

func (a *Analyzer) judgeRequest(i int) *journey.Diagnosis {
	a.refresh()
	s := a.in.Session
	q := &s.Requests[i]
	row := -1
	for k := len(s.Rows) - 1; k >= 0; k-- {
		if s.Rows[k].Source == q.Source && s.Rows[k].Line <= q.Line {
			row = k
			break
		}
	}
	e := Event{
		Seq: row, Row: -1, Request: i, Turn: int(q.Turn), NoCall: true, Error: q.Error, Note: q.Note,
		Where: lineOf(q.Line),
	}
	if name := echoRefused(q.Error); name != "" {
		e.NoCall, e.Called.Name, e.Class = false, name, journey.ClassUnknownTool
	}
	if at := a.sentWith(q); at >= 0 {
		return a.sceneOf(a.planOf(-1, at)).judge(&e)
	}
	return a.sceneOf(a.planAt(row)).judge(&e)
}

// echoRefused is the name of the model's call where a provider refused to hand
// it over, because the request declares no such tool; else it is empty.
func echoRefused(text string) journey.Echo {
	for _, p := range provider.All() {
		if r, ok := p.Recognise(text); ok && r.Place == journey.PlaceModelEcho && r.Name != "" {
			return journey.Echo(r.Name)
		}
	}
	return ""
}

// sentWith returns the list that a captured request declares, -1 where there is
// no capture. Several requests may stand on one line: there turns decide.
func (a *Analyzer) sentWith(q *journey.Request) int {
	s := a.in.Session
	for k := len(s.Snapshots) - 1; k >= 0; k-- {
		p := &s.Snapshots[k]
		if p.Source == q.Source && p.Where == "request" && (p.Line < q.Line || p.Line == q.Line && p.Turn <= q.Turn) {
			return k
		}
	}
	return -1
}

// place is the place that a refusal points at.
func (r refusal) place() journey.Place {
	switch r.site {
	case siteList:
		return journey.PlaceDeclare
	case siteHistory:
		return journey.PlaceHistoryCall
	case siteReference:
		return journey.PlaceToolReference
	case siteChoice:
		return journey.PlaceToolChoice
	}
	return ""
}

// Verdict returns the fault of the session: the blocking one if a request was
// refused because of a name, else that of the first call in file order whose
// failure is about the name. It is nil for a healthy session.
func (a *Analyzer) Verdict() *journey.Diagnosis {
	if a.own != nil {
		return a.own.Verdict()
	}
	a.refresh()
	if a.cased != nil {
		_, d := a.cased.scene.verdict(a.cased.events)
		return d
	}
	for _, q := range a.Requests() {
		if q.Diagnosis != nil {
			return q.Diagnosis
		}
	}
	for _, row := range a.unknownRows() {
		if d := a.Finding(int(row)).Diagnosis; d != nil {
			return d
		}
	}
	for _, row := range a.Silent() {
		return a.Finding(row).Diagnosis
	}
	return nil
}

// unknownRows are the rows whose failure is about the name, in file order.
func (a *Analyzer) unknownRows() []uint32 {
	s := a.in.Session
	var rows []uint32
	for _, n := range s.Tally.Names() {
		if n.Unknown() == 0 {
			continue
		}
		for _, row := range n.Rows {
			if s.Rows[row].Class.Unknown() {
				rows = append(rows, row)
			}
		}
	}
	slices.Sort(rows)
	return rows
}

// causeKey tells which diagnoses have one cause.
type causeKey struct {
	kind   journey.Kind
	hop    journey.Hop
	detail string
}

// Causes groups the diagnoses of all calls and refused requests: equal ones,
// and those that one thing explains, such as all names that came in lower
// case. The causes stand in the order of their first call, refused requests
// before calls, tools that reached no request last; Requests are indexes in
// Session.Requests.
func (a *Analyzer) Causes() []journey.Cause {
	a.refresh()
	groups := map[causeKey]int{}
	var out []journey.Cause
	var names []map[string]bool
	add := func(d *journey.Diagnosis, called string, call, request int) {
		if d == nil {
			return
		}
		key := keyOfCause(d, called)
		i, ok := groups[key]
		if !ok {
			i = len(out)
			groups[key] = i
			out = append(out, journey.Cause{Diagnosis: *d, Calls: []int{}, Requests: []int{}})
			names = append(names, map[string]bool{})
		}
		if call >= 0 {
			out[i].Calls = append(out[i].Calls, call)
			names[i][called] = true
		}
		if request >= 0 {
			out[i].Requests = append(out[i].Requests, request)
		}
	}
	for _, q := range a.Requests() {
		add(q.Diagnosis, "", -1, q.Index)
	}
	for _, row := range a.faultyRows() {
		add(a.Finding(row).Diagnosis, spelled(a.in.Session.Echo(row)), row, -1)
	}
	for i := range out {
		sumUp(&out[i], len(names[i]))
	}
	return append(out, a.neverSent()...)
}

// faultyRows are the rows that may have a diagnosis.
func (a *Analyzer) faultyRows() []int {
	if a.cased != nil {
		rows := make([]int, len(a.in.Session.Rows))
		for i := range rows {
			rows[i] = i
		}
		return rows
	}
	rows := slices.Clone(a.Silent())
	for _, r := range a.unknownRows() {
		rows = append(rows, int(r))
	}
	slices.Sort(rows)
	return rows
}

// keyOfCause gives diagnoses of one cause one key.
func keyOfCause(d *journey.Diagnosis, called string) causeKey {
	k := causeKey{kind: d.Kind, hop: d.Hop, detail: d.Target}
	server := func(name string) string { s, _, _ := splitServer(name); return s }
	switch d.Kind {
	case journey.KindCaseDrift:
		k.detail = "other capitals"
		if d.Target != "" && called == strings.ToLower(d.Target) {
			k.detail = "lower case"
		}
	case journey.KindWrapperDecoration:
		if i := strings.IndexAny(called, ".:/_"); i > 0 {
			k.detail = called[:i]
		}
	case journey.KindRenameLeak:
		k.detail = "mark"
		if f := driftFold(d.Target); f != "" {
			k.detail = strings.Replace(driftFold(called), f, "|", 1)
		}
	case journey.KindVanished, journey.KindNotOffered:
		if s := server(called); s != "" {
			k.detail = "server " + s
		}
	case journey.KindPrefixLost:
		if s := server(d.Target); s != "" {
			k.detail = "server " + s
		}
	case journey.NoRelation:
		k.detail = called
	}
	if d.Target == "" && k.detail == "" {
		k.detail = called
	}
	return k
}

// sumUp rewrites what happened where one cause explains calls of several
// names.
func sumUp(c *journey.Cause, names int) {
	if names < 2 {
		return
	}
	calls := plural(len(c.Calls), "call", "calls")
	switch c.Diagnosis.Kind {
	case journey.KindCaseDrift:
		c.Diagnosis.What = fmt.Sprintf("%s of %d names came with other capitals than declared.", calls, names)
	case journey.KindWrapperDecoration:
		c.Diagnosis.What = fmt.Sprintf("%s of %d names came with the same word in front.", calls, names)
	case journey.KindRenameLeak:
		c.Diagnosis.What = fmt.Sprintf("%s of %d names carry a gateway's mark: a rename that was not undone.", calls, names)
	case journey.KindVanished:
		c.Diagnosis.What = fmt.Sprintf("%s of %d names of one server failed: its tools are gone.", calls, names)
	case journey.KindNotOffered:
		c.Diagnosis.What = fmt.Sprintf("%s of %d names of one server failed: they were not offered.", calls, names)
	case journey.KindPrefixLost:
		c.Diagnosis.What = fmt.Sprintf("%s of %d names of one server came without their front.", calls, names)
	default:
		return
	}
	c.Diagnosis.Target = ""
}
