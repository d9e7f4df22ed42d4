package format

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"hopscope/journey/provider"
	"hopscope/sessions/walk"
)

// Pairs returns the format of proxy logs: one request and its answer a line,
// in the spellings that claude-trace and others write.
func Pairs() Format {
	return &capture{
		info: Info{
			ID: "pairs-jsonl", Title: "request and response pairs", Label: "proxy log", Capture: true, VersionField: "field user-agent",
			Where: ".claude-trace/log-*.jsonl, logs of proxies and gateways, batch files",
			Shape: "JSON lines with request and response, with request_body and response_body, or with messages and response",
			Notes: captureNotes(),
		},
		detect:    pairsDetect,
		exchanges: pairLine,
	}
}

// The keys under which such logs keep one thing.
var (
	pairRequest  = [...]string{"request_body", "requestBody", "request.body", "request.raw_body", "request.data", "request.json", "proxy_server_request.body", "proxy_server_request", "request", "body"}
	pairResponse = [...]string{
		"response_body", "responseBody", "response.body", "response.body_raw", "response.events", "response.data", "response.json", "response_body_raw", "response",
	}
	pairURL    = [...]string{"request.url", "request.uri", "request.path", "url", "uri", "path", "endpoint", "api_base"}
	pairStatus = [...]string{"response.status_code", "response.statusCode", "response.status", "status_code", "statusCode", "response_status", "status"}
	pairTime   = [...]string{"request.timestamp", "timestamp", "time", "ts", "startTime", "start_time", "logged_at"}
	pairAgent  = [...]string{"request.headers", "request_headers", "requestHeaders", "headers"}
)

// pairsDetect looks for one line with a request that is one, beside nothing
// that belongs to another format.
func pairsDetect(h *Head) bool {
	for _, line := range h.Lines {
		if !isObject(line) {
			continue
		}
		f := fieldsOf(line)
		if f["type"] != nil && f["request"] == nil || f["payload"] != nil || f["sessionId"] != nil || f["log"] != nil {
			continue
		}
		_, hasURL := f.pick(pairURL[:])
		_, asked := f.pick(pairRequest[:])
		asked = asked || gatewayRow(f) != nil
		_, answered := f.pick(pairResponse[:])
		answered = answered || gatewayFailure(f) != ""
		batch := f["custom_id"] != nil && answered // the answers of a batch stand alone
		if !batch && (!asked || !answered && !hasURL) {
			continue
		}
		list, err := pairLine(line)
		if err != nil || len(list) == 0 {
			continue
		}
		if _, ok := provider.Tell(list[0].url, list[0].request); ok {
			return true
		}
		if _, ok := provider.TellAnswer(list[0].response); ok && batch {
			return true
		}
	}
	return false
}

// fields are the members of a JSON object.
type fields map[string]json.RawMessage

func fieldsOf(raw []byte) fields {
	var f fields
	if json.Unmarshal(raw, &f) != nil {
		return nil
	}
	return f
}

// pick returns the first of the paths that is there and not null.
func (f fields) pick(paths []string) (json.RawMessage, bool) {
	for _, path := range paths {
		at := f
		for {
			key, rest, deeper := strings.Cut(path, ".")
			raw, ok := at[key]
			if !ok || bytes.Equal(raw, []byte("null")) {
				break
			}
			if !deeper {
				return raw, true
			}
			at, path = fieldsOf(raw), rest
		}
	}
	return nil, false
}

