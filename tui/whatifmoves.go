package tui

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/decide"
	"hopscope/journey/visible"
)

// title stands in the help.
func (w *whatIf) title() string { return "What-if" }

// size is the number of rows of a pane.
func (w *whatIf) size(p whatPane) int {
	switch p {
	case whatTrace:
		return len(w.decision.Trace)
	case whatClients:
		return len(w.answers)
	case whatMap:
		return len(w.shown)
	case whatPlaces:
		return len(w.places())
	case whatEdits:
		return w.edits.Len()
	}
	return 0
}

// seen is how many rows of a pane are drawn.
func (w *whatIf) seen(m *model, p whatPane) int {
	at := w.rects(m).panes[p]
	if at.empty() {
		return 1
	}
	l := w.list(p, at.w)
	return max(l.rowsIn(at.h), 1)
}

func (w *whatIf) move(m *model, d int) tea.Cmd {
	if w.pane > whatArgs {
		w.lists[w.pane].move(d, w.size(w.pane), w.seen(m, w.pane))
	}
	return nil
}

func (w *whatIf) page(m *model) int { return w.seen(m, w.pane) }

// turn goes to the next or previous pane, round the end.
func (w *whatIf) turn(_ *model, d int) {
	w.pane = whatPane((int(w.pane) + d + int(whatPanes)) % int(whatPanes))
}

// enter takes a line as an edit, or shows it in full.
func (w *whatIf) enter(m *model) tea.Cmd {
	if w.request.desk == nil {
		m.refuse("enter", "open a session first")
		return nil
	}
	i := w.lists[w.pane].cursor
	switch {
	case w.pane <= whatArgs:
		return w.takeCall(m)
	case i >= w.size(w.pane):
		m.refuse("enter", "nothing stands here")
	case w.pane == whatMap:
		return w.takeRow(m, w.out.Rows[w.shown[i]])
	default:
		m.push(w.detail(i))
	}
	return nil
}

// takeCall takes the typed name as an edit that lets the call run: the tool
// that it means is called so, else a tool of this name is added.
func (w *whatIf) takeCall(m *model) tea.Cmd {
	d, name := w.decision, string(w.asked.Called.Name)
	switch {
	case d.Outcome == decide.Exact:
		m.refuse("enter", visible.Name(name)+" is declared already, so there is nothing to edit")
		return nil
	case d.Reason == decide.EmptyName:
		m.refuse("enter", "type a name first")
		return nil
	case d.Outcome == decide.Refused:
		return m.addEdit(decide.Edit{Kind: decide.EditAdd, Tool: name})
	}
	return m.addEdit(w.rename(d.At, name))
}

// takeRow takes a row of the map as an edit.
func (w *whatIf) takeRow(m *model, r decide.Renamed) tea.Cmd {
	switch {
	case !w.moved: // the rows are those of the request before
		m.refuse("enter", "the map is being made")
		return nil
	case r.To == "":
		m.refuse("enter", visible.Name(r.From)+" is left alone: "+r.Left.Words())
		return nil
	}
	return m.addEdit(w.rename(r.At, string(r.To)))
}

// rename is the edit that gives a declared tool another name.
func (w *whatIf) rename(declared int, to string) decide.Edit {
	t := w.request.plan.Tools[w.request.at[declared]].Tool
	return decide.Edit{Kind: decide.EditRename, Tool: t.Listed(), Server: t.Server, To: to}
}

// back leaves the input, then the filter.
func (w *whatIf) back(m *model) (tea.Cmd, bool) {
	switch {
	case w.typing() != nil:
		w.pane = whatTrace
	case w.filter != "":
		return w.setFilter(m, ""), true
	default:
		return nil, false
	}
	return nil, true
}

// next goes to the next failed call and asks about it.
func (w *whatIf) next(m *model, d int) tea.Cmd {
	if m.data.loaded == nil {
		return nil
	}
	return m.nextFailure(d)
}

func (w *whatIf) filterText() string { return w.filter }

func (w *whatIf) setFilter(_ *model, text string) tea.Cmd {
	w.filter, w.pane = text, whatMap
	w.applyFilter()
	w.lists[whatMap] = window{}
	return nil
}

func (w *whatIf) found(*model) (n, all int, what string) {
	return len(w.shown), len(w.out.Rows), "tools"
}

