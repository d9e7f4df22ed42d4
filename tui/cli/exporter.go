package cli

import (
	"slices"
	"strconv"
	"strings"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/journey/report"
)

// exporter collects the parts of an export, each up to its limit.
type exporter struct {
	l  *loaded
	an *diagnose.Analyzer
	f  filter
	x  *report.Export
	// laid are the rows with a journey of their own; shown are rows of causes.
	laid map[int]bool
}

// call lays a row out.
func (e *exporter) call(row int) report.ExportCall {
	j := e.l.way(e.an, row, e.x.Masks)
	e.laid[row] = true
	return report.ExportCall{Journey: j, Of: len(e.l.Session.Rows)}
}

// quotedMost is how much of a result is looked at for what a diagnosis quotes.
const quotedMost = 4096

// way is the journey of a row with its call's id, without the contents of its result: diagnoses
// quote what a wrong tool answered.
func (l *loaded) way(an *diagnose.Analyzer, row int, masks *report.Masks) journey.Journey {
	j := an.Journey(row)
	if j.Call.ID == "" && l.Bodies != nil {
		j.Call.ID, _ = l.Bodies.ID(l.Session, row) // a body that is gone leaves it empty
	}
	if masks != nil && j.Diagnosis != nil && l.Bodies != nil {
		result, _, err := l.Bodies.Result(l.Session, row, quotedMost)
		if err != nil {
			result = "" // a body that is gone cannot be compared
		}
		if j.Call.Class == journey.ClassOK {
			j.Diagnosis = withoutResult(j.Diagnosis, result)
		}
	}
	return j
}

// withoutResult is a diagnosis whose evidence does not quote a result.
func withoutResult(d *journey.Diagnosis, result string) *journey.Diagnosis {
	result = strings.Join(strings.Fields(result), " ")
	if d == nil || result == "" {
		return d
	}
	out := *d
	out.Evidence = slices.Clone(d.Evidence)
	for i := range out.Evidence {
		x := &out.Evidence[i]
		text := strings.Join(strings.Fields(strings.TrimPrefix(x.Text, "Result: ")), " ")
		if text = strings.Trim(text, ".… "); text != "" && strings.Contains(result, text) {
			x.Text = "a result of " + strconv.Itoa(len([]rune(result))) + " characters, without an error"
		}
	}
	return &out
}

// causes takes those of which something is shown. A cause gets its first call in
// any case; the rest of the room goes to the causes in their order.
func (e *exporter) causes(sum diagnose.Summary) {
	requests := e.an.Requests()
	room := report.ExportJourneys - min(len(sum.Causes), report.ExportCauses)
	shown := map[int]bool{} // requests
	for i := range sum.Causes {
		c := &sum.Causes[i]
		if len(e.x.Causes) == report.ExportCauses {
			e.x.CausesLeft += e.some(c)
			continue
		}
		out := report.ExportCause{Diagnosis: c.Diagnosis, Explains: c.Explains, Names: c.Names}
		for _, k := range c.Requests {
			if k < len(requests) && e.f.none() {
				shown[k] = true
				out.Requests = append(out.Requests, e.request(requests[k]))
			}
		}
		for _, row := range c.Calls {
			switch {
			case !e.f.has(e.l.Session, row):
			case len(out.Calls) == 0 || room > 0:
				if len(out.Calls) > 0 {
					room--
				}
				out.Calls = append(out.Calls, e.call(row))
			default:
				out.Left++
			}
		}
		if len(out.Calls) > 0 && out.Calls[0].Journey.Diagnosis != nil {
			out.Diagnosis = *out.Calls[0].Journey.Diagnosis
		}
		if len(out.Calls)+len(out.Requests) > 0 || e.f.none() {
			e.x.Causes = append(e.x.Causes, out)
		}
	}
	for i, r := range requests {
		if !shown[i] && e.f.none() {
			e.x.Refused = append(e.x.Refused, e.request(r))
		}
	}
}

// some is 1 where the filter lets a part of a cause through, else 0.
func (e *exporter) some(c *diagnose.SummaryCause) int {
	for _, row := range c.Calls {
		if e.f.has(e.l.Session, row) {
			return 1
		}
	}
	if e.f.none() {
		return 1
	}
	return 0
}

