package tui

import (
	"context"
	"errors"
	"testing"

	"hopscope/journey"
	"hopscope/sessions"
)

// sameReading is a reading that can be opened again at the same session.
type sameReading struct {
	*fakeReading
	again int
}

func (s *sameReading) Again(context.Context) (*sessions.Opening, error) {
	s.again++
	return nil, errors.New("not now")
}

// What is read again, by the user or because it changed, is the session that is
// shown: not whatever its path would open now.
func TestSameSessionAgain(t *testing.T) {
	f := tailedAt(t, 120, 40, "Read")
	s := &sameReading{fakeReading: f.file}
	f.m.load.reading = s
	f.m.open = func(ctxType, []string) (reading, error) {
		t.Error("the path was opened anew")
		return nil, errors.New("no")
	}
	f.hold = false
	f.append(sessions.Update{Rewritten: true})
	f.pause()
	if s.again != 1 {
		t.Errorf("opened again %d times, want once", s.again)
	}
	f.run(f.m.reload())
	if s.again != 2 {
		t.Errorf("opened again %d times behind r, want twice", s.again)
	}
}

// A file that came into a followed folder is told.
func TestFollowNewFile(t *testing.T) {
	f := tailedAt(t, 120, 40, "Read")
	f.append(sessions.Update{Source: 1, New: &journey.Source{Path: "dir/b.jsonl", Format: "claude-code"}})
	f.says("New in the folder, and followed too: b.jsonl.")
	f.sees("follows")
}
