package journey

import "slices"

// Tally counts the calls of a session by name and class, while it grows.
type Tally struct {
	Calls int
	// ByClass is indexed by Class.
	ByClass [len(Classes)]int
	// plain are the names without a namespace by their symbol, names the others.
	plain []*NameTally
	names map[nameKey]*NameTally
	order []*NameTally // by first call
}

type nameKey struct{ space, name Sym }

// NameTally is the calls of one echoed name, namespace included.
type NameTally struct {
	Called  Called
	ByClass [len(Classes)]int
	// Rows are the calls in file order.
	Rows []uint32
}

// Failed counts calls that failed: unknown, bad arguments, denied, tool failed.
func (t *Tally) Failed() int { return failed(&t.ByClass) }

// Unknown counts calls whose name was refused.
func (t *Tally) Unknown() int { return unknown(&t.ByClass) }

// Names returns the tallies in the order in which the names first came.
func (t *Tally) Names() []*NameTally { return t.order }

// Failed counts the failed calls of this name.
func (n *NameTally) Failed() int { return failed(&n.ByClass) }

// Unknown counts the refused calls of this name.
func (n *NameTally) Unknown() int { return unknown(&n.ByClass) }

// Worst returns the worst class among the calls of this name.
func (n *NameTally) Worst() Class {
	worst := ClassOK
	for _, c := range Classes {
		if n.ByClass[c] > 0 && c.Rank() < worst.Rank() {
			worst = c
		}
	}
	return worst
}

func failed(by *[len(Classes)]int) int {
	n := 0
	for _, c := range Classes {
		if c.Failed() {
			n += by[c]
		}
	}
	return n
}

func unknown(by *[len(Classes)]int) int {
	return by[ClassUnknownTool] + by[ClassNotEnabled]
}

func (t *Tally) entry(s *Session, row uint32) *NameTally {
	r := &s.Rows[row]
	k := nameKey{r.Space, r.Name}
	n := t.of(k)
	if n == nil {
		n = &NameTally{Called: s.Echo(int(row))}
		t.put(k, n)
		t.order = append(t.order, n)
	}
	return n
}

// of is the tally of a name, nil while it has none.
func (t *Tally) of(k nameKey) *NameTally {
	switch {
	case k.space != 0:
		return t.names[k]
	case int(k.name) < len(t.plain):
		return t.plain[k.name]
	}
	return nil
}

func (t *Tally) put(k nameKey, n *NameTally) {
	if k.space == 0 {
		if more := int(k.name) + 1 - len(t.plain); more > 0 {
			t.plain = append(t.plain, make([]*NameTally, more)...)
		}
		t.plain[k.name] = n
		return
	}
	if t.names == nil {
		t.names = map[nameKey]*NameTally{}
	}
	t.names[k] = n
}

// anew counts all rows again, with room for as many of each name as there were.
func (t *Tally) anew(s *Session) {
	was := *t
	*t = Tally{plain: make([]*NameTally, 0, len(was.plain)), order: make([]*NameTally, 0, len(was.order))}
	for i := range s.Rows {
		n := t.entry(s, uint32(i))
		if n.Rows == nil {
			if old := was.of(nameKey{s.Rows[i].Space, s.Rows[i].Name}); old != nil {
				n.Rows = make([]uint32, 0, len(old.Rows))
			}
		}
		t.add(s, uint32(i))
	}
}

func (t *Tally) add(s *Session, row uint32) {
	n := t.entry(s, row)
	n.Rows = append(n.Rows, row)
	t.Calls++
	t.count(n, s.Rows[row].Class, 1)
}

func (t *Tally) remove(s *Session, row uint32)  { t.count(t.entry(s, row), s.Rows[row].Class, -1) }
func (t *Tally) restore(s *Session, row uint32) { t.count(t.entry(s, row), s.Rows[row].Class, 1) }

func (t *Tally) count(n *NameTally, c Class, by int) {
	t.ByClass[c] += by
	n.ByClass[c] += by
}

// FailedRows returns the rows of all failed calls, in file order: unknown
// names first when unknownFirst is set.
func (t *Tally) FailedRows(s *Session, unknownFirst bool) []uint32 {
	var rows []uint32
	for _, n := range t.order {
		if n.Failed() == 0 {
			continue
		}
		for _, r := range n.Rows {
			if s.Rows[r].Class.Failed() {
				rows = append(rows, r)
			}
		}
	}
	slices.SortFunc(rows, func(a, b uint32) int {
		if unknownFirst {
			ua, ub := s.Rows[a].Class.Unknown(), s.Rows[b].Class.Unknown()
			if ua != ub {
				if ua {
					return -1
				}
				return 1
			}
		}
		return int(a) - int(b)
	})
	return rows
}
