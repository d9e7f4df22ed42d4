package decide

import (
	"slices"
	"strings"
	"testing"

	"hopscope/journey"
)

// tools makes declared functions; "ns|name" has a namespace field, a name
// followed by ":kind" that tool kind.
func tools(names ...string) []Declared {
	var list []Declared
	for _, n := range names {
		name, kind, _ := strings.Cut(n, ":")
		d := Declared{}
		if kind != "" {
			d.Kind, _ = journey.ParseToolKind(kind)
		}
		if ns, bare, ok := strings.Cut(name, "|"); ok {
			d.Wire = journey.WireName{Namespace: journey.Namespace(ns), Name: journey.Wire(bare)}
		} else {
			d.Wire.Name = journey.Wire(name)
		}
		list = append(list, d)
	}
	return list
}

func invocation(name, args string) journey.Invocation {
	call := journey.Invocation{Args: args}
	if ns, bare, ok := strings.Cut(name, "|"); ok {
		call.Called = journey.Called{Namespace: journey.Namespace(ns), Name: journey.Echo(bare)}
	} else {
		call.Called.Name = journey.Echo(name)
	}
	return call
}

func TestDecide(t *testing.T) {
	t.Parallel()
	tests := []struct {
		declared []string
		call     string
		args     string
		want     string // decision, target or reason, via, candidates
	}{
		{[]string{"read", "read"}, "read", "", "exact read"},
		{[]string{"fs|read"}, "fs|read", "", "exact fs.read"},
		{[]string{"fs|read"}, "read", "", "refused cross-namespace fs.read"},
		{[]string{"Read"}, "  read\n", "", "variant Read case"},
		{[]string{"Read"}, "Functions/Read", "", "variant Read trim-or-prefix"},
		{[]string{"Read"}, "functions.read", "", "variant Read case"},
		{[]string{"Read"}, "functions.", "", "refused unknown-name"},
		{[]string{"mcp__gh__list_issues"}, " mcp__gh__list_issues", "", "variant mcp__gh__list_issues trim-or-prefix"},
		{[]string{"mcp__gh__list_issues"}, "mcp__gh|list_issues", "", "variant mcp__gh__list_issues trim-or-prefix"},
		{[]string{"mcp__gh|list_issues"}, "mcp__gh__list_issues", "", "variant mcp__gh.list_issues trim-or-prefix"},
		{[]string{"mcp__gh__list_issues", "mcp__gl__list_issues"}, "mcp__x__list-issues", "", "refused cross-namespace mcp__gh__list_issues,mcp__gl__list_issues"},
		{[]string{"读", "写"}, "读取", "", "refused unknown-name"},
		{[]string{"読_"}, "読", "", "refused unknown-name"},
		{[]string{"_"}, "__", "", "refused unknown-name"},
		{[]string{"apply_patch:custom"}, "Apply_Patch", "", "refused custom-payload apply_patch"},
		{[]string{"web_search:provider"}, "web-search", "", "refused provider-side web_search"},
		{[]string{"mcp__fs__Bash"}, "bash", "", "refused cross-namespace mcp__fs__Bash"},
		{[]string{"mcp____x"}, "mcp____X", "", "variant mcp____x case"},
		{[]string{"Read", "Write"}, "str_replace_editor", `{"command":"view"}`, "capability Read"},
		{[]string{"Read", "Write"}, "str_replace_editor", `{"command":"create"}`, "capability Write"},
		{[]string{"Read", "Write"}, "str_replace_editor", `{"command":["view"]}`, "refused not-interchangeable"},
		{[]string{"Read", "Edit"}, "str_replace_editor", `{}`, "capability Edit"},
		{[]string{"Read", "Edit"}, "str_replace_editor", "", "capability Edit"},
		{[]string{"Read", "str_replace_based_edit_tool"}, "str_replace_editor", `{"command":"view"}`, "capability str_replace_based_edit_tool"},
		{[]string{"Edit", "apply_patch:custom"}, "apply_diff", "", "refused custom-payload apply_patch"},
		{[]string{"apply_patch:custom"}, "Edit", "", "refused edit-vs-patch apply_patch"},
		{[]string{"Edit", "exec_command"}, "apply_diff", "", "refused edit-vs-patch Edit"},
		{[]string{"Task"}, "Agent", "", "capability Task"},
		{nil, "read", "", "refused not-declared"},
		{nil, "nothing_like_it", "", "refused unknown-name"},
		{nil, " \t", "", "refused empty-name"},
		{[]string{""}, "", "", "exact "},
		{[]string{"code_interpreter"}, "code-interpreter", "", "variant code_interpreter format"},
		{[]string{"Bash"}, "code_interpreter", "", "refused unknown-name"},
	}
	for _, tt := range tests {
		d := Decide(tools(tt.declared...), invocation(tt.call, tt.args), Options{})
		if got := words(d); got != tt.want {
			t.Errorf("Decide(%q, %q %s) = %q, want %q", tt.declared, tt.call, tt.args, got, tt.want)
		}
		if len(d.Trace) != int(ruleCount) || d.Hints == nil {
			t.Errorf("Decide(%q, %q): %d steps, hints %v", tt.declared, tt.call, len(d.Trace), d.Hints)
		}
	}
}

