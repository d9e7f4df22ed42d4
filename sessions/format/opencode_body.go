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
	var part ocPartFields
	var shift uint32
	if isProjected(line) {
		part, shift, ok = findTool(line, func(t *ocPartFields, at uint32) bool {
			return p.ID != 0 && at+t.at[opCall].Start == p.ID || p.ID == 0 && at+t.args().Start == p.Args
		})
	} else {
		part, shift, ok = f.find(line)
	}
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
func (f openCode) Result(line []byte, id string, max int) (text string, cut, ok bool) {
	var part ocPartFields
	if isProjected(line) {
		part, _, ok = findTool(line, func(t *ocPartFields, _ uint32) bool { return walk.Text(t.of(opCall)) == id })
	} else {
		part, _, ok = f.find(line)
	}
	if !ok || !part.done() {
		return "", false, false
	}
	text, cut = part.resultText(max)
	return text, cut, true
}
