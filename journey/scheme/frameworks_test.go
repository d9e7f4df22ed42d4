package scheme_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

func with(set journey.Setting, options ...string) journey.Setting {
	set.Options = map[string]string{}
	for _, o := range options {
		key, value, _ := strings.Cut(o, "=")
		set.Options[key] = value
	}
	return set
}

// wires lists what is offered, in the order of the request.
func wires(p journey.Plan) []string {
	var list []string
	for i := range p.Tools {
		if p.Tools[i].Status == journey.Offered {
			list = append(list, string(p.Tools[i].Wire.Name))
		}
	}
	return list
}

const sixtyFour = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

func TestFrameworkNames(t *testing.T) {
	two := catalogOf(mcp("docs", "open.it"), mcp("my server", "open-it"))
	for _, c := range []struct {
		id      string
		set     journey.Setting
		options []string
		want    []string
	}{
		{"langchain-mcp", two, nil, []string{"open.it", "open-it"}},
		{"langchain-mcp", two, []string{"prefix=true"}, []string{"docs_open.it", "my server_open-it"}},
		{"adk", two, []string{"prefix=p"}, []string{"p_open.it", "p_open-it"}},
		{"strands", two, []string{"prefix={server}"}, []string{"docs_open.it", "my server_open-it"}},
		{"pydantic-ai", two, []string{"prefix=x", `map={"open.it":"open"}`}, []string{"x_open", "x_open-it"}},
		{"ai-sdk", journey.Setting{Catalog: names("b", "10", "9", "01", "a", "b", "4294967295")}, nil, []string{"9", "10", "b", "01", "a", "4294967295"}},
		{"litellm", journey.Setting{Catalog: names(sixtyFour, sixtyFour+"a", "a b", " ", "")}, nil,
			[]string{sixtyFour, sixtyFour[:55] + "_635361c4", "a b", "litellm_unnamed_tool_3", "litellm_unnamed_tool_4"}},
		{"litellm", journey.Setting{Catalog: names("mcp__plugin_very_long_server_name__create_a_new_document_from_a_template")}, nil,
			[]string{"mcp__plugin_very_long_server_name__create_a_new_documen_72ebeccf"}},
		{"litellm", journey.Setting{Catalog: names("a-b.c", "1st", "検索", "_x", "é½", "🙂", "")}, []string{"route=bedrock"},
			[]string{"a_b_c", "a1st", "検索", "a_x", "é½", "a_", ""}},
		{"litellm", two, []string{"route=mcp-gateway"}, []string{"docs-open.it", "my_server-open-it"}},
		{"litellm", two, []string{"route=mcp-gateway", "separator=__"}, []string{"docs__open.it", "my_server__open-it"}},
		{"gateway", journey.Setting{Catalog: names("Read", "Bash", "x")}, []string{`map={"Read":"read"}`, "prefix=proxy_"}, []string{"read", "proxy_Bash", "proxy_x"}},
		{"gateway", journey.Setting{Catalog: names("a", "b")}, []string{`map={"a":"b","b":"a"}`}, []string{"b", "a"}},
		{"gateway", journey.Setting{Catalog: names("Read", "Bash", "Edit", "nothing_known")}, []string{"vocabulary=opencode", `map={"Edit":"change"}`, "prefix=p_"},
			[]string{"read", "bash", "change", "p_nothing_known"}},
		{"gateway", journey.Setting{Catalog: names("Read", "read")}, []string{"vocabulary=opencode"}, []string{"Read", "read"}},
		{"gateway", journey.Setting{Catalog: names("a", "b")}, []string{`map={"a":"b"}`}, []string{"a", "b"}},
		{"gateway", journey.Setting{Catalog: names("a", "b", "c")}, []string{`map={"a":"b","b":"c"}`}, []string{"a", "b", "c"}},
		{"gateway", journey.Setting{Catalog: names("a", "b")}, []string{`map={"a":"x","b":"x"}`}, []string{"a", "b"}},
	} {
		p := mustGet(t, c.id).Plan(with(c.set, c.options...))
		if got := wires(p); !slices.Equal(got, c.want) {
			t.Errorf("%s %q: offered %q, want %q", c.id, c.options, got, c.want)
		}
	}
}

