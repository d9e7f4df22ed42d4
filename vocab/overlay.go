package vocab

import (
	"cmp"
	"fmt"
	"slices"
)

// addedByUser stands where a user's file gives no source.
const addedByUser = "added by the user"

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
		id, known := old.ids[plain(f.ID)]
		if !known {
			id = plain(f.ID)
		}
		f.ID = id
		if err := old.check(f); err != nil { // before its rows stand among others
			return nil, err
		}
		i := slices.IndexFunc(all, func(o File) bool { return o.ID == id })
		if i < 0 {
			if f.Name == "" {
				f.Name = id
			}
			all = append(all, f)
			continue
		}
		all[i] = merge(all[i], f)
	}
	d, err := build(old.common, all)
	if err != nil {
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
		e.Source = cmp.Or(e.Source, over.Source, addedByUser)
		e.Verified = cmp.Or(over.Verified, addedByUser)
		tools = append(tools, e)
	}
	old.Tools = tools
	old.NamesUnknown = old.NamesUnknown && len(tools) == 0
	old.Aliases = slices.Concat(old.Aliases, over.Aliases)
	old.Name = cmp.Or(over.Name, old.Name)
	old.Note = cmp.Or(over.Note, old.Note)
	if len(over.Versions) > 0 {
		old.Versions = over.Versions
	}
	return old
}

// EntryError is what is wrong with one row of a file.
type EntryError struct {
	Client string
	// Tool is the position of the row, from 0.
	Tool int
	Name string
	Err  error
}

// Error names client and row.
func (e *EntryError) Error() string {
	return fmt.Sprintf("vocabulary of %s: tool %d (%q): %v", e.Client, e.Tool+1, e.Name, e.Err)
}

// Unwrap returns what is wrong.
func (e *EntryError) Unwrap() error { return e.Err }

// check reports the first thing that is wrong with a file.
func (c common) check(f File) error {
	for _, v := range f.Versions {
		if _, err := CompareVersions(v, v); err != nil {
			return fmt.Errorf("vocabulary of %s: versions: %w", f.ID, err)
		}
	}
	for i, e := range f.Tools {
		if err := c.checkEntry(e); err != nil {
			return &EntryError{f.ID, i, e.Name, err}
		}
	}
	return nil
}

func (c common) checkEntry(e Entry) error {
	if e.Name == "" {
		return fmt.Errorf("name is missing")
	}
	if _, ok := c.capRank[e.Capability]; !ok {
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
