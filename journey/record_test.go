package journey

import (
	"fmt"
	"slices"
	"testing"
	"unsafe"
)

func TestRowSize(t *testing.T) {
	t.Parallel()
	if got := unsafe.Sizeof(Row{}); got > 64 {
		t.Errorf("Sizeof(Row{}) = %d, want at most 64", got)
	}
}

func TestSessionText(t *testing.T) {
	t.Parallel()
	var empty Session
	for _, y := range []Sym{0, 1, 1 << 31} {
		if got := empty.Text(y); got != "" {
			t.Errorf("empty session: Text(%d) = %q, want empty", y, got)
		}
	}
	var s Session
	s.Apply(Batch{Texts: []string{"Read"}})
	s.Apply(Batch{Texts: []string{"Bash"}})
	for y, want := range map[Sym]string{0: "", 1: "Read", 2: "Bash", 3: "", 1<<32 - 1: ""} {
		if got := s.Text(y); got != want {
			t.Errorf("Text(%d) = %q, want %q", y, got, want)
		}
	}
}

// twoCalls is a session with a call of Read that ran and one of read whose
// result has not come.
func twoCalls() *Session {
	s := &Session{Sources: []Source{{Path: "a.jsonl"}}}
	s.Apply(Batch{
		Texts:  []string{"Read", "read"},
		Agents: []Agent{{}, {ID: "agent-1"}},
		Rows: []Row{
			{Name: 1, Turn: 1, Line: 3, Ret: 90, RetLine: 4, Time: 1000},
			{Name: 2, Turn: 2, Line: 5, Ret: -1, Class: ClassNoResult, Agent: 1, Flags: FlagSidechain},
		},
		Lines: 5, Turns: 2, Model: "m1", Client: Client{ID: "claude-code"}, Notes: []string{"a note"},
	})
	return s
}

func TestSessionApply(t *testing.T) {
	t.Parallel()
	s := twoCalls()
	s.Apply(Batch{
		Texts:   []string{"No such tool available: read"},
		Patches: []Patch{{Row: 1, Ret: 120, RetLine: 6, Class: ClassUnknownTool, Err: 3, Flags: FlagServer}},
		Extras:  map[uint32]Extra{1: {ID: "call_2", Note: "late"}},
		Lines:   6, Turns: 1, Model: "m1",
	})
	got := s.Call(1)
	want := Call{Index: 1, Source: "a.jsonl", Line: 5, RetLine: 6, Turn: 2, ID: "call_2", Agent: "agent-1", Sidechain: true,
		Called: Called{Name: "read"}, Class: ClassUnknownTool, Error: "No such tool available: read", Extra: Extra{ID: "call_2", Note: "late"}}
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("Call(1) = %+v, want %+v", got, want)
	}
	if f := s.Rows[1].Flags; f != FlagSidechain|FlagServer|FlagExtra {
		t.Errorf("Flags of row 1 = %b, want sidechain, server and extra", f)
	}
	if s.Call(0).Agent != "" {
		t.Errorf("Call(0).Agent = %q, want the main line", s.Call(0).Agent)
	}
	if s.Lines != 6 || s.Turns != 2 {
		t.Errorf("Lines, Turns = %d, %d, want 6, 2", s.Lines, s.Turns)
	}
	if !slices.Equal(s.Models, []string{"m1"}) {
		t.Errorf("Models = %q, want m1 once", s.Models)
	}
	if s.Client.ID != "claude-code" {
		t.Errorf("an empty client of a batch took the place of %q", s.Client.ID)
	}
	if !slices.Equal(s.Sources[0].Notes, []string{"a note"}) {
		t.Errorf("Notes = %q", s.Sources[0].Notes)
	}
}

