package vocab

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
)

//go:embed tables
var tables embed.FS

// Table is a vocabulary: the built-in one, or that with files of a user laid
// over. The zero Table and a nil *Table are the built-in one. A Table does not
// change.
type Table struct{ *data }

type data struct {
	clients []Client          // those of tables/clients.json first
	ids     map[string]string // id or alias to id
	common
	entries []Entry           // by client, then capability
	spans   map[string][2]int // of entries, by client
	refs    []ref
	exact   index
	ascii   index
	drift   index
}

// common is what no file of a user changes.
type common struct {
	capabilities []Capability
	capRank      map[string]int
	providers    []ProviderTool
	pairs        []Pair
}

// index leads from a name to positions in refs.
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

// The three tables below are read at the first question that needs them: ids
// and built-in lists are small and asked for early, the rows are not.

var clientIDs = sync.OnceValue(func() map[string]string {
	ids := map[string]string{}
	must(addIDs(ids, clientFiles()))
	return ids
})

var builtinLists = sync.OnceValue(func() map[string][]BuiltinList {
	var all struct{ Builtins []BuiltinList }
	must(decode("builtins", &all))
	lists := map[string][]BuiltinList{}
	for _, l := range all.Builtins {
		lists[l.Client] = append(lists[l.Client], l)
	}
	return lists
})

var builtinData = sync.OnceValue(func() *data {
	c := readCommon()
	d, err := build(c, readFiles())
	must(err)
	return d
})

// must reports a fault of the embedded tables, which a test holds.
func must(err error) {
	if err != nil {
		panic("vocab: built-in tables: " + err.Error())
	}
}

// Builtin returns the built-in vocabulary.
func Builtin() *Table { return nil }

func (t *Table) builtin() bool { return t == nil || t.data == nil }

func (t *Table) tables() *data {
	if t.builtin() {
		return builtinData()
	}
	return t.data
}

func readCommon() common {
	var all struct {
		Capabilities  []Capability
		ProviderTools []ProviderTool `json:"provider_tools"`
		Pairs         []Pair
	}
	for _, name := range []string{"capabilities", "provider-tools", "pairs"} {
		must(decode(name, &all))
	}
	c := common{all.Capabilities, map[string]int{}, all.ProviderTools, all.Pairs}
	for i, k := range c.capabilities {
		c.capRank[k.ID] = i
	}
	return c
}

// clientFiles returns the ids, names and aliases of all clients.
func clientFiles() []File {
	var all struct{ Clients []File }
	must(decode("clients", &all))
	return all.Clients
}

// readFiles returns the tables of all clients.
func readFiles() []File {
	files := clientFiles()
	for i := range files {
		if f := &files[i]; !f.NamesUnknown {
			must(decode("clients/"+f.ID, f))
		}
	}
	return files
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

func addIDs(ids map[string]string, files []File) error {
	for _, f := range files {
		for _, a := range append([]string{f.ID}, f.Aliases...) {
			if other, ok := ids[plain(a)]; ok && other != f.ID {
				return fmt.Errorf("vocabulary of %s: alias %q belongs to %s", f.ID, a, other)
			}
			ids[plain(a)] = f.ID
		}
	}
	return nil
}

// build makes everything that follows from the files.
func build(c common, files []File) (*data, error) {
	d := &data{common: c, ids: map[string]string{}, spans: map[string][2]int{}}
	if err := addIDs(d.ids, files); err != nil {
		return nil, err
	}
	for _, f := range files {
		if err := d.check(f); err != nil {
			return nil, err
		}
		d.clients = append(d.clients, Client{f.ID, f.Name, f.Aliases, f.Versions, f.Source,
			f.Verified, f.Note, f.NamesUnknown, len(f.Tools)})
		from := len(d.entries)
		for _, e := range f.Tools {
			e.Client = f.ID
			e.Verified = cmp.Or(e.Verified, f.Verified)
			e.Kind = cmp.Or(e.Kind, "function")
			e.Source = cmp.Or(e.Source, f.Source)
			d.entries = append(d.entries, e)
		}
		slices.SortStableFunc(d.entries[from:], func(a, b Entry) int {
			return d.capRank[a.Capability] - d.capRank[b.Capability]
		})
		d.spans[f.ID] = [2]int{from, len(d.entries)}
	}
	d.makeIndexes()
	return d, nil
}
