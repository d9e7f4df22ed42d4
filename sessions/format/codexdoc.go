package format

import (
	"strings"

	"hopscope/journey"
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

// The first Codex CLI, in TypeScript (April to summer of 2025), wrote a session
// as one object of session and items, the items of the Responses interface
// (openai/codex codex-cli/src/utils/storage/save-rollout.ts at 01d69e28,
// codex-cli/src/utils/agent/agent-loop.ts at 001851ed, read 2026-11-30; not
// verified on a recording).

// Whole reports whether the content is such an object; it may be cut.
func (codex) Whole(data []byte) bool {
	doc := node.Loose(data[bomLen(data):])
	if doc.Kind() != node.Object || doc.Get("session", "id").Kind() != node.String || doc.Get("session", "timestamp").Kind() != node.String {
		return false
	}
	items := doc.Get("items")
	first := items.First()
	return items.Kind() == node.Array && (first.Kind() == node.Absent || first.Get("type").Kind() == node.String || first.Get("role").Kind() == node.String)
}

// document takes such an object: its session, then each item as a line.
func (w *cxWorker) document(l walk.Line) {
	w.whole = true
	defer func() { w.whole = false }()
	start := bomLen(l.Text)
	d := docReader{text: l.Text}
	doc := node.Loose(l.Text[start:])
	w.line = d.line(start, len(l.Text))
	w.add(Event{Kind: SpecialEvent, Data: &cxMeta{id: kept(doc.Get("session", "id").Str())}})
	for v := range doc.Get("items").Elements() {
		at := start + v.Offset()
		w.line = d.line(at, at+len(v.Raw()))
		hits, st := w.walker.Walk(w.line.Text)
		if st.Result != walk.OK || st.Root != walk.Object {
			continue // the cut one
		}
		w.sort(hits)
		w.item(cxBare)
	}
	if n, ok := walk.Value(l.Text[start:]); !ok || len(strings.TrimSpace(string(l.Text[start+n:]))) > 0 {
		w.out.fault(d.line(len(l.Text), len(l.Text)), "the document is cut or damaged after the last call that is shown", "the messages before that are read")
	}
}

// cxFirstClass decides what a result of the first Codex CLI is, which ran shell
// and container.exec only.
func cxFirstClass(text string) journey.Class {
	switch {
	case text == "no function found":
		return journey.ClassUnknownTool
	case strings.HasPrefix(text, "invalid arguments: "):
		return journey.ClassBadArguments
	case strings.HasPrefix(text, `{"output":"aborted",`):
		return journey.ClassCancelled
	}
	return journey.ClassOK
}
