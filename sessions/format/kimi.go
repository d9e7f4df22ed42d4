package format

import (
	"strings"

	"hopscope/journey"
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

const (
	kmNothing walk.Slot = iota
	kmType
	kmTime
	kmProtocol
	kmName // of set_active_tools
	kmHash
	kmTools
	kmToolsHash
	kmModel
	kmProvider
	kmEvent
	kmStep
	kmUUID
	kmCallID
	kmCallName
	kmCallArgs
	kmOutput
	kmResult
	kmIsError
	kmDecided
	kmDecision
	kmSlots
)

// Kimi returns the format of Kimi CLI's wire files.
func Kimi() Format {
	return &lineForm{
		info: Info{
			ID: "kimi", Title: "Kimi CLI wire file", Label: "Kimi CLI", Client: "kimi",
			Where: "~/.kimi-code/sessions/<folder>/<session>/agents/main/wire.jsonl, KIMI_CODE_HOME moves ~/.kimi-code",
			Shape: "JSON lines, the first of type metadata with protocol_version; context.append_loop_event",
			Notes: []string{
				"session id, folder and client version are not in the file",
				"the texts with which the client refuses a name are not known: those of other clients are looked for",
				"read at protocol 1.4; the definitions of a tool snapshot were not seen, their fields are taken from requests of other clients",
			},
		},
		tails:  true,
		probes: []string{1: "type", 2: "protocol_version", 3: "event.type", 4: "toolsHash", 5: "names", 6: "hash"},
		verdict: func(line []byte, at []walk.Range) verdict {
			is := func(s string) bool { return walk.Equal(at[1].Of(line), s) }
			switch {
			case is("metadata") && at[2].Kind == walk.String,
				is("context.append_loop_event") && at[3].Kind == walk.String,
				is("tools.set_active_tools") && at[5].Kind == walk.Array, is("llm.tools_snapshot") && at[6].Kind == walk.String,
				is("llm.request") && at[4].Kind == walk.String:
				return surely
			}
			return perhaps
		},
		time: "created_at",
		paths: []string{
			kmType: "type", kmTime: "time", kmProtocol: "protocol_version", kmName: "names[]", kmHash: "hash", kmTools: "tools",
			kmToolsHash: "toolsHash", kmModel: "model", kmProvider: "provider", kmEvent: "event.type", kmStep: "event.stepUuid",
			kmUUID: "event.uuid", kmCallID: "event.toolCallId", kmCallName: "event.name", kmCallArgs: "event.args",
			kmOutput: "event.result.output", kmResult: "event.result", kmIsError: "event.result.isError",
			kmDecided: "toolCallId", kmDecision: "result.decision",
		},
		take: kimiTake, merge: kimiMerge, end: kimiEnd,
	}
}

// The Data of this format's special events.
type (
	kimiNames []string
	kimiTools struct {
		hash  string
		tools []journey.Tool
	}
	kimiRequest string // the hash of its tools
	kimiDenied  uint64 // the key of a call that was not approved
	kimiResult  struct{ Event }
)

// kimiState is what the lines before say.
type kimiState struct {
	// snapshots by hash, inForce is the one of the last request.
	snapshots map[string][]journey.Tool
	inForce   []journey.Tool
	denied    map[uint64]struct{}
	names     bool
	complete  bool
}

func kimiTake(w *lineWorker) {
	switch {
	case w.is(kmType, "context.append_loop_event"):
		kimiEvent(w)
	case w.is(kmType, "tools.set_active_tools"):
		var list kimiNames
		for _, h := range w.hits {
			if h.Slot == kmName && h.Kind == walk.String {
				list = append(list, w.str(h.Range))
			}
		}
		w.note(list)
	case w.is(kmType, "llm.tools_snapshot"):
		if tools := kimiDefinitions(w.of(kmTools)); len(tools) > 0 && w.top[kmHash].Len() < 256 {
			w.note(kimiTools{w.text(kmHash), tools})
		}
	case w.is(kmType, "llm.request"):
		w.meta(Meta{Model: w.text(kmModel), Provider: w.text(kmProvider)})
		w.note(kimiRequest(w.text(kmToolsHash)))
	case w.is(kmType, "permission.record_approval_result"):
		if w.is(kmDecision, "rejected") || w.is(kmDecision, "denied") {
			w.note(kimiDenied(w.key(kmDecided)))
		}
	case w.is(kmType, "full_compaction.complete"):
		w.note(ccCompacted{})
	}
}

// kimiEvent takes what happens in a step; a step is one message of the model.
func kimiEvent(w *lineWorker) {
	switch {
	case w.is(kmEvent, "content.part"):
		w.message(w.key(kmStep))
	case w.is(kmEvent, "step.end"):
		w.message(w.key(kmUUID))
	case w.is(kmEvent, "tool.call"):
		turn := w.message(w.key(kmStep))
		w.call(lineCall{id: w.top[kmCallID], name: w.top[kmCallName], args: w.top[kmCallArgs], turn: turn, from: turn, time: moment(w.of(kmTime))})
	case w.is(kmEvent, "tool.result"):
		r := lineResult{id: w.top[kmCallID], body: w.top[kmOutput], failed: w.top[kmIsError].Kind == walk.True}
		if !there(r.body) {
			r.body = w.top[kmResult]
		}
		w.note(kimiResult{w.resultEvent(r)})
	}
}

func kimiMerge(r *lineReader, b *Builder, e *Event) {
	k := &r.kimi
	switch d := e.Data.(type) {
	case kimiNames:
		kimiActive(r, b, e, d)
	case kimiTools:
		if k.snapshots == nil {
			k.snapshots = map[string][]journey.Tool{}
		}
		if _, ok := k.snapshots[d.hash]; ok || len(k.snapshots) >= snapshotsMax {
			return
		}
		for i := range d.tools {
			d.tools[i].Line = int(e.Line)
		}
		if list, ok := b.shared(d.tools); ok {
			k.snapshots[d.hash] = list
		}
	case kimiRequest:
		tools := k.snapshots[string(d)]
		if len(tools) == 0 || len(k.inForce) > 0 && &tools[0] == &k.inForce[0] {
			return // not known, or what the request before had
		}
		k.inForce, k.complete = tools, true
		b.snapshot(e, "llm.tools_snapshot", journey.Catalog{Form: journey.FormWire, Complete: true, Tools: tools})
	case kimiDenied:
		if k.denied == nil {
			k.denied = map[uint64]struct{}{}
		}
		if len(k.denied) < earlyMax {
			k.denied[uint64(d)] = struct{}{}
		}
	case kimiResult:
		result := d.Event
		result.Line, result.At, result.Agent = e.Line, e.At, e.Agent
		if _, ok := k.denied[result.Key]; ok && result.Class == journey.ClassToolFailed {
			result.Class = journey.ClassDenied
		}
		b.result(&result)
	case ccCompacted:
		r.compacted++
	}
}

// kimiActive takes the names of the active tools. A pattern (mcp__*) stands
// for names that are not in the line: then the list is a part of them.
func kimiActive(r *lineReader, b *Builder, e *Event, names []string) {
	c := journey.Catalog{Form: journey.FormSafe, Complete: true}
	for _, name := range names {
		if strings.Contains(name, "*") {
			c.Complete = false
			continue
		}
		c.Tools = append(c.Tools, journey.Tool{Form: journey.FormSafe, Safe: journey.Safe(name), Builtin: !strings.HasPrefix(name, "mcp__")})
	}
	r.kimi.names = true
	r.kimi.complete = r.kimi.complete || c.Complete
	b.snapshot(e, "tools.set_active_tools", c)
}

// kimiDefinitions reads the definitions of a snapshot.
func kimiDefinitions(raw []byte) (list []journey.Tool) {
	for v := range node.Loose(raw).Elements() {
		if f := v.Get("function"); f.Kind() == node.Object {
			v = f
		}
		name, ok := v.Get("name").Text()
		if !ok || name == "" || len(name) > NameMax || len(list) >= toolsMax {
			continue
		}
		t := journey.Tool{Form: journey.FormWire, Builtin: !strings.HasPrefix(name, "mcp__")}
		t.Wire.Name = journey.Wire(name)
		t.Description, _ = walk.Head(v.Get("description").Raw(), descMax)
		for _, key := range [...]string{"parameters", "inputSchema", "input_schema"} {
			if s := v.Get(key); s.Kind() == node.Object && len(s.Raw()) <= schemaMax {
				t.Schema = string(s.Raw())
				break
			}
		}
		list = append(list, t)
	}
	return list
}

func kimiEnd(r *lineReader, b *Builder) {
	switch {
	case r.kimi.complete:
	case r.kimi.names:
		b.Note("declared tools are not all in this file: its own names are, those of servers stand there as a pattern")
	default:
		b.Note("declared tools are not in this file; names that ran are taken as the list")
	}
	b.count(r.compacted, "the context was compacted once", "the context was compacted %d times", "")
}
