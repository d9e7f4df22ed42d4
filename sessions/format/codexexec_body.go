package format

import "hopscope/sessions/walk"

// cexFind walks a line that is read again.
func cexFind(line []byte) (*cexWorker, bool) {
	w := &cexWorker{walker: walk.New(walk.Compile(cexAllPaths())), names: names{}}
	hits, st := w.walker.Walk(line)
	w.line.Text = line
	w.sort(hits)
	return w, st.Result == walk.OK
}

// Call finds a call again.
func (codexExec) Call(line []byte, p Place) (c CallBody, ok bool) {
	w, ok := cexFind(line)
	if !ok {
		return CallBody{}, false
	}
	name, args, ok := w.called()
	if at := w.top[args]; !ok || name != p.Name || at.Start != p.Args || p.ID != 0 && w.top[cexID].Start != p.ID {
		return CallBody{}, false
	}
	return CallBody{ID: walk.Text(w.of(cexID)), Args: w.top[args]}, true
}

// Result finds the result of a call again.
func (codexExec) Result(line []byte, id string, max int) (text string, cut, ok bool) {
	w, ok := cexFind(line)
	if !ok {
		return "", false, false
	}
	if own := w.of(cexID); len(own) > 2 && id != "" && !walk.Equal(own, id) {
		return "", false, false
	}
	text, cut = w.result(max)
	return text, cut, true
}
