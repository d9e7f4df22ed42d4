package tui

import (
	"strconv"
	"strings"

	"hopscope/journey/decide"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// ruleNumber and ruleName are the columns of the trace.
const (
	ruleNumber = 3
	ruleName   = 13
	ruleState  = 5
	feetLabel  = 11
)

// stateWords are the states of a rule for people.
func stateWord(s decide.State) (string, themes.Role) {
	switch s {
	case decide.StateFired:
		return "yes", themes.Ok
	case decide.StateInfo:
		return "info", themes.Text
	case decide.StateNotReached:
		return "–", themes.Off
	}
	return "no", themes.Muted
}

// traceList is the pane How it was decided.
func (w *whatIf) traceList(width int) whatList {
	d := w.decision
	l := whatList{title: "How it was decided", note: "first rule that fires ends", noteRole: themes.Muted, n: len(d.Trace), always: true}
	if width >= 70 {
		l.note = "the first rule that fires ends it"
	}
	l.row = func(i, cols int) line {
		s := d.Trace[i]
		state, role := stateWord(s.State)
		text := themes.Text
		if s.State == decide.StateNotReached {
			text = themes.Off
		}
		out := line{{text: strconv.Itoa(i + 1), role: text}}.padded(ruleNumber)
		name := span{text: strings.ReplaceAll(s.Rule, "-", " "), role: text}
		if s.Fired {
			name.mod = bold
			if d.Outcome == decide.Refused {
				role = themes.Bad
			}
		}
		out = append(out, name).padded(ruleNumber + ruleName)
		out = append(out, span{text: state, role: role}).padded(ruleNumber + ruleName + ruleState)
		return append(out, span{text: visible.Cut(s.Note, max(cols-out.width(), 1)), role: text})
	}
	l.feet = w.traceFeet(width)
	return l
}

// traceFeet are result, arguments and near names.
func (w *whatIf) traceFeet(width int) []line {
	d := w.decision
	label := func(s string) line { return line{{text: s, role: themes.Muted}}.padded(feetLabel) }
	word, role, runs := verdictWords(d)
	feet := []line{append(label("result"), span{text: word, role: role, mod: bold}, span{text: visible.Cut(runs, max(width-13-len(word), 1))})}
	if d.Outcome == decide.Refused {
		feet = append(feet, append(label("why"), span{text: visible.Cut(refusalWords(d), max(width-11, 1))}))
	}
	text, role := argsWords(d.Args, true)
	if d.Outcome == decide.Exact {
		text, role = "not judged: the name is declared", themes.Muted
	}
	if d.Outcome != decide.Refused {
		feet = append(feet, append(label("arguments"), span{text: visible.Cut(text, max(width-11, 1)), role: role}))
	}
	if len(w.hints) > 0 && w.answered == w.asked && d.Outcome == decide.Refused {
		text := strings.Join(w.hints, ", ") + " (a hint, never a target)"
		feet = append(feet, append(label("nearest"), span{text: visible.Cut(text, max(width-11, 1)), role: themes.Muted}))
	}
	return feet
}

// verdictWords are the decision in a word, and what runs.
func verdictWords(d decide.Decision) (word string, role themes.Role, runs string) {
	switch d.Outcome {
	case decide.Refused:
		role = themes.Bad
		if d.Reason == decide.Ambiguous {
			role = themes.Warn
		}
		runs = ", " + string(d.Reason)
		if len(d.Candidates) > 0 {
			runs += ": " + visible.Name(strings.Join(d.Candidates, ", "))
		}
		return "refused", role, runs
	case decide.Variant:
		return "variant", themes.Ok, ", runs " + visible.Name(d.Target) + " (" + string(d.Via) + ")"
	}
	return string(d.Outcome), themes.Ok, ", runs " + visible.Name(d.Target)
}

// refusalWords say a reason in a sentence.
func refusalWords(d decide.Decision) string {
	if text := d.Reason.Words(); text != "" {
		return text
	}
	return string(d.Reason)
}

// argsWords say how the arguments fit; long names the keys.
func argsWords(f *decide.Fit, long bool) (string, themes.Role) {
	switch {
	case f == nil && long:
		return "not compared: schema or arguments are not known", themes.Muted
	case f == nil:
		return "", themes.Muted
	case f.Fit && long:
		return "fit: none missing, none unknown" + variantWords(f), themes.Text
	case f.Fit:
		return "args fit", themes.Ok
	case !long:
		return "args do not fit", themes.Warn
	}
	var parts []string
	if len(f.Missing) > 0 {
		parts = append(parts, "missing "+strings.Join(f.Missing, ", "))
	}
	if len(f.Unknown) > 0 {
		parts = append(parts, "unknown "+strings.Join(f.Unknown, ", "))
	}
	return strings.Join(parts, "; ") + variantWords(f), themes.Warn
}

// variantWords name keys that are written another way.
func variantWords(f *decide.Fit) string {
	text := ""
	for _, v := range f.Variants {
		text += "; " + v[0] + " is " + v[1]
	}
	return text
}
