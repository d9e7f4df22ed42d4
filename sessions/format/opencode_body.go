package format

import "hopscope/sessions/walk"

// ocFind finds the part in a line that is read again: behind data or part, or
// the line itself.
func ocFind(line []byte) (p ocPartFields, shift uint32, ok bool) {
	hits, st := walk.New(walk.Compile([]string{1: "data", 2: "part", 3: "table", 4: "sessionID", 5: "timestamp"})).Walk(line)
	if st.Result != walk.OK {
		return p, 0, false
	}
	var at [6]walk.Range
	for _, h := range hits {
		at[h.Slot] = h.Range
	}
	inner := walk.Range{End: uint32(len(line))}
	switch {
	case at[3].Kind == walk.String:
		inner = at[1]
	case at[5].Kind != walk.None && at[2].Kind == walk.Object:
		inner = at[2]
	}
	p, ok = readPart(walk.New(ocPartSpec), inner.Of(line))
	return p, inner.Start, ok
}

// Call finds a call again.
func (openCode) Call(line []byte, p Place) (c CallBody, ok bool) {
	part, shift, ok := ocFind(line)
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
func (openCode) Result(line []byte, _ string, max int) (text string, cut, ok bool) {
	part, _, ok := ocFind(line)
	if !ok || !part.done() {
		return "", false, false
	}
	text, cut = walk.Head(part.result().Of(part.raw), max)
	return text, cut, true
}
