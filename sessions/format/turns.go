package format

// turnTable gives the turn of a message by the key of its id. The lines of a
// message stand near each other, so it forgets: it knows the last turnsKept
// messages at least.
type turnTable struct{ now, before map[uint64]uint32 }

const turnsKept = 8192

func (t *turnTable) find(key uint64) (turn uint32, ok bool) {
	if turn, ok = t.now[key]; ok {
		return turn, true
	}
	if turn, ok = t.before[key]; ok {
		t.add(key, turn)
	}
	return turn, ok
}

func (t *turnTable) add(key uint64, turn uint32) {
	if t.now == nil {
		t.now = map[uint64]uint32{}
	}
	if len(t.now) >= turnsKept {
		t.before, t.now = t.now, t.before
		if t.now == nil {
			t.now = map[uint64]uint32{}
		}
		clear(t.now)
	}
	t.now[key] = turn
}
