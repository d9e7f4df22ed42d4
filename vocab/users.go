package vocab

import (
	"slices"
	"strings"
)

// Uses answers who uses a name.
type Uses struct {
	// Hits are the rows of the name; where no row is written like it, those that
	// are equal by AsciiFold, and Exact is false.
	Hits  []Hit
	Exact bool
	// Clients that have a row among the hits, in the order of the matrix, and
	// the number of the other clients.
	Clients []string
	Others  int
}

// Uses returns who uses a name: the rows that are written like it, else those
// that differ only in capitals and signs.
func (t *Table) Uses(name string) Uses {
	u := Uses{Hits: t.Lookup(name), Exact: true}
	if len(u.Hits) == 0 {
		u.Hits, u.Exact = t.LookupASCII(name), false
	}
	for _, c := range t.Clients() {
		if slices.ContainsFunc(u.Hits, func(h Hit) bool { return h.Provider == nil && h.Client == c.ID }) {
			u.Clients = append(u.Clients, c.ID)
		} else {
			u.Others++
		}
	}
	return u
}

// Holding returns the rows whose name, or an alias of it, holds the text, in
// any case. An empty text is held by none.
func (t *Table) Holding(text string) []Entry {
	if text == "" {
		return nil
	}
	text = strings.ToLower(text)
	holds := func(s string) bool { return strings.Contains(strings.ToLower(s), text) }
	var list []Entry
	for _, e := range t.tables().entries {
		if holds(e.Name) || slices.ContainsFunc(e.Aliases, holds) {
			list = append(list, e)
		}
	}
	return list
}

// Gone reports whether the client does not have the name of a row in its
// newest version. A name that was never declared is not gone; see
// Entry.Mentioned.
func (t *Table) Gone(e Entry) bool {
	c, _ := t.Client(e.Client)
	return !e.Mentioned && t.Has(e.Client, c.Newest(), e.Name).Answer == No
}

// KeyPair is an argument key of one tool beside the key of another that takes
// its place; one of them is empty where there is none.
type KeyPair struct{ From, To string }

// PairKeys sets the required inputs of one row beside those of another: keys
// that are written alike, then those that are equal by AsciiFold, then, where
// each side has exactly one required key left, these two. A required key also
// finds its like among the keys that the other side does not require. The order
// is that of the keys of from, then what only to requires. ok is false where
// the inputs of a row are not known. That keys fit proves nothing about what
// they mean.
func PairKeys(from, to Entry) (pairs []KeyPair, ok bool) {
	if !from.InputsKnown() || !to.InputsKnown() {
		return nil, false
	}
	left, right := from.Required(), to.Required()
	partner := map[string]string{} // of a key of from
	taken := map[string]bool{}     // keys of to
	equal := []func(a, b string) bool{
		func(a, b string) bool { return a == b },
		func(a, b string) bool { return AsciiFold(a) != "" && AsciiFold(a) == AsciiFold(b) },
	}
	for _, same := range equal {
		for _, f := range from.Inputs {
			for _, t := range to.Inputs {
				if partner[f.Key] == "" && !taken[t.Key] && (f.Required || t.Required) && same(f.Key, t.Key) {
					partner[f.Key], taken[t.Key] = t.Key, true
				}
			}
		}
	}
	left = slices.DeleteFunc(left, func(k string) bool { return partner[k] != "" })
	right = slices.DeleteFunc(right, func(k string) bool { return taken[k] })
	if len(left) == 1 && len(right) == 1 {
		partner[left[0]], left, right = right[0], nil, nil
	}
	for _, in := range from.Inputs {
		if partner[in.Key] != "" || slices.Contains(left, in.Key) {
			pairs = append(pairs, KeyPair{in.Key, partner[in.Key]})
		}
	}
	for _, k := range right {
		pairs = append(pairs, KeyPair{"", k})
	}
	return pairs, true
}
