// Package catalog reads lists of tools: MCP tools/list answers, tools arrays
// and request bodies of the providers, plain lists of names, maps from name to
// definition, and client configurations that name servers only.
//
// The content decides which form it is, never the file name. The package opens
// no files: it takes bytes. Each form stands in one file with the rules by
// which it is recognised; Formats lists them.
//
// # In which form the names are read
//
// MCP listings, plain lists, maps and configurations hold registered names; a
// client's init line holds safe forms; tools arrays, request bodies and prompt
// snapshots hold wire names. SetForm says otherwise where the user knows
// better.
//
// # What is kept as it stands
//
// Names are never trimmed, folded or made unique: a blank at the end, an empty
// name or a name that stands twice is what this program looks for. What could
// not be used is a Problem with its line; reading goes on after it.
package catalog

import (
	"fmt"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// MaxTools is the number of tools that one catalog may hold. What is more is
// reported and left out.
const MaxTools = 200_000

// problemsMax bounds the problems of one input.
const problemsMax = 1000

// Reading is what was made of one input.
type Reading struct {
	// Format is the id of the form, for example mcp-tools-list. See Formats.
	Format   string
	Catalog  journey.Catalog
	Problems []journey.Problem
	// OK is false when the input is no catalog. Problems then says why, where
	// the content came near to one.
	OK bool
}

// Parse reads a catalog. name is the path for messages and Catalog.Source; it
// decides nothing. ok is false when the content is no catalog; the problems
// then say why, where it came near to one.
func Parse(name string, data []byte) (c journey.Catalog, problems []journey.Problem, ok bool) {
	r := Read(name, data)
	return r.Catalog, r.Problems, r.OK
}

// Read is Parse with the id of the form. The forms are tried in this order:
// JSON (also with comments, and several documents one after another), TOML,
// a plain list.
func Read(name string, data []byte) Reading {
	data = plainUTF8(data)
	r := &reader{name: name, data: data, lines: node.NewLines(data)}
	ok := false
	switch {
	case isTOML(data):
		ok = r.toml()
	case startsJSON(data):
		ok = r.json()
	default:
		ok = r.list()
	}
	if !ok {
		return Reading{Problems: r.problems}
	}
	r.finish()
	return Reading{Format: r.format, Catalog: r.cat, Problems: r.problems, OK: true}
}

// reader collects what one input holds.
type reader struct {
	name     string
	data     []byte
	lines    *node.Lines
	cat      journey.Catalog
	problems []journey.Problem
	format   string
	full     bool // MaxTools was reached
	// serverInfo is the name by which an MCP server introduced itself.
	serverInfo string
}

// is sets the form; the first one that is set stays.
func (r *reader) is(format string, form journey.Form) {
	if r.format == "" {
		r.format, r.cat.Form, r.cat.Complete = format, form, true
	}
}

func (r *reader) finish() {
	r.cat.Source = r.name + " (" + Title(r.format) + ")"
	if r.format == "mcp-tools-list" && len(r.cat.Tools) > 0 && !hasServer(&r.cat) {
		r.note(noKeyNote)
		if r.serverInfo != "" {
			r.note(fmt.Sprintf("The server calls itself %q; a client may know it by another key.", r.serverInfo))
		}
	}
}

const noKeyNote = "This listing does not say by which key a client knows its server: --server KEY=FILE does."

func (r *reader) note(text string) {
	for _, n := range r.cat.Notes {
		if n == text {
			return
		}
	}
	r.cat.Notes = append(r.cat.Notes, text)
}

// problem reports something at an offset that could not be used.
func (r *reader) problem(offset int, what, fix string) {
	r.problemAt(r.lines.At(offset), what, fix)
}

func (r *reader) problemAt(line int, what, fix string) {
	switch {
	case len(r.problems) > problemsMax:
		return
	case len(r.problems) == problemsMax:
		what, fix = "more problems follow; they are not listed", ""
	}
	r.problems = append(r.problems, journey.Problem{
		Where: fmt.Sprintf("%s: line %d", r.name, line), What: what, Fix: fix, Line: uint32(line),
	})
}

// add puts a tool into the catalog.
func (r *reader) add(t journey.Tool) {
	if len(r.cat.Tools) >= MaxTools {
		if !r.full {
			r.problemAt(t.Line, fmt.Sprintf("more than %d tools; the rest is left out", MaxTools), "split the catalog")
			r.full, r.cat.Complete = true, false
		}
		return
	}
	r.cat.Tools = append(r.cat.Tools, t)
}

// server adds a server once.
func (r *reader) server(s journey.ServerEntry) {
	for i := range r.cat.Servers {
		if old := &r.cat.Servers[i]; old.Key == s.Key {
			old.NamesUnknown = old.NamesUnknown && s.NamesUnknown
			if s.Status != "" {
				old.Status = s.Status
			}
			return
		}
	}
	r.cat.Servers = append(r.cat.Servers, s)
}

func hasServer(c *journey.Catalog) bool {
	for i := range c.Tools {
		if c.Tools[i].Server != "" {
			return true
		}
	}
	return false
}
