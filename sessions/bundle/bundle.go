// Package bundle makes a case that can be attached to a bug report: names, ids,
// order, errors and sizes of a recording, without what it worked on.
//
// # What stays and what goes
//
// Stay: client and version, scheme, provider, model; every name (of tools,
// servers, namespaces) at every hop; ids of calls and of the session; turns,
// times and the order of calls; what became of each call; error texts; the keys
// of arguments and schemas with the types and sizes of their values.
//
// Go: the values of arguments, results, descriptions of tools, and of prompts
// all lines that name no tool of the case; what-if edits, tour, view, and
// fields that this version does not know. In arguments a text becomes
// "<34 bytes>", a number 0 and a truth value false; only the command of an editor
// tool stays, such as str_replace, for it says which tool was meant.
//
// In all that stays, secrets are masked as package redact does it. A name stays
// as it is unless a key, an e-mail or a home folder is part of it.
//
// The package opens no files: it takes a case and gives one.
package bundle

import (
	"cmp"
	"slices"

	"hopscope/journey"
	"hopscope/journey/redact"
	"hopscope/sessions/casefile"
)

// Bundle is a case for a bug report, and what was taken out to make it.
type Bundle struct {
	Case *casefile.Case
	// Dropped is what is not in the case any more, by what it is, in a fixed
	// order.
	Dropped []Dropped
	// Masked is what was masked, by rule, the most frequent first. It counts what
	// was found in dropped values too.
	Masked []Masked

	secrets []secret
}

// Dropped counts values of one sort that were left out.
type Dropped struct {
	What  string `json:"what"`
	Count int    `json:"count"`
	Bytes int    `json:"bytes"`
}

// Masked counts the finds of one rule.
type Masked struct {
	Rule  string `json:"rule"`
	Count int    `json:"count"`
	// Places are the first places, such as "error of call 3".
	Places []string `json:"places"`
	// Examples are the first texts around a find, masked; none for values that
	// were dropped.
	Examples []string `json:"examples,omitempty"`
}

// secret is what was masked, to be searched for.
type secret struct{ rule, text string }

// The sorts of what is dropped, in the order in which they are told.
const (
	dropArgs     = "argument values"
	dropResults  = "results"
	dropErrors   = "ends of long errors"
	dropTexts    = "descriptions of tools"
	dropSchemas  = "schemas of tools that no kept call calls"
	dropPrompts  = "prompts"
	dropBodies   = "contents of captured requests"
	dropEdits    = "what-if edits, tour, view"
	dropUnknowns = "fields that are not known"
)

func sorts() []string {
	return []string{dropArgs, dropResults, dropErrors, dropTexts, dropSchemas, dropPrompts, dropBodies, dropEdits, dropUnknowns}
}

// placesMax and examplesMax are how many places and examples a rule tells.
const (
	placesMax   = 3
	examplesMax = 2
)

// Make makes the bundle of a case. The case is not changed.
func Make(c *casefile.Case) *Bundle {
	m := &maker{b: &Bundle{}, dropped: map[string]*Dropped{}, masked: map[string]*Masked{}, known: map[secret]bool{}}
	m.spare(c)
	m.learn = true
	m.build(c) // learns the users that are named anywhere
	m.learn = false
	m.build(c) // learns the secrets, so that they are masked where nothing else tells them
	m.again = newSearch()
	for _, s := range m.b.secrets {
		if len(s.text) >= 6 && !m.redact.Spared(s.text) {
			m.again.needle(s, s.text, formPlain)
		}
	}
	clear(m.dropped)
	clear(m.masked)
	m.b.Case = m.build(c)
	for _, what := range sorts() {
		if d := m.dropped[what]; d != nil && d.Count > 0 {
			m.b.Dropped = append(m.b.Dropped, *d)
		}
	}
	for _, x := range m.masked {
		m.b.Masked = append(m.b.Masked, *x)
	}
	slices.SortFunc(m.b.Masked, func(a, b Masked) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Rule, b.Rule))
	})
	return m.b
}

// maker makes one bundle.
type maker struct {
	b       *Bundle
	redact  redact.Masker
	learn   bool
	dropped map[string]*Dropped
	masked  map[string]*Masked
	known   map[secret]bool
	// again finds secrets that are known, nil while they are collected.
	again  *search
	names  []string // of the calls, for prompts
	called map[string]bool
}

