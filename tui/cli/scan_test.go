package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopscope/journey/report"
)

// makeSessions writes n small Claude Code sessions, each with a call that ran,
// every third with a refused read, every tenth with a tool that failed.
func makeSessions(t testing.TB, n int) (dir string, want report.ScanCounts) {
	t.Helper()
	dir = t.TempDir()
	for i := range n {
		b := &strings.Builder{}
		id := fmt.Sprintf("s-%05d", i)
		head := fmt.Sprintf(`"sessionId":%q,"version":"2.1.%d","timestamp":"2026-11-%02dT10:00:00.000Z","cwd":"/repo"`, id, 200+i%3, 1+i%28)
		call := func(k int, name, result string, failed bool) {
			use := fmt.Sprintf("toolu_%d_%d", i, k)
			fmt.Fprintf(b, `{"type":"assistant","uuid":"u%[1]s",%[2]s,"message":{"role":"assistant","model":"m","content":[{"type":"tool_use","id":%[1]q,"name":%[3]q,"input":{}}]}}`+"\n", use, head, name)
			fmt.Fprintf(b, `{"type":"user","uuid":"r%[1]s",%[2]s,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":%[1]q,"content":%[3]q,"is_error":%[4]t}]}}`+"\n", use, head, result, failed)
			want.Calls++
		}
		call(0, "Read", "text", false)
		if i%3 == 0 {
			call(1, "read", "<tool_use_error>Error: No such tool available: read</tool_use_error>", true)
			want.Failed++
			want.Unknown++
		}
		if i%10 == 0 {
			call(2, "Bash", "exit 1", true)
			want.Failed++
		}
		if err := os.WriteFile(filepath.Join(dir, id+".jsonl"), []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "notes.pdf"), []byte("%PDF-1.4"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir, want
}

func scanOf(t testing.TB, args ...string) (string, int) {
	t.Helper()
	var out, errs bytes.Buffer
	a := &app{in: strings.NewReader(""), out: &out, err: &errs, env: func(string) string { return "" }}
	code := a.run(context.Background(), append([]string{"scan"}, args...))
	if errs.Len() > 0 {
		t.Logf("stderr: %s", errs.String())
	}
	return out.String(), code
}

func TestScanManySessions(t *testing.T) {
	n := 2000
	if racing {
		n = 200
	}
	dir, want := makeSessions(t, n)
	text, code := scanOf(t, dir, "--format", "json")
	if code != exitFine {
		t.Fatalf("scan = exit %d", code)
	}
	var got report.Scan
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if got.Sessions != n || got.Totals != want || got.Files.Other != 1 {
		t.Errorf("scan = %d sessions, %+v, %d other files, want %d, %+v and 1", got.Sessions, got.Totals, got.Files.Other, n, want)
	}
	if len(got.ByKind) != 1 || got.ByKind[0].Key != "case-drift" || got.ByKind[0].Calls != want.Unknown {
		t.Errorf("by kind = %+v, want %d of case-drift", got.ByKind, want.Unknown)
	}
	if len(got.ByVersion) != 3 || len(got.ByWeek) != 5 || got.ByName[0].Key != "read" || got.ByName[0].Kinds[0] != "case-drift" {
		t.Errorf("versions %+v, weeks %+v, names %+v", got.ByVersion, got.ByWeek, got.ByName)
	}
	if again, _ := scanOf(t, dir, "--format", "json"); again != text {
		t.Error("scan of the same sessions gives another result")
	}
	lines, _ := scanOf(t, dir, "--format", "ndjson", "--only", "unknown")
	if n := strings.Count(lines, "\n"); n != want.Unknown {
		t.Errorf("ndjson has %d lines, want %d", n, want.Unknown)
	}
}

// The result does not depend on the order in which sessions come.
func TestScanOrder(t *testing.T) {
	t.Parallel()
	dir, _ := makeSessions(t, 40)
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	forward, _ := scanOf(t, append([]string{"--format", "json"}, files...)...)
	for i, j := 0, len(files)-1; i < j; i, j = i+1, j-1 {
		files[i], files[j] = files[j], files[i]
	}
	if back, _ := scanOf(t, append([]string{"--format", "json"}, files...)...); back != forward {
		t.Errorf("backwards:\n%s\nforwards:\n%s", back, forward)
	}
}

func BenchmarkScan(b *testing.B) {
	dir, _ := makeSessions(b, 500)
	for b.Loop() {
		scanOf(b, dir, "--format", "json")
	}
}

// A summary and its lines give no secret of names, errors and paths away.
func TestScanMasks(t *testing.T) {
	list := plantedSecrets()
	path := filepath.Join(t.TempDir(), "session-quirina.voss@acme-mail.io.jsonl")
	if err := os.WriteFile(path, plantedClaude(list), 0o600); err != nil {
		t.Fatal(err)
	}
	holdsNoSecret(t, "names", []string{"scan", path, "--format", "text"}, "", list)
	holdsNoSecret(t, "names", []string{"scan", path, "--format", "json"}, "", list)
	holdsNoSecret(t, "claude", []string{"scan", path, "--format", "ndjson"}, "", list)
}
