package format

import (
	"net/url"
	"strings"

	"hopscope/journey"
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

const (
	ampID walk.Slot = iota + hiSlots
	ampVersion
	ampTree
	ampModel
	ampSent
	ampFor
	ampStatus
	ampResult
	ampError
	ampErrText
	ampReason
	ampSlots
)

// AmpThread returns the format of Amp's thread files, which its export prints
// too. Results stand in a member run with a status (tests of other readers, and
// what Amp itself makes of a run for the model, read 2026-11-30; not verified on
// a recording).
func AmpThread() Format {
	f := historyForm()
	f.info = Info{
		ID: "amp-thread", Title: "Amp thread", Label: "Amp", Client: "amp", VersionField: "field clientVersion",
		Where: "~/.local/share/amp/threads/T-*.json, stdout of amp threads export",
		Shape: "a JSON object with id T-... and messages of Anthropic blocks, results with toolUseID and run",
		Notes: []string{
			"declared tools are not in the file; names that ran are taken as the list",
			"the texts with which the client refuses a name are not known: those of other clients are looked for",
			"read from the code of another reader, not compared with a file of this client",
		},
	}
	paths := make([]string, ampSlots)
	copy(paths, f.paths)
	paths[hiTime] = "createdAt"
	paths[ampID], paths[ampVersion], paths[ampTree] = "id", "env.initial.platform.clientVersion", "env.initial.trees[].uri"
	paths[ampModel], paths[ampSent], paths[ampFor] = "usage.model", "meta.sentAt", "content[].toolUseID"
	paths[ampStatus], paths[ampResult], paths[ampError] = "content[].run.status", "content[].run.result", "content[].run.error"
	paths[ampErrText], paths[ampReason] = "content[].run.error.message", "content[].run.reason"
	paths[hiThread] = "" // the id of the thread is ampID
	f.paths, f.take = paths, ampTake
	f.session, f.time = "id", "created"
	f.list = "messages"
	f.document = func(doc node.Value) bool {
		if !strings.HasPrefix(doc.Get("id").Str(), "T-") {
			return false
		}
		for m := range doc.Get("messages").Elements() {
			return doc.Get("created").Kind() == node.Number || m.Get("messageId").Kind() != node.Absent
		}
		return doc.Get("created").Kind() == node.Number
	}
	return f
}

func ampTake(w *lineWorker) {
	if !w.has(hiRole) {
		w.meta(Meta{Session: w.text(ampID), Version: w.text(ampVersion), Cwd: ampFolder(w.text(ampTree))})
		return
	}
	turn, when := uint64(0), moment(w.top[hiTime].Of(w.line.Text))
	if when == 0 {
		when = moment(w.of(ampSent))
	}
	if w.is(hiRole, "assistant") {
		w.meta(Meta{Model: w.text(ampModel)})
		turn = w.message(0)
	}
	w.each(hiBlock, func(at []walk.Range) {
		switch {
		case w.equal(at[hiBlockType], "tool_use") && turn != 0:
			w.call(lineCall{id: at[hiBlockID], name: at[hiBlockName], args: at[hiBlockInput], turn: turn, time: when})
		case w.equal(at[hiBlockType], "tool_result"):
			if r, over := ampOutcome(w, at); over {
				w.result(r)
			}
		}
	})
}

// ampOutcome is the result of a call; over is false while it waits or runs. An
// exit code is the command's, not a failure of the tool.
func ampOutcome(w *lineWorker, at []walk.Range) (r lineResult, over bool) {
	r = lineResult{
		id:   orElse(at[ampFor], at[hiBlockFor]),
		body: orElse(at[hiBlockContent], orElse(at[ampResult], orElse(at[ampStatus], at[hiBlockType]))), failed: at[hiBlockError].Kind == walk.True,
	}
	switch walk.Text(at[ampStatus].Of(w.line.Text)) {
	case "error":
		r.failed, r.body = true, orElse(at[ampErrText], orElse(at[ampError], r.body))
	case "cancelled":
		r.class, r.body = journey.ClassCancelled, orElse(at[ampReason], r.body)
	case "rejected-by-user":
		r.class, r.body = journey.ClassDenied, orElse(at[ampReason], r.body)
	case "in-progress", "queued", "blocked-on-user":
		return r, false
	default:
		if text, _ := bodyText(r.body.Of(w.line.Text), errorHead); strings.HasPrefix(text, "Tool rejected by plugin") {
			r.class = journey.ClassDenied
		}
	}
	return r, true
}

// ampFolder is the folder of a file URI.
func ampFolder(uri string) string {
	if u, err := url.Parse(uri); err == nil && u.Scheme == "file" {
		return u.Path
	}
	return ""
}
