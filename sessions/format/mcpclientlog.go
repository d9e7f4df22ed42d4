package format

import (
	"bytes"

	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

// mcpClientLog reads what a client logs of an MCP server: lines of text, in
// which messages stand behind a time and a mark, and before whatever else:
//
//	2026-01-02T03:04:05.678Z [docs] [info] Message from client: {"jsonrpc":...} { metadata: undefined }
//
// What the server says between them is no message. Seen in public excerpts of
// the logs of Claude Desktop (2025-03 to 2026-01) and of mcp-server-logger, read
// 2026-11-30; not verified on a whole recording.
type mcpClientLog struct{ mcpLog }

// MCPClientLog returns the format of the log that a client keeps of a server.
func MCPClientLog() Format { return mcpClientLog{} }

// Info describes the format.
func (mcpClientLog) Info() Info {
	info := mcpLog{}.Info()
	info.ID, info.Title = "mcp-client-log", "MCP log of a client"
	info.Where = "~/Library/Logs/Claude/mcp-server-NAME.log, on Windows %APPDATA%\\Claude\\logs; the log of mcp-server-logger"
	info.Shape = "lines of text with JSON-RPC messages behind Message from client:, Message from server:, [STDIN] or [STDOUT]"
	return info
}

// mcpMarks stand before the messages.
var mcpMarks = [...]string{"Message from client: {", "Message from server: {", "[STDIN] {", "[STDOUT] {"}

// mcpMark finds the message in a line of text; -1: there is none.
func mcpMark(line []byte) int {
	for _, mark := range mcpMarks {
		if at := bytes.Index(line, []byte(mark)); at >= 0 {
			return at + len(mark) - 1
		}
	}
	return -1
}

// Detect looks for a message of the protocol behind a mark, in text.
func (mcpClientLog) Detect(h *Head) bool {
	if text := bytes.TrimLeft(h.Text[bomLen(h.Text):], " \t\r\n"); len(text) == 0 || text[0] == '{' || text[0] == '[' && mcpMark(text[:min(len(text), 200)]) < 0 {
		return false
	}
	for line := range bytes.Lines(h.Text) {
		if at := mcpMark(line); at >= 0 && readMCP(node.Loose(line[at:])).kind != mcpNone {
			return true
		}
	}
	return false
}

// Whole is false: it is always lines.
func (mcpClientLog) Whole([]byte) bool { return false }

// Peek reads the first time.
func (mcpClientLog) Peek(h *Head) (p Peeked) {
	for _, line := range h.Lines {
		if p.Time = mcpTime(line); p.Time > 0 {
			break
		}
	}
	return p
}

// mcpTime is the time at the beginning of a line.
func mcpTime(line []byte) int64 {
	word, _, _ := bytes.Cut(line[:min(len(line), 64)], []byte(" "))
	return millis([]byte(`"` + string(word) + `"`))
}

// Open returns a reader for one input.
func (mcpClientLog) Open(k Keys) Reader {
	r := newMCPReader(k)
	r.text = true
	return r
}

// logged takes a line of text.
func (w *mcpWorker) logged(l walk.Line) {
	at := mcpMark(l.Text)
	if at < 0 {
		return
	}
	doc := node.Loose(l.Text[at:])
	if _, whole := walk.Value(doc.Raw()); !whole {
		w.out.fault(l, "a message that is cut or no JSON", skipped)
		return
	}
	w.time = mcpTime(l.Text)
	w.message(l, doc, at)
}

// Call finds a call again.
func (f mcpClientLog) Call(line []byte, p Place) (CallBody, bool) {
	at := uint32(max(mcpMark(line), 0))
	p.ID -= min(p.ID, at)
	p.Args -= min(p.Args, at)
	c, ok := f.mcpLog.Call(line[at:], p)
	if c.Args.Kind != walk.None {
		c.Args.Start, c.Args.End = c.Args.Start+at, c.Args.End+at
	}
	return c, ok
}

// Result finds the answer to a call again.
func (f mcpClientLog) Result(line []byte, id string, limit int) (text string, cut, ok bool) {
	return f.mcpLog.Result(line[max(mcpMark(line), 0):], id, limit)
}
