package format

import "slices"

// callTable gives the row of a call by the key of its id. It takes about 12
// bytes a call, where a map takes 18 to 36, and grows in small steps, so that a
// recording of millions of calls has room beside its table.
//
// Of a key it keeps 48 bits and, by the place, ten more: two ids of one
// recording of a million calls are taken for one with a chance of one to some
// ten thousand millions a call.
type callTable struct {
	shards *[tableShards]callShard
	count  int
}

// callShard is an open table. A slot is five words: the low bits of the key,
// then the row and one, 0 for an empty slot.
type callShard struct {
	slots []uint16
	used  uint32
}

const (
	tableShards = 1 << 10
	slotWords   = 5
	// shardFirst is how many slots a shard has at first.
	shardFirst = 12
	// shardSmall is how many slots a shard has that is not filled to the brim yet
	// and grows in small steps.
	shardSmall = 64
	// rowCopied stands for the row of a call that is counted in another input.
	rowCopied = 1<<32 - 2
)

// find returns the row of a key.
func (t *callTable) find(key uint64) (row uint32, ok bool) {
	if t.shards == nil {
		return 0, false
	}
	s := &t.shards[key>>54]
	if len(s.slots) == 0 {
		return 0, false
	}
	a, b, c := uint16(key), uint16(key>>16), uint16(key>>32)
	for i := s.place(b, c); ; {
		e := s.slots[i : i+slotWords : i+slotWords]
		kept := uint32(e[3]) | uint32(e[4])<<16
		if kept == 0 {
			return 0, false
		}
		if e[0] == a && e[1] == b && e[2] == c {
			return kept - 1, true
		}
		if i += slotWords; i == len(s.slots) {
			i = 0
		}
	}
}

// add keeps the row of a key that is not there yet.
func (t *callTable) add(key uint64, row uint32) {
	if t.shards == nil {
		t.shards = new([tableShards]callShard)
	}
	t.count++
	s := &t.shards[key>>54]
	switch n := len(s.slots) / slotWords; {
	case n < shardSmall && int(s.used)+1 > n*7/8:
		s.grow(max(2*n, shardFirst))
	case n >= shardSmall && int(s.used)+1 > n*9/10:
		s.grow(n + n/16)
	}
	s.put(uint16(key), uint16(key>>16), uint16(key>>32), row+1)
}

// met reports whether a key is there, and adds it where it is not.
func (t *callTable) met(key uint64) bool {
	_, ok := t.find(key)
	if !ok {
		t.add(key, 0)
	}
	return ok
}

// place is where the search for a key begins: its bits spread over the slots.
func (s *callShard) place(b, c uint16) int {
	return int(uint64(uint32(b)<<16|uint32(c))*uint64(len(s.slots)/slotWords)>>32) * slotWords
}

func (s *callShard) put(a, b, c uint16, kept uint32) {
	i := s.place(b, c)
	for s.slots[i+3]|s.slots[i+4] != 0 {
		if i += slotWords; i == len(s.slots) {
			i = 0
		}
	}
	e := s.slots[i : i+slotWords : i+slotWords]
	e[0], e[1], e[2], e[3], e[4] = a, b, c, uint16(kept), uint16(kept>>16)
	s.used++
}

// grow makes room for n slots.
func (s *callShard) grow(n int) {
	old := s.slots
	room := slices.Grow([]uint16(nil), n*slotWords) // as much as the allocator gives
	s.slots, s.used = room[:cap(room)/slotWords*slotWords], 0
	for ; len(old) > 0; old = old[slotWords:] {
		if kept := uint32(old[3]) | uint32(old[4])<<16; kept != 0 {
			s.put(old[0], old[1], old[2], kept)
		}
	}
}

// renumber gives each call the row that to says.
func (t *callTable) renumber(to func(row uint32) uint32) {
	if t.shards == nil {
		return
	}
	for i := range t.shards {
		for e := t.shards[i].slots; len(e) > 0; e = e[slotWords:] {
			if kept := uint32(e[3]) | uint32(e[4])<<16; kept != 0 {
				kept = to(kept-1) + 1
				e[3], e[4] = uint16(kept), uint16(kept>>16)
			}
		}
	}
}
