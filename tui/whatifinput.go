package tui

import (
	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/decide"
)

// fill puts the selected call into the inputs: when another one was selected
// since, and its arguments when they come. What was typed stays until then.
func (w *whatIf) fill(m *model) {
	at := place{row: m.callRow()}
	if r := m.row(); r != nil {
		at.key = r.key()
	}
	if w.call == nil || at != w.filled.at {
		w.filled = filling{at: at}
		w.filled.called, w.filled.kind = m.selectedCall()
		w.call = newInput(decide.Declared{Wire: w.filled.called.Wire()}.Title())
		w.filled.text = w.call.String()
		w.args = newInput("")
	}
	d := m.data.detail
	if d == nil || d.call == nil || d.call.Index != at.row || d.args == w.filled.args || w.args.String() != w.filled.argsText {
		return
	}
	w.args = newInput(d.args)
	w.filled.args, w.filled.argsText = d.args, w.args.String()
}

// selectedCall is the call under the cursor, else a call of the tool there.
func (m *model) selectedCall() (journey.Called, journey.ToolKind) {
	if row := m.callRow(); row >= 0 {
		c := m.session().Call(row)
		return c.Called, c.Kind
	}
	r := m.row()
	switch {
	case r == nil:
		return journey.Called{}, journey.KindFunction
	case r.tool >= 0 && r.tool < len(m.data.plan.Tools) && m.data.plan.Tools[r.tool].Wire.Name != "":
		n := m.data.plan.Tools[r.tool]
		return journey.Called{Namespace: n.Wire.Namespace, Name: journey.Echo(n.Wire.Name)}, journey.KindFunction
	}
	return journey.Called{Name: journey.Echo(r.name)}, journey.KindFunction
}

// invocation is the call that stands in the inputs. Untouched, it is the
// recorded one with its namespace, kind and whole arguments.
func (w *whatIf) invocation() journey.Invocation {
	call := journey.Invocation{Called: journey.Called{Name: journey.Echo(w.call.String())}, Args: w.args.String()}
	if w.call.String() == w.filled.text {
		call.Called, call.Kind = w.filled.called, w.filled.kind
	}
	if call.Args == w.filled.argsText {
		call.Args = w.filled.args
	}
	return call
}

// typing is the input that has the focus, nil for none.
func (w *whatIf) typing() *input {
	switch w.pane {
	case whatCall:
		return w.call
	case whatArgs:
		return w.args
	}
	return nil
}

// typed reports whether printable keys are text on the tab of now.
func (m *model) typed() bool {
	return m.tab == tabWhatIf && m.fail == nil && m.data.loaded != nil && m.what.typing() != nil
}

// typeKey answers a key while a name or arguments are typed.
func (m *model) typeKey(k tea.KeyPressMsg) tea.Cmd {
	w := &m.what
	switch k.String() {
	case "esc":
		return m.back()
	case "tab":
		m.turnFocus(1)
	case "shift+tab":
		m.turnFocus(-1)
	case "down":
		w.pane = whatTrace
	case "enter":
		return w.enter(m)
	case "ctrl+p", "ctrl+z", "ctrl+r":
		return m.press(k.String())
	default:
		if !w.typing().key(k) && k.Text == "" {
			if a := m.actionFor(k.String()); a != nil && a.own { // a key that is no text, given by the user
				return m.press(k.String())
			}
		}
	}
	return nil
}
