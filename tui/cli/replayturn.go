package cli

import (
	"fmt"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/journey/report"
)

// timelineOf lays a session out in turns.
func timelineOf(l *loaded, an *diagnose.Analyzer) *journey.Timeline {
	var wrong []uint32
	for _, row := range an.Silent() {
		wrong = append(wrong, uint32(row))
	}
	return journey.NewTimeline(l.Session, an, wrong)
}

// needTurn says why there is no turn with a number; 0 asks for none.
func needTurn(l *loaded, an *diagnose.Analyzer, number int) error {
	if number == 0 {
		return nil
	}
	t := timelineOf(l, an)
	if _, ok := t.Index(number); ok && t.Counted {
		return nil
	}
	switch n := len(t.Turns); {
	case n == 0:
		return fmt.Errorf("--turn %d: nothing was called here, so there are no turns", number)
	case !t.Counted:
		return fmt.Errorf("--turn %d: this format records no turns; --name chooses calls", number)
	case t.Turns[n-1].Number == 1:
		return fmt.Errorf("--turn %d: there is turn 1 only", number)
	default:
		return fmt.Errorf("--turn %d: the turns are 1 to %d", number, t.Turns[n-1].Number)
	}
}

// turnValue is a turn for JSON, nil where none was asked for.
func turnValue(l *loaded, an *diagnose.Analyzer, number int, shown map[int]int) *report.ReplayTurn {
	if number == 0 {
		return nil
	}
	t := timelineOf(l, an)
	i, ok := t.Index(number)
	if !ok {
		return nil
	}
	return report.NewReplayTurn(t, i, shown)
}
