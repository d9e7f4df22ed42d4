package diagnose

import (
	"testing"

	"hopscope/journey"
)

// dispatchedSession has calls of wire pairs, each with the tool that ran.
func dispatchedSession(flags journey.RowFlags, calls ...journey.Ref) *journey.Session {
	s := &journey.Session{Client: journey.Client{ID: "codex", Version: "0.171.0"}}
	b := journey.Batch{Texts: []string{"mcp__my_docs", "open_99"}, Extras: map[uint32]journey.Extra{}}
	for i := range calls {
		b.Rows = append(b.Rows, journey.Row{Line: uint32(i + 1), Turn: uint32(i + 1), Ret: 1, Space: 1, Name: 2, Class: journey.ClassOK, Flags: flags})
		b.Extras[uint32(i)] = journey.Extra{Dispatched: &calls[i]}
	}
	s.Apply(b)
	return s
}

func TestRealNames(t *testing.T) {
	wire := journey.WireName{Namespace: "mcp__my_docs", Name: "open_99"}
	catalog := journey.Catalog{Form: journey.FormWire, Complete: true, Tools: []journey.Tool{{Form: journey.FormWire, Wire: wire}}}
	a, b := journey.Ref{Server: "my.docs", Name: "docs.open"}, journey.Ref{Server: "my.docs", Name: "docs_open"}
	for _, test := range []struct {
		name  string
		flags journey.RowFlags
		calls []journey.Ref
		want  journey.Ref
		known bool
	}{
		{"ran once", 0, []journey.Ref{a}, a, true},
		{"ran twice", 0, []journey.Ref{a, a}, a, true},
		{"two tools", 0, []journey.Ref{a, b}, journey.Ref{Server: "my_docs", Name: "open_99"}, false},
		{"run by the provider", journey.FlagServer, []journey.Ref{a}, journey.Ref{Server: "my_docs", Name: "open_99"}, false},
	} {
		an := New(Input{Session: dispatchedSession(test.flags, test.calls...), Catalog: catalog})
		n := an.Plan(0).Tools[0]
		if n.Ref != test.want || n.RegisteredKnown != test.known || n.Wire != wire {
			t.Errorf("%s: %+v known %v, want %+v known %v", test.name, n.Ref, n.RegisteredKnown, test.want, test.known)
		}
	}
	if catalog.Tools[0].Registered != "" {
		t.Error("the given catalog was changed")
	}
}

// TestNoEcho asks no rule about a name that no model wrote.
func TestNoEcho(t *testing.T) {
	ref := journey.Ref{Server: "docs", Name: "open"}
	catalog := journey.Catalog{Form: journey.FormWire, Complete: true, Tools: []journey.Tool{
		{Form: journey.FormWire, Wire: journey.WireName{Name: "exec_command"}, Builtin: true},
		{Form: journey.FormWire, Wire: journey.WireName{Namespace: "mcp__docs", Name: "open"}},
	}}
	f := New(Input{Session: dispatchedSession(journey.FlagNoEcho, ref), Catalog: catalog}).Finding(0)
	if f.Agrees != nil || f.Diagnosis != nil || f.Predicted.Naming != 1 || f.Predicted.Tool == nil || *f.Predicted.Tool != ref {
		t.Errorf("Finding = %+v, want the tool that ran, and no judgement", f)
	}
}

// TestStoredNameRan: where no list was recorded and a client stores the name of
// the tool that it found, that one is the tool, once, and no other beside it.
func TestStoredNameRan(t *testing.T) {
	for _, test := range []struct {
		client, stored string
		class          journey.Class
		want           string // the tools that are assumed of the calls Read and read
	}{
		{"opencode", "read", journey.ClassOK, "read"},
		{"opencode", "read", journey.ClassToolFailed, "read"},
		{"opencode", "invalid", journey.ClassBadArguments, "Read read"},
		{"opencode", "other", journey.ClassOK, "Read read"}, // its rules do not lead there
		{"claude-code", "read", journey.ClassOK, "Read read"},
	} {
		tape := newTape(test.client, "1.18.33").call("Read", test.class, "x").ran("read")
		tape.batch.Extras = map[uint32]journey.Extra{0: {Stored: &journey.Called{Name: journey.Echo(test.stored)}}}
		tape.batch.Rows[0].Flags |= journey.FlagExtra
		got := ""
		for _, n := range tape.analyzer().Plan(1).Tools {
			if n.Wire.Name == "Read" || n.Wire.Name == "read" || n.Wire.Name == "other" {
				got += " " + string(n.Wire.Name)
			}
		}
		if got != " "+test.want {
			t.Errorf("%s stores %s for Read (%v): tools%s, want %s", test.client, test.stored, test.class, got, test.want)
		}
	}
}
