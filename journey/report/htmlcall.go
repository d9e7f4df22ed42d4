package report

import (
	"fmt"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// call lays out a failed call: heading, rail, What, Seen and Do, and behind a
// click every hop in words. folded: only the heading stands there at first.
func (p *page) call(c *ExportCall, folded bool) {
	call := c.Call()
	ns, name := calledName(call.Called)
	title := p.code(name)
	if name == "" {
		title = "<code>(empty name)</code>"
	}
	if ns != "" {
		title = p.code(ns) + " · " + title
	}
	class := "warn"
	if call.Class.Unknown() || c.Journey.Break != journey.HopNone {
		class = "bad"
	}
	head := fmt.Sprintf("%s <span class=\"%s\">%s %s</span> <span class=\"muted\">%s</span>", title, class,
		classSign(call.Class, c.Journey.Break), call.Class.Word(), p.text(c.Note()))
	if call.ID != "" {
		head += " " + p.code(call.ID)
	}
	id := fmt.Sprintf("call-%d", call.Index+1)
	p.open(id, head, folded)
	p.way(&c.Journey, journey.ErrorText(call.Error), c.Journey.Diagnosis == nil)
	p.close(folded)
}

// classSign is the mark of a call.
func classSign(c journey.Class, breaks journey.Hop) string {
	switch {
	case c.Unknown():
		return "✗"
	case c.Failed():
		return "!"
	case breaks != journey.HopNone:
		return "≠"
	default:
		return ""
	}
}

func (p *page) open(id, head string, folded bool) {
	if folded {
		p.put("<details class=\"call\"><summary>%s</summary><div id=\"%s\">\n", head, id)
		return
	}
	p.put("<div class=\"call\" id=\"%s\">\n<h4 class=\"head\">%s</h4>\n", id, head)
}

func (p *page) close(folded bool) {
	if folded {
		p.put("</div></details>\n")
		return
	}
	p.put("</div>\n")
}

// request is a refused request with the way of the tool that it is about.
func (p *page) request(r *ExportRequest, folded bool) {
	where := "request refused"
	if r.Turn > 0 {
		where += ", turn " + comma(r.Turn)
	}
	if r.Line > 0 {
		where += ", line " + comma(r.Line)
	}
	head := "<span class=\"bad\">✗ " + where + "</span>"
	p.open(fmt.Sprintf("request-%d-%d", r.Turn, r.Line), head, folded)
	if r.Journey != nil {
		p.way(r.Journey, journey.ErrorText(r.Error), false)
	} else {
		p.why(r.Diagnosis, nil, journey.ErrorText(r.Error), false)
	}
	p.close(folded)
}

// way is the rail of a journey, the answer, and the hops in words. kind: the kind
// is not in a heading above.
func (p *page) way(j *journey.Journey, err string, kind bool) {
	p.rail(j)
	p.why(j.Diagnosis, j, err, kind)
	p.hops(j)
}

// rail draws the six stops; the lines between them say how far the same tool is
// meant.
func (p *page) rail(j *journey.Journey) {
	p.put("<ol class=\"rail\" aria-label=\"The six hops\">\n")
	for i := range j.Stops {
		s := &j.Stops[i]
		class := "stop"
		switch s.State {
		case journey.StopChanged:
			class += " changed"
		case journey.StopDrift:
			class += " drift"
		case journey.StopNone, journey.StopNotRecorded:
			class += " none"
		}
		at := ""
		switch {
		case hopBreaks(j, s.Hop):
			class, at = class+" brk", "<span aria-hidden=\"true\">▼ </span>breaks here"
		case hopFirst(j, s.Hop):
			at = "<span aria-hidden=\"true\">▼ </span>first fault"
		}
		if i+1 < len(j.Stops) {
			next := &j.Stops[i+1]
			if next.Same {
				class += " over"
			}
			if hopBreaks(j, next.Hop) {
				class += " into"
			}
		}
		form, ok := hopForm(s, p.name)
		if ok {
			form = "<code>" + form + "</code>"
		}
		p.put("<li class=\"%s\"><span class=\"at\">%s</span><span class=\"hop\">%s</span><span class=\"track\"><span class=\"mark\" aria-hidden=\"true\">%s</span></span><span class=\"form\">%s</span><span class=\"word\">%s</span></li>\n",
			class, at, s.Hop.Title(), hopMark(j, s), form, p.text(hopWord(s)))
	}
	p.put("</ol>\n")
	if r := j.Return; r != nil {
		form, _ := hopForm(r, p.name)
		words := p.text(hopWord(r))
		if j.Break == journey.HopReturn {
			words += ". <b class=\"bad\">Breaks here</b>"
		}
		p.put("<p>Came back as <code>%s</code>, %s</p>\n", form, words)
	}
}

// why is What, Seen and Do; without a diagnosis what the class of the failure
// says.
func (p *page) why(d *journey.Diagnosis, j *journey.Journey, err string, kind bool) {
	what, advice := "", ""
	p.put("<dl>\n")
	switch {
	case d != nil:
		what, advice = d.What, d.Advice
		if said(d, err) {
			err = ""
		}
		if kind {
			p.put("<dt>Kind</dt><dd><span class=\"chip\">%s</span> %s</dd>\n", p.text(kindWord(d.Kind)), p.text(breakWords(d)))
		}
	case j != nil && j.Call != nil:
		what, advice = j.Call.Class.What(string(j.Call.Called.Name)), j.Call.Class.Advice()
	}
	if what != "" {
		p.put("<dt>What</dt><dd>%s</dd>\n", p.text(what))
	}
	if d != nil && len(d.Evidence) > 0 {
		p.put("<dt>Seen</dt><dd><ul>\n")
		for _, e := range d.Evidence {
			where := ""
			if w := e.Place(); w != "" {
				where = "<span class=\"where\">" + p.text(w) + ":</span> "
			}
			p.put("<li>%s%s</li>\n", where, p.text(journey.ErrorText(e.Text)))
		}
		p.put("</ul></dd>\n")
	}
	if err != "" {
		p.put("<dt>Error</dt><dd><pre>%s</pre></dd>\n", p.lines(err))
	}
	if advice != "" {
		p.put("<dt class=\"do\">Do</dt><dd class=\"do\">%s</dd>\n", p.text(advice))
	}
	p.put("</dl>\n")
}

// lines is foreign text of several lines.
func (p *page) lines(s string) string {
	out := ""
	for i, l := range visible.Lines(p.masks.text(s)) {
		if i > 0 {
			out += "\n"
		}
		out += visible.HTML(l)
	}
	return out
}

// hops is the table of all hops with what happened at each, behind a click.
func (p *page) hops(j *journey.Journey) {
	p.put("<details class=\"more\"><summary>Hop by hop</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Hop by hop\"><table>\n<thead><tr><th scope=\"col\">Hop</th><th scope=\"col\">Name there</th><th scope=\"col\">What happened</th></tr></thead>\n<tbody>\n")
	before := ""
	row := func(title string, s *journey.Stop, breaks bool) {
		form, ok := hopForm(s, p.name)
		if ok {
			form = "<code>" + p.changed(before, s) + "</code>"
			before = s.Name
		}
		note := p.text(hopNote(s))
		if rule := hopRule(s); rule != "" {
			note += " <span class=\"muted\">Rule: " + p.text(rule) + "</span>"
		}
		if breaks {
			note += " <b class=\"bad\">Breaks here.</b>"
		}
		p.put("<tr><th scope=\"row\">%s</th><td>%s</td><td>%s</td></tr>\n", title, form, note)
	}
	for i := range j.Stops {
		s := &j.Stops[i]
		row(s.Hop.Title(), s, hopBreaks(j, s.Hop))
		if s.Hop == journey.HopEcho && j.Return != nil {
			row(journey.HopReturn.Title(), j.Return, j.Break == journey.HopReturn)
		}
	}
	p.put("</tbody></table></div>\n")
	if said := agreeWords(j); said != "" {
		p.put("<p class=\"muted\">Recording and rules: %s.</p>\n", p.text(said))
	}
	p.put("</details>\n")
}

// changed is the name at a stop, what differs from the hop before marked. A
// name that holds a secret is masked as a whole and not compared.
func (p *page) changed(before string, s *journey.Stop) string {
	form, _ := hopForm(s, p.name)
	if before == "" || before == s.Name || p.masks.name(s.Name) != s.Name || p.masks.name(before) != before {
		return form
	}
	d := journey.Diff(before, s.Name)
	if d.Rewritten || d.Equal() {
		return form
	}
	out := ""
	if s.Namespace != "" {
		out = p.name(s.Namespace) + " · "
	}
	for _, g := range d.Segments {
		switch g.Op {
		case journey.DiffReplaced, journey.DiffAdded:
			out += "<ins>" + visible.HTML(g.To) + "</ins>"
		case journey.DiffDropped:
		default:
			out += visible.HTML(g.To)
		}
	}
	return out
}
