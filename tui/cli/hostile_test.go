package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// hostile are texts that change what a terminal does, hide, or are no text.
var hostile = []string{
	"\x1b[2J\x1b[31mred", "\x1b]52;c;ZXZpbA==\x07", "\x1b]0;title\x1b\\", "\x1bP+q544e\x1b\\", "\x1b_apc\x1b\\\x1b^pm\x1b\\\x1bXsos\x1b\\",
	"\u009b31m", "\u009d52;c;ZXZpbA==\u009c", "\u0090dcs\u009c", "\x1bc", "\x0e\x0f\x7f\x08\x07", "nul\x00", "cr\rback", "tab\there", "line\nbreak",
	"\u202eback\u2066", "ze\u200bro\ufeff", "\u2028ls\u2029", "\U000e0041tag", "so\u00adft\u061c", "\u0085nel", "<script>alert(1)</script>", "::error::x%0A", "",
}

// hostileFiles are recordings, catalogs and cases that hold all of it
// everywhere, escaped and raw.
func hostileFiles(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	put := func(name string, data []byte) {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	put("session.jsonl", hostileSession(false))
	put("raw\x1b]52;c;QQ==\x07\u202e.jsonl", hostileSession(true))
	var tools, entries, calls []any
	for _, b := range hostile {
		tools = append(tools, map[string]any{"name": b, "title": b, "description": b, "inputSchema": map[string]any{"type": b, b: b}})
		entries = append(entries, map[string]any{"type": "function", "function": map[string]any{"name": b, "description": b}})
		calls = append(calls, map[string]any{"call": b, "args": map[string]any{b: b}, "error": "Error: No such tool available: " + b, "note": b, "id": b, "agent": b},
			map[string]any{"call": nil, "error": "400 tools.0.name: " + b})
	}
	put("mcp.json", encoded(map[string]any{"tools": tools, "nextCursor": hostile[0]}))
	put("openai.json", encoded(entries))
	put("servers.json", encoded(map[string]any{"mcpServers": map[string]any{hostile[0]: map[string]any{"command": hostile[1]}}}))
	put("names.txt", []byte("Read\n\x1b[2J\n\x9b31m\n\xff\xfe\n\xc2\nser\x1bver\ttool\x1b]0;x\x07\n\u202ename\n"))
	put("case.json", encoded(map[string]any{
		"client": hostile[0], "client_version": hostile[1], "provider": hostile[2], "catalog": hostile, "offered": hostile[:5], "registered": hostile[:7],
		"calls": calls, "context": map[string]any{"notes": hostile}, "cut": hostile[3], "join": hostile[4], hostile[0]: hostile,
		"timeline": []any{map[string]any{"turn": 1, "offered": hostile[:9]}, map[string]any{"turn": 2, "offered": hostile[9:]}},
	}))
	put("wrong.json", encoded(map[string]any{"catalog": hostile[0], "calls": []any{hostile[1], 3, map[string]any{"call": 4}}, "schema": "hopscope.case/1" + hostile[2]}))
	put("nothing\x1b[2J.json", []byte("\x1b]52;c;QQ==\x07 is nothing that is known"))
	return append(paths, filepath.Join(dir, "missing\x1b]0;x\x07\u009b"))
}

func encoded(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// hostileSession is a recording; raw puts bytes into its strings that JSON
// would have to escape, or that are no UTF-8.
func hostileSession(raw bool) []byte {
	var b bytes.Buffer
	for i, h := range hostile {
		id := fmt.Sprintf("toolu_%d%s", i, h)
		base := map[string]any{"uuid": h, "parentUuid": nil, "sessionId": "s" + h, "cwd": h, "version": "2.1.0" + h, "gitBranch": h, "timestamp": h}
		with := func(kind, role string, block map[string]any) []byte {
			line := map[string]any{"type": kind, "message": map[string]any{"id": h, "role": role, "model": h, "content": []any{block}}}
			for k, v := range base {
				line[k] = v
			}
			return encoded(line)
		}
		b.Write(with("assistant", "assistant", map[string]any{"type": "tool_use", "id": id, "name": h + "name", "input": map[string]any{h: h}}))
		b.Write(with("user", "user", map[string]any{
			"type": "tool_result", "tool_use_id": id, "is_error": true,
			"content": "<tool_use_error>Error: No such tool available: " + h + "name</tool_use_error>",
		}))
	}
	b.Write(encoded(map[string]any{"type": "attachment", "sessionId": "s", "attachment": map[string]any{
		"type": "deferred_tools_delta", "addedNames": hostile, "pendingMcpServers": hostile, "failedMcpServers": []any{map[string]any{"name": hostile[0], "error": hostile[1]}},
	}}))
	b.WriteString("{\"cut\x1b[2J")
	if !raw {
		return b.Bytes()
	}
	return []byte(strings.NewReplacer("red", "\x9b\xff", "dcs", "\x1b[2J", "title", "\xc2").Replace(b.String()))
}

// formatsOf are the values of --format of a command, none for a command
// without it.
func formatsOf(c *cobra.Command) []string {
	f := c.Flags().Lookup("format")
	if f == nil {
		return nil
	}
	return strings.Split(strings.TrimPrefix(f.Usage, "how to write it: "), ", ")
}

// TestHostileOutput: whatever a file says, no output of any command holds
// anything but text and line ends.
func TestHostileOutput(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	files := hostileFiles(t)
	var runs [][]string
	for _, c := range (&app{}).root().Commands() {
		for _, format := range formatsOf(c) {
			for _, args := range [][]string{{}, {"--scheme", "all", "--provider", "all"}} {
				if c.Name() != "wire" && c.Name() != "check" && len(args) > 0 {
					continue
				}
				args = append([]string{c.Name(), "--format", format}, args...)
				switch c.Name() {
				case "explain":
					args = append(args, hostile[0]+"\u202e")
				case "diff":
					args = append(args, files[0])
				}
				runs = append(runs, args)
			}
		}
	}
	runs = append(runs, []string{"--plain"}, []string{"--plain", "--catalog"}, []string{"explain", "--error", "No such tool available: " + hostile[0] + "\u009b"},
		[]string{"wire", "--server", "\x1b[2J=x", "--catalog"}, []string{"--scheme", "\x1b[2J\u202e"}, []string{"\x1b[2J", "--names"}, []string{"replay", "--only"})
	for i, args := range runs {
		for k, path := range files {
			if racing && (i+k)%5 != 0 {
				continue // a part of them with the race detector
			}
			var out, errs bytes.Buffer
			code := Main(append(args, path), strings.NewReader(""), &out, &errs)
			if code != exitFine && code != exitFindings && code != exitUnreadable {
				t.Errorf("%q %q: exit %d", args, filepath.Base(path), code)
			}
			for name, text := range map[string]string{"stdout": out.String(), "stderr": errs.String()} {
				if bad := badText(text); bad != "" {
					t.Errorf("%q %q: %s has %s", args, filepath.Base(path), name, bad)
				}
			}
		}
	}
}

// badText is the first part of an output that is more than text.
func badText(s string) string {
	for i, r := range s {
		if r == '\n' {
			continue
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		bad := r == utf8.RuneError && n == 1 || unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co)
		if bad {
			return fmt.Sprintf("%U: %q", r, s[max(i-30, 0):min(i+20, len(s))])
		}
	}
	return ""
}
