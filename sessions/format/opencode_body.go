package format

import "hopscope/sessions/walk"

// find finds the part in a line that is read again: behind data or part; that
// of an export is the line itself.
func (f openCode) find(line []byte) (p ocPartFields, shift uint32, ok bool) {
	inner := walk.Range{End: uint32(len(line))}
	if f.form != ocExport {
		hits, st := walk.New(walk.Compile([]string{"", "data", "part"})).Walk(line)
		if st.Result != walk.OK {
			return p, 0, false
		}
		inner = walk.Range{}
		for _, h := range hits {
			if h.Slot == 1 && f.form != ocRun || h.Slot == 2 && f.form == ocRun {
				inner = h.Range
			}
		}
	}
	p, ok = readPart(walk.New(ocPartSpec), inner.Of(line))
	return p, inner.Start, ok
}

// Call finds a call again.
func (f openCode) Call(line []byte, p Place) (c CallBody, ok bool) {
	part, shift, ok := f.find(line)
	if !ok || textOf(part.raw, part.echo()) != p.Name {
		return CallBody{}, false
	}
	args := part.args()
	if args.Kind != walk.None {
		args.Start, args.End = args.Start+shift, args.End+shift
	}
	return CallBody{ID: walk.Text(part.of(opCall)), Args: args}, args.Kind == walk.None || args.Start == p.Args
}

// Result finds the result of a call again.
func (f openCode) Result(line []byte, _ string, max int) (text string, cut, ok bool) {
	part, _, ok := f.find(line)
	if !ok || !part.done() {
		return "", false, false
	}
	text, cut = walk.Head(part.result().Of(part.raw), max)
	return text, cut, true
}
