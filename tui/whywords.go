package tui

import (
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// whyOf decides what the answer is about: a diagnosis, a finding of the
// census, a failure that is not about the name, or nothing.
func whyOf(d *detail) why {
	dg := d.diagnosis()
	switch {
	case dg != nil:
		return diagnosed(d, dg)
	case d.call == nil && len(d.findings) > 0:
		return censused(d, d.findings[0])
	case d.call != nil && d.call.Class != journey.ClassOK:
		return otherwise(d)
	default:
		return unbroken(d)
	}
}

// diagnosed words a diagnosis.
func diagnosed(d *detail, dg *journey.Diagnosis) why {
	y := why{kind: string(dg.Kind), brk: true, test: dg.Test}
	if dg.Kind == journey.NoRelation {
		y.kind = "no relation"
	}
	if dg.Hop != journey.HopNone {
		y.hop = "breaks at " + dg.Hop.Title()
	}
	if dg.First != nil && dg.First.Hop != dg.Hop {
		y.hop += ", first fault " + string(dg.First.Kind) + " at " + dg.First.Hop.Title()
	}
	if y.test == "" && d.call != nil && d.call.Turn+d.call.Line > 0 {
		y.test = "turn " + comma(d.call.Turn) + "   line " + comma(d.call.Line)
	}
	y.add("What", dg.What)
	y.add("Seen", seen(dg.Evidence))
	y.add("Do", dg.Advice)
	return y
}

func (y *why) add(label, text string) {
	if text != "" {
		y.blocks = append(y.blocks, whyBlock{label, text})
	}
}

// seen joins the evidence into one text.
func seen(list []journey.Evidence) string {
	var parts []string
	for _, e := range list {
		parts = append(parts, evidence(e))
	}
	return strings.Join(parts, " ")
}

// evidence is where and what, as a sentence.
func evidence(e journey.Evidence) string {
	text := journey.ErrorText(e.Text)
	if where := groupedLines(e.Place()); where != "" {
		text = sentence(where) + ": " + text
	} else {
		text = sentence(text)
	}
	if text != "" && !strings.ContainsAny(text[len(text)-1:], ".!?") && !strings.HasSuffix(text, "…") {
		text += "."
	}
	return text
}

// ruleKinds name the findings of a census as failures do.
var ruleKinds = map[string]string{
	journey.RuleSharedForm:    string(journey.KindLossyCollision),
	journey.RuleDuplicate:     string(journey.KindDuplicateName),
	journey.RuleReserved:      string(journey.KindReservedName),
	journey.RuleRejected:      string(journey.KindIllegalName),
	journey.RuleLeftOut:       "left out",
	journey.RuleTooManyTools:  "too many tools",
	journey.RuleInvisibleChar: "invisible character",
}

// censused words the worst finding that names the tool.
func censused(d *detail, f *journey.CensusFinding) why {
	kind := ruleKinds[f.Rule]
	if kind == "" {
		kind = f.Group()
	}
	if kind == "" {
		kind = f.Rule
	}
	for _, v := range d.journey.Violations {
		if f.Rule == journey.RuleRejected && v.Rule == string(journey.KindTooLong) {
			kind = v.Rule
		}
	}
	y := why{kind: kind, brk: f.Severity == journey.SeverityError, role: themes.Warn, mark: markFailed}
	switch {
	case f.Group() == journey.GroupNearTwin:
		y.mark = markTwin
	case f.Rule == journey.RuleLeftOut:
		y.mark = markLeftOut
	}
	hop := d.journey.Break
	if hop == journey.HopNone {
		hop = f.Hop
	}
	switch {
	case hop != journey.HopNone && y.brk:
		y.hop = "breaks at " + hop.Title()
	case hop != journey.HopNone:
		y.hop = "at " + hop.Title()
	}
	if n := d.journey.Naming; n != nil && d.scheme != nil && n.Reason != "" {
		y.test = d.scheme.Info().ID + ": " + n.Reason
	}
	y.add("What", f.Message)
	y.add("Seen", clientSaid(d))
	if d.scheme != nil && f.Rule == journey.RuleSharedForm {
		if rule := d.scheme.Info().Rule; rule != "" {
			y.add("Hop", sentence(hop.Title())+": "+rule)
		}
	}
	y.add("Do", f.Fix)
	return y
}

// clientSaid is the client's own warning about the tool.
func clientSaid(d *detail) string {
	if d.plan == nil || d.scheme == nil {
		return ""
	}
	name, _ := d.realName()
	for _, w := range d.plan.Warnings {
		if name != "" && strings.Contains(w, name) {
			id := d.scheme.Info().ID
			return id + `: "` + strings.TrimPrefix(w, id+": ") + `"`
		}
	}
	return ""
}

// otherShown is how much is shown of an error that is not about the name.
const otherShown = 160

// otherwise words a call that went wrong though its name was right.
func otherwise(d *detail) why {
	c := d.call
	y := why{kind: c.Class.Word(), role: classRole(c.Class), mark: classMark(c.Class)}
	name, _ := d.realName()
	what, do := "", ""
	switch {
	case c.Class.Unknown():
		y.brk, y.kind = true, "no relation"
		n := 0
		if d.plan != nil {
			n = len(d.plan.Tools)
		}
		what = wordsNoRelation(n)
	case c.Class.Failed():
		y.hop = "the name is right"
		what, do = c.Class.What(name), c.Class.Advice()
	default:
		y.hop = "not about the name"
		what = c.Class.What(name)
	}
	y.add("What", what)
	if text := journey.ErrorText(c.Error); text != "" {
		at := c.RetLine
		if at == 0 {
			at = c.Line
		}
		if !d.full { // it is not about the name, so its beginning will do
			text = visible.Cut(text, otherShown)
		}
		y.add("Seen", evidence(journey.Evidence{Where: "line " + comma(at), Text: text}))
	}
	y.add("Do", do)
	return y
}

// drifted words a stored call that means another tool now.
func drifted(d *detail, s *journey.Stop) why {
	y := why{kind: "drift", role: themes.Bad, mark: markDrift, hop: "at " + s.Hop.Title()}
	name, _ := formOf(s)
	what := "The stored name " + name + " means another tool now."
	if s.Word == "gone" {
		y.kind, what = "gone", "The stored name "+name+" reaches no tool any more."
	}
	y.add("What", what)
	if s.Note != "" {
		y.add("Seen", sentence(s.Note)+".")
	}
	y.add("Do", "Store real names in the history and map them anew for each request.")
	return y
}

// unbroken says that nothing breaks.
func unbroken(d *detail) why {
	if s := d.stop(journey.HopReplay); d.call != nil && (s.State == journey.StopDrift || s.Word == "gone") {
		return drifted(d, s)
	}
	name, _ := d.realName()
	y := why{kind: "nothing breaks", role: themes.Text, mark: markSame}
	switch {
	case d.call != nil && d.row.wrong > 0:
		y.add("What", "This call of "+name+" ran; others of the same name ran another tool.")
	case d.call != nil && d.row.failed > 0:
		y.add("What", "This call of "+name+" ran; others of the same name did not.")
	case d.call != nil:
		y.add("What", name+" came through every hop and ran.")
	case d.noTranscript:
		y.add("What", name+" comes through every hop; if it were called, it would run.")
	default:
		y.add("What", name+" was never called here; if it were, this is its way.")
	}
	if d.journey.Agrees != nil && !*d.journey.Agrees && !d.other {
		text, _ := agreement(d)
		_, text, _ = strings.Cut(text, " ")
		y.kind, y.mark, y.role = "differs", markDrift, themes.Bad
		y.add("Seen", sentence(text)+".")
	}
	return y
}
