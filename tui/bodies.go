package tui

import (
	"errors"
	"maps"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
)

// Bounds of what is read of one call for the screen.
const (
	argsMax   = 16 << 10
	resultMax = 16 << 10
	keptMax   = 4000
)

// errNotRead says that a body was not asked for yet.
var errNotRead = errors.New("tui: not read yet")

// body is what the screen knows of one call beyond its row.
type body struct {
	id, args, result   string
	argsCut, resultCut bool
	// full: arguments and result were read too, not the id alone.
	full bool
	err  error
}

// keptBodies are the bodies that commands brought. It is the journey.Bodies
// that diagnosis sees, so that no update waits for a disk.
type keptBodies struct {
	rows map[int]body
	// version counts what was added.
	version int
}

func newKeptBodies() *keptBodies { return &keptBodies{rows: map[int]body{}} }

func (k *keptBodies) add(row int, b body) {
	if len(k.rows) >= keptMax {
		clear(k.rows)
	}
	k.rows[row] = b
	k.version++
}

// lend gives a job bodies of its own.
func (k *keptBodies) lend() *keptBodies { return &keptBodies{rows: maps.Clone(k.rows)} }

// returned lets those of a job be the same again.
func (k *keptBodies) returned(lent *keptBodies) { lent.rows = k.rows }

// callID returns the id of a row, empty while nobody read it.
func (k *keptBodies) callID(s *journey.Session, row int) string {
	if s.Rows[row].Flags&journey.FlagExtra != 0 {
		if id := s.Extras[uint32(row)].ID; id != "" {
			return id
		}
	}
	return k.rows[row].id
}

// ID is journey.Bodies, from memory.
func (k *keptBodies) ID(s *journey.Session, row int) (string, error) {
	if id := k.callID(s, row); id != "" {
		return id, nil
	}
	return "", errNotRead
}

// Args is journey.Bodies, from memory.
func (k *keptBodies) Args(s *journey.Session, row, limit int) (string, bool, error) {
	if x := s.Extras[uint32(row)]; x.Args != "" {
		return x.Args, false, nil
	}
	b, ok := k.rows[row]
	if !ok || !b.full {
		return "", false, errNotRead
	}
	return b.args[:min(len(b.args), limit)], b.argsCut || len(b.args) > limit, b.err
}

// Result is journey.Bodies, from memory.
func (k *keptBodies) Result(s *journey.Session, row, limit int) (string, bool, error) {
	if x := s.Extras[uint32(row)]; x.Result != "" {
		return x.Result, false, nil
	}
	b, ok := k.rows[row]
	if !ok || !b.full {
		return "", false, errNotRead
	}
	return b.result[:min(len(b.result), limit)], b.resultCut || len(b.result) > limit, b.err
}

// bodiesMsg brings bodies of rows.
type bodiesMsg struct {
	number int
	// orders is that of loading when the rows were asked for.
	orders int
	rows   map[int]body
}

// readBodies reads the body of one call and the ids of others, as far as they
// are not known.
func (m *model) readBodies(row int, ids []int) tea.Cmd {
	s, kept, bodies, number, orders := m.session(), m.data.kept, m.data.bodies, m.load.number, m.load.orders
	if s == nil || bodies == nil {
		return nil
	}
	type want struct {
		session *journey.Session
		full    bool
	}
	wants := map[int]want{}
	for _, r := range ids {
		if _, ok := kept.rows[r]; !ok && kept.callID(s, r) == "" {
			wants[r] = want{s.Single(r), false}
		}
	}
	if row >= 0 && !kept.rows[row].full {
		wants[row] = want{s.Single(row), true}
	}
	if len(wants) == 0 {
		return nil
	}
	return func() tea.Msg {
		msg := bodiesMsg{number: number, orders: orders, rows: make(map[int]body, len(wants))}
		for r, w := range wants {
			msg.rows[r] = readBody(bodies, w.session, w.full)
		}
		return msg
	}
}

// readBody reads row 0 of a session of one.
func readBody(bodies journey.Bodies, s *journey.Session, full bool) body {
	b := body{full: full}
	b.id, b.err = bodies.ID(s, 0)
	if !full {
		return b
	}
	var err error
	if b.args, b.argsCut, err = bodies.Args(s, 0, argsMax); err != nil {
		b.err = err
	}
	if s.Rows[0].Ret < 0 {
		return b
	}
	if b.result, b.resultCut, err = bodies.Result(s, 0, resultMax); err != nil {
		b.err = err
	}
	return b
}

// gotBodies keeps what was read and makes the detail again if it is about it.
func (m *model) gotBodies(msg bodiesMsg) tea.Cmd {
	if msg.number != m.load.number {
		return nil
	}
	if msg.orders != m.load.orders { // the rows have other numbers by now
		return m.renewDetail()
	}
	again := false
	for row, b := range msg.rows {
		if old, ok := m.data.kept.rows[row]; ok && old.full && !b.full {
			continue
		}
		m.data.kept.add(row, b)
		again = again || b.full && m.data.blind && m.session().Rows[row].Class.Unknown()
	}
	if again && m.data.analyzer != nil { // what was found without the arguments may be more now
		m.data.blind = false
		m.data.analyzer.Reread()
		m.data.recorded.Reread()
	}
	m.makeDetail()
	if _, ok := msg.rows[m.replay.row]; ok {
		m.replay.detail = nil // it is made again when it is drawn
	}
	return nil
}
