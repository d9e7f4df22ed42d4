package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// A client of today asks server/discover first (protocol 2026-07-28) and goes
// on with initialize where that is refused. A server that is older may also
// leave the question without an answer, for ever. Then the SDK is told that it
// was refused, in the server's place, and the same conversation goes on with
// initialize.

// discover is the method that is asked first.
const discover = "server/discover"

// probe watches the first question of a conversation.
type probe struct {
	// patience is how long the server may take to answer.
	patience time.Duration

	mu    sync.Mutex
	id    string // of the question, as it stands on the wire
	timer *time.Timer
	// over: it was answered, or given up.
	over, gaveUp bool
	// refused brings the answer that is given in the server's place.
	refused chan []byte
}

func newProbe(patience time.Duration) *probe {
	return &probe{patience: patience, refused: make(chan []byte, 1)}
}

// asked takes a message to the server and starts the clock at the question.
func (p *probe) asked(message []byte) {
	id, ok := discoverID(message)
	if !ok {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.id != "" || p.over {
		return
	}
	p.id = id
	p.timer = time.AfterFunc(p.patience, p.giveUp)
}

// discoverID is the id of a request for server/discover.
func discoverID(message []byte) (id string, ok bool) {
	if !bytes.Contains(message, []byte(discover)) {
		return "", false
	}
	var m struct {
		Method string          `json:"method"`
		ID     json.RawMessage `json:"id"`
	}
	if json.Unmarshal(message, &m) != nil || m.Method != discover || len(m.ID) == 0 {
		return "", false
	}
	return string(m.ID), true
}

// giveUp answers in the server's place.
func (p *probe) giveUp() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.over {
		p.over, p.gaveUp = true, true
		p.refused <- refusal(p.id)
	}
}

// refusal is the answer of a server that does not know the method.
func refusal(id string) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no answer to %s"}}`, id, discover)
}

// answered takes a message of the server. drop: it answers the question after
// that was given up, which the SDK would not understand.
func (p *probe) answered(message []byte) (drop bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.id == "" || p.over && !p.gaveUp {
		return false
	}
	var m struct {
		Method string          `json:"method"`
		ID     json.RawMessage `json:"id"`
	}
	if json.Unmarshal(message, &m) != nil || m.Method != "" || string(m.ID) != p.id {
		return false
	}
	if p.gaveUp {
		p.id = "" // once is enough
		return true
	}
	p.over = true
	p.timer.Stop()
	return false
}

// stop ends the clock and tells whether the question was given up.
func (p *probe) stop() (gaveUp bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
	}
	gaveUp, p.over = p.gaveUp, true
	return gaveUp
}

// first sends the question over HTTP. A server that takes too long, or answers
// with something else than an answer, has refused it: the SDK would end the
// conversation there.
func (l *listener) first(r *http.Request, id string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), l.patience)
	defer cancel()
	resp, err := http.DefaultTransport.RoundTrip(r.WithContext(ctx))
	if err == nil {
		err = l.listen(resp)
	}
	if err != nil {
		if ctx.Err() == nil || r.Context().Err() != nil {
			return nil, err
		}
		l.gaveUp.Store(true)
		return refusedBy(r, id), nil
	}
	defer resp.Body.Close()
	body := readAnswer(resp.Body, id)
	if resp.StatusCode < 300 && !bytes.Contains(body, []byte(`"result"`)) && !bytes.Contains(body, []byte(`"error"`)) {
		l.gaveUp.Store(ctx.Err() != nil)
		return refusedBy(r, id), nil
	}
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(body)), -1
	return resp, nil
}

// readAnswer reads a body to its end, but of a stream that stays open only to
// the end of the answer.
func readAnswer(body io.Reader, id string) []byte {
	var text []byte
	buf := make([]byte, 4096)
	for len(text) <= lineMax {
		n, err := body.Read(buf)
		text = append(text, buf[:n]...)
		if err != nil {
			break
		}
		ended := bytes.HasSuffix(text, []byte("\n\n")) || bytes.HasSuffix(text, []byte("\r\n\r\n"))
		if ended && bytes.Contains(text, []byte("data:")) && bytes.Contains(text, []byte(id)) {
			break
		}
	}
	return text
}

// refusedBy is the answer of a server that does not know the question.
func refusedBy(r *http.Request, id string) *http.Response {
	return &http.Response{
		Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(refusal(id))), ContentLength: -1,
	}
}
