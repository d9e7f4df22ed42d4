package format

import (
	"fmt"
	"hash/maphash"
	"slices"

	"hopscope/journey"
)

const (
	// toolsMax bounds the entries of all snapshots of a session that are not
	// those of another one, snapshotsMax their number, textMax the bytes of their
	// schemas and descriptions.
	toolsMax     = 100_000
	snapshotsMax = 50_000
	textMax      = 16 << 20
)

// toolLists keeps one copy of each declared list and of each text in it: a
// client may write the same list with every request.
type toolLists struct {
	lists map[uint64][]journey.Tool
	texts map[string]string
	seed  maphash.Seed
}

// shared returns the list that is kept for one that is equal, but for the line
// on which it stands; ok is false when there are too many.
func (b *Builder) shared(tools []journey.Tool) (list []journey.Tool, ok bool) {
	k := &b.declared
	if k.lists == nil {
		*k = toolLists{map[uint64][]journey.Tool{}, map[string]string{}, maphash.MakeSeed()}
	}
	var h maphash.Hash
	h.SetSeed(k.seed)
	for i := range tools {
		t := &tools[i]
		t.Schema, t.Description = b.keptText(t.Schema), b.keptText(t.Description)
		for _, s := range [...]string{string(t.Server), string(t.Registered), string(t.Safe), string(t.Wire.Namespace), string(t.Wire.Name), t.Schema} {
			h.WriteString(s)
			h.WriteByte(0)
		}
	}
	sum := h.Sum64()
	if list = k.lists[sum]; slices.EqualFunc(list, tools, sameTool) {
		return list, true
	}
	if b.limits.tools += len(tools); b.limits.tools > toolsMax {
		return nil, false
	}
	k.lists[sum] = tools
	return tools, true
}

// sameTool compares two declarations, wherever they stand.
func sameTool(a, b journey.Tool) bool {
	a.Line = b.Line
	return a == b
}

// keptText returns the copy of a text that is kept, nothing where there are too
// many.
func (b *Builder) keptText(s string) string {
	if kept, ok := b.declared.texts[s]; ok || s == "" {
		return kept
	}
	if b.limits.text += len(s); b.limits.text > textMax {
		b.limits.text -= len(s)
		return ""
	}
	b.declared.texts[s] = s
	return s
}

// snapshot adds a declared list, unless it is empty. It stands for the turn
// that follows.
func (b *Builder) snapshot(e *Event, where string, c journey.Catalog) {
	if len(c.Tools) == 0 {
		return
	}
	for i := range c.Tools {
		if c.Tools[i].Line == 0 {
			c.Tools[i].Line = int(e.Line)
		}
	}
	list, ok := b.shared(c.Tools)
	if b.limits.count++; !ok || b.limits.count > snapshotsMax {
		if !b.limits.snapshots {
			b.limits.snapshots = true
			b.Problem(e.Line, fmt.Sprintf("more than %d declared lists, or %d entries in them", snapshotsMax, toolsMax), "later lists are not kept")
		}
		return
	}
	c.Tools = list
	c.Source = fmt.Sprintf("%s: line %d (%s)", b.src.name, e.Line, where)
	b.batch.Snapshots = append(b.batch.Snapshots, journey.Snapshot{
		Line: e.Line, At: e.At, Turn: b.turns + 1, Agent: b.agent(e.Agent), Source: b.src.index,
		Where: where, Complete: c.Complete, Catalog: c,
	})
}
