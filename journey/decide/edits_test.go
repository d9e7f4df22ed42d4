package decide

import (
	"slices"
	"testing"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

func docsSetup() Setup {
	return Setup{Scheme: "native", Provider: "anthropic-messages", Setting: journey.Setting{Catalog: journey.Catalog{
		Tools: []journey.Tool{
			{Server: "docs", Registered: "docs.open"}, {Server: "docs", Registered: "docs_open"}, {Registered: "read"},
		},
		Servers: []journey.ServerEntry{{Key: "docs"}},
	}}}
}

func names(s Setup) []string {
	var list []string
	for _, t := range s.Setting.Catalog.Tools {
		name := string(t.Server) + "/" + t.Listed()
		if t.Disabled {
			name += " off"
		}
		list = append(list, name)
	}
	return list
}

func TestApply(t *testing.T) {
	t.Parallel()
	tests := []struct {
		edit Edit
		want []string // names; nil: an error
	}{
		{Edit{Kind: EditRename, Tool: "docs.open", To: "open"}, []string{"docs/open", "docs/docs_open", "/read"}},
		{Edit{Kind: EditRemove, Tool: "read"}, []string{"docs/docs.open", "docs/docs_open"}},
		{Edit{Kind: EditDisable, Tool: "read"}, []string{"docs/docs.open", "docs/docs_open", "/read off"}},
		{Edit{Kind: EditAdd, Server: "web", Tool: "get"}, []string{"docs/docs.open", "docs/docs_open", "/read", "web/get"}},
		{Edit{Kind: EditServer, Server: "docs", To: "d"}, []string{"d/docs.open", "d/docs_open", "/read"}},
		{Edit{Kind: EditServer, Server: "nobody", To: "d"}, nil},
		{Edit{Kind: EditRename, Tool: "gone", To: "x"}, nil},
		{Edit{Kind: EditRename, Tool: "read"}, nil},
		{Edit{Kind: EditRename, Server: "web", Tool: "read", To: "x"}, nil},
		{Edit{Kind: EditAdd}, nil},
		{Edit{Kind: "fly", To: "x"}, nil},
	}
	for _, tt := range tests {
		before := docsSetup()
		after, err := Apply(before, tt.edit)
		if (err != nil) != (tt.want == nil) {
			t.Errorf("Apply(%s) = %v", tt.edit.Words(), err)
		}
		if tt.want != nil && !slices.Equal(names(after), tt.want) {
			t.Errorf("Apply(%s) = %q, want %q", tt.edit.Words(), names(after), tt.want)
		}
		if !slices.Equal(names(before), names(docsSetup())) {
			t.Errorf("Apply(%s) changed the setup that it was given", tt.edit.Words())
		}
	}
	s, _ := Apply(docsSetup(), Edit{Kind: EditScheme, To: "codex@0.61"})
	if s, _ = Apply(s, Edit{Kind: EditVersion, To: "0.171"}); s.Scheme != "codex@0.171" {
		t.Errorf("version of codex@0.61 = %s, want codex@0.171", s.Scheme)
	}
}

func TestEditsUndoRedo(t *testing.T) {
	t.Parallel()
	var e Edits
	e = e.Do(Edit{Kind: EditRemove, Tool: "read"}).Do(Edit{Kind: EditRename, Tool: "docs.open", To: "open"})
	e, undone, ok := e.Undo()
	if !ok || undone.Kind != EditRename || len(e.List()) != 1 {
		t.Fatalf("Undo = %v, %v, %d left", undone, ok, len(e.List()))
	}
	again, redone, ok := e.Redo()
	if !ok || redone.To != "open" || len(again.List()) != 2 {
		t.Errorf("Redo = %v, %v", redone, ok)
	}
	e = e.Do(Edit{Kind: EditAdd, Tool: "x"})
	if _, _, ok := e.Redo(); ok {
		t.Error("Redo after another edit: want none")
	}
	if e = e.Drop(0); len(e.List()) != 1 || e.List()[0].Kind != EditAdd {
		t.Errorf("Drop(0) = %v", e.List())
	}
	e, _, _ = e.Undo()
	if _, _, ok := e.Undo(); ok {
		t.Error("Undo of an empty list: want none")
	}
	_, errs := NewEdits([]Edit{{Kind: EditRemove, Tool: "gone"}, {Kind: EditRemove, Tool: "read"}}).Apply(docsSetup())
	if len(errs) != 1 {
		t.Errorf("Apply: %v, want one error", errs)
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	side := func(s Setup) Side {
		sch, err := scheme.Get(s.Scheme)
		if err != nil {
			t.Fatal(err)
		}
		p := sch.Plan(s.Setting)
		return Side{sch, &p, journey.Census(&p, nil, "")}
	}
	recorded := []Recorded{
		{Call: invocation("open", ""), Failed: 3}, {Call: invocation("nothing", ""), Failed: 4}, {Call: invocation("read", ""), Ran: 2},
	}
	before := docsSetup()
	tests := []struct {
		edits []Edit
		want  string
	}{
		{nil, "no difference"},
		{[]Edit{{Kind: EditRename, Tool: "docs.open", To: "open"}}, "3 of 7 failures would dispatch; 1 gone clash"},
		{[]Edit{{Kind: EditRemove, Tool: "read"}}, "2 calls that ran would fail"},
		{[]Edit{{Kind: EditAdd, Tool: "a.b"}, {Kind: EditAdd, Tool: "a/b"}}, "1 new clash"},
	}
	for _, tt := range tests {
		after, errs := NewEdits(tt.edits).Apply(before)
		if errs != nil {
			t.Fatal(errs)
		}
		if got := Compare(side(before), side(after), recorded).Words(); got != tt.want {
			t.Errorf("Compare(%v) = %q, want %q", tt.edits, got, tt.want)
		}
	}
}
