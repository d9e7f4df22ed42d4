package diagnose

import (
	"strings"
	"testing"

	"hopscope/journey"
)

// The registered name of a tool whose form got a hash, because another tool
// shares it without.
func TestRegisteredNameOfAHashedForm(t *testing.T) {
	tp := newTape("codex", "0.171.0")
	tp.call("docs.open", journey.ClassUnknownTool, "unsupported call: mcp__srvdocs.open")
	tp.batch.Rows[0].Space = tp.sym("mcp__srv")
	a := New(Input{Session: tp.session(), Catalog: serverTools(
		journey.Ref{Server: "srv", Name: "docs.open"}, journey.Ref{Server: "srv", Name: "docs_open"})})
	d := a.Finding(0).Diagnosis
	if d == nil || d.Kind != journey.KindSeparatorDrift || !strings.HasPrefix(d.Target, "mcp__srv.docs_open_") {
		t.Fatalf("Finding(0) = %+v, want separator-drift to the hashed form", d)
	}
	for _, n := range a.Plan(0).Tools {
		if n.Ref.Name == "docs.open" && string(n.Wire.Namespace)+"."+string(n.Wire.Name) != d.Target {
			t.Errorf("target = %s, want the form of docs.open", d.Target)
		}
	}
}

// Where only the forms are known, the name without its hash fits two tools.
func TestNameWithoutItsHash(t *testing.T) {
	tp := newTape("codex", "0.171.0")
	p := journey.Snapshot{Line: 5, Turn: 1, Complete: true, Catalog: journey.Catalog{Form: journey.FormWire}}
	for _, bare := range []journey.Wire{"docs_open_1a2b3c4d5e6f", "docs_open_9f8e7d6c5b4a", "find"} {
		p.Catalog.Tools = append(p.Catalog.Tools, journey.Tool{Form: journey.FormWire, Wire: journey.WireName{Namespace: "mcp__srv", Name: bare}})
	}
	tp.batch.Snapshots = append(tp.batch.Snapshots, p)
	tp.call("docs.open", journey.ClassUnknownTool, "unsupported call: mcp__srvdocs.open")
	tp.batch.Rows[0].Space = tp.sym("mcp__srv")
	d := New(Input{Session: tp.session()}).Finding(0).Diagnosis
	if d == nil || d.Kind != journey.KindSeparatorDrift || d.Target != "" || !strings.Contains(d.What, "none can be chosen") {
		t.Errorf("Finding(0) = %+v, want separator-drift that chooses none", d)
	}
}
