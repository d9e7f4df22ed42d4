package report

import "hopscope/journey"

// ReplayTurn is what one turn was offered, and what its history means then.
type ReplayTurn struct {
	Number int `json:"number"`
	// Turns is the number of the last turn.
	Turns int `json:"turns"`
	// Known: the declared list is recorded or given, not assumed.
	Known   bool            `json:"known"`
	Offered []ReplayOffered `json:"offered"`
	Stored  []ReplayStored  `json:"stored"`
	// Wrong are indexes in calls of those that ran another tool than their name
	// meant before.
	Wrong []int  `json:"wrong_tool,omitempty"`
	Note  string `json:"note,omitempty"`
}

// ReplayOffered is a tool of the turn's list, or one that went with it.
type ReplayOffered struct {
	journey.Ref
	Wire      journey.Wire      `json:"wire,omitempty"`
	Namespace journey.Namespace `json:"namespace,omitempty"`
	Move      journey.OfferMove `json:"move"`
	Since     int               `json:"since,omitempty"`
	Reason    string            `json:"reason,omitempty"`
}

// ReplayStored is a stored name with the tool that it meant in a turn and the
// one that it means now.
type ReplayStored struct {
	Name      journey.Echo      `json:"name"`
	Namespace journey.Namespace `json:"namespace,omitempty"`
	Meant     journey.Ref       `json:"meant"`
	Turn      int               `json:"turn"`
	Meaning   journey.Meaning   `json:"meaning"`
	Now       *journey.Ref      `json:"now,omitempty"`
}

// NewReplayTurn is a turn of a timeline; shown gives the index in calls of a
// row, where the call is shown.
func NewReplayTurn(t *journey.Timeline, turn int, shown map[int]int) *ReplayTurn {
	u := &t.Turns[turn]
	v := &ReplayTurn{
		Number: u.Number, Turns: t.Turns[len(t.Turns)-1].Number, Known: t.Eras[u.Era].Known,
		Offered: []ReplayOffered{}, Stored: []ReplayStored{}, Note: t.Note(turn),
	}
	for _, x := range t.Offered(turn) {
		n := x.Naming
		o := ReplayOffered{Ref: n.Ref, Move: x.Move, Since: x.Since, Reason: n.Reason}
		if x.Move == journey.OfferStays || x.Move == journey.OfferCame {
			o.Wire, o.Namespace = n.Wire.Name, n.Wire.Namespace
		}
		if o.Name == "" {
			o.Name = journey.Registered(n.Tool.Listed())
		}
		v.Offered = append(v.Offered, o)
	}
	for _, x := range t.Stored(turn) {
		v.Stored = append(v.Stored, ReplayStored{
			Name: x.Stored.Name, Namespace: x.Stored.Namespace, Meant: x.Meant, Turn: x.Turn, Meaning: x.Meaning, Now: x.Now,
		})
	}
	for at := u.From; at < u.To; at++ {
		if i, ok := shown[t.Row(at)]; ok && t.Wrong(t.Row(at)) {
			v.Wrong = append(v.Wrong, i)
		}
	}
	return v
}
