package format

import (
	"strings"

	"hopscope/journey"
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

// zed reads the database of Zed's agent: a thread is one document, of which
// each message is a line here. Its forms: 0.3.0 with {"Agent": {content,
// tool_results}}, and before that messages with role, tool_uses and
// tool_results. Source: zed-industries/zed, crates/agent/src/{db,thread,
// legacy_thread}.rs @0642ec7e and crates/language_model_core/src/request.rs
// @197cd24f, read 2026-11-30; not verified on a recording.
type zed struct{}

// Zed returns the format of Zed's threads.
func Zed() Format { return zed{} }

// Info describes the format.
func (zed) Info() Info {
	return Info{
		ID: "zed", Title: "Zed threads database", Label: "Zed", Client: "zed",
		Where: "~/.local/share/zed/threads/threads.db, on macOS ~/Library/Application Support/Zed/threads/threads.db, on Windows %LOCALAPPDATA%\\Zed\\threads\\threads.db; PATH#ID opens one thread, PATH the newest",
		Shape: "SQLite with the table threads, whose column data is a document in JSON or zstd",
		Notes: []string{
			"declared tools are not in it",
			"the version of Zed and the times of calls are not in it",
			"threads of agents that Zed only hosts (Claude Code, Gemini CLI) are not in it",
			"lines are messages of the thread in their order: the database has none",
		},
	}
}

const (
	zdData = rwSlots + iota
	zdModel
	zdProvider
	zdFolders
	zdEnd
)

var zdPaths = rowPaths(map[walk.Slot]string{
	rwTime: "created_at", zdData: "data", zdModel: "data.model.model", zdProvider: "data.model.provider", zdFolders: "folder_paths",
})

// Detect looks for rows of the client.
func (zed) Detect(h *Head) bool { yes, _ := rowsOf(h, "zed"); return yes }

// Peek reads session and time.
func (zed) Peek(h *Head) Peeked {
	return peekRows(h, []string{rwSession: "session_id", rwTime: "created_at"})
}

// Open returns a reader for one input.
func (zed) Open(k Keys) Reader {
	return &rowReader{pool: newEventPool(), last: map[string][]string{}, work: func(pool eventPool) walk.Worker[*Events] {
		return &zdWorker{newRowWorker(zdPaths, pool, k, zedRefusal{})}
	}}
}

// zedRefusal reads the one text with which Zed refuses a name: it lists and
// suggests none.
type zedRefusal struct{}

// Recognise takes the whole text or nothing.
func (zedRefusal) Recognise(text string) (journey.Refused, bool) {
	name, ok := strings.CutPrefix(text, "No tool named ")
	name, end := strings.CutSuffix(name, " exists")
	return journey.Refused{Class: journey.ClassUnknownTool, Name: name}, ok && end
}

// Beginnings of Zed's texts about calls that were stopped, were not allowed, or
// had arguments that are no JSON.
var (
	zedCancelled = [...]string{"Tool canceled by user"}
	zedDenied    = [...]string{"Permission to run tool denied by user", "Permission to run tool action denied by user"}
	zedMisfit    = [...]string{"Error parsing input JSON: "}
)

type zdWorker struct{ rowWorker }

// Line takes one line.
func (w *zdWorker) Line(l walk.Line) {
	if !w.read(l) {
		return
	}
	var at [zdEnd]walk.Range
	for _, h := range w.more {
		at[h.Slot] = h.Range
	}
	switch {
	case w.table("zed.threads"):
		w.thread(at[zdFolders])
	case w.table("zed.thread"):
		if w.top[rwAgent].Kind != walk.String && at[zdModel].Kind == walk.String {
			w.add(Event{Kind: MetaEvent, Data: &Meta{Model: w.names.of(at[zdModel].Of(l.Text)), Provider: textOf(l.Text, at[zdProvider])}})
		}
	case w.table("zed.message"):
		w.message(at[zdData])
	}
}

// thread takes the row of a thread; of several folders the first is told.
func (w *zdWorker) thread(folders walk.Range) {
	if w.top[rwAgent].Kind == walk.String {
		w.session()
		return
	}
	text := w.line.Text
	cwd, _, _ := strings.Cut(textOf(text, folders), "\n")
	w.add(Event{Kind: MetaEvent, Data: &Meta{Session: textOf(text, w.top[rwID]), Cwd: cwd, Parent: textOf(text, w.top[rwParent])}})
}

// message takes one message. Where several have one number they are of
// different threads.
func (w *zdWorker) message(data walk.Range) {
	doc := node.Loose(data.Of(w.line.Text))
	w.shift = data.Start
	m := zedMessage(doc)
	turn := uint64(0)
	if m.agent {
		turn = uint64(w.line.At) + 1
		w.add(Event{Kind: TurnEvent, Turn: turn})
	}
	w.rowWorker.message = turn
	for _, c := range m.calls {
		w.call(c, turn)
	}
	for _, r := range m.results {
		w.result(r)
	}
}

func (w *zdWorker) call(c node.Value, turn uint64) {
	id, args := c.Get("id"), zedArgs(c)
	e := Event{Kind: CallEvent, Turn: turn, From: turn, Key: w.idKey(id.Raw()), CallKey: w.keys.of(id.Raw()), Name: w.names.of(c.Get("name").Raw())}
	if args.Kind() != node.Absent {
		e.Args = w.shift + uint32(args.Offset())
	}
	w.callID(&e, w.rangeOf(id))
	w.add(e)
}

// rangeOf is where a string stands, from the beginning of the data.
func (w *zdWorker) rangeOf(v node.Value) walk.Range {
	if v.Kind() != node.String {
		return walk.Range{}
	}
	return walk.Range{Start: uint32(v.Offset()), End: uint32(v.Offset() + len(v.Raw())), Kind: walk.String}
}

func (w *zdWorker) result(r node.Value) {
	e := Event{Kind: ResultEvent, Key: w.idKey(r.Get("tool_use_id").Raw())}
	if r.Get("is_error").True() {
		e.Text, _ = zedText(r.Get("content"), errorHead)
		if hasAnyPrefix(e.Text, zedMisfit[:]) {
			e.Class = journey.ClassBadArguments
		} else {
			w.failed(&e, zedCancelled[:], zedDenied[:])
		}
	}
	w.add(e)
	if session := r.Get("output", "session_id").Str(); session != "" {
		w.add(Event{Kind: SpecialEvent, Data: ccStarted{session, r.Get("tool_use_id").Str()}})
	}
}

// zedSaid is what a message holds.
type zedSaid struct {
	agent          bool
	calls, results []node.Value
}

// zedMessage reads a message of either form.
func zedMessage(doc node.Value) (m zedSaid) {
	if doc.Kind() != node.Object {
		return m // "Resume"
	}
	if agent := doc.Get("Agent"); agent.Kind() == node.Object {
		m.agent = true
		for c := range agent.Get("content").Elements() {
			if use := c.Get("ToolUse"); use.Kind() == node.Object {
				m.calls = append(m.calls, use)
			}
		}
		for _, r := range agent.Get("tool_results").Members() {
			if r.Kind() == node.Object {
				m.results = append(m.results, r)
			}
		}
		return m
	}
	m.agent = doc.Get("role").Str() == "assistant"
	for c := range doc.Get("tool_uses").Elements() {
		if c.Kind() == node.Object {
			m.calls = append(m.calls, c)
		}
	}
	for r := range doc.Get("tool_results").Elements() { // 0.1.0: in the message behind
		if r.Kind() == node.Object {
			m.results = append(m.results, r)
		}
	}
	return m
}

// zedArgs are the arguments: what the model wrote where that is no JSON, and is
// kept beside an empty object.
func zedArgs(c node.Value) node.Value {
	input, raw := c.Get("input"), c.Get("raw_input")
	if input.Kind() == node.Absent || input.Kind() == node.Object && string(input.Raw()) == "{}" && raw.Str() != "" && raw.Str() != "{}" {
		return raw
	}
	return input
}

// zedText is a result as the model read it: one content or a list of them, each
// a text, {"Text": text} or {"type": "text", "text": text}; keys in any case.
func zedText(content node.Value, max int) (text string, cut bool) {
	var b strings.Builder
	one := func(v node.Value) {
		part, ok := v.Text()
		if !ok {
			for k, t := range v.Members() {
				if strings.EqualFold(k, "text") {
					part, ok = t.Text()
				} else if strings.EqualFold(k, "image") || strings.EqualFold(k, "source") {
					part, ok = "[image]", true
				}
			}
		}
		if ok {
			b.WriteString(part)
		}
	}
	if content.Kind() == node.Array {
		for v := range content.Elements() {
			one(v)
		}
	} else {
		one(content)
	}
	text = b.String()
	if len(text) <= max {
		return text, false
	}
	for max > 0 && text[max]&0xC0 == 0x80 {
		max--
	}
	return text[:max], true
}

// zedLine reads a line that is read again.
func zedLine(line []byte) (m zedSaid, shift uint32, ok bool) {
	hits, st := walk.New(walk.Compile([]string{1: "data"})).Walk(line)
	for _, h := range hits {
		if h.Slot == 1 && h.Kind == walk.Object {
			m, shift, ok = zedMessage(node.Loose(h.Of(line))), h.Start, true
		}
	}
	return m, shift, ok && st.Result == walk.OK
}

// Call finds a call again.
func (zed) Call(line []byte, p Place) (CallBody, bool) {
	m, shift, _ := zedLine(line)
	for _, c := range m.calls {
		id, args := c.Get("id"), zedArgs(c)
		var at walk.Range
		if args.Kind() != node.Absent {
			at = walk.Range{Start: shift + uint32(args.Offset()), Kind: walk.Object}
			if at.End = at.Start + uint32(len(args.Raw())); args.Kind() == node.String {
				at.Kind = walk.String
			}
		}
		if at.Start == p.Args && (p.ID == 0 || shift+uint32(id.Offset()) == p.ID) && nameText(c.Get("name").Raw()) == p.Name {
			return CallBody{ID: id.Str(), Args: at}, true
		}
	}
	return CallBody{}, false
}

// Result finds the result of a call again.
func (zed) Result(line []byte, id string, max int) (text string, cut, ok bool) {
	m, _, _ := zedLine(line)
	for _, r := range m.results {
		if r.Get("tool_use_id").Str() == id {
			text, cut = zedText(r.Get("content"), max)
			ok = true // the last one counts
		}
	}
	return text, cut, ok
}
