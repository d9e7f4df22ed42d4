// Package catalog reads lists of tools: MCP tools/list answers, tools arrays
// and request bodies of the providers, plain lists of names, maps from name to
// definition, and client configurations that name servers only.
//
// The content decides which form it is, never the file name. The package opens
// no files: it takes bytes. Each form stands in one file with the rules by
// which it is recognised.
//
// # In which form the names are read
//
// MCP listings, plain lists, maps and configurations hold registered names; a
// client's init line holds safe forms; tools arrays, request bodies and prompt
// snapshots hold wire names. SetForm says otherwise where the user knows
// better.
package catalog

import "hopscope/journey"

// Reading is what was made of one input.
type Reading struct {
	// Format is the id of the form, for example mcp-tools-list.
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

// Read is Parse with the id of the form.
func Read(name string, data []byte) Reading { return Reading{} }

// ServerKey gives a listing that has no server the key under which a client
// knows its server. Tools that have a server or that a client declares of
// itself keep what they have, unless no tool of the catalog has a server: then
// all of them get the key, for the user said so.
func ServerKey(c *journey.Catalog, key journey.Server) {}

// SetForm says in which form the names of a catalog stand (--names): each name
// is moved to the field of that form.
func SetForm(c *journey.Catalog, form journey.Form) {}

// Write returns the catalog in hopscope's own form (hopscope.catalog/1), which
// Parse reads back without loss.
func Write(c journey.Catalog) []byte { return nil }