// none reports whether the filter lets everything through.
func (f filter) none() bool { return f.only == "" && f.name == "" && f.turn == 0 }

func (e *exporter) request(r diagnose.RequestFinding) report.ExportRequest {
	out := report.ExportRequest{Line: int(r.Request.Line), Turn: int(r.Request.Turn), Error: r.Request.Error, Diagnosis: r.Diagnosis}
	if j, ok := e.an.RequestJourney(r); ok {
		out.Journey = &j
	}
	return out
}

// others takes the failures without a diagnosis.
func (e *exporter) others() {
	s := e.l.Session
	for row := range s.Rows {
		if !s.Rows[row].Class.Failed() || !e.f.has(s, row) || e.an.Finding(row).Diagnosis != nil {
			continue
		}
		if len(e.x.Others) < report.ExportJourneys {
			e.x.Others = append(e.x.Others, e.call(row))
		} else {
			e.x.OthersLeft++
		}
	}
}

// rows fills the table of calls: failed calls first, then the others from the
// beginning, in file order.
func (e *exporter) rows() {
	s := e.l.Session
	bad := func(row int) bool { return s.Rows[row].Class.Failed() || e.laid[row] }
	failed := 0
	for row := range s.Rows {
		if e.f.has(s, row) {
			e.x.Chosen++
			if bad(row) {
				failed++
			}
		}
	}
	good := report.ExportCalls - min(failed, report.ExportCalls)
	skipped := 0
	for row := range s.Rows {
		if !e.f.has(s, row) {
			continue
		}
		isBad := bad(row)
		if len(e.x.Rows) >= report.ExportCalls || !isBad && good == 0 {
			skipped++
			continue
		}
		if !isBad {
			good--
		}
		e.x.Rows = append(e.x.Rows, report.ExportRow{ReplayCall: replayCall(e.l, e.an, row), Index: row, Skipped: skipped, Laid: e.laid[row]})
		skipped = 0
	}
}

// tools lists the names that were called and are no tool's, then the tools of
// the newest request with their calls.
func (e *exporter) tools() {
	s, plan := e.l.Session, e.an.Plan(-1)
	list := make([]report.ExportTool, len(plan.Tools))
	byRef, listed := map[journey.Ref]int{}, map[string]int{}
	for i := range plan.Tools {
		n := &plan.Tools[i]
		name := string(n.Ref.Name)
		if !n.RegisteredKnown || name == "" {
			name = n.Tool.Listed()
		}
		list[i] = report.ExportTool{
			Server: string(n.Ref.Server), Name: name, Wire: string(n.Wire.Name), Namespace: string(n.Wire.Namespace), Status: offerWords[n.Status], Reason: n.Reason,
		}
		if _, twice := byRef[n.Ref]; !twice {
			byRef[n.Ref] = i
		}
		if _, twice := listed[n.Tool.Listed()]; !twice {
			listed[n.Tool.Listed()] = i
		}
	}
	var without []report.ExportTool
	for _, n := range s.Tally.Names() {
		i, ok := plan.ByWire[n.Called.Wire()]
		if !ok && len(n.Rows) > 0 {
			if ref := e.an.Finding(int(n.Rows[0])).Predicted.Tool; ref != nil {
				i, ok = byRef[*ref]
			}
		}
		if !ok {
			i, ok = listed[called(n.Called)]
		}
		if ok {
			list[i].Calls, list[i].Failed = list[i].Calls+len(n.Rows), list[i].Failed+n.Failed()
			continue
		}
		t := report.ExportTool{Name: called(n.Called), NoTool: true, Calls: len(n.Rows), Failed: n.Failed()}
		if len(n.Rows) > 0 && e.an.Finding(int(n.Rows[0])).Predicted.Outcome == journey.OutcomeRuntime {
			t.NoTool, t.Status = false, "answered by the client"
		}
		without = append(without, t)
	}
	list = append(without, list...)
	e.x.ToolsAll = len(list)
	e.x.Tools = list[:min(len(list), report.ExportTools)]
}

// called is a called name as lists write it.
func called(c journey.Called) string {
	if c.Namespace != "" {
		return string(c.Namespace) + "." + string(c.Name)
	}
	return string(c.Name)
}

// offerWords are the words of the status column.
var offerWords = [...]string{journey.Offered: "offered", journey.LeftOut: "left out", journey.Deferred: "deferred"}
