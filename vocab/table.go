package vocab

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
)

//go:embed tables
var tables embed.FS

// Table is a vocabulary: the built-in one, or that with files of a user laid
// over. The zero Table and a nil *Table are not empty: they answer as the
// built-in one does. A Table does not change.
type Table struct{ *data }

type data struct {
	clients      []Client // those with a table first
	capabilities []Capability
	capRank      map[string]int
	entries      []Entry           // by client, then capability
	spans        map[string][2]int // of entries, by client
	providers    []ProviderTool
	pairs        []Pair
	builtins     map[string][]BuiltinList // by client, oldest first
	ids          map[string]string        // alias or id to id
	hits         []Hit
	exact        index
	ascii        index
	drift        index
}

// index leads from a name to positions in hits.
type index map[string][]int32

// File is the table of one client: the form of the built-in ones and of a
// user's.
type File struct {
	ID           string   `json:"id" toml:"id"`
	Name         string   `json:"name" toml:"name"`
	Aliases      []string `json:"aliases" toml:"aliases"`
	Versions     []string `json:"versions" toml:"versions"`
	Source       string   `json:"source" toml:"source"`
	Verified     string   `json:"verified" toml:"verified"`
	Note         string   `json:"note" toml:"note"`
	NamesUnknown bool     `json:"names_unknown" toml:"names_unknown"`
	Tools        []Entry  `json:"tools" toml:"tools"`
}

// builtin reads the tables at the first question.
var builtin = sync.OnceValue(func() *data {
	d, files, err := read()
	if err == nil {
		err = d.build(files)
	}
	if err != nil {
		panic("vocab: built-in tables: " + err.Error()) // held by a test
	}
	return d
})

// Builtin returns the built-in vocabulary.
func Builtin() *Table { return &Table{builtin()} }

func (t *Table) tables() *data {
	if t == nil || t.data == nil {
		return builtin()
	}
	return t.data
}

// read decodes the embedded files.
func read() (*data, []File, error) {
	var all struct {
		Clients       []string
		Capabilities  []Capability
		ProviderTools []ProviderTool `json:"provider_tools"`
		Pairs         []Pair
		Builtins      []BuiltinList
	}
	for _, name := range []string{"order", "capabilities", "provider-tools", "pairs", "builtins"} {
		if err := decode(name, &all); err != nil {
			return nil, nil, err
		}
	}
	files := make([]File, len(all.Clients))
	for i, id := range all.Clients {
		if err := decode("clients/"+id, &files[i]); err != nil {
			return nil, nil, err
		}
	}
	d := &data{capabilities: all.Capabilities, providers: all.ProviderTools, pairs: all.Pairs}
	d.builtins = map[string][]BuiltinList{}
	for _, l := range all.Builtins {
		d.builtins[l.Client] = append(d.builtins[l.Client], l)
	}
	d.capRank = map[string]int{}
	for i, c := range d.capabilities {
		d.capRank[c.ID] = i
	}
	return d, files, nil
}

func decode(name string, into any) error {
	text, err := tables.ReadFile("tables/" + name + ".json")
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// build fills everything that follows from the files.
func (d *data) build(files []File) error {
	d.ids = map[string]string{}
	d.spans = map[string][2]int{}
	for _, f := range files {
		if err := d.check(f); err != nil {
			return err
		}
		d.clients = append(d.clients, Client{f.ID, f.Name, f.Aliases, f.Versions, f.Source,
			f.Verified, f.Note, f.NamesUnknown, len(f.Tools)})
		for _, a := range append([]string{f.ID}, f.Aliases...) {
			if other, ok := d.ids[plain(a)]; ok && other != f.ID {
				return fmt.Errorf("%s: alias %q belongs to %s", f.ID, a, other)
			}
			d.ids[plain(a)] = f.ID
		}
		from := len(d.entries)
		for _, e := range f.Tools {
			e.Client, e.Verified = f.ID, f.Verified
			if e.Kind == "" {
				e.Kind = "function"
			}
			if e.Source == "" {
				e.Source = f.Source
			}
			d.entries = append(d.entries, e)
		}
		slices.SortStableFunc(d.entries[from:], func(a, b Entry) int {
			return d.capRank[a.Capability] - d.capRank[b.Capability]
		})
		d.spans[f.ID] = [2]int{from, len(d.entries)}
	}
	d.makeIndexes()
	return nil
}
