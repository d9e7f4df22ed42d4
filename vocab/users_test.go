package vocab

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestUses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		clients string
		hits    int
		exact   bool
	}{
		{"bash_tool", "claude-ai", 1, true},
		{"BASH_TOOL", "claude-ai", 1, false},
		{"Bash", "claude-code", 1, true},
		{"nothing_like_it", "", 0, false},
		{"google_maps", "", 1, true},
		{"", "", 0, false},
	}
	for _, tt := range tests {
		u := Builtin().Uses(tt.name)
		if got := strings.Join(u.Clients, " "); got != tt.clients || len(u.Hits) != tt.hits || u.Exact != tt.exact {
			t.Errorf("Uses(%q) = %q, %d hits, exact %v, want %q, %d, %v", tt.name, got, len(u.Hits), u.Exact, tt.clients, tt.hits, tt.exact)
		}
		if got, want := u.Others, len(Clients())-len(u.Clients); got != want {
			t.Errorf("Uses(%q).Others = %d, want %d", tt.name, got, want)
		}
	}
}

func TestHolding(t *testing.T) {
	t.Parallel()
	names := func(list []Entry) (s []string) {
		for _, e := range list {
			s = append(s, e.Client+"/"+e.Name)
		}
		return s
	}
	if got := names(Builtin().Holding("KILLBASH")); !slices.Equal(got, []string{"claude-code/TaskStop"}) {
		t.Errorf("Holding(KILLBASH) = %v, want the row by its alias", got)
	}
	if got := names(Builtin().Holding("sh_tool")); !slices.Contains(got, "claude-ai/bash_tool") {
		t.Errorf("Holding(sh_tool) = %v, want bash_tool among them", got)
	}
	if got := Builtin().Holding(""); got != nil {
		t.Errorf("Holding of nothing has %d rows, want none", len(got))
	}
}

func TestGone(t *testing.T) {
	t.Parallel()
	tests := []struct {
		client, name string
		want         bool
	}{
		{"claude-code", "LS", true}, {"claude-code", "Bash", false}, {"codex", "list_dir", true},
		{"codex", "glob_file_search", false}, {"opencode", "list", true}, {"opencode", "bash", false},
	}
	for _, tt := range tests {
		rows := slices.DeleteFunc(ByClient(tt.client), func(e Entry) bool { return e.Name != tt.name })
		if len(rows) != 1 {
			t.Fatalf("%s has %d rows %s", tt.client, len(rows), tt.name)
		}
		if got := Builtin().Gone(rows[0]); got != tt.want {
			t.Errorf("Gone(%s %s) = %v, want %v", tt.client, tt.name, got, tt.want)
		}
	}
}

func TestPairKeys(t *testing.T) {
	t.Parallel()
	row := func(keys string) Entry { // a! is required
		var e Entry
		for _, k := range strings.Fields(keys) {
			key, required := strings.CutSuffix(k, "!")
			e.Inputs = append(e.Inputs, Input{key, required})
		}
		e.NoInputs = keys == "none"
		if e.NoInputs {
			e.Inputs = nil
		}
		return e
	}
	tests := []struct{ from, to, want string }{
		{"command! timeout", "cmd! tty", "command>cmd"},
		{"file_path!", "filePath! offset", "file_path>filePath"},
		{"file_path! content!", "filePath! content!", "file_path>filePath content>content"},
		{"a! b!", "c!", "a> b> >c"},
		{"a! b!", "c! b!", "a>c b>b"},
		{"url! prompt!", "url!", "url>url prompt>"},
		{"pattern!", "pattern! path", "pattern>pattern"},
		{"pattern! path", "pattern path!", "pattern>pattern path>path"},
		{"none", "a!", ">a"},
		{"none", "none", ""},
		{"timeout", "a!", ">a"},
		{"-!", "_!", "->_"},
	}
	for _, tt := range tests {
		pairs, ok := PairKeys(row(tt.from), row(tt.to))
		var got []string
		for _, p := range pairs {
			got = append(got, fmt.Sprintf("%s>%s", p.From, p.To))
		}
		if s := strings.Join(got, " "); s != tt.want || !ok {
			t.Errorf("PairKeys(%s, %s) = %q, %v, want %q", tt.from, tt.to, s, ok, tt.want)
		}
	}
	if _, ok := PairKeys(Entry{}, row("a!")); ok {
		t.Error("PairKeys of unknown inputs answers")
	}
}

// What sources disagree on is told: both findings stand in the row, with the
// versions.
func TestDisagreements(t *testing.T) {
	t.Parallel()
	tests := []struct{ client, name, want string }{
		{"opencode", "bash", "registry property is called shell"},
		{"opencode", "edit", "gpt-"},
		{"opencode", "write", "gpt-"},
		{"opencode", "apply_patch", "gpt-"},
		{"codex", "shell", "0.61.0"},
		{"codex", "shell", "refused 0.171.0"},
		{"codex", "shell_command", "refused 0.171.0"},
		{"codex", "exec_command", "cmd, not command"},
		{"codex", "list_dir", "before 0.171.0"},
		{"codex", "grep_files", "before 0.171.0"},
		{"codex", "glob_file_search", "prompting guide"},
		{"codex", "run_terminal_cmd", "prompting guide"},
		{"codex", "cmd", "argument key"},
		{"codex", "rg", "shell program"},
		{"claude-code", "Monitor", "counts as shell"},
		{"claude-code", "TaskStop", "NOT a todo"},
		{"claude-code", "PushNotification", "no web tool"},
		{"claude-code", "TaskOutput", "between 2.1.100 and 2.1.332"},
		{"trae-agent", "str_replace_based_edit_tool", "str_replace_editor is not a tool name"},
	}
	for _, tt := range tests {
		told := ""
		for _, e := range ByClient(tt.client) {
			if e.Name == tt.name {
				told = strings.Join([]string{e.Note, e.Conditions, e.Since.Note, e.Until.Note, e.Verified, "refused " + strings.Join(e.Refused, " ")}, "; ")
			}
		}
		if !strings.Contains(told, tt.want) {
			t.Errorf("%s %s says %q, want it to say %q", tt.client, tt.name, told, tt.want)
		}
	}
}

func TestState(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ client, want string }{
		{"claude-code", "2.1.332"}, {"crush", "@37f36e938"}, {"trae-agent", "@e839e55"}, {"zed", ""}, {"aider", ""}, {"pi", "1.6.0"},
	} {
		c, ok := Builtin().Client(tt.client)
		if got := c.State(); !ok || got != tt.want {
			t.Errorf("State of %s = %q, want %q", tt.client, got, tt.want)
		}
	}
	for _, source := range []string{"me@home", "npm @scope/name: path", "a@", "x@ABCDEF12"} {
		if got := (Client{Source: source}).State(); got != "" {
			t.Errorf("State of source %q = %q, want none", source, got)
		}
	}
}
