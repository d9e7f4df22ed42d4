package format

import (
	"strings"

	"hopscope/journey"
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

// Where a session has no other rows, those of OpenCode's table event tell of
// it: its messages and parts as they were last (1.18.33, run 2026-11-30), or the
// steps of its calls, session.next.* (types of @opencode-ai/sdk 1.19.3, read
// 2026-11-30; not verified on a recording). The version of its shape stands
// behind the type: message.updated.1.

const ocEventTable = "opencode.event"

// isEvent reports whether a line is a row of that table.
func isEvent(line []byte) bool { return node.Loose(line).Get("table").Str() == ocEventTable }

// logged takes a row of event.
func (w *ocWorker) logged(kind, data walk.Range) {
	typ := textOf(w.line.Text, kind)
	if dot := strings.LastIndexByte(typ, '.'); dot > 0 {
		typ = typ[:dot]
	}
	doc := node.Loose(data.Of(w.line.Text))
	switch inside := func(v node.Value) []byte {
		w.shift = data.Start + uint32(v.Offset())
		return v.Raw()
	}; {
	case data.Kind != walk.Object:
	case typ == "message.updated":
		w.message(inside(doc.Get("info")), nil)
	case typ == "message.part.updated":
		w.top[rwID] = walk.Range{} // it is that of the event
		w.part(inside(doc.Get("part")), nil, epoch(doc.Get("time").Raw()))
	case strings.HasPrefix(typ, "session.next."):
		w.step(strings.TrimPrefix(typ, "session.next."), data.Of(w.line.Text), data.Start)
	}
}

// The fields of a step.
const (
	osNothing = iota
	osCall
	osMessage
	osTool
	osName
	osInput
	osTime
	osContent
	osError
	osModel
	osAgent
	osServer
	osFields
)

var ocStepSpec = walk.Compile([]string{
	osCall: "callID", osMessage: "assistantMessageID", osTool: "tool", osName: "name", osInput: "input", osTime: "timestamp",
	osContent: "content", osError: "error.message", osModel: "model.id", osAgent: "agent", osServer: "provider.executed",
})

// readStep finds the fields of a step.
func readStep(raw []byte) (at [osFields]walk.Range, ok bool) {
	hits, st := walk.New(ocStepSpec).Walk(raw)
	for _, h := range hits {
		at[h.Slot] = h.Range
	}
	return at, st.Result == walk.OK
}

// step takes a step of a call, or of an answer of the model.
func (w *ocWorker) step(kind string, raw []byte, shift uint32) {
	at, ok := readStep(raw)
	if !ok {
		return
	}
	of := func(slot int) []byte { return at[slot].Of(raw) }
	turn, key := w.keys.of(of(osMessage)), w.idKey(of(osCall))
	w.shift = shift
	switch kind {
	case "step.started":
		w.add(Event{Kind: TurnEvent, Turn: turn})
		if child := w.top[rwAgent].Kind == walk.String; !child && at[osModel].Kind == walk.String {
			w.add(Event{Kind: MetaEvent, Data: &Meta{Model: w.names.of(of(osModel))}})
		} else if child && at[osAgent].Kind == walk.String {
			w.add(Event{Kind: SpecialEvent, Data: rwAgentKind{textOf(w.line.Text, w.top[rwAgent]), w.names.of(of(osAgent))}})
		}
	case "step.failed":
		w.refusedRequest(raw, at[osError])
	case "tool.called", "tool.input.started":
		e := Event{Kind: CallEvent, Turn: turn, From: turn, Time: epoch(of(osTime)), Key: key, CallKey: w.keys.of(of(osCall)), Name: w.names.of(stepName(&at, raw, w.wrote))}
		if at[osInput].Kind != walk.None {
			e.Args = shift + at[osInput].Start
		}
		if at[osServer].Kind == walk.True {
			e.Flags |= journey.FlagServer
		}
		if len(w.wrote) > 0 {
			e.Extra = &journey.Extra{Stored: &journey.Called{Name: journey.Echo(w.names.of(stepName(&at, raw, nil)))}}
		}
		w.callID(&e, at[osCall])
		w.add(e)
	case "tool.success":
		w.add(Event{Kind: ResultEvent, Key: key})
	case "tool.failed":
		e := Event{Kind: ResultEvent, Key: key}
		e.Text, _ = walk.Head(of(osError), errorHead)
		w.rowWorker.message = turn
		w.failed(&e, ocCancelled[:], ocDenied[:])
		w.add(e)
	}
}

// stepName is the name of a call, a JSON string.
func stepName(at *[osFields]walk.Range, raw, wrote []byte) []byte {
	switch {
	case len(wrote) > 0:
		return wrote
	case at[osTool].Kind == walk.String:
		return at[osTool].Of(raw)
	}
	return at[osName].Of(raw)
}

// stepOf reads a line that is read again, where it is a step.
func stepOf(line []byte) (at [osFields]walk.Range, data walk.Range, wrote []byte, ok bool) {
	hits, st := walk.New(walk.Compile([]string{1: "table", 2: "type", 3: "data", 4: "wrote"})).Walk(line)
	var top [5]walk.Range
	for _, h := range hits {
		top[h.Slot] = h.Range
	}
	typ, _ := walk.Head(top[2].Of(line), 64)
	if st.Result != walk.OK || !walk.Equal(top[1].Of(line), ocEventTable) || !strings.HasPrefix(typ, "session.next.") || top[3].Kind != walk.Object {
		return at, data, nil, false
	}
	at, ok = readStep(top[3].Of(line))
	if top[4].Kind == walk.String {
		wrote = top[4].Of(line)
	}
	return at, top[3], wrote, ok
}

type stepBody struct {
	body CallBody
	ok   bool
}

// stepCall finds a call again; step is false for a line that is none.
func stepCall(line []byte, p Place) (c stepBody, step bool) {
	at, data, wrote, ok := stepOf(line)
	if !ok {
		return c, false
	}
	raw := data.Of(line)
	args := at[osInput]
	if args.Kind != walk.None {
		args.Start, args.End = args.Start+data.Start, args.End+data.Start
	}
	c.body = CallBody{ID: walk.Text(at[osCall].Of(raw)), Args: args}
	c.ok = nameText(stepName(&at, raw, wrote)) == p.Name && args.Start == p.Args
	return c, true
}

// stepResult finds the result of a call again; step is false for a line that
// is none.
func stepResult(line []byte, id string, max int) (text string, cut, ok, step bool) {
	at, data, _, ok := stepOf(line)
	if !ok {
		return "", false, false, false
	}
	raw := data.Of(line)
	ok = walk.Text(at[osCall].Of(raw)) == id
	switch {
	case at[osError].Kind == walk.String:
		text, cut = walk.Head(at[osError].Of(raw), max)
	case at[osContent].Kind == walk.Array:
		text, cut = blocksText(at[osContent].Of(raw), max)
	}
	return text, cut, ok, true
}

// nameText is a raw name as text, cut to NameMax bytes.
func nameText(raw []byte) string {
	s, _ := walk.Head(raw, NameMax)
	return s
}
