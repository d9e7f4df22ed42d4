package tui

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"hopscope/journey/provider"
	"hopscope/journey/scheme"
	"hopscope/sessions"
)

// kindCase is a bug report of the vectors with the kind that it stands for.
type kindCase struct {
	kind, id string
	text     []byte
}

// kindCases are the first report of each kind, in file order.
func kindCases(t *testing.T) []kindCase {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "vectors", "failure-kinds.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []json.RawMessage `json:"cases"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	var out []kindCase
	seen := map[string]bool{}
	for _, raw := range file.Cases {
		var c struct {
			ID     string `json:"id"`
			Expect struct {
				Kind string `json:"kind"`
			} `json:"expect"`
		}
		if err := json.Unmarshal(raw, &c); err != nil {
			t.Fatal(err)
		}
		if k := c.Expect.Kind; !seen[k] {
			seen[k] = true
			out = append(out, kindCase{k, c.ID, raw})
		}
	}
	return out
}

// kindScreen opens a report.
func kindScreen(t *testing.T, c kindCase, w, h int) *driver {
	t.Helper()
	op, err := sessions.Open(context.Background(), sessions.Options{Paths: []string{"-"}, Stdin: bytes.NewReader(c.text)})
	if err != nil {
		t.Fatal(err)
	}
	d := drive(t, Options{Schemes: scheme.All(), Providers: provider.All(), Opening: op}).begin(w, h)
	t.Cleanup(d.m.shut)
	return d
}

// Each kind has a screen: who never heard of it understands what to do. The
// first screen of a report stands on what broke, and so does its summary.
func TestKinds(t *testing.T) {
	list := kindCases(t)
	if len(list) != 20 {
		t.Errorf("reports of %d kinds, want 20", len(list))
	}
	for _, c := range list {
		for _, size := range []struct {
			name string
			w, h int
		}{{"120x40", 120, 40}, {"80x24", 80, 24}} {
			t.Run(c.kind+"/"+size.name, func(t *testing.T) {
				d := kindScreen(t, c, size.w, size.h)
				d.sees(" " + c.kind + " ")
				d.sees("Do  ")
				golden.RequireEqual(t, d.screen())
			})
		}
		t.Run(c.kind+"/summary", func(t *testing.T) {
			d := kindScreen(t, c, 100, 30).press("i")
			if s := d.screen(); !strings.Contains(s, c.kind) && !strings.Contains(s, "no relation") {
				t.Errorf("the summary lacks %s:\n%s", c.kind, s)
			}
			golden.RequireEqual(t, d.screen())
		})
	}
}

// The summary counts equal calls, and enter goes to the first call of a cause.
func TestWhatIsWrong(t *testing.T) {
	c := kindCase{id: "two", text: []byte(`{"client":"claude-code","catalog":["Read","Bash"],"calls":[{"call":"Read","result":"ok"},
		{"call":"functions.Read","error":"Error: No such tool available: functions.Read"},
		{"call":"bash","error":"Error: No such tool available: bash"},{"call":"bash","error":"Error: No such tool available: bash"}]}`)}
	d := kindScreen(t, c, 100, 30).press("i")
	d.sees("2 causes explain 3 failures.")
	d.sees("▌case-drift: 2 calls")
	d.sees("bash twice")
	d.press("j")
	d.sees("▌wrapper-decoration: 1 call")
	d.press("enter")
	d.under("functions.Read")
	d.seesNot("2 causes")
	d.press("i", "esc")
	d.under("functions.Read")
}
