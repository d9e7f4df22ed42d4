package diagnose

import (
	"slices"
	"strings"

	"hopscope/journey"
)

// scene is a situation with the indexes that the tests ask. It is built once
// for a catalog and never changed.
type scene struct {
	*Situation
	exact, lower, fold map[string][]int
	// own are the entries by their own registered name, stems by the fold of
	// their form without the hash at its end.
	own, stems map[string][]int
	// parts are the segments of the name of each entry.
	parts [][]string
	// keys are the known server keys, in lower case, owners those of the
	// entries as they are; longest is the length of the longest name in bytes.
	keys, owners map[string]bool
	longest      int
	memo         counts
	// words asks the vocabulary.
	words *words
}

// counts are sums over the refused names, made once each.
type counts struct {
	marks           []mark // pieces that two or more of them have in common
	marked, lowered bool
	low             int
	byWord          map[string]int
	byMark          map[mark]int
}

func newScene(s *Situation) *scene {
	c := &scene{
		Situation: s, words: newWords(s.Vocabulary, s.Client, s.Version),
		exact: map[string][]int{}, lower: map[string][]int{}, fold: map[string][]int{},
		own: map[string][]int{}, stems: map[string][]int{}, parts: make([][]string, len(s.Catalog)),
		keys: map[string]bool{}, owners: map[string]bool{},
	}
	for i, e := range s.Catalog {
		c.exact[e.Name] = append(c.exact[e.Name], i)
		c.parts[i] = segments(e.Name)
		c.longest = max(c.longest, len(e.Name))
		l := strings.ToLower(e.Name)
		c.lower[l] = append(c.lower[l], i)
		if f := driftFold(e.Name); f != "" {
			c.fold[f] = append(c.fold[f], i)
		}
		if e.Own != "" {
			c.own[e.Own] = append(c.own[e.Own], i)
		}
		if stem, ok := beforeHash(e); ok {
			f := driftFold(stem)
			c.stems[f] = append(c.stems[f], i)
		}
		if k := e.server(); k != "" {
			c.keys[strings.ToLower(k)], c.owners[k] = true, true
		}
	}
	c.addServers()
	return c
}

// addServers makes the servers that are named beside the entries known keys.
func (c *scene) addServers() {
	for _, k := range c.Servers {
		c.keys[strings.ToLower(k)] = true
	}
}

// later is the scene of the same entries when more calls were made: only what
// they show is new.
func (c *scene) later(s *Situation) *scene {
	out := *c
	out.Situation, out.memo = s, counts{}
	out.keys = make(map[string]bool, len(c.owners)+len(s.Servers))
	for k := range c.owners {
		out.keys[strings.ToLower(k)] = true
	}
	out.addServers()
	return &out
}

// server returns the key of the server that an entry belongs to: as given, or
// as the form mcp__SERVER__TOOL shows it.
func (e *Entry) server() string {
	if e.Owner != "" {
		return e.Owner
	}
	if s, _, ok := splitServer(e.Name); ok {
		return s
	}
	if s, ok := strings.CutPrefix(e.Namespace, "mcp__"); ok {
		return s
	}
	return ""
}

// isServer reports whether the entry is a server's tool.
func (e *Entry) isServer() bool { return e.Server || e.server() != "" }

// own returns the tool's own name, without what the client put before or
// behind it; empty when it is not known.
func (e *Entry) own() string {
	switch {
	case e.Own != "":
		return e.Own
	case e.Bare != "":
		return e.Bare
	}
	if _, tool, ok := splitServer(e.Name); ok {
		return tool
	}
	return ""
}

// spelled returns a call's name in the way that entries are spelled: with its
// namespace, if it has one, before a dot.
func spelled(n journey.Called) string {
	if n.Namespace == "" {
		return string(n.Name)
	}
	return string(n.Namespace) + "." + string(n.Name)
}

// exactly returns the entries that the call names without any change. A
// namespaced entry is named by both fields only. An entry of a list that does
// not keep the fields apart is also named by the two joined with __.
func (c *scene) exactly(n journey.Called) []int {
	if n.Namespace == "" {
		return c.keep(c.exact[string(n.Name)], func(e Entry) bool { return e.Namespace == "" })
	}
	hits := c.keep(c.exact[spelled(n)], func(e Entry) bool { return e.Namespace != "" || !e.FieldsKnown })
	joined := strings.TrimSuffix(string(n.Namespace), "__") + "__" + string(n.Name)
	return append(hits, c.keep(c.exact[joined], func(e Entry) bool { return e.Namespace == "" && !e.FieldsKnown })...)
}

