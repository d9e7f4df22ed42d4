//go:build unix

package mcp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// older is a server written without an SDK, as of before server/discover.
type older struct {
	// unknown is what it does with a request that it does not know: ignore, leave,
	// refuse, refuse and leave, or (of the newest kind alone) late: it knows server/discover
	// and not initialize, and answers only when it is asked a second time.
	unknown string
	// asked is a file that is there once a late one was asked.
	asked   string
	greeted bool
}

// answer returns the answer to a message, empty for none.
func (o *older) answer(line []byte) string {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	if json.Unmarshal(line, &m) != nil || len(m.ID) == 0 {
		return ""
	}
	result := func(text string) string { return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, text) }
	refused := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}`, m.ID)
	switch {
	case m.Method == "server/discover" && o.unknown == "late":
		if _, err := os.Stat(o.asked); err != nil {
			os.WriteFile(o.asked, nil, 0o600)
			return ""
		}
		return result(`{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"resultType":"complete","ttlMs":0,"cacheScope":"private"}`)
	case m.Method == "initialize" && o.unknown != "late":
		o.greeted = true
		return result(`{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"older","version":"1"}}`)
	case m.Method == "tools/list" && (o.greeted || o.unknown == "late"):
		return result(`{"tools":[{"name":"old.tool","inputSchema":{"type":"object"}}],"resultType":"complete","ttlMs":0,"cacheScope":"private"}`)
	case o.unknown == "refuse and leave":
		fmt.Println(refused)
		os.Exit(1)
	case o.unknown == "leave":
		os.Exit(1)
	case o.unknown == "refuse" || o.unknown == "late":
		return refused
	}
	return ""
}

// run answers over stdio.
func (o *older) run() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if text := o.answer(lines.Bytes()); text != "" {
			fmt.Println(text)
		}
	}
}

// TestListOlder asks real servers that do not know server/discover: one that
// ignores it, one that leaves, one that refuses it, and a late one of the newest
// kind, which does not know initialize.
func TestListOlder(t *testing.T) {
	t.Parallel()
	for _, unknown := range []string{"ignore", "leave", "refuse", "refuse and leave", "late"} {
		t.Run(unknown, func(t *testing.T) {
			t.Parallel()
			// Patience ends before the late one answers: only a second try lists it.
			asked := filepath.Join(t.TempDir(), "asked")
			c, problems, err := List(t.Context(), story("older "+unknown, "HOPSCOPE_TEST_ASKED="+asked), Limits{Time: time.Minute, Patience: 100 * time.Millisecond})
			if err != nil || len(problems) > 0 {
				t.Fatalf("List = %v, %v", problems, err)
			}
			if got := strings.Join(listed(c), " "); got != "docs/old.tool" || !c.Complete {
				t.Errorf("List = %s, complete %v, want docs/old.tool", got, c.Complete)
			}
		})
	}
}

// TestPatience holds that the usual limits leave a silent server time for the
// older way.
func TestPatience(t *testing.T) {
	t.Parallel()
	for time_, want := range map[time.Duration]time.Duration{0: 2 * time.Second, 30 * time.Second: 2 * time.Second, 3 * time.Second: time.Second} {
		if got := (Limits{Time: time_}).orDefault().Patience; got != want {
			t.Errorf("patience within %v = %v, want %v", time_, got, want)
		}
	}
}

// TestListOlderHTTP does the same over HTTP.
func TestListOlderHTTP(t *testing.T) {
	t.Parallel()
	for name, discover := range map[string]func(http.ResponseWriter, *http.Request){
		"hangs":     func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"accepts":   func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) },
		"not found": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusNotFound) },
		"bad": func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "Bad Request: Server not initialized", http.StatusBadRequest)
		},
		"empty":    func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "application/json") },
		"hangs up": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"breaks off": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "10")
			w.Write([]byte("{"))
		},
		"stream that stays silent": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
		"stream that stays open": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			body, _ := io.ReadAll(r.Body)
			fmt.Fprintf(w, "event: message\ndata: %s\n\n", (&older{unknown: "refuse"}).answer(body))
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := &older{unknown: "ignore"}
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				if strings.Contains(string(body), "server/discover") {
					r.Body = io.NopCloser(strings.NewReader(string(body)))
					discover(w, r)
					return
				}
				w.Header().Set("Content-Type", "application/json")
				if text := o.answer(body); text != "" {
					fmt.Fprint(w, text)
					return
				}
				w.WriteHeader(http.StatusAccepted)
			}))
			defer web.Close()
			c, problems, err := List(t.Context(), Server{Key: "docs", URL: web.URL}, Limits{Time: time.Minute, Patience: 100 * time.Millisecond})
			if err != nil || len(problems) > 0 {
				t.Fatalf("List = %v, %v", problems, err)
			}
			if got := strings.Join(listed(c), " "); got != "docs/old.tool" {
				t.Errorf("List = %s, want docs/old.tool", got)
			}
		})
	}
}
