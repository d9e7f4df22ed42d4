package format

import (
	"strings"

	"hopscope/journey"
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

const (
	asNothing walk.Slot = iota
	asID
	asRole
	asTime
	asPart
	asPartType
	asPartName
	asPartID
	asPartState
	asPartInput
	asPartOutput
	asPartError
	asPartReason
	asPartApproved
	asPartServer
	asOldID
	asOldName
	asOldArgs
	asOldState
	asOldResult
	asItem
	asItemType
	asItemID
	asItemName
	asItemInput
	asItemArgs
	asItemResult
	asItemFlag
	asItemOutput
	asItemKind
	asItemValue
	asItemReason
	asItemServer
	asCall
	asCallID
	asCallName
	asCallArgs
	asCallState
	asCallResult
	asSlots
)

// AISDK returns the format of saved messages of the AI SDK: those of the
// screen (UIMessage), those of the model (ModelMessage), and version 4's.
func AISDK() Format {
	return &lineForm{
		info: Info{
			ID: "ai-sdk", Title: "AI SDK messages", Label: "AI SDK", Client: "ai-sdk",
			Where: "wherever an application saves its messages",
			Shape: "a JSON array, an object with messages, or JSON lines: parts of type tool-NAME, dynamic-tool or tool-invocation, or content of type tool-call and tool-result",
			Notes: []string{
				"version, model and session are not in the messages",
				"declared tools are not in the messages; the text about an unknown name lists them",
				"version 4 keeps no mark of failure",
			},
		},
		list: "messages",
		document: func(doc node.Value) bool {
			n := 0
			for m := range doc.Get("messages").Elements() {
				if aiMessage(m) {
					return true
				}
				if n++; n > 1000 {
					break
				}
			}
			return false
		},
		probes: []string{1: "role", 2: "parts", 3: "content", 4: "toolInvocations"},
		verdict: func(line []byte, at []walk.Range) verdict {
			if at[1].Kind == walk.String && (at[2].Kind == walk.Array || at[3].Kind == walk.Array || at[4].Kind == walk.Array) && aiMessage(node.Loose(line)) {
				return surely
			}
			return perhaps
		},
		session: "chatId", time: "createdAt", refusals: []string{"ai-sdk"},
		paths: []string{
			asID: "id", asRole: "role", asTime: "createdAt",
			asPart: "parts[]", asPartType: "parts[].type", asPartName: "parts[].toolName", asPartID: "parts[].toolCallId",
			asPartState: "parts[].state", asPartInput: "parts[].input", asPartOutput: "parts[].output", asPartError: "parts[].errorText",
			asPartReason: "parts[].approval.reason", asPartApproved: "parts[].approval.approved", asPartServer: "parts[].providerExecuted",
			asOldID: "parts[].toolInvocation.toolCallId", asOldName: "parts[].toolInvocation.toolName", asOldArgs: "parts[].toolInvocation.args",
			asOldState: "parts[].toolInvocation.state", asOldResult: "parts[].toolInvocation.result",
			asItem: "content[]", asItemType: "content[].type", asItemID: "content[].toolCallId", asItemName: "content[].toolName",
			asItemInput: "content[].input", asItemArgs: "content[].args", asItemResult: "content[].result", asItemFlag: "content[].isError",
			asItemOutput: "content[].output", asItemKind: "content[].output.type", asItemValue: "content[].output.value",
			asItemReason: "content[].output.reason", asItemServer: "content[].providerExecuted",
			asCall: "toolInvocations[]", asCallID: "toolInvocations[].toolCallId", asCallName: "toolInvocations[].toolName",
			asCallArgs: "toolInvocations[].args", asCallState: "toolInvocations[].state", asCallResult: "toolInvocations[].result",
		},
		take:  aiTake,
		tails: true,
		end: func(_ *lineReader, b *Builder) {
			b.Note("declared tools are not in these messages; names that ran are taken as the list")
		},
	}
}

// aiMessage reports whether a message has a call or a result of this format.
func aiMessage(m node.Value) bool {
	for p := range m.Get("parts").Elements() {
		typ := p.Get("type").Str()
		if typ == "tool-invocation" && p.Get("toolInvocation").Kind() == node.Object ||
			p.Get("toolCallId").Kind() == node.String && (typ == "dynamic-tool" || strings.HasPrefix(typ, "tool-")) {
			return true
		}
	}
	for c := range m.Get("content").Elements() {
		if typ := c.Get("type").Str(); (typ == "tool-call" || typ == "tool-result") && c.Get("toolCallId").Kind() == node.String {
			return true
		}
	}
	for c := range m.Get("toolInvocations").Elements() {
		if c.Get("toolCallId").Kind() == node.String {
			return true
		}
	}
	return false
}

func aiTake(w *lineWorker) {
	if !w.has(asRole) {
		return
	}
	said := w.is(asRole, "assistant")
	step := w.key(asID)
	if step == 0 {
		step = uint64(w.line.At)*0x9E3779B97F4A7C15 + 1
	}
	turn, when := uint64(0), moment(w.of(asTime))
	if said {
		turn = w.message(step)
	}
	parts := 0
	w.each(asPart, func(at []walk.Range) {
		// A step is one request; the first part may be the start of the first.
		if said && parts > 0 && w.equal(at[asPartType], "step-start") {
			step += 0x9E3779B97F4A7C15
			turn = w.message(step)
		}
		parts++
		aiPart(w, at, lineCall{turn: turn, from: turn, time: when})
	})
	w.each(asItem, func(at []walk.Range) { aiItem(w, at, lineCall{turn: turn, time: when}) })
	if parts > 0 {
		return // version 4 keeps its calls twice
	}
	w.each(asCall, func(at []walk.Range) {
		w.call(lineCall{id: at[asCallID], name: at[asCallName], args: at[asCallArgs], turn: turn, time: when})
		if w.equal(at[asCallState], "result") {
			w.result(lineResult{id: at[asCallID], body: orElse(at[asCallResult], at[asCallState])})
		}
	})
}

func orElse(r, other walk.Range) walk.Range {
	if r.Kind == walk.None {
		return other
	}
	return r
}

// aiPart takes a part of a message of the screen. The name of a tool stands
// behind the first "tool-" of the type.
func aiPart(w *lineWorker, at []walk.Range, c lineCall) {
	typ := w.str(at[asPartType])
	switch {
	case typ == "tool-invocation" && (there(at[asOldID]) || there(at[asOldName])):
		c.id, c.name, c.args = at[asOldID], at[asOldName], at[asOldArgs]
		w.call(c)
		if w.equal(at[asOldState], "result") {
			w.result(lineResult{id: c.id, body: orElse(at[asOldResult], at[asOldState])})
		}
		return
	case typ == "dynamic-tool":
		c.name = at[asPartName]
	case strings.HasPrefix(typ, "tool-") && at[asPartID].Kind != walk.None:
		c.name, c.named = at[asPartType], typ[len("tool-"):]
		if c.named == "" {
			c.name = walk.Range{}
		}
	default:
		return
	}
	c.id, c.args = at[asPartID], at[asPartInput]
	if at[asPartServer].Kind == walk.True {
		c.flags = journey.FlagServer
	}
	w.call(c)
	switch {
	case w.equal(at[asPartState], "output-available"):
		w.result(lineResult{id: c.id, body: orElse(at[asPartOutput], at[asPartState])})
	case w.equal(at[asPartState], "output-error"):
		w.result(lineResult{id: c.id, body: orElse(at[asPartError], at[asPartState]), failed: true})
	case w.equal(at[asPartState], "output-denied"), w.equal(at[asPartState], "approval-responded") && at[asPartApproved].Kind == walk.False:
		w.result(lineResult{id: c.id, body: orElse(at[asPartReason], at[asPartState]), class: journey.ClassDenied})
	}
}

// aiItem takes a part of a message of the model.
func aiItem(w *lineWorker, at []walk.Range, c lineCall) {
	switch {
	case w.equal(at[asItemType], "tool-call"):
		c.id, c.name, c.args = at[asItemID], at[asItemName], orElse(at[asItemInput], at[asItemArgs])
		if at[asItemServer].Kind == walk.True {
			c.flags = journey.FlagServer
		}
		w.call(c)
	case w.equal(at[asItemType], "tool-result"):
		r := lineResult{id: at[asItemID], body: orElse(at[asItemValue], orElse(at[asItemOutput], orElse(at[asItemResult], at[asItemType])))}
		switch {
		case w.equal(at[asItemKind], "error-text"), w.equal(at[asItemKind], "error-json"), at[asItemFlag].Kind == walk.True:
			r.failed = true
		case w.equal(at[asItemKind], "execution-denied"):
			r.class = journey.ClassDenied
			r.body = orElse(at[asItemReason], r.body)
		}
		w.result(r)
	}
}