func TestTally(t *testing.T) {
	t.Parallel()
	s := twoCalls()
	check := func(when string, calls, failed, unknown, none int, worst Class) {
		t.Helper()
		y := &s.Tally
		if y.Calls != calls || y.Failed() != failed || y.Unknown() != unknown || y.ByClass[ClassNoResult] != none {
			t.Errorf("%s: calls %d failed %d unknown %d without result %d, want %d %d %d %d", when, y.Calls, y.Failed(), y.Unknown(), y.ByClass[ClassNoResult], calls, failed, unknown, none)
		}
		if got := y.Names()[1].Worst(); got != worst {
			t.Errorf("%s: worst of read = %v, want %v", when, got, worst)
		}
	}
	check("before the result", 2, 0, 0, 1, ClassNoResult)
	s.Apply(Batch{Patches: []Patch{{Row: 1, Class: ClassUnknownTool}}})
	check("after the result", 2, 1, 1, 0, ClassUnknownTool)
	s.Apply(Batch{Patches: []Patch{{Row: 1, Class: ClassToolFailed}}})
	check("after a second result", 2, 1, 0, 0, ClassToolFailed)
	s.Apply(Batch{Rows: []Row{{Name: 2, Class: ClassNotEnabled}, {Name: 1}}})
	check("after more calls", 4, 2, 1, 0, ClassNotEnabled)
	if rows := s.Tally.Names()[1].Rows; !slices.Equal(rows, []uint32{1, 2}) {
		t.Errorf("rows of read = %v, want [1 2]", rows)
	}
	if n := s.Tally.Names()[1]; n.Failed() != 2 || n.Unknown() != 1 {
		t.Errorf("read: failed %d unknown %d, want 2, 1", n.Failed(), n.Unknown())
	}
	if n := len(s.Tally.Names()); n != 2 {
		t.Errorf("%d names, want 2", n)
	}
}

func TestTallyPatchInSameBatch(t *testing.T) {
	t.Parallel()
	var s Session
	s.Apply(Batch{Texts: []string{"x"}, Rows: []Row{{Name: 1, Class: ClassNoResult}}, Patches: []Patch{{Row: 0, Class: ClassOK, Ret: 7}}})
	if s.Tally.ByClass[ClassOK] != 1 || s.Tally.ByClass[ClassNoResult] != 0 || s.Rows[0].Ret != 7 {
		t.Errorf("tally %v, row %+v", s.Tally.ByClass, s.Rows[0])
	}
}

func TestTallyKeepsNamespacesApart(t *testing.T) {
	t.Parallel()
	var s Session
	s.Apply(Batch{Texts: []string{"open", "docs"}, Rows: []Row{{Name: 1}, {Name: 1, Space: 2}}})
	names := s.Tally.Names()
	if len(names) != 2 || names[1].Called != (Called{"docs", "open"}) {
		t.Errorf("%d names, want open and docs open", len(names))
	}
}

func TestFailedRows(t *testing.T) {
	t.Parallel()
	var s Session
	s.Apply(Batch{Texts: []string{"a", "b"}, Rows: []Row{
		{Name: 1, Class: ClassToolFailed}, {Name: 2, Class: ClassUnknownTool}, {Name: 1}, {Name: 1, Class: ClassDenied}, {Name: 2, Class: ClassNoResult}, {Name: 2, Class: ClassNotEnabled},
	}})
	if got := s.Tally.FailedRows(&s, false); !slices.Equal(got, []uint32{0, 1, 3, 5}) {
		t.Errorf("FailedRows in file order = %v, want [0 1 3 5]", got)
	}
	if got := s.Tally.FailedRows(&s, true); !slices.Equal(got, []uint32{1, 5, 0, 3}) {
		t.Errorf("FailedRows, unknown first = %v, want [1 5 0 3]", got)
	}
}

func TestProblemsAreBounded(t *testing.T) {
	t.Parallel()
	var s Session
	s.Apply(Batch{Problems: make([]Problem, 900)})
	s.Apply(Batch{Problems: make([]Problem, 900)})
	if len(s.Problems) != 1000 || s.ProblemCount != 1800 {
		t.Errorf("%d problems kept of %d, want 1000 of 1800", len(s.Problems), s.ProblemCount)
	}
}

func TestSingle(t *testing.T) {
	s := &Session{Sources: []Source{{Path: "a.jsonl"}}}
	s.Apply(Batch{Texts: []string{"Read", "Edit"}, Rows: []Row{{Name: 1, Line: 3}, {Name: 2, Line: 5}}, Extras: map[uint32]Extra{1: {ID: "x"}}})
	one := s.Single(1)
	s.Apply(Batch{Texts: []string{"Bash"}, Rows: []Row{{Name: 3}}})
	got := one.Call(0)
	if got.Called.Name != "Edit" || got.Line != 5 || got.ID != "x" || got.Source != "a.jsonl" || len(one.Rows) != 1 {
		t.Errorf("Single(1).Call(0) = %+v", got)
	}
}
