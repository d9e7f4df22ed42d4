package format

import (
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

const (
	vsNothing walk.Slot = iota
	vsSession
	vsRequestID
	vsSlots
)

// VSCodeChat returns the format of the chat sessions that VS Code keeps as one
// object.
func VSCodeChat() Format {
	return &lineForm{
		info: Info{
			ID: "vscode-chat", Title: "VS Code chat session", Label: "VS Code", Client: "vscode",
			Where: "workspaceStorage/<folder>/chatSessions/<session>.json, globalStorage/emptyWindowChatSessions",
			Shape: "a JSON object with requests, and sessionId or responderUsername",
			Notes: vsNotes(),
		},
		list: "requests",
		document: func(doc node.Value) bool {
			return doc.Get("responderUsername").Kind() == node.String ||
				doc.Get("sessionId").Kind() == node.String && doc.Get("requests").First().Get("requestId").Kind() == node.String
		},
		session: "sessionId", time: "creationDate", refusals: []string{"vscode"},
		paths: []string{vsSession: "sessionId", vsRequestID: "requestId"},
		take:  vsTake,
		reads: vsText,
		end:   vsEnd,
	}
}

// vsNotes are what neither form of the recording can show.
func vsNotes(more ...string) []string {
	return append([]string{
		"read from the code of the client and of other readers, not compared with a file of this client",
		"where result.metadata.toolCallRounds is missing, as before a request has ended, names are the client's own ids of the tools, not what the model said",
		"results have no mark of failure: that a call was refused, not allowed or failed is told by the beginning of its text, and by what the chat shows of it",
		"declared tools are not in the file; names that ran are taken as the list",
	}, more...)
}

func vsEnd(_ *lineReader, b *Builder) {
	b.Note("results have no mark of failure in this format: it is told by their texts, and by what the chat shows of a call")
	b.Note("declared tools are not in this file; names that ran are taken as the list")
}

func vsTake(w *lineWorker) {
	w.meta(Meta{Session: w.text(vsSession)})
	if !w.has(vsRequestID) {
		return
	}
	r := vsRequestOf(node.Loose(w.line.Text))
	w.meta(Meta{Model: r.model})
	facts, turns := vsFactsOf(w, &r, uint64(w.line.At)+1)
	if !turns {
		w.message(uint64(w.line.At) + 1)
	}
	for i := range facts {
		f := &facts[i]
		w.message(f.call.Turn)
		w.add(f.call)
		if f.answered {
			w.add(f.result)
		}
	}
}

// vsFactsOf are the calls of a request that count: those of the model, else
// what the chat shows. A round is one message; turns says that there is one.
func vsFactsOf(w *lineWorker, r *vsRequest, key uint64) (facts []vsFact, turns bool) {
	parts := vsFacts(w, r.parts, true)
	facts = vsFacts(w, r.rounds, false)
	if len(facts) == 0 {
		vsStamp(parts, key, r.time)
		return parts, false
	}
	shown := map[uint64]*vsFact{}
	for i := range parts {
		shown[parts[i].call.Key] = &parts[i]
	}
	vsRefine(facts, shown)
	vsStamp(facts, key, r.time)
	return facts, true
}

// vsStamp gives calls their turn, and their time where the round has none.
func vsStamp(facts []vsFact, key uint64, when int64) {
	for i := range facts {
		e := &facts[i].call
		e.Turn = key + uint64(facts[i].round)*0x9E3779B97F4A7C15
		if e.Time == 0 {
			e.Time = when
		}
	}
}
