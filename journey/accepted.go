package journey

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// Accepted is one finding that somebody has seen and lives with, as a baseline
// keeps it. What it is told again by does not depend on positions, lines,
// providers or the wording of messages: rule, scheme and tools.
type Accepted struct {
	ID   string `json:"id"`
	Rule string `json:"rule"`
	// Scheme is the id of the scheme, without its version.
	Scheme string `json:"scheme"`
	Tools  []Ref  `json:"tools"`
}

// Accept describes a finding of a plan for a baseline.
func Accept(f *CensusFinding, p *Plan, scheme string) Accepted {
	a := Accepted{Rule: f.Rule, Scheme: scheme, Tools: []Ref{}}
	for _, i := range f.Indexes {
		n := &p.Tools[i]
		a.Tools = append(a.Tools, Ref{Server: n.Tool.Server, Name: Registered(n.name())})
	}
	slices.SortStableFunc(a.Tools, func(x, y Ref) int {
		if c := strings.Compare(string(x.Server), string(y.Server)); c != 0 {
			return c
		}
		return strings.Compare(string(x.Name), string(y.Name))
	})
	a.ID = a.Key()
	return a
}

// Key is the id of the finding: 16 hexadecimal digits of a hash of rule,
// scheme and tools. Ids of a file are not believed but made again.
func (a *Accepted) Key() string {
	h := sha256.New()
	write := func(s string) {
		h.Write([]byte(strings.ReplaceAll(s, "\x00", "\x00\x00")))
		h.Write([]byte("\x00\x01"))
	}
	write(a.Rule)
	write(a.Scheme)
	for _, t := range a.Tools {
		write(string(t.Server))
		write(string(t.Name))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Baseline is the accepted findings by id.
type Baseline struct {
	byID map[string]Accepted
	list []Accepted
}

// NewBaseline makes a baseline of accepted findings, each once, sorted by rule,
// scheme and tools.
func NewBaseline(list []Accepted) *Baseline {
	b := &Baseline{byID: make(map[string]Accepted, len(list))}
	for _, a := range list {
		a.ID = a.Key()
		if _, ok := b.byID[a.ID]; !ok {
			b.byID[a.ID] = a
			b.list = append(b.list, a)
		}
	}
	slices.SortFunc(b.list, func(x, y Accepted) int {
		for _, d := range [...]int{
			strings.Compare(x.Rule, y.Rule), strings.Compare(x.Scheme, y.Scheme),
			slices.CompareFunc(x.Tools, y.Tools, func(s, t Ref) int {
				return strings.Compare(string(s.Server)+"\x00"+string(s.Name), string(t.Server)+"\x00"+string(t.Name))
			}),
		} {
			if d != 0 {
				return d
			}
		}
		return strings.Compare(x.ID, y.ID)
	})
	return b
}

// Findings are the accepted findings, sorted.
func (b *Baseline) Findings() []Accepted { return b.list }

// Has reports whether a finding is accepted.
func (b *Baseline) Has(id string) bool {
	if b == nil {
		return false
	}
	_, ok := b.byID[id]
	return ok
}

// Gone returns what is accepted under one of the schemes and was not found
// again. Schemes that were not looked at say nothing.
func (b *Baseline) Gone(schemes []string, found map[string]bool) []Accepted {
	if b == nil {
		return nil
	}
	var gone []Accepted
	for _, a := range b.list {
		if slices.Contains(schemes, a.Scheme) && !found[a.ID] {
			gone = append(gone, a)
		}
	}
	return gone
}
