package mcp

import (
	"fmt"
	"strings"
	"testing"
)

func lookNothing(string) (string, bool) { return "", false }

func lookToken(name string) (string, bool) { return "secret", name == "TOKEN" }

func TestConfig(t *testing.T) {
	t.Parallel()
	tests := []struct{ config, want string }{
		{`{"mcpServers":{"a":{"command":"npx","args":["-y","x@1"],"env":{"K":"${TOKEN}","L":"${NONE:-d}"}}}}`, "a [npx -y x@1] [K=secret L=d]"},
		{`// VS Code
		{"servers":{"a":{"type":"http","url":"https://x.example/mcp","headers":{"Authorization":"Bearer ${TOKEN}"}},}}`, "a https://x.example/mcp map[Authorization:Bearer secret]"},
		{`{"mcp":{"word.craft":{"type":"local","command":["python3","m.py"],"enabled":false,"environment":{"A":"b"}}}}`, "word.craft [python3 m.py] [A=b] disabled"},
		{`{"context_servers":{"z":{"command":{"path":"zed-mcp","args":["x"],"env":{"A":"b"}}}}}`, "z [zed-mcp x] [A=b]"},
		{`{"projects":{"/p":{"mcpServers":{"a":{"command":"c"}}},"/q":{"mcpServers":{"a":{"command":"other"},"b":{"command":"d"}}}}}`, "a [c]; b [d]"},
		{"model = \"m\"\n[mcp_servers.b]\ncommand = \"x\"\nargs = [\"1\"]\n[mcp_servers.a]\nurl = \"https://x.example\"\nbearer_token_env_var = \"TOKEN\"\nenabled = false\n",
			"a https://x.example map[Authorization:Bearer secret] disabled; b [x 1]"},
		{`{"mcpServers":{}}`, "error: no MCP servers"},
		{`{"mcpServers":{"a":{"type":"stdio"}}}`, "error: no MCP servers"},
		{`{"mcpServers":`, "error: not JSON"},
		{"", "error: the file is empty"},
		{"x = ", "error: line 1"},
		{"[mcp_servers]\n", "error: no MCP servers"},
	}
	for _, tt := range tests {
		servers, err := Config([]byte(tt.config), lookToken)
		var parts []string
		for _, s := range servers {
			text := string(s.Key)
			if s.URL != "" {
				text += " " + s.URL + " " + fmt.Sprint(s.Headers)
			} else {
				text += " " + fmt.Sprint(s.Command)
			}
			if len(s.Env) > 0 {
				text += " " + fmt.Sprint(s.Env)
			}
			if s.Disabled {
				text += " disabled"
			}
			parts = append(parts, text)
		}
		got := strings.Join(parts, "; ")
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != tt.want && (err == nil || !strings.HasPrefix(got, tt.want)) {
			t.Errorf("Config(%s) = %q, want %q", tt.config, got, tt.want)
		}
	}
}

func TestExpand(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"${TOKEN}": "secret", "a${env:TOKEN}b": "asecretb", "${NONE}": "${NONE}", "${NONE:-}": "", "$TOKEN": "$TOKEN", "${TOKEN:-d}": "secret",
	} {
		if got := Expand(text, lookToken); got != want {
			t.Errorf("Expand(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestEnvironment(t *testing.T) {
	t.Parallel()
	look := func(name string) (string, bool) {
		return "v", name == "PATH" || name == "HOME" || name == "AWS_SECRET_ACCESS_KEY"
	}
	got := strings.Join(environment(look, []string{"HOME=/x", "MINE=1"}), " ")
	if want := "PATH=v HOME=/x MINE=1"; got != want {
		t.Errorf("environment = %q, want %q", got, want)
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"mcpServers":{"a":{"command":"npx","args":["-y"]}}}`))
	f.Add([]byte("[mcp_servers.a]\ncommand = \"x\"\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		servers, err := Config(data, lookNothing)
		if (err == nil) != (len(servers) > 0) {
			t.Errorf("Config(%q) = %d servers, %v", data, len(servers), err)
		}
		for _, s := range servers {
			if (s.URL == "") == (len(s.Command) == 0) {
				t.Errorf("Config(%q): %+v has not exactly one of command and URL", data, s)
			}
		}
	})
}
