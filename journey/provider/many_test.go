package provider

import (
	"reflect"
	"strings"
	"testing"

	"hopscope/journey"
)

// Names judged together have the verdicts and the texts of names judged one by
// one.
func TestRepeatIsCheck(t *testing.T) {
	names := []journey.Wire{
		"", "a", "web_search", "-a", "a-", ".a.", "9a", "a b", "a.b", "a:b", "é", "aé", "a\n", "\n", "a.b\n", "null", "a\x00p", "\x00n",
		journey.Wire(strings.Repeat("x", 32)), journey.Wire(strings.Repeat("x", 33)), journey.Wire(strings.Repeat("x", 64)),
		journey.Wire(strings.Repeat("x", 65)), journey.Wire(strings.Repeat("x", 65) + "\n"), journey.Wire(strings.Repeat(".", 70)),
		journey.Wire(strings.Repeat("é", 129)), journey.Wire(strings.Repeat("9", 200)), "\xff", "a\xff",
	}
	kinds := []journey.ToolKind{journey.KindFunction, journey.KindCustom}
	for _, p := range All() {
		for _, asOf := range []string{"", "2023-01-01", "2025-05-01", "2025-11-26", "2026-05-14"} {
			check := p.(journey.Repeater).Repeat(asOf)
			for round := range 3 {
				for i, name := range names {
					wire := journey.WireName{Name: name}
					if i%5 == 4 {
						wire.Namespace = "space"
					}
					at := journey.Site{Kind: kinds[i/7%2], Entry: i * (round + 1), Member: i%5%4 - 1}
					v, list := check(&wire, &at)
					var wantV journey.Verdict
					var want []journey.Violation
					if l, ok := p.(journey.Layout); ok {
						wantV, want = l.CheckAt(wire, at, asOf)
					} else {
						wantV, want = p.Check(journey.PlaceDeclare, wire, at.Entry, asOf)
					}
					if v != wantV || len(list) != len(want) || len(list) > 0 && !reflect.DeepEqual(list, want) {
						t.Errorf("%s: Repeat(%q)(%q, %v) = %v, %+v, want %v, %+v", p.Info().ID, asOf, name, at, v, list, wantV, want)
					}
				}
			}
		}
	}
}
