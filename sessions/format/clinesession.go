package format

import (
	"hopscope/sessions/node"
)

// ClineSession returns the format of the sessions of Cline's SDK, from 4.0 on
// (its sdk/packages/core/docs/messages-contract-v1.md, as another reader of
// 2026-11 gives it; not verified on a recording).
func ClineSession() Format {
	f := historyForm()
	f.info = Info{
		ID: "cline-session", Title: "Cline session", Label: "Cline", Client: "cline",
		Where: "~/.cline/data/sessions/<id>/<id>.messages.json",
		Shape: "a JSON object with version, sessionId and messages of Anthropic blocks",
		Notes: []string{
			"the client's version is not in the file; the version in it is that of the file's form",
			"declared tools are not in the file; names that ran are taken as the list",
			"read from the code of another reader, not compared with a file of this client",
		},
	}
	f.paths = append(f.paths[:hiSlots:hiSlots], "sessionId", "modelInfo.id", "modelInfo.provider")
	f.session, f.list = "sessionId", "messages"
	f.document = func(doc node.Value) bool {
		return doc.Get("version").Kind() == node.Number && doc.Get("sessionId").Kind() == node.String &&
			(historyMessage(doc.Get("messages").First()) || doc.Get("messages").First().Get("content").Kind() == node.Array)
	}
	take := f.take
	f.take = func(w *lineWorker) {
		w.meta(Meta{Session: w.text(hiSlots), Model: w.text(hiSlots + 1), Provider: w.text(hiSlots + 2)})
		take(w)
	}
	return f
}
