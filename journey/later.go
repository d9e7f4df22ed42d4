package journey

// Meaning says what a stored call means against another catalog than the one
// under which it was made.
type Meaning uint8

// The meanings. The zero value: the name still leads to the same tool, or to
// what the client answers by itself.
const (
	MeansSame Meaning = iota
	MeansAnother
	MeansGone
)

var meaningIDs = [...]string{"same", "another-tool", "gone"}

// String returns same, another-tool or gone.
func (m Meaning) String() string { return at(meaningIDs[:], int(m)) }

// MarshalText writes the id.
func (m Meaning) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// StoredMeaning reads a stored call again: what it means against a later plan
// that the same scheme made, where it meant the tool before when it was made.
// It is the client's own look-up of the stored name, nothing else: a client
// that stores what the model said looks up the echo, one that stores registered
// names looks up those. A name that no tool has any more, or that could mean
// two, is gone.
func StoredMeaning(s Scheme, later *Plan, stored Called, kind ToolKind, before Ref) (Meaning, Resolution) {
	now := s.Resolve(later, Invocation{Called: stored, Kind: kind})
	switch {
	case now.Ref != nil && !sameTool(*now.Ref, before):
		return MeansAnother, now
	case now.Ref == nil && now.Outcome != OutcomeRuntime && now.Outcome != OutcomeHandoff:
		return MeansGone, now
	}
	return MeansSame, now
}
