package journey

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
)

// ChangeKind says what became of a tool between two requests.
type ChangeKind uint8

// The kinds, in the order in which they are reported. ToolRenamed: the same
// tool by all that can be told, under another registered name or server.
// ToolChanged: the same name, but a hop shows something else. ToolMoved: only
// its place among the others is another one.
const (
	ToolWent ChangeKind = iota
	ToolCame
	ToolRenamed
	ToolChanged
	ToolMoved
)

var changeIDs = [...]string{"went", "came", "renamed", "changed", "moved"}

// String returns went, came, renamed, changed or moved.
func (k ChangeKind) String() string { return at(changeIDs[:], int(k)) }

// MarshalText writes the id.
func (k ChangeKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// ChangeSide is one of two requests that are compared.
type ChangeSide struct {
	Scheme Scheme
	// Provider judges the names; nil: nobody does.
	Provider Provider
	Plan     *Plan
	// AsOf is the day by whose rules the provider judges, empty: now.
	AsOf string
}

// HopChange is the difference at one hop; What says of what: name, server,
// status, verdict, kind, schema.
type HopChange struct {
	Hop  Hop    `json:"hop"`
	What string `json:"what"`
	Was  string `json:"was"`
	Is   string `json:"is"`
	// Why is the reason that the later side gives, empty for none.
	Why string `json:"why,omitempty"`
}

// ToolChange is one tool that differs. Was is nil for a tool that came, Is for
// one that went.
type ToolChange struct {
	Kind    ChangeKind
	Was, Is *Naming
	// Hops are the differences in the order of the hops; none for a tool that
	// came, went or moved.
	Hops []HopChange
}

// Hop is the first hop at which the tool differs.
func (c *ToolChange) Hop() Hop {
	if len(c.Hops) > 0 {
		return c.Hops[0].Hop
	}
	return HopRegistered
}

// Changes is what differs between two requests.
type Changes struct {
	// Tools are those that differ, by kind and then in the order of the request.
	Tools []ToolChange
	// Stored are the calls in a history of the old request whose name means
	// something else in the new one.
	Stored []StoredChange
	Same   int // tools that do not differ
}

// Count returns the number of tools of a kind.
func (c *Changes) Count(k ChangeKind) int {
	n := 0
	for i := range c.Tools {
		if c.Tools[i].Kind == k {
			n++
		}
	}
	return n
}

// comparison holds the work on two requests. pair is for each tool of the old
// one its index in the new one, back the other way; -1 for none.
type comparison struct {
	old, new   ChangeSide
	was, is    CensusResult
	pair, back []int
	out        Changes
}

// Changed compares two requests. A tool is the same where server and registered
// name (or, where that is not known, the listed name) are, the first with the
// first for names that stand twice. Of the others it is a renamed one where
// exactly one tool on each side fits: the same name of another server, or the
// same letters and digits of the same server. The work grows with the number of
// tools.
func Changed(before, after ChangeSide) Changes {
	c := &comparison{
		old: before, new: after,
		was: Census(before.Plan, before.Provider, before.AsOf), is: Census(after.Plan, after.Provider, after.AsOf),
		pair: missing(len(before.Plan.Tools)), back: missing(len(after.Plan.Tools)),
	}
	c.match(identity, false)
	c.match(ownName, true)
	c.match(letters, true)
	moved := c.moved()
	var lists [len(changeIDs)][]ToolChange
	add := func(t ToolChange) { lists[t.Kind] = append(lists[t.Kind], t) }
	for i, k := range c.pair {
		was := &before.Plan.Tools[i]
		if k < 0 {
			add(ToolChange{Kind: ToolWent, Was: was})
			continue
		}
		t := ToolChange{Kind: ToolChanged, Was: was, Is: &after.Plan.Tools[k], Hops: c.hops(i, k)}
		switch {
		case identity(t.Was) != identity(t.Is):
			t.Kind = ToolRenamed
		case len(t.Hops) > 0:
		case moved[i]:
			t.Kind = ToolMoved
		default:
			c.out.Same++
			continue
		}
		add(t)
	}
	for k, i := range c.back {
		if i < 0 {
			add(ToolChange{Kind: ToolCame, Is: &after.Plan.Tools[k]})
		}
	}
	for _, list := range lists {
		c.out.Tools = append(c.out.Tools, list...)
	}
	c.stored()
	return c.out
}

func missing(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = -1
	}
	return list
}

