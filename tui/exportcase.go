package tui

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/visible"
	"hopscope/sessions/store"
	"hopscope/themes"
)

// Exported is a redacted case with what was removed from it.
type Exported struct {
	Data   []byte
	Report []string // lines for people
	// Leaks counts the secrets that are still found in it: it is not written.
	Leaks int
}

// exportBox shows what a redacted copy leaves out, and asks where it goes.
type exportBox struct {
	entry store.Entry
	in    *input
	made  *Exported // nil: it is being made
	off   int
	busy  bool
	stop  context.CancelFunc
}

// exportedMsg brings the redacted copy, writtenMsg what came of writing it.
type (
	exportedMsg struct {
		path string
		made Exported
		err  error
	}
	exportWrittenMsg struct {
		path string
		err  error
	}
)

func cannotExport(m *model) string {
	switch {
	case m.opts.Export == nil:
		return "nothing can be exported here"
	case m.pick.entry() == nil:
		return "choose a session or a case first"
	}
	return ""
}

func (m *model) askExport() tea.Cmd {
	e := *m.pick.entry()
	stem := strings.TrimSuffix(filepath.Base(e.Path), store.CaseEnd)
	stem = strings.TrimSuffix(stem, filepath.Ext(stem))
	ctx, stop := context.WithCancel(m.ctx)
	m.push(&exportBox{entry: e, in: newInput("." + string(filepath.Separator) + store.FileName(stem) + "-redacted" + store.CaseEnd), stop: stop})
	export := m.opts.Export
	return func() tea.Msg {
		made, err := export(ctx, e.Path)
		return exportedMsg{e.Path, made, err}
	}
}

// exportOnTop is the box, where it lies in front.
func (m *model) exportOnTop() *exportBox {
	if n := len(m.overlay); n > 0 {
		b, _ := m.overlay[n-1].(*exportBox)
		return b
	}
	return nil
}

func (m *model) exported(msg exportedMsg) tea.Cmd {
	b := m.exportOnTop()
	switch {
	case b == nil || b.entry.Path != msg.path:
	case msg.err != nil:
		m.pop()
		m.warn(sentence(msg.err.Error()) + ".")
	default:
		b.made = &msg.made
		if msg.made.Leaks > 0 {
			m.warn(plural(msg.made.Leaks, "secret is", "secrets are") + " still found in it: it is not written.")
		}
	}
	return nil
}

func (m *model) exportWritten(msg exportWrittenMsg) tea.Cmd {
	b := m.exportOnTop()
	if b != nil {
		b.busy = false
	}
	switch {
	case errors.Is(msg.err, store.ErrExists):
		m.warn("There is a file " + visible.Text(homely(msg.path, m.opts.Home)) + " already: another name, or esc.")
	case msg.err != nil:
		m.warn(sentence(msg.err.Error()) + ".")
	default:
		if b != nil {
			m.pop()
		}
		m.say("Exported, redacted: " + homely(msg.path, m.opts.Home) + ".")
	}
	return m.findCases("")
}

func (b *exportBox) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "enter":
		return b.write(m)
	case "down", "pgdown":
		b.off++
	case "up", "pgup":
		b.off = max(b.off-1, 0)
	default:
		b.in.key(k)
	}
	return nil
}

func (b *exportBox) write(m *model) tea.Cmd {
	path := m.opts.Cases.Target(b.in.String(), m.opts.Home)
	switch {
	case b.busy || b.made == nil:
		m.say("It is being made.")
		return nil
	case b.made.Leaks > 0:
		m.warn(plural(b.made.Leaks, "secret is", "secrets are") + " still found in it: it is not written.")
		return nil
	case path == "":
		m.warn("Type a path or a name, or esc.")
		return nil
	}
	b.busy = true
	cases, data := m.opts.Cases, b.made.Data
	return func() tea.Msg { return exportWrittenMsg{path, cases.Save(path, data, store.Saving{})} }
}

func (b *exportBox) paste(_ *model, text string) tea.Cmd {
	b.in.insert(strings.TrimSpace(text))
	return nil
}

func (b *exportBox) closed(*model) tea.Cmd {
	b.stop()
	return nil
}

func (b *exportBox) status(*model) string {
	if b.made == nil {
		return "Reading and redacting."
	}
	return "Names, ids, errors and sizes stay; contents go, secrets are masked."
}

func (b *exportBox) foot(*model) []footKey {
	return []footKey{{"enter", "write"}, {"up/down", "scroll"}, {"ctrl+u", "clear"}, {"esc", "close"}}
}

func (b *exportBox) draw(m *model, c *canvas) {
	rows := 1
	if b.made != nil {
		rows = len(b.made.Report)
	}
	r := m.box(88, rows+5)
	c.frame(r, "Export redacted")
	c.put(r.x+2, r.y+1, r.w-4, append(line{{text: "> ", role: themes.Muted}}, b.in.line(r.w-6)...))
	if b.made == nil {
		c.put(r.x+2, r.y+3, r.w-4, says(themes.Muted, "…"))
		return
	}
	h := r.h - 4
	b.off = max(min(b.off, rows-h), 0)
	for i, text := range b.made.Report[b.off:min(b.off+h, rows)] {
		c.put(r.x+2, r.y+3+i, r.w-4, line{{text: visible.Cut(visible.Text(text), r.w-4)}})
	}
}
