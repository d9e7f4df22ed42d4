package journey

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
	// list rests on, -1 for none.
	Snapshot int
	// Names as the recording gives them, in the order of the list.
	Names []string
}

// OfferedAt returns the declared list in force at a row.
func (s *Session) OfferedAt(row int) Offer { return Offer{Snapshot: -1} }
