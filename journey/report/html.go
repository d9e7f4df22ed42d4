package report

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"time"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// HTML writes a recording as one page that needs nothing else: no scripts, no
// pictures, no fonts from elsewhere, and a policy that lets none of these in.
func HTML(w io.Writer, x Export) error {
	body := &page{x: &x, masks: x.Masks}
	body.masthead()
	body.b.WriteString("<main>\n")
	body.wrong()
	body.written()
	body.others()
	body.calls()
	body.tools()
	body.taught()
	body.problems()
	body.b.WriteString("</main>\n")
	body.foot()
	return body.document(w, x.Look, x.Title)
}

// document writes the page around its body. Its style is in the policy by its
// hash, so no other style or script is let in.
func (p *page) document(w io.Writer, look Look, title string) error {
	style := ":root{color-scheme:" + look.scheme() + "}" + look.rules(func(p *Palette) string { return ":root{" + p.css() + "}" }) + pageStyle
	sum := sha256.Sum256([]byte(style))
	_, err := fmt.Fprintf(w, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-%s'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="%s">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>%s: hopscope</title>
<style>%s</style>
</head>
<body>
%s</body>
</html>
`, base64.StdEncoding.EncodeToString(sum[:]), look.scheme(), p.text(title), style, p.b.String())
	return err
}

// page is the body of an HTML page while it is written.
type page struct {
	b     strings.Builder
	x     *Export // nil: the page is about one name
	masks *Masks
}

// text is foreign text, name a foreign name, for this page.
func (p *page) text(s string) string { return visible.HTML(visible.Text(p.masks.text(s))) }
func (p *page) name(s string) string { return visible.HTML(p.masks.name(s)) }

func (p *page) code(s string) string { return "<code>" + p.name(s) + "</code>" }

// put writes format with values that are escaped already.
func (p *page) put(format string, values ...any) { fmt.Fprintf(&p.b, format, values...) }

// clock is the time of day, empty where it is not known.
func clock(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format("15:04:05")
}

// masthead says what was read, by which rules it was judged, and what stands on
// the page.
func (p *page) masthead() {
	x, t := p.x, &p.x.Totals
	p.put("<header>\n<p class=\"made\">hopscope: tool names, hop by hop</p>\n<h1>%s</h1>\n", p.text(x.Title))
	p.put("<p class=\"counts\"><span>%s</span><span><b>%s</b></span>", p.text(orWord(x.Client, "client not known")), plural(t.Calls, "call", "calls"))
	p.put("<span%s><b>%s</b> failed</span>", classIf(t.Failed > 0, "warn"), comma(t.Failed))
	p.put("<span%s><b>%s</b> unknown</span>", classIf(t.Unknown > 0, "bad"), comma(t.Unknown))
	if t.NoResult > 0 {
		p.put("<span><b>%s</b> without a result</span>", comma(t.NoResult))
	}
	if n := len(requestsOf(x)); n > 0 {
		p.put("<span class=\"bad\"><b>%s</b></span>", plural(n, "request refused", "requests refused"))
	}
	p.put("</p>\n<dl>\n<dt>Scheme</dt><dd>%s <span class=\"muted\">%s</span></dd>\n", p.code(x.Scheme), p.text(x.Why))
	p.put("<dt>Provider</dt><dd>%s</dd>\n", p.code(orWord(x.Provider, "not known")))
	for _, s := range x.Sources {
		p.put("<dt>File</dt><dd>%s <span class=\"muted\">%s</span></dd>\n", p.code(s.Name), p.text(s.What))
	}
	if x.Filter != "" {
		p.put("<dt>Shown</dt><dd>%s</dd>\n", p.text(x.Filter))
	}
	for _, n := range p.notes() {
		p.put("<dt>Note</dt><dd>%s</dd>\n", p.text(n))
	}
	p.put("</dl>\n<nav aria-label=\"On this page\"><ul>")
	for _, l := range p.links() {
		p.put("<li><a href=\"#%s\">%s</a></li>", l[0], l[1])
	}
	p.put("</ul></nav>\n</header>\n")
}

// notes are those of the recording and of its files.
func (p *page) notes() []string {
	list := append([]string{}, p.x.Notes...)
	for _, s := range p.x.Sources {
		list = append(list, s.Notes...)
	}
	return list
}

// links are the sections that the page has.
func (p *page) links() [][2]string {
	x := p.x
	list := [][2]string{{"wrong", "What is wrong"}}
	if n := len(x.Written); n > 0 {
		list = append(list, [2]string{"notes", plural(n, "note", "notes")})
	}
	if n := len(x.Others) + x.OthersLeft + len(x.Refused); n > 0 {
		list = append(list, [2]string{"others", plural(n, "other failure", "other failures")})
	}
	list = append(list, [2]string{"calls", plural(x.Chosen, "call", "calls")}, [2]string{"tools", plural(x.ToolsAll, "tool", "tools")})
	if len(x.Taught) > 0 {
		list = append(list, [2]string{"taught", "names that instructions teach"})
	}
	if x.ProblemCount > 0 {
		list = append(list, [2]string{"problems", plural(x.ProblemCount, "problem of reading", "problems of reading")})
	}
	return list
}

// requestsOf are the refused requests of all causes.
func requestsOf(x *Export) []ExportRequest {
	var list []ExportRequest
	for i := range x.Causes {
		list = append(list, x.Causes[i].Requests...)
	}
	return append(list, x.Refused...)
}

func orWord(s, word string) string {
	if s == "" {
		return word
	}
	return s
}

func classIf(ok bool, class string) string {
	if !ok {
		return ""
	}
	return " class=\"" + class + "\""
}

// wrong is the section of causes: what is wrong, what it explains, and the
// journeys of what it explains.
func (p *page) wrong() {
	x := p.x
	p.put("<section id=\"wrong\">\n<h2>What is wrong here</h2>\n<p class=\"verdict\">%s", p.text(x.Verdict))
	if x.Other != "" {
		p.put(" <span class=\"muted\">Not about a name: %s.</span>", p.text(x.Other))
	}
	p.put("</p>\n")
	if x.Fit != "" {
		p.put("<p>%s</p>\n", p.text(x.Fit))
	}
	for i := range x.Causes {
		p.cause(&x.Causes[i], i)
	}
	if x.CausesLeft > 0 {
		p.put("<p class=\"muted\">%s left out here. %s</p>\n", plural(x.CausesLeft, "more cause", "more causes"), p.shows("replay", "--only failed"))
	}
	p.put("</section>\n")
}

func (p *page) cause(c *ExportCause, i int) {
	d := &c.Diagnosis
	p.put("<article class=\"cause\" aria-labelledby=\"cause-%d\">\n<div class=\"head\"><h3 id=\"cause-%d\"><span class=\"chip\">%s</span> %s</h3><span class=\"muted\">%s</span></div>\n",
		i+1, i+1, p.text(kindWord(d.Kind)), p.text(c.Explains), p.text(breakWords(d)))
	if n := len(c.Names); n > 1 {
		p.put("<dl>\n<dt>Called</dt><dd>%s</dd>\n</dl>\n", p.text(strings.Join(c.Names, ", ")))
	}
	for k := range c.Requests {
		p.request(&c.Requests[k], k > 0)
	}
	for k := range c.Calls {
		p.call(&c.Calls[k], k+len(c.Requests) > 0)
	}
	if c.Left > 0 {
		p.put("<p class=\"muted\">%s of this cause left out here. %s</p>\n", plural(c.Left, "more call", "more calls"), p.shows("replay", "--only failed"))
	}
	p.put("</article>\n")
}

// shows says which command shows what is left out; nothing where no file
// stands behind the page.
func (p *page) shows(command, flags string) string {
	if p.x.Path == "" {
		return ""
	}
	return "<code>hopscope " + command + " " + p.name(Quoted(p.x.Path)) + " " + flags + "</code> shows all."
}

// others are the failures with another reason than a name.
func (p *page) others() {
	x := p.x
	if len(x.Others)+x.OthersLeft+len(x.Refused) == 0 {
		return
	}
	p.put("<section id=\"others\">\n<h2>Other failures</h2>\n<p class=\"muted\">The names are right here; something else failed.</p>\n")
	for i := range x.Refused {
		p.request(&x.Refused[i], true)
	}
	for i := range x.Others {
		p.call(&x.Others[i], true)
	}
	if x.OthersLeft > 0 {
		p.put("<p class=\"muted\">%s left out here. %s</p>\n", plural(x.OthersLeft, "more failure", "more failures"), p.shows("replay", "--only failed"))
	}
	p.put("</section>\n")
}

// calledName is namespace and name of a call.
func calledName(c journey.Called) (namespace, name string) {
	return string(c.Namespace), string(c.Name)
}