// words says a decision in one line.
func words(d Decision) string {
	parts := []string{string(d.Outcome)}
	if d.Outcome == Refused {
		parts = append(parts, string(d.Reason))
	} else {
		parts = append(parts, d.Target)
	}
	if d.Via != "" {
		parts = append(parts, string(d.Via))
	}
	if len(d.Candidates) > 0 {
		parts = append(parts, strings.Join(d.Candidates, ","))
	}
	return strings.Join(parts, " ")
}

func TestKindOfCall(t *testing.T) {
	t.Parallel()
	for kind, want := range map[journey.ToolKind]Reason{
		journey.KindCustom: CustomPayload, journey.KindLocalShell: CustomPayload, journey.KindShell: CustomPayload,
		journey.KindApplyPatch: CustomPayload, journey.KindProvider: ProviderSide,
	} {
		call := invocation("reed", "")
		call.Kind = kind
		if d := Decide(tools("read"), call, Options{}); d.Reason != want {
			t.Errorf("Decide(read, reed as %v) = %v, want %v", kind, d.Reason, want)
		}
	}
}

func TestSeparators(t *testing.T) {
	t.Parallel()
	declared := tools("fs|read", "Bash")
	for call, want := range map[string]string{
		"fs.read": "variant fs.read trim-or-prefix", "fs/Read": "variant fs.read case", "fs:bash": "refused cross-namespace Bash",
		"git.read": "refused unknown-name",
	} {
		if got := words(Decide(declared, invocation(call, ""), Options{Separators: true})); got != want {
			t.Errorf("Decide(%q, separators) = %q, want %q", call, got, want)
		}
	}
	if got := words(Decide(declared, invocation("fs.list", ""), Options{})); got != "refused unknown-name" {
		t.Errorf("Decide(fs.list) = %q, want a refusal: dots are no namespace by themselves", got)
	}
}

func TestStrict(t *testing.T) {
	t.Parallel()
	declared := tools("Read")
	declared[0].Keys = KeysOf(`{"type":"object","properties":{"file_path":{},"limit":{}},"required":["file_path"]}`)
	tests := []struct{ call, args, want string }{
		{"read", `{"path":"/a"}`, "refused args-do-not-fit Read"},
		{"read", `{"file_path":"/a"}`, "variant Read case"},
		{"read_file", `{"path":"/a"}`, "refused args-do-not-fit Read"},
		{"read", ``, "variant Read case"},
		{"Read", `{"path":"/a"}`, "exact Read"},
	}
	for _, tt := range tests {
		if got := words(Decide(declared, invocation(tt.call, tt.args), Options{Strict: true})); got != tt.want {
			t.Errorf("Decide(%q %s, strict) = %q, want %q", tt.call, tt.args, got, tt.want)
		}
	}
}

func TestCheckKeys(t *testing.T) {
	t.Parallel()
	k := KeysOf(`{"properties":{"filePath":{},"limit":{}},"required":["filePath"]}`)
	f := checkKeys(k, `{"limit":1,"file_path":"/a","limit":2}`)
	if f == nil || f.Fit || !slices.Equal(f.Missing, []string{"filePath"}) || !slices.Equal(f.Unknown, []string{"file_path"}) ||
		!slices.Equal(f.Variants, [][2]string{{"file_path", "filePath"}}) {
		t.Errorf("checkKeys = %+v", f)
	}
	if checkKeys(nil, "{}") != nil || checkKeys(k, "[]") != nil || checkKeys(k, `{"a":`) != nil {
		t.Error("checkKeys judges what is not known")
	}
	if KeysOf("{}") != nil || KeysOf("") != nil {
		t.Error("KeysOf makes keys of a schema that has none")
	}
}

func FuzzDecide(f *testing.F) {
	f.Add("Bash\nRead\nfs|read", "read", `{"command":"view"}`)
	f.Add("mcp__a__b", "mcp__a__B", "")
	f.Fuzz(func(t *testing.T, names, name, args string) {
		declared := tools(strings.Split(names, "\n")...)
		call := invocation(name, args)
		d := Decide(declared, call, Options{Separators: true})
		if (d.Outcome == Refused) != (d.At < 0) {
			t.Errorf("Decide(%q, %q): %s at %d", names, name, d.Outcome, d.At)
		}
		if d.At >= 0 && d.Target != declared[d.At].Title() {
			t.Errorf("Decide(%q, %q): target %q is not tool %d", names, name, d.Target, d.At)
		}
		fired := 0
		for _, s := range d.Trace {
			if s.Fired {
				fired++
			}
		}
		if fired != 1 {
			t.Errorf("Decide(%q, %q): %d rules fired, want 1", names, name, fired)
		}
	})
}

func BenchmarkDecide(b *testing.B) {
	names := make([]string, 5000)
	for i := range names {
		names[i] = "mcp__server__tool_" + strings.Repeat("x", i%40)
	}
	declared := tools(append(names, "Bash", "Read")...)
	call := invocation("run_terminal_cmd", `{"command":"ls"}`)
	for b.Loop() {
		Decide(declared, call, Options{})
	}
}
