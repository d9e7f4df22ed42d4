package format

import (
	"hopscope/journey"
	"hopscope/sessions/walk"
)

// The fields of a part.
const (
	opNothing = iota
	opType
	opTool
	opCall
	opID
	opMessage
	opStatus
	opInput
	opInputTool
	opInputError
	opOutput
	opError
	opErrorMessage
	opStart
	opChild
	opFields
)

var ocPartSpec = walk.Compile([]string{
	opType: "type", opTool: "tool", opCall: "callID", opID: "id", opMessage: "messageID",
	opStatus: "state.status", opInput: "state.input", opInputTool: "state.input.tool", opInputError: "state.input.error",
	opOutput: "state.output", opError: "state.error", opErrorMessage: "state.error.message",
	opStart: "state.time.start", opChild: "state.metadata.sessionId",
})

// ocInvalid is the name under which calls that do not fit are stored. It is in
// the list of what is registered and never offered.
const ocInvalid = "invalid"

// ocPartFields is one part.
type ocPartFields struct {
	raw []byte
	// projected: it stands in a row of session_message.
	projected bool
	// wrote is the name that the model wrote, a JSON string, where the log of the
	// database has it and another is stored.
	wrote []byte
	at    [opFields]walk.Range
}

func (p *ocPartFields) of(slot int) []byte { return p.at[slot].Of(p.raw) }

// readPart finds the fields of a part; ok is false when it is no JSON object.
func readPart(w *walk.Walker, raw []byte) (p ocPartFields, ok bool) {
	hits, st := w.Walk(raw)
	if st.Result != walk.OK || st.Root != walk.Object {
		return p, false
	}
	p.raw = raw
	for _, h := range hits {
		p.at[h.Slot] = h.Range
	}
	return p, true
}

// invalid reports whether the call is one that the client stored under the
// name invalid: the echo then stands in the input, or the model gave no name.
func (p *ocPartFields) invalid() bool {
	return walk.Equal(p.of(opTool), ocInvalid) && p.at[opInputError].Kind == walk.String
}

// echo is the name that the model wrote, a JSON string.
func (p *ocPartFields) echo() []byte {
	switch {
	case len(p.wrote) > 0:
		return p.wrote
	case p.invalid():
		return p.of(opInputTool)
	}
	return p.of(opTool)
}

// args are the arguments. Those of a call to an unknown tool are not kept.
func (p *ocPartFields) args() walk.Range {
	if p.invalid() {
		return walk.Range{}
	}
	return p.at[opInput]
}

// result is where the text stands that the model read.
func (p *ocPartFields) result() walk.Range {
	switch {
	case p.failed() && p.at[opErrorMessage].Kind == walk.String:
		return p.at[opErrorMessage]
	case p.failed():
		return p.at[opError]
	case p.at[opOutput].Kind != walk.String && p.invalid():
		return p.at[opInputError]
	}
	return p.at[opOutput]
}

// resultText is that text, at most max bytes.
func (p *ocPartFields) resultText(max int) (text string, cut bool) {
	r := p.result()
	if r.Kind == walk.Array {
		return blocksText(r.Of(p.raw), max)
	}
	return walk.Head(r.Of(p.raw), max)
}

func (p *ocPartFields) failed() bool { return walk.Equal(p.of(opStatus), "error") }

func (p *ocPartFields) done() bool {
	return p.failed() || walk.Equal(p.of(opStatus), "completed") || walk.Equal(p.of(opStatus), "success")
}

// part takes a part. time is that of the line around it, message the raw id of
// its message where that stands outside.
func (w *ocWorker) part(raw, message []byte, time int64) {
	p, ok := readPart(w.parts, raw)
	if !ok {
		w.out.fault(w.line, "a part that is no JSON object", skipped)
		return
	}
	p.wrote = w.wrote
	if p.at[opMessage].Kind == walk.String {
		message = p.of(opMessage)
	}
	turn := w.keys.of(message)
	switch {
	case walk.Equal(p.of(opType), "step-start") && turn != 0 && w.form == ocRun:
		w.add(Event{Kind: TurnEvent, Turn: turn})
	case walk.Equal(p.of(opType), "tool"):
		if p.at[opStart].Kind == walk.Number {
			time = epoch(p.of(opStart))
		}
		w.call(&p, turn, time)
	}
}

func (w *ocWorker) call(p *ocPartFields, turn uint64, time int64) {
	e := Event{Kind: CallEvent, Turn: turn, Time: time, From: turn, Name: w.names.of(p.echo())}
	ids := [...][]byte{p.of(opID), w.of(rwID), p.of(opCall)}
	if p.projected {
		ids = [...][]byte{nil, nil, p.of(opCall)}
	}
	for _, id := range ids {
		if e.Key = w.idKey(id); e.Key != 0 {
			break
		}
	}
	if e.Key == 0 {
		e.From = uint64(w.at) + 1
	}
	e.CallKey = w.keys.of(p.of(opCall))
	if args := p.args(); args.Kind != walk.None {
		e.Args = w.shift + args.Start
	}
	w.callID(&e, p.at[opCall])
	done := Event{Kind: ResultEvent, Key: e.Key, From: e.From}
	if p.done() {
		done.Text, _ = p.resultText(errorHead)
		var refused journey.Refused
		done.Class, refused = ocClass(w.scheme, p, done.Text)
		if done.Class == journey.ClassOK {
			done.Text = ""
		}
		w.refused(&e, p, refused)
	}
	w.add(e)
	if p.done() {
		w.add(done)
	}
	if p.at[opChild].Kind == walk.String {
		w.add(Event{Kind: SpecialEvent, Data: ccStarted{textOf(p.raw, p.at[opChild]), textOf(p.raw, p.at[opCall])}})
	}
}

// refused keeps the stored name and what the refusal says.
func (w *ocWorker) refused(e *Event, p *ocPartFields, r journey.Refused) {
	x := w.refusal(e.Turn, r)
	if p.invalid() || len(p.wrote) > 0 {
		if x == nil {
			x = &journey.Extra{}
		}
		x.Stored = &journey.Called{Name: journey.Echo(w.names.of(p.of(opTool)))}
	}
	e.Extra = x
}

// ocClass decides what became of a call that has ended.
func ocClass(s recogniser, p *ocPartFields, text string) (journey.Class, journey.Refused) {
	if p.invalid() {
		why, _ := walk.Head(p.of(opInputError), errorHead)
		for _, t := range [...]string{text, why} {
			if r, ok := s.Recognise(t); ok {
				return r.Class, r
			}
		}
		return journey.ClassBadArguments, journey.Refused{}
	}
	if !p.failed() {
		return journey.ClassOK, journey.Refused{}
	}
	if r, ok := s.Recognise(text); ok {
		return r.Class, r
	}
	switch {
	case hasAnyPrefix(text, ocCancelled[:]):
		return journey.ClassCancelled, journey.Refused{}
	case hasAnyPrefix(text, ocDenied[:]):
		return journey.ClassDenied, journey.Refused{}
	}
	return journey.ClassToolFailed, journey.Refused{}
}

// ocCancelled and ocDenied are beginnings of OpenCode's texts about calls that
// were stopped or not allowed (source of several versions, read 2026-11).
var (
	ocCancelled = [...]string{"Tool execution aborted"}
	ocDenied    = [...]string{
		"The user rejected permission to use this specific tool call",
		"The user rejected permission to use this functionality",
		"The user rejected permission with feedback",
		"The user has specified a rule which prevents you from using this specific tool call",
		"The user dismissed this question",
		"Rule prevents tool usage",
		"Permission denied by ruleset",
	}
)
