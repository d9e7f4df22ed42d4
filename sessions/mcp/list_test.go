//go:build unix

package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"hopscope/journey"
)

// TestMain is also the servers of the tests: the test binary runs itself with
// one of these stories.
func TestMain(m *testing.M) {
	story := os.Getenv("HOPSCOPE_TEST_SERVER")
	if story == "" {
		os.Exit(m.Run())
	}
	serve(story)
}

// oddNames are names that real servers have and strict readers dislike.
var oddNames = []string{"docs.open", "docs_open", "open page", "größe", "zw\u200b", "a/b", "Read", "read", strings.Repeat("x", 130)}

func newServer(pageSize int) *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "test docs", Version: "1"}, &sdk.ServerOptions{PageSize: pageSize})
	for _, name := range oddNames {
		s.AddTool(&sdk.Tool{Name: name, Description: "does " + name, InputSchema: json.RawMessage(`{"type":"object","properties":{"z":{},"a":{}}}`)},
			func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
				return nil, errors.New("never called")
			})
	}
	return s
}

func serve(story string) {
	if unknown, ok := strings.CutPrefix(story, "older "); ok {
		(&older{unknown: unknown, asked: os.Getenv("HOPSCOPE_TEST_ASKED")}).run()
	}
	switch story {
	case "pages":
		newServer(2).Run(context.Background(), &sdk.StdioTransport{})
	case "noisy":
		fmt.Println("server starting")
		newServer(100).Run(context.Background(), &sdk.StdioTransport{})
	case "hangs":
		child, err := os.StartProcess(os.Args[0], os.Args, &os.ProcAttr{Env: []string{"HOPSCOPE_TEST_SERVER=child"}, Files: []*os.File{nil, nil, os.Stderr}})
		if err == nil {
			fmt.Fprintf(os.Stderr, "child %d\n", child.Pid)
		}
		forever()
	case "child":
		forever()
	case "dies":
		fmt.Fprintln(os.Stderr, "cannot find config")
		os.Exit(3)
	case "garbage":
		fmt.Println(`{"jsonrpc":"2.0","id":1,"result":`)
		fmt.Println("\x1b]0;title\a{not json}")
		forever()
	case "words":
		fmt.Println("\x1b]0;title\ahello")
		forever()
	case "endless":
		for {
			fmt.Println(`{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"` + strings.Repeat("x", 4000) + `"}}`)
		}
	case "one line":
		fmt.Print(`{"jsonrpc":"2.0","id":1,"result":"`)
		for block := strings.Repeat("x", 1<<20); ; {
			fmt.Print(block)
		}
	case "environment":
		fmt.Fprintln(os.Stderr, strings.Join(os.Environ(), "\n"))
		os.Exit(1)
	}
}

// forever waits for a signal that nobody sends.
func forever() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGUSR1)
	<-c
}

func story(name string, env ...string) Server {
	return Server{Key: "docs", Command: []string{os.Args[0]}, Env: append(env, "HOPSCOPE_TEST_SERVER="+name)}
}

func listed(c journey.Catalog) []string {
	var names []string
	for _, t := range c.Tools {
		names = append(names, string(t.Server)+"/"+string(t.Registered))
	}
	return names
}

// allListed compares without order: a server sorts its tools.
func allListed(t *testing.T, c journey.Catalog) {
	t.Helper()
	got := map[string]bool{}
	for _, name := range listed(c) {
		got[name] = true
	}
	for _, name := range oddNames {
		if !got["docs/"+name] {
			t.Errorf("%q is not listed; listed are %q", name, listed(c))
		}
	}
	if len(c.Tools) != len(oddNames) || !c.Complete || c.Form != journey.FormRegistered {
		t.Errorf("%d tools, complete %v, form %v", len(c.Tools), c.Complete, c.Form)
	}
}

func TestListStdio(t *testing.T) {
	for _, name := range []string{"pages", "noisy"} {
		c, problems, err := List(t.Context(), story(name), Limits{})
		if err != nil || len(problems) > 0 {
			t.Fatalf("%s: List = %v, %v", name, problems, err)
		}
		allListed(t, c)
		if schema := c.Tools[0].Schema; !strings.Contains(schema, `"z"`) || strings.Index(schema, `"z"`) > strings.Index(schema, `"a"`) {
			t.Errorf("%s: schema = %s, want it as the server wrote it", name, schema)
		}
	}
}