// copies are the decision with its trace, and the map.
func (w *whatIf) copies(m *model) []copyChoice {
	if w.request.desk == nil {
		return []copyChoice{{key: "d", label: "decision and trace", why: "open a session first"}}
	}
	decision := ""
	for _, l := range w.plain(m, whatTrace) {
		decision += l + "\n"
	}
	table := ""
	if w.moved {
		if b, err := json.MarshalIndent(w.out.RenameMap, "", "  "); err == nil {
			table = string(b)
		}
	}
	name := string(w.asked.Called.Name)
	return []copyChoice{
		{key: "n", label: "name", text: name, why: orReason(name, "no name is typed")},
		{key: "d", label: "decision and trace", text: decision},
		{key: "m", label: "map as JSON", text: table, why: orReason(table, "it is being made")},
	}
}

// plain is a pane as lines of text.
func (w *whatIf) plain(m *model, p whatPane) []string {
	l := w.list(p, max(m.w, 200))
	rows := []string{l.title}
	for i := range l.n {
		rows = append(rows, l.row(i, 200).plain())
	}
	for _, f := range l.feet {
		rows = append(rows, f.plain())
	}
	return rows
}

func (w *whatIf) source(*model) (string, int, string) { return "", 0, "edits are not in a file yet" }

// at is the pane at a place of the screen.
func (w *whatIf) at(m *model, x, y int) (whatPane, rect, bool) {
	if m.fail != nil || w.request.desk == nil {
		return 0, rect{}, false
	}
	r := w.rects(m)
	switch {
	case r.args.contains(x, y), r.args.empty() && r.call.contains(x, y) && x > r.call.x+r.call.w/3:
		return whatArgs, r.args, true
	case r.call.contains(x, y):
		return whatCall, r.call, true
	}
	for p := whatTrace; p < whatPanes; p++ {
		if r.panes[p].contains(x, y) {
			return p, r.panes[p], true
		}
	}
	return 0, rect{}, false
}

func (w *whatIf) clicked(m *model, e tea.Mouse) tea.Cmd {
	p, at, ok := w.at(m, e.X, e.Y)
	if !ok {
		return nil
	}
	w.pane = p
	if p <= whatArgs {
		return nil
	}
	l := w.list(p, at.w)
	first := at.y + 1
	if l.head != nil {
		first++
	}
	if row := e.Y - first; row >= 0 && row < l.rowsIn(at.h) && w.lists[p].offset+row < l.n {
		w.lists[p].cursor = w.lists[p].offset + row
	}
	return nil
}

func (w *whatIf) wheeled(m *model, e tea.Mouse, d int) tea.Cmd {
	if p, _, ok := w.at(m, e.X, e.Y); ok && p > whatArgs {
		w.lists[p].scroll(d, w.size(p), w.seen(m, p))
	}
	return nil
}

// standing says what the row under the cursor is, else what the tab does.
func (w *whatIf) standing(m *model) string {
	if w.request.desk == nil {
		return ""
	}
	i := w.lists[w.pane].cursor
	switch {
	case w.pane == whatCall || w.pane == whatArgs:
		return "Decided while you type; nothing is sent anywhere, and the recording stays as it is."
	case i >= w.size(w.pane):
	case w.pane == whatTrace:
		return w.decision.Trace[i].Text
	case w.pane == whatClients:
		return answerText(w.answers[i])
	case w.pane == whatMap && w.out.Rows[w.shown[i]].To == "":
		return w.out.Rows[w.shown[i]].Left.Words()
	case w.pane == whatMap:
		return "enter supposes this name; " + strings.Join(m.action("map-target").keys, " or ") + " chooses the vocabulary to map into."
	case w.pane == whatPlaces:
		return w.places()[i].Path + ": " + w.places()[i].Why + "."
	case w.pane == whatEdits && i < len(w.changes):
		return "With the edits before it: " + changeWords(w.changes[i].Total, w.changes[i].Err) + "."
	}
	return "The recording stays as it is."
}

func (w *whatIf) footIDs(*model) []string {
	switch w.pane {
	case whatPlaces:
		return []string{"down", "next-pane", "leave-out", "open", "zoom", "what-type", "palette", "help", "quit"}
	case whatEdits:
		return []string{"down", "next-pane", "edit", "drop-edit", "undo", "redo", "what-type", "palette", "help", "quit"}
	}
	return []string{"down", "next-pane", "open", "what-type", "edit", "undo", "zoom", "scheme", "copy", "palette", "help", "quit"}
}

// typeFoot is the last row while a name or arguments are typed.
func (m *model) typeFoot() []footKey {
	keys := []footKey{{"type", "a name"}, {"tab", "arguments, trace, map"}, {"enter", "take as edit"}, {"ctrl+l", "clear"}}
	for _, key := range m.action("palette").keys {
		if utf8.RuneCountInString(key) > 1 && key != "space" { // no text
			keys = append(keys, footKey{key, "palette"})
			break
		}
	}
	return append(keys, footKey{"esc", "leave input"}, footKey{"ctrl+c", "quit"})
}
