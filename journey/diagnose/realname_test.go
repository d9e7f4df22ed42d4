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
