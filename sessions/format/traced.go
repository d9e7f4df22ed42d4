package format

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

// traced is a format of exports of a tracing service: runs of models and of
// tools, as lines, as elements of an array, or in a list of one object.
type traced struct {
	info Info
	// is reports whether an object is a run; lists are the paths of lists of
	// runs in an object around them.
	is    func(run node.Value) bool
	lists []string
	// runs takes an object apart: itself, and the runs in it.
	runs func(v node.Value) []tracedRun
}

// tracedRun is one run. A run that is of neither a model nor a tool says only
// what it says of the session.
type tracedRun struct {
	id, session, model, provider, cwd string
	start                             int64
	// of the model: what it was told and what it said.
	ofModel bool
	told    tracedSaid
	said    []tracedCall
	// refusal is why the provider refused a request because of a name.
	refusal string
	// of a tool: the call, what came of it.
	tool   bool
	call   tracedCall
	output string
	failed bool
}

// Info describes the format.
func (f *traced) Info() Info { return f.info }

// Detect looks at the first run.
func (f *traced) Detect(h *Head) bool {
	text := h.Text
	if len(text) == 0 && len(h.Lines) > 0 {
		text = h.Lines[0]
	}
	v := node.Loose(text[bomLen(text):])
	if v.Kind() == node.Array {
		v = v.First()
	}
	if f.is(v) {
		return true
	}
	_, ok := f.listIn(v)
	return ok
}

// listIn returns the path of the list of runs in an object.
func (f *traced) listIn(v node.Value) (path string, ok bool) {
	for _, path := range f.lists {
		if list := v.Get(splitDots(path)...); list.Kind() == node.Array && f.is(list.First()) {
			return path, true
		}
	}
	return "", false
}

// Peek reads session and time of the first run.
func (f *traced) Peek(h *Head) (p Peeked) {
	text := h.Text
	if len(text) == 0 && len(h.Lines) > 0 {
		text = h.Lines[0]
	}
	around := node.Loose(text[bomLen(text):])
	v := around
	if v.Kind() == node.Array {
		v = v.First()
	} else if path, ok := f.listIn(v); ok {
		v = v.Get(splitDots(path)...).First()
	}
	p.Session = kept(around.Get("sessionId").Str())
	for _, r := range f.runs(v) {
		p.Session = first(p.Session, r.session)
		if p.Time == 0 {
			p.Time = r.start
		}
	}
	return p
}

// Cutters find the runs.
func (f *traced) Cutters() (read, again walk.Cutter) {
	return &tracedCutter{f: f}, walk.CutValues()
}

// tracedCutter chooses how an input is cut by its beginning: lines, values
// that stand over several lines, or the elements of a list.
type tracedCutter struct {
	f     *traced
	inner walk.Cutter
}

// Cut chooses at the first bytes.
func (c *tracedCutter) Cut(data []byte, at int64, found func(start, end int64)) int64 {
	if c.inner == nil {
		text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")), " \t\r\n")
		if len(text) == 0 {
			return -1
		}
		if c.inner = c.f.cutterOf(text); text[0] == '[' { // its elements
			n := bytes.IndexByte(data, '[') + 1
			data, at = data[n:], at+int64(n)
		}
	}
	return c.inner.Cut(data, at, found)
}

func (f *traced) cutterOf(text []byte) walk.Cutter {
	if text[0] == '[' {
		return walk.CutValues()
	}
	v := node.Loose(text)
	if !f.is(v) {
		for _, path := range f.lists {
			if v.Get(splitDots(path)...).Kind() == node.Array {
				return walk.CutValues(path)
			}
		}
	}
	if n, ok := walk.Value(text); ok && bytes.IndexByte(text[:n], '\n') < 0 {
		return &lineCutter{open: -1}
	}
	return walk.CutValues()
}

// End ends the last record.
func (c *tracedCutter) End(at int64) (int64, bool) {
	if c.inner == nil {
		return at, false
	}
	return c.inner.End(at)
}

