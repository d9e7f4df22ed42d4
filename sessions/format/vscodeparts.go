package format

import (
	"hopscope/journey"
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

// What a request of a chat of VS Code holds, in its session file and in the
// log of patches (src/vs/workbench/contrib/chat/common in microsoft/vscode
// @047238f9 and @03d43368, read 2026-11-30; not verified on a recording):
//
//	response[]                        what the chat shows, calls by the client's ids
//	result.metadata.toolCallRounds[]  what the model said, when the request has ended
//	result.metadata.toolCallResults   what it read, by call id

// vsRequest is one request of the chat.
type vsRequest struct {
	id, model string
	time      int64
	// parts are the calls that the chat shows, of length elements; rounds those
	// of the model, by round.
	parts  []vsCall
	length int
	rounds []vsCall
	// ended: it has a result.
	ended bool
}

// vsCall is a call of a request, as ranges of its line.
type vsCall struct {
	lineCall
	result walk.Range
	class  journey.Class
	extra  *journey.Extra
	// index is the place of a part among those of its response, round that of
	// the round.
	index, round int
}

// rangeOf is where a value stands in the line that its document is.
func rangeOf(v node.Value) walk.Range {
	kinds := [...]walk.Kind{
		node.Absent: walk.None, node.Object: walk.Object, node.Array: walk.Array, node.String: walk.String,
		node.Number: walk.Number, node.Bool: walk.False, node.Null: walk.Null,
	}
	if v.Kind() == node.Absent {
		return walk.Range{}
	}
	kind := kinds[v.Kind()]
	if v.True() {
		kind = walk.True
	}
	return walk.Range{Start: uint32(v.Offset()), End: uint32(v.Offset() + len(v.Raw())), Kind: kind}
}

// vsRequestOf reads a request.
func vsRequestOf(v node.Value) (r vsRequest) {
	var result node.Value
	for key, m := range v.Members() {
		switch key {
		case "requestId":
			r.id = kept(m.Str())
		case "modelId":
			r.model = kept(m.Str())
		case "timestamp":
			r.time = moment(m.Raw())
		case "response":
			r.parts, r.length = vsParts(m)
		case "result":
			result = m
		}
	}
	if result.Kind() == node.Object {
		r.ended = true
		r.rounds = vsRounds(result)
	}
	return r
}

// vsParts are the calls among the parts of a response, and how many parts
// there are.
func vsParts(list node.Value) (calls []vsCall, length int) {
	for p := range list.Elements() {
		if c, ok := vsPart(p); ok {
			c.index = length
			calls = append(calls, c)
		}
		length++
	}
	return calls, length
}

func vsPart(p node.Value) (c vsCall, ok bool) {
	var data, details node.Value
	done := walk.Range{}
	for key, m := range p.Members() {
		switch key {
		case "kind":
			ok = m.Str() == "toolInvocationSerialized"
		case "toolId":
			c.name = rangeOf(m)
			c.lineCall.extra = &journey.Extra{Stored: &journey.Called{Name: journey.Echo(kept(m.Str()))}}
		case "toolCallId":
			c.id = rangeOf(m)
		case "isComplete":
			done = rangeOf(m)
		case "isConfirmed":
			c.class = vsConfirmed(m)
		case "toolSpecificData":
			data = m
		case "resultDetails":
			details = m
		}
	}
	if !ok {
		return c, false
	}
	c.args = rangeOf(data)
	if raw := data.Get("rawInput"); raw.Kind() != node.Absent {
		c.args = rangeOf(raw)
	} else if in := details.Get("input"); in.Kind() == node.String {
		c.args = rangeOf(in)
	}
	if done.Kind == walk.True {
		c.result = done
		if details.Kind() == node.Object {
			c.result = rangeOf(details)
		}
		if c.class == journey.ClassOK && details.Get("isError").True() {
			c.class = journey.ClassToolFailed
		}
	}
	c.flags = journey.FlagNoEcho
	return c, true
}

// vsConfirmed reads whether the user let a call run: a reason by its number,
// before 1.104 true or false.
func vsConfirmed(v node.Value) journey.Class {
	n, ok := v.Get("type").Int()
	if v.Kind() == node.Bool && !v.True() || ok && (n == vsDenied || n == vsSkipped) {
		return journey.ClassDenied
	}
	return journey.ClassOK
}

// The reasons of ToolConfirmKind that kept a call from running.
const (
	vsDenied  = 0
	vsSkipped = 5
)

// vsRounds are the calls of a result, as the model made them.
func vsRounds(result node.Value) (calls []vsCall) {
	var rounds, results node.Value
	for key, m := range result.Get("metadata").Members() {
		switch key {
		case "toolCallRounds":
			rounds = m
		case "toolCallResults":
			results = m
		}
	}
	byID := map[string]node.Value{}
	for id, m := range results.Members() {
		byID[id] = m
	}
	n := 0
	for r := range rounds.Elements() {
		n++
		var list node.Value
		when := int64(0)
		for key, m := range r.Members() {
			switch key {
			case "toolCalls":
				list = m
			case "timestamp":
				when = moment(m.Raw())
			}
		}
		for t := range list.Elements() {
			var c vsCall
			id := ""
			for key, m := range t.Members() {
				switch key {
				case "id":
					c.id, id = rangeOf(m), m.Str()
				case "name":
					c.name = rangeOf(m)
				case "arguments":
					c.args = rangeOf(m)
				}
			}
			c.round, c.time = n, when
			if m, ok := byID[id]; ok && id != "" {
				c.result = rangeOf(m)
				text, _ := vsText(m.Raw(), errorHead)
				c.class, c.extra = vsClass(text)
			}
			calls = append(calls, c)
		}
	}
	return calls
}

// vsFact is a call as events; part says that it stands among what the chat
// shows.
type vsFact struct {
	call, result Event
	answered     bool
	// said is the beginning of the result.
	said string
	// emitted: the builder has it.
	part, emitted bool
	index, round  int
}

// vsFacts makes events of calls and keeps where they stand.
func vsFacts(w *lineWorker, calls []vsCall, part bool) []vsFact {
	facts := make([]vsFact, 0, len(calls))
	for i := range calls {
		c := &calls[i]
		f := vsFact{call: w.callEvent(c.lineCall), part: part, index: c.index, round: c.round}
		if c.result.Kind != walk.None {
			f.result, f.answered = w.resultEvent(lineResult{id: c.id, body: c.result, class: c.class, extra: c.extra}), true
			f.said, _ = vsText(c.result.Of(w.line.Text), journey.ErrorMax)
		}
		facts = append(facts, f)
	}
	return facts
}

// vsRefine adds to the calls of the model what the chat shows of them: that
// the user refused one, that a tool failed.
func vsRefine(rounds []vsFact, shown map[uint64]*vsFact) {
	for i := range rounds {
		f := &rounds[i]
		p := shown[f.call.Key]
		if p == nil || f.call.Key == 0 {
			continue
		}
		if x := &f.result; f.answered && p.answered && x.Class == journey.ClassOK && p.result.Class != journey.ClassOK {
			x.Class, x.Text = p.result.Class, f.said
		}
	}
}
