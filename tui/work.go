package tui

import (
	tea "charm.land/bubbletea/v2"
)

// What takes long runs beside the loop: a job looks at the record and at nothing
// else of the model, and its outcome comes as a message. While a job looks, the
// record does not change: what was read meanwhile waits until the job is done.
// There is one job at a time.

// job runs beside the loop and returns what the loop does with the outcome.
type job func() outcome

// outcome is done by the loop; nil: nothing is to be done.
type outcome func(*model) tea.Cmd

// work is the state of the jobs.
type work struct {
	busy bool
	// late are messages that would change the record; next are jobs that wait
	// for the one that runs.
	late []tea.Msg
	next []job
}

// workedMsg brings the outcome of a job.
type workedMsg struct {
	number int
	then   outcome
}

// beside runs a job as soon as no other one runs.
func (m *model) beside(j job) tea.Cmd {
	w := &m.load.work
	if w.busy {
		w.next = append(w.next, j)
		return nil
	}
	w.busy = true
	number := m.load.number
	return func() tea.Msg { return workedMsg{number, j()} }
}

// waits keeps a message that would change the record while a job looks at it.
func (m *model) waits(msg tea.Msg) bool {
	w := &m.load.work
	if w.busy {
		w.late = append(w.late, msg)
	}
	return w.busy
}

// worked takes the outcome of a job, then what came meanwhile, then begins the
// next one.
func (m *model) worked(msg workedMsg) tea.Cmd {
	w := &m.load.work
	if msg.number != m.load.number || !w.busy { // of what was open before
		return nil
	}
	w.busy = false
	var cmds []tea.Cmd
	if msg.then != nil {
		cmds = append(cmds, msg.then(m))
	}
	for len(w.late) > 0 && !w.busy {
		late := w.late[0]
		w.late = w.late[1:]
		cmds = append(cmds, m.route(late))
	}
	if len(w.next) > 0 && !w.busy {
		next := w.next[0]
		w.next = w.next[1:]
		cmds = append(cmds, m.beside(next))
	}
	return tea.Batch(cmds...)
}
