package format

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hopscope/journey/provider"
	"hopscope/sessions/walk"
)

// HAR returns the format of HTTP archives, version 1.2.
func HAR() Format {
	return &capture{
		info: Info{
			ID: "har", Title: "HTTP archive", Label: "HTTP archive", Capture: true, VersionField: "field user-agent",
			Where: "saved by a browser, mitmproxy (mitmdump -nr FILE --set hardump=OUT.har) and other proxies",
			Shape: "an object with log.entries[] of request and response",
			Notes: captureNotes("messages over a websocket are read where the archive keeps them (_webSocketMessages)"),
		},
		detect: func(h *Head) bool { return h.starts(harStart) },
		cutters: func() (read, again walk.Cutter) {
			return walk.CutValues("log.entries"), walk.CutValues()
		},
		exchanges: harEntry,
	}
}

// captureNotes are what no capture can show, and more.
func captureNotes(more ...string) []string {
	return append([]string{
		"which tool ran is not in it, only what the model was told; where results carry no error flag, a tool that failed counts as ran",
		"calls of several conversations stand in one list",
	}, more...)
}

// harStart looks for the key log and, below it, a key of an archive.
func harStart(text []byte) bool {
	rest, ok := afterKey(text, "log")
	if !ok {
		return false
	}
	rest = bytes.TrimLeft(rest, " \t\r\n")
	if len(rest) == 0 || rest[0] != '{' {
		return false
	}
	for _, key := range [...]string{`"version"`, `"creator"`, `"entries"`, `"browser"`, `"pages"`} {
		if bytes.HasPrefix(bytes.TrimLeft(rest[1:], " \t\r\n"), []byte(key)) {
			return true
		}
	}
	return false
}

// afterKey returns what stands behind the first key of an object, when it is
// this one.
func afterKey(text []byte, key string) ([]byte, bool) {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF")), " \t\r\n")
	if len(text) == 0 || text[0] != '{' {
		return nil, false
	}
	text, ok := bytes.CutPrefix(bytes.TrimLeft(text[1:], " \t\r\n"), []byte(`"`+key+`"`))
	if !ok {
		return nil, false
	}
	return bytes.CutPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte(":"))
}

// starts looks at the beginning of an input as one text.
func (h *Head) starts(is func(text []byte) bool) bool { return is(h.Text) }

type harHeader struct{ Name, Value string }

type harEntryFields struct {
	Started string `json:"startedDateTime"`
	Request *struct {
		Method, URL string
		Headers     []harHeader
		PostData    *struct{ Text, Encoding string }
	}
	Response *struct {
		Status  int
		Content struct{ Text, Encoding string }
	}
	Sockets []socketMessage `json:"_webSocketMessages"`
}

func harEntry(record []byte) ([]exchange, error) {
	var h harEntryFields
	if err := json.Unmarshal(record, &h); err != nil {
		var wrong *json.UnmarshalTypeError
		if !errors.As(err, &wrong) {
			return nil, fmt.Errorf("not JSON: %w", err)
		}
	}
	if h.Request == nil {
		return nil, errors.New("an entry without a request")
	}
	x := exchange{url: h.Request.URL, time: rfcMillis(h.Started)}
	for _, head := range h.Request.Headers {
		if strings.EqualFold(head.Name, "user-agent") {
			x.agent = head.Value
		}
	}
	if p := h.Request.PostData; p != nil {
		x.request = x.body(p.Text, p.Encoding, "request")
	}
	if r := h.Response; r != nil {
		x.status = r.Status
		x.response = x.body(r.Content.Text, r.Content.Encoding, "answer")
	}
	if len(h.Sockets) > 0 {
		return x.overSocket(h.Sockets)
	}
	return []exchange{x}, nil
}

// socketMessage is a message over a websocket, as browsers and proxies keep
// them.
type socketMessage struct {
	Type string
	Time float64
	Data string
}

// overSocket makes an exchange of each message that asks a model, and of what
// came back until the next.
func (x *exchange) overSocket(messages []socketMessage) ([]exchange, error) {
	var list []exchange
	var answer bytes.Buffer
	end := func() {
		if n := len(list); n > 0 {
			list[n-1].response = bytes.Clone(answer.Bytes())
		}
		answer.Reset()
	}
	for _, m := range messages {
		data := []byte(m.Data)
		if !isObject(data) {
			continue
		}
		if m.Type != "send" {
			answer.WriteString("data: ")
			_ = json.Compact(&answer, data) // it is valid
			answer.WriteString("\n\n")
			continue
		}
		if _, ok := provider.Tell("", data); !ok {
			continue
		}
		end()
		one := exchange{url: x.url, agent: x.agent, time: cmp.Or(looseMillis(json.RawMessage(strconv.FormatFloat(m.Time, 'f', -1, 64))), x.time), request: data}
		one.status = 200
		list = append(list, one)
	}
	end()
	if len(list) == 0 {
		if _, ok := provider.Tell(x.url, nil); ok {
			return nil, fmt.Errorf("a websocket with %d messages, none of which asks a model in a known form", len(messages))
		}
	}
	return list, nil
}

// body takes encoding and packing away; what cannot be read is trouble.
func (x *exchange) body(text, encoding, which string) []byte {
	raw := []byte(text)
	if strings.EqualFold(encoding, "base64") {
		b, err := decoded(text)
		if err != nil {
			x.trouble = "the " + which + ": " + err.Error()
			return nil
		}
		raw = b
	}
	plain, err := unpacked(raw)
	if err != nil {
		x.trouble = "the " + which + ": " + err.Error()
		return nil
	}
	return plain
}

// rfcMillis reads an RFC 3339 time, 0 for anything else.
func rfcMillis(s string) int64 {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return 0
	}
	return t.UnixMilli()
}
