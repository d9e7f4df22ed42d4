package store

import (
	"path/filepath"
	"strings"

	"hopscope/sessions/node"
)

// or is the folder that a variable names, else one of the home folder.
func (m machine) or(variable string, name ...string) string {
	if dir := m.env(variable); dir != "" {
		return dir
	}
	return m.in(name...)
}

// in is a folder of the home folder.
func (m machine) in(name ...string) string {
	return filepath.Join(append([]string{m.home}, name...)...)
}

// dataHome and configHome are where programs that follow the rules of the Linux
// desktop keep their files, on every system.
func (m machine) dataHome() string   { return m.or("XDG_DATA_HOME", ".local", "share") }
func (m machine) configHome() string { return m.or("XDG_CONFIG_HOME", ".config") }

// roaming and local are the two folders for the data of programs on Windows.
func (m machine) roaming() string { return m.or("APPDATA", "AppData", "Roaming") }
func (m machine) local() string   { return m.or("LOCALAPPDATA", "AppData", "Local") }

// appData is where programs with windows keep their data.
func (m machine) appData() string {
	switch m.os {
	case "windows":
		return m.roaming()
	case "darwin":
		return m.in("Library", "Application Support")
	}
	return m.configHome()
}

// editors are the folders of VS Code and the editors made from it.
var editors = []string{"Code", "Code - Insiders", "VSCodium", "Code - OSS", "Cursor", "Windsurf"}

// servers are the folders of the same editors on a machine that they work on
// from afar.
var servers = []string{".vscode-server", ".vscode-server-insiders", ".vscode-remote", ".cursor-server", ".windsurf-server"}

// users are the data folders of the editors, that of VS Code first.
func (m machine) users() []string {
	var list []string
	if dir := m.env("VSCODE_PORTABLE"); dir != "" {
		list = append(list, filepath.Join(dir, "user-data", "User"))
	}
	for _, name := range editors {
		list = append(list, filepath.Join(m.appData(), name, "User"))
	}
	for _, name := range servers {
		list = append(list, m.in(name, "data", "User"))
	}
	return list
}

// extension is a folder of an extension's data in every editor and in each of
// its profiles.
func (m machine) extension(id, folder string) []string {
	var list, inProfiles []string
	for _, user := range m.users() {
		list = append(list, filepath.Join(user, "globalStorage", id, folder))
		for _, profile := range namesIn(filepath.Join(user, "profiles"), true) {
			inProfiles = append(inProfiles, filepath.Join(user, "profiles", profile, "globalStorage", id, folder))
		}
	}
	return append(list, inProfiles...)
}

func codexRoots(m machine) []string {
	dir := m.or("CODEX_HOME", ".codex")
	return []string{filepath.Join(dir, "sessions"), filepath.Join(dir, "archived_sessions")}
}

// opencodeRoots are OpenCode's data folder and that of a database which a
// variable names.
func opencodeRoots(m machine) []string {
	dir := filepath.Join(m.dataHome(), "opencode")
	list := []string{dir}
	if file := m.env("OPENCODE_DB"); filepath.IsAbs(file) && filepath.Dir(file) != dir {
		list = append(list, filepath.Dir(file))
	}
	return list
}

func geminiRoots(m machine) []string {
	return []string{filepath.Join(m.or("GEMINI_CLI_HOME"), ".gemini", "tmp")}
}

func qwenRoots(m machine) []string {
	dir := m.env("QWEN_RUNTIME_DIR")
	if dir == "" {
		dir = m.or("QWEN_HOME", ".qwen")
	}
	return []string{filepath.Join(dir, "projects")}
}

func copilotRoots(m machine) []string {
	list := []string{filepath.Join(m.or("COPILOT_HOME", ".copilot"), "session-state")}
	if dir := m.env("XDG_STATE_HOME"); dir != "" && m.env("COPILOT_HOME") == "" {
		list = append(list, filepath.Join(dir, ".copilot", "session-state"))
	}
	return list
}

