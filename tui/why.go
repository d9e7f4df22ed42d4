package tui

import (
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// A why is the answer to what broke: the chip and three kinds of text.
type why struct {
	kind string
	// brk: the kind stands in a red chip; otherwise in its own role.
	brk  bool
	role themes.Role
	mark mark
	// hop says where, test by which rule.
	hop, test string
	blocks    []whyBlock
}

// whyBlock is a labelled text.
type whyBlock struct {
	label, text string
}

// whyLines is the answer: the chip line with kind, hop and test, then What,
// Seen and Do, at most h lines in all. What has no room ends in … and a hint;
// Do is cut last.
func whyLines(d *detail, w, h int) []line {
	y := whyOf(d)
	if h < 1 {
		return nil
	}
	rows := []line{y.chip(w)}
	return append(rows, y.text(w, h-1)...)
}

// chip is the first line.
func (y *why) chip(w int) line {
	left := line{{text: " " + y.kind + " ", role: themes.Brk, mod: bold}}
	if !y.brk {
		left = line{y.mark.span(), {text: " " + y.kind, role: y.role, mod: bold}}
	}
	if y.hop != "" {
		left = append(left, span{text: "  " + y.hop, role: themes.Text})
	}
	test := visible.Text(y.test)
	if room := w - left.width() - 2; visible.Width(test) > room {
		if room < 12 {
			test = ""
		}
		test = visible.Cut(test, room)
	}
	return sides(left, says(themes.Muted, test), w)
}

// whyLabel is the width of the labels.
const whyLabel = 6

// whyHint says how to see the rest.
const whyHint = "z shows the rest"

// text wraps the blocks into at most h rows.
func (y *why) text(w, h int) []line {
	all := make([][]string, len(y.blocks))
	for i, b := range y.blocks {
		all[i] = wrapWhy(b, w-whyLabel)
	}
	give := share(all, y.blocks, h)
	var out []line
	last := -1
	for i, b := range y.blocks {
		role, mod := blockRole(b.label)
		for k := range give[i] {
			l := line{{text: strings.Repeat(" ", whyLabel)}}
			if k == 0 {
				l = line{{text: b.label, role: themes.Muted}}.padded(whyLabel)
				if b.label == "Do" {
					l = line{{text: b.label, role: themes.Accent, mod: bold}}.padded(whyLabel)
				}
			}
			text := all[i][k]
			if k == give[i]-1 && give[i] < len(all[i]) {
				whole := endsSentence(text) && visible.Width(text)+2 <= w-whyLabel
				if whole {
					text += " …"
				} else {
					text = visible.Cut(text+" "+all[i][k+1], w-whyLabel)
				}
				if b.label != "Do" || last < 0 && !whole { // the hint takes room: not from Do
					last = len(out)
				}
			}
			out = append(out, append(l, span{text: text, role: role, mod: mod}))
		}
	}
	if last >= 0 {
		out[last] = hinted(out[last], w)
	}
	return out
}

// wrapWhy wraps a block. The sentences of Do begin rows of their own where that
// takes no more rows.
func wrapWhy(b whyBlock, w int) []string {
	rows := wrap(b.text, w)
	if b.label != "Do" || len(rows) < 2 {
		return rows
	}
	var apart []string
	for _, s := range strings.Split(strings.ReplaceAll(b.text, ". ", ".\n"), "\n") {
		apart = append(apart, wrap(s, w)...)
	}
	if len(apart) > len(rows) {
		return rows
	}
	return apart
}

// hinted puts the hint at the right end of a row, over its text if need be.
func hinted(l line, w int) line {
	hint := says(themes.Muted, whyHint)
	if l.width()+2+hint.width() > w {
		n := len(l) - 1
		s := l[n]
		room := w - hint.width() - 2 - line(l[:n]).width()
		if room < 8 {
			return l
		}
		s.text = visible.Cut(s.text, room)
		l = append(append(line{}, l[:n]...), s)
	}
	return sides(l, hint, w)
}

func blockRole(label string) (themes.Role, mod) {
	if label == "Do" {
		return themes.Text, bold
	}
	return themes.Text, 0
}

// endsSentence reports whether a row ends where a sentence does.
func endsSentence(row string) bool { return strings.HasSuffix(row, ".") }

// share gives each block its rows: all of them where they fit, else every
// block one, then Do its first sentence, then What, the others, and Do again
// take what is left.
func share(all [][]string, blocks []whyBlock, h int) []int {
	give := make([]int, len(all))
	order := blockOrder(blocks)
	for _, i := range order {
		if h > 0 && len(all[i]) > 0 {
			give[i], h = 1, h-1
		}
	}
	more := func(i, want int) {
		if n := min(want-give[i], h); give[i] > 0 && n > 0 {
			give[i], h = give[i]+n, h-n
		}
	}
	for _, i := range order {
		if blocks[i].label == "Do" {
			n := 1
			for n < len(all[i]) && !endsSentence(all[i][n-1]) {
				n++
			}
			more(i, n)
		}
	}
	for _, i := range order {
		if blocks[i].label != "Do" {
			more(i, len(all[i]))
		}
	}
	for _, i := range order {
		more(i, len(all[i]))
	}
	return give
}

// blockOrder puts Do first, What second.
func blockOrder(blocks []whyBlock) []int {
	var order []int
	for _, label := range [...]string{"Do", "What", ""} {
		for i, b := range blocks {
			rest := b.label != "Do" && b.label != "What"
			if b.label == label || label == "" && rest {
				order = append(order, i)
			}
		}
	}
	return order
}

// whyOf decides what the answer is about: a diagnosis, a finding of the
// census, a failure that is not about the name, or nothing.
func whyOf(d *detail) why {
	dg := d.diagnosis()
	switch {
	case dg != nil:
		return diagnosed(d, dg)
	case d.call == nil && len(d.findings) > 0:
		return censused(d, &d.findings[0])
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
	if y.test == "" && d.call != nil {
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
	text := refusalText(e.Text)
	if where := placeWord(e); where != "" {
		text = sentence(where) + ": " + text
	} else {
		text = sentence(text)
	}
	if text != "" && !strings.ContainsAny(text[len(text)-1:], ".!?") {
		text += "."
	}
	return text
}

// placeWord is where something was seen: a line or a path always, another
// source only where the text is no sentence of its own.
func placeWord(e journey.Evidence) string {
	if strings.HasPrefix(e.Text, e.Where) {
		return ""
	}
	if strings.ContainsAny(e.Where, "0123456789[") || e.Text == "" || e.Text[0] < 'A' || e.Text[0] > 'Z' {
		return e.Where
	}
	return ""
}

// ruleKinds name the findings of a census as failures do.
var ruleKinds = map[string]string{
	journey.RuleSharedForm:    string(journey.KindLossyCollision),
	journey.RuleDuplicate:     string(journey.KindDuplicateName),
	journey.RuleReserved:      string(journey.KindReservedName),
	journey.RuleRejected:      string(journey.KindIllegalName),
	journey.RuleLeftOut:       "left out",
	journey.RuleNearTwin:      "near-twin",
	journey.RuleTooManyTools:  "too many tools",
	journey.RuleInvisibleChar: "invisible character",
}

// censused words the worst finding that names the tool.
func censused(d *detail, f *journey.CensusFinding) why {
	kind := ruleKinds[f.Rule]
	if kind == "" {
		kind = f.Rule
	}
	for _, v := range d.journey.Violations {
		if f.Rule == journey.RuleRejected && v.Rule == string(journey.KindTooLong) {
			kind = v.Rule
		}
	}
	y := why{kind: kind, brk: f.Severity == journey.SeverityError, role: themes.Warn, mark: markFailed}
	switch f.Rule {
	case journey.RuleNearTwin:
		y.mark = markTwin
	case journey.RuleLeftOut:
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
		what, do = name+failedWords[c.Class], failedAdvice[c.Class]
	default:
		y.hop = "not about the name"
		what = openWords[c.Class]
	}
	y.add("What", what)
	if text := refusalText(c.Error); text != "" {
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

var failedWords = map[journey.Class]string{
	journey.ClassBadArguments: " was found; its arguments were refused.",
	journey.ClassDenied:       " was found; its use was denied.",
	journey.ClassToolFailed:   " was found and ran; the tool itself failed.",
}

var failedAdvice = map[journey.Class]string{
	journey.ClassBadArguments: "Compare the arguments with the tool's schema: no name needs to change.",
	journey.ClassDenied:       "Look at the permission rules: no name needs to change.",
	journey.ClassToolFailed:   "Look at the tool's own error: no name needs to change.",
}

var openWords = map[journey.Class]string{
	journey.ClassNoResult:   "The recording has no result for this call.",
	journey.ClassCancelled:  "The call was cancelled before it ended.",
	journey.ClassUnreadable: "This call could not be read.",
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
	case d.call != nil && d.row.failed > 0:
		y.add("What", "This call of "+name+" ran; others of the same name did not.")
	case d.call != nil:
		y.add("What", name+" came through every hop and ran.")
	case d.noTranscript:
		y.add("What", name+" comes through every hop; if it were called, it would run.")
	default:
		y.add("What", name+" was never called here; if it were, this is its way.")
	}
	if d.journey.Agrees != nil && !*d.journey.Agrees {
		text, _ := agreement(d)
		_, text, _ = strings.Cut(text, " ")
		y.kind, y.mark, y.role = "differs", markDrift, themes.Bad
		y.add("Seen", sentence(text)+".")
	}
	return y
}
