package tui

import (
	"slices"

	"hopscope/journey"
	"hopscope/journey/decide"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// places are all places in one list: those of the request, then the way back.
func (w *whatIf) places() []decide.Move { return w.all }

// placesList is the pane Places that move together.
func (w *whatIf) placesList(width int) whatList {
	list := w.places()
	l := whatList{title: "Places that move together", note: "before and after, one request", noteRole: themes.Muted, n: len(list)}
	switch {
	case w.from != "":
		l.note = "before and after, in " + shownPaths([]string{w.from})
	case w.out.Assumed:
		l.note, l.noteRole = "request made from the list  assumed", themes.Warn
	}
	if len(list) == 0 {
		l.feet = w.noPlaces()
		return l
	}
	path := 16
	for _, p := range list[:min(len(list), 200)] {
		path = max(path, visible.Width(p.Path))
	}
	path = min(path, max(width/3, 16))
	name := max(min((width-path-8)/3, 24), 8)
	l.head = append(line{{text: "place", role: themes.Muted}}.padded(path+1), span{text: "way", role: themes.Muted}).padded(path + 6)
	l.head = append(l.head, span{text: "before", role: themes.Muted}).padded(path + 7 + name)
	l.head = append(l.head, span{text: "after", role: themes.Muted}).padded(path + 8 + 2*name)
	l.head = append(l.head, span{text: "why it must move", role: themes.Muted})
	l.row = func(i, cols int) line {
		p := list[i]
		out := line{{text: visible.Middle(p.Path, path)}}.padded(path + 1)
		out = append(out, span{text: string(p.Way), role: themes.Muted}).padded(path + 6)
		if slices.Contains(w.forget, p.Path) {
			out = append(out, span{text: cutName(p.Before, name)}).padded(path + 7 + name)
			out = append(out, span{text: "left out", role: themes.Bad}).padded(path + 8 + 2*name)
			return append(out, span{text: visible.Cut("half moved: "+p.Why, max(cols-out.width(), 1)), role: themes.Bad})
		}
		diff := journey.Diff(p.Before, p.After)
		out = append(out, glyphLine(fitGlyphs(earlierGlyphs(diff), name))...).padded(path + 7 + name)
		out = append(out, glyphLine(fitGlyphs(laterGlyphs(diff), name))...).padded(path + 8 + 2*name)
		return append(out, span{text: visible.Cut(p.Why, max(cols-out.width(), 1)), role: themes.Muted})
	}
	l.feet = []line{says(themes.Muted, visible.Cut(w.keys.or("leave-out", "space")+" leaves a place out, to see what half a rename does", width))}
	return l
}

// noPlaces says why there are none.
func (w *whatIf) noPlaces() []line {
	text := "No name moves, so no place does."
	switch {
	case !w.moved:
		text = "Being made."
	case w.out.Moved > 0:
		text = "The places of this provider are not known."
	}
	return []line{says(themes.Muted, text)}
}

// toggleForget leaves a place out of the rename, or takes it in again.
func (m *model) toggleForget() {
	w := &m.what
	list := w.places()
	i := w.lists[whatPlaces].cursor
	if i >= len(list) {
		return
	}
	p := list[i]
	if p.Way == decide.Back {
		m.say("The answer comes back by the same map: leave out a place of the request.")
		return
	}
	if at := slices.Index(w.forget, p.Path); at >= 0 {
		w.forget = slices.Delete(slices.Clone(w.forget), at, at+1)
		m.say(visible.Text(p.Path) + " moves with the others again.")
	} else {
		w.forget = append(slices.Clone(w.forget), p.Path)
		m.say(visible.Text(p.Path) + " left out: " + p.Why + ".")
	}
	w.moved = false
}

func noPlaceHere(m *model) string {
	if m.what.pane != whatPlaces || len(m.what.places()) == 0 {
		return "it leaves out a place in the list of places"
	}
	return ""
}
