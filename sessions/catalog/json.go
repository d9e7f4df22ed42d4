package catalog

import (
	"bytes"
	"errors"
	"fmt"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// startsJSON reports whether the first thing in data opens a JSON object or
// array; comments before it are allowed.
func startsJSON(data []byte) bool {
	data = bytes.TrimLeft(data, " \t\r\n")
	return len(data) > 0 && (data[0] == '{' || data[0] == '[') ||
		bytes.HasPrefix(data, []byte("//")) || bytes.HasPrefix(data, []byte("/*"))
}

func (r *reader) json() bool {
	docs := r.documents()
	switch {
	case len(docs) == 0:
		return false
	case r.mcp(docs):
		return true
	case len(docs) > 1:
		return r.entries(docs)
	}
	if d := docs[0]; d.Kind() == node.Array {
		return r.array(d)
	}
	return r.object(docs[0])
}

// documents returns the JSON values of the input. Comments and trailing commas
// are allowed. In a file of one value a line, a bad line is reported and
// passed; a single broken value is no catalog.
func (r *reader) documents() []node.Value {
	docs, err := node.Documents(r.data)
	if err != nil {
		if relaxed, relaxedErr := node.Documents(node.Relax(r.data)); relaxedErr == nil {
			return relaxed
		}
	}
	for err != nil {
		at := r.syntaxProblem(err)
		if len(docs) == 0 {
			return nil
		}
		next := bytes.IndexByte(r.data[at:], '\n')
		if next < 0 {
			break
		}
		// Blanks keep offsets and lines as they are in the file.
		rest := append(bytes.Repeat([]byte{' '}, at+next), r.data[at+next:]...)
		var more []node.Value
		more, err = node.Documents(rest)
		docs = append(docs, more...)
		if len(r.problems) >= 20 {
			r.problem(at, "more broken lines follow; the rest of the file is not read", "")
			break
		}
	}
	return docs
}

func (r *reader) syntaxProblem(err error) int {
	at := 0
	if s := (*node.SyntaxError)(nil); errors.As(err, &s) {
		at = min(s.Offset, len(r.data))
		err = errors.New(s.Reason)
	}
	r.problem(at, fmt.Sprintf("not JSON at offset %d: %v", at, err), "repair the JSON, or write the names one a line")
	return at
}

// array reads a JSON array: names, or entries of a tools array.
func (r *reader) array(v node.Value) bool {
	if v.First().Kind() == node.String {
		return r.stringList(v)
	}
	var list []node.Value
	for e := range v.Elements() {
		list = append(list, e)
	}
	if len(list) == 0 {
		r.is("name-list", journey.FormRegistered)
		return true
	}
	return r.entries(list)
}

// object reads a single JSON object. The order matters: a body that a provider
// gets may also name servers, and a configuration may also switch tools.
func (r *reader) object(v node.Value) bool {
	switch {
	case r.own(v):
		return true
	case isCase(v):
		return false
	case r.initLine(v), r.snapshot(v):
		return true
	case r.config(v), r.registry(v):
		return true
	case r.body(v):
		return true
	case shapeOf(v) > shapeNamed:
		return r.entries([]node.Value{v})
	}
	return r.definitions(v)
}

// isCase reports whether v is a case file, which is no catalog.
func isCase(v node.Value) bool {
	return v.Get("calls").Kind() == node.Array && v.Get("catalog").Kind() != node.Absent ||
		bytes.HasPrefix([]byte(v.Get("schema").Str()), []byte("hopscope.case/"))
}

// body reads the tools of a request body, or of an object that only holds them.
func (r *reader) body(v node.Value) bool {
	for _, path := range [][]string{{"tools"}, {"functions"}, {"toolConfig", "tools"}, {"tool_config", "tools"}} {
		tools := v.Get(path...)
		switch {
		case tools.Kind() == node.Object:
			if r.definitions(tools) {
				return true
			}
		case tools.Kind() == node.Array && tools.First().Kind() == node.String:
			return r.stringList(tools)
		case tools.Kind() == node.Array:
			return r.toolsOf(v, tools)
		}
	}
	for _, inner := range []string{"body", "params"} { // a line of a batch file
		if b := v.Get(inner); b.Kind() == node.Object && b.Get("tools").Kind() == node.Array {
			return r.body(b)
		}
	}
	return false
}

func (r *reader) toolsOf(body, tools node.Value) bool {
	var list []node.Value
	for e := range tools.Elements() {
		list = append(list, e)
	}
	switch {
	case len(list) == 0 && isRequest(body):
		r.is(emptyFormat(body), journey.FormWire)
		r.note("The request declares no tools.")
	case len(list) == 0:
		r.is("mcp-tools-list", journey.FormRegistered)
	case !r.entries(list):
		return false
	}
	for s := range body.Get("mcp_servers").Elements() { // Anthropic: servers beside the tools
		if key, ok := s.Get("name").Text(); ok {
			r.server(journey.ServerEntry{Key: journey.Server(key), NamesUnknown: true})
		}
	}
	return true
}

// isRequest reports whether v is a request body rather than a bare listing.
func isRequest(v node.Value) bool {
	for _, key := range []string{"model", "messages", "input", "contents"} {
		if v.Get(key).Kind() != node.Absent {
			return true
		}
	}
	return false
}

func emptyFormat(body node.Value) string {
	switch {
	case body.Get("contents").Kind() != node.Absent:
		return "gemini-tools"
	case body.Get("input").Kind() != node.Absent:
		return "openai-responses-tools"
	case body.Get("max_tokens").Kind() != node.Absent && body.Get("system").Kind() != node.Absent:
		return "anthropic-tools"
	}
	return "openai-chat-tools"
}
