package cli

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/adrg/xdg"
)

// configOf reads a configuration of this text.
func configOf(t *testing.T, text string) *config {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := readConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestConfig(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"", ""},
		{"# nothing\n", ""},
		{"theme = \"dark\"\n[keys]\nquit = \"Q\"\n", ""},
		{"keys.quit = \"Q\"\nkeys.copy = [\"f5\", \"ctrl+y\"]\n", ""},
		{"keys = {quit = \"Q\"}\n", ""},
		{"session_folders = \"/\"\n", ""},
		{"session_folders = []\n[keys]\n", ""},
		{"\xef\xbb\xbftheme = \"dark\"\n", ""},
		{"theme = 1\n", "1: theme is a number; want a text in quotes"},
		{"theme = 2026-01-01\n", "1: theme is a date or time; want a text in quotes"},
		{"\n\ntheme = [\"dark\"]\n", "3: theme is a list; want a text in quotes"},
		{"[theme]\na = 1\n", "1: theme is a table; want a text in quotes"},
		{"scheme = \"all\"\n", "1: "},
		{"scheme = \"codex@x\"\n", "1: "},
		{"provider = \"\"\n", "1: "},
		{"keys = 7\n", "1: keys is a number; want a table [keys] with a line for each action"},
		{"keys = []\n", "1: keys is a list; want a table [keys] with a line for each action"},
		{"[keys]\nquit = [1]\n", "2: the key of quit is a list; want \"n\" or [\"n\", \"f8\"], or [] for none"},
		{"[keys]\n\"quit \" = \"Q\"\n", "2: no such action: quit "},
		{"[keys]\nquit = \"q\"\ncopy = \"q\"\n", "3: q is also the key of quit"},
		{"[keys.quit]\na = \"q\"\n", "1: the key of quit is a table"},
		{"[[keys]]\nquit = \"q\"\n", "1: keys is a list"},
		{"themes = 1\nx.y = 2\n[z]\na = 1\n", "1: no such setting: themes|2: no such setting: x.y|3: no such setting: z"},
		{"session_folders = [1]\n", "1: session_folders is a list; want a list of folders: [\"~/recordings\"]"},
		{"session_folders = [\"\"]\n", "1: \"\" is no whole path"},
		{"theme = \"dark\"\ntheme = \"light\"\n", "2: key theme is already defined"},
	}
	for _, tt := range tests {
		c := configOf(t, tt.text)
		var got []string
		for _, p := range c.problems {
			got = append(got, strings.TrimPrefix(p.At(""), ":")+" "+p.What)
		}
		want := strings.Split(tt.want, "|")
		if tt.want == "" {
			want = nil
		}
		ok := len(got) == len(want)
		for i := range min(len(got), len(want)) {
			line, what, _ := strings.Cut(want[i], ": ")
			ok = ok && strings.HasPrefix(got[i], line+":") && strings.Contains(got[i], " "+what)
		}
		if !ok {
			t.Errorf("%q has problems %q, want %q", tt.text, got, want)
		}
		if (c.failed() == nil) != (tt.want == "") {
			t.Errorf("%q: failed = %v", tt.text, c.failed())
		}
	}
}

// TestConfigKeepsWhatIsRight holds that beside a fault the rest is taken, so
// that show tells all of it.
func TestConfigKeepsWhatIsRight(t *testing.T) {
	t.Parallel()
	c := configOf(t, "theme = \"light\"\nnothing = 1\nprovider = \"groq\"\n[keys]\nquit = \"Q\"\nno-such = \"x\"\n")
	if c.theme != "light" || c.provider != "groq" || !slices.Equal(c.keys["quit"], []string{"Q"}) || len(c.problems) != 2 {
		t.Errorf("config = %+v", c)
	}
	if err := c.failed(); err == nil || !strings.Contains(err.Error(), "(1 more: hopscope config check)") {
		t.Errorf("failed = %v", err)
	}
}

// TestConfigTheme holds that the theme of the configuration is that of the
// screen alone, and that a flag comes first.
func TestConfigTheme(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	if err := os.MkdirAll(filepath.Join(dir, "hopscope"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "hopscope", "config.toml"), []byte("theme = \"plain\"\n[keys]\nquit = \"Q\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args         []string
		screen, flag string
	}{{[]string{"demo", "--list"}, "plain", "auto"}, {[]string{"demo", "--list", "--theme", "auto"}, "auto", "auto"}, {[]string{"demo", "--list", "--theme", "light"}, "light", "light"}} {
		a := &app{in: strings.NewReader(""), out: io.Discard, err: io.Discard, env: os.Getenv}
		if code := a.run(t.Context(), tt.args); code != exitFine {
			t.Fatalf("%q: exit code %d", tt.args, code)
		}
		o, err := a.screen()
		if err != nil || o.Theme != tt.screen || a.flags.theme != tt.flag || !slices.Equal(o.Keys["quit"], []string{"Q"}) {
			t.Errorf("%q: theme of the screen %q, of reports %q, keys %v, %v; want %q, %q", tt.args, o.Theme, a.flags.theme, o.Keys, err, tt.screen, tt.flag)
		}
	}
}

// TestConfigOfReadme holds that the example of the README is right.
func TestConfigOfReadme(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, ok := strings.Cut(string(text), "```toml\n# config.toml\n")
	if !ok {
		t.Fatal("README has no example of a configuration")
	}
	example, _, _ = strings.Cut(example, "```")
	c := configOf(t, example)
	if err := c.failed(); err != nil {
		t.Error(err)
	}
	if c.theme == "" || c.scheme == "" || c.provider == "" || len(c.folders) == 0 || len(c.keys) < 2 {
		t.Errorf("the example shows not every setting: %+v", c)
	}
}

func FuzzConfig(f *testing.F) {
	f.Add("theme = \"dark\"\n[keys]\nquit = [\"q\"]\n")
	f.Add("keys.a.b = 1\n\"\" = 2\n[[keys]]\n")
	f.Fuzz(func(_ *testing.T, text string) {
		c := &config{at: map[string]place{}}
		c.parse([]byte(text))
		_ = c.failed()
		c.report()
	})
}
