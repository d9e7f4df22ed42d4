package report

import (
	"fmt"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// calls is the table of calls in file order; gaps say how many are left out.
func (p *page) calls() {
	x := p.x
	p.put("<section id=\"calls\">\n<h2>All calls</h2>\n")
	if len(x.Rows) == 0 {
		p.put("<p>%s</p>\n</section>\n", p.text(noCalls(x)))
		return
	}
	if left := x.Chosen - len(x.Rows); left > 0 {
		p.put("<p>The table has %s of %s: failed calls first, then the others from the beginning. %s</p>\n", comma(len(x.Rows)), plural(x.Chosen, "call", "calls"), p.shows("replay", "--format ndjson"))
	}
	p.put("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"All calls\"><table class=\"calls\">\n<thead><tr><th class=\"num\" scope=\"col\">Call</th><th class=\"num\" scope=\"col\">Turn</th><th scope=\"col\">Time</th><th class=\"num\" scope=\"col\">Line</th><th scope=\"col\"><span aria-hidden=\"true\"></span></th><th scope=\"col\">Called</th><th scope=\"col\">Became</th><th scope=\"col\">Ran</th><th scope=\"col\">Kind</th></tr></thead>\n<tbody>\n")
	for i := range x.Rows {
		p.row(&x.Rows[i])
	}
	last := &x.Rows[len(x.Rows)-1]
	if left := x.Chosen - len(x.Rows) - skippedBefore(x.Rows); left > 0 && last != nil {
		p.gap(left)
	}
	p.put("</tbody></table></div>\n</section>\n")
}

// skippedBefore counts the calls that the gaps before rows stand for.
func skippedBefore(rows []ExportRow) int {
	n := 0
	for i := range rows {
		n += rows[i].Skipped
	}
	return n
}

func (p *page) gap(n int) {
	p.put("<tr class=\"left\"><td colspan=\"9\">%s left out</td></tr>\n", plural(n, "call", "calls"))
}

func (p *page) row(r *ExportRow) {
	if r.Skipped > 0 {
		p.gap(r.Skipped)
	}
	number := comma(r.Index + 1)
	if r.Laid {
		number = fmt.Sprintf("<a href=\"#call-%d\">%s</a>", r.Index+1, number)
	}
	at := ""
	if len(r.Time) >= len("2026-11-30T15:04:05") {
		at = r.Time[len("2026-11-30T"):len("2026-11-30T15:04:05")]
	}
	kind, breaks := "", journey.HopNone
	if r.Diagnosis != nil {
		kind, breaks = kindWord(r.Diagnosis.Kind), r.Diagnosis.Hop
	}
	class := ""
	if r.Class.Unknown() || breaks != journey.HopNone {
		class = "bad"
	} else if r.Class.Failed() {
		class = "warn"
	}
	p.put("<tr><td class=\"num\">%s</td><td class=\"num\">%s</td><td>%s</td><td class=\"num\">%s</td><td class=\"mark %s\" aria-hidden=\"true\">%s</td><td class=\"name\">%s</td><td class=\"%s\">%s</td><td class=\"wrap\">%s</td><td>%s</td></tr>\n",
		number, countOr(r.Turn), at, countOr(r.Line), class, classSign(r.Class, breaks), p.called(r.Namespace, r.Echo), class, r.Class.Word(), p.ran(r), p.text(kind))
}

// countOr is a number, empty where it is not known.
func countOr(n int) string {
	if n == 0 {
		return ""
	}
	return comma(n)
}

func (p *page) called(namespace, name string) string {
	if name == "" {
		return "(empty name)"
	}
	if namespace != "" {
		return p.code(namespace) + " · " + p.code(name)
	}
	return p.code(name)
}

// ran is the tool that ran: as recorded, else as the rules say.
func (p *page) ran(r *ExportRow) string {
	if r.Class.Unknown() {
		return "–"
	}
	if r.Dispatched != nil {
		return p.called(string(r.Dispatched.Server), string(r.Dispatched.Name))
	}
	if r.Predicted != nil && r.Predicted.Tool != nil {
		return p.called(string(r.Predicted.Tool.Server), string(r.Predicted.Tool.Name))
	}
	return ""
}

// noCalls says why a table of calls is empty.
func noCalls(x *Export) string {
	if x.Totals.Calls > 0 {
		return "No call matches, of " + comma(x.Totals.Calls) + "."
	}
	return "This file holds no calls."
}

// tools is the table of the tools of the newest request.
func (p *page) tools() {
	x := p.x
	p.put("<section id=\"tools\">\n<h2>Tools</h2>\n")
	if x.Assumed {
		p.put("<p class=\"warn\">Assumed: declared tools are not in this file; names that ran, and the client's own tools, are taken as the list.</p>\n")
	}
	if len(x.Tools) == 0 {
		p.put("<p>Nothing that was read names one.</p>\n</section>\n")
		return
	}
	p.put("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Tools\"><table>\n<thead><tr><th scope=\"col\">Real name</th><th scope=\"col\">Server</th><th scope=\"col\">Wire name</th><th scope=\"col\">In the request</th><th class=\"num\" scope=\"col\">Calls</th><th class=\"num\" scope=\"col\">Failed</th></tr></thead>\n<tbody>\n")
	for i := range x.Tools {
		t := &x.Tools[i]
		wire := "–"
		if t.Wire != "" {
			wire = p.called(t.Namespace, t.Wire)
		}
		status, class := t.Status, ""
		if t.NoTool {
			status, class = "belongs to no tool", "bad"
		} else if t.Reason != "" {
			status, class = t.Status+": "+t.Reason, "warn"
		}
		failed := ""
		if t.Failed > 0 {
			failed = "bad"
		}
		p.put("<tr><th scope=\"row\">%s</th><td>%s</td><td>%s</td><td class=\"%s\">%s</td><td class=\"num\">%s</td><td class=\"num %s\">%s</td></tr>\n",
			p.called("", t.Name), p.text(t.Server), wire, class, p.text(status), comma(t.Calls), failed, comma(t.Failed))
	}
	p.put("</tbody></table></div>\n")
	if left := x.ToolsAll - len(x.Tools); left > 0 {
		p.put("<p class=\"muted\">%s left out here. %s</p>\n", plural(left, "more tool", "more tools"), p.shows("wire", ""))
	}
	p.put("</section>\n")
}

// written are the notes of the case.
func (p *page) written() {
	if len(p.x.Written) == 0 {
		return
	}
	p.put("<section id=\"notes\">\n<h2>Notes</h2>\n<ul>\n")
	for _, n := range p.x.Written {
		about := n.about()
		if about != "" {
			about = "<span class=\"where\">" + p.text(about) + ":</span> "
		}
		lines := strings.Split(strings.TrimSpace(n.Text), "\n")
		for i := range lines {
			lines[i] = p.text(lines[i])
		}
		p.put("<li>%s%s</li>\n", about, strings.Join(lines, "<br>"))
	}
	p.put("</ul>\n</section>\n")
}

// taught are the names that instructions teach and no declared tool has.
func (p *page) taught() {
	if len(p.x.Taught) == 0 {
		return
	}
	p.put("<section id=\"taught\">\n<h2>Names that instructions teach</h2>\n<ul>\n")
	for _, l := range p.x.Taught {
		f := l.Finding()
		p.put("<li>%s <b>%s</b></li>\n", p.text(f.Message), p.text(f.Fix))
	}
	p.put("</ul>\n</section>\n")
}

// problems are what could not be read.
func (p *page) problems() {
	x := p.x
	if x.ProblemCount == 0 {
		return
	}
	p.put("<section id=\"problems\">\n<h2>What could not be read</h2>\n<p class=\"muted\">Reading went on after each.</p>\n<ul>\n")
	shown := x.Problems[:min(len(x.Problems), exportProblems)]
	for _, q := range shown {
		fix := ""
		if q.Fix != "" {
			fix = " <b>" + p.text(q.Fix) + "</b>"
		}
		p.put("<li><span class=\"where\">%s:</span> %s%s</li>\n", p.text(baseWhere(q.Where, x)), p.text(q.What), fix)
	}
	p.put("</ul>\n")
	if left := x.ProblemCount - len(shown); left > 0 {
		p.put("<p class=\"muted\">%s left out here. %s</p>\n", plural(left, "more problem", "more problems"), p.shows("replay", "--format json"))
	}
	p.put("</section>\n")
}

// exportProblems is the number of problems that are listed.
const exportProblems = 100

// baseWhere is where a problem is, the folders of the file left out.
func baseWhere(where string, x *Export) string {
	file, rest, ok := strings.Cut(where, ": ")
	if !ok {
		return where
	}
	for _, s := range x.Sources {
		if file == s.Name || strings.HasSuffix(file, "/"+s.Name) || strings.HasSuffix(file, `\`+s.Name) {
			return s.Name + ": " + rest
		}
	}
	return where
}

// foot says what was masked and who made the page.
func (p *page) foot() {
	masked := visible.HTML(p.masks.Words())
	p.put("<footer>\n<p>%s</p>\n<p>Times are UTC. Made by hopscope, %s", masked, p.text(p.x.Version))
	if p.x.Path != "" {
		p.put(", with <code>hopscope replay %s --format html</code>", p.name(Quoted(p.x.Path)))
	}
	p.put(".</p>\n</footer>\n")
}
