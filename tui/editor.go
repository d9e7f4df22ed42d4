package tui

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey/visible"
)

// editedMsg says that the editor ended.
type editedMsg struct {
	path string
	err  error
}

// sourceLine is the file and line behind what is selected.
func (m *model) sourceLine() (path string, n int) {
	if own := m.own(); own != nil {
		path, n, _ = own.source(m)
		return path, n
	}
	if m.tab == tabSessions {
		if e := m.pick.entry(); e != nil {
			return e.Path, 0
		}
		return "", 0
	}
	if m.fail != nil {
		return m.fail.path(), 0
	}
	d := m.data.detail
	if d == nil || m.data.demo != "" {
		return "", 0
	}
	if d.call != nil {
		return d.call.Source, d.call.Line
	}
	if i := d.journey.Index; i >= 0 && i < len(d.plan.Tools) && d.plan.Tools[i].Tool.Line > 0 && len(m.data.paths) == 1 {
		return m.data.paths[0], d.plan.Tools[i].Tool.Line
	}
	return "", 0
}

func noSourceLine(m *model) string {
	if own := m.own(); own != nil {
		_, _, why := own.source(m)
		return why
	}
	path, _ := m.sourceLine()
	switch {
	case m.tab == tabJourneys && m.data.demo != "":
		return "a built-in session is no file"
	case path == "" || path == "-":
		return "no file stands behind this"
	}
	return ""
}

// openEditor opens the source line in $VISUAL or $EDITOR.
func (m *model) openEditor() tea.Cmd {
	path, n := m.sourceLine()
	return m.edit(path, n)
}

func (m *model) edit(path string, n int) tea.Cmd {
	args := editorArgs(m.opts.Env("VISUAL"), m.opts.Env("EDITOR"), path, n)
	return tea.ExecProcess(exec.Command(args[0], args[1:]...), func(err error) tea.Msg {
		return editedMsg{path, err}
	})
}

func (m *model) edited(msg editedMsg) {
	if msg.err != nil {
		m.warn("The editor did not start: " + msg.err.Error() + ". Set VISUAL or EDITOR.")
		return
	}
	m.say("Back from the editor; " + m.keyOf("reload") + " reads " + visible.Middle(filepath.Base(msg.path), 40) + " again.")
}

// editorArgs is the command that opens a line of a file. Editors that take the
// line in their own way are known by name; for others the file alone is given
// when they do not look like vi.
func editorArgs(visual, editor, path string, n int) []string {
	args := strings.Fields(visual)
	if len(args) == 0 {
		args = strings.Fields(editor)
	}
	if len(args) == 0 {
		args = []string{"vi"}
	}
	if strings.HasPrefix(path, "-") || strings.HasPrefix(path, "+") {
		path = "./" + path
	}
	if n <= 0 {
		return append(args, path)
	}
	at := strconv.Itoa(n)
	switch strings.TrimSuffix(filepath.Base(args[0]), ".exe") {
	case "code", "codium", "cursor", "windsurf", "code-insiders":
		return append(args, "--goto", path+":"+at)
	case "subl", "zed", "hx", "helix":
		return append(args, path+":"+at)
	case "kate", "gedit", "mate":
		return append(args, "--line", at, path)
	case "vi", "vim", "nvim", "view", "emacs", "emacsclient", "nano", "micro", "joe", "jed", "kak", "ne", "mg":
		return append(args, "+"+at, path)
	}
	return append(args, path)
}
