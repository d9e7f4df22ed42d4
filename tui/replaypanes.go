package tui

import (
	"strconv"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// replayParts keeps the panes that are text, for a width.
type replayParts struct {
	w, h  int
	zoom  bool
	parts [replayPanes]*part
	rail  []line
	why   map[whyKey][]line
}

// fresh empties the kept parts when the window is another one.
func (r *replayTab) fresh(m *model) *replayParts {
	c := &r.parts
	if c.w != m.w || c.h != m.h || c.zoom != m.zoom || c.why == nil {
		*c = replayParts{w: m.w, h: m.h, zoom: m.zoom, why: map[whyKey][]line{}}
	}
	return c
}

// part is a pane that is text.
func (r *replayTab) part(m *model, p replayPane, w int) part {
	c := r.fresh(m)
	if c.parts[p] == nil {
		made := part{}
		d := r.shownDetail(m)
		switch {
		case d == nil:
		case p == replayCompared:
			made = r.comparedPart(d, w)
		case p == replaySchemes:
			made = r.schemesPart(m, d, w)
		case p == replayStored:
			made = r.storedPart(m, w)
		case p == replayHistory:
			made = r.historyPart(m, d, w)
		}
		c.parts[p] = &made
	}
	return *c.parts[p]
}

// offeredList is the pane of what the turn was offered.
func (r *replayTab) offeredList(m *model, w int) whatList {
	rows := r.offerRows()
	u := r.here()
	plan := r.line.Plan(r.cur)
	offered, deferred := 0, 0
	for i := range plan.Tools {
		switch plan.Tools[i].Status {
		case journey.Offered:
			offered++
		case journey.Deferred:
			deferred++
		}
	}
	l := whatList{title: "Offered in " + r.unit() + " " + comma(u.Number), noteRole: themes.Muted, n: len(rows), head: line{}}
	l.note = comma(offered) + " of " + comma(len(plan.Tools))
	switch {
	case deferred > 0:
		l.note = comma(offered) + ", " + comma(deferred) + " deferred"
	case offered == len(plan.Tools):
		l.note = comma(offered)
	}
	if !r.line.Eras[u.Era].Known {
		l.note, l.noteRole = assumedWord, themes.Warn
		if w < 40 { // the heading has to leave room for how many are below
			l.title = "Offered, " + r.unit() + " " + comma(u.Number)
		}
	}
	if m.h < shortTab || r.stackedNow(m) {
		l.head = nil
	}
	cols := 0
	for i := range rows {
		if i == 200 { // enough to tell
			break
		}
		name, server := toolName(rows[i].Naming)
		cols = max(cols, min(visible.Width(owned(server, name, 1<<10)), w-18))
	}
	cols = max(cols, 12)
	l.row = func(i, w int) line { return r.offeredRow(&rows[i], cols, w) }
	l.feet = r.offeredWhy(rows, w)
	if len(rows) == 0 {
		l.feet = prose(themes.Muted, "No list of tools is known for this turn, and no name ran.", w)
	}
	return l
}

// offeredRow is one tool: mark, name, since when.
func (r *replayTab) offeredRow(x *journey.OfferedTool, cols, w int) line {
	name, server := toolName(x.Naming)
	mark, word, role := markNone, "", themes.Muted
	turn := r.unit() + " " + comma(r.here().Number)
	switch {
	case x.Move == journey.OfferCame:
		mark, word = markCame, "came in "+turn
	case x.Move == journey.OfferWent && x.Tool >= 0:
		mark, word, role = markLeftOut, "left out now", themes.Warn
	case x.Move == journey.OfferWent:
		mark, word, role = markLeftOut, "went in "+turn, themes.Warn
	case x.Move == journey.OfferOut:
		mark, word, role = markLeftOut, "left out", themes.Warn
	case x.Naming.Status == journey.Deferred:
		mark, word = markNotCalled, "deferred"
	case x.Since > 0 && r.line.Eras[r.here().Era].Known:
		word = "since " + r.unit() + " " + comma(x.Since)
	}
	if x.Move == journey.OfferCame {
		role = themes.Ok
	}
	l := line{mark.span(), blanks(1), {text: owned(server, name, cols)}}.padded(cols + 4)
	return append(l, span{text: word, role: role}).fit(w)
}

// offeredWhy says why tools went that the catalog still has.
func (r *replayTab) offeredWhy(rows []journey.OfferedTool, w int) []line {
	var out []line
	for i := range rows {
		x := &rows[i]
		if x.Move != journey.OfferWent && x.Move != journey.OfferOut || x.Naming.Reason == "" || x.Tool < 0 {
			continue
		}
		if len(out) > 8 {
			break
		}
		name, server := toolName(x.Naming)
		verb := " went: "
		if x.Move == journey.OfferOut {
			verb = " is left out: "
		}
		out = append(out, nil)
		out = append(out, prose(themes.Text, "Why "+owned(server, name, 30)+verb+x.Naming.Reason+".", w)...)
	}
	return out
}

// callsList is the pane of the calls up to the turn.
func (r *replayTab) callsList(m *model) whatList {
	u := r.here()
	l := whatList{title: "Calls up to " + r.unit() + " " + comma(u.Number), noteRole: themes.Muted, n: r.listed(), always: true}
	l.note = comma(l.n)
	if r.filter != "" {
		l.note = comma(l.n) + " of " + comma(u.To)
	}
	if l.n == 0 {
		text := "No call up to here."
		if r.filter != "" {
			text = "No call here matches " + strconv.Quote(visible.Cut(r.filter, 20)) + "."
		}
		l.feet = []line{says(themes.Muted, "  "+text)}
	}
	digits, cols := len(comma(u.Number)), 6
	for i := max(r.calls.cursor-callsAround, 0); i < min(r.calls.cursor+callsAround, l.n); i++ {
		called := m.session().Echo(r.line.Row(r.place(i)))
		cols = max(cols, visible.Width(owned(string(called.Namespace), string(called.Name), callNames)))
	}
	l.row = func(i, w int) line {
		most, word := max((w-2)*2/5, 8), r.unit()+" "
		if cols > most && w < 60 { // names matter more than the word turn
			most, word = most+len(word), ""
		}
		return r.callRow(m, r.line.Row(r.place(i)), callCols{min(cols, most), digits, word}, w)
	}
	return l
}

// callNames is the room for the name of a call.
const callNames = 34

// callCols are the columns of the list of calls: name, digits of the turn, and
// the word before it.
type callCols struct {
	name, digits int
	word         string
}

// callRow is one call: mark, name, turn, and what it means now or ran.
func (r *replayTab) callRow(m *model, row int, c callCols, w int) line {
	s := m.session()
	called := s.Echo(row)
	turn, _, _ := r.line.At(row)
	mark, word, role := r.callWord(m, row, turn)
	name := owned(string(called.Namespace), string(called.Name), c.name)
	if called.Name == "" {
		name = emptyName
	}
	l := line{mark.span(), blanks(1), {text: name}}.padded(c.name + 4)
	number := comma(r.line.Turns[turn].Number)
	l = append(l, span{text: c.word, role: themes.Muted}, blanks(c.digits-len(number)), span{text: number}, blanks(2))
	return append(highlight(l, r.filter), span{text: visible.Cut(word, max(w-l.width(), 1)), role: role}).fit(w)
}

// callWord is what one says of a call as the turn of the cursor sees it.
func (r *replayTab) callWord(m *model, row, turn int) (mark, string, themes.Role) {
	class := m.session().Rows[row].Class
	if class != journey.ClassOK {
		return classMark(class), class.Word(), classRole(class)
	}
	if turn == r.cur {
		if r.line.Wrong(row) {
			return markDrift, "wrong tool", themes.Bad
		}
		if ran := r.ran(m, row); ran != string(m.session().Echo(row).Name) {
			return markNone, "ran " + cutName(ran, 40), themes.Muted
		}
		return markNone, "ran", themes.Muted
	}
	x, ok := r.line.Meaning(row, r.cur)
	switch {
	case !ok:
		return markNone, "ran", themes.Muted
	case x.Meaning == journey.MeansAnother:
		return markDrift, "now " + cutName(nowName(&x), 40), themes.Bad
	case x.Meaning == journey.MeansGone:
		return markDrift, "gone", themes.Bad
	case r.line.Wrong(row):
		return markDrift, "wrong tool", themes.Bad
	}
	return markNone, "same", themes.Muted
}

// nowName is the tool that a stored name means now, with its server where the
// name alone does not tell it from the one before.
func nowName(x *journey.StoredName) string {
	if x.Now == nil {
		return ""
	}
	if x.Now.Name == x.Meant.Name && x.Now.Server != "" {
		return string(x.Now.Server) + " · " + string(x.Now.Name)
	}
	return string(x.Now.Name)
}

// comparedPart is what was recorded of the call beside what the rules say.
func (r *replayTab) comparedPart(d *detail, w int) part {
	p := part{title: "Recorded and predicted", noteRole: themes.Muted}
	turn := " in " + r.unit() + " " + comma(d.call.Turn)
	if !r.line.Counted {
		turn = ""
	}
	recorded := d.call.Class.Word()
	if n := d.stop(journey.HopDispatch).Name; n != "" && d.call.Class == journey.ClassOK {
		recorded = "ran " + cutName(n, 40)
	}
	fact := func(label, text string, role themes.Role) line {
		return line{{text: label, role: themes.Muted}, {text: text, role: role}}.fit(w)
	}
	p.body = append(p.body, fact("recorded    ", recorded+turn, classTextRole(d.call.Class)))
	predicted := d.finding.Predicted
	word := predicted.Outcome.String()
	switch {
	case predicted.Tool != nil:
		word = "ran " + cutName(string(predicted.Tool.Name), 40)
	case predicted.Outcome == journey.OutcomeUnknown:
		word = "unknown"
	}
	p.body = append(p.body, fact("predicted   ", word+turn, themes.Text))
	if predicted.Assumed {
		p.note = assumedWord
	}
	switch text, ok := agreement(d); {
	case d.finding.Agrees == nil && d.catalogKnown:
		p.body = append(p.body, says(themes.Muted, "  cannot tell: "+d.call.Class.Word()))
	case d.finding.Agrees == nil:
		p.body = append(p.body, prose(themes.Muted, text, w)...)
	case ok:
		p.body = append(p.body, line{markSame.span(), {text: " they agree", role: themes.Muted}})
	default:
		p.body = append(p.body, line{markDrift.span(), {text: " they differ", role: themes.Bad}})
	}
	return p.fitted(w)
}

// storedPart is what each name in the history meant, and means in the turn.
func (r *replayTab) storedPart(m *model, w int) part {
	u := r.here()
	p := part{title: "What each stored name means", note: r.unit() + " by " + r.unit(), noteRole: themes.Muted}
	list := r.line.Stored(r.cur)
	if len(list) == 0 {
		text := "Nothing that ran is stored before " + r.unit() + " " + comma(u.Number) + "."
		p.body = prose(themes.Muted, text, w)
		return p
	}
	if !r.line.Eras[u.Era].Known {
		p.note = assumedWord
	}
	c := storedColumns(w)
	head := line{{text: "stored as", role: themes.Muted}}.padded(c[0])
	head = append(head, span{text: "meant when stored", role: themes.Muted}).padded(c[0] + c[1])
	p.body = append(p.body, append(head, span{text: "means in " + r.unit() + " " + comma(u.Number), role: themes.Muted}))
	for i := range min(len(list), storedMost) {
		p.body = append(p.body, r.storedRow(&list[i], c))
	}
	if n := len(list) - storedMost; n > 0 {
		p.body = append(p.body, says(themes.Muted, comma(n)+" more, "+plural(len(list), "name", "names")+" in all"))
	}
	return p.fitted(w)
}

// storedMost is how many stored names are listed: those that drifted stand
// first.
const storedMost = 500

// storedColumns are the widths of the three columns of names.
func storedColumns(w int) [3]int {
	a := max(min((w-10)/4, 28), 12)
	return [3]int{a, max(min((w-10)*3/8, 44), 16), max(min((w-10)*3/8, 40), 10)}
}

func (r *replayTab) storedRow(x *journey.StoredName, c [3]int) line {
	stored := owned(string(x.Stored.Namespace), string(x.Stored.Name), c[0]-2)
	turn := "(" + r.unit() + " " + comma(x.Turn) + ")"
	meant := cutName(string(x.Meant.Name), max(c[1]-3-len(turn), 6))
	alike := x.Now != nil && x.Now.Name == x.Meant.Name && x.Now.Server != x.Meant.Server
	if alike {
		meant = owned(string(x.Meant.Server), string(x.Meant.Name), max(c[1]-3-len(turn), 6))
	}
	l := line{{text: stored}}.padded(c[0])
	l = append(l, span{text: meant}, blanks(2), span{text: turn, role: themes.Muted}).padded(c[0] + c[1])
	sign, word, role, now := markSame, "same", themes.Muted, ""
	switch {
	case x.Meaning == journey.MeansAnother:
		sign, word, role = markDrift, "drift", themes.Bad
	case x.Meaning == journey.MeansGone:
		sign, word, role, now = markDrift, "gone", themes.Bad, "–"
	}
	if x.Now != nil {
		now = cutName(string(x.Now.Name), c[2]-2)
		if alike {
			now = owned(string(x.Now.Server), string(x.Now.Name), c[2]-2)
		}
	}
	nowRole := role
	if x.Meaning == journey.MeansSame {
		nowRole = themes.Text
	}
	l = append(l, span{text: now, role: nowRole}).padded(c[0] + c[1] + c[2])
	return append(l, sign.span(), span{text: " " + word, role: role})
}
