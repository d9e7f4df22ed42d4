package format

import (
	"hopscope/sessions/walk"
)

// cxFind walks a line that is read again; base is where its item's slots begin.
func cxFind(line []byte) (w *cxWorker, base walk.Slot, ok bool) {
	w = &cxWorker{walker: walk.New(walk.Compile(cxPaths())), names: names{}}
	hits, st := w.walker.Walk(line)
	if st.Result != walk.OK {
		return nil, 0, false
	}
	w.line.Text = line
	w.sort(hits)
	if w.top[cxPayload].Kind != walk.Object {
		base = cxBare
	}
	return w, base, true
}

// Call finds a call again by where its id and arguments stand, and its name.
func (codex) Call(line []byte, p Place) (c CallBody, ok bool) {
	w, base, ok := cxFind(line)
	if !ok {
		return CallBody{}, false
	}
	for i := range cxCalls {
		k := &cxCalls[i]
		if !walk.Equal(w.of(base+cxType), k.typ) {
			continue
		}
		name, id, args := w.place(base, k)
		if own := w.top[base+cxID]; id.Kind == walk.None && p.ID != 0 && own.Start == p.ID { // of a document
			id = own
		}
		if args.Start != p.Args || p.ID != 0 && id.Start != p.ID || w.called(name, k) != p.Name {
			return CallBody{}, false
		}
		return CallBody{ID: walk.Text(id.Of(line)), Args: args}, true
	}
	return CallBody{}, false
}

// Result finds the result of a call again. The result of a call that the
// provider ran is its status.
func (codex) Result(line []byte, id string, max int) (text string, cut, ok bool) {
	w, base, ok := cxFind(line)
	if !ok {
		return "", false, false
	}
	typ := w.of(base + cxType)
	if !oneOf(typ, cxResults[:]) {
		for i := range cxCalls {
			if k := &cxCalls[i]; k.server && walk.Equal(typ, k.typ) {
				text, cut = walk.Head(w.of(base+cxStatus), max)
				return text, cut, true
			}
		}
		return "", false, false
	}
	if own := w.of(base + cxCallID); len(own) > 2 && id != "" && !walk.Equal(own, id) {
		return "", false, false
	}
	at := w.top[base+cxOutput]
	for _, slot := range [...]walk.Slot{cxTools, cxResult} {
		if at.Kind == walk.None {
			at = w.top[base+slot]
		}
	}
	if at.Kind == walk.Object || at.Kind == walk.String {
		if one := w.output(base); one.Kind == walk.String {
			text, cut = walk.Head(one.Of(line), max)
			return text, cut, true
		}
	}
	if at.Kind == walk.None {
		return "", false, true
	}
	text, cut = blocksText(at.Of(line), max)
	return text, cut, true
}
