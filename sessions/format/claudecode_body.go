package format

import (
	"strings"

	"hopscope/sessions/walk"
)

// ccFind walks a line that is read again.
func ccFind(line []byte) (w *ccWorker, ok bool) {
	w = &ccWorker{walker: walk.New(walk.Compile(ccPaths[:])), names: names{}}
	hits, st := w.walker.Walk(line)
	if st.Result != walk.OK {
		return nil, false
	}
	w.line.Text = line
	w.sort(hits)
	return w, true
}

// Call finds a call again by where its id and arguments stand, and its name.
func (claudeCode) Call(line []byte, p Place) (c CallBody, ok bool) {
	w, ok := ccFind(line)
	if !ok {
		return CallBody{}, false
	}
	for i := range w.blocks {
		b := &w.blocks[i]
		if b.input.Start != p.Args || p.ID != 0 && b.id.Start != p.ID || textOf(line, b.name) != p.Name {
			continue
		}
		return CallBody{ID: walk.Text(b.id.Of(line)), Args: b.input}, true
	}
	return CallBody{}, false
}

// Result finds the result of a call again, the last one if the line holds
// several. What the model read is the content: a text, or blocks, of which text
// comes as it is and other kinds by name.
func (claudeCode) Result(line []byte, id string, max int) (text string, cut, ok bool) {
	w, ok := ccFind(line)
	if !ok {
		return "", false, false
	}
	found := -1
	for i := range w.blocks {
		b := &w.blocks[i]
		typ := b.typ.Of(line)
		if !walk.Equal(typ, "tool_result") && !isServerResult(typ) {
			continue
		}
		named := b.result.Len() > 2
		if named && walk.Equal(b.result.Of(line), id) || !named && id == "" && found < 0 {
			found = i
		}
	}
	if found < 0 {
		return "", false, false
	}
	b := &w.blocks[found]
	if b.content.Kind == walk.String {
		text, cut = walk.Head(b.content.Of(line), max)
	} else {
		text, cut = blocksText(b.content.Of(line), max)
	}
	return text, cut, true
}

const (
	btNothing walk.Slot = iota
	btElem
	btType
	btText
	btName
)

// blocksText joins the blocks of a content array: text as it is, a tool
// reference with its name, other blocks by their type in brackets. A value
// that is no array of blocks comes as it stands.
func blocksText(raw []byte, max int) (text string, cut bool) {
	w := walk.New(walk.Compile([]string{btElem: "[]", btType: "[].type", btText: "[].text", btName: "[].tool_name"}))
	hits, st := w.Walk(raw)
	if st.Result != walk.OK || st.Root != walk.Array {
		if len(raw) > max {
			return string(raw[:max]), true
		}
		return string(raw), false
	}
	var out []byte
	var at [btName + 1]walk.Range
	for _, h := range hits {
		at[h.Slot] = h.Range
		if h.Slot != btElem {
			continue
		}
		if len(out) > 0 {
			out = append(out, '\n')
		}
		switch {
		case h.Kind == walk.String:
			out, cut = walk.AppendHead(out, h.Of(raw), max-len(out))
		case at[btText].Kind == walk.String:
			out, cut = walk.AppendHead(out, at[btText].Of(raw), max-len(out))
		default:
			words := []string{textOf(raw, at[btType])}
			if at[btName].Kind == walk.String {
				words = append(words, textOf(raw, at[btName]))
			}
			out = append(out, "["+strings.Join(words, " ")+"]"...)
		}
		if cut || len(out) > max {
			return string(out[:min(len(out), max)]), true
		}
		at = [btName + 1]walk.Range{}
	}
	return string(out), false
}
