package tui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopscope/journey/provider"
	"hopscope/journey/scheme"
	"hopscope/sessions"
)

// maskedSession is a transcript that gives away, in arguments, results, errors
// and names, what no screen may show. The texts are joined here, so that none
// in the repository looks like a key.
func maskedSession() (data string, secrets []string) {
	body := "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
	texts := []string{
		"gh" + "p_" + body, "sk-" + "ant-api03-" + body + body, "AK" + "IA" + "ABCDEFGH23456723", "quirina.voss" + "@acme-mail.io",
		"password=tr0ub4dor9x", "Bearer " + body + "xyz", "postgres://app:tr0ub4dor9x@db.acme-x.io/q", "/home/quirinavoss/src/a.go", "https://git.acme-x.io/r",
	}
	secrets = []string{body[:20], "ABCDEFGH23456723", "quirina", "tr0ub4dor9x", "acme-x.io"}
	var b strings.Builder
	line := func(kind, content string) {
		fmt.Fprintf(&b, `{"type":%q,"uuid":"u%d","sessionId":"11111111-2222-4333-8444-555555555555","version":"2.0.37","cwd":"/home/quirinavoss/src","timestamp":"2026-01-02T03:04:05Z","message":{"role":%q,"content":[%s]}}`+"\n", kind, b.Len(), kind, content)
	}
	for i, x := range texts {
		line("assistant", fmt.Sprintf(`{"type":"tool_use","id":"toolu_01M%dA","name":"Bash","input":{"command":%q}}`, i, x))
		line("user", fmt.Sprintf(`{"type":"tool_result","tool_use_id":"toolu_01M%dA","content":%q}`, i, "ok "+x))
		line("assistant", fmt.Sprintf(`{"type":"tool_use","id":"toolu_01M%dB","name":%q,"input":{"file_path":%q}}`, i, "read", x))
		line("user", fmt.Sprintf(`{"type":"tool_result","tool_use_id":"toolu_01M%dB","is_error":true,"content":%q}`, i, "<tool_use_error>Error: No such tool available: read "+x+"</tool_use_error>"))
	}
	line("assistant", fmt.Sprintf(`{"type":"tool_use","id":"toolu_01MC","name":%q,"input":{}}`, "read_"+texts[0]))
	line("user", fmt.Sprintf(`{"type":"tool_result","tool_use_id":"toolu_01MC","is_error":true,"content":%q}`, "<tool_use_error>Error: No such tool available: read_"+texts[0]+"</tool_use_error>"))
	return b.String(), secrets
}

func driveMasked(t *testing.T, show bool) (*driver, []string) {
	t.Helper()
	data, secrets := maskedSession()
	path := filepath.Join(t.TempDir(), "session-quirina.voss@acme-mail.io.jsonl")
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	o := sessions.Options{Paths: []string{path}, Mask: !show}
	op, err := sessions.Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(op.Close)
	return drive(t, Options{Opening: op, Paths: o.Paths, Schemes: scheme.All(), Providers: provider.All(), ShowSecrets: show}).begin(200, 55), secrets
}

// No screen shows a secret of what was read, and the header says that some are
// masked; names, ids and errors stand there.
func TestScreensMask(t *testing.T) {
	d, secrets := driveMasked(t, false)
	shown := ""
	look := func(where string) {
		screen := d.screen()
		shown += screen
		for _, s := range secrets {
			if strings.Contains(screen, s) {
				t.Errorf("%s shows %s:\n%s", where, s, screen)
			}
		}
	}
	look("first screen")
	if !strings.Contains(shown, maskedWord) {
		t.Errorf("no word says that something is masked:\n%s", shown)
	}
	for range 3 {
		for range 7 {
			d.press("tab")
			look("pane")
			d.press("z")
			look("zoomed pane")
			d.press("z")
		}
		for range 6 {
			d.press("n")
			look("next failure")
		}
		d.press("1", "j")
	}
	for _, key := range []string{"2", "3", "4", "5", "1", "y", "esc", "i", "esc", "?", "esc"} {
		d.press(key)
		look("key " + key)
	}
	for _, want := range []string{"No such tool available: read", "toolu_01M", "<github-token>", "<home>"} {
		if !strings.Contains(shown, want) {
			t.Errorf("no screen shows %q", want)
		}
	}
	d.press("y", "e")
	if said := strings.Join(d.sent, "\n"); strings.Contains(said, "acme-x") || strings.Contains(said, secrets[0]) {
		t.Errorf("a copy holds a secret: %s", said)
	}
}

// With --show-secrets everything stands as it was read.
func TestShowSecrets(t *testing.T) {
	d, secrets := driveMasked(t, true)
	shown := d.screen()
	for range 12 {
		d.press("n")
		shown += d.screen()
	}
	if !strings.Contains(shown, secrets[0]) || strings.Contains(shown, maskedWord) {
		t.Errorf("secrets are masked though they shall be shown:\n%s", shown)
	}
}
