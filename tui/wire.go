package tui

import (
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// wireShown is the number of entries of a request that are all listed; of
// longer ones only wireAround on each side of the selected one. With the
// screen to itself the pane lists up to wireZoomed, or wireFar on each side.
const (
	wireBeside = 3 // where the pane has the focus, for the entry is whole
	wireShown  = 9
	wireAround = 2
	wireZoomed = 201
	wireFar    = 100
)

// wirePart is the pane "Wire shape": the request's tools array as the provider
// wants it, the selected tool whole and the others by name, then what the
// provider's rule says of the name.
func wirePart(d *detail, w int) part {
	s := d.stop(journey.HopWire)
	p := part{title: s.Hop.Title(), noteRole: themes.Muted}
	if d.provider == nil || d.plan == nil {
		p.body = prose(themes.Muted, "No provider is chosen: p picks one and shows the request.", w)
		return p
	}
	v := newWireView(d, w)
	p.note = v.note()
	if s.Assumed || !d.catalogKnown && d.call != nil {
		p.note += "  " + assumedWord
	}
	request, whole := v.request()
	switch {
	case whole:
		p.body = append(v.facts(&request), line{})
		p.body = append(p.body, prose(themes.Muted, request.words(), w)...)
		p.body = append(p.body, request.rows(v)...)
	case d.full && v.at >= 0:
		rows, _ := v.rows()
		p.body = append(append(v.facts(nil), line{}), rows...)
	case d.whole && v.at >= 0:
		rows, _ := v.rows()
		p.body = append(append(v.shortFacts(), line{}), rows...)
		p.body = append(p.body, v.noRequest()...)
	default:
		p.body, p.focus = v.rows()
		p.body = append(p.body, v.tail()...)
	}
	p.copies = v.copies()
	if d.full {
		return p
	}
	return p.fitted(w)
}

// request is the whole request; it is made only where it is shown.
func (v *wireView) request() (wireRequest, bool) {
	if !v.d.full {
		return wireRequest{}, false
	}
	return newWireRequest(v)
}

// wireView is a request with one tool looked at.
type wireView struct {
	d *detail
	w int
	// offered are the indexes in the plan of the declared tools, toolAt the
	// position of the tool among them; entries are those of the tools array.
	offered []int
	toolAt  int
	entries []wireEntry
	at      int  // position of the tool's entry, -1: not declared
	member  int  // position of the tool in the entry
	gap     int  // where it would stand, -1: nowhere
	short   bool // other tools without the way to the place of their name
	decl    journey.Declaration
}

func newWireView(d *detail, w int) *wireView {
	v := &wireView{d: d, w: w, at: -1, toolAt: -1, gap: -1}
	v.layOut()
	return v
}

// note is the path of the name's place, or how much of the list is declared.
func (v *wireView) note() string {
	if v.at >= 0 {
		return visible.Text(v.decl.Path)
	}
	if v.d.call != nil {
		return "tools[]"
	}
	n := comma(len(v.offered)) + " of " + comma(len(v.d.plan.Tools)) + " entries"
	if v.w >= 44 {
		return v.d.provider.Info().ID + " " + n
	}
	return n
}

// rows is the JSON, and the row at which the selected entry begins.
func (v *wireView) rows() (rows []line, focus int) {
	before, after := v.d.provider.Frame()
	head := strings.Split(strings.TrimRight(before, "\n"), "\n")
	indent := 0
	if last := head[len(head)-1]; last != "" {
		indent = len(last) - len(strings.TrimLeft(last, " ")) + 2
	}
	for _, l := range head {
		rows = append(rows, v.json(l)...)
	}
	from, to := v.listed()
	rows = append(rows, v.more(from, indent)...)
	focus = len(rows)
	v.short = v.tooWide(from, to, indent)
	for i := from; i < to; i++ {
		if v.at < 0 && i == v.gap {
			focus = len(rows)
			rows = append(rows, v.gapRow(indent))
		}
		comma := i+1 < len(v.entries)
		if i == v.at {
			focus = len(rows)
			rows = append(rows, v.entry(indent, comma)...)
			continue
		}
		rows = append(rows, v.json(v.brief(i, indent, comma))...)
	}
	if v.at < 0 && v.gap >= to && v.gap >= 0 {
		rows = append(rows, v.gapRow(indent))
	}
	rows = append(rows, v.more(len(v.entries)-to, indent)...)
	for _, l := range strings.Split(strings.Trim(after, "\n"), "\n") {
		rows = append(rows, v.json(l)...)
	}
	return rows, focus
}

// listed are the entries that are listed: from, and to before which.
func (v *wireView) listed() (from, to int) {
	switch {
	case v.d.full:
		return v.around(wireZoomed, wireFar)
	case v.d.whole && v.at >= 0:
		return v.around(wireBeside, 1)
	}
	return v.around(wireShown, wireAround)
}

// around are the entries around the selected one; all where there are no more
// than shown.
func (v *wireView) around(shown, around int) (from, to int) {
	return windowOf(len(v.entries), max(v.at, v.gap), shown, around)
}

// windowOf are the entries around the one in the middle, of n.
func windowOf(n, mid, shown, around int) (from, to int) {
	switch {
	case n <= shown:
		return 0, n
	case mid < 0:
		return 0, shown - 2
	}
	return max(mid-around, 0), min(mid+around+1, n)
}

func (v *wireView) json(doc string) []line {
	rows := v.d.json.paint(doc)
	out := make([]line, len(rows))
	for i, l := range rows {
		out[i] = v.cutJSON(l)
	}
	return out
}

// more stands for entries that are not listed.
func (v *wireView) more(n, indent int) []line {
	if n <= 0 {
		return nil
	}
	return []line{{blanks(indent), {text: "… " + plural(n, "entry", "entries") + " …", role: themes.Muted}}}
}

// tooWide reports whether one of the other tools does not fit.
func (v *wireView) tooWide(from, to, indent int) bool {
	for i := from; i < to; i++ {
		if i != v.at && visible.Width(v.brief(i, indent, i+1 < len(v.entries))) > v.w {
			return true
		}
	}
	return false
}

// brief is another tool of the request: its name at its place, no more.
func (v *wireView) brief(i, indent int, more bool) string {
	tail := ""
	if more {
		tail = ","
	}
	if v.entries[i].space {
		return strings.Repeat(" ", indent) + v.briefSpace(i) + tail
	}
	n, decl := v.declOf(i)
	keys := pathKeys(decl.Path)
	name := visible.JSONString(placed(decl, n))
	body := name + ", …"
	for k := len(keys) - 1; k >= 0; k-- {
		body = "{ " + visible.JSONString(keys[k]) + ": " + body + " }"
	}
	if v.short && len(keys) > 1 { // the name matters most
		body = "{ … " + visible.JSONString(keys[len(keys)-1]) + ": " + name + " … }"
	}
	return strings.Repeat(" ", indent) + body + tail
}

// pathKeys are the keys of a path below the entry of the tool: of
// tools[3].function.name they are function and name.
func pathKeys(path string) []string {
	if i := strings.LastIndexByte(path, ']'); i >= 0 {
		path = strings.TrimPrefix(path[i+1:], ".")
	}
	if path == "" {
		return nil
	}
	return strings.Split(path, ".")
}

// gapRow marks the place of a tool that is not in the request.
func (v *wireView) gapRow(indent int) line {
	tools := v.d.plan.Tools
	n := tools[v.d.journey.Index]
	name, _ := toolName(&n)
	const here = " would stand here"
	text := visible.Name(name) + here
	if len(n.SharesWith) == 1 && n.SharesWith[0] < len(tools) {
		other, _ := toolName(&tools[n.SharesWith[0]])
		a, b := ownParts(name, other)
		text = visible.Name(a) + " and " + visible.Name(b)
		if room := v.w - indent - 2; visible.Width(text)+len(here) <= room {
			text += here
		} else {
			each := (room - len("no , no ")) / 2
			text = "no " + cutName(a, each) + ", no " + cutName(b, each)
		}
	} else if len(n.SharesWith) > 1 {
		text = comma(len(n.SharesWith)+1) + " tools" + here
	}
	sign, role := "✗ ", themes.Bad
	if n.Status == journey.Deferred {
		sign, text, role = "– ", visible.Name(name)+" is deferred: not in the request", themes.Warn
	}
	return line{blanks(indent), {text: sign + text, role: role}}
}

// ownParts leaves out what both names have in front of their own part.
func ownParts(a, b string) (string, string) {
	n := commonStart(a, b)
	if i := strings.LastIndex(a[:n], "__"); i >= 0 {
		return a[i+2:], b[i+2:]
	}
	return a, b
}

func (v *wireView) copies() []copyItem {
	if v.at < 0 {
		return nil
	}
	n := v.d.plan.Tools[v.d.journey.Index]
	return []copyItem{
		{"n", "wire name", joined(string(n.Wire.Namespace), string(n.Wire.Name))},
		{"w", "wire JSON", v.decl.JSON},
		{"p", "path", v.decl.Path},
	}
}
