package format

import (
	"sync"

	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

// lineForm is a format of which every line, or every message of a document,
// can be understood without the lines before it: the paths of its fields, and
// a function that makes events of one line. The same function serves to find
// bodies again, so that the two cannot disagree.
type lineForm struct {
	info Info
	// paths of the fields; their places are the slots of take.
	paths []string
	// probes are the paths at which detection looks, verdict what one line
	// says about the format.
	probes  []string
	verdict func(line []byte, at []walk.Range) verdict
	// session and time are paths of the session id and of a time.
	session, time string
	take          func(w *lineWorker)
	// merge takes what take gave to special events, end says what the input
	// does not show; both may be nil.
	merge func(r *lineReader, b *Builder, e *Event)
	end   func(r *lineReader, b *Builder)
	// refusals are the clients whose refusals are recognised; nil: of all.
	refusals []string
	// list is the key of the messages where the recording is one JSON object,
	// empty for formats of lines only; document decides by its members.
	list     string
	document func(doc node.Value) bool
	// reads is how a result was read by the model; nil: bodyText.
	reads func(raw []byte, max int) (text string, cut bool)
	// tails: the client appends lines.
	tails bool

	once sync.Once
	spec *walk.Spec
}

func (f *lineForm) compiled() *walk.Spec {
	f.once.Do(func() { f.spec = walk.Compile(f.paths) })
	return f.spec
}

// Tails reports whether recordings only grow, line by line.
func (f *lineForm) Tails() bool { return f.tails }

// verdict is what one line says about a format.
type verdict uint8

// The verdicts. never: the input is of another format, whatever the other
// lines say.
const (
	perhaps verdict = iota
	surely
	never
)

// Info describes the format.
func (f *lineForm) Info() Info { return f.info }

// Detect asks for a verdict on each line of the head.
func (f *lineForm) Detect(h *Head) bool {
	if f.verdict == nil {
		return false
	}
	w := walk.New(walk.Compile(f.probes))
	at := make([]walk.Range, len(f.probes))
	found := false
	for i, line := range h.Lines {
		hits, st := w.Walk(line)
		if i == 0 && st.Result == walk.Cut && (len(h.Lines) > 1 || h.Whole) {
			return false // a document over several lines begins
		}
		if st.Result != walk.OK || st.Root != walk.Object {
			continue
		}
		clear(at)
		for _, hit := range hits {
			at[hit.Slot] = hit.Range
		}
		switch f.verdict(line, at) {
		case surely:
			found = true
		case never:
			return false
		}
	}
	return found
}

// Whole reports whether the content is one object of this format; the object
// may be cut.
func (f *lineForm) Whole(data []byte) bool {
	if f.list == "" {
		return false
	}
	doc := node.Loose(data[bomLen(data):])
	return doc.Kind() == node.Object && doc.Get(f.list).Kind() == node.Array && f.document(doc)
}

func bomLen(data []byte) int {
	if len(data) >= 3 && string(data[:3]) == "\xEF\xBB\xBF" {
		return 3
	}
	return 0
}

// Peek reads the session and the first time.
func (f *lineForm) Peek(h *Head) (p Peeked) {
	w := walk.New(walk.Compile([]string{1: f.session, 2: f.time}))
	for _, line := range h.Lines {
		hits, _ := w.Walk(line)
		for _, hit := range hits {
			raw := hit.Of(line)
			switch {
			case hit.Slot == 1 && p.Session == "":
				p.Session, _ = walk.Head(raw, NameMax)
			case hit.Slot == 2 && p.Time == 0:
				p.Time = epoch(raw)
			}
		}
	}
	return p
}

// Open returns a reader for one input.
func (f *lineForm) Open(k Keys) Reader {
	return &lineReader{form: f, spec: f.compiled(), keys: k, pool: newEventPool(), scheme: refusalsOfAll(f.refusals)}
}

// Call finds a call again by where its id and arguments stand, and its name.
func (f *lineForm) Call(line []byte, p Place) (c CallBody, ok bool) {
	w, ok := f.again(line)
	if !ok {
		return CallBody{}, false
	}
	for i := range w.calls {
		c := &w.calls[i]
		if c.args.Start == p.Args && (p.ID == 0 || c.id.Start == p.ID) && w.nameOf(c) == p.Name {
			return CallBody{ID: walk.Text(c.id.Of(line)), Args: c.args}, true
		}
	}
	return CallBody{}, false
}

// Result finds the result of a call again, the last one if the line holds
// several.
func (f *lineForm) Result(line []byte, id string, max int) (text string, cut, ok bool) {
	w, ok := f.again(line)
	if !ok {
		return "", false, false
	}
	found := -1
	for i, r := range w.results {
		named := r.id.Kind == walk.String && r.id.Len() > 2
		if named && walk.Text(r.id.Of(line)) == id || !named && id == "" && found < 0 {
			found = i
		}
	}
	if found < 0 && id == "" && len(w.results) > 0 {
		found = 0 // paired by order: the call has no id, its result has one
	}
	if found < 0 {
		return "", false, false
	}
	text, cut = f.text(w.results[found].body.Of(line), max)
	return text, cut, true
}

// again takes a line that is read again.
func (f *lineForm) again(line []byte) (*lineWorker, bool) {
	w := (&lineReader{form: f, spec: f.compiled(), keys: newKeys(), scheme: noRecogniser{}}).worker()
	w.line.Text = line
	return w, w.walk() == nil
}

func (f *lineForm) text(raw []byte, max int) (text string, cut bool) {
	if f.reads != nil {
		return f.reads(raw, max)
	}
	return bodyText(raw, max)
}

// bodyText is a result as the model read it: a text, the texts of content
// blocks, or a value as it stands.
func bodyText(raw []byte, max int) (text string, cut bool) {
	if len(raw) > 0 && raw[0] == '"' {
		return walk.Head(raw, max)
	}
	return blocksText(raw, max)
}

// lineReader reads one input of a lineForm.
type lineReader struct {
	form   *lineForm
	spec   *walk.Spec
	keys   Keys
	pool   eventPool
	scheme recogniser

	// What formats without message ids count: a message of the model goes on
	// until something is answered.
	said  bool
	steps uint64
	// What single formats keep between lines.
	kimi      kimiState
	asked     map[uint64]string // Copilot CLI: names of calls that have not begun
	listed    bool
	answered  bool // Cursor: a result was met
	task      clineState
	chat      vsLog
	compacted int
	rewound   int
}

// Worker returns a worker for one goroutine.
func (r *lineReader) Worker() walk.Worker[*Events] { return r.worker() }

func (r *lineReader) worker() *lineWorker {
	return &lineWorker{
		form: r.form, walker: walk.New(r.spec), pool: r.pool, keys: r.keys, names: names{}, scheme: r.scheme,
		out: r.pool.get(), top: make([]walk.Range, len(r.form.paths)),
	}
}

// saying is the Data of an event before what the model says (true) and of one
// before what it is told (false), in formats without message ids.
type saying bool

// Merge takes special events.
func (r *lineReader) Merge(b *Builder, e *Event) {
	if d, ok := e.Data.(saying); ok {
		if bool(d) && !r.said {
			r.steps++
			b.turn(r.steps * 0x9E3779B97F4A7C15)
		}
		r.said = bool(d)
		return
	}
	if r.form.merge != nil {
		r.form.merge(r, b, e)
	}
}

// Recycle takes back events that are merged.
func (r *lineReader) Recycle(e *Events) { r.pool.put(e) }

// End says what the input does not show.
func (r *lineReader) End(b *Builder) {
	if r.form.end != nil {
		r.form.end(r, b)
	}
}
