package journey

import (
	"slices"
	"testing"
)

func snapshot(line uint32, complete bool, names ...string) Snapshot {
	p := Snapshot{Line: line, Complete: complete}
	for _, n := range names {
		off := n[0] == '-'
		if off {
			n = n[1:]
		}
		p.Catalog.Tools = append(p.Catalog.Tools, Tool{Form: FormSafe, Safe: Safe(n), Disabled: off})
	}
	return p
}

func TestOfferedAt(t *testing.T) {
	t.Parallel()
	other := snapshot(6, true, "sub")
	other.Agent = 1
	second := snapshot(2, true, "second")
	second.Source = 1
	snaps := []Snapshot{
		snapshot(2, false, "early"),
		snapshot(4, true, "Read", "Bash"),
		other,
		snapshot(8, false, "Edit", "Read"),
		snapshot(9, false, "-Bash", "Grep"),
		second,
		snapshot(12, true, "Read"),
	}
	tests := []struct {
		name     string
		row      Row
		known    OfferKnown
		snapshot int
		want     []string
	}{
		{"before all", Row{Line: 1}, OfferNone, -1, nil},
		{"partial only", Row{Line: 3}, OfferPartial, 0, []string{"early"}},
		{"on the line", Row{Line: 4}, OfferComplete, 1, []string{"Read", "Bash"}},
		{"another agent's list does not count", Row{Line: 7}, OfferComplete, 1, []string{"Read", "Bash"}},
		{"names come", Row{Line: 8}, OfferComplete, 3, []string{"Read", "Bash", "Edit"}},
		{"names go", Row{Line: 10}, OfferComplete, 4, []string{"Read", "Edit", "Grep"}},
		{"a new list", Row{Line: 100}, OfferComplete, 6, []string{"Read"}},
		{"the other agent", Row{Line: 7, Agent: 1}, OfferComplete, 2, []string{"sub"}},
		{"an agent without a list", Row{Line: 7, Agent: 2}, OfferNone, -1, nil},
		{"another file", Row{Line: 7, Source: 1}, OfferComplete, 5, []string{"second"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var applied Session
			applied.Apply(Batch{Rows: []Row{tt.row}, Snapshots: snaps[:3]})
			applied.Apply(Batch{Snapshots: snaps[3:]})
			byHand := Session{Rows: []Row{tt.row}, Snapshots: snaps}
			for _, s := range []*Session{&applied, &byHand} {
				o := s.OfferedAt(0)
				if o.Known != tt.known || o.Snapshot != tt.snapshot || !slices.Equal(o.Names, tt.want) {
					t.Errorf("OfferedAt = %v, snapshot %d, %q, want %v, %d, %q", o.Known, o.Snapshot, o.Names, tt.known, tt.snapshot, tt.want)
				}
			}
		})
	}
}

func TestOfferedAtByTurn(t *testing.T) {
	t.Parallel()
	s := Session{Rows: []Row{{Turn: 1}, {Turn: 3}}, Snapshots: []Snapshot{{Turn: 1, Complete: true, Catalog: Catalog{Tools: named("a")}}, {Turn: 2, Complete: true, Catalog: Catalog{Tools: named("b")}}}}
	if got := s.OfferedAt(0).Names; !slices.Equal(got, []string{"a"}) {
		t.Errorf("OfferedAt(turn 1) = %q, want a", got)
	}
	if got := s.OfferedAt(1).Names; !slices.Equal(got, []string{"b"}) {
		t.Errorf("OfferedAt(turn 3) = %q, want b", got)
	}
	if got := s.SnapshotAt(7); got != -1 {
		t.Errorf("SnapshotAt(7) = %d, want -1", got)
	}
}
