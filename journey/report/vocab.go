package report

import (
	"fmt"
	"io"
	"strings"

	"hopscope/journey/visible"
)

// Vocab is the JSON of `hopscope vocab`.
type Vocab struct {
	Schema string `json:"schema"`
	// Name that was looked up, null for the table.
	Name         *string         `json:"name"`
	Clients      []VocabClient   `json:"clients"`
	Capabilities []VocabTask     `json:"capabilities"`
	Entries      []VocabEntry    `json:"entries"`
	Providers    []VocabProvider `json:"provider_tools"`
	Pairs        []VocabPair     `json:"not_interchangeable"`
}

// VocabInput is one argument key of a tool.
type VocabInput struct {
	Key      string `json:"key"`
	Required bool   `json:"required"`
}

// VocabPair is two tasks, or tool kinds (Axis), that cannot stand in for each
// other.
type VocabPair struct {
	A      string `json:"a"`
	B      string `json:"b"`
	OneWay bool   `json:"one_way"`
	Axis   string `json:"axis"`
	Reason string `json:"reason"`
	Source string `json:"source"`
}

// VocabClient is a client with a table of names.
type VocabClient struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Newest   string   `json:"newest_version,omitempty"`
	Versions []string `json:"versions,omitempty"`
	Entries  int      `json:"entries"`
	Source   string   `json:"source,omitempty"`
	Verified string   `json:"verified,omitempty"`
}

// VocabTask is a capability.
type VocabTask struct {
	ID       string `json:"id"`
	Meaning  string `json:"meaning"`
	NoTarget bool   `json:"no_target,omitempty"`
}

// VocabEntry is one name of one client.
type VocabEntry struct {
	Client     string       `json:"client"`
	Name       string       `json:"name"`
	Capability string       `json:"capability"`
	Kind       string       `json:"kind"`
	Aliases    []string     `json:"aliases,omitempty"`
	Inputs     []VocabInput `json:"inputs"`
	// InputsKnown is false where nobody read which inputs the tool has.
	InputsKnown bool   `json:"inputs_known"`
	Versions    string `json:"versions"`
	Mentioned   bool   `json:"mentioned,omitempty"`
	Conditions  string `json:"conditions,omitempty"`
	Note        string `json:"note,omitempty"`
	Source      string `json:"source,omitempty"`
	Verified    string `json:"verified,omitempty"`
	// Via says by what a look-up found it: name or alias.
	Via string `json:"via,omitempty"`
	// Usual: the client is known for the task by this name. Gone: it does not
	// have the name in its newest version.
	Usual bool `json:"usual,omitempty"`
	Gone  bool `json:"gone,omitempty"`
}

// VocabProvider is a tool that a provider defines by a type.
type VocabProvider struct {
	Provider   string `json:"provider"`
	Type       string `json:"type"`
	Name       string `json:"name,omitempty"`
	Capability string `json:"capability"`
	ExecutedBy string `json:"executed_by,omitempty"`
	Note       string `json:"note,omitempty"`
	Source     string `json:"source,omitempty"`
	Via        string `json:"via,omitempty"`
}

// needs are the required inputs, "?" where they are not known.
func (e VocabEntry) needs() string {
	if !e.InputsKnown {
		return "?"
	}
	var keys []string
	for _, in := range e.Inputs {
		if in.Required {
			keys = append(keys, in.Key)
		}
	}
	if len(keys) == 0 {
		return "none"
	}
	return strings.Join(keys, ", ")
}

// shownName marks names that are said and never declared with quotes, and
// those that the newest version does not have with a star.
func (e VocabEntry) shownName() string {
	switch name := visible.Name(e.Name); {
	case e.Mentioned:
		return `"` + name + `"`
	case e.Gone:
		return name + "*"
	default:
		return name
	}
}

