package vocab

import (
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
)

// TestTables holds what every row of the built-in tables must have.
func TestTables(t *testing.T) {
	t.Parallel()
	clients, entries := Clients(), 0
	for _, c := range clients {
		if c.Name == "" || c.Source == "" || c.Verified == "" {
			t.Errorf("client %s: name %q, source %q, verified %q: none may be empty", c.ID, c.Name, c.Source, c.Verified)
		}
		if !slices.IsSortedFunc(c.Versions, func(a, b string) int { return compare(t, a, b) }) {
			t.Errorf("client %s: versions %v are not sorted", c.ID, c.Versions)
		}
		rows := ByClient(c.ID)
		entries += len(rows)
		seen := map[string]bool{}
		for _, e := range rows {
			testEntry(t, e)
			if seen[e.Name] {
				t.Errorf("%s %s stands twice", c.ID, e.Name)
			}
			seen[e.Name] = true
		}
	}
	if got, want := [3]int{len(clients), entries, len(Capabilities())}, [3]int{20, 443, 27}; got != want {
		t.Errorf("clients, entries, capabilities = %v, want %v", got, want)
	}
	if got := [2]int{len(ProviderTools()), len(Pairs())}; got != [2]int{49, 20} {
		t.Errorf("provider tools, pairs = %v, want [49 20]", got)
	}
}

func testEntry(t *testing.T, e Entry) {
	t.Helper()
	if e.Source == "" || e.Verified == "" || e.Kind == "" {
		t.Errorf("%s %s: source %q, verified %q, kind %q: none may be empty", e.Client, e.Name, e.Source, e.Verified, e.Kind)
	}
	for _, b := range []Bound{e.Since, e.Until} {
		if b.Min != "" && b.Max != "" && compare(t, b.Min, b.Max) >= 0 {
			t.Errorf("%s %s: bound %s to %s is empty", e.Client, e.Name, b.Min, b.Max)
		}
		if b.Known() && b.Note == "" {
			t.Errorf("%s %s: bound without a note", e.Client, e.Name)
		}
	}
	if e.NoInputs && len(e.Inputs) > 0 {
		t.Errorf("%s %s: no_inputs and inputs", e.Client, e.Name)
	}
}

func compare(t *testing.T, a, b string) int {
	t.Helper()
	c, err := CompareVersions(a, b)
	if err != nil {
		t.Error(err)
	}
	return c
}

// TestRowsSorted reads the files as they are: rows by capability.
func TestRowsSorted(t *testing.T) {
	t.Parallel()
	d := builtinData()
	for _, f := range readFiles() {
		if !slices.IsSortedFunc(f.Tools, func(a, b Entry) int { return d.capRank[a.Capability] - d.capRank[b.Capability] }) {
			t.Errorf("tables/clients/%s.json: rows are not in the order of the capabilities", f.ID)
		}
	}
}

// TestEveryFileIsRead finds tables that the order does not name, and keys that
// no field takes.
func TestEveryFileIsRead(t *testing.T) {
	t.Parallel()
	list, err := fs.Glob(tables, "tables/clients/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range list {
		id := strings.TrimSuffix(path.Base(file), ".json")
		if _, ok := Builtin().Client(id); !ok {
			t.Errorf("%s is not in tables/clients.json", file)
		}
		text, err := tables.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		dec := json.NewDecoder(strings.NewReader(string(text)))
		dec.DisallowUnknownFields()
		var f File
		if err := dec.Decode(&f); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if f.ID != id {
			t.Errorf("%s: id = %q", file, f.ID)
		}
	}
}

func TestOtherTables(t *testing.T) {
	t.Parallel()
	d := builtinData()
	kinds := []string{"function", "custom", "local_shell", "shell", "apply_patch", "provider"}
	for _, p := range Pairs() {
		_, a := d.capRank[p.A]
		_, b := d.capRank[p.B]
		if p.Axis == "kind" {
			a, b = slices.Contains(kinds, p.A), slices.Contains(kinds, p.B)
		}
		if !a || !b || p.Reason == "" || p.Source == "" {
			t.Errorf("pair %+v: both sides must be known, reason and source given", p)
		}
	}
	for _, p := range ProviderTools() {
		if _, ok := d.capRank[p.Capability]; !ok || p.Type == "" || p.Provider == "" || p.Source == "" {
			t.Errorf("provider tool %+v: a field is missing or the capability unknown", p)
		}
	}
	for client, lists := range builtinLists() {
		if _, ok := Builtin().Client(client); !ok {
			t.Errorf("built-in list of %q: no such client", client)
		}
		for i, l := range lists {
			if i > 0 && compare(t, lists[i-1].Version, l.Version) >= 0 {
				t.Errorf("built-in lists of %s: %s is not after %s", client, l.Version, lists[i-1].Version)
			}
			if (len(l.Declared) == 0) != l.DeclaredUnknown || l.Source == "" || l.How == "" || l.Conditions == "" {
				t.Errorf("built-in list of %s %s: a field is missing", client, l.Version)
			}
			if l.MCPAt != nil && (*l.MCPAt < 0 || *l.MCPAt > len(l.Declared)) {
				t.Errorf("built-in list of %s %s: mcp_at = %d of %d", client, l.Version, *l.MCPAt, len(l.Declared))
			}
			for name := range l.Kinds {
				if !slices.Contains(l.Declared, name) {
					t.Errorf("built-in list of %s %s: kind of %q, which is not declared", client, l.Version, name)
				}
			}
		}
	}
}