func TestFrameworkCalls(t *testing.T) {
	same := catalogOf(mcp("a", "x"), mcp("b", "x"))
	docs := catalogOf(mcp("docs", "open"), mcp("docs", "close"))
	for _, c := range []struct {
		id      string
		set     journey.Setting
		options []string
		call    string
		want    string // outcome, server, stored
		text    string
	}{
		{"langchain-mcp", same, nil, "x", "ran b x", ""},
		{"langchain-mcp", with(same), []string{"order=b"}, "x", "ran a x", ""},
		{"langchain-mcp", docs, nil, "Open", "unknown - Open", "Error: Open is not a valid tool, try one of [open, close]."},
		{"adk", same, nil, "x", "ran b x", ""},
		{"adk@2025-06", docs, nil, "run_code", "unknown - run_code", "Function run_code is not found in the tools_dict."},
		{"strands", same, nil, "x", "unknown - x", "Unknown tool: x"},
		{"strands", docs, nil, "docs.open", "unknown - INVALID_TOOL_NAME", "Error: tool_name=<docs.open> | invalid tool name pattern"},
		{"strands", docs, nil, sixtyFour + "a", "unknown - INVALID_TOOL_NAME", "Error: tool_name=<" + sixtyFour + "a>, tool_name_max_length=<64> | invalid tool name length"},
		{"strands", catalogOf(mcp("s", "a.b")), nil, "a.b", "refused - INVALID_TOOL_NAME", "Error: tool_name=<a.b> | invalid tool name pattern"},
		{"strands", docs, nil, sixtyFour, "unknown - " + sixtyFour, "Unknown tool: " + sixtyFour},
		{"pydantic-ai", docs, []string{"prefix=p"}, "p_open", "ran docs p_open", ""},
		{"pydantic-ai", docs, []string{"prefix=p"}, "open", "unknown - open", "Unknown tool name: 'open'. Available tools: 'p_close', 'p_open'"},
		{"pydantic-ai", catalogOf(), nil, "it's", "unknown - it's", `Unknown tool name: "it's". No tools available.`},
		{"ai-sdk", same, nil, "x", "ran b x", ""},
		{"ai-sdk", docs, nil, "Open", "unknown - Open", "Model tried to call unavailable tool 'Open'. Available tools: open, close."},
		{"ai-sdk", catalogOf(), nil, "x", "unknown - x", "Model tried to call unavailable tool 'x'. No tools are available."},
		{"ai-sdk", docs, nil, "constructor", "refused - constructor", ""},
		{"ai-sdk", catalogOf(), nil, "constructor", "unknown - constructor", "Model tried to call unavailable tool 'constructor'. No tools are available."},
		{"ai-sdk", docs, []string{"repair_hook=null"}, "Open", "unknown - Open", "Model tried to call unavailable tool 'Open'. Available tools: open, close."},
		{"ai-sdk", docs, []string{"repair_hook=lower"}, "OPEN", "ran docs open", ""},
		{"ai-sdk", docs, []string{"repair_hook=lower"}, "READ", "unknown - READ", "Model tried to call unavailable tool 'read'. Available tools: open, close."},
		{"ai-sdk", docs, []string{"repair_hook=rename", "repair_to=close"}, "shut", "ran docs close", ""},
		{"ai-sdk", docs, []string{"repair_hook=throw", "repair_to=boom"}, "shut", "unknown - shut", "Error repairing tool call: boom"},
		{"litellm", journey.Setting{Catalog: names(sixtyFour + "a")}, nil, sixtyFour[:55] + "_635361c4", "ran - " + sixtyFour[:55] + "_635361c4", ""},
		{"litellm", docs, nil, sixtyFour + "a", "unknown - " + sixtyFour[:55] + "_635361c4", ""},
		{"litellm", catalogOf(mcp("one", "a.b"), mcp("two", "a/b"), mcp("three", "a_b")), []string{"route=bedrock"}, "a_b", "ran two a_b", ""},
		{"litellm", catalogOf(mcp("s", "to-speech"), journey.Tool{Registered: "text-to-speech"}), []string{"route=mcp-gateway"}, "text-to-speech", "ran - text-to-speech", ""},
		{"litellm", catalogOf(journey.Tool{Registered: "text-to-speech"}), []string{"route=mcp-gateway", "known_prefixes=false"}, "text-to-speech", "unknown - text-to-speech", ""},
		{"gateway", docs, []string{"prefix=proxy_"}, "proxy_open", "ran docs proxy_open", ""},
		{"gateway", docs, []string{"prefix=proxy_", "rename_back=false"}, "proxy_open", "unknown - proxy_open", ""},
		{"gateway", docs, []string{`map={"open":"close","close":"open"}`, "rename_back=false"}, "open", "ran docs close", ""},
		{"gateway", docs, []string{`map={"open":"close","close":"open"}`}, "open", "ran docs open", ""},
		{"gateway", same, nil, "x", "ambiguous - x", ""},
	} {
		s := mustGet(t, c.id)
		p := s.Plan(with(c.set, c.options...))
		r := s.Resolve(&p, echo(c.call))
		server := "-"
		if r.Ref != nil && r.Ref.Server != "" {
			server = string(r.Ref.Server)
		}
		if got := fmt.Sprintf("%s %s %s", r.Outcome, server, r.Stored.Name); got != c.want || r.Error != c.text {
			t.Errorf("%s %q: Resolve(%q) = %s, %q, want %s, %q", c.id, c.options, c.call, got, r.Error, c.want, c.text)
		}
	}
}