// VocabText writes a look-up as sentences, a client or a capability as a table
// of its names, and without both the matrix of the first clients.
func VocabText(w io.Writer, v Vocab, columns int) error {
	b := &strings.Builder{}
	switch {
	case v.Name != nil:
		vocabLookup(b, v)
	case len(v.Clients) == 1 || len(v.Capabilities) == 1:
		writeRows(b, vocabRows(v, visible.Name))
		vocabPairs(b, v)
	default:
		writeRows(b, vocabMatrix(v, columns, VocabEntry.shownName))
		if more := len(v.Clients) - columns; more > 0 {
			fmt.Fprintf(b, "\n* not in the newest version; \"said by models, never a tool\"; – none known\n%s more: --client ID shows one, --capability ID one row, --format json all.\n", plural(more, "client", "clients"))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func vocabLookup(b *strings.Builder, v Vocab) {
	name := visible.Name(*v.Name)
	if len(v.Entries)+len(v.Providers) == 0 {
		fmt.Fprintf(b, "%s is in no table: no client that is known has it.\n", name)
		return
	}
	exact := false
	for _, e := range v.Entries {
		exact = exact || e.Name == *v.Name
		for _, a := range e.Aliases {
			exact = exact || a == *v.Name
		}
	}
	for _, p := range v.Providers {
		exact = exact || p.Name == *v.Name || strings.HasPrefix(p.Type, *v.Name)
	}
	if !exact {
		fmt.Fprintf(b, "nobody writes it %s; these differ only in capitals and signs.\n", name)
	}
	writeRows(b, vocabRows(v, visible.Name))
	vocabPairs(b, v)
}

func vocabRows(v Vocab, name func(string) string) [][]string {
	rows := [][]string{{"client", "name", "task", "needs", "versions", "kind", ""}}
	for _, e := range v.Entries {
		note := visible.Text(e.Conditions)
		if e.Via == "alias" {
			note = notes("by its alias", note)
		} else if len(e.Aliases) > 0 {
			note = notes("also "+joined(e.Aliases, visible.Name), note)
		}
		rows = append(rows, []string{name(e.Client), e.shownName(), e.Capability, e.needs(), e.Versions, e.Kind, note})
	}
	for _, p := range v.Providers {
		shown := p.Name
		if shown == "" {
			shown = "–"
		}
		rows = append(rows, []string{p.Provider, visible.Name(shown), p.Capability, "", p.Type, "provider", ""})
	}
	return rows
}

// notes joins two remarks of which the second may be empty.
func notes(a, b string) string {
	if b == "" {
		return a
	}
	return a + "; " + b
}

func vocabPairs(b *strings.Builder, v Vocab) {
	if len(v.Pairs) == 0 {
		return
	}
	b.WriteString("\nNot interchangeable:\n")
	for _, p := range v.Pairs {
		sign := "≠"
		if p.OneWay {
			sign = "cannot be replaced by"
		}
		fmt.Fprintf(b, "  %s %s %s: %s\n", p.A, sign, p.B, visible.Text(p.Reason))
	}
}

// vocabMatrix has a row for each capability and a column for each of the first
// clients: the name that the client is usually known by and how many more.
func vocabMatrix(v Vocab, columns int, show func(VocabEntry) string) [][]string {
	clients := v.Clients[:min(columns, len(v.Clients))]
	head := []string{"task"}
	for _, c := range clients {
		head = append(head, c.Name)
	}
	rows := [][]string{head}
	for _, k := range v.Capabilities {
		row := []string{k.ID}
		for _, c := range clients {
			first, n := "–", 0
			for _, e := range v.Entries {
				if e.Client == c.ID && e.Capability == k.ID {
					if e.Usual {
						first = show(e)
					}
					n++
				}
			}
			if n > 1 {
				first += fmt.Sprintf(" +%d", n-1)
			}
			row = append(row, first)
		}
		rows = append(rows, row)
	}
	return rows
}

// VocabMarkdown writes the same rows as a table.
func VocabMarkdown(w io.Writer, v Vocab) error {
	rows := vocabRows(v, visible.Name)
	if v.Name == nil && len(v.Clients) > 1 && len(v.Capabilities) > 1 {
		rows = vocabMatrix(v, len(v.Clients), VocabEntry.shownName)
	}
	b := &strings.Builder{}
	markdownRows(b, rows)
	_, err := io.WriteString(w, b.String())
	return err
}
