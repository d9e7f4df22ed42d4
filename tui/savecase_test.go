package tui

import (
	"os"
	"testing"

	"hopscope/journey/decide"
)

// A case that lies elsewhere is saved where it lies, also when its path has no
// folder in it, and its title tells nothing of the folders.
func TestSaveWhereItLies(t *testing.T) {
	cases := casesIn(t, nil)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("case.json", []byte(oneCase), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, open := range []string{"case.json", "./case.json"} {
		d := withCases(t, cases, open, 120, 40)
		d.run(d.m.addEdit(decide.Edit{Kind: decide.EditScheme, To: "codex"}))
		d.press("w")
		d.sees("> ./case.json")
		d.press("enter")
		d.says("Saved: ./case.json, 2 calls")
		if n, _ := d.m.unsaved(); n != 0 {
			t.Errorf("%s: %d edits unsaved", open, n)
		}
	}
	if c := readCase(t, "case.json"); len(c.Edits) != 2 || c.Title != "case" {
		t.Errorf("title %q, %d edits, want case and 2", c.Title, len(c.Edits))
	}
	if _, err := os.Stat(cases.Dir); err == nil {
		t.Errorf("%s was made", cases.Dir)
	}
}

func TestNextName(t *testing.T) {
	for in, want := range map[string]string{
		"a": "a-2", "a-2": "a-3", "a-1": "a-1-2", "./a.json": "./a-2.json", "/t/a-9.case.json": "/t/a-10.case.json",
	} {
		if got := nextName(in); got != want {
			t.Errorf("nextName(%q) = %q, want %q", in, got, want)
		}
	}
}
