package redact

import (
	"strings"
	"testing"
)

// tok joins the pieces of a planted secret: no text of the repository looks
// like a real one.
func tok(parts ...string) string { return strings.Join(parts, "") }

const (
	alnum36 = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
	hex32   = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{tok("key ", "ghp", "_", alnum36, "."), "key <github-token>."},
		{tok(`\n`, "ghp", "_", alnum36, `\n`), `\n<github-token>\n`},
		{tok("AK", "IA", "ABCDEFGH23456723"), "<aws-key>"},
		{"mail jane.doe+x@corp-mail.io now", "mail <email> now"},
		{"to=jane%40corp-mail.io&x=1", "to=<email>&x=1"},
		{"curl -s -u bob:hunter2 https://api.openai.com", "curl -s -u <credentials> https://api.openai.com"},
		{"docker run -u 1000:1000 x", "docker run -u 1000:1000 x"},
		{"sshpass -p hunter2 ssh x", "sshpass -p <password> ssh x"},
		{"machine api.openai.com login bob password hunter2", "machine api.openai.com login bob password <password>"},
		{"X-Amz-Signature=" + hex32 + hex32, "X-Amz-Signature=<signature>"},
		{"client-key-data: " + alnum36, "client-key-data: <api-key>"},
		{tok("e2b", "_", hex32, "0011223344"), "<e2b-key>"},
		{"open /home/jane/src/x.go:12 for jane", "open <home>/src/x.go:12 for <user>"},
		{`"C:\\Users\\Jane\\x.txt"`, `"C:<home>\\x.txt"`},
		{"-home-jane-project", "<home>-project"},
		{"/root/.claude/projects/-Users-jane-src-app/x.jsonl", "/root/.claude/projects/<home>-src-app/x.jsonl"},
		{"file%3A%2F%2F%2Fhome%2Fjane%2Fx", "file%3A%2F%2F<home>%2Fx"},
		{"postgres://app:s3cr3t@db.acme.io:5432/x", "postgres://<credentials>@<host>:5432/x"},
		{tok("https://", hex32, "@o1.ingest.sentry.io/42"), "https://<sentry-dsn>@<host>/42"},
		{"https://api.openai.com/v1/x", "https://api.openai.com/v1/x"},
		{"password=hunter2", "password=<password>"},
		{`{\"password\":\"hun\\\"ter2\",\"x\":1}`, `{\"password\":\"<password>\",\"x\":1}`},
		{"--password hunter2 --x", "--password <password> --x"},
		{"Authorization: Bearer abcdef0123456789xyz", "Authorization: <authorization>"},
		{`{"name":"Cookie","value":"sid=abc123; x=y"}`, `{"name":"Cookie","value":"<cookie>"}`},
		{`"name":"X-Api-Key","value":"abc123def456"`, `"name":"X-Api-Key","value":"<api-key>"`},
	} {
		got, found := Text(c.in)
		if got != c.want {
			t.Errorf("Text(%q) = %q, want %q", c.in, got, c.want)
		}
		if (len(found) > 0) != (c.in != c.want) {
			t.Errorf("Text(%q) found %v", c.in, found)
		}
		if again, more := Text(got); again != got || more != nil {
			t.Errorf("Text(%q) = %q, %v, want it unchanged", got, again, more)
		}
	}
}

// What a diagnosis stands on stays.
func TestStays(t *testing.T) {
	for _, s := range []string{
		"No such tool available: bash_tool",
		"mcp__github__get_token", "get_token: not found", `{"name":"get_secret","arguments":"{}"}`,
		"toolu_01A09q90qw90lq917835lq9", "call_a1B2c3D4e5F6g7H8i9J0k1L2", "tool_use_id: toolu_01A09q90qw90lq917835lq9",
		"commit 3b18e512dba79e4c8300dd08aeb37f8e728b8dad", "key: 3b18e512dba79e4c8300dd08aeb37f8e728b8dad",
		"123e4567-e89b-12d3-a456-426614174000", "claude-sonnet-4-5-20250929", "gpt-5.1-codex-max", "internal/home/page.go:120:5",
		"max_tokens: 4096", `"token": "string"`, "password: must be at least 8 characters", "password: string;", "const token = getToken(req)",
		"config.password", "password = input(x)", "icon@2x.png", "@types/node@20.1.0", "v1.2.3.4", "~/.claude/x", "C:\\Windows\\x",
		"aGVsbG8gd29ybGQ=", "sk-learn-something-long", `{"type":"authentication_error","message":"invalid x-api-key"}`,
		"The model `gpt-4` does not exist", "Authorization header required", "Bearer token expired", `"code": "invalid_api_key"`,
		"settings.local.json", "localhost:8080", "http://127.0.0.1:3000/x", "10.15.7", "Chrome/120.0.0.0", "key: value", "primary key = id",
	} {
		if got, found := Text(s); got != s {
			t.Errorf("Text(%q) = %q (%v), want it unchanged", s, got, found)
		}
	}
}