// The errors that keep a framework from starting, in its own words.
func TestFrameworkErrors(t *testing.T) {
	for _, c := range []struct {
		id      string
		set     journey.Setting
		options []string
		offered int
		want    []string
	}{
		{"strands", catalogOf(mcp("a", "x"), mcp("b", "x"), mcp("b", "y")), nil, 1, []string{"Tool name 'x' already exists. Cannot register tools with exact same name."}},
		{"strands", catalogOf(mcp("a", "get-it"), mcp("b", "get_it"), mcp("b", "get.it")), nil, 1,
			[]string{"Tool name 'get_it' already exists as 'get-it'. Cannot add a duplicate tool which differs by a '-' or '_'"}},
		{"pydantic-ai", catalogOf(mcp("a", "x"), journey.Tool{Registered: "x"}), nil, 0,
			[]string{"MCPToolset 'a' defines a tool whose name conflicts with existing tool from the agent: 'x'. Rename the tool or wrap the toolset in a `PrefixedToolset` to avoid name conflicts."}},
		{"pydantic-ai", catalogOf(mcp("a_b", "c"), mcp("a", "b_c")), []string{"prefix={server}"}, 0,
			[]string{"PrefixedToolset(MCPToolset 'a') defines a tool whose name conflicts with existing tool from PrefixedToolset(MCPToolset 'a_b'): 'a_b_c'. Change the `prefix` attribute to avoid name conflicts."}},
		{"pydantic-ai", catalogOf(mcp("a", "x"), mcp("a", "x")), nil, 1, nil},
		{"pydantic-ai", catalogOf(mcp("s", "a"), mcp("s", "b")), []string{`map={"a":"b"}`}, 0, []string{"Tool name conflicts with previously renamed tool: 'b'."}},
		{"pydantic-ai", catalogOf(mcp("s", "a"), mcp("s", "b")), []string{`map={"b":"a"}`}, 0, []string{"Renaming tool 'b' to 'a' conflicts with existing tool."}},
		{"pydantic-ai", catalogOf(mcp("s", "a"), mcp("s", "b")), []string{`map={"a":"b","b":"a"}`}, 2, nil},
		{"litellm", catalogOf(mcp("my-server", "x"), mcp("my-server", "y"), mcp("ok", "x")), []string{"route=mcp-gateway"}, 1,
			[]string{"Server name cannot contain '-'. Use an alternative character instead Found: my-server"}},
	} {
		p := mustGet(t, c.id).Plan(with(c.set, c.options...))
		if got := len(wires(p)); got != c.offered || !slices.Equal(p.Warnings, append([]string{}, c.want...)) {
			t.Errorf("%s %q: %d offered, warnings %q, want %d, %q", c.id, c.options, got, p.Warnings, c.offered, c.want)
		}
	}
}

// The Bedrock route remembers 50 renamed tools: what was stored first is
// forgotten first, and its form reaches the client.
func TestLiteLLMForgets(t *testing.T) {
	var set journey.Setting
	for i := range 52 {
		set.Catalog.Tools = append(set.Catalog.Tools, journey.Tool{Registered: journey.Registered(fmt.Sprintf("t.%d", i))})
	}
	s := mustGet(t, "litellm")
	p := s.Plan(with(set, "route=bedrock"))
	for i, want := range map[int]journey.Outcome{0: journey.OutcomeUnknown, 1: journey.OutcomeUnknown, 2: journey.OutcomeRan, 51: journey.OutcomeRan} {
		if got := s.Resolve(&p, echo(fmt.Sprintf("t_%d", i))).Outcome; got != want {
			t.Errorf("Resolve(t_%d) = %v, want %v", i, got, want)
		}
	}
	if len(p.Warnings) != 1 || !strings.HasPrefix(p.Warnings[0], "52 renamed: the way back is a cache of 50") {
		t.Errorf("warnings = %q, want the danger of the cache", p.Warnings)
	}
}