// lineCutter cuts lines, so that a damaged one costs no other.
type lineCutter struct{ open int64 }

// Cut looks for line ends.
func (c *lineCutter) Cut(data []byte, at int64, found func(start, end int64)) int64 {
	for i := 0; i < len(data); {
		if c.open < 0 {
			rest := bytes.TrimLeft(data[i:], " \t\r\n\xEF\xBB\xBF\x00")
			if i = len(data) - len(rest); len(rest) == 0 {
				break
			}
			c.open = at + int64(i)
		}
		n := bytes.IndexByte(data[i:], '\n')
		if n < 0 {
			break
		}
		i += n
		start := c.open
		c.open = -1
		found(start, at+int64(i))
	}
	return c.open
}

// End ends the last line, which may lack its end.
func (c *lineCutter) End(at int64) (int64, bool) { return at, c.open >= 0 }

// Open returns a reader for one input.
func (f *traced) Open(k Keys) Reader {
	return &tracedReader{f: f, keys: k, pool: newEventPool(), scheme: refusalsOfAll(nil)}
}

// Call finds a call by its number among those of its record.
func (f *traced) Call(record []byte, p Place) (CallBody, bool) {
	c, ok := f.nth(record, p)
	return CallBody{ID: c.id, Text: c.args}, ok
}

func (f *traced) nth(record []byte, p Place) (c tracedCall, ok bool) {
	n := uint32(0)
	for _, r := range f.sorted(record) {
		for _, c := range r.calls() {
			if n++; n == p.ID {
				return c, kept(c.name) == p.Name
			}
		}
	}
	return c, false
}

// calls are all calls of a run, in the order of their numbers.
func (r *tracedRun) calls() []tracedCall {
	list := append(slices.Clip(r.told.calls), r.said...)
	if r.tool {
		list = append(list, r.call)
	}
	return list
}

// sorted are the runs of a record, by their start.
func (f *traced) sorted(record []byte) []tracedRun {
	var runs []tracedRun
	if v := node.Loose(record); v.Kind() == node.Array { // a further list behind the first
		for e := range v.Elements() {
			runs = append(runs, f.runs(e)...)
		}
	} else {
		runs = f.runs(v)
	}
	slices.SortStableFunc(runs, func(a, b tracedRun) int { return cmp.Compare(a.start, b.start) })
	return runs
}

// Result finds the result of a call by its id.
func (f *traced) Result(record []byte, id string, max int) (text string, cut, ok bool) {
	return f.result(record, tracedCall{id: id}, max)
}

// ResultOf finds the result of a call that a record has.
func (f *traced) ResultOf(record, call []byte, p Place, max int) (text string, cut, ok bool) {
	c, ok := f.nth(call, p)
	if !ok {
		return "", false, false
	}
	return f.result(record, c, max)
}

// result looks for the run of the call, by id, else by name, and then for what
// a history says.
func (f *traced) result(record []byte, c tracedCall, max int) (text string, cut, ok bool) {
	runs := f.sorted(record)
	for _, byName := range [...]bool{false, true} {
		for _, r := range runs {
			if r.tool && (!byName && r.call.id == c.id && c.id != "" || byName && r.call.id == "" && r.call.name == c.name) {
				text, cut = cutAt(r.output, max)
				return text, cut, true
			}
		}
	}
	for _, r := range runs {
		for _, x := range r.told.results {
			if x.id == c.id && x.id != "" {
				text, cut = cutAt(x.text, max)
				return text, cut, true
			}
		}
	}
	return "", false, false
}

func splitDots(path string) []string { return strings.Split(path, ".") }

// tracedTime reads a time; one without a zone is in UTC.
func tracedTime(v node.Value) int64 {
	if text, ok := v.Text(); ok {
		if n := rfcMillis(text); n != 0 {
			return n
		}
		return rfcMillis(text + "Z")
	}
	return looseMillis(v.Raw())
}
