package report

import (
	"strings"

	"hopscope/journey"
)

// The words of a journey, the same in HTML, SVG and Markdown. They hold names
// of files and have to be escaped like these.

// hopBreaks reports whether a journey breaks at a stop. What breaks on the way
// back is shown at the echo, where no stop shows the way back.
func hopBreaks(j *journey.Journey, h journey.Hop) bool {
	return j.Break != journey.HopNone && (j.Break == h || j.Break == journey.HopReturn && h == journey.HopEcho)
}

// hopFirst reports whether a stop is the first fault of a chain that blocks
// elsewhere.
func hopFirst(j *journey.Journey, h journey.Hop) bool { return j.First == h && !hopBreaks(j, h) }

// hopMark is the mark of a stop on the rail.
func hopMark(j *journey.Journey, s *journey.Stop) string {
	if hopBreaks(j, s.Hop) {
		return "✗"
	}
	switch s.State {
	case journey.StopKnown:
		return "●"
	case journey.StopChanged:
		return "◆"
	case journey.StopDrift:
		return "≠"
	default:
		return "○"
	}
}

// hopForm is the name at a stop, with its server or namespace; ok false: there
// is none, and the text says so.
func hopForm(s *journey.Stop, name func(string) string) (text string, ok bool) {
	switch {
	case s.Name != "" && s.Namespace != "":
		return name(s.Namespace) + " · " + name(s.Name), true
	case s.Name != "":
		return name(s.Name), true
	case s.State == journey.StopNotRecorded:
		return "not recorded", false
	case s.State == journey.StopNone || s.Hop == journey.HopDispatch:
		return "–", false
	default:
		return "(empty name)", false
	}
}

// hopWord is the word below a stop.
func hopWord(s *journey.Stop) string {
	word := s.Word
	if s.Wide != "" && s.Hop != journey.HopRegistered {
		word = s.Wide
	}
	if s.Assumed {
		word = strings.TrimSpace("assumed " + word)
	}
	return word
}

// hopNote is what happened at a stop, in a row of a table: the word, the note,
// and where it was seen. The source of a rule is hopRule.
func hopNote(s *journey.Stop) string {
	text := hopWord(s)
	if s.Note != "" && s.Note != text {
		text = strings.TrimPrefix(text+": "+s.Note, ": ")
	}
	if s.Source != "" && s.Hop != journey.HopSafe && !strings.Contains(text, s.Source) {
		text = strings.TrimPrefix(text+", "+s.Source, ", ")
	}
	return text
}

// hopRule is where the rule of a stop is written down, empty for most.
func hopRule(s *journey.Stop) string {
	if s.Hop == journey.HopSafe {
		return s.Source
	}
	return ""
}

// kindWord is the word in the chip.
func kindWord(k journey.Kind) string {
	if k == journey.NoRelation {
		return "no relation"
	}
	return string(k)
}

// breakWords says where it breaks, and where the first fault was.
func breakWords(d *journey.Diagnosis) string {
	text := ""
	if d.Hop != journey.HopNone {
		text = "breaks at " + d.Hop.Title()
	}
	if d.First != nil && d.First.Hop != d.Hop {
		text += ", first fault " + string(d.First.Kind) + " at " + d.First.Hop.Title()
	}
	return text
}

// said reports whether the evidence holds the text of an error already.
func said(d *journey.Diagnosis, err string) bool {
	err = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(err), "Error: "), ".")
	for _, e := range d.Evidence {
		if err == "" || strings.Contains(e.Text, err) {
			return true
		}
	}
	return err == ""
}

// Note says which call it is: "call 3 of 7, turn 3, 16:02:21, line 35".
func (c *ExportCall) Note() string {
	call := c.Call()
	text := "call " + comma(call.Index+1) + " of " + comma(c.Of)
	if call.Turn > 0 {
		text += ", turn " + comma(call.Turn)
	}
	if at := clock(call.Time); at != "" {
		text += ", " + at
	}
	if call.Line > 0 {
		text += ", line " + comma(call.Line)
	}
	if call.Agent != "" {
		text += ", agent " + call.Agent
	}
	return text
}

// agreeWords compare the recording with what the rules say.
func agreeWords(j *journey.Journey) string {
	switch {
	case j.Call == nil || j.Predicted == nil:
		return ""
	case j.Agrees == nil && j.Predicted.Assumed:
		return "cannot tell, no list of declared tools"
	case j.Agrees == nil:
		return "cannot tell"
	case *j.Agrees:
		return "the rules say the same"
	default:
		return "differs: recorded " + j.Call.Class.Word() + ", by the rules " + predictedWord(j.Predicted)
	}
}

func predictedWord(p *journey.Prediction) string {
	if p.Tool == nil {
		return p.Outcome.String()
	}
	return p.Outcome.String() + " " + string(p.Tool.Name)
}

// Quoted is an argument as a shell takes it.
func Quoted(path string) string {
	if path != "" && strings.Trim(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+,:@%") == "" {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
