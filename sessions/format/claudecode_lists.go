package format

import (
	"strings"

	"hopscope/journey"
	"hopscope/sessions/walk"
)

// ccReader reads one session file.
type ccReader struct {
	spec   *walk.Spec
	keys   Keys
	pool   eventPool
	scheme recogniser
	// lists are the announced deferred tools, by agent.
	lists map[string]*ccList
	// texts keeps one string for each schema and description: later snapshots
	// repeat those of earlier ones.
	texts   map[string]string
	servers map[journey.Server]journey.ServerEntry
	// complete: the file holds a whole list; partial: only deferred names.
	complete, partial bool
	compacted         int
}

// ccList is what is announced to one agent beside the tools of the request; the
// value of loaded tells whether a search has loaded it.
type ccList struct {
	// order holds the names as they came. Names that went stay in it until
	// there are too many of them.
	order  []string
	loaded map[string]bool
}

// Merge keeps the declared tools of each agent and makes snapshots of their
// changes: prompt_snapshot gives a complete one, with the deferred tools that
// were announced before; everything else partial ones that hold the changes.
// In those a tool that went is marked Disabled.
func (r *ccReader) Merge(b *Builder, e *Event) {
	switch d := e.Data.(type) {
	case ccCompacted:
		r.compact(b, e)
	case ccLoaded:
		r.load(b, e, "ToolSearch result", d.names)
	case ccDelta:
		r.delta(b, e, d)
	case ccDeclared:
		r.declared(b, e, d)
	case ccStarted:
		b.About(journey.Agent{ID: d.agent, Parent: d.call})
	}
}

func (r *ccReader) list(agent string) *ccList {
	l := r.lists[agent]
	if l == nil {
		l = &ccList{loaded: map[string]bool{}}
		r.lists[agent] = l
	}
	return l
}

func (l *ccList) add(name string) bool {
	if _, ok := l.loaded[name]; ok || len(l.loaded) >= toolsMax {
		return false
	}
	l.order = append(l.order, name)
	l.loaded[name] = false
	return true
}

func (l *ccList) remove(name string) {
	delete(l.loaded, name)
	if len(l.order) > 2*len(l.loaded)+64 {
		l.order = l.names()
	}
}

// names returns what is announced, in order, each once.
func (l *ccList) names() []string {
	seen := make(map[string]bool, len(l.loaded))
	var list []string
	for _, name := range l.order {
		if _, ok := l.loaded[name]; ok && !seen[name] {
			seen[name] = true
			list = append(list, name)
		}
	}
	return list
}

func (r *ccReader) delta(b *Builder, e *Event, d ccDelta) {
	l := r.list(e.Agent)
	var tools []journey.Tool
	for _, name := range d.added {
		if l.add(name) {
			tools = append(tools, ccDeferredTool(name))
		}
	}
	for _, name := range d.removed {
		l.remove(name)
		t := ccDeferredTool(name)
		t.Disabled = true
		tools = append(tools, t)
	}
	servers := r.changed(d.servers)
	b.batch.Servers = append(b.batch.Servers, servers...)
	b.snapshot(e, "deferred_tools_delta", journey.Catalog{Form: journey.FormSafe, Tools: tools, Servers: servers})
	r.partial = true
	r.load(b, e, "deferred_tools_delta", d.loaded)
}

// changed returns the servers whose state is news.
func (r *ccReader) changed(list []journey.ServerEntry) []journey.ServerEntry {
	var news []journey.ServerEntry
	for _, s := range list {
		if old, ok := r.servers[s.Key]; ok && old == s || len(r.servers) >= toolsMax {
			continue
		}
		if r.servers == nil {
			r.servers = map[journey.Server]journey.ServerEntry{}
		}
		r.servers[s.Key] = s
		news = append(news, s)
	}
	return news
}

func (r *ccReader) load(b *Builder, e *Event, where string, names []string) {
	l := r.list(e.Agent)
	var tools []journey.Tool
	for _, name := range names {
		loaded, known := l.loaded[name]
		if loaded || !known && !l.add(name) {
			continue
		}
		l.loaded[name] = true
		t := ccDeferredTool(name)
		t.Deferred = false
		tools = append(tools, t)
	}
	b.snapshot(e, where, journey.Catalog{Form: journey.FormSafe, Tools: tools})
}

// compact puts the loaded tools back among the deferred ones.
func (r *ccReader) compact(b *Builder, e *Event) {
	r.compacted++
	l := r.list(e.Agent)
	var tools []journey.Tool
	for _, name := range l.names() {
		if l.loaded[name] {
			l.loaded[name] = false
			tools = append(tools, ccDeferredTool(name))
		}
	}
	b.snapshot(e, "compact_boundary", journey.Catalog{Form: journey.FormSafe, Tools: tools})
}

func (r *ccReader) declared(b *Builder, e *Event, d ccDeclared) {
	if d.system != "" {
		b.batch.Prompts = append(b.batch.Prompts, journey.Prompt{Where: "system prompt", Line: e.Line, Text: d.system})
	}
	if len(d.tools) == 0 {
		return
	}
	for i := range d.tools {
		d.tools[i].Schema = r.text(d.tools[i].Schema)
		d.tools[i].Description = r.text(d.tools[i].Description)
	}
	if d.deferred {
		b.snapshot(e, "deferred_tools_record", journey.Catalog{Form: journey.FormWire, Tools: d.tools})
		r.partial = true
		return
	}
	declared := map[string]bool{}
	for i := range d.tools {
		declared[string(d.tools[i].Wire.Name)] = true
	}
	l := r.list(e.Agent)
	for _, name := range l.names() {
		if !declared[name] {
			t := ccDeferredTool(name)
			t.Deferred = !l.loaded[name]
			d.tools = append(d.tools, t)
		}
	}
	r.complete = true
	b.snapshot(e, "prompt_snapshot", journey.Catalog{Form: journey.FormWire, Tools: d.tools, Complete: true})
}

func (r *ccReader) text(s string) string {
	if old, ok := r.texts[s]; ok {
		return old
	}
	if len(r.texts) < toolsMax {
		r.texts[s] = s
	}
	return s
}

func ccDeferredTool(name string) journey.Tool {
	return journey.Tool{
		Form: journey.FormSafe, Safe: journey.Safe(name), Deferred: true,
		Builtin: !strings.HasPrefix(name, "mcp__"),
	}
}

// Recycle takes back events that are merged.
func (r *ccReader) Recycle(e *Events) { r.pool.put(e) }

// End says what the file does not show.
func (r *ccReader) End(b *Builder) {
	switch {
	case r.complete:
	case r.partial:
		b.Note("of the declared tools only the deferred ones are in this file")
	default:
		b.Note("declared tools are not in this file; names that ran are taken as the list")
	}
	b.count(r.compacted, "the context was compacted once", "the context was compacted %d times", "")
}