func TestFrameworkTextsAreReadBack(t *testing.T) {
	set := catalogOf(mcp("s", "a"), mcp("s", "b"))
	for _, id := range []string{"strands", "pydantic-ai", "langchain-mcp", "adk", "adk@2025-06", "ai-sdk"} {
		s := mustGet(t, id)
		p := s.Plan(set)
		for _, name := range []string{"x", "docs.open", "it's", sixtyFour + "b", ""} {
			text := s.Resolve(&p, echo(name)).Error
			got, ok := s.Recognise(text)
			if !ok || !got.Class.Unknown() || got.Name != name {
				t.Errorf("%s: Recognise(%q) = %+v %v, want %q", id, text, got, ok, name)
			}
			if strings.Contains(text, "a, b") && !slices.Equal(got.Offered, []string{"a", "b"}) {
				t.Errorf("%s: Recognise(%q) offers %q, want a, b", id, text, got.Offered)
			}
			if again, ok := mustGet(t, "verbatim").Recognise(text); !ok || again.Name != name {
				t.Errorf("verbatim: Recognise(%q) = %+v %v, want %q", text, again, ok, name)
			}
		}
	}
	for _, id := range []string{"strands", "pydantic-ai", "langchain-mcp", "adk", "ai-sdk", "litellm"} {
		if got, ok := mustGet(t, id).Recognise("exit code 1"); ok {
			t.Errorf("%s: Recognise(exit code 1) = %+v, want nothing", id, got)
		}
	}
}

func TestCheckOptions(t *testing.T) {
	for _, c := range []struct{ id, option, want string }{
		{"codex", "order=a,b", ""},
		{"codex", "colour=red", "-O colour: scheme codex has no such option; it has connected, order"},
		{"claude-code", "tool_search=yes", "-O tool_search=yes: want true or false"},
		{"litellm", "route=bedrock", ""},
		{"litellm", "route=x", "-O route=x: want anthropic or bedrock or mcp-gateway"},
		{"gateway", `map={"a":"b"}`, ""},
		{"gateway", `map={"a":""}`, `-O map: "a" to "": a name is empty`},
		{"gateway", "vocabulary=opencode@1.18.33", ""},
		{"gateway", "vocabulary=nobody", "-O vocabulary=nobody: no client with a table of names"},
		{"gateway", "vocabulary=opencode@new", "-O vocabulary=opencode@new: no client with a table of names"},
		{"strands", "prefix=anything at all", ""},
	} {
		got := ""
		key, value, _ := strings.Cut(c.option, "=")
		if err := scheme.CheckOptions(mustGet(t, c.id).Info(), map[string]string{key: value}); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("CheckOptions(%s, %s) = %q, want %q", c.id, c.option, got, c.want)
		}
	}
	for option, fits := range map[string]bool{"route=bedrock": true, "prefix=p": true, "nothing=1": false, "rename_back=maybe": false} {
		key, value, _ := strings.Cut(option, "=")
		if err := scheme.CheckAnyOptions(map[string]string{key: value}); (err == nil) != fits {
			t.Errorf("CheckAnyOptions(%s) = %v, want fits %v", option, err, fits)
		}
	}
}

// Every option that a scheme documents is one that changes or may change
// something, and every default is one of its values.
func TestOptionsAreWhole(t *testing.T) {
	for _, s := range scheme.All() {
		info := s.Info()
		for _, o := range info.Options {
			if o.Key == "" || o.What == "" {
				t.Errorf("%s: option %+v lacks a key or what it does", info.ID, o)
			}
			if o.Default != "" && len(o.Values) > 0 && !slices.Contains(o.Values, o.Default) {
				t.Errorf("%s: -O %s has the default %q, which is none of %q", info.ID, o.Key, o.Default, o.Values)
			}
		}
		for _, f := range info.Sources {
			if f.What == "" || f.Source == "" || f.AsOf == "" || !slices.Contains([]string{"run", "read", "unknown"}, f.How) {
				t.Errorf("%s: source %+v is not whole", info.ID, f)
			}
		}
	}
}

// FuzzLiteLLMNames holds that a cut name fits, that a name that fits stays, and
// that what was made legal for Bedrock once stays as it is.
func FuzzLiteLLMNames(f *testing.F) {
	for _, s := range []string{"", " ", "a.b", "1st", "検索", "🙂", "\xff", sixtyFour + "é", strings.Repeat("é", 64)} {
		f.Add(s)
	}
	s := mustGet(f, "litellm")
	f.Fuzz(func(t *testing.T, name string) {
		set := journey.Setting{Catalog: names(name)}
		cut := string(s.Plan(set).Tools[0].Wire.Name)
		if n := utf8.RuneCountInString(cut); n > 64 || n == 0 {
			t.Fatalf("%q is cut to %q, %d characters", name, cut, n)
		}
		if strings.TrimSpace(name) != "" && utf8.RuneCountInString(name) <= 64 && cut != name {
			t.Fatalf("%q fits and becomes %q", name, cut)
		}
		legal := string(s.Plan(with(set, "route=bedrock")).Tools[0].Wire.Name)
		again := string(s.Plan(with(journey.Setting{Catalog: names(legal)}, "route=bedrock")).Tools[0].Wire.Name)
		if again != legal || utf8.RuneCountInString(legal) < utf8.RuneCountInString(name) {
			t.Fatalf("%q becomes %q on the Bedrock route, and then %q", name, legal, again)
		}
	})
}
