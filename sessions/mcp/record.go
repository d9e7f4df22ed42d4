package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"sync"
)

var errTooMuch = errors.New("more than the limit was read")

// record keeps what was said, one message a line, up to a limit in bytes.
type record struct {
	mu   sync.Mutex
	text bytes.Buffer
	max  int64
	over bool
	// spoke: the server sent a message; noise is the beginning of the first
	// that it sent and that is none.
	spoke bool
	noise []byte
	// long: it sent a message of more than lineMax bytes.
	long bool
	// status is that of the last HTTP answer which refused, "401 Unauthorized".
	status string
}

// noiseMax is how much of what is no message is kept, in bytes.
const noiseMax = 60

// heard adds what the server sent. What is no message is kept out, but for its
// beginning.
func (r *record) heard(message []byte) error {
	message = bytes.TrimSpace(message)
	if len(message) == 0 {
		return nil
	}
	var fields map[string]json.RawMessage
	ok := message[0] == '[' && json.Valid(message) || json.Unmarshal(message, &fields) == nil && fields["jsonrpc"] != nil
	r.mu.Lock()
	switch {
	case ok:
		r.spoke = true
	case r.noise == nil:
		r.noise = bytes.Clone(message[:min(len(message), noiseMax)])
	}
	r.mu.Unlock()
	return r.line(message)
}

// tooLong notes that a message is longer than what is read.
func (r *record) tooLong() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.long = true
	return errTooMuch
}

// wasLong reports whether a message was too long.
func (r *record) wasLong() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.long
}

// refused notes an HTTP answer that is a refusal.
func (r *record) refused(status string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

// refusal is the last one that was noted.
func (r *record) refusal() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.status
}

// strange returns the beginning of what the server sent, in quotes and with
// escapes, when it sent something and no message.
func (r *record) strange() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.spoke || r.noise == nil {
		return ""
	}
	return strconv.QuoteToASCII(string(r.noise))
}

// line adds one message. What is no JSON object is kept out: a log line that a
// server writes to stdout is none of the conversation.
func (r *record) line(message []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	message = bytes.TrimSpace(message)
	if len(message) == 0 || message[0] != '{' && message[0] != '[' {
		return nil
	}
	if int64(r.text.Len()+len(message)) > r.max {
		r.over = true
		return errTooMuch
	}
	r.text.Write(message)
	r.text.WriteByte('\n')
	return nil
}

func (r *record) full() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.over
}

func (r *record) bytes() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return bytes.Clone(r.text.Bytes())
}

// lineWriter cuts what is written to it into lines for a record.
type lineWriter struct {
	to   *record
	rest []byte
}

// Write takes whole lines; the rest waits for its end.
func (w *lineWriter) Write(p []byte) (int, error) {
	w.rest = append(w.rest, p...)
	for {
		i := bytes.IndexByte(w.rest, '\n')
		if i < 0 {
			break
		}
		if err := w.to.line(w.rest[:i]); err != nil {
			return 0, err
		}
		w.rest = w.rest[i+1:]
	}
	if int64(len(w.rest)) > w.to.max {
		w.to.mu.Lock()
		w.to.over = true
		w.to.mu.Unlock()
		return 0, errTooMuch
	}
	return len(p), nil
}

// tail keeps the last bytes that are written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
	cut  bool
}

// tailMax is how much of a server's stderr is kept, in bytes.
const tailMax = 4096

// Write keeps the last tailMax bytes.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if n := len(t.text) - tailMax; n > 0 {
		t.text, t.cut = append([]byte(nil), t.text[n:]...), true
	}
	return len(p), nil
}

// String is what was kept, without a line that is cut at its beginning.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := t.text
	if t.cut {
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			text = text[i+1:]
		}
	}
	return string(bytes.TrimSpace(text))
}
