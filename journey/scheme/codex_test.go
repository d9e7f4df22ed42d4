package scheme_test

import (
	"strings"
	"testing"

	"hopscope/journey"
)

const wellOver64 = "a_very_long_tool_name_that_goes_on_and_on_until_it_is_well_over_sixty_four_characters"

// wordCraft is the server of the runs of four versions.
func wordCraft() journey.Setting {
	return catalogOf(mcp("word_craft", "new_document"), mcp("word_craft", "docs.open"), mcp("word_craft", "docs_open"),
		mcp("word_craft", "always_fails"), mcp("word_craft", wellOver64))
}

func TestCodexByVersion(t *testing.T) {
	const cut = "mcp__word_craft__a_very_4f0359a4b6ffcbb8b46766d65bc8e3ff1fa46c42"
	for _, c := range []struct {
		id   string
		want string
	}{
		{"codex@0.61.0", cut + " mcp__word_craft__always_fails mcp__word_craft__docs.open mcp__word_craft__docs_open mcp__word_craft__new_document"},
		{"codex@0.118.0", cut + " mcp__word_craft__always_fails mcp__word_craft__docs_open mcp__word_craft__new_document"},
		{"codex", "mcp__word_craft/" + wellOver64 + " mcp__word_craft/always_fails mcp__word_craft/docs_open_18ed72c0fdca " +
			"mcp__word_craft/docs_open_99dbde062d1a mcp__word_craft/new_document"},
	} {
		p := mustGet(t, c.id).Plan(wordCraft())
		var got []string
		for _, n := range p.Tools {
			if n.Status == journey.LeftOut {
				continue
			}
			name := string(n.Wire.Name)
			if n.Wire.Namespace != "" {
				name = string(n.Wire.Namespace) + "/" + name
			}
			got = append(got, name)
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: request = %s, want %s", c.id, text, c.want)
		}
	}
}

func TestCodexCallsByVersion(t *testing.T) {
	const ns = "mcp__word_craft"
	for _, c := range []struct {
		id, namespace, name string
		kind                journey.ToolKind
		runs, want          string
	}{
		{"codex@0.61.0", "", "mcp__word_craft__docs.open", 0, "docs.open", ""},
		{"codex@0.61.0", ns, "mcp__word_craft__docs.open", 0, "docs.open", ""},
		{"codex@0.61.0", ns, "new_document", 0, "", "unsupported call: new_document"},
		{"codex@0.61.0", "", "exec_command", 0, "", "unsupported call: exec_command"},
		{"codex@0.61.0", "", "shell", 0, "shell", ""},
		{"codex@0.118.0", "", "mcp__word_craft__docs_open", 0, "docs.open", ""},
		{"codex@0.118.0", ns, "new_document", 0, "", "unsupported call: mcp__word_craft:new_document"},
		{"codex@0.118.0", "", "apply_patch", journey.KindCustom, "apply_patch", ""},
		{"codex@0.118.0", "", "applypatch", journey.KindCustom, "", "unsupported custom tool call: applypatch"},
		{"codex@0.145.0", ns, "new_document", 0, "new_document", ""},
		{"codex@0.145.0", "", "mcp__word_craft__new_document", 0, "", "unsupported call: mcp__word_craft__new_document"},
		{"codex", ns, "docs_open_99dbde062d1a", 0, "docs.open", ""},
		{"codex", ns, "docs.open", 0, "", "unsupported call: mcp__word_craftdocs.open"},
		{"codex", "multi_agent_v1", "spawn_agent", 0, "spawn_agent", ""},
		{"codex", "", "local", journey.KindLocalShell, "", "aborted"},
		{"codex", "", "exec_command", journey.KindCustom, "", "aborted"},
	} {
		s := mustGet(t, c.id)
		set := wordCraft()
		set.Builtins = true
		p := s.Plan(set)
		r := s.Resolve(&p, journey.Invocation{Called: journey.Called{Namespace: journey.Namespace(c.namespace), Name: journey.Echo(c.name)}, Kind: c.kind})
		got := ""
		if r.Ref != nil {
			got = string(r.Ref.Name)
		}
		if got != c.runs || r.Error != c.want {
			t.Errorf("%s: Resolve(%q, %q) runs %q, error %q, want %q, %q", c.id, c.namespace, c.name, got, r.Error, c.runs, c.want)
		}
	}
}

func TestCodexModels(t *testing.T) {
	set := wordCraft()
	set.Builtins, set.Model = true, "gpt-5.5"
	s := mustGet(t, "codex")
	p := s.Plan(set)
	for _, n := range p.Tools {
		if want := map[bool]journey.OfferStatus{true: journey.Offered, false: journey.Deferred}[n.Ref.Builtin]; n.Status != want {
			t.Errorf("gpt-5.5: %v is %v, want %v", n.Wire, n.Status, want)
		}
	}
	if r := s.Resolve(&p, echo("apply_patch")); r.Error != "aborted" {
		t.Errorf("a function call of apply_patch = %v %q, want aborted", r.Outcome, r.Error)
	}
}

// Names move when other servers come and go.
func TestCodexNamesMove(t *testing.T) {
	set := catalogOf(mcp("my.server", "go"), mcp("my_server", "go"))
	set.Connected = []journey.Server{"my_server"}
	s := mustGet(t, "codex")
	p := s.Plan(set)
	if got := p.Tools[p.ByWire[journey.WireName{Namespace: "mcp__my_server", Name: "go"}]].Ref.Server; got != "my_server" {
		t.Errorf("one server up: mcp__my_server is %q, want my_server", got)
	}
	set.Connected = nil
	p = s.Plan(set)
	if _, ok := p.ByWire[journey.WireName{Namespace: "mcp__my_server", Name: "go"}]; ok {
		t.Error("two servers up: mcp__my_server is still offered")
	}
}

func TestCodexBackward(t *testing.T) {
	for _, c := range []struct {
		namespace, name, listed string
		server, tool            string
		known, builtin          bool
	}{
		{"mcp__docs", "open", "", "docs", "open", true, false},
		{"mcp__docs", "docs_open", "", "docs", "docs_open", false, false},
		{"mcp__my_docs", "open", "", "my_docs", "open", false, false},
		{"mcp__my_docs", "open", "my.docs", "my.docs", "open", true, false},
		{"mcp__my_server_84cd56981196", "go", "my.server", "my.server", "go", true, false},
		{"multi_agent_v1", "spawn_agent", "", "", "spawn_agent", true, true},
		{"", "exec_command", "", "", "exec_command", true, true},
	} {
		set := catalogOf(journey.Tool{Form: journey.FormWire, Wire: journey.WireName{Namespace: journey.Namespace(c.namespace), Name: journey.Wire(c.name)}})
		if c.listed != "" {
			set.Catalog.Servers = []journey.ServerEntry{{Key: journey.Server(c.listed)}}
		}
		n := mustGet(t, "codex").Plan(set).Tools[0]
		if string(n.Ref.Server) != c.server || string(n.Ref.Name) != c.tool || n.RegisteredKnown != c.known || n.Ref.Builtin != c.builtin {
			t.Errorf("%q %q: %+v known %v, want %q %q %v", c.namespace, c.name, n.Ref, n.RegisteredKnown, c.server, c.tool, c.known)
		}
	}
}
