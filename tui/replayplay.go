package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// play moves the cursor of Replay by itself. A step is a timer, so nothing is
// drawn while nothing moves.
type play struct {
	on bool
	// speed is an index in playSpeeds; number tells the timer of now from those
	// that were started before a change.
	speed, number int
	set           bool // speed was chosen
}

// playSpeeds are the pauses between two turns.
var playSpeeds = [...]struct {
	pause time.Duration
	word  string
}{
	{4 * time.Second, "a turn in 4 s"},
	{2 * time.Second, "a turn in 2 s"},
	{time.Second, "one turn a second"},
	{500 * time.Millisecond, "2 turns a second"},
	{250 * time.Millisecond, "4 turns a second"},
	{125 * time.Millisecond, "8 turns a second"},
}

// usualSpeed is one turn a second.
const usualSpeed = 2

// playMsg is the end of a pause.
type playMsg struct{ number int }

func (p *play) at() int {
	if !p.set {
		return usualSpeed
	}
	return p.speed
}

func (p *play) speedWord() string { return playSpeeds[p.at()].word }

// tick starts the next pause.
func (r *replayTab) tick(m *model) tea.Cmd {
	r.play.number++
	return m.after(playSpeeds[r.play.at()].pause, playMsg{r.play.number})
}

// toggle plays or pauses; at the end it begins again.
func (r *replayTab) toggle(m *model) tea.Cmd {
	if r.play.on {
		r.play.on = false
		r.play.number++
		return nil
	}
	r.play.on = true
	var cmd tea.Cmd
	if r.atEnd() && !m.following() {
		cmd = r.goTurn(m, 0)
	}
	return tea.Batch(cmd, r.tick(m))
}

// faster changes the speed; it plays on from now.
func (r *replayTab) faster(m *model, d int) tea.Cmd {
	to := r.play.at() + d
	if to < 0 || to >= len(playSpeeds) {
		m.say("It does not play " + map[bool]string{true: "faster", false: "slower"}[d > 0] + " than " + r.play.speedWord() + ".")
		return nil
	}
	r.play.speed, r.play.set = to, true
	m.say("Speed: " + r.play.speedWord() + ".")
	if r.play.on {
		return r.tick(m)
	}
	return nil
}

// atEnd reports whether the cursor is on the last turn.
func (r *replayTab) atEnd() bool { return r.line != nil && r.cur >= len(r.line.Turns)-1 }

// played makes a step when its pause is over. It ends with the last turn, but
// waits for more where a file is followed.
func (r *replayTab) played(m *model, msg playMsg) tea.Cmd {
	if !r.play.on || msg.number != r.play.number {
		return nil
	}
	if m.tab != tabReplay || !r.look(m) {
		r.play.on = false
		return nil
	}
	if len(m.overlay) > 0 || m.filtering != nil {
		return r.tick(m)
	}
	if r.atEnd() {
		if !m.following() {
			r.play.on = false
			m.say("The last turn: played to the end.")
		}
		return nil
	}
	return tea.Batch(r.goTurn(m, r.cur+1), r.tick(m))
}

// following: what is appended to the file comes in.
func (m *model) following() bool { return m.load.tail.from != nil && !m.held || m.reads() }

// grew takes the cursor along when turns came, where it was at the end or
// plays; else it only tells.
func (r *replayTab) grew(m *model, before int, atEnd bool) tea.Cmd {
	if r.line == nil {
		return nil
	}
	r.look(m)
	return r.came(m, before, atEnd)
}

// came is what follows when turns came behind the first ones.
func (r *replayTab) came(m *model, before int, atEnd bool) tea.Cmd {
	n := len(r.line.Turns) - before
	switch {
	case m.tab != tabReplay || n < 0:
		return nil
	case n == 0:
		return r.renew(m)
	case r.play.on && atEnd:
		return tea.Batch(r.goTurn(m, before), r.tick(m))
	case r.play.on:
		return nil
	case atEnd:
		return r.goTurn(m, len(r.line.Turns)-1)
	}
	if m.status.text == "" {
		m.say(plural(n, "new turn", "new turns") + " came: " + m.keyOf("last") + " goes there.")
	}
	return nil
}
