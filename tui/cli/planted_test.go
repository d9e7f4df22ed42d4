package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// plantedClaude is a Claude Code transcript with the secrets in arguments,
// results, errors, names, paths and the prompt.
func plantedClaude(list []planted) []byte {
	const session = "11111111-2222-4333-8444-555555555555"
	var out []any
	n := 0
	line := func(kind string, message object) {
		n++
		out = append(out, object{
			"type": kind, "uuid": fmt.Sprintf("00000000-0000-4000-8000-%012d", n), "sessionId": session, "version": "2.0.37", "cwd": "/home/quirinavoss/src",
			"timestamp": fmt.Sprintf("2026-01-02T03:%02d:%02dZ", n/60%60, n%60), "gitBranch": "main", "isSidechain": false, "userType": "external", "message": message,
		})
	}
	call := func(id, name string, input any, result string, failed bool) {
		line("assistant", object{"id": "msg_" + id, "type": "message", "role": "assistant", "model": "claude-sonnet-4-5-20250929", "stop_reason": "tool_use",
			"content": []any{object{"type": "tool_use", "id": id, "name": name, "input": input}}})
		line("user", object{"role": "user", "content": []any{object{"type": "tool_result", "tool_use_id": id, "content": result, "is_error": failed}}})
	}
	line("user", object{"role": "user", "content": "use " + list[0].text})
	for i, p := range list {
		id := fmt.Sprintf("toolu_01Planted%04d", i)
		call(id+"A", "Bash", object{"command": "echo " + p.text, "env": object{p.text: p.text}}, "ok\n"+p.text+"\ndone", false)
		call(id+"B", "bash_tool", object{"command": p.text}, "<tool_use_error>Error: No such tool available: bash_tool</tool_use_error>", true)
		call(id+"C", "Read", object{"file_path": p.text}, "Error: cannot read "+p.text+" there", true)
		if p.rule == "host" || p.rule == "user" || strings.Contains(p.text, " ") {
			continue // hosts and users may be the name of a server
		}
		call(id+"D", "odd_"+strings.Map(nameRune, p.text), object{}, "<tool_use_error>Error: No such tool available: odd_"+strings.Map(nameRune, p.text)+"</tool_use_error>", true)
	}
	return jsonLines(out...)
}

// nameRune keeps what a name of a tool may hold of a secret.
func nameRune(r rune) rune {
	if r == '\n' || r == ' ' || r == '"' {
		return -1
	}
	return r
}

// plantedCodex is a Codex rollout with the secrets.
func plantedCodex(list []planted) []byte {
	out := []any{object{"timestamp": "2026-01-02T03:04:05.000Z", "type": "session_meta", "payload": object{
		"id": "019a0000-0000-7000-8000-000000000001", "timestamp": "2026-01-02T03:04:05.000Z", "cwd": "/home/quirinavoss/src", "originator": "codex_cli_rs", "cli_version": "0.61.0",
		"instructions": "mail " + list[0].text, "source": "cli", "model_provider": "openai"}}}
	item := func(payload object) {
		out = append(out, object{"timestamp": "2026-01-02T03:04:06.000Z", "type": "response_item", "payload": payload})
	}
	for i, p := range list {
		id := fmt.Sprintf("call_Planted%04d", i)
		item(object{"type": "function_call", "name": "shell", "arguments": `{"command":["bash","-lc",` + quotedText(p.text) + `]}`, "call_id": id})
		item(object{"type": "function_call_output", "call_id": id, "output": `{"output":` + quotedText(p.text) + `,"metadata":{"exit_code":0}}`})
		item(object{"type": "function_call", "name": "bash_tool", "arguments": `{"x":` + quotedText(p.text) + `}`, "call_id": id + "B"})
		item(object{"type": "function_call_output", "call_id": id + "B", "output": "unsupported call: bash_tool"})
	}
	return jsonLines(out...)
}

// plantedHAR is a capture with the secrets in addresses, headers and bodies.
func plantedHAR(list []planted) []byte {
	var entries []any
	for i, p := range list {
		id := fmt.Sprintf("call_Planted%04d", i)
		header := []any{object{"name": "authorization", "value": "Bearer " + p.secret}, object{"name": "x-thing", "value": p.text}}
		request := object{"model": "gpt-4o", "messages": []any{object{"role": "user", "content": p.text},
			object{"role": "assistant", "tool_calls": []any{object{"id": id, "type": "function", "function": object{"name": "bash_tool", "arguments": `{"a":` + quotedText(p.text) + `}`}}}},
			object{"role": "tool", "tool_call_id": id, "content": "Error: unknown tool bash_tool " + p.text}},
			"tools": []any{object{"type": "function", "function": object{"name": "shell", "description": "run " + p.text, "parameters": object{"type": "object", "properties": object{"cmd": object{"type": "string", "default": p.text}}}}}}}
		answer := object{"id": "chatcmpl-1", "object": "chat.completion", "model": "gpt-4o", "choices": []any{object{"index": 0, "finish_reason": "tool_calls", "message": object{"role": "assistant", "content": p.text,
			"tool_calls": []any{object{"id": id + "N", "type": "function", "function": object{"name": "bash_tool", "arguments": `{"a":` + quotedText(p.text) + `}`}}}}}}}
		entries = append(entries, object{"startedDateTime": "2026-01-02T03:04:05.000Z", "time": 1,
			"request":  object{"method": "POST", "url": "https://api.openai.com/v1/chat/completions?k=" + p.secret, "headers": header, "postData": object{"mimeType": "application/json", "text": string(bytes.TrimSpace(jsonLines(request)))}},
			"response": object{"status": 200, "headers": header, "content": object{"mimeType": "application/json", "text": string(bytes.TrimSpace(jsonLines(answer)))}}})
	}
	return jsonLines(object{"log": object{"version": "1.2", "creator": object{"name": "x", "version": "1"}, "entries": entries}})
}

