package decide

import (
	"encoding/json"
	"fmt"
	"slices"

	"hopscope/journey"
)

// Way says in which direction a place is renamed.
type Way string

// Out: into the upstream's name, in the request. Back: into the caller's name,
// in the answer, before anything is stored.
const (
	Out  Way = "out"
	Back Way = "back"
)

// Move is one place of a request or an answer before and after a rename.
type Move struct {
	Path  string        `json:"path"`
	Place journey.Place `json:"place"`
	Way   Way           `json:"way"`
	// Before and After are names; equal where the place stays as it is.
	Before string `json:"before"`
	After  string `json:"after"`
	// Why says what comes of leaving this place out.
	Why string `json:"why,omitempty"`
}

// whyMove says why a place must move with the others.
var whyMove = map[journey.Place]string{
	journey.PlaceDeclare:       "what the model may call",
	journey.PlaceToolChoice:    "a forced tool that is not in tools[] is refused",
	journey.PlaceHistoryCall:   "past calls: else one tool reads as two",
	journey.PlaceHistoryResult: "results that carry a name: else they answer no call",
	journey.PlaceToolReference: "references: else they load nothing",
	journey.PlaceModelEcho:     "the answer: before anything is stored",
}

// MapRequest renames every place of a request body at once and returns what
// moved, in the order of the body. Places whose name does not move are not
// listed. The rest of the body stays as it is, byte for byte.
func MapRequest(body []byte, loc journey.Locator, forward map[journey.WireName]journey.Wire) (after []byte, moves []Move, err error) {
	return mapBody(body, loc, journey.PartRequest, Out, forward, nil)
}

// MapAnswer renames the names of an answer, or of one event of its stream,
// back into the caller's. A name that is both a caller's and a target goes by
// the map.
func MapAnswer(body []byte, loc journey.Locator, part journey.Part, forward map[journey.WireName]journey.Wire) (after []byte, moves []Move, err error) {
	return mapBody(body, loc, part, Back, backward(forward), nil)
}

// backward is the map of the answers. Targets are unique, so it is unique too.
func backward(forward map[journey.WireName]journey.Wire) map[journey.WireName]journey.Wire {
	back := make(map[journey.WireName]journey.Wire, len(forward))
	for from, to := range forward {
		back[journey.WireName{Name: to}] = from.Name
	}
	return back
}

func mapBody(body []byte, loc journey.Locator, part journey.Part, way Way, to map[journey.WireName]journey.Wire, forget []string) ([]byte, []Move, error) {
	places, err := loc.Locate(part, body)
	if err != nil {
		return nil, nil, fmt.Errorf("rename: %w", err)
	}
	var after []byte
	var moves []Move
	at := 0
	for _, p := range places {
		name, ok := to[p.Wire]
		if !ok || p.Start < at {
			continue
		}
		if slices.Contains(forget, p.Path) {
			moves = append(moves, Move{p.Path, p.Place, way, string(p.Wire.Name), string(p.Wire.Name), whyMove[p.Place]})
			continue
		}
		text, err := json.Marshal(string(name))
		if err != nil {
			continue
		}
		after = append(append(after, body[at:p.Start]...), text...)
		at = p.End
		moves = append(moves, Move{p.Path, p.Place, way, string(p.Wire.Name), string(name), whyMove[p.Place]})
	}
	return append(after, body[at:]...), moves, nil
}

// HalfMove is one place of a request that a rename forgot.
type HalfMove struct {
	Path  string        `json:"path"`
	Place journey.Place `json:"place"`
	Name  string        `json:"name"`
	// Declared is the name under which the same tool is declared.
	Declared string `json:"declared"`
	Why      string `json:"why"`
}

// HalfMoved finds the places of a request that still have the one name of a
// tool while tools[] declares the other: half a rename reads as two tools. It
// is a fault of the one who renames, whichever direction was forgotten.
func HalfMoved(body []byte, loc journey.Locator, forward map[journey.WireName]journey.Wire) ([]HalfMove, error) {
	places, err := loc.Locate(journey.PartRequest, body)
	if err != nil {
		return nil, fmt.Errorf("half-moved names: %w", err)
	}
	declared := map[journey.WireName]bool{}
	for _, p := range places {
		if p.Place == journey.PlaceDeclare {
			declared[p.Wire] = true
		}
	}
	back := backward(forward)
	var faults []HalfMove
	for _, p := range places {
		if declared[p.Wire] {
			continue
		}
		other, known := forward[p.Wire]
		if !known {
			other, known = back[p.Wire]
		}
		if known && declared[journey.WireName{Name: other}] {
			faults = append(faults, HalfMove{p.Path, p.Place, string(p.Wire.Name), string(other), whyMove[p.Place]})
		}
	}
	return faults, nil
}

// Mentioned are the declared tools whose description names another tool that
// moves: the text keeps saying the old name.
func Mentioned(tools []journey.Tool, forward map[journey.WireName]journey.Wire) []Mention {
	var found []Mention
	for _, t := range tools {
		var old []string
		for from := range forward {
			if journey.Mentions(t.Description, string(from.Name)) {
				old = append(old, string(from.Name))
			}
		}
		if len(old) > 0 {
			slices.Sort(old)
			found = append(found, Mention{Declared{Wire: t.Wire}.Title(), old})
		}
	}
	return found
}

// Mention is a tool whose description says old names.
type Mention struct {
	Tool  string   `json:"tool"`
	Names []string `json:"names"`
}
