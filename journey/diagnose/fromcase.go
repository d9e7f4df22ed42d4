package diagnose

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hopscope/journey"
	"hopscope/vocab"
)

// FromCase makes the situation of a case, and its events in file order. rules
// judges names for the case's provider, nil when its label names no known one.
func FromCase(s *journey.Session, rules journey.Provider, table *vocab.Table) (*Situation, []Event) {
	b := s.Background
	if b == nil {
		b = &journey.Background{}
	}
	st := &Situation{
		Client: s.Client.ID, Label: s.Client.Label, Version: s.Client.Version,
		Provider: s.Provider, Rules: rules, Vocabulary: table,
		Catalog: pair(b.Catalog, b.Registered), Wire: b.WireNames, Join: b.Join, Cut: b.Cut,
		Mentions: b.Context.InstructionsMention, History: b.Context.HistoryUsed,
		Prompt: taughtText(b.Context), Notes: b.Context.Notes, Capture: NewCapture(b.Capture),
	}
	if st.Label == "" {
		st.Label = s.Client.ID
	}
	if b.OfferedKnown {
		st.Offered = Listing{Known: true, Names: withoutInvalid(b.Offered), Where: "offered"}
	}
	for _, o := range b.Registered {
		if o.Owner != "" && !slices.Contains(st.Servers, o.Owner) {
			st.Servers = append(st.Servers, o.Owner)
		}
	}
	for _, t := range b.Timeline {
		st.Timeline = append(st.Timeline, moment(t))
	}
	events := caseEvents(s, b)
	st.Past = pastOf(newScene(st), events)
	return st, events
}

// taughtText is all text of a case's context that can teach a name: the system
// prompt, and the texts of other keys than those that have a meaning of their
// own.
func taughtText(x journey.Context) string {
	o, _ := readObject(json.RawMessage(x.Raw))
	lines := []string{x.System}
	for _, key := range slices.Sorted(maps.Keys(o)) {
		switch key {
		case "instructions_mention", "history_used", "system", "notes":
			continue
		}
		lines = append(lines, textsIn(o[key])...)
	}
	return strings.Join(lines, "\n")
}

// textsIn returns a text, or the texts of a list.
func textsIn(raw json.RawMessage) []string {
	if s, ok := readString(raw); ok {
		return []string{s}
	}
	var out []string
	for _, r := range readList(raw) {
		if s, ok := readString(r); ok {
			out = append(out, s)
		}
	}
	return out
}

func moment(t journey.TimelineEntry) Moment {
	m := Moment{Turn: t.Turn, Run: t.Run, Wire: t.Wire, Order: t.WireOrder}
	if t.Offered != nil || t.Wire == nil {
		m.Offered = Listing{Known: true, Names: withoutInvalid(t.Offered), Where: "timeline"}
	}
	if len(m.Order) != len(m.Wire) {
		m.Order = slices.Sorted(maps.Keys(m.Wire))
	}
	return m
}

// pair puts registered names behind the entries of a catalog: by position when
// the lengths agree, else by a unique ending.
func pair(catalog []string, registered []journey.Owned) []Entry {
	entries := make([]Entry, len(catalog))
	for i, n := range catalog {
		entries[i] = Entry{Name: n, Where: fmt.Sprintf("catalog[%d]", i)}
	}
	set := func(i int, o journey.Owned) {
		entries[i].Owner, entries[i].Own, entries[i].Server = o.Owner, string(o.Name), o.Owner != ""
	}
	if len(registered) == len(catalog) {
		for i, o := range registered {
			set(i, o)
		}
		return entries
	}
	ends := uniqueEnds(catalog, registered)
	for _, o := range registered {
		if at, ok := ends[string(o.Name)]; ok && at >= 0 {
			set(at, o)
		}
	}
	return entries
}

// uniqueEnds returns for each registered name that one entry of the catalog
// ends in where it stands, -1 where more than one does.
func uniqueEnds(catalog []string, registered []journey.Owned) map[string]int {
	wanted, lengths := map[string]bool{}, map[int]bool{}
	for _, o := range registered {
		if o.Name != "" {
			wanted[string(o.Name)], lengths[len(o.Name)] = true, true
		}
	}
	ends := map[string]int{}
	for i, n := range catalog {
		for l := range lengths {
			if l > len(n) || !wanted[n[len(n)-l:]] {
				continue
			}
			if _, twice := ends[n[len(n)-l:]]; twice {
				ends[n[len(n)-l:]] = -1
			} else {
				ends[n[len(n)-l:]] = i
			}
		}
	}
	return ends
}

// caseEvents puts the calls of a case and its entries without a call into file
// order.
func caseEvents(s *journey.Session, b *journey.Background) []Event {
	var events []Event
	next := 0
	flush := func(before int) {
		for next < len(b.Events) && b.Events[next].Before <= before {
			x := b.Events[next]
			events = append(events, Event{
				Row: -1, Request: next, NoCall: true, NameLost: x.NameLost, Texts: true,
				Error: x.Error, Note: x.Note, Result: x.Result, Args: x.Args,
			})
			next++
		}
	}
	for row := range s.Rows {
		flush(row)
		call := s.Call(row)
		events = append(events, Event{
			Row: row, Request: -1, Turn: call.Turn, Called: call.Called, Class: call.Class, Texts: true,
			NameLost: s.Rows[row].Flags&journey.FlagEmptyName != 0 && call.Called.Name == "",
			Args:     call.Extra.Args, Error: call.Error, Result: call.Extra.Result,
			Note: call.Extra.Note, ExecutedBy: call.Extra.ExecutedBy, Via: call.Extra.Via, Offered: call.Extra.Offered,
		})
	}
	flush(len(s.Rows))
	last := 0
	if n := len(b.Timeline); n > 0 {
		last = b.Timeline[n-1].Turn
	}
	for i := range events {
		e := &events[i]
		e.Seq, e.Where = i, fmt.Sprintf("entry %d", i+1)
		if e.Row >= 0 { // notes and refused requests are no calls
			e.Where = fmt.Sprintf("call %d", e.Row+1)
		}
		if e.Turn == 0 && last > 0 {
			e.Turn = max(1, last-(len(events)-1-i))
		}
	}
	return events
}

// pastOf sums up what the events show of each other.
func pastOf(c *scene, events []Event) Past {
	p := Past{Ran: map[string]Sighting{}, Refused: map[string]int{}}
	listed := map[string]bool{}
	var results strings.Builder
	for i := range events {
		e := &events[i]
		if e.NoCall {
			if e.Note != "" && e.Error == "" {
				p.Breaks = append(p.Breaks, Break{e.Seq, e.Where, e.Note})
			}
			continue
		}
		p.Calls++
		name := spelled(e.Called)
		if !listed[name] {
			listed[name] = true
			p.Order = append(p.Order, name)
		}
		if results.Len() < maxResults {
			results.WriteString(e.Result + "\n")
		}
		switch {
		case c.withList(e).aboutName(e):
			if p.Refused[name] == 0 {
				p.RefusedOrder = append(p.RefusedOrder, name)
			}
			p.Refused[name]++
		case e.Class == journey.ClassOK:
			if _, ok := p.Ran[name]; !ok {
				p.Ran[name] = Sighting{e.Seq, e.Turn, e.Where}
			}
		case saysConnection(e.Error):
			p.Breaks = append(p.Breaks, Break{e.Seq, e.Where, plainError(e.Error)})
		}
	}
	p.Results = results.String()
	return p
}

// maxResults bounds what is kept of result texts.
const maxResults = 1 << 20
