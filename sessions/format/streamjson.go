package format

import (
	"bytes"
	"slices"
	"strings"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

// streamJSON reads what `claude -p --output-format stream-json` prints, the
// messages of its SDK, and the array of the same objects that its GitHub
// action writes. Qwen Code and Amp print the same layout. Messages are those of
// the session files, so the reader is that one with other fields around them.
type streamJSON struct{ claudeCode }

// StreamJSON returns the format of stream-json output.
func StreamJSON() Format { return streamJSON{} }

// Info describes the format.
func (streamJSON) Info() Info {
	return Info{
		ID: "claude-stream-json", Title: "stream-json output", Label: "Claude Code", Client: "claude-code",
		VersionField: "init line",
		Where:        "stdout of claude -p --output-format stream-json --verbose, also as a JSON array",
		Shape:        "JSON lines with session_id, the first of type system and subtype init",
		Notes: []string{
			"of the declared tools only the names are in it, and deferred ones may not have been sent",
			"the version is not in it before claude_code_version stood in the init line",
		},
	}
}

// The slots that stand behind those of ccPaths.
const (
	sjSession = ccSlots + iota
	sjParent
	sjTool
	sjServer
	sjServerName
	sjServerStatus
	sjClaude
	sjQwen
	sjAgentMode
	sjModel
	sjKind
	sjDenied
	sjEnd
)

// sjPaths are the paths of a message and those of the init line.
func sjPaths() []string {
	paths := append(slices.Clone(ccPaths[:]), make([]string, int(sjEnd)-len(ccPaths))...)
	for slot, path := range map[walk.Slot]string{
		sjSession: "session_id", sjParent: "parent_tool_use_id", sjTool: "tools[]",
		sjServer: "mcp_servers[]", sjServerName: "mcp_servers[].name", sjServerStatus: "mcp_servers[].status",
		sjClaude: "claude_code_version", sjQwen: "qwen_code_version", sjAgentMode: "agent_mode", sjModel: "model",
		sjKind:   "tool_result_meta[].non_execution_kind", // since 2.1.216 or so
		sjDenied: "permission_denials[].tool_use_id",      // of the last line
	} {
		paths[slot] = path
	}
	return paths
}

// Detect looks for the init line, or for messages with session_id and none
// with sessionId. An init line that is all of the input is a list of tools.
func (streamJSON) Detect(h *Head) bool {
	w := walk.New(walk.Compile([]string{1: "type", 2: "subtype", 3: "session_id", 4: "sessionId", 5: "message.role", 6: "message.parts", 7: "message.content"}))
	inits, messages := 0, 0
	for _, line := range h.Lines {
		hits, st := w.Walk(line)
		if st.Result != walk.OK || st.Root != walk.Object {
			continue
		}
		var at [8]walk.Range
		for _, hit := range hits {
			at[hit.Slot] = hit.Range
		}
		switch {
		case at[4].Kind != walk.None || at[6].Kind != walk.None:
			return false
		case walk.Equal(at[1].Of(line), "system") && walk.Equal(at[2].Of(line), "init") && at[3].Kind == walk.String:
			inits++
		case at[3].Kind == walk.String && at[7].Kind != walk.None:
			messages++
		}
	}
	return messages > 0 || inits > 0 && (!h.Whole || len(h.Lines) > 1)
}

// Peek reads the session.
func (streamJSON) Peek(h *Head) (p Peeked) {
	w := walk.New(walk.Compile([]string{1: "session_id"}))
	for _, line := range h.Lines {
		hits, _ := w.Walk(line)
		for _, hit := range hits {
			if p.Session == "" {
				p.Session, _ = walk.Head(hit.Of(line), NameMax)
			}
		}
	}
	return p
}

// Open returns a reader for one input.
func (streamJSON) Open(k Keys) Reader {
	return &sjReader{ccReader: newCCReader(sjPaths(), k, recognisers{refusalsOf("claude-code"), refusalsOf("qwen-code")})}
}

// recognisers asks several clients.
type recognisers []recogniser

// Recognise is the answer of the first client that knows the text.
func (list recognisers) Recognise(text string) (journey.Refused, bool) {
	for _, r := range list {
		if refused, ok := r.Recognise(text); ok {
			return refused, true
		}
	}
	return journey.Refused{}, false
}

// sjReader is the reader of session files with the list of the init line.
type sjReader struct {
	*ccReader
	last []string // names of the last init line
	// failed are the results that were taken for failures of the tool until the
	// last line, which lists the calls that were denied.
	failed map[uint64]Event
}

// sjInit is the Data of an init line.
type sjInit struct {
	names   []string
	servers []journey.ServerEntry
}

// Worker returns a worker for one goroutine.
func (r *sjReader) Worker() walk.Worker[*Events] { return &sjWorker{ccWorker: r.worker()} }

// Merge takes the events in file order.
func (r *sjReader) Merge(b *Builder, e *Event) {
	switch d := e.Data.(type) {
	case sjInit:
		r.init(b, e, d)
	case sjFailed:
		r.fail(b, e)
	case sjDenial:
		r.deny(b, e)
	default:
		r.ccReader.Merge(b, e)
	}
}

// init makes a snapshot of an init line, unless it repeats the one before: a
// session that goes on prints one on each turn.
func (r *sjReader) init(b *Builder, e *Event, d sjInit) {
	for _, s := range r.changed(d.servers) {
		if s.Status != "connected" {
			b.batch.Servers = append(b.batch.Servers, s)
		}
	}
	if r.last != nil && slices.Equal(r.last, d.names) {
		return
	}
	r.last, r.complete = d.names, true
	c := journey.Catalog{Form: journey.FormSafe, Complete: true, Servers: d.servers}
	for _, name := range d.names {
		c.Tools = append(c.Tools, journey.Tool{Form: journey.FormSafe, Safe: journey.Safe(name), Builtin: !strings.HasPrefix(name, "mcp__")})
	}
	b.snapshot(e, "init line", c)
}

// sjWorker turns lines into events.
type sjWorker struct {
	*ccWorker
	parent []byte // the last parent_tool_use_id that was reported
}

// End hands over the events.
func (w *sjWorker) End() *Events {
	w.parent = nil
	return w.ccWorker.End()
}

// Line takes one line.
func (w *sjWorker) Line(l walk.Line) {
	if !w.read(l) {
		return
	}
	init := walk.Equal(w.of(ccType), "system") && walk.Equal(w.of(ccSubtype), "init")
	w.around(init)
	w.meta()
	switch {
	case init:
		w.init()
	case walk.Equal(w.of(ccType), "assistant"):
		w.assistant()
	case walk.Equal(w.of(ccType), "user"):
		before := len(w.out.List)
		w.user()
		w.failures(w.out.List[before:])
	case walk.Equal(w.of(ccType), "result"):
		w.denials()
	}
}

// around puts the fields of this format where the other reader looks for them:
// the call that started a subagent is the subagent's id.
func (w *sjWorker) around(init bool) {
	for _, h := range w.att {
		switch h.Slot {
		case sjSession:
			w.top[ccSessionID] = h.Range
		case sjParent:
			w.top[ccAgentID] = h.Range
		case sjClaude, sjQwen:
			w.top[ccVersion] = h.Range
		case sjKind:
			w.top[ccDenial] = h.Range
		case sjModel:
			if init {
				w.top[ccModel] = h.Range
			}
		}
	}
	agent := w.of(ccAgentID)
	if w.top[ccAgentID].Kind != walk.String {
		return
	}
	w.top[ccSidechain].Kind = walk.True
	if !bytes.Equal(agent, w.parent) {
		w.parent = append(w.parent[:0], agent...)
		id := textOf(w.line.Text, w.top[ccAgentID])
		w.add(Event{Kind: SpecialEvent, Data: ccStarted{id, id}})
	}
}

// init takes the init line.
func (w *sjWorker) init() {
	var d sjInit
	var server journey.ServerEntry
	m := &Meta{}
	for _, h := range w.att {
		switch h.Slot {
		case sjTool:
			d.names = w.name(d.names, h.Range)
		case sjServerName:
			server.Key = journey.Server(textOf(w.line.Text, h.Range))
		case sjServerStatus:
			server.Status = textOf(w.line.Text, h.Range)
		case sjServer:
			if server.Key != "" {
				server.NamesUnknown = server.Status != "connected"
				d.servers = append(d.servers, server)
			}
			server = journey.ServerEntry{}
		case sjQwen:
			m.Client, m.Label = "qwen-code", "Qwen Code"
		case sjAgentMode:
			m.Client, m.Label = "amp", "Amp"
		}
	}
	if m.Client == "" && strings.HasPrefix(textOf(w.line.Text, w.top[ccSessionID]), "T-") {
		m.Client, m.Label = "amp", "Amp"
	}
	if m.Client != "" {
		w.add(Event{Kind: MetaEvent, Data: m})
	}
	w.add(Event{Kind: SpecialEvent, Data: d})
}
