package format

import "hopscope/sessions/walk"

// find finds the part in a line that is read again: behind data or part; that
// of an export is the line itself.
func (f openCode) find(line []byte) (p ocPartFields, shift uint32, ok bool) {
	inner := walk.Range{End: uint32(len(line))}
	var wrote walk.Range
	if f.form != ocExport {
		hits, st := walk.New(walk.Compile([]string{"", "data", "part", "data.part", "wrote"})).Walk(line)
		if st.Result != walk.OK {
			return p, 0, false
		}
		var at [5]walk.Range
		for _, h := range hits {
			at[h.Slot] = h.Range
		}
		inner, wrote = at[1], at[4]
		switch {
		case f.form == ocRun:
			inner = at[2]
		case isEvent(line):
			inner = at[3]
		}
	}
	p, ok = readPart(walk.New(ocPartSpec), inner.Of(line))
	if wrote.Kind == walk.String && f.form == ocDatabase {
		p.wrote = wrote.Of(line)
	}
	return p, inner.Start, ok
}

// Call finds a call again.
func (f openCode) Call(line []byte, p Place) (c CallBody, ok bool) {
	var part ocPartFields
	var shift uint32
	if c, step := stepCall(line, p); step {
		return c.body, c.ok
	}
	if isProjected(line) {
		part, shift, ok = findTool(line, func(t *ocPartFields, at uint32) bool {
			return p.ID != 0 && at+t.at[opCall].Start == p.ID || p.ID == 0 && at+t.args().Start == p.Args
		})
	} else {
		part, shift, ok = f.find(line)
	}
	if !ok || nameText(part.echo()) != p.Name {
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
	if text, cut, ok, step := stepResult(line, id, max); step {
		return text, cut, ok
	}
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
