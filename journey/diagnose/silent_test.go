package diagnose

import (
	"slices"
	"strings"
	"testing"

	"hopscope/journey"
)

// reaches adds a call that ran, with the tool that the recording says it was.
func (t *tape) reaches(name string, server journey.Server, tool journey.Registered) *tape {
	t.ran(name)
	row := len(t.batch.Rows) - 1
	t.batch.Rows[row].Flags |= journey.FlagExtra
	if t.batch.Extras == nil {
		t.batch.Extras = map[uint32]journey.Extra{}
	}
	t.batch.Extras[uint32(row)] = journey.Extra{Dispatched: &journey.Ref{Server: server, Name: tool}}
	return t
}

// serverTools is a catalog of server tools by their registered names.
func serverTools(tools ...journey.Ref) journey.Catalog {
	c := journey.Catalog{Form: journey.FormRegistered, Complete: true}
	for _, r := range tools {
		c.Tools = append(c.Tools, journey.Tool{Form: journey.FormRegistered, Registered: r.Name, Server: r.Server})
	}
	return c
}

// Each of these calls ran, and no error tells that it may have been the wrong
// tool.
func TestWrongToolRanWithoutAnError(t *testing.T) {
	const alias = "mcp__docs__open_page_a1b2c3"
	for _, x := range []struct {
		name    string
		tape    *tape
		catalog journey.Catalog
		want    []int
		kind    journey.Kind
		hop     journey.Hop
	}{
		{"one name twice in the list", newTape("claude-code", "2.1.332").offers("Bash", "search", "search").ran("Bash", "search"),
			journey.Catalog{}, []int{1}, journey.KindDuplicateName, journey.HopWire},
		{"two real names, one form", newTape("claude-code", "2.1.332").ran("mcp__docs__docs_open", "Bash"),
			serverTools(journey.Ref{Server: "docs", Name: "docs.open"}, journey.Ref{Server: "docs", Name: "docs_open"}), []int{0}, journey.KindLossyCollision, journey.HopSafe},
		{"two real names, one form in the list", newTape("claude-code", "2.1.332").offers("Bash", "mcp__docs__docs_open", "mcp__docs__find").ran("mcp__docs__find", "mcp__docs__docs_open"),
			serverTools(journey.Ref{Server: "docs", Name: "find"}, journey.Ref{Server: "docs", Name: "docs.open"}, journey.Ref{Server: "docs", Name: "docs_open"}), []int{1}, journey.KindLossyCollision, journey.HopSafe},
		{"the alias leads elsewhere now", newTape("codex", "0.171.0").offers(alias).reaches(alias, "docs", "open_page").reaches(alias, "docs", "open_page").
			reaches(alias, "files", "open_file").call(alias, journey.ClassToolFailed, "no file").reaches(alias, "files", "open_file"),
			journey.Catalog{}, []int{2, 4}, journey.KindAliasMoved, journey.HopReplay},
		{"a tool that calls others", newTape("cline", "3.20.0").offers("use_mcp_tool").reaches("use_mcp_tool", "docs", "use_mcp").reaches("use_mcp_tool", "files", "open"),
			journey.Catalog{}, nil, "", 0},
		{"a name that says nothing of what it runs", newTape("codex", "0.171.0").offers("call_any").reaches("call_any", "docs", "open").reaches("call_any", "files", "read"),
			journey.Catalog{}, nil, "", 0},
		{"to and fro", newTape("codex", "0.171.0").offers(alias).reaches(alias, "docs", "open_page").reaches(alias, "files", "open_file").reaches(alias, "docs", "open_page"),
			journey.Catalog{}, nil, "", 0},
		{"a failure of the tool itself", newTape("claude-code", "2.1.332").offers("search", "search").call("search", journey.ClassToolFailed, "boom"),
			journey.Catalog{}, nil, "", 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := New(Input{Session: x.tape.session(), Catalog: x.catalog})
			if got := a.Silent(); !slices.Equal(got, x.want) {
				t.Fatalf("Silent() = %v, want %v", got, x.want)
			}
			if len(x.want) == 0 {
				if d := a.Verdict(); d != nil {
					t.Errorf("Verdict() = %s, want nothing", d.Kind)
				}
				return
			}
			d := a.Finding(x.want[0]).Diagnosis
			if d.Kind != x.kind || d.Hop != x.hop || d.Advice == "" || len(d.Evidence) == 0 {
				t.Errorf("Finding(%d) = %+v, want %s at %s with evidence and advice", x.want[0], d, x.kind, x.hop)
			}
			causes := a.Causes()
			if len(causes) != 1 || !slices.Equal(causes[0].Calls, x.want) {
				t.Errorf("Causes() = %+v, want one of the calls %v", causes, x.want)
			}
			if v := a.Verdict(); v == nil || v.Kind != x.kind {
				t.Errorf("Verdict() = %v, want %s", v, x.kind)
			}
		})
	}
}