// text masks a text that stays.
func (m *maker) text(s, place string) string {
	if s == "" {
		return s
	}
	if m.learn {
		m.redact.Learn(s)
		return s
	}
	masked, found := m.redact.Text(s)
	m.found(s, masked, found, place, true)
	if m.again != nil {
		masked = m.again.mask(masked, false)
	}
	return masked
}

// name masks a name that has a secret in it.
func (m *maker) name(s, place string) string {
	if s == "" {
		return s
	}
	if m.learn {
		return s
	}
	masked, found := m.redact.Name(s)
	m.found(s, masked, found, place, true)
	if m.again != nil {
		masked = m.again.mask(masked, true)
	}
	return masked
}

func (m *maker) each(list []string, mask func(s, place string) string, place string) []string {
	if list == nil {
		return nil
	}
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = mask(s, place)
	}
	return out
}

// drop counts a value that goes, and the secrets in it.
func (m *maker) drop(what, s, place string) {
	m.count(what, 1, len(s))
	if m.learn {
		m.redact.Learn(s)
		return
	}
	masked, found := m.redact.Text(s)
	m.found(s, masked, found, place, false)
}

func (m *maker) count(what string, n, size int) {
	d := m.dropped[what]
	if d == nil {
		d = &Dropped{What: what}
		m.dropped[what] = d
	}
	d.Count += n
	d.Bytes += size
}

// around is how much of the masked text is told on each side of a find.
const around = 24

func (m *maker) found(s, masked string, found []redact.Finding, place string, shown bool) {
	shift := 0
	for _, f := range found {
		if x := (secret{f.Rule, s[f.Start:f.End]}); !m.known[x] {
			m.known[x] = true
			m.b.secrets = append(m.b.secrets, x)
		}
		x := m.masked[f.Rule]
		if x == nil {
			x = &Masked{Rule: f.Rule}
			m.masked[f.Rule] = x
		}
		x.Count++
		if len(x.Places) < placesMax && !slices.Contains(x.Places, place) {
			x.Places = append(x.Places, place)
		}
		at := f.Start + shift
		shift += len(f.Shown) - (f.End - f.Start)
		if shown && len(x.Examples) < examplesMax {
			if text := excerpt(masked, at, at+len(f.Shown)); !slices.Contains(x.Examples, text) {
				x.Examples = append(x.Examples, text)
			}
		}
	}
}

// excerpt cuts a piece out of a masked text, at characters.
func excerpt(s string, from, to int) string {
	a, b := max(from-around, 0), min(to+around, len(s))
	for a < from && s[a]&0xC0 == 0x80 {
		a++
	}
	for b > to && b < len(s) && s[b]&0xC0 == 0x80 {
		b--
	}
	text := s[a:b]
	if a > 0 {
		text = "…" + text
	}
	if b < len(s) {
		text += "…"
	}
	return text
}

// spare keeps the names of tools from being taken for users.
func (m *maker) spare(c *casefile.Case) {
	seen := map[string]bool{}
	add := func(list ...string) {
		for _, s := range list {
			if s != "" && !seen[s] {
				seen[s] = true
				m.redact.Spare(s)
			}
		}
	}
	add(c.Listed...)
	add(c.Offered...)
	add(c.WireNames...)
	add(c.Client)
	tools := func(list *journey.Catalog) {
		if list == nil {
			return
		}
		for i := range list.Tools {
			t := &list.Tools[i]
			add(string(t.Registered), string(t.Safe), string(t.Wire.Name), string(t.Server), t.Plugin)
		}
		for i := range list.Servers {
			add(string(list.Servers[i].Key))
		}
	}
	tools(c.Tools)
	for i := range c.Timeline {
		tools(c.Timeline[i].Tools)
		add(c.Timeline[i].Offered...)
	}
	for i := range c.Registered {
		add(string(c.Registered[i].Name), c.Registered[i].Server)
	}
	m.called = map[string]bool{}
	for i := range c.Calls {
		if name := c.Calls[i].Name; name != "" && !m.called[name] {
			m.called[name] = true
			m.names = append(m.names, name)
		}
	}
	add(m.names...)
}