// match pairs tools that are not paired yet by a key; alone: only where the key
// stands once on each side.
func (c *comparison) match(key func(*Naming) string, alone bool) {
	free := map[string][]int{}
	for k := range c.new.Plan.Tools {
		if c.back[k] < 0 {
			s := key(&c.new.Plan.Tools[k])
			free[s] = append(free[s], k)
		}
	}
	count := map[string]int{}
	for i := range c.pair {
		if c.pair[i] < 0 {
			count[key(&c.old.Plan.Tools[i])]++
		}
	}
	for i := range c.pair {
		if c.pair[i] >= 0 {
			continue
		}
		s := key(&c.old.Plan.Tools[i])
		list := free[s]
		if len(list) == 0 || s == "" || alone && (len(list) > 1 || count[s] > 1) {
			continue
		}
		c.pair[i], c.back[list[0]] = list[0], i
		free[s] = list[1:]
	}
}

// identity, ownName and letters are what tools are paired by, strictest first.
func identity(n *Naming) string { return string(n.Ref.Server) + "\x00" + n.name() }

func ownName(n *Naming) string { return n.name() }

func letters(n *Naming) string {
	own := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, NFKC(n.name()))
	if own == "" {
		return ""
	}
	return string(n.Ref.Server) + "\x00" + own
}

// moved finds the tools whose order changed: all but a longest run of tools
// that follow each other on both sides.
func (c *comparison) moved() []bool {
	out := make([]bool, len(c.pair))
	var tails []int // for each length of a run the old index of its last tool
	before := missing(len(c.pair))
	for i, k := range c.pair {
		if k < 0 {
			continue
		}
		out[i] = true
		lo, hi := 0, len(tails)
		for lo < hi {
			if mid := (lo + hi) / 2; c.pair[tails[mid]] < k {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		if lo > 0 {
			before[i] = tails[lo-1]
		}
		if lo == len(tails) {
			tails = append(tails, i)
		} else {
			tails[lo] = i
		}
	}
	if len(tails) > 0 {
		for i := tails[len(tails)-1]; i >= 0; i = before[i] {
			out[i] = false
		}
	}
	return out
}

// hops lists what differs between a tool of the old request and one of the new.
func (c *comparison) hops(i, k int) []HopChange {
	was, is := &c.old.Plan.Tools[i], &c.new.Plan.Tools[k]
	var list []HopChange
	add := func(hop Hop, what, a, b, why string) {
		if a != b {
			list = append(list, HopChange{hop, what, a, b, why})
		}
	}
	add(HopRegistered, "name", was.name(), is.name(), "")
	add(HopRegistered, "server", string(was.Ref.Server), string(is.Ref.Server), "")
	if was.SafeKnown && is.SafeKnown {
		add(HopSafe, "name", string(was.Safe), string(is.Safe), is.Rule)
	}
	add(HopWire, "namespace", string(was.Wire.Namespace), string(is.Wire.Namespace), "")
	add(HopWire, "name", string(was.Wire.Name), string(is.Wire.Name), "")
	add(HopWire, "status", was.Status.String(), is.Status.String(), is.Reason)
	add(HopWire, "kind", was.Tool.Kind.String(), is.Tool.Kind.String(), "")
	a, b := &c.was.Tools[i], &c.is.Tools[k]
	if a.Declared >= 0 && b.Declared >= 0 && a.Verdict != b.Verdict {
		why := ""
		if len(b.Violations) > 0 {
			why = b.Violations[0].Detail
		}
		add(HopWire, "verdict", a.Verdict.String(), b.Verdict.String(), why)
	}
	if was.Tool.Schema != "" && is.Tool.Schema != "" && compactJSON(was.Tool.Schema) != compactJSON(is.Tool.Schema) {
		list = append(list, HopChange{Hop: HopWire, What: "schema", Was: "as before", Is: "another one"})
	}
	return list
}

func compactJSON(s string) string {
	var b bytes.Buffer
	if json.Compact(&b, []byte(s)) != nil {
		return s
	}
	return b.String()
}
