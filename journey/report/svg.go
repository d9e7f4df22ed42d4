package report

import (
	"fmt"
	"io"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// The grid of a picture: cells of a fixed size, as in a terminal, so that
// columns stay columns whatever font a viewer has.
const (
	svgCell  = 8.0
	svgRow   = 20.0
	svgPad   = 24.0
	svgStop  = 19                          // cells of one stop of the rail
	svgCells = svgStop * len(journey.Rail) // cells of a row
	svgLabel = 6                           // cells of What, Seen and Do
	svgFonts = `ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace`
)

// SVG writes the picture of one journey: the rail with its break, the chip,
// what happened and what to do. It needs nothing else: no scripts, no fonts or
// pictures from elsewhere.
func SVG(w io.Writer, p Picture) error {
	d := &drawing{p: &p, y: svgPad}
	d.heading()
	d.rail()
	d.answer()
	d.foot()
	width, height := float64(svgCells)*svgCell+2*svgPad, d.y+svgPad-svgRow/2
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" aria-labelledby="title desc" font-family="%s" font-size="13.3">
<title id="title">%s</title>
<desc id="desc">%s</desc>
<style>%s</style>
<rect class="window" width="%.0f" height="%.0f" rx="8"/>
%s</svg>
`, width, height, width, height, svgFonts, d.esc(d.title()), d.esc(d.words()), p.Look.rules((*Palette).svg), width, height, d.b.String())
	return err
}

// svg is the palette as rules of a picture.
func (p *Palette) svg() string {
	var b strings.Builder
	for _, x := range [...][2]string{
		{"window", p.Window}, {"t", p.Text}, {"m", p.Muted}, {"a", p.Accent}, {"x", p.Bad}, {"c", p.Changed}, {"chip", p.BrkBack}, {"ct", p.BrkText},
	} {
		b.WriteString("." + x[0] + "{fill:" + x[1] + "}")
	}
	for _, x := range [...][2]string{{"l", p.Line}, {"lx", p.Bad}, {"cross", p.BrkText}, {"ring", p.Muted}} {
		b.WriteString("." + x[0] + "{stroke:" + x[1] + ";fill:none}")
	}
	return b.String()
}

// drawing is a picture while it is drawn, from the top to the bottom.
type drawing struct {
	b strings.Builder
	p *Picture
	y float64 // the top of the next row
}

// esc is a text that is masked already, for this picture.
func (d *drawing) esc(s string) string { return visible.SVG(s) }

// text is foreign text in one line, name a foreign name: masked and with its
// hidden characters spelled out, not yet escaped.
func (d *drawing) text(s string) string { return visible.Text(d.p.Masks.text(s)) }
func (d *drawing) name(s string) string { return visible.Name(d.p.Masks.name(s)) }

// put writes text at a cell of the row, stretched to its cells.
func (d *drawing) put(cell int, class, text string) {
	lead := len(text) - len(strings.TrimLeft(text, " "))
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	fmt.Fprintf(&d.b, `<text class="%s" x="%.0f" y="%.1f" textLength="%.0f" lengthAdjust="spacingAndGlyphs" xml:space="preserve"%s>%s</text>`+"\n",
		strings.TrimSuffix(class, "!"), svgPad+float64(cell+lead)*svgCell, d.y+14, float64(visible.Width(text))*svgCell, bold(class), d.esc(text))
}

// bold is the attribute of a class that ends in an exclamation mark.
func bold(class string) string {
	if strings.HasSuffix(class, "!") {
		return ` font-weight="bold"`
	}
	return ""
}

// next goes to the row below.
func (d *drawing) next() { d.y += svgRow }

// called is the name that the picture is about.
func (d *drawing) called() string {
	name := d.name(d.p.Name)
	if d.p.Name == "" {
		name = "(empty name)"
	}
	if d.p.Namespace != "" {
		return d.name(d.p.Namespace) + " · " + name
	}
	return name
}

func (d *drawing) title() string {
	text := d.called()
	if dg := d.p.Journey.Diagnosis; dg != nil {
		text += ": " + kindWord(dg.Kind) + ", " + breakWords(dg)
	}
	return text
}

// words is the picture in words, for those who cannot see it.
func (d *drawing) words() string {
	j := &d.p.Journey
	var parts []string
	for i := range j.Stops {
		s := &j.Stops[i]
		form, _ := hopForm(s, d.name)
		text := s.Hop.Title() + ": " + strings.TrimSuffix(form+", "+d.text(hopWord(s)), ", ")
		if hopBreaks(j, s.Hop) {
			text += ", breaks here"
		}
		parts = append(parts, text+".")
	}
	if dg := j.Diagnosis; dg != nil {
		parts = append(parts, "What: "+d.text(dg.What), "Do: "+d.text(dg.Advice))
	}
	return strings.Join(parts, " ")
}

// svgNameRows is how many rows a name may take in the heading.
const svgNameRows = 3

func (d *drawing) heading() {
	p := d.p
	who := visible.Cut(d.text(p.Client), svgCells/3)
	room := svgCells - visible.Width(who) - 2
	for i, row := range wrapCells(d.called(), room) {
		if i == svgNameRows {
			break
		}
		if i == svgNameRows-1 {
			row = visible.Cut(row+" …", room)
		}
		if i == 0 {
			d.put(svgCells-visible.Width(who), "m", who)
		}
		d.put(0, "t!", row)
		d.next()
	}
	note := d.text(p.Note)
	if p.Source != "" {
		note = strings.TrimPrefix(note+" of "+d.name(p.Source), " of ")
	}
	id := ""
	if c := p.Journey.Call; c != nil && c.ID != "" {
		id = visible.Middle(d.name(c.ID), svgCells/3)
		d.put(svgCells-visible.Width(id), "m", id)
	}
	if note != "" {
		d.put(0, "m", visible.Middle(note, svgCells-visible.Width(id)-2))
	}
	if note != "" || id != "" {
		d.next()
	}
	d.y += svgRow / 2
}

// rail draws the six stops.
func (d *drawing) rail() {
	j := &d.p.Journey
	for i := range j.Stops {
		switch h := j.Stops[i].Hop; {
		case hopBreaks(j, h):
			d.put(i*svgStop, "x!", "▼ breaks here")
		case hopFirst(j, h):
			d.put(i*svgStop, "x!", "▼ first fault")
		}
	}
	if j.Break != journey.HopNone {
		d.next()
	}
	for i := range j.Stops {
		d.put(i*svgStop, "t!", j.Stops[i].Hop.Title())
	}
	d.next()
	for i := range j.Stops {
		d.stop(i)
	}
	d.y += svgRow + 4
	d.forms()
	for i := range j.Stops {
		class := "m"
		if hopBreaks(j, j.Stops[i].Hop) {
			class = "x"
		}
		word := d.text(hopWord(&j.Stops[i]))
		if visible.Width(word) >= svgStop {
			word = d.text(j.Stops[i].Word)
		}
		d.put(i*svgStop, class, visible.Cut(word, svgStop-1))
	}
	d.next()
	if r := j.Return; r != nil {
		form, _ := hopForm(r, d.name)
		class, text := "m", "came back as "+form+", "+d.text(hopWord(r))
		if j.Break == journey.HopReturn {
			class, text = "x!", "✗ "+text+": breaks here"
		}
		from := 3 * svgStop // below the echo, where there is room
		if visible.Width(text) > svgCells-from {
			from = 0
		}
		d.put(from, class, visible.Middle(text, svgCells))
		d.next()
	}
	d.y += svgRow / 2
}

// forms are the names at the stops, below their namespaces where there are any.
// They are cut so that what differs can be seen.
func (d *drawing) forms() {
	j := &d.p.Journey
	spaces := false
	names := make([]string, len(j.Stops))
	for i := range j.Stops {
		s := &j.Stops[i]
		one := *s
		one.Namespace = ""
		names[i], _ = hopForm(&one, d.name)
		spaces = spaces || s.Namespace != "" && s.Name != ""
	}
	if spaces {
		for i := range j.Stops {
			if s := &j.Stops[i]; s.Namespace != "" && s.Name != "" {
				d.put(i*svgStop, "m", visible.Middle(d.name(s.Namespace)+" ·", svgStop-2))
			}
		}
		d.next()
	}
	for i, text := range visible.Apart(names, svgStop-2) {
		class := "t"
		switch j.Stops[i].State {
		case journey.StopChanged:
			class = "c"
		case journey.StopDrift:
			class = "x"
		case journey.StopNone, journey.StopNotRecorded:
			class = "m"
		}
		d.put(i*svgStop, class, text)
	}
	d.next()
}

// stop draws a stop and the line that leads on from it.
func (d *drawing) stop(i int) {
	j := &d.p.Journey
	s := &j.Stops[i]
	x, y := svgPad+float64(i*svgStop)*svgCell+7, d.y+svgRow/2
	if i+1 < len(j.Stops) {
		next := &j.Stops[i+1]
		class, dash := "l", ` stroke-dasharray="2 5"`
		if next.Same {
			dash = ""
		}
		if hopBreaks(j, next.Hop) {
			class = "lx"
		}
		fmt.Fprintf(&d.b, `<path class="%s" stroke-width="2"%s d="M%.0f %.0fH%.0f"/>`+"\n", class, dash, x+11, y, x+float64(svgStop)*svgCell-11)
	}
	switch {
	case hopBreaks(j, s.Hop):
		fmt.Fprintf(&d.b, `<rect class="chip" x="%.0f" y="%.0f" width="16" height="16" rx="3"/><path class="cross" stroke-width="2" d="M%.0f %.0fl7 7m0-7l-7 7"/>`+"\n", x-8, y-8, x-3.5, y-3.5)
	case s.State == journey.StopKnown:
		fmt.Fprintf(&d.b, `<circle class="t" cx="%.0f" cy="%.0f" r="5"/>`+"\n", x, y)
	case s.State == journey.StopChanged:
		fmt.Fprintf(&d.b, `<path class="c" d="M%.0f %.0fl6 6l-6 6l-6-6z"/>`+"\n", x, y-6)
	case s.State == journey.StopDrift:
		fmt.Fprintf(&d.b, `<path class="lx" stroke-width="2" d="M%.0f %.0fh10m-10 5h10m-8 4l6-13"/>`+"\n", x-5, y-2)
	default:
		fmt.Fprintf(&d.b, `<circle class="ring" stroke-width="1.5" cx="%.0f" cy="%.0f" r="4.5"/>`+"\n", x, y)
	}
}
