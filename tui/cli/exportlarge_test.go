package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A session of many calls makes a page that a browser opens: what is left out
// is counted, and the page says how to get it.
func TestLargeExports(t *testing.T) {
	const calls = 3000
	type call struct {
		Call   string `json:"call"`
		Turn   int    `json:"turn"`
		Error  string `json:"error,omitempty"`
		Result string `json:"result,omitempty"`
	}
	var list []call
	for i := range calls {
		c := call{Call: "Read", Turn: i + 1, Result: "ok"}
		switch {
		case i%10 == 5: // 300 of one cause
			c = call{Call: "read", Turn: i + 1, Error: "Error: No such tool available: read"}
		case i%30 == 6: // 100 and a few of a cause each
			name := fmt.Sprintf("nothing_like_%d", i)
			c = call{Call: name, Turn: i + 1, Error: "Error: No such tool available: " + name}
		case i%10 == 7: // 300 that are not about a name
			c = call{Call: "Read", Turn: i + 1, Error: "File does not exist."}
		}
		list = append(list, c)
	}
	var tools []string
	for i := range 1020 {
		tools = append(tools, fmt.Sprintf("mcp__many__tool_%d", i))
	}
	text, err := json.Marshal(map[string]any{"client": "claude-code", "catalog": append(tools, "Read"), "calls": list})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "large.case.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	page := output(t, "replay", path, "--format", "html")
	if most := 3 << 20; len(page) > most {
		t.Errorf("the page has %d bytes, at most %d", len(page), most)
	}
	for _, want := range []string{
		"The table has 2,000 of 3,000 calls", "hopscope replay large.case.json --format ndjson", "more cause left out here", "more calls of this cause left out",
		"100 more failures left out", "more tools left out here",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if got := strings.Count(page, "<tr><td class=\"num\">"); got != 2000 {
		t.Errorf("%d rows of calls, want 2000", got)
	}
	short := output(t, "replay", path, "--format", "markdown")
	if most := 65536; len([]rune(short)) > most {
		t.Errorf("the Markdown has %d characters, an issue takes %d", len([]rune(short)), most)
	}
	for _, want := range []string{"left out", "### How to reproduce"} {
		if !strings.Contains(short, want) {
			t.Errorf("the Markdown does not say %q", want)
		}
	}
}
