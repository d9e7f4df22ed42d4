package cli

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"hopscope/journey"
	"hopscope/journey/decide"
	"hopscope/journey/diagnose"
	"hopscope/journey/report"
)

// firstPicture is the journey that stands first: the first request that was
// refused because of a name, else the first call whose name was refused, else
// one that ran the wrong tool, else the first failed call, else the first of
// all. With a filter it is a call that the filter lets through.
func (a *app) firstPicture(l *loaded, an *diagnose.Analyzer, f filter) (report.Picture, error) {
	s := l.Session
	p, err := a.picture(l)
	if err != nil {
		return p, err
	}
	if f.none() {
		for _, r := range an.Requests() {
			if j, ok := an.RequestJourney(r); ok {
				return requestPicture(p, r, j), nil
			}
		}
	}
	row := firstRow(s, an, f)
	if row < 0 {
		return p, &exitError{exitUnreadable, errors.New(noPicture(s))}
	}
	j := l.way(an, row, p.Masks)
	call := report.ExportCall{Journey: j, Of: len(s.Rows)}
	p.Name, p.Namespace, p.Journey = string(j.Call.Called.Name), string(j.Call.Called.Namespace), j
	p.Note, p.Error = call.Note(), j.Call.Error
	if n := s.Tally.Failed(); n > 1 && j.Call.Class.Failed() {
		p.Others = "one of " + strconv.Itoa(n) + " failed calls"
	}
	return p, nil
}

// requestPicture is that of a refused request.
func requestPicture(p report.Picture, r diagnose.RequestFinding, j journey.Journey) report.Picture {
	p.Name, p.Journey, p.Error = j.Naming.Tool.Listed(), j, r.Request.Error
	p.Note = "request refused"
	if r.Request.Turn > 0 {
		p.Note += ", turn " + strconv.Itoa(int(r.Request.Turn))
	}
	if r.Request.Line > 0 {
		p.Note += ", line " + strconv.Itoa(int(r.Request.Line))
	}
	return p
}

// firstRow is the row that stands first among those that the filter lets
// through, -1 for none.
func firstRow(s *journey.Session, an *diagnose.Analyzer, f filter) int {
	failed := s.Tally.FailedRows(s, true) // unknown names first
	for _, row := range failed {
		if s.Rows[row].Class.Unknown() && f.has(s, int(row)) {
			return int(row)
		}
	}
	for _, row := range an.Silent() {
		if f.has(s, row) {
			return row
		}
	}
	for _, row := range failed {
		if f.has(s, int(row)) {
			return int(row)
		}
	}
	for row := range s.Rows {
		if f.has(s, row) {
			return row
		}
	}
	return -1
}

func noPicture(s *journey.Session) string {
	if len(s.Rows) == 0 {
		return "replay: there is no call to draw; hopscope explain NAME --format svg draws the way of a name"
	}
	return "replay: no call matches, of " + strconv.Itoa(len(s.Rows))
}

// picture is what every picture of an input says of it.
func (a *app) picture(l *loaded) (report.Picture, error) {
	look, err := a.look()
	p := report.Picture{
		Client: clientWords(l.Session.Client), Scheme: decide.SchemeID(l.scheme.Info()), Source: exportTitle(l),
		Version: version(), Masks: a.masks(l.Session), Look: look,
	}
	if l.provider != nil {
		p.Provider = l.provider.Info().ID
	}
	if len(l.Session.Sources) == 0 {
		p.Source = ""
	}
	return p, err
}

// exportExplain writes the journey of one name.
func (a *app) exportExplain(l *loaded, called journey.Called, j journey.Journey, v report.Explain) (func(io.Writer) error, error) {
	p, err := a.picture(l)
	if err != nil {
		return nil, err
	}
	p.Name, p.Namespace, p.Journey, p.Notes = string(called.Name), string(called.Namespace), j, v.Notes
	p.Error, p.Command = v.Dispatch.Error, a.explainFlags(l)
	if j.Call != nil {
		p.Journey.Call = nil // the call is supposed: it has no turn and no line
	}
	return func(w io.Writer) error {
		switch a.flags.format {
		case "svg":
			return report.SVG(w, p)
		case "html":
			return report.ExplainHTML(w, p)
		default:
			return report.ExplainMarkdown(w, p)
		}
	}, nil
}

// explainFlags are the inputs and rules of an explanation, as a command takes
// them again.
func (a *app) explainFlags(l *loaded) string {
	text := ""
	if path := argument(l); path != "" {
		text = report.Quoted(path)
	}
	for _, x := range [...][2]string{{"--client", a.flags.client}, {"--scheme", a.flags.scheme}, {"--provider", a.flags.provider}} {
		if x[1] != "" {
			text += " " + x[0] + " " + report.Quoted(x[1])
		}
	}
	return strings.TrimSpace(text)
}
