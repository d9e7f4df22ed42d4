package format

import (
	"hopscope/journey"
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

const (
	vsNothing walk.Slot = iota
	vsSession
	vsRequest
	vsModel
	vsTime
	vsRound
	vsCall
	vsCallID
	vsCallName
	vsCallArgs
	vsResults
	vsPart
	vsPartKind
	vsPartTool
	vsPartID
	vsPartDone
	vsPartInput
	vsSlots
)

// VSCodeChat returns the format of the chat sessions that VS Code keeps.
func VSCodeChat() Format {
	return &lineForm{
		info: Info{
			ID: "vscode-chat", Title: "VS Code chat session", Label: "VS Code", Client: "vscode",
			Where: "workspaceStorage/<folder>/chatSessions/<session>.json",
			Shape: "a JSON object with requests, and sessionId or responderUsername",
			Notes: []string{
				"read from the code of another reader, not compared with a file of this client",
				"where result.metadata.toolCallRounds is missing, names are the client's own ids of the tools, not what the model said",
				"results have no mark of failure: each counts as one that ran, and a refused name does not show",
				"the newer .jsonl files, which are a log of patches, are not read",
			},
		},
		list: "requests",
		document: func(doc node.Value) bool {
			return doc.Get("responderUsername").Kind() == node.String ||
				doc.Get("sessionId").Kind() == node.String && doc.Get("requests").First().Get("requestId").Kind() == node.String
		},
		session: "sessionId", time: "creationDate", refusals: []string{"vscode"},
		paths: []string{
			vsSession: "sessionId", vsRequest: "requestId", vsModel: "modelId", vsTime: "timestamp",
			vsRound: "result.metadata.toolCallRounds[]",
			vsCall:  "result.metadata.toolCallRounds[].toolCalls[]", vsCallID: "result.metadata.toolCallRounds[].toolCalls[].id",
			vsCallName: "result.metadata.toolCallRounds[].toolCalls[].name", vsCallArgs: "result.metadata.toolCallRounds[].toolCalls[].arguments",
			vsResults: "result.metadata.toolCallResults",
			vsPart:    "response[]", vsPartKind: "response[].kind", vsPartTool: "response[].toolId", vsPartID: "response[].toolCallId",
			vsPartDone: "response[].isComplete", vsPartInput: "response[].toolSpecificData",
		},
		take: vsTake,
		end: func(_ *lineReader, b *Builder) {
			b.Note("results have no mark of failure in this format: a refused name does not show")
			b.Note("declared tools are not in this file; names that ran are taken as the list")
		},
	}
}

func vsTake(w *lineWorker) {
	w.meta(Meta{Session: w.text(vsSession), Model: w.text(vsModel)})
	if !w.has(vsRequest) {
		return
	}
	when := moment(w.of(vsTime))
	key := uint64(w.line.At) + 1
	calls := len(w.calls)
	vsRounds(w, key, when)
	if len(w.calls) > calls {
		return
	}
	turn := w.message(key)
	w.each(vsPart, func(at []walk.Range) {
		if !w.equal(at[vsPartKind], "toolInvocationSerialized") {
			return
		}
		w.call(lineCall{id: at[vsPartID], name: at[vsPartTool], args: at[vsPartInput], turn: turn, time: when, flags: journey.FlagNoEcho, extra: vsStored(w.str(at[vsPartTool]))})
		if at[vsPartDone].Kind == walk.True {
			w.result(lineResult{id: at[vsPartID], body: at[vsPartDone]})
		}
	})
}

// vsStored says that the name is the one that the client kept.
func vsStored(name string) *journey.Extra {
	return &journey.Extra{Stored: &journey.Called{Name: journey.Echo(name)}}
}

// vsRounds takes the calls as the model made them, with their results by id. A
// round is one message; it ends behind its calls.
func vsRounds(w *lineWorker, key uint64, when int64) {
	results := map[string]walk.Range{}
	for id, v := range node.Loose(w.of(vsResults)).Members() {
		start := w.top[vsResults].Start + uint32(v.Offset())
		results[id] = walk.Range{Start: start, End: start + uint32(len(v.Raw())), Kind: walk.Object}
	}
	c := lineCall{time: when}
	for _, h := range w.hits {
		switch h.Slot {
		case vsCallID:
			c.id = h.Range
		case vsCallName:
			c.name = h.Range
		case vsCallArgs:
			c.args = h.Range
		case vsCall:
			c.turn = w.message(key)
			w.call(c)
			if body, ok := results[walk.Text(c.id.Of(w.line.Text))]; ok {
				w.result(lineResult{id: c.id, body: body})
			}
			c = lineCall{time: when}
		case vsRound:
			key += 0x9E3779B97F4A7C15
		}
	}
}
