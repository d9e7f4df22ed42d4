package tui

import (
	"slices"
	"strings"

	"hopscope/journey"
	"hopscope/journey/decide"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// applyFilter makes the list of map rows that are shown.
func (w *whatIf) applyFilter() {
	w.shown = w.shown[:0]
	words := strings.Fields(strings.ToLower(w.filter))
	for i, r := range w.out.Rows {
		if matches(words, strings.ToLower(r.From+" "+string(r.To)+" "+r.By+" "+string(r.Left))) {
			w.shown = append(w.shown, i)
		}
	}
}

// mapTitle names the two sides.
func (w *whatIf) mapTitle() string {
	from := ""
	if w.request.scheme != nil {
		from = w.request.scheme.Info().ID
	}
	return "Rename map  " + from + " to " + w.up.Title()
}

// namesApart is how many rows of the map are cut so that no two look alike; in
// longer maps each name is cut by itself.
const namesApart = 200

// mapList is the pane Rename map.
func (w *whatIf) mapList(width int) whatList {
	l := whatList{title: visible.Text(w.mapTitle()), noteRole: themes.Muted, n: len(w.shown)}
	switch {
	case !w.moved && w.out.Rows == nil:
		l.note = "being made"
	case w.filter != "":
		l.note = comma(len(w.shown)) + " of " + comma(len(w.out.Rows)) + " shown"
	default:
		l.note = comma(w.out.Moved) + " of " + comma(len(w.out.Rows))
	}
	left, names := 12, []string{}
	for _, i := range w.shown[:min(len(w.shown), namesApart)] {
		names = append(names, visible.Name(w.out.Rows[i].From))
		left = max(left, visible.Width(names[len(names)-1]))
	}
	left = min(left, max(width*2/5-2, 12))
	if len(w.out.Rows) > 0 {
		l.head = append(line{{text: "declared", role: themes.Muted}}.padded(left+4), span{text: "upstream", role: themes.Muted})
	}
	names = visible.Apart(names, left)
	l.row = func(i, cols int) line {
		r := w.out.Rows[w.shown[i]]
		name := cutName(r.From, left)
		if i < len(names) {
			name = names[i]
		}
		return highlight(mapRow(r, name, left, cols), w.filter)
	}
	l.feet = w.mapFeet(width)
	return l
}

// mapRow is one declared tool, its name as it is cut: its new name and the task,
// or why it is left alone.
func mapRow(r decide.Renamed, name string, left, cols int) line {
	out := line{{text: name}}.padded(left + 1)
	if r.To == "" {
		out = append(out, span{text: "   left alone  ", role: themes.Warn})
		text := r.Note
		if r.Wanted != "" {
			text = string(r.Wanted) + ": " + text
		}
		return append(out, span{text: visible.Cut(text, max(cols-out.width(), 1)), role: themes.Muted})
	}
	diff := journey.Diff(r.From, string(r.To))
	out = append(out, span{text: "-> ", role: themes.Muted})
	out = append(out, glyphLine(fitGlyphs(laterGlyphs(diff), max(cols-left-14, 8)))...)
	out = out.padded(left + 4 + max(16, min(cols-left-24, 24)))
	out = append(out, blanks(1))
	return append(out, span{text: visible.Cut(r.By, max(cols-out.width(), 1)), role: themes.Muted})
}

// footRowsMost is how many rows one note below the map takes.
const footRowsMost = 5

// mapFeet are what the map does not do: targets that are not sure, texts that
// keep old names, the stub, the prompt, a gateway of one client.
func (w *whatIf) mapFeet(width int) []line {
	var feet []line
	add := func(sign string, role themes.Role, text string) {
		feet = append(feet, marked(sign, role, themes.Muted, visible.Cut(text, width*footRowsMost), width)...)
	}
	if g := w.gate; g != nil {
		add("!", themes.Warn, g.Who+" refused, "+g.Where+": "+g.Text+". "+sentence(g.What))
	}
	for _, h := range w.out.HalfMoved {
		add("✗", themes.Bad, "half moved: "+h.Path+" says "+h.Name+", tools[] "+h.Declared+": reads as two tools")
	}
	if edits, patches := w.editAndPatch(); edits != "" {
		add("≠", themes.Warn, edits+" is never mapped to "+patches+": "+decide.EditVsPatch.Words())
	}
	for _, r := range w.out.Rows {
		if r.To != "" && r.Note != "" {
			add("!", themes.Warn, string(r.To)+": "+r.Note)
		}
	}
	for _, m := range w.out.Mentions {
		add("!", themes.Warn, m.Tool+" says "+strings.Join(m.Names, ", ")+" in its description, and keeps saying it")
	}
	if len(w.out.Stubs) > 0 {
		names := make([]string, len(w.out.Stubs))
		for i, s := range w.out.Stubs {
			names[i] = s.Name
		}
		add("✗", themes.Bad, "A stub ("+strings.Join(names, ", ")+") instead of a map: the upstream takes the request, the model calls the stub, and nobody has it: a manufactured No such tool.")
	}
	if w.out.Prompt != "" {
		add("·", themes.Muted, "In the prompt instead, where the model chooses freely: "+w.out.Prompt)
	}
	return feet
}

// editAndPatch are the declared tools that edit or patch and are left alone
// because the upstream has the other sort only.
func (w *whatIf) editAndPatch() (tool, other string) {
	i := slices.IndexFunc(w.out.Rows, func(r decide.Renamed) bool { return r.Left == decide.EditVsPatch })
	if i < 0 {
		return "", ""
	}
	return w.out.Rows[i].From, "the other sort, which " + w.up.Title() + " has"
}
