package tui

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
)

// Details as the real schemes, providers and Trace make them.

func realRules(t *testing.T, schemeID, providerID string) (journey.Scheme, journey.Provider) {
	t.Helper()
	s, err := scheme.Get(schemeID)
	if err != nil {
		t.Fatal(err)
	}
	p, err := provider.Get(providerID)
	if err != nil {
		t.Fatal(err)
	}
	return s, p
}

// catalogDetail is the tool of a name in a list without a recording.
func catalogDetail(t *testing.T, schemeID, providerID string, names []string, name string) (*detail, []toolRow) {
	t.Helper()
	s, p := realRules(t, schemeID, providerID)
	c := journey.Catalog{Complete: true, Source: "names.txt (plain list)"}
	for i, n := range names {
		server, tool, ok := strings.Cut(n, "\t")
		if !ok {
			server, tool = "", n
		}
		c.Tools = append(c.Tools, journey.Tool{Registered: journey.Registered(tool), Server: journey.Server(server), Builtin: server == "", Line: i + 1})
	}
	plan := s.Plan(journey.Setting{Catalog: c})
	census := journey.Census(&plan, p, "")
	rows := buildTools(nil, &plan, &census)
	at := slices.IndexFunc(rows, func(r toolRow) bool { return r.name == name })
	if at < 0 {
		t.Fatalf("no row %q in %v", name, rows)
	}
	d := &detail{row: rows[at], plan: &plan, scheme: s, provider: p, census: &census, catalogKnown: true, noTranscript: true}
	for _, f := range census.Findings {
		if slices.Contains(f.Indexes, d.row.tool) {
			d.findings = append(d.findings, f)
		}
	}
	d.journey = journey.Trace(journey.TraceInput{Plan: &plan, Scheme: s, Provider: p, Tool: d.row.tool, CatalogKnown: true, Census: &census})
	return d, rows
}

func screenOf(d *detail, rows []toolRow, w int) string {
	var b strings.Builder
	b.WriteString(listed(rows[:min(len(rows), 8)], 49))
	b.WriteString(textOf([]line{nil, headingLine(d, w)}))
	b.WriteString(textOf(railLines(d, w)))
	b.WriteString(textOf(whyLines(d, w, 7)))
	for _, p := range panesOf {
		b.WriteString("\n" + drawn(p.part(d, 47), 47))
	}
	return b.String()
}

func TestRealScreens(t *testing.T) {
	list := []string{"tool_search", dotOpen, underOpen, "mcp__word.craft__always_fails", "mcp__word.craft__new_document",
		"agent", "edit", "read_file", "web_fetch", "write_file"}
	owned := []string{"word_craft\tnew_document", "word_craft\tdocs.open", "word_craft\tdocs_open", "other\tnew_document", "word-craft\tx"}
	tests := []struct {
		name, scheme, provider string
		names                  []string
		tool                   string
	}{
		{"clash", "native", "anthropic-messages", list, dotOpen},
		{"offered", "native", "openai-chat", list, "mcp__word.craft__new_document"},
		{"refused", "verbatim", "anthropic-messages", list, dotOpen},
		{"server", "claude-code", "anthropic-messages", owned, "new_document"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, rows := catalogDetail(t, tt.scheme, tt.provider, tt.names, tt.tool)
			golden.RequireEqual(t, screenOf(d, rows, 150))
		})
	}
}

// TestRealElsewhere asks the real schemes about a clash.
func TestRealElsewhere(t *testing.T) {
	d, _ := catalogDetail(t, "native", "anthropic-messages", []string{dotOpen, underOpen}, dotOpen)
	var others []journey.Scheme
	for _, id := range []string{"native", "verbatim"} {
		s, _ := realRules(t, id, "anthropic-messages")
		others = append(others, s)
	}
	p := elsewherePart(d, elsewhereRows(d, others), 47)
	sameText(t, drawn(p, 47), `
The same two names elsewhere            s opens
scheme              offered   as
native              0 of 2    left out, both
verbatim            2 of 2    as they are

! as they are: anthropic-messages refuses: "."
  at character 10, allowed are A-Z a-z 0-9 _ -
`)
}
