package report

import (
	"fmt"
	"io"
	"strings"

	"hopscope/journey/decide"
	"hopscope/journey/visible"
)

// Rename is the JSON of `hopscope rename`.
type Rename struct {
	Schema   string `json:"schema"`
	To       string `json:"to"`
	Provider string `json:"provider"`
	// Request is the file whose request is mapped, null when none was recorded.
	Request  *string `json:"request"`
	Declared int     `json:"declared"`
	decide.Outgoing
}

// NewRename names what was mapped into what; request is empty when the request
// was made from the catalog.
func NewRename(up decide.Upstream, provider, request string, out decide.Outgoing) Rename {
	r := Rename{Schema: Schema("rename"), To: up.Title(), Provider: provider, Declared: len(out.Rows), Outgoing: out}
	if request != "" {
		r.Request = &request
	}
	return r
}

// RenameText writes the map, the places before and after, and what would be
// wrong with half of it.
func RenameText(w io.Writer, r Rename) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, "Rename map into %s: %d of %s\n", visible.Text(r.To), r.Moved, plural(r.Declared, "declared tool", "declared tools"))
	writeRows(b, renameRows(r, visible.Name, visible.Text))
	b.WriteString("\nPlaces that move together, before and after, one request")
	if r.Assumed {
		b.WriteString(" (assumed: made from the catalog)")
	}
	b.WriteString("\n")
	if len(r.Places)+len(r.Back) == 0 {
		b.WriteString("  none: no name moves, or the places of this contract are not known\n")
	}
	writeRows(b, placeRows(r, visible.Name, visible.Text))
	for _, h := range r.HalfMoved {
		fmt.Fprintf(b, "\nhalf moved: %s is %s, but tools[] declares it as %s: %s\n", visible.Text(h.Path), visible.Name(h.Name), visible.Name(h.Declared), h.Why)
	}
	for _, note := range renameNotes(r, visible.Name, visible.Text) {
		fmt.Fprintf(b, "\n%s\n", note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func renameRows(r Rename, name, text func(string) string) [][]string {
	rows := [][]string{{"declared", "upstream", "by", ""}}
	for _, row := range r.Rows {
		to, by := "left alone", string(row.Left)
		if row.To != "" {
			to, by = name(string(row.To)), row.By
		}
		rows = append(rows, []string{name(row.From), to, text(by), text(row.Note)})
	}
	return rows
}

func placeRows(r Rename, name, text func(string) string) [][]string {
	rows := [][]string{{"place", "way", "before", "after", "why it must move"}}
	for _, list := range [][]decide.Move{r.Places, r.Back} {
		for _, m := range list {
			rows = append(rows, []string{text(m.Path), string(m.Way), name(m.Before), name(m.After), text(m.Why)})
		}
	}
	return rows
}

// renameNotes are what stays wrong, or what the other ways would make.
func renameNotes(r Rename, name, text func(string) string) []string {
	var notes []string
	for _, m := range r.Mentions {
		notes = append(notes, "the description of "+name(m.Tool)+" keeps saying "+joined(m.Names, name))
	}
	if len(r.Stubs) > 0 {
		names := make([]string, len(r.Stubs))
		for i, s := range r.Stubs {
			names[i] = s.Name
		}
		notes = append(notes, "Stubs instead of a map ("+joined(names, name)+"): the upstream takes the request, the model then calls the stub, which the caller does not have. The error is manufactured.")
	}
	if r.Prompt != "" {
		notes = append(notes, "Or a sentence in the system prompt, where the model chooses freely: "+text(r.Prompt)+" It cannot help when the request is refused before the model reads it.")
	}
	return notes
}

// RenameMarkdown writes the same for a bug report.
func RenameMarkdown(w io.Writer, r Rename) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, "## Rename map into %s\n\n%d of %s move.\n\n", visible.Markdown(r.To), r.Moved, plural(r.Declared, "declared tool", "declared tools"))
	markdownCells(b, renameRows(r, markdownName, markdownText))
	if len(r.Places)+len(r.Back) > 0 {
		b.WriteString("\n## Places that move together\n\n")
		if r.Assumed {
			b.WriteString("The request is assumed: made from the catalog.\n\n")
		}
		markdownCells(b, placeRows(r, markdownName, markdownText))
	}
	if len(r.HalfMoved) > 0 {
		b.WriteString("\n## Half moved\n\n")
		for _, h := range r.HalfMoved {
			fmt.Fprintf(b, "- %s is %s, but the request declares %s\n", visible.MarkdownCode(h.Path), visible.MarkdownCode(h.Name), visible.MarkdownCode(h.Declared))
		}
	}
	if notes := renameNotes(r, visible.MarkdownCode, visible.Markdown); len(notes) > 0 {
		b.WriteString("\n")
		for _, n := range notes {
			fmt.Fprintf(b, "- %s\n", n)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdownText is running text of a document.
func markdownText(s string) string { return visible.Markdown(visible.Text(s)) }

// markdownName is a name of a document; none stays none.
func markdownName(s string) string {
	if s == "" {
		return ""
	}
	return visible.MarkdownCode(s)
}

// markdownRows writes rows as a table; the first is the heading.
func markdownRows(b *strings.Builder, rows [][]string) {
	escaped := make([][]string, len(rows))
	for i, r := range rows {
		for _, cell := range r {
			escaped[i] = append(escaped[i], visible.Markdown(cell))
		}
	}
	markdownCells(b, escaped)
}

// markdownCells writes rows whose cells are Markdown already.
func markdownCells(b *strings.Builder, rows [][]string) {
	for i, r := range rows {
		b.WriteString("| " + strings.Join(r, " | ") + " |\n")
		if i == 0 {
			b.WriteString(strings.Repeat("| --- ", len(r)) + "|\n")
		}
	}
}
