package format

import (
	"strings"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

// The Data of this format's special events.
type (
	// ccCompacted: the context begins anew; what a search had loaded is gone.
	ccCompacted struct{}
	// ccLoaded: a search loaded these deferred tools.
	ccLoaded struct{ names []string }
	// ccDelta: the announced deferred tools changed, or servers did.
	ccDelta struct {
		added, removed, loaded []string
		servers                []journey.ServerEntry
	}
	// ccDeclared: the tools of a request (prompt_snapshot), or the
	// definitions of deferred ones (deferred_tools_record).
	ccDeclared struct {
		deferred bool
		tools    []journey.Tool
		// system is the system prompt, at most journey.PromptMax bytes.
		system string
	}
	// ccStarted: the call with this id started this subagent.
	ccStarted struct{ agent, call string }
)

const (
	// descMax bounds a description that is kept, schemaMax a schema; a longer
	// schema is left out, because half of one is none.
	descMax   = 1024
	schemaMax = 16 << 10
)

func (w *ccWorker) loaded(refs []walk.Range) {
	var names []string
	for _, r := range refs {
		if name := w.names.of(r.Of(w.line.Text)); name != "" {
			names = append(names, name)
		}
	}
	w.add(Event{Kind: SpecialEvent, Data: ccLoaded{names}})
}

// started notes which call started a subagent: its result names the agent.
func (w *ccWorker) started() {
	for i := range w.blocks {
		if b := &w.blocks[i]; b.result.Kind == walk.String {
			w.add(Event{Kind: SpecialEvent, Data: ccStarted{textOf(w.line.Text, w.top[ccResultAgent]), textOf(w.line.Text, b.result)}})
			return
		}
	}
}

// attachment takes the attachments that speak of tools.
func (w *ccWorker) attachment() {
	kind := w.of(ccAttachment)
	switch {
	case walk.Equal(kind, "deferred_tools_delta"):
		w.delta()
	case walk.Equal(kind, "prompt_snapshot"):
		w.declared(ccTool, false)
	case walk.Equal(kind, "deferred_tools_record"):
		w.declared(ccEntry, true)
	}
}

func (w *ccWorker) delta() {
	var d ccDelta
	var server journey.ServerEntry
	for _, h := range w.att {
		switch h.Slot {
		case ccAdded, ccReadded:
			d.added = w.name(d.added, h.Range)
		case ccRemoved:
			d.removed = w.name(d.removed, h.Range)
		case ccSurfaced:
			d.loaded = w.name(d.loaded, h.Range)
		case ccPending:
			d.servers = w.server(d.servers, h.Range, "pending")
		case ccNeedsAuth:
			d.servers = w.server(d.servers, h.Range, "needs-auth")
		case ccFailedName:
			server.Key = journey.Server(textOf(w.line.Text, h.Range))
		case ccFailedError:
			server.Error = cutText(textOf(w.line.Text, h.Range))
		case ccFailed:
			if h.Kind == walk.String {
				server.Key = journey.Server(textOf(w.line.Text, h.Range))
			}
			if server.Key != "" {
				server.Status, server.NamesUnknown = "failed", true
				d.servers = append(d.servers, server)
			}
			server = journey.ServerEntry{}
		}
	}
	if len(d.added)+len(d.removed)+len(d.loaded)+len(d.servers) > 0 {
		w.add(Event{Kind: SpecialEvent, Data: d})
	}
}

func (w *ccWorker) name(list []string, r walk.Range) []string {
	if name := w.names.of(r.Of(w.line.Text)); name != "" {
		list = append(list, name)
	}
	return list
}

func (w *ccWorker) server(list []journey.ServerEntry, r walk.Range, status string) []journey.ServerEntry {
	if key := textOf(w.line.Text, r); key != "" {
		list = append(list, journey.ServerEntry{Key: journey.Server(key), Status: status, NamesUnknown: true})
	}
	return list
}

// declared reads a list of definitions; each ends with the hit of slot end.
func (w *ccWorker) declared(end walk.Slot, deferred bool) {
	d := ccDeclared{deferred: deferred}
	var t journey.Tool
	for _, h := range w.att {
		switch h.Slot {
		case ccToolName, ccEntryName:
			t.Wire.Name = journey.Wire(w.names.of(h.Of(w.line.Text)))
		case ccToolDesc, ccEntryDesc:
			t.Description, _ = walk.Head(h.Of(w.line.Text), descMax)
		case ccToolSchema, ccToolInput, ccEntrySchema:
			if h.Kind == walk.Object && h.Len() <= schemaMax {
				t.Schema = string(h.Of(w.line.Text))
			}
		case ccEntryDefer:
			t.Deferred = h.Kind == walk.True
		case ccSystem:
			if room := journey.PromptMax - len(d.system); h.Kind == walk.String && room > 0 {
				text, _ := walk.Head(h.Of(w.line.Text), room)
				d.system = strings.TrimPrefix(d.system+"\n"+text, "\n")
			}
		case end:
			if t.Wire.Name != "" {
				t.Form, t.Builtin = journey.FormWire, !strings.HasPrefix(string(t.Wire.Name), "mcp__")
				d.tools = append(d.tools, t)
			}
			t = journey.Tool{}
		}
	}
	if len(d.tools) > 0 || d.system != "" {
		w.add(Event{Kind: SpecialEvent, Data: d})
	}
}
