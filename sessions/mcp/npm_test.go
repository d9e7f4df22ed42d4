//go:build unix

package mcp

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hopscope/journey"
)

// npx returns the command that runs a package of the npm registry, and its
// environment. Where npm is not there, nothing is tested.
func npx(t *testing.T, args ...string) Server {
	t.Helper()
	if testing.Short() {
		t.Skip("fetches a package")
	}
	path, err := exec.LookPath("npx")
	if err != nil {
		t.Skip("npm is not there: no server of its registry is asked")
	}
	return Server{Command: append([]string{path, "-y"}, args...),
		Env: []string{"npm_config_cache=" + t.TempDir(), "npm_config_update_notifier=false"}} // what is killed half-way leaves a broken cache
}

// unfetched reports whether a server did not start because its package could
// not be fetched.
func unfetched(err error) bool {
	var f *Failure
	return errors.As(err, &f) && (strings.Contains(f.Stderr, "npm error") || strings.Contains(f.Stderr, "npm ERR") || strings.Contains(f.What, "gave no answer"))
}

func hasEcho(t *testing.T, c journey.Catalog, problems []journey.Problem) {
	t.Helper()
	names := listed(c)
	if !slices.Contains(names, "everything/echo") || !c.Complete || len(problems) > 0 {
		t.Errorf("%d tools, complete %v, problems %v: %q", len(names), c.Complete, problems, names)
	}
}

// everything is a server that others wrote, with all that the protocol has.
const everything = "@modelcontextprotocol/server-everything@2026.8.31"

// TestNpmServer lists a server of the npm registry over stdio.
func TestNpmServer(t *testing.T) {
	t.Parallel()
	server := npx(t, everything)
	server.Key = "everything"
	c, problems, err := List(t.Context(), server, Limits{Time: 90 * time.Second})
	if unfetched(err) {
		t.Skipf("npm cannot fetch it: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	hasEcho(t, c, problems)
}

// TestNpmServerHTTP lists the same server over streamable HTTP.
func TestNpmServerHTTP(t *testing.T) {
	t.Parallel()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := free.Addr().(*net.TCPAddr).Port
	free.Close()
	server := npx(t, everything, "streamableHttp")
	cmd := exec.CommandContext(t.Context(), server.Command[0], server.Command[1:]...)
	cmd.Env = environment(os.LookupEnv, append(server.Env, fmt.Sprintf("PORT=%d", port)))
	ownGroup(cmd)
	said := &waiting{seen: make(chan struct{}), text: "listening on port"}
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		cmd.Wait()
		close(ended)
	}()
	defer func() {
		killGroup(cmd)
		<-ended
	}()
	select {
	case <-said.seen:
	case <-ended:
		t.Skipf("npm cannot fetch it: %s", said)
	case <-time.After(90 * time.Second):
		t.Skipf("it does not start here: %s", said)
	}
	c, problems, err := List(t.Context(), Server{Key: "everything", URL: fmt.Sprintf("http://127.0.0.1:%d/mcp", port)}, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	hasEcho(t, c, problems)
}

// waiting keeps what is written to it and tells when a text was among it.
type waiting struct {
	text string
	seen chan struct{}
	once sync.Once
	mu   sync.Mutex
	all  strings.Builder
}

func (w *waiting) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all.Write(p)
	if strings.Contains(w.all.String(), w.text) {
		w.once.Do(func() { close(w.seen) })
	}
	return len(p), nil
}

func (w *waiting) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.all.String()
}
