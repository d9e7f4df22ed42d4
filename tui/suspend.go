package tui

import tea "charm.land/bubbletea/v2"

// wordsNoJobs says why ctrl+z does nothing: nobody could bring the process
// back, so it would stand still for ever.
const wordsNoJobs = "ctrl+z: no shell with job control started hopscope."

// suspend goes to the shell, where there is one that can bring it back.
func (m *model) suspend() tea.Cmd {
	if !m.jobs() {
		m.say(wordsNoJobs)
		return nil
	}
	return tea.Suspend
}
