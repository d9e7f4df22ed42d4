// Package demo holds the built-in sessions: case files, each with one story
// and a guided tour. They are test fixtures too.
package demo

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"hopscope/sessions/node"
	"hopscope/vocab"
)

//go:embed *.case.json
var files embed.FS

// shelf lists the demos in the order in which they teach, the first being the
// one that a bare "hopscope demo" opens, each with other names under which it
// is found.
var shelf = [...]struct {
	name    string
	aliases []string
}{
	{"happy", []string{"ok", "journey", "intro", "hops"}},
	{"bash_tool", []string{"bash", "unknown", "no_such_tool", "vocabulary"}},
	{"case", []string{"read", "capitals", "case_drift"}},
	{"dot", []string{"illegal", "illegal_name", "refused"}},
	{"clash", []string{"collision", "left_out", "duplicate", "native"}},
	{"drift", []string{"replay", "alias_moved"}},
	{"patch", []string{"edit", "apply_patch"}},
	{"gateway", []string{"proxy", "rename_leak", "return"}},
}

// Demo is one built-in session.
type Demo struct {
	Name string
	// Title and Story are one line each.
	Title, Story string
	// Aliases are further names by which Get finds it.
	Aliases []string
	// Steps are those of its tour.
	Steps int
}

// List returns the demos in the order in which they are shown.
func List() []Demo {
	list := make([]Demo, 0, len(shelf))
	for _, s := range shelf {
		d := Demo{Name: s.name, Aliases: s.aliases}
		for key, v := range node.Loose(read(s.name)).Members() {
			switch key {
			case "title":
				d.Title = v.Str()
			case "story":
				d.Story = v.Str()
			case "tour":
				for range v.Elements() {
					d.Steps++
				}
			}
		}
		list = append(list, d)
	}
	return list
}

// Get returns the case file of a demo. name is its name or an alias, in any
// case, with blanks and hyphens read as _; for any other name the error is an
// *UnknownError.
func Get(name string) ([]byte, error) {
	d, err := Find(name)
	if err != nil {
		return nil, err
	}
	return read(d.Name), nil
}

// Find returns a demo, by the names that Get knows.
func Find(name string) (Demo, error) {
	key := plain(name)
	for _, d := range List() {
		if d.Name == key || slices.Contains(d.Aliases, key) {
			return d, nil
		}
	}
	return Demo{}, unknown(name, key)
}

// UnknownError is a name that no demo has.
type UnknownError struct {
	Name string
	// Near are the names that come nearest, best first; Names are all.
	Near, Names []string
}

// Error names the demos that there are, near ones first.
func (e *UnknownError) Error() string {
	text := fmt.Sprintf("no demo is called %q", e.Name)
	if len(e.Near) > 0 {
		text += "; did you mean " + strings.Join(e.Near, " or ") + "?"
	}
	return text + " There are " + strings.Join(e.Names, ", ") + "."
}

// unknown suggests what is at most a third of the letters away, or begins with
// what was typed.
func unknown(name, key string) error {
	e := &UnknownError{Name: name}
	for _, s := range shelf {
		e.Names = append(e.Names, s.name)
	}
	for _, n := range vocab.Nearest(key, e.Names, len(e.Names)) {
		longer := max(len([]rune(key)), len([]rune(n.Name)))
		if len(e.Near) < 2 && (n.Distance*3 <= longer || len(key) > 1 && strings.HasPrefix(n.Name, key)) {
			e.Near = append(e.Near, n.Name)
		}
	}
	return e
}

func plain(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	name = strings.TrimSuffix(name, ".case.json")
	return strings.NewReplacer("-", "_", " ", "_").Replace(name)
}

// read returns an embedded file. A test holds that each is there.
func read(name string) []byte {
	data, err := files.ReadFile(name + ".case.json")
	if err != nil {
		return nil
	}
	return data
}
