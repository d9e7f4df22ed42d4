package tui

import (
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// turn prints what the Replay tab shows of a turn beside its calls: what was
// offered, what came and went, and what the stored names mean.
func (p *plainView) turn(number int) {
	if p.s == nil {
		return
	}
	t := journey.NewTimeline(p.s, p.analyzer, silentRows(p.s, p.analyzer))
	i, ok := t.Index(number)
	if !ok {
		return
	}
	u := &t.Turns[i]
	e := &t.Eras[u.Era]
	p.block()
	p.line("turn " + comma(u.Number) + " of " + comma(t.Turns[len(t.Turns)-1].Number) + ": " + plural(u.To-u.From, "call", "calls"))
	if note := t.Note(i); note != "" {
		p.line("note: " + visible.Text(note))
	}
	text := plural(e.Tools, "tool", "tools")
	if !e.Known {
		text += ", assumed: the list is not recorded"
	}
	p.line("offered: " + text)
	p.offered(t.Offered(i), e.Known)
	same := 0
	for _, x := range t.Stored(i) {
		stored := owned(string(x.Stored.Namespace), string(x.Stored.Name), 1<<16)
		was := stored + " was " + plainRef(x.Meant) + " in turn " + comma(x.Turn)
		switch x.Meaning {
		case journey.MeansAnother:
			p.line("drift: " + was + ", is " + plainRef(*x.Now) + " now")
		case journey.MeansGone:
			p.line("gone: " + was + ", reaches no tool now")
		default:
			same++
		}
	}
	if same > 0 && e.Known {
		p.line("stored: " + plural(same, "name means", "names mean") + " the same as when it was called")
	}
	for k := u.From; k < u.To; k++ {
		if row := t.Row(k); t.Wrong(row) {
			p.line("wrong tool: call " + comma(row+1) + ", its name meant another tool before")
		}
	}
}

// offered prints the tools of a turn, one line for each since which they are
// there.
func (p *plainView) offered(rows []journey.OfferedTool, known bool) {
	var turns []int
	by := map[int][]string{}
	for i := range rows {
		x := &rows[i]
		name, server := toolName(x.Naming)
		name = owned(server, name, 1<<16)
		switch {
		case x.Move == journey.OfferCame:
			p.line("came: " + name)
		case x.Move == journey.OfferWent && x.Tool >= 0:
			p.line("went: " + name + ", left out: " + visible.Text(x.Naming.Reason))
		case x.Move == journey.OfferWent:
			p.line("went: " + name)
		case x.Move == journey.OfferOut:
			p.line("left out: " + name + ": " + visible.Text(x.Naming.Reason))
		default:
			if len(by[x.Since]) == 0 {
				turns = append(turns, x.Since)
			}
			by[x.Since] = append(by[x.Since], name)
		}
	}
	for _, n := range turns {
		label := "since turn " + comma(n) + ": "
		if !known {
			label = "names that ran: "
		}
		p.line(label + strings.Join(by[n], ", "))
	}
}

func plainRef(r journey.Ref) string { return owned(string(r.Server), string(r.Name), 1<<16) }
