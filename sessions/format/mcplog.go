package format

import (
	"hash/maphash"
	"strings"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

// mcpLog reads the messages of an MCP session, one JSON-RPC message or batch a
// line, or as documents one after another, or as one array. The names in
// it are those that the server knows. Source: the MCP specification 2025-11-25,
// read 2026-11-30.
type mcpLog struct{}

// MCPLog returns the format of the log of an MCP session.
func MCPLog() Format { return mcpLog{} }

// Info describes the format.
func (mcpLog) Info() Info {
	return Info{
		ID: "mcp-log", Title: "MCP session log", Label: "MCP", Capture: true,
		Where: "the messages between a client and an MCP server, as a proxy or the client logs them",
		Shape: "JSON-RPC messages, one a line, with initialize or tools/call",
		Notes: []string{
			"what the model wrote, and which other tools it was offered, is not in it: names are those of the server",
			"turns are told by order: calls go together until one is answered",
		},
	}
}

// Tails is true: messages are appended.
func (mcpLog) Tails() bool { return true }

// mcpCalls and the others are the methods that count.
const (
	mcpInitialize = "initialize"
	mcpCalls      = "tools/call"
	mcpLists      = "tools/list"
	mcpCancels    = "notifications/cancelled"
)

// mcpKind says what a message is.
type mcpKind uint8

const (
	mcpOther mcpKind = iota // JSON-RPC, and nothing that counts
	mcpNone                 // no JSON-RPC
	mcpStart
	mcpCall
	mcpList
	mcpCancel
	mcpAnswer
)

// mcpMessage is one message.
type mcpMessage struct {
	kind mcpKind
	// fromServer: a request of the server, with an id of its own counting.
	fromServer              bool
	id                      node.Value
	params, result, failure node.Value
}

func readMCP(doc node.Value) (m mcpMessage) {
	m.kind = mcpNone
	if doc.Kind() != node.Object {
		return m
	}
	var method node.Value
	for k, v := range doc.Members() {
		switch k {
		case "jsonrpc":
			m.kind = mcpOther
		case "id":
			m.id = v
		case "method":
			method = v
		case "params":
			m.params = v
		case "result":
			m.result = v
		case "error":
			m.failure = v
		}
	}
	if m.kind == mcpNone {
		return m
	}
	switch name := method.Str(); {
	case name == mcpInitialize:
		m.kind = mcpStart
	case name == mcpCalls:
		m.kind = mcpCall
	case name == mcpLists:
		m.kind = mcpList
	case name == mcpCancels:
		m.kind = mcpCancel
	case name != "":
		m.fromServer = strings.HasPrefix(name, "sampling/") || strings.HasPrefix(name, "elicitation/") || name == "roots/list"
	case m.result.Kind() == node.Object || m.failure.Kind() == node.Object:
		m.kind = mcpAnswer
	}
	return m
}

// messages calls f for the message of a document, or those of a batch.
func mcpMessages(doc node.Value, f func(doc node.Value)) {
	if doc.Kind() != node.Array {
		f(doc)
		return
	}
	for e := range doc.Elements() {
		f(e)
	}
}

// mcpVerdict counts what documents are.
type mcpVerdict struct{ other, start, calls bool }

func (v *mcpVerdict) see(doc node.Value) {
	mcpMessages(doc, func(doc node.Value) {
		switch readMCP(doc).kind {
		case mcpNone:
			v.other = true
		case mcpStart:
			v.start = true
		case mcpCall:
			v.calls = true
		}
	})
}

// Detect wants messages only, and one that begins a session or calls a tool. A
// listing alone is a catalog.
func (mcpLog) Detect(h *Head) bool {
	var v mcpVerdict
	w := walk.New(walk.Compile([]string{""}))
	for i, line := range h.Lines {
		_, st := w.Walk(line)
		switch {
		case st.Result == walk.OK:
			v.see(node.Loose(line))
		case i == 0 || st.Result != walk.Cut: // the head may end in a line
			return false
		}
	}
	return !v.other && (v.start || v.calls)
}

// Whole recognises documents that are no lines: there a tool has to be called.
func (mcpLog) Whole(data []byte) bool {
	var v mcpVerdict
	docs, _ := node.Documents(data[bomLen(data):])
	for _, d := range docs {
		v.see(d)
	}
	return len(docs) > 0 && !v.other && v.calls
}

// Peek knows nothing: messages have neither session nor time.
func (mcpLog) Peek(*Head) Peeked { return Peeked{} }

// Open returns a reader for one input.
func (mcpLog) Open(k Keys) Reader { return newMCPReader(k) }

func newMCPReader(k Keys) *mcpReader {
	p, err := provider.Get("mcp")
	r := &mcpReader{keys: k, pool: newEventPool(), refusals: recognisers{refusalsOf("verbatim")}, open: map[uint64]uint64{}, asked: map[uint64]bool{}}
	if err == nil {
		r.codec, _ = p.(journey.Codec)
	}
	return r
}

// mcpSaid is the Data of the event of a message: its kind, and the key of its
// id. The event is that of the call or the result.
type mcpSaid struct {
	kind mcpKind
	id   uint64
	// more: a page of a list, which is asked for with a cursor, or which has one.
	more bool
	// shaped: the answer looks like that of a call.
	shaped bool
	tools  *journey.Catalog
	client string
}

type mcpWorker struct {
	r    *mcpReader
	text bool // the messages stand behind other text
	walk *walk.Walker
	name names
	out  *Events
	time int64 // of the line
}

// End hands over the events.
func (w *mcpWorker) End() *Events {
	out := w.out
	w.out = w.r.pool.get()
	return out
}

// Line takes one line, or all of a log that is no lines.
func (w *mcpWorker) Line(l walk.Line) {
	if l.Long {
		w.out.status(l, walk.Status{})
		return
	}
	if w.text {
		w.logged(l)
		return
	}
	_, st := w.walk.Walk(l.Text)
	switch {
	case st.Result == walk.OK && (st.Root == walk.Object || st.Root == walk.Array):
		mcpMessages(node.Loose(l.Text), func(doc node.Value) { w.message(l, doc, 0) })
	case l.Last && l.At == 0 && st.Result == walk.Bad && w.several(l.Text):
		w.documents(l)
	default:
		w.out.status(l, st)
	}
}

// several reports whether documents stand in a text: a line that is damaged
// holds none.
func (w *mcpWorker) several(text []byte) bool {
	docs, _ := node.Documents(text[bomLen(text):])
	return len(docs) > 0
}

// documents takes documents that stand one after another over several lines.
func (w *mcpWorker) documents(l walk.Line) {
	d := docReader{text: l.Text}
	docs, err := node.Documents(l.Text[bomLen(l.Text):])
	for _, v := range docs {
		mcpMessages(v, func(v node.Value) {
			at := bomLen(l.Text) + v.Offset()
			part := d.line(at, at+len(v.Raw()))
			w.message(part, node.Loose(part.Text), 0)
		})
	}
	if err != nil {
		w.out.fault(d.line(d.at, d.at), "what stands behind this message is cut or no JSON: "+err.Error(), "the messages before that are read")
	}
}

// message takes a message; shift is where the text in which it stands begins in
// the line.
func (w *mcpWorker) message(l walk.Line, doc node.Value, shift int) {
	m := readMCP(doc)
	e := Event{Kind: SpecialEvent, Line: l.Number, At: l.At, Time: w.time}
	said := &mcpSaid{kind: m.kind, id: w.r.idKey(m.id)}
	switch m.kind {
	case mcpNone:
		w.out.fault(l, "no JSON-RPC message", skipped)
		return
	case mcpStart:
		said.client = kept(strings.TrimSpace(m.params.Get("clientInfo", "name").Str() + " " + m.params.Get("clientInfo", "version").Str()))
	case mcpCall:
		w.call(&e, m, uint32(shift))
	case mcpList:
		said.more = m.params.Get("cursor").Kind() == node.String
	case mcpCancel:
		said.id = w.r.idKey(m.params.Get("requestId"))
		e.Text = m.params.Get("reason").Str()
	case mcpAnswer:
		w.answer(&e, said, m, doc)
	case mcpOther:
		if !m.fromServer {
			return
		}
	}
	e.Data = said
	w.out.add(e)
}

func (w *mcpWorker) call(e *Event, m mcpMessage, shift uint32) {
	name, args := m.params.Get("name"), m.params.Get("arguments")
	e.Name = w.name.of(name.Raw())
	if name.Kind() != node.String {
		e.Name = ""
	}
	if args.Kind() != node.Absent {
		e.Args = shift + uint32(args.Offset())
	}
	e.ID = shift + uint32(m.id.Offset())
	if m.id.Kind() == node.String && len(m.id.Raw()) > 2 && len(m.id.Raw()) < 256 {
		e.IDLen = uint8(len(m.id.Raw()))
	}
	if e.Name == "" {
		e.Flags |= journey.FlagEmptyName
	}
}

func (w *mcpWorker) answer(e *Event, said *mcpSaid, m mcpMessage, doc node.Value) {
	if tools := m.result.Get("tools"); tools.Kind() == node.Array && w.r.codec != nil {
		if list, _, err := w.r.codec.ReadRequest(doc.Raw()); err == nil {
			said.tools, said.more = &list, m.result.Get("nextCursor").Kind() == node.String
		}
		return
	}
	said.shaped = m.failure.Kind() == node.Object
	if !said.shaped {
		content := m.result.Get("content").Kind()
		said.shaped = m.result.Get("role").Kind() == node.Absent &&
			(content == node.Array || content == node.Absent && (m.result.Get("structuredContent").Kind() != node.Absent || m.result.Get("toolResult").Kind() != node.Absent))
	}
	if m.failure.Kind() == node.Object || m.result.Get("isError").True() {
		e.Text, _ = mcpText(m, errorHead)
		e.Class, e.Extra = mcpClass(w.r.refusals, e.Text)
	}
}

// mcpMisfit is what the SDKs write before the text of an error of theirs.
const mcpMisfit = "MCP error -32602: "

// mcpClass decides what a failed answer is, by its text.
func mcpClass(s recogniser, text string) (journey.Class, *journey.Extra) {
	bare := strings.TrimPrefix(text, mcpMisfit)
	class, extra := failedClass(s, text)
	if class == journey.ClassToolFailed && bare != text {
		class, extra = failedClass(s, bare)
	}
	return class, extra
}

// idKey is the key of an id, 0 for none.
func (r *mcpReader) idKey(id node.Value) uint64 {
	if k := id.Kind(); k != node.String && k != node.Number {
		return 0
	}
	return max(maphash.Bytes(r.keys.seed, id.Raw()), 1)
}
