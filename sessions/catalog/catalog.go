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
	"strings"
	"unicode/utf8"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// MaxTools is the number of tools that one catalog may hold. What is more is
// reported and left out.
const MaxTools = 200_000

// MaxName is the number of bytes of a name that are kept. A longer one is
// reported.
const MaxName = 4096

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
	keys     map[journey.Server]int
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
		r.note(NoKeyNote)
		if r.serverInfo != "" {
			r.note(fmt.Sprintf("The server calls itself %q; a client may know it by another key.", r.serverInfo))
		}
	}
}

// NoKeyNote stands beside a listing of which nobody says whose it is.
const NoKeyNote = "This listing does not say by which key a client knows its server: --server KEY=FILE does."

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
	if n := shorten(&t); n > 0 {
		r.problemAt(t.Line, fmt.Sprintf("a name of %d bytes", n), fmt.Sprintf("read to %d bytes; the tool is there", MaxName))
	}
	r.cat.Tools = append(r.cat.Tools, t)
}

// shorten cuts what names a tool to MaxName bytes and returns the length of
// the longest that it cut, 0 when it cut none.
func shorten(t *journey.Tool) (longest int) {
	t.Registered = head(t.Registered, &longest)
	t.Safe = head(t.Safe, &longest)
	t.Wire.Name = head(t.Wire.Name, &longest)
	t.Wire.Namespace = head(t.Wire.Namespace, &longest)
	t.Server = head(t.Server, &longest)
	t.Plugin = head(t.Plugin, &longest)
	t.Title = head(t.Title, &longest)
	t.Type = head(t.Type, &longest)
	return longest
}

// head returns the first MaxName bytes of s, cut at a character. A copy, so
// that the rest is not kept.
func head[S ~string](s S, longest *int) S {
	if len(s) <= MaxName {
		return s
	}
	*longest = max(*longest, len(s))
	n := MaxName
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return S(strings.Clone(string(s[:n])))
}

// server adds a server once.
func (r *reader) server(s journey.ServerEntry) {
	var cut int
	s.Key, s.Status, s.Error = head(s.Key, &cut), head(s.Status, &cut), head(s.Error, &cut)
	if i, ok := r.keys[s.Key]; ok {
		old := &r.cat.Servers[i]
		old.NamesUnknown = old.NamesUnknown && s.NamesUnknown
		if s.Status != "" {
			old.Status = s.Status
		}
		return
	}
	if r.keys == nil {
		r.keys = map[journey.Server]int{}
	}
	r.keys[s.Key] = len(r.cat.Servers)
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
