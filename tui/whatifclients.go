package tui

import (
	"hopscope/journey"
	"hopscope/journey/decide"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// clientList is the pane What clients would really do.
func (w *whatIf) clientList(width int) whatList {
	l := whatList{title: "What clients would really do", note: "no guess, their own rules", noteRole: themes.Muted, n: len(w.answers)}
	switch {
	case len(w.answers) == 0:
		l.note = "asking them"
	case w.answered != w.asked:
		l.note = "asking them again"
	case width < 44:
		l.note = "their own rules"
	}
	name := 12
	for _, a := range w.answers {
		name = max(name, min(visible.Width(a.Client), max(width/3, 19)))
	}
	l.row = func(i, cols int) line {
		a := w.answers[i]
		word, role := outcomeWord(a.Outcome)
		out := line{{text: visible.Middle(a.Client, name)}}.padded(name + 1)
		out = append(out, span{text: word, role: role}).padded(name + 10)
		return append(out, span{text: visible.Cut(answerText(a), max(cols-out.width(), 1))})
	}
	return l
}

// outcomeWord is what became of the call.
func outcomeWord(o journey.Outcome) (string, themes.Role) {
	switch o {
	case journey.OutcomeRan:
		return "runs", themes.Ok
	case journey.OutcomeRefused, journey.OutcomeUnknown:
		return o.String(), themes.Bad
	case journey.OutcomeAmbiguous:
		return o.String(), themes.Warn
	}
	return o.String(), themes.Text
}

// answerText is what ran, or the text that the model reads.
func answerText(a decide.Answer) string {
	switch {
	case a.Outcome == journey.OutcomeRan && a.Via != "" && a.Via != "exact":
		return a.Tool + ", via " + a.Via
	case a.Error == "":
		return a.Tool
	}
	return a.Error
}
