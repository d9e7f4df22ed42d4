package format

import (
	"fmt"

	"hopscope/journey"
)

const (
	// toolsMax bounds the entries of all snapshots of a session, textMax the
	// bytes of their schemas and descriptions.
	toolsMax = 100_000
	textMax  = 16 << 20
)

// snapshot adds a declared list, unless it is empty. It stands for the turn
// that follows.
func (b *Builder) snapshot(e *Event, where string, c journey.Catalog) {
	if len(c.Tools) == 0 {
		return
	}
	for i := range c.Tools {
		t := &c.Tools[i]
		t.Line = int(e.Line)
		b.limits.text += len(t.Schema) + len(t.Description)
		if b.limits.text > textMax {
			t.Schema, t.Description = "", ""
		}
	}
	b.limits.tools += len(c.Tools)
	if b.limits.tools > toolsMax {
		if !b.limits.snapshots {
			b.limits.snapshots = true
			b.Problem(e.Line, fmt.Sprintf("the declared lists hold more than %d entries", toolsMax), "later lists are not kept")
		}
		return
	}
	c.Source = fmt.Sprintf("%s: line %d (%s)", b.src.name, e.Line, where)
	b.batch.Snapshots = append(b.batch.Snapshots, journey.Snapshot{
		Line: e.Line, At: e.At, Turn: b.turns + 1, Agent: b.agent(e.Agent), Source: b.src.index,
		Where: where, Complete: c.Complete, Catalog: c,
	})
}
