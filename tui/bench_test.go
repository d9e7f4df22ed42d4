package tui

import (
	"fmt"
	"testing"

	"hopscope/journey"
	"hopscope/sessions"
)

// bigUpdate is 200,000 calls of 5,000 tools, one in fifty refused.
func bigUpdate() (journey.Catalog, sessions.Update) {
	const tools, calls = 5000, 200_000
	c := journey.Catalog{Form: journey.FormSafe, Complete: true, Source: "tools.json"}
	b := journey.Batch{Client: journey.Client{ID: "claude-code", Version: "2.0.37", Label: "claude-code"}, Lines: calls * 2, Turns: calls}
	for i := range tools {
		name := fmt.Sprintf("mcp__server_%d__tool_number_%d", i%40, i)
		c.Tools = append(c.Tools, journey.Tool{Form: journey.FormSafe, Safe: journey.Safe(name)})
		b.Texts = append(b.Texts, name)
	}
	for i := range 100 {
		b.Texts = append(b.Texts, fmt.Sprintf("unknown_tool_%d", i))
	}
	for i := range calls {
		r := journey.Row{Name: journey.Sym(1 + i*7%tools), Turn: uint32(i + 1), Line: uint32(2*i + 1), Ret: 1, Time: 1763378640000 + int64(i)*1000}
		if i%50 == 3 {
			r.Name, r.Class = journey.Sym(tools+1+i%100), journey.ClassUnknownTool
		}
		b.Rows = append(b.Rows, r)
	}
	return c, sessions.Update{Batch: b, Catalog: &c}
}

func bigModel(t *testing.T, w, h int) *driver {
	t.Helper()
	_, u := bigUpdate()
	d := drive(t, Options{Schemes: someSchemes()})
	r := readingOf(u)
	r.bodies = &fakeBodies{}
	d.m.start(r, []string{"long-session.jsonl"}, "")
	return d.begin(w, h)
}

// A key to its frame at 200x55 with 5,000 tools and 200,000 calls. The frame
// must come within 16 ms; the figure of 2026-11 on two busy cores is about a
// tenth of that.
func BenchmarkKeyToFrame(b *testing.B) {
	d := bigModel(&testing.T{}, 200, 55)
	d.hasty = true
	down, up := keyOf("j"), keyOf("k")
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%100 < 50 {
			d.m.Update(down)
		} else {
			d.m.Update(up)
		}
		d.m.View()
	}
}

// The detail of another call, as after a pause of the keys.
func BenchmarkNextFailure(b *testing.B) {
	d := bigModel(&testing.T{}, 200, 55)
	n := keyOf("n")
	b.ReportAllocs()
	for b.Loop() {
		d.send(n)
		d.settle()
		d.m.View()
	}
}

// The first frame after everything is made again, as after an update.
func BenchmarkRebuild(b *testing.B) {
	d := bigModel(&testing.T{}, 200, 55)
	b.ReportAllocs()
	for b.Loop() {
		d.m.rebuild()
		d.m.makeDetail()
		d.m.View()
	}
}

func BenchmarkView(b *testing.B) {
	d := bigModel(&testing.T{}, 200, 55)
	b.ReportAllocs()
	for b.Loop() {
		d.m.View()
	}
}

// A key in the name of What-if to its frame: decision and trace over 5,000
// tools, without the answers of the clients, which come from a command. The
// frame must come within 16 ms.
func BenchmarkWhatIfType(b *testing.B) {
	d := bigModel(&testing.T{}, 200, 55)
	d.press("4")
	b.ReportAllocs()
	keys := []string{"b", "a", "s", "h", "backspace", "backspace", "backspace", "backspace"}
	for i := 0; b.Loop(); i++ {
		d.m.Update(keyOf(keys[i%len(keys)]))
		d.m.View()
	}
}

// A letter in the filter to its frame: the loop only begins it.
func BenchmarkFilterKeyToFrame(b *testing.B) {
	d := bigModel(&testing.T{}, 200, 55)
	d.press("/")
	d.hold = true
	keys := []string{"t", "o", "o", "l", "backspace", "backspace", "backspace", "backspace"}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		d.m.Update(keyOf(keys[i%len(keys)]))
		d.m.View()
		d.m.data.hits.busy = false
	}
}

// What the filter does beside the loop, for all rows and for the hits of a
// shorter text.
func BenchmarkFilter(b *testing.B) {
	d := bigModel(&testing.T{}, 200, 55)
	for _, among := range []bool{false, true} {
		b.Run(fmt.Sprintf("among hits %v", among), func(b *testing.B) {
			s := sieve{text: "number_49", rows: d.m.data.rows}
			if found := (&sieve{text: "number_4", rows: s.rows}).run(d.m.data.table); among {
				s.among, s.texts = found.of, found.texts
			}
			b.ReportAllocs()
			for b.Loop() {
				s.texts = s.run(d.m.data.table).texts
			}
		})
	}
}

// Another scheme to its frame: the loop only begins it, and the frame shows the
// old one until the new one is worked out, which BenchmarkDerive does.
func BenchmarkSchemeKeyToFrame(b *testing.B) {
	d := bigModel(&testing.T{}, 200, 55)
	d.press("s")
	d.hold, d.hasty = true, true
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		d.m.Update(keyOf([]string{"j", "k"}[i%2]))
		d.m.View()
		d.held = nil
		d.pause()
	}
}

// All that follows from the record, beside the loop.
func BenchmarkDerive(b *testing.B) {
	d := bigModel(&testing.T{}, 200, 55)
	b.ReportAllocs()
	for b.Loop() {
		q := d.m.ask(true)
		x := q.derive()
		q.ahead(&x)
	}
}