// only returns the one entry that the indexes mean. Entries of one name count
// as one: which of them runs is another question.
func (c *scene) only(hits []int) (Entry, bool) {
	if len(hits) == 0 {
		return Entry{}, false
	}
	first := c.Catalog[hits[0]]
	for _, i := range hits[1:] {
		if c.Catalog[i].Name != first.Name {
			return Entry{}, false
		}
	}
	return first, true
}

// among keeps the entries that the turn offered, if any of them was; else all.
func (c *scene) among(e *Event, hits []int) []int {
	list := c.offered(e)
	if !list.Known {
		return hits
	}
	kept := c.keep(hits, list.holds(len(hits)))
	if len(kept) == 0 {
		return hits
	}
	return kept
}

// pool returns the entries that the turn offered, or all where the list is
// unknown or names nothing of the catalog.
func (c *scene) pool(e *Event) []int {
	all := make([]int, len(c.Catalog))
	for i := range all {
		all[i] = i
	}
	return c.among(e, all)
}

// keep filters entries.
func (c *scene) keep(hits []int, ok func(Entry) bool) []int {
	var kept []int
	for _, i := range hits {
		if ok(c.Catalog[i]) {
			kept = append(kept, i)
		}
	}
	return kept
}

// like returns the entries whose names have such segments.
func (c *scene) like(ok func(name []string) bool) []int {
	var hits []int
	for i, name := range c.parts {
		if ok(name) {
			hits = append(hits, i)
		}
	}
	return hits
}

// names returns the distinct names of entries, in catalog order.
func (c *scene) names(hits []int) []string {
	var out []string
	seen := make(map[string]bool, len(hits))
	for _, i := range hits {
		if n := c.Catalog[i].Name; !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	return out
}

// crosses reports whether taking the echo for the entry would cross from one
// server to another, or from a server to a built-in.
func (c *scene) crosses(echo string, e Entry) bool {
	server, _, ok := splitServer(echo)
	if !ok {
		return false
	}
	if !e.isServer() {
		return true
	}
	own := e.server()
	return own != "" && c.keys[strings.ToLower(server)] && !strings.EqualFold(own, server)
}

func (l Listing) has(e Entry) bool {
	return slices.Contains(l.Names, e.Name) || e.Bare != "" && slices.Contains(l.Names, e.Bare)
}

// holds returns has, made quick for so many entries.
func (l Listing) holds(entries int) func(Entry) bool {
	if entries < 8 {
		return l.has
	}
	names := setOf(l.Names)
	return func(e Entry) bool { return names[e.Name] || e.Bare != "" && names[e.Bare] }
}

func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, n := range names {
		set[n] = true
	}
	return set
}

// offered returns the list that the turn of an event was offered: the
// capture's tools, the list in the error text, the case's own list, the
// timeline, in this order.
func (c *scene) offered(e *Event) Listing {
	if c.Capture != nil && len(c.Capture.Tools) > 0 {
		return Listing{Known: true, Names: c.Capture.Names(), Where: "capture, tools[]"}
	}
	if names := e.Offered; len(names) > 0 {
		return Listing{Known: true, Names: withoutInvalid(names), Where: "the error's own list"}
	}
	if names, whole := listInText(e.Error); whole && len(names) > 0 {
		return Listing{Known: true, Names: withoutInvalid(names), Where: "the error's own list"}
	}
	if c.Offered.Known {
		return c.Offered
	}
	if m := c.inForce(e.Turn, func(m Moment) bool { return m.Offered.Known }); m >= 0 {
		return c.Timeline[m].Offered
	}
	return Listing{}
}

// inForce returns the index of the last moment at or before a turn that has
// what is asked for; moments without a turn count as they stand. -1: none.
func (c *scene) inForce(turn int, has func(Moment) bool) int {
	found := -1
	for i, m := range c.Timeline {
		if has(m) && (m.Turn <= turn || turn == 0 || m.Turn == 0) {
			found = i
		}
	}
	return found
}

// withoutInvalid drops the name under which OpenCode keeps calls that it could
// not read; it is no tool.
func withoutInvalid(names []string) []string {
	var out []string
	for _, n := range names {
		if n != "invalid" {
			out = append(out, n)
		}
	}
	return out
}
