package catalog

import (
	"bytes"
	"fmt"
	"slices"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// mcp reads MCP tools/list answers: bare, in result, or as JSON-RPC messages;
// several pages one after another or in one array; or the whole log of a
// session. A list that is asked for again replaces the one before.
func (r *reader) mcp(docs []node.Value) bool {
	if len(docs) == 1 && docs[0].Kind() == node.Array {
		docs = slices.Collect(docs[0].Elements())
	}
	list := make([]message, len(docs))
	listings := 0
	for i, d := range docs {
		list[i] = readMessage(d)
		if list[i].listing || list[i].method == "tools/list" {
			listings++
		} else if len(docs) > 1 && !list[i].rpc {
			return false
		}
	}
	if listings == 0 {
		return false
	}
	p := pages{reader: r, asked: map[string]bool{}}
	for _, m := range list {
		p.message(m)
	}
	if !p.seen {
		return false
	}
	r.is("mcp-tools-list", journey.FormRegistered)
	r.cat.Complete = p.cursor == ""
	if p.cursor != "" {
		r.problemAt(p.cursorLine, fmt.Sprintf("the list goes on (nextCursor %q) and the next page is not here", cut(p.cursor)), "fetch every page: hopscope catalog does")
		r.note("An incomplete page: more tools exist.")
	}
	return true
}

// message is one JSON-RPC message, or what stands in its result alone.
type message struct {
	doc                            node.Value
	method, id                     string
	rpc                            bool // jsonrpc, method or a result object stands there
	listing                        bool // a tools/list answer
	tools, cursor, failure, server node.Value
	params                         node.Value
}

// readMessage goes through an object once, and through its result once. A
// listing is tools in the result of a JSON-RPC message, or tools of which one
// has inputSchema or which nextCursor follows.
func readMessage(d node.Value) message {
	m := message{doc: d}
	jsonrpc, inResult := false, false
	take := func(k string, v node.Value) {
		switch k {
		case "tools":
			m.tools = v
		case "nextCursor":
			m.cursor = v
		case "serverInfo":
			m.server = v.Get("name")
		}
	}
	for k, v := range d.Members() {
		switch k {
		case "jsonrpc":
			jsonrpc = true
		case "method":
			m.method = v.Str()
		case "id":
			m.id = string(v.Raw())
		case "params":
			m.params = v
		case "error":
			m.failure = v
		case "result":
			if inResult = v.Kind() == node.Object; inResult {
				for k, v := range v.Members() {
					take(k, v)
				}
			}
		default:
			take(k, v)
		}
	}
	m.rpc = jsonrpc || m.method != "" || inResult
	empty := m.tools.First().Kind() == node.Absent
	m.listing = m.tools.Kind() == node.Array && (m.cursor.Kind() == node.String ||
		inResult && (jsonrpc || empty) || !empty && mcpEntries(m.tools))
	return m
}

// pages puts the pages of a listing together.
type pages struct {
	*reader
	asked      map[string]bool // ids of tools/list requests; true: a first page
	seen       bool            // a page was read
	cursor     string
	cursorLine int
}

func (p *pages) message(m message) {
	if m.method == "tools/list" {
		_, more := m.params.Get("cursor").Text()
		p.asked[m.id] = !more
		return
	}
	if name, ok := m.server.Text(); ok {
		p.serverInfo = name
	}
	first, answered := p.asked[m.id]
	switch {
	case answered && m.failure.Kind() == node.Object:
		p.problem(m.doc.Offset(), "the server refused tools/list: "+cut(m.failure.Get("message").Str()), "")
	case m.listing:
		if first && len(p.cat.Tools) > 0 {
			p.cat.Tools = nil
			p.note("The tools were listed more than once; this is the last list.")
		}
		p.page(m)
	}
}

func (p *pages) page(m message) {
	p.cursor, p.seen = "", true
	if m.cursor.Kind() == node.String {
		p.cursor, p.cursorLine = m.cursor.Str(), p.lines.At(m.cursor.Offset())
	}
	p.cat.Tools = slices.Grow(p.cat.Tools, min(bytes.Count(m.tools.Raw(), []byte(`"name"`)), MaxTools))
	for e := range m.tools.Elements() {
		if e.Kind() != node.Object {
			p.problem(e.Offset(), fmt.Sprintf("%v where a tool should be; it is left out", e.Kind()), "")
			continue
		}
		if t, ok := p.named(e, journey.FormRegistered); ok {
			t.Type = ""
			p.add(t)
		}
	}
}

func mcpEntries(tools node.Value) bool {
	for e := range tools.Elements() {
		switch shapeOf(e) {
		case shapeMCP:
			return true
		case shapeNamed, shapeNone:
		default:
			return false
		}
	}
	return false
}

// cut keeps a foreign text short in a message.
func cut(s string) string {
	if r := []rune(s); len(r) > 80 {
		return string(r[:79]) + "…"
	}
	return s
}
