package vocab

import (
	"slices"
	"strings"
	"unicode"
)

// Via says by which of its names a row was found.
type Via string

// The ways. ViaType: the type of a provider tool, with or without its date.
const (
	ViaName  Via = "name"
	ViaAlias Via = "alias"
	ViaType  Via = "type"
)

// Hit is a row that a look-up found.
type Hit struct {
	// Entry of a client. For a provider tool it holds name, capability, note
	// and source, and its Client is empty.
	Entry
	Via Via
	// As is the spelling that was found: a name, an alias or a type.
	As string
	// Provider is set for a provider tool.
	Provider *ProviderTool
}

// AsciiFold returns s in lower case with everything outside a-z and 0-9 left
// out. Decisions about a call compare names so.
func AsciiFold(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, s)
}

// DriftFold returns s in lower case without - _ . : / and blanks, which models
// and gateways exchange. Diagnoses compare names so. Unlike AsciiFold it keeps
// letters of every script and all other signs.
func DriftFold(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '-', '_', '.', ':', '/', ' ':
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// ref is a Hit in short: where its row stands.
type ref struct {
	entry, provider int32 // one of them is -1
	via             Via
	as              string
}

func (d *data) makeIndexes() {
	d.exact, d.ascii, d.drift = index{}, index{}, index{}
	for i, e := range d.entries {
		d.add(ref{int32(i), -1, ViaName, e.Name})
	}
	for i, e := range d.entries {
		for _, a := range e.Aliases {
			d.add(ref{int32(i), -1, ViaAlias, a})
		}
	}
	for i, p := range d.providers {
		if p.CallerChosen {
			continue
		}
		if p.Name != "" {
			d.add(ref{-1, int32(i), ViaName, p.Name})
		}
		bare := p.BareType()
		if bare != p.Name {
			d.add(ref{-1, int32(i), ViaType, bare})
		}
		if p.Type != bare {
			d.add(ref{-1, int32(i), ViaType, p.Type})
		}
	}
}

func (d *data) add(r ref) {
	i := int32(len(d.refs))
	d.refs = append(d.refs, r)
	d.exact[r.as] = append(d.exact[r.as], i)
	if f := AsciiFold(r.as); f != "" {
		d.ascii[f] = append(d.ascii[f], i)
	}
	if f := DriftFold(r.as); f != "" {
		d.drift[f] = append(d.drift[f], i)
	}
}

func (d *data) hit(r ref) Hit {
	if r.entry >= 0 {
		return Hit{Entry: d.entries[r.entry], Via: r.via, As: r.as}
	}
	p := &d.providers[r.provider]
	name := p.Name
	if r.via == ViaType {
		name = p.BareType()
	}
	e := Entry{Name: name, Capability: p.Capability, Kind: "provider", Note: p.Note, Source: p.Source}
	return Hit{e, r.via, r.as, p}
}

// capability returns that of the row without widening it.
func (d *data) capability(r ref) (client, capability string) {
	if r.entry >= 0 {
		return d.entries[r.entry].Client, d.entries[r.entry].Capability
	}
	return "", d.providers[r.provider].Capability
}

func (d *data) pick(at []int32) []Hit {
	if len(at) == 0 {
		return nil
	}
	hits := make([]Hit, len(at))
	for i, n := range at {
		hits[i] = d.hit(d.refs[n])
	}
	return hits
}

// Lookup returns the rows that have this name, byte for byte: rows of all
// clients by name, then by alias, then provider tools by name and by type,
// each in the order of the tables. A type counts with and without its date.
func (t *Table) Lookup(name string) []Hit {
	d := t.tables()
	return d.pick(d.exact[name])
}

// LookupASCII is Lookup for all names that are equal by AsciiFold. A name
// without a letter or digit of ASCII finds nothing.
func (t *Table) LookupASCII(name string) []Hit {
	d := t.tables()
	return d.pick(d.ascii[AsciiFold(name)])
}

// LookupDrift is Lookup for all names that are equal by DriftFold.
func (t *Table) LookupDrift(name string) []Hit {
	d := t.tables()
	return d.pick(d.drift[DriftFold(name)])
}

// CapabilityOf returns the capabilities of a name, byte for byte and aliases
// included, at one client; with an empty client those at all clients and of
// provider tools. Their order is that of Capabilities.
func (t *Table) CapabilityOf(name, client string) []string {
	d := t.tables()
	var caps []string
	for _, i := range d.exact[name] {
		who, c := d.capability(d.refs[i])
		if (client == "" || who == client) && !slices.Contains(caps, c) {
			caps = append(caps, c)
		}
	}
	slices.SortFunc(caps, func(a, b string) int { return d.capRank[a] - d.capRank[b] })
	return caps
}
