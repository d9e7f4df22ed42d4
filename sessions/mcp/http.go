package mcp

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// remote is a server behind a URL.
type remote struct {
	url    string
	client *http.Client
	said   *record
	ask    *listener
}

func dial(s Server, limits Limits) (conversation, error) {
	u, err := url.Parse(s.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("%s: want a URL with http or https", s.URL)
	}
	r := &remote{url: s.URL, said: &record{max: limits.Bytes}}
	r.ask = &listener{headers: s.Headers, said: r.said, host: u.Host, patience: limits.Patience}
	r.client = &http.Client{Transport: r.ask}
	return r, nil
}

func (r *remote) transport() sdk.Transport {
	return &sdk.StreamableClientTransport{Endpoint: r.url, HTTPClient: r.client, MaxRetries: -1, DisableStandaloneSSE: true, MaxEventSize: lineMax}
}

func (r *remote) log() *record { return r.said }

func (r *remote) stderr() string { return "" }

func (r *remote) left() bool { return false }

func (r *remote) gaveUp() bool { return r.ask.gaveUp.Load() }

func (r *remote) end() { r.client.CloseIdleConnections() }

func (r *remote) kill() { r.end() }

// listener copies the bodies of all exchanges to the record and adds the
// user's headers, to the host that was asked for and no other.
type listener struct {
	headers map[string]string
	said    *record
	host    string
	// patience is how long the server may take to answer server/discover;
	// gaveUp: it did not.
	patience time.Duration
	gaveUp   atomic.Bool
}

// RoundTrip sends one request.
func (l *listener) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if r.URL.Host == l.host {
		for k, v := range l.headers {
			r.Header.Set(k, v)
		}
	}
	question := ""
	if r.Body != nil {
		body, err := io.ReadAll(io.LimitReader(r.Body, lineMax))
		r.Body.Close()
		if err != nil {
			return nil, err
		}
		if err := l.said.line(bytes.ReplaceAll(body, []byte("\n"), nil)); err != nil {
			return nil, err
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		question, _ = discoverID(body)
	}
	if question != "" {
		return l.first(r, question)
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= http.StatusBadRequest && r.Method == http.MethodPost {
		l.said.refused(resp.Status)
	}
	return resp, l.listen(resp)
}

// listen copies the body of an answer to the record while it is read.
func (l *listener) listen(resp *http.Response) error {
	kind := resp.Header.Get("Content-Type")
	switch {
	case strings.HasPrefix(kind, "text/event-stream"):
		resp.Body = &events{ReadCloser: resp.Body, to: l.said}
	case resp.StatusCode < 300 && !strings.HasPrefix(kind, "application/json"):
		// The SDK does not read what is of another type.
		head, err := io.ReadAll(io.LimitReader(resp.Body, noiseMax))
		if err == nil && l.said.heard(head) != nil {
			err = errTooMuch
		}
		if err != nil {
			resp.Body.Close()
			return err
		}
		resp.Body = readCloser{io.MultiReader(bytes.NewReader(head), resp.Body), resp.Body}
	default:
		resp.Body = &whole{ReadCloser: resp.Body, to: l.said, page: resp.StatusCode >= http.StatusBadRequest}
	}
	return nil
}

// readCloser is a body whose beginning was read.
type readCloser struct {
	io.Reader
	io.Closer
}

// whole is a body that is one message.
type whole struct {
	io.ReadCloser
	to *record
	// page: it may be a page for people, which is no message.
	page bool
	text []byte
	done bool
}

// Read keeps what it hands on, up to the largest answer that is taken.
func (w *whole) Read(b []byte) (int, error) {
	n, err := w.ReadCloser.Read(b)
	w.text = append(w.text, b[:n]...)
	if int64(len(w.text)) > w.to.max {
		return n, errTooMuch
	}
	if len(w.text) > lineMax {
		return n, w.to.tooLong()
	}
	if err == io.EOF {
		w.finish()
	}
	return n, err
}

// Close takes what was read as the message, for readers that stop before the
// end.
func (w *whole) Close() error {
	w.finish()
	return w.ReadCloser.Close()
}

func (w *whole) finish() {
	if !w.done {
		w.done = true
		if w.page && !bytes.HasPrefix(bytes.TrimSpace(w.text), []byte("{")) {
			return
		}
		w.to.heard(bytes.ReplaceAll(w.text, []byte("\n"), []byte(" ")))
	}
}

// events is a stream of server-sent events; the data of each is a message.
type events struct {
	io.ReadCloser
	to   *record
	rest []byte
	data []byte
}

// Read hands on the bytes as they are and takes the lines of the events from them.
func (e *events) Read(b []byte) (int, error) {
	n, err := e.ReadCloser.Read(b)
	e.rest = append(e.rest, b[:n]...)
	for {
		i := bytes.IndexByte(e.rest, '\n')
		if i < 0 {
			break
		}
		line := bytes.TrimSuffix(e.rest[:i], []byte("\r"))
		e.rest = e.rest[i+1:]
		if text, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			e.data = append(e.data, bytes.TrimPrefix(text, []byte(" "))...)
		}
		if len(line) == 0 || int64(len(e.data)) > e.to.max {
			if e := e.to.heard(e.data); e != nil {
				return n, e
			}
			e.data = e.data[:0]
		}
	}
	if len(e.rest)+len(e.data) > lineMax {
		return n, e.to.tooLong()
	}
	return n, err
}
