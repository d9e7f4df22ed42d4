package journey

import "sort"

// OfferKnown says how much of the list that a turn was offered is known.
type OfferKnown uint8

// The zero value is none: no list was recorded.
const (
	OfferNone OfferKnown = iota
	OfferPartial
	OfferComplete
)

var offerKnownIDs = [...]string{"none", "partial", "complete"}

// String returns none, partial or complete.
func (k OfferKnown) String() string { return at(offerKnownIDs[:], int(k)) }

// MarshalText writes the id.
func (k OfferKnown) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Offer is the declared list in force at a call.
type Offer struct {
	Known OfferKnown
	// Snapshot is the index in Session.Snapshots of the newest one that the
	// list rests on, -1 for none. Two calls with one Snapshot have one list.
	Snapshot int
	// Parts are all snapshots that the list rests on: the newest complete one,
	// if there is one, and the partial ones after it, in order.
	Parts []int
	// Names as the recording gives them, each once, in the order of the list.
	// Deferred tools are among them; a partial snapshot that marks a tool as
	// disabled takes its name away.
	Names []string
}

// offerKey is whose list a snapshot is.
type offerKey struct {
	source uint8
	agent  uint16
}

// SnapshotAt returns the newest snapshot in force at a row, -1 for none: the
// last one of the same source and agent that does not stand behind the row.
// Where lines are not known, turns are compared.
func (s *Session) SnapshotAt(row int) int {
	if row < 0 || row >= len(s.Rows) {
		return -1
	}
	r := s.offerRow(row)
	key := offerKey{r.Source, r.Agent}
	list := s.snapshotsOf(key)
	// Snapshots of one source and agent stand in file order.
	k := sort.Search(len(list), func(i int) bool { return s.Snapshots[list[i]].after(&r) })
	if k == 0 {
		return -1
	}
	return list[k-1]
}

// offerRow is the row whose place decides which list was offered: the row
// itself, or where a capture shows its request, the place in the capture, whose
// lists are those that were sent.
func (s *Session) offerRow(row int) Row {
	r := s.Rows[row]
	if r.Flags&FlagExtra == 0 {
		return r
	}
	g := s.Extras[uint32(row)].Seen
	switch {
	case g == nil || len(s.snapshotsOf(offerKey{g.Source, 0})) == 0:
		return r
	case !g.Requested && len(s.snapshotsOf(offerKey{r.Source, r.Agent})) > 0:
		return r // the next request has the call, but its own was not captured
	}
	return Row{Source: g.Source, Line: g.Line, At: g.At, Turn: g.Turn}
}

// after reports whether the list stands behind the row. Several records of a
// capture may stand on one line: there the offsets decide.
func (p *Snapshot) after(r *Row) bool {
	switch {
	case r.Flags&FlagAhead != 0:
		return false // the row stands near the end of the file
	case p.Line == 0 || r.Line == 0:
		return p.Turn > r.Turn
	case p.Line == r.Line && p.At > 0 && r.At > 0:
		return p.At > r.At
	}
	return p.Line > r.Line
}

// snapshotsOf returns the snapshots of one list. Apply keeps an index; a session
// that was put together by hand has none and is searched.
func (s *Session) snapshotsOf(key offerKey) []int {
	if s.indexed == len(s.Snapshots) {
		return s.offers[key]
	}
	var list []int
	for i := range s.Snapshots {
		if p := &s.Snapshots[i]; p.Source == key.source && p.Agent == key.agent {
			list = append(list, i)
		}
	}
	return list
}

func (s *Session) indexSnapshots() {
	if s.offers == nil && len(s.Snapshots) > 0 {
		s.offers = map[offerKey][]int{}
	}
	for ; s.indexed < len(s.Snapshots); s.indexed++ {
		p := &s.Snapshots[s.indexed]
		key := offerKey{p.Source, p.Agent}
		s.offers[key] = append(s.offers[key], s.indexed)
	}
}

// OfferedAt returns the declared list in force at a row: the latest complete
// snapshot of the same source and agent at or before it, and the names that
// partial ones after that one add. Without a complete one the list is partial.
func (s *Session) OfferedAt(row int) Offer {
	return s.OfferOf(s.SnapshotAt(row))
}

// OfferOf returns the declared list that a snapshot completes, see OfferedAt; -1
// is no list.
func (s *Session) OfferOf(snapshot int) Offer {
	o := Offer{Snapshot: snapshot}
	if o.Snapshot < 0 {
		return o
	}
	p := &s.Snapshots[snapshot]
	list := s.snapshotsOf(offerKey{p.Source, p.Agent})
	last := sort.SearchInts(list, o.Snapshot)
	from := last
	for from > 0 && !s.Snapshots[list[from]].Complete {
		from--
	}
	o.Parts = append([]int(nil), list[from:last+1]...)
	o.Known = OfferPartial
	if s.Snapshots[list[from]].Complete {
		o.Known = OfferComplete
	}
	o.Names = s.offeredNames(o.Parts)
	return o
}

func (s *Session) offeredNames(parts []int) []string {
	var names []string
	place := map[string]int{} // 1 + position in names
	gone := 0
	for _, k := range parts {
		p := &s.Snapshots[k]
		for i := range p.Catalog.Tools {
			t := &p.Catalog.Tools[i]
			name := t.Listed()
			at := place[name]
			switch {
			case t.Disabled && at > 0:
				names[at-1] = ""
				delete(place, name)
				gone++
			case !t.Disabled && at == 0 && name != "":
				names = append(names, name)
				place[name] = len(names)
			}
		}
	}
	if gone == 0 {
		return names
	}
	kept := names[:0]
	for _, name := range names {
		if name != "" {
			kept = append(kept, name)
		}
	}
	return kept
}