// Tools of a catalog that no list of the recording has: the model never heard
// of them, and no error says so.
func TestToolsThatReachedNoRequest(t *testing.T) {
	docs := serverTools(journey.Ref{Server: "docs", Name: "find"}, journey.Ref{Server: "docs", Name: "open"}, journey.Ref{Server: "docs", Name: "close"})
	for _, x := range []struct {
		name string
		tape *tape
		want []string
	}{
		{"all were declared", newTape("claude-code", "2.1.332").offers("mcp__docs__find", "mcp__docs__open", "mcp__docs__close").ran("mcp__docs__find"), nil},
		{"two were not", newTape("claude-code", "2.1.332").offers("Bash", "mcp__docs__find").ran("Bash"), []string{"docs/open", "docs/close"}},
		{"the server was not there", newTape("claude-code", "2.1.332").offers("Bash").ran("Bash"), []string{"docs/find", "docs/open", "docs/close"}},
		{"a later list has one", newTape("claude-code", "2.1.332").offers("Bash", "mcp__docs__find").ran("Bash").offers("mcp__docs__open").ran("Bash"), []string{"docs/close"}},
		{"nobody recorded a list", newTape("claude-code", "2.1.332").ran("Bash"), nil},
		{"a tool search loads more", newTape("claude-code", "2.1.332").offers("Bash", "ToolSearch").ran("ToolSearch"), nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := New(Input{Session: x.tape.session(), Catalog: docs})
			var got []string
			for _, c := range a.Causes() {
				got = append(got, c.Tools...)
				if whole := strings.Contains(c.Diagnosis.Advice, "server was connected"); whole != (len(c.Tools) == 3) {
					t.Errorf("advice = %q for %d of 3 tools", c.Diagnosis.Advice, len(c.Tools))
				}
				if d := c.Diagnosis; d.Kind != journey.KindNotOffered || d.Hop != journey.HopSafe || len(c.Calls) > 0 {
					t.Errorf("cause = %+v, want not-offered at safe without a call", c)
				}
			}
			if !slices.Equal(got, x.want) {
				t.Errorf("tools without a request = %v, want %v", got, x.want)
			}
			s := a.Summary()
			if x.want != nil && (s.Healthy() || len(s.Causes) != 1) {
				t.Errorf("Summary() = %+v, want one cause", s)
			}
		})
	}
}

// The catalog that is given beside a recorded list says which tools stand
// behind its forms.
func TestRealNamesOfTheGivenCatalog(t *testing.T) {
	tape := newTape("claude-code", "2.1.332").offers("Bash", "mcp__docs__page_find", "mcp__docs__docs_open").ran("mcp__docs__page_find")
	a := New(Input{Session: tape.session(), Catalog: serverTools(
		journey.Ref{Server: "docs", Name: "page.find"}, journey.Ref{Server: "docs", Name: "docs.open"}, journey.Ref{Server: "docs", Name: "docs_open"})})
	var got []string
	for _, n := range a.Plan(0).Tools {
		if n.RegisteredKnown {
			got = append(got, ownerAndName(n.Ref))
		}
	}
	if want := []string{"Bash", "docs/page.find"}; !slices.Equal(got, want) {
		t.Errorf("known real names = %q, want %q", got, want)
	}
}

// Where another client is in the folder, it may have sent the tools in forms of
// its own.
func TestUnsentToolsOfTwoClients(t *testing.T) {
	list := serverTools(journey.Ref{Server: "docs", Name: "find"})
	for client, want := range map[string]int{"claude-code": 1, "codex": 0} {
		s := newTape("claude-code", "2.1.332").offers("Bash").ran("Bash").session()
		s.Sources = []journey.Source{{Client: "claude-code", Version: "2.1.332"}, {Client: client, Version: "2.1.332"}}
		if got := len(New(Input{Session: s, Catalog: list}).Causes()); got != want {
			t.Errorf("%d causes beside %s, want %d", got, client, want)
		}
	}
}
