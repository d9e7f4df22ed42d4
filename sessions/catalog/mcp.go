package catalog

import (
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
	if !slices.ContainsFunc(docs, isListing) && !slices.ContainsFunc(docs, isListRequest) {
		return false
	}
	if len(docs) > 1 && slices.ContainsFunc(docs, isNoMessage) {
		return false
	}
	p := pages{reader: r, asked: map[string]bool{}}
	for _, d := range docs {
		p.message(d)
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

// pages puts the pages of a listing together.
type pages struct {
	*reader
	asked      map[string]bool // ids of tools/list requests; true: a first page
	seen       bool            // a page was read
	cursor     string
	cursorLine int
}

func (p *pages) message(d node.Value) {
	if d.Get("method").Str() == "tools/list" {
		_, more := d.Get("params", "cursor").Text()
		p.asked[string(d.Get("id").Raw())] = !more
		return
	}
	if name, ok := d.Get("result", "serverInfo", "name").Text(); ok {
		p.serverInfo = name
	}
	id := string(d.Get("id").Raw())
	first, answered := p.asked[id]
	if e := d.Get("error"); answered && e.Kind() == node.Object {
		p.problem(d.Offset(), "the server refused tools/list: "+cut(e.Get("message").Str()), "")
		return
	}
	if !isListing(d) {
		return
	}
	if first && len(p.cat.Tools) > 0 {
		p.cat.Tools = nil
		p.note("The tools were listed more than once; this is the last list.")
	}
	p.page(d)
}

func (p *pages) page(d node.Value) {
	body := d
	if result := d.Get("result"); result.Kind() == node.Object {
		body = result
	}
	p.cursor, p.seen = "", true
	if next := body.Get("nextCursor"); next.Kind() == node.String {
		p.cursor, p.cursorLine = next.Str(), p.lines.At(next.Offset())
	}
	for e := range body.Get("tools").Elements() {
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

// isListing reports whether d is a tools/list answer: in a JSON-RPC result
// also an empty one, bare only with an element that has inputSchema or with a
// cursor.
func isListing(d node.Value) bool {
	if d.Kind() != node.Object {
		return false
	}
	if result := d.Get("result"); result.Kind() == node.Object {
		tools := result.Get("tools")
		return tools.Kind() == node.Array && (tools.First().Kind() == node.Absent || mcpEntries(tools) || d.Get("jsonrpc").Kind() != node.Absent)
	}
	return mcpEntries(d.Get("tools")) || d.Get("tools").Kind() == node.Array && d.Get("nextCursor").Kind() == node.String
}

func mcpEntries(tools node.Value) bool {
	for e := range tools.Elements() {
		if shapeOf(e) == shapeMCP {
			return true
		}
	}
	return false
}

// isListRequest reports whether d asks for the list: the log of a session in
// which the server refused it still says something.
func isListRequest(d node.Value) bool { return d.Get("method").Str() == "tools/list" }

func isNoMessage(d node.Value) bool {
	return !isListing(d) && d.Get("jsonrpc").Kind() == node.Absent && d.Get("method").Kind() != node.String && d.Get("result").Kind() != node.Object
}

// cut keeps a foreign text short in a message.
func cut(s string) string {
	if r := []rune(s); len(r) > 80 {
		return string(r[:79]) + "…"
	}
	return s
}
