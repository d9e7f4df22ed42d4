package vocab

import (
	"fmt"
	"maps"
	"slices"
)

// Overlay returns the vocabulary with files laid over it, in their order. A
// file of a known client (id or alias) adds its rows; a row whose name the
// client has already replaces all rows of that name; other fields replace what
// was known where they are not empty. A file of an unknown client adds the
// client at the end. The order of the rows of a capability is kept, new rows
// come after the old ones.
func (t *Table) Overlay(files ...File) (*Table, error) {
	old := t.tables()
	all := old.files()
	for _, f := range files {
		if f.ID == "" {
			return nil, fmt.Errorf("vocabulary of %q: id is missing", f.Name)
		}
		if err := old.check(f); err != nil {
			return nil, err
		}
		id, known := old.ids[plain(f.ID)]
		if !known {
			id = plain(f.ID)
		}
		i := slices.IndexFunc(all, func(o File) bool { return o.ID == id })
		if i < 0 {
			f.ID = id
			if f.Name == "" {
				f.Name = id
			}
			all = append(all, f)
			continue
		}
		all[i] = merge(all[i], f)
	}
	d := &data{capabilities: old.capabilities, capRank: old.capRank,
		providers: old.providers, pairs: old.pairs, builtins: maps.Clone(old.builtins)}
	if err := d.build(all); err != nil {
		return nil, err
	}
	return &Table{d}, nil
}

// files returns the tables in the form in which they were read.
func (d *data) files() []File {
	list := make([]File, len(d.clients))
	for i, c := range d.clients {
		list[i] = File{c.ID, c.Name, c.Aliases, c.Versions, c.Source, c.Verified, c.Note,
			c.NamesUnknown, d.byClient(c.ID)}
	}
	return list
}

func merge(old, over File) File {
	fresh := map[string]bool{}
	for _, e := range over.Tools {
		fresh[e.Name] = true
	}
	var tools []Entry
	for _, e := range old.Tools {
		if !fresh[e.Name] {
			tools = append(tools, e)
		}
	}
	for _, e := range over.Tools {
		if e.Source == "" {
			e.Source = over.Source
		}
		tools = append(tools, e)
	}
	old.Tools = tools
	old.NamesUnknown = old.NamesUnknown && len(tools) == 0
	old.Aliases = slices.Concat(old.Aliases, over.Aliases)
	for dst, v := range map[*string]string{&old.Name: over.Name, &old.Note: over.Note, &old.Verified: over.Verified} {
		if v != "" {
			*dst = v
		}
	}
	if len(over.Versions) > 0 {
		old.Versions = over.Versions
	}
	return old
}

// check reports the first thing that is wrong with a file.
func (d *data) check(f File) error {
	for _, v := range f.Versions {
		if _, err := CompareVersions(v, v); err != nil {
			return fmt.Errorf("vocabulary of %s: versions: %w", f.ID, err)
		}
	}
	for i, e := range f.Tools {
		if err := d.checkEntry(e); err != nil {
			return fmt.Errorf("vocabulary of %s: tool %d (%q): %w", f.ID, i+1, e.Name, err)
		}
	}
	return nil
}

func (d *data) checkEntry(e Entry) error {
	if e.Name == "" {
		return fmt.Errorf("name is missing")
	}
	if _, ok := d.capRank[e.Capability]; !ok {
		return fmt.Errorf("no such capability: %q", e.Capability)
	}
	switch e.Kind {
	case "", "function", "custom", "local_shell", "shell", "apply_patch", "provider":
	default:
		return fmt.Errorf("no such kind: %q", e.Kind)
	}
	for _, v := range append([]string{e.Since.Min, e.Since.Max, e.Until.Min, e.Until.Max}, e.Refused...) {
		if v == "" {
			continue
		}
		if _, err := CompareVersions(v, v); err != nil {
			return err
		}
	}
	return nil
}