// plantedKeeps are names, ids and errors that every output that has room for
// them still holds.
var plantedKeeps = map[string][]string{
	"claude": {"bash_tool", "No such tool available: bash_tool", "toolu_01Planted0000B"},
	"codex":  {"bash_tool", "unsupported call: bash_tool", "call_Planted0000B"},
	"har":    {"bash_tool", "call_Planted"},
}

// TestPlantedSecrets plants more than forty kinds of secrets in recordings and
// holds that no output gives one away, and that names, ids and errors still
// stand there.
func TestPlantedSecrets(t *testing.T) {
	list := plantedSecrets()
	kinds := map[string]bool{}
	for _, p := range list {
		kinds[p.rule] = true
	}
	if len(kinds) < 40 {
		t.Fatalf("%d kinds of secrets are planted, want at least 40", len(kinds))
	}
	for name, data := range map[string][]byte{"claude": plantedClaude(list), "codex": plantedCodex(list), "har": plantedHAR(list)} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "session-quirina.voss@acme-mail.io.jsonl")
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			for _, p := range list { // they are really there
				if !bytes.Contains(data, []byte(strings.Trim(quotedText(p.secret), `"`))) && !strings.Contains(p.secret, `\`) {
					t.Errorf("%s is not planted in %s", p.rule, name)
				}
			}
			file := filepath.Join(t.TempDir(), "out")
			bundled := []string{"bundle", path, "-o", file, "--yes"}
			for _, args := range [][]string{
				bundled, append(bundled, "--all"), append(bundled, "--format", "json"), {"bundle", path},
				{"replay", path}, {"replay", path, "--format", "json"}, {"replay", path, "--format", "ndjson"}, {"--plain", path},
				{"replay", path, "--format", "html", "-o", file}, {"replay", path, "--format", "markdown"}, {"replay", path, "--format", "svg"},
				{"explain", "bash_tool", path}, {"explain", "bash_tool", path, "--format", "json"}, {"explain", "bash_tool", path, "--format", "html"},
				{"explain", "bash_tool", path, "--format", "svg"}, {"explain", "bash_tool", path, "--format", "markdown"},
			} {
				holdsNoSecret(t, name, args, file, list)
			}
		})
	}
}

// holdsNoSecret runs a command and looks for the secrets in what it writes.
func holdsNoSecret(t *testing.T, name string, args []string, file string, list []planted) {
	t.Helper()
	os.Remove(file)
	var out, errs bytes.Buffer
	a := &app{in: strings.NewReader(""), out: &out, err: &errs, env: func(string) string { return "" }}
	if code := a.run(t.Context(), args); code != exitFine {
		t.Errorf("%q: exit %d\n%.2000s%s", args[0], code, errs.String(), out.String()[max(0, strings.Index(out.String(), "NOT SAFE")):][:min(1500, len(out.String())-max(0, strings.Index(out.String(), "NOT SAFE")))])
		return
	}
	text := out.String() + errs.String()
	written, err := os.ReadFile(file)
	if err == nil {
		text += string(written)
	}
	// lines of text are wrapped: what is parted by a line end is found too
	flat := strings.ReplaceAll(text, "\n  ", "")
	faults := 0
	for _, p := range list {
		if t.Failed() && faults > 3 {
			return
		}
		for _, form := range []string{p.secret, strings.Trim(quotedText(p.secret), `"`), strings.ToUpper(p.secret)} {
			for _, hay := range []string{text, flat} {
				if at := strings.Index(hay, form); at >= 0 {
					faults++
					t.Errorf("%q gives %s away: …%s…", args[:1], p.rule, strings.ReplaceAll(hay[max(0, at-120):min(len(hay), at+len(form)+40)], "\n", "⏎"))
					break
				}
			}
		}
	}
	if args[0] == "bundle" && written == nil {
		return
	}
	keeps := plantedKeeps[name]
	switch {
	case args[0] == "explain" || slices.Contains(args, "svg"):
		keeps = keeps[:1] // one name, no call
	case len(args) == 2 || slices.Contains(args, "markdown") || name == "har" && slices.Contains(args, "html"):
		keeps = keeps[:len(keeps)-1] // calls are told by line and turn; in the capture none failed
	}
	flat = strings.ReplaceAll(flat, `\_`, "_") // of Markdown
	for _, want := range keeps {
		if !strings.Contains(flat, want) {
			t.Errorf("%q lost %q", args[:1], want)
		}
	}
}
