package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// namesNobody are the sample catalogs that name servers and no tools.
var namesNobody = []string{"claude-action.mcp.json", "codex-config.toml", "opencode.json", "snap-happy.mcp.json"}

// Every catalog of the samples gives a sensible answer: names where it has
// names, and else which servers nobody listed and how to list them.
func TestCheckOfSamples(t *testing.T) {
	root := os.Getenv("HOPSCOPE_SAMPLES")
	if root == "" {
		t.Skip("HOPSCOPE_SAMPLES names no folder of recordings: no sample catalog is checked")
	}
	files, err := filepath.Glob(filepath.Join(root, "catalogs", "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no catalogs in %s: %v", root, err)
	}
	unknown := map[string]bool{}
	for _, name := range namesNobody {
		unknown[name] = true
	}
	for _, path := range files {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			var text, data, errs bytes.Buffer
			code := Main([]string{"check", path}, strings.NewReader(""), &text, &errs)
			if other := Main([]string{"check", path, "--format", "json"}, strings.NewReader(""), &data, &errs); other != code {
				t.Errorf("exit code %d as JSON, %d as text", other, code)
			}
			if err := validate("../../testdata/schema/check.schema.json", data.Bytes()); err != nil {
				t.Error(err)
			}
			var c struct {
				Tools        []json.RawMessage
				NamesUnknown []string `json:"names_unknown"`
			}
			if err := json.Unmarshal(data.Bytes(), &c); err != nil {
				t.Fatal(err)
			}
			switch {
			case errs.Len() > 0:
				t.Errorf("stderr: %s", errs.String())
			case unknown[name]:
				if code != exitUnreadable || len(c.NamesUnknown) == 0 || len(c.Tools) > 0 || !strings.Contains(text.String(), "names unknown: ") || !strings.Contains(text.String(), "tools/list") {
					t.Errorf("exit code %d, %d tools, servers without names %q; want none, with how to list them:\n%s", code, len(c.Tools), c.NamesUnknown, text.String())
				}
			default:
				if len(c.Tools) == 0 || len(c.NamesUnknown) > 0 || code != exitFine && code != exitFindings {
					t.Errorf("exit code %d, %d tools, servers without names %q:\n%s", code, len(c.Tools), c.NamesUnknown, text.String())
				}
				if code == exitFindings && !strings.Contains(text.String(), "error    ") {
					t.Errorf("findings without an error:\n%s", text.String())
				}
			}
		})
	}
}
