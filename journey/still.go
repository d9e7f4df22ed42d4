package journey

import (
	"maps"
	"slices"
)

// Still returns a copy of the session that can be read while s grows, also by
// another goroutine. It costs as much as its rows.
func (s *Session) Still() *Session {
	c := *s
	c.Sources, c.Agents, c.Models = slices.Clone(s.Sources), slices.Clone(s.Agents), slices.Clone(s.Models)
	c.Rows, c.Extras = slices.Clone(s.Rows), maps.Clone(s.Extras)
	c.Snapshots, c.Requests, c.Problems = slices.Clone(s.Snapshots), slices.Clone(s.Requests), slices.Clone(s.Problems)
	c.Instructions, c.Prompts, c.Servers = slices.Clone(s.Instructions), slices.Clone(s.Prompts), slices.Clone(s.Servers)
	c.texts = s.texts[:len(s.texts):len(s.texts)]
	c.offers, c.indexed = nil, 0
	c.Tally = Tally{} // the counts belong to the one that grows
	return &c
}