func TestListHTTP(t *testing.T) {
	t.Parallel()
	var heard string
	handler := sdk.NewStreamableHTTPHandler(func(r *http.Request) *sdk.Server {
		heard = r.Header.Get("X-Token")
		return newServer(3)
	}, nil)
	web := httptest.NewServer(handler)
	defer web.Close()
	c, _, err := List(t.Context(), Server{Key: "docs", URL: web.URL, Headers: map[string]string{"X-Token": "t"}}, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	allListed(t, c)
	if heard != "t" {
		t.Errorf("header = %q, want t", heard)
	}
}

func TestListFailures(t *testing.T) {
	short := Limits{Time: time.Second}
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>—") }))
	defer page.Close()
	closed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "who are you?", http.StatusUnauthorized) }))
	defer closed.Close()
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct{ ID json.RawMessage }
		json.NewDecoder(r.Body).Decode(&m)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"no tenant"}}`, m.ID)
	}))
	defer refusing.Close()
	large := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for block := bytes.Repeat([]byte("x"), 1<<20); r.Context().Err() == nil; {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
	}))
	defer large.Close()
	tests := []struct {
		server Server
		limits Limits
		what   string
		stderr string
	}{
		{story("hangs"), short, "gave no answer within 1s", "child "},
		{story("dies"), Limits{}, "does not answer as an MCP server", "cannot find config"},
		{story("garbage"), short, `sent something that is not MCP; it begins with "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":"`, ""},
		{story("words"), short, `sent something that is not MCP; it begins with "\x1b]0;title\ahello"`, ""},
		{Server{URL: page.URL}, short, `sent something that is not MCP; it begins with "<html>\u2014"`, ""},
		{Server{URL: closed.URL}, short, "refuses with HTTP status 401 Unauthorized", ""},
		{Server{URL: refusing.URL}, short, "refuses with HTTP status 400 Bad Request: no tenant", ""},
		{Server{URL: large.URL}, Limits{}, "sent a message of more than 16 MB", ""},
		{story("one line"), Limits{}, "sent a message of more than 16 MB", ""},
		{story("endless"), Limits{Bytes: 1 << 20}, "sent more than 1 MB", ""},
		{Server{Command: []string{"no-such-command-anywhere"}}, Limits{}, "does not start: no-such-command-anywhere: no such command", ""},
		{Server{URL: "ftp://x.example"}, Limits{}, "does not start: ftp://x.example: want a URL", ""},
		{Server{}, Limits{}, "does not start: neither", ""},
	}
	for _, tt := range tests {
		_, _, err := List(t.Context(), tt.server, tt.limits)
		var f *Failure
		if !errors.As(err, &f) {
			t.Errorf("List(%s) = %v, want a failure", tt.server.Title(), err)
			continue
		}
		if !strings.HasPrefix(f.Error(), tt.what) || !strings.Contains(f.Stderr, tt.stderr) {
			t.Errorf("List(%v) = %q, stderr %q, want %q and %q", tt.server.Env, f.Error(), f.Stderr, tt.what, tt.stderr)
		}
	}
}

func TestChildrenAreEnded(t *testing.T) {
	_, _, err := List(t.Context(), story("hangs"), Limits{Time: time.Second})
	var f *Failure
	if !errors.As(err, &f) {
		t.Fatalf("List = %v, want a failure", err)
	}
	var pid int
	if _, err := fmt.Sscanf(f.Stderr, "child %d", &pid); err != nil {
		t.Fatalf("stderr = %q: %v", f.Stderr, err)
	}
	for range 1000 {
		if syscall.Kill(pid, 0) != nil || zombie(pid) {
			return
		}
	}
	t.Errorf("the server's child %d still runs", pid)
}

// zombie tells a process that has ended and that nobody has waited for.
func zombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return errors.Is(err, os.ErrNotExist)
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return strings.HasPrefix(after, "Z")
}

func TestOnlyNamedVariables(t *testing.T) {
	t.Setenv("HOPSCOPE_SECRET", "do not pass")
	_, _, err := List(t.Context(), story("environment", "NAMED=1"), Limits{})
	var f *Failure
	if !errors.As(err, &f) {
		t.Fatalf("List = %v, want a failure", err)
	}
	if strings.Contains(f.Stderr, "HOPSCOPE_SECRET") || !strings.Contains(f.Stderr, "NAMED=1") {
		t.Errorf("the server's variables are\n%s", f.Stderr)
	}
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := List(ctx, story("pages"), Limits{}); err == nil {
		t.Error("List with an ended context: no error")
	}
}
