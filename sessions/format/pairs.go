package format

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"hopscope/journey/provider"
	"hopscope/sessions/node"
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
		detect: pairsDetect,
		opens:  func() func([]byte) ([]exchange, error) { return newPairWalker().take },
		tails:  true,
	}
}

// pairsDetect looks for one line with a request that is one, beside nothing
// that belongs to another format.
func pairsDetect(h *Head) bool {
	w := newPairWalker()
	for _, line := range h.Lines {
		p, err := w.walk(line)
		if err != nil || p.has(pairType) && !p.has(pairAsked) || p.has(pairPayload) || p.has(pairSessionID) || p.has(pairLog) {
			continue
		}
		hasURL := p.pick(pairURL[:]) != nil
		asked := p.pick(pairRequest[:]) != nil || p.gatewayRow() != nil
		answered := p.pick(pairResponse[:]) != nil || p.gatewayFailure() != ""
		batch := p.has(pairCustomID) && (answered || p.batch()) // requests and answers of a batch stand alone
		if !batch && (!asked || !answered && !hasURL) {
			continue
		}
		list := p.exchanges()
		if len(list) == 0 {
			continue
		}
		if _, ok := provider.Tell(list[0].url, list[0].request); ok {
			return true
		}
		if _, ok := provider.TellAnswer(list[0].response); batch && (ok || list[0].provider != nil) {
			return true
		}
	}
	return false
}

// exchanges takes a line apart.
func (p *pair) exchanges() []exchange {
	x := exchange{}
	if raw := p.pick(pairURL[:]); raw != nil {
		x.url = walk.Text(raw)
	}
	if raw := p.pick(pairStatus[:]); raw != nil {
		_ = json.Unmarshal(raw, &x.status) // a word is no status
	}
	if raw := p.pick(pairTime[:]); raw != nil {
		x.time = looseMillis(raw)
	}
	if raw := p.pick(pairAgent[:]); raw != nil {
		x.agent = agentIn(raw)
	}
	if raw := p.pick(pairRequest[:]); raw != nil {
		x.request = x.bodyOf(raw, "request")
	}
	if raw := p.pick(pairResponse[:]); raw != nil {
		x.response = x.bodyOf(raw, "answer")
	}
	if len(x.request) == 0 {
		x.request = p.gatewayRow()
	}
	if text := p.gatewayFailure(); text != "" && x.status < 400 {
		x.status, x.response = failureStatus(text), failureBody(text)
	}
	if p.has(pairCustomID) {
		x.batched(p)
	}
	if len(x.request)+len(x.response) == 0 {
		return nil
	}
	return []exchange{x}
}

// batch reports whether a line is one of a batch of Anthropic's: params, or a
// result with a message or an error.
func (p *pair) batch() bool {
	return p.has(pairBatchAsked) || p.has(pairBatchAnswer) || p.has(pairBatchError)
}

// batched takes a line of a batch. Anthropic's have params and result
// (documentation of Message Batches, read 2026-11-30; not verified on a
// recording). A refused request has no body that says of which contract it is.
func (x *exchange) batched(p *pair) {
	contract := "openai-chat"
	if p.batch() {
		contract = "anthropic-messages"
		x.request, x.response = p.of(pairBatchAsked), p.of(pairBatchAnswer)
		if raw := p.of(pairBatchError); raw != nil {
			x.status, x.response = 400, raw
		}
	}
	if x.status >= 400 && len(x.request) == 0 {
		x.provider, _ = provider.Get(contract)
	}
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
	for key, v := range node.Loose(raw).Members() {
		if strings.EqualFold(key, "user-agent") {
			var list []string
			if json.Unmarshal(v.Raw(), &list) == nil && len(list) > 0 {
				return list[0]
			}
			return v.Str()
		}
	}
	if len(raw) > 0 && raw[0] == '{' {
		return ""
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
