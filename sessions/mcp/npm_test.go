//go:build unix

package mcp

import (
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestNpmServer lists a server of the npm registry that others wrote. Where npm
// is not there or cannot fetch it, nothing is tested.
func TestNpmServer(t *testing.T) {
	if testing.Short() {
		t.Skip("fetches a package")
	}
	npx, err := exec.LookPath("npx")
	if err != nil {
		t.Skip("npm is not there: no server of its registry is asked")
	}
	t.Parallel()
	server := Server{Key: "everything", Command: []string{npx, "-y", "@modelcontextprotocol/server-everything@2026.8.31"},
		Env: []string{"npm_config_cache=" + t.TempDir(), "npm_config_update_notifier=false"}} // what is killed half-way leaves a broken cache
	c, problems, err := List(t.Context(), server, Limits{Time: 90 * time.Second})
	var f *Failure
	if errors.As(err, &f) && (strings.Contains(f.Stderr, "npm error") || strings.Contains(f.Stderr, "npm ERR") || strings.Contains(f.What, "gave no answer")) {
		t.Skipf("npm cannot fetch it: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	names := listed(c)
	if !slices.Contains(names, "everything/echo") || !c.Complete || len(problems) > 0 {
		t.Errorf("%d tools, complete %v, problems %v: %q", len(names), c.Complete, problems, names)
	}
}
