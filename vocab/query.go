package vocab

import (
	"slices"
	"strings"
)

// plain is the spelling in which client ids and aliases are compared.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == ' ' {
			return '-'
		}
		return r
	}, strings.ToLower(strings.TrimSpace(text)))
}

// ClientID returns the id of a client from its id or one of its aliases, in
// any case, with blanks and _ read as -.
func (t *Table) ClientID(text string) (id string, ok bool) {
	ids := clientIDs
	if !t.builtin() {
		ids = func() map[string]string { return t.ids }
	}
	id, ok = ids()[plain(text)]
	return id, ok
}

// Clients returns the clients that have a table of names, in the order of the
// matrix.
func (t *Table) Clients() []Client {
	var list []Client
	for _, c := range t.tables().clients {
		if !c.NamesUnknown {
			list = append(list, c)
		}
	}
	return list
}

// Client returns a client by its id, also one whose names are unknown.
func (t *Table) Client(id string) (Client, bool) {
	for _, c := range t.tables().clients {
		if c.ID == id {
			return c, true
		}
	}
	return Client{}, false
}

// Capabilities returns all capabilities, in the order of the matrix.
func (t *Table) Capabilities() []Capability { return slices.Clone(t.tables().capabilities) }

func (d *data) byClient(client string) []Entry {
	s := d.spans[client]
	return d.entries[s[0]:s[1]:s[1]]
}

// ByClient returns the rows of a client, by capability.
func (t *Table) ByClient(client string) []Entry { return slices.Clone(t.tables().byClient(client)) }

// ByCapability returns the rows of a capability, by client.
func (t *Table) ByCapability(capability string) []Entry {
	var list []Entry
	for _, e := range t.tables().entries {
		if e.Capability == capability {
			list = append(list, e)
		}
	}
	return list
}

// Cell returns the rows of one client and capability, in the order of its
// table; see Usual for the one that it is known by.
func (t *Table) Cell(client, capability string) []Entry {
	var list []Entry
	for _, e := range t.tables().byClient(client) {
		if e.Capability == capability {
			list = append(list, e)
		}
	}
	return list
}

// Usual returns the row by which a client is usually known for a capability at
// a version (empty: its newest): the first that it has there; there is false
// when it has none of them, and the row is then the first of the cell. ok is
// false for an empty cell.
func (t *Table) Usual(client, capability, version string) (e Entry, there, ok bool) {
	cell := t.Cell(client, capability)
	if len(cell) == 0 {
		return Entry{}, false, false
	}
	if version == "" {
		c, _ := t.Client(client)
		version = c.Newest()
	}
	for _, e := range cell {
		if !e.Mentioned && t.Has(client, version, e.Name).Answer != No {
			return e, true, true
		}
	}
	return cell[0], false, true
}

// ProviderTools returns the typed tools of providers.
func (t *Table) ProviderTools() []ProviderTool { return slices.Clone(t.tables().providers) }

// Pairs returns all that is not interchangeable.
func (t *Table) Pairs() []Pair { return slices.Clone(t.tables().pairs) }

// PairsWith returns the pairs of a capability.
func (t *Table) PairsWith(capability string) []Pair {
	var list []Pair
	for _, p := range t.tables().pairs {
		if p.Axis == "" && (p.A == capability || p.B == capability) {
			list = append(list, p)
		}
	}
	return list
}
