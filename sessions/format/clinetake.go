package format

import (
	"hopscope/journey"
	"hopscope/sessions/walk"
)

// clineSaid is the Data of a message of the model: its calls, of which those
// in XML are not in the list yet. clineHeard is that of a message of the user;
// alone says that it has no other answers.
type (
	clineSaid struct {
		calls  []Event
		names  []string
		inner  []*journey.Ref
		native bool
		client string
	}
	clineHeard struct {
		results []xmlResult
		events  []Event
		idle    bool
		alone   bool
	}
)

func clineTake(w *lineWorker) {
	switch {
	case w.is(hiRole, "assistant"):
		w.note(clineSays(w))
	case w.is(hiRole, "user"):
		if results, idle, alone := clineAnswers(w.line.Text); len(results) > 0 || idle {
			w.note(clineHeard{results, clineEvents(w, results), idle, alone})
		}
		w.each(hiBlock, func(at []walk.Range) {
			if w.equal(at[hiBlockType], "tool_result") {
				w.result(clineResult(w, at))
			}
		})
	}
}

// clineSays takes a message of the model: its native calls, and those in XML,
// which wait for clineMerge. Cline answered native calls with texts, too,
// without their ids (seen in two tasks of 2026: the api_conversation_history of
// gmfstu/Online-Card-Architecture @2e6753c4 and mike4567/MRA04242026 @76449138).
func clineSays(w *lineWorker) (s clineSaid) {
	w.meta(Meta{Model: w.text(hiSlots), Provider: w.text(hiSlots + 1)})
	turn, when := w.message(0), moment(w.of(hiTime))
	w.each(hiBlock, func(at []walk.Range) {
		if w.equal(at[hiBlockType], "tool_use") {
			c, name := lineCall{id: at[hiBlockID], name: at[hiBlockName], args: at[hiBlockInput], turn: turn, time: when}, w.str(at[hiBlockName])
			w.call(c)
			s.native, s.client = true, first(s.client, xmlTools()[name])
			s.calls, s.names, s.inner = append(s.calls, Event{Key: w.keys.of(c.id.Of(w.line.Text))}), append(s.names, name), append(s.inner, nil)
		}
	})
	if s.native { // a tag is text
		return s
	}
	calls, at := clineCalls(w.line.Text)
	for i, c := range calls {
		var ref *journey.Ref
		if c.server != "" && c.inner != "" {
			ref = &journey.Ref{Server: journey.Server(kept(c.server)), Name: journey.Registered(kept(c.inner))}
		}
		s.client, s.names, s.inner = first(s.client, xmlTools()[c.name]), append(s.names, c.name), append(s.inner, ref)
		s.calls = append(s.calls, Event{
			Kind: CallEvent, Turn: turn, Time: when, Name: c.name, ID: uint32(i) + 1, Args: at[i],
			Key: w.keys.text("xml " + itoa(int(w.line.At)) + " " + itoa(i)),
		})
	}
	return s
}

// clineResult is a native result. The clients write few marks of failure: the
// text says it.
func clineResult(w *lineWorker, at []walk.Range) lineResult {
	r := lineResult{id: at[hiBlockFor], body: orElse(at[hiBlockContent], at[hiBlockType]), failed: at[hiBlockError].Kind == walk.True}
	if r.failed {
		return r
	}
	text, _ := bodyText(r.body.Of(w.line.Text), errorHead)
	if _, rest, ok := xmlHead(text); ok {
		text = rest
	}
	r.class, r.extra = clineClass(w.scheme, text)
	return r
}

func clineEvents(w *lineWorker, results []xmlResult) []Event {
	events := make([]Event, len(results))
	for i := range results {
		r := &results[i]
		e := Event{Kind: ResultEvent}
		if e.Class, e.Extra = clineClass(w.scheme, r.text); e.Class != journey.ClassOK {
			e.Text, _ = cutAt(r.text, errorHead)
		}
		events[i], r.text = e, ""
	}
	return events
}

// oneToolResult is the result of use_mcp_tool, which is there even where the
// server or the tool that its arguments name is not.
func oneToolResult(e *Event, inner *journey.Ref) {
	switch {
	case e.Class.Unknown():
		e.Class = journey.ClassToolFailed
	case inner != nil && (e.Class == journey.ClassOK || e.Class == journey.ClassToolFailed && e.Extra == nil):
		e.Extra = &journey.Extra{Dispatched: inner}
	}
}

// clineState is what a reader keeps between messages.
type clineState struct {
	open   clineSaid
	native bool // calls stand in blocks of their own from here on
	xml    bool
	texts  bool // such calls were answered by texts
	idle   int
	client string
	// refused is the text about the last request that was refused.
	refused string
}

// clineLabels are the names of the clients.
var clineLabels = map[string]string{"cline": "Cline", "roo-code": "Roo Code"}

func clineMerge(r *lineReader, b *Builder, e *Event) {
	s := &r.task
	switch d := e.Data.(type) {
	case clineSaid:
		if s.native && !d.native { // a tag is text now
			d.calls, d.names = nil, nil
		}
		s.native, s.open = s.native || d.native, d
		s.xml = s.xml || !d.native && len(d.calls) > 0
		if d.client != "" && s.client == "" {
			s.client, b.src.client.Why = d.client, "names of tools that only it has"
			b.meta(&Meta{Client: d.client, Label: clineLabels[d.client]})
		}
		for i := range d.calls {
			if d.native {
				break // they are in the list
			}
			c := &d.calls[i]
			c.Line, c.At = e.Line, e.At
			b.event(c)
		}
	case clineHeard:
		if d.idle {
			s.idle++
		}
		for i, k := range xmlPairs(s.open.names, d.results, s.open.native && d.alone) {
			if k < 0 {
				if _, known := xmlTools()[d.results[i].name]; known {
					b.src.pairing.orphans++
				}
				continue
			}
			x := &d.events[i]
			s.texts = s.texts || s.open.native
			x.Key, x.Line, x.At = s.open.calls[k].Key, e.Line, e.At
			if s.open.names[k] == "use_mcp_tool" {
				oneToolResult(x, s.open.inner[k])
			}
			b.event(x)
		}
		s.open.names = nil
	}
}

func clineEnd(r *lineReader, b *Builder) {
	b.Note("declared tools are not in this file; names that ran are taken as the list")
	if r.task.xml {
		b.Note("calls stand as XML in texts, without ids and without marks of failure: each is paired with the next message of the user; a tag that is no tool of Cline or Roo Code was no call")
	}
	if r.task.texts {
		b.Note("calls are answered by texts without their ids and without marks of failure: each is paired by name with the next message of the user")
	}
	b.count(r.task.idle, "1 answer of the model used no tool that the client knew", "%d answers of the model used no tool that the client knew", ": what it tried there does not show as a call")
}
