package diagnose

import (
	"slices"
	"strings"

	"hopscope/journey"
	"hopscope/vocab"
)

// A folder may hold sessions of several clients, or of several versions of one.
// Each call is judged by the rules of the client that made it.

// clientsOf lists the clients of the sources, each version once, in the order of
// the sources; the one that counts for the whole session stands first.
func clientsOf(s *journey.Session) []journey.Client {
	out := []journey.Client{s.Client}
	for _, src := range s.Sources {
		c := clientOf(s, src)
		if !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

// clientOf is who made a source: the session's own client where it names none,
// as captures and catalogs do. A case names its client by any label.
func clientOf(s *journey.Session, src journey.Source) journey.Client {
	id, known := vocab.ClientID(src.Client)
	if !known {
		id = src.Client
	}
	same := src.Client == "" || src.Client == s.Client.ID || src.Client == s.Client.Label || known && id == s.Client.ID
	if same && (src.Client == "" || src.Version == "" || src.Version == s.Client.Version) {
		return s.Client
	}
	return journey.Client{ID: id, Version: src.Version, Label: src.Client}
}

// alsoWords names the other clients of a session.
func alsoWords(all []journey.Client) string {
	const most = 3
	var names []string
	for _, c := range all[1:] {
		names = append(names, strings.TrimSpace(c.ID+" "+c.Version))
	}
	switch n := len(names); {
	case n == 0:
		return ""
	case n > most:
		return "; also " + strings.Join(names[:most], ", ") + " and " + plural(n-most, "other", "others") + ", each by its own rules"
	case n > 1:
		return "; also " + strings.Join(names, ", ") + ", each by its own rules"
	}
	return "; also " + names[0] + ", by its own rules"
}

// of is the analyzer that judges a row: a itself, or that of another client.
func (a *Analyzer) of(row int) *Analyzer {
	if a.others == nil || row < 0 || row >= len(a.in.Session.Rows) {
		return a
	}
	return a.ofSource(a.in.Session.Rows[row].Source)
}

func (a *Analyzer) ofSource(source uint8) *Analyzer {
	s := a.in.Session
	if a.others == nil || int(source) >= len(s.Sources) {
		return a
	}
	c := clientOf(s, s.Sources[source])
	if c == s.Client || c == a.client {
		return a
	}
	o := a.others[c]
	if o == nil {
		in := a.in
		in.Scheme, in.Options = nil, nil
		o = newFor(in, c)
		o.others = nil // each judges its own calls only
		a.others[c] = o
	}
	return o
}

// Rules are the scheme and the provider by which a row is judged; -1: those of
// the whole session.
func (a *Analyzer) Rules(row int) (journey.Scheme, journey.Provider) {
	o := a.of(row)
	return o.scheme, o.provider
}