func pairLine(record []byte) ([]exchange, error) {
	f := fieldsOf(record)
	if f == nil {
		return nil, notAnObject(record)
	}
	x := exchange{}
	if raw, ok := f.pick(pairURL[:]); ok {
		x.url = walk.Text(raw)
	}
	if raw, ok := f.pick(pairStatus[:]); ok {
		_ = json.Unmarshal(raw, &x.status) // a word is no status
	}
	if raw, ok := f.pick(pairTime[:]); ok {
		x.time = looseMillis(raw)
	}
	if raw, ok := f.pick(pairAgent[:]); ok {
		x.agent = agentIn(raw)
	}
	if raw, ok := f.pick(pairRequest[:]); ok {
		x.request = x.bodyOf(raw, "request")
	}
	if raw, ok := f.pick(pairResponse[:]); ok {
		x.response = x.bodyOf(raw, "answer")
	}
	if len(x.request) == 0 {
		x.request = gatewayRow(f)
	}
	if text := gatewayFailure(f); text != "" && x.status < 400 {
		x.status, x.response = failureStatus(text), failureBody(text)
	}
	if len(x.request)+len(x.response) == 0 {
		return nil, nil
	}
	return []exchange{x}, nil
}

func notAnObject(record []byte) error {
	var v any
	if err := json.Unmarshal(record, &v); err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	return fmt.Errorf("%s, not an object", walkKind(record))
}

func walkKind(record []byte) string {
	_, st := walk.New(walk.Compile(nil)).Walk(record)
	return st.Root.String()
}

// bodyOf is a body that stands as a JSON value, as its text, or as the list of
// its events.
func (x *exchange) bodyOf(raw json.RawMessage, which string) []byte {
	switch raw[0] {
	case '"':
		text := walk.Text(raw)
		trimmed := strings.TrimSpace(text)
		if len(trimmed) > 8 && !strings.ContainsAny(trimmed, "{[:\n ") { // no body is one word, but a packed one
			if b, err := decoded(trimmed); err == nil {
				return x.body(string(b), "", which)
			}
		}
		return x.body(text, "", which)
	case '[':
		var events []json.RawMessage
		if json.Unmarshal(raw, &events) == nil && which == "answer" && eventList(events) {
			return eventLines(events)
		}
	}
	return raw
}

// eventList reports whether an array holds the events of a stream.
func eventList(events []json.RawMessage) bool {
	if len(events) == 0 {
		return false
	}
	f := fieldsOf(events[0])
	if f["jsonrpc"] != nil || f["candidates"] != nil { // bodies that are arrays
		return false
	}
	return f["type"] != nil || f["data"] != nil || f["event"] != nil || f["choices"] != nil
}

func eventLines(events []json.RawMessage) []byte {
	var b bytes.Buffer
	for _, e := range events {
		if d, ok := fieldsOf(e)["data"]; ok {
			e = d
		}
		text := []byte(e)
		if len(e) > 0 && e[0] == '"' {
			text = []byte(walk.Text(e))
		}
		b.WriteString("data: ")
		_ = json.Compact(&b, text) // what is no JSON is no event
		b.WriteString("\n\n")
	}
	return b.Bytes()
}

// agentIn finds the user agent among headers: an object, or a list of pairs.
func agentIn(raw json.RawMessage) string {
	for key, v := range fieldsOf(raw) {
		if strings.EqualFold(key, "user-agent") {
			var list []string
			if json.Unmarshal(v, &list) == nil && len(list) > 0 {
				return list[0]
			}
			return walk.Text(v)
		}
	}
	var heads []harHeader
	if json.Unmarshal(raw, &heads) == nil {
		for _, h := range heads {
			if strings.EqualFold(h.Name, "user-agent") {
				return h.Value
			}
		}
	}
	return ""
}

// looseMillis reads a time: RFC 3339, seconds with a fraction, or milliseconds.
func looseMillis(raw json.RawMessage) int64 {
	var n float64
	switch {
	case len(raw) > 0 && raw[0] == '"':
		return rfcMillis(walk.Text(raw))
	case json.Unmarshal(raw, &n) != nil, n < 0, n > 1e17:
		return 0
	case n > 1e14: // microseconds
		return int64(n / 1e3)
	case n > 1e11:
		return int64(n)
	}
	return int64(n * 1e3)
}
