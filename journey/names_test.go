package journey

import (
	"encoding"
	"slices"
	"strconv"
	"testing"
)

func TestIDs(t *testing.T) {
	t.Parallel()
	for _, h := range append([]Hop{HopReturn}, Rail[:]...) {
		if got, ok := ParseHop(h.String()); got != h || !ok {
			t.Errorf("ParseHop(%q) = %v, %v, want %v", h, got, ok, h)
		}
		if h.Title() == "" {
			t.Errorf("%v has no title", h)
		}
	}
	for _, c := range Classes {
		if got, ok := ParseClass(c.String()); got != c || !ok {
			t.Errorf("ParseClass(%q) = %v, %v, want %v", c, got, ok, c)
		}
		if c.Unknown() && !c.Failed() {
			t.Errorf("%v is unknown, but not failed", c)
		}
		if c != ClassOK && c.Rank() >= ClassOK.Rank() {
			t.Errorf("Rank of %v = %d, want it before ok", c, c.Rank())
		}
		if c.Word() == "unknown" && c != ClassUnknownTool {
			t.Errorf("%v has no word", c)
		}
	}
	for _, f := range []Form{FormRegistered, FormSafe, FormWire} {
		if got, ok := ParseForm(f.String()); got != f || !ok {
			t.Errorf("ParseForm(%q) = %v, %v", f, got, ok)
		}
	}
	for k := KindFunction; k <= KindProvider; k++ {
		if got, ok := ParseToolKind(k.String()); got != k || !ok {
			t.Errorf("ParseToolKind(%q) = %v, %v", k, got, ok)
		}
	}
	for _, id := range []string{"", "nothing", "Registered"} {
		if _, ok := ParseHop(id); ok {
			t.Errorf("ParseHop(%q) is a hop", id)
		}
		if _, ok := ParseClass(id); ok {
			t.Errorf("ParseClass(%q) is a class", id)
		}
		if _, ok := ParseForm(id); ok {
			t.Errorf("ParseForm(%q) is a form", id)
		}
		if _, ok := ParseToolKind(id); ok {
			t.Errorf("ParseToolKind(%q) is a tool kind", id)
		}
	}
}

func TestMarshalText(t *testing.T) {
	t.Parallel()
	for want, v := range map[string]encoding.TextMarshaler{
		"replay": HopReplay, "unknown-tool": ClassUnknownTool, "safe": FormSafe, "apply_patch": KindApplyPatch, "reject": VerdictReject,
		"warning": SeverityWarning, "error": SeverityError, "left_out": LeftOut, "handoff": OutcomeHandoff, "not-recorded": StopNotRecorded, "partial": OfferPartial,
	} {
		got, err := v.MarshalText()
		if err != nil || string(got) != want {
			t.Errorf("MarshalText of %v = %q, %v, want %q", v, got, err, want)
		}
	}
	if got := Outcome(200).String(); got != "unknown" {
		t.Errorf("Outcome(200) = %q, want unknown", got)
	}
}

func TestListed(t *testing.T) {
	t.Parallel()
	tests := []struct {
		tool Tool
		want string
	}{
		{Tool{Registered: "docs.open", Safe: "docs_open"}, "docs.open"},
		{Tool{Form: FormSafe, Registered: "docs.open", Safe: "docs_open"}, "docs_open"},
		{Tool{Form: FormWire, Wire: WireName{"", "docs_open"}}, "docs_open"},
		{Tool{Form: FormWire, Wire: WireName{"mcp__docs", "open"}}, "mcp__docs.open"},
	}
	for _, tt := range tests {
		if got := tt.tool.Listed(); got != tt.want {
			t.Errorf("Listed(%+v) = %q, want %q", tt.tool, got, tt.want)
		}
	}
}

func TestCatalogMerge(t *testing.T) {
	t.Parallel()
	var c Catalog
	c.Merge(Catalog{Form: FormSafe, Complete: true, Source: "a", Tools: named("x"), Servers: []ServerEntry{{Key: "s", NamesUnknown: true}}})
	c.Merge(Catalog{Form: FormWire, Source: "b", Assumed: true, Tools: named("x", "y"), Servers: []ServerEntry{{Key: "s", Status: "connected"}, {Key: "u", NamesUnknown: true}}})
	c.Merge(Catalog{Source: "b"})
	if len(c.Tools) != 3 || c.Form != FormSafe || c.Complete || !c.Assumed || c.Source != "a; b" {
		t.Errorf("Merge = %d tools, form %v, complete %v, assumed %v, source %q", len(c.Tools), c.Form, c.Complete, c.Assumed, c.Source)
	}
	if len(c.Servers) != 2 || c.Servers[0].NamesUnknown || c.Servers[0].Status != "connected" {
		t.Errorf("Servers = %+v", c.Servers)
	}
	if got := c.UnknownServers(); !slices.Equal(got, []Server{"u"}) {
		t.Errorf("UnknownServers() = %q, want u", got)
	}
}

func TestSettingOption(t *testing.T) {
	t.Parallel()
	s := Setting{Options: map[string]string{"policy": "error"}}
	if got := s.Option("policy", "warn"); got != "error" {
		t.Errorf("Option(policy) = %q, want error", got)
	}
	if got := s.Option("other", "warn"); got != "warn" {
		t.Errorf("Option(other) = %q, want the default", got)
	}
}

// Servers are merged once each, however many there are.
func TestCatalogMergeMany(t *testing.T) {
	t.Parallel()
	var big Catalog
	for i := range 100_000 {
		big.Servers = append(big.Servers, ServerEntry{Key: Server(strconv.Itoa(i)), NamesUnknown: true})
	}
	var c Catalog
	c.Merge(big)
	c.Merge(big)
	if len(c.Servers) != len(big.Servers) {
		t.Errorf("%d servers, want %d", len(c.Servers), len(big.Servers))
	}
}
