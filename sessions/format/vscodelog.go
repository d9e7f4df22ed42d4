package format

import (
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

const (
	vlNothing walk.Slot = iota
	vlKind
	vlKey
	vlFrom
	vlValue
	vlSlots
)

// VSCodeLog returns the format of the newer chat sessions of VS Code: a log of
// patches. The first line is the session as it stood when the file was written
// anew, each other line sets, extends or deletes what stands at a path in it
// (objectMutationLog.ts in microsoft/vscode @047238f9, read 2026-11-30).
func VSCodeLog() Format {
	return &lineForm{
		info: Info{
			ID: "vscode-chat-log", Title: "VS Code chat session, log of patches", Label: "VS Code", Client: "vscode",
			Where: "workspaceStorage/<folder>/chatSessions/<session>.jsonl, globalStorage/emptyWindowChatSessions",
			Shape: "JSON lines, the first {kind: 0, v: the session}, the others {kind: 1, 2 or 3, k: a path}",
			Notes: vsNotes("a request that was edited and sent again is listed too: both were made"),
		},
		probes: []string{1: "kind", 2: "k", 3: "v", 4: "v.requests", 5: "v.sessionId", 6: "v.creationDate", 7: "type"},
		verdict: func(line []byte, at []walk.Range) verdict {
			if at[1].Kind != walk.Number || at[7].Kind != walk.None {
				return perhaps
			}
			switch string(at[1].Of(line)) {
			case "0":
				if at[4].Kind == walk.Array && (at[5].Kind == walk.String || at[6].Kind == walk.Number || len(at[4].Of(line)) == 2) {
					return surely
				}
			case "1", "2":
				if at[2].Kind == walk.Array && node.Loose(at[2].Of(line)).First().Str() == "requests" {
					return surely
				}
			}
			return perhaps
		},
		session: "v.sessionId", time: "v.creationDate", refusals: []string{"vscode"},
		paths: []string{vlKind: "kind", vlKey: "k", vlFrom: "i", vlValue: "v"},
		take:  vlTake, merge: vlMerge, reads: vsText,
		end: func(r *lineReader, b *Builder) {
			r.chat.release(b, true)
			b.src.pairing.repeated = 0 // parts come again when they change
			b.count(r.chat.undone, "1 request was taken back and sent anew", "%d requests were taken back and sent anew", ": its calls are listed too")
			b.count(r.chat.lost, "1 patch is of a request that is not in this file", "%d patches are of requests that are not in this file", ": an excerpt")
			vsEnd(r, b)
		},
	}
}

// vlOp is what a line does.
type vlOp uint8

const (
	vlRequests vlOp = iota // sets or extends the list of requests
	vlSession              // sets the whole session
	vlRequest              // sets one
	vlResponse             // sets or extends its response
	vlPart                 // sets one part of it
	vlResult               // sets its result
)

// vlPatch is the Data of a line: the request at is meant, from is where a list
// is cut first, -1: nowhere.
type vlPatch struct {
	op       vlOp
	at, from int
	requests []vlAsked
}

// vlAsked is what a line says of one request.
type vlAsked struct {
	time          int64
	parts, rounds []vsFact
	length        int
	ended         bool
}

func vlTake(w *lineWorker) {
	line := w.line.Text
	v := node.Loose(line)
	value := v.Get("v")
	path := v.Get("k")
	p := vlPatch{at: -1, from: -1}
	if n, ok := v.Get("i").Int(); ok && n >= 0 {
		p.from = n
	}
	set := string(w.of(vlKind)) != "2" && string(w.of(vlKind)) != "3"
	if set {
		p.from = 0
	}
	switch {
	case string(w.of(vlKind)) == "0":
		w.meta(Meta{Session: kept(value.Get("sessionId").Str())})
		p.op, value = vlSession, value.Get("requests")
	case string(w.of(vlKind)) == "3" || path.First().Str() != "requests":
		return // nothing that is read
	default:
		if !p.place(path) {
			return
		}
	}
	p.read(w, value)
	w.note(p)
}

// place reads the path of a patch.
func (p *vlPatch) place(path node.Value) bool {
	n, what := 0, ""
	for k := range path.Elements() {
		switch n {
		case 1:
			at, ok := k.Int()
			if !ok || at < 0 {
				return false
			}
			p.op, p.at = vlRequest, at
		case 2:
			what = k.Str()
		case 3:
			at, ok := k.Int()
			if !ok || at < 0 || what != "response" {
				return false
			}
			what, p.from = "part", at
		}
		n++
	}
	switch {
	case n > 4:
		return false // inside of a part: a title, a colour
	case what == "response":
		p.op = vlResponse
	case what == "part":
		p.op = vlPart
	case what == "result":
		p.op = vlResult
	case what != "":
		return false
	}
	return true
}

// read takes what the value of a patch holds.
func (p *vlPatch) read(w *lineWorker, v node.Value) {
	asked := func(r vsRequest) {
		w.meta(Meta{Model: r.model})
		a := vlAsked{time: r.time, length: r.length, ended: r.ended}
		a.parts, a.rounds = vsFacts(w, r.parts, true), vsFacts(w, r.rounds, false)
		p.requests = append(p.requests, a)
	}
	switch p.op {
	case vlRequests, vlSession:
		for r := range v.Elements() {
			asked(vsRequestOf(r))
		}
	case vlRequest:
		asked(vsRequestOf(v))
	case vlResponse:
		var r vsRequest
		r.parts, r.length = vsParts(v)
		asked(r)
	case vlPart:
		r := vsRequest{length: 1}
		if c, ok := vsPart(v); ok {
			r.parts = append(r.parts, c)
		}
		asked(r)
	case vlResult:
		asked(vsRequest{rounds: vsRounds(v), ended: true})
	}
}