func cursorRoots(m machine) []string {
	return []string{filepath.Join(m.or("CURSOR_DATA_DIR", ".cursor"), "projects")}
}

func vscodeRoots(m machine) []string { return below(m.users(), "workspaceStorage") }

func vscodeWindows(m machine) []string {
	return below(m.users(), "globalStorage", "emptyWindowChatSessions")
}

// below is the same folder in each of the folders.
func below(folders []string, name ...string) []string {
	list := make([]string, len(folders))
	for i, folder := range folders {
		list[i] = filepath.Join(append([]string{folder}, name...)...)
	}
	return list
}

// clineRoots are the tasks of the extension, and both stores of the client of
// its own.
func clineRoots(m machine) []string {
	data := m.env("CLINE_DATA_DIR")
	if data == "" {
		data = filepath.Join(m.or("CLINE_DIR", ".cline"), "data")
	}
	kept := m.env("CLINE_SESSION_DATA_DIR")
	if kept == "" {
		kept = filepath.Join(data, "sessions")
	}
	return append(m.extension(clineExtension, "tasks"), filepath.Join(data, "tasks"), kept)
}

func droidRoots(m machine) []string {
	return []string{filepath.Join(m.or("FACTORY_HOME_OVERRIDE"), ".factory", "sessions")}
}

func zedRoots(m machine) []string {
	switch m.os {
	case "windows":
		return []string{filepath.Join(m.local(), "Zed", "threads")}
	case "darwin":
		return []string{m.in("Library", "Application Support", "Zed", "threads")}
	}
	list := []string{filepath.Join(m.dataHome(), "zed", "threads")}
	if dir := m.env("FLATPAK_XDG_DATA_HOME"); dir != "" {
		list = append(list, filepath.Join(dir, "zed", "threads"))
	}
	return append(list, m.in(".var", "app", "dev.zed.Zed", "data", "zed", "threads"))
}

func piRoots(m machine) []string {
	if dir := m.env("PI_CODING_AGENT_SESSION_DIR"); dir != "" {
		return []string{dir}
	}
	return []string{filepath.Join(m.or("PI_CODING_AGENT_DIR", ".pi", "agent"), "sessions")}
}

func gooseRoots(m machine) []string {
	switch dir := m.env("GOOSE_PATH_ROOT"); {
	case dir != "":
		return []string{filepath.Join(dir, "data", "sessions")}
	case m.os == "windows":
		return []string{filepath.Join(m.roaming(), "Block", "goose", "data", "sessions")}
	}
	return []string{filepath.Join(m.dataHome(), "goose", "sessions")}
}

// projectsMax is how many projects of Crush are looked at.
const projectsMax = 10_000

// crushRoots are the folder .crush here, and those of the projects that Crush
// has in its list (since 0.25: projects.json with projects[].data_dir).
func crushRoots(m machine) []string {
	var list []string
	if dir := m.env("PWD"); dir != "" {
		list = append(list, filepath.Join(dir, ".crush"))
	}
	data := m.env("CRUSH_GLOBAL_DATA")
	switch {
	case data != "":
	case m.os == "windows":
		data = filepath.Join(m.local(), "crush")
	default:
		data = filepath.Join(m.dataHome(), "crush")
	}
	text, err := readSmall(filepath.Join(data, "projects.json"))
	if err != nil {
		return list
	}
	for p := range node.Loose(text).Get("projects").Elements() {
		dir := p.Get("data_dir").Str()
		if !filepath.IsAbs(dir) && dir != "" && strings.HasPrefix(p.Get("path").Str(), "/") {
			dir = filepath.Join(p.Get("path").Str(), dir)
		}
		if filepath.IsAbs(dir) && len(list) < projectsMax {
			list = append(list, filepath.Clean(dir))
		}
	}
	return list
}
