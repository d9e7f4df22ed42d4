package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// recordEnd is the ending of a recorded session.
const recordEnd = ".jsonl"

// claudeRoots are the folders of Claude Code's projects. Versions 1.0.28 to
// 1.0.31 kept them in the configuration folder of the desktop.
func claudeRoots(m machine) []string {
	if dir := m.env("CLAUDE_CONFIG_DIR"); dir != "" {
		return []string{filepath.Join(dir, "projects")}
	}
	return []string{m.in(".claude", "projects"), filepath.Join(m.configHome(), "claude", "projects")}
}

// claudeProjects lists Claude Code's sessions: one folder for each working
// folder, one file for each session in it. Files of subagents (agent-*.jsonl,
// and everything in a session's own folder) belong to a session and are not
// listed. Files directly in path are listed too: path may be one such folder.
func claudeProjects(client, path string) (found []Entry, skipped int, err error) {
	var folders []string
	err = folderOf(path, func(e fs.DirEntry) {
		switch {
		case isSessionFile(e.Name()):
			found, skipped = claudeFile(found, skipped, client, path, e)
		case mayBeDir(path, e):
			folders = append(folders, filepath.Join(path, e.Name()))
		}
	})
	// Asking for size and time takes most of the time: several folders at once.
	parts := make([]part, len(folders))
	each(len(folders), func(i int) { parts[i] = claudeFolder(client, folders[i]) })
	for _, p := range parts {
		found = append(found, p.found...)
		skipped += p.skipped
	}
	return found, skipped, err
}

// part is what one folder holds.
type part struct {
	found   []Entry
	skipped int
}

func claudeFolder(client, folder string) (p part) {
	err := folderOf(folder, func(e fs.DirEntry) {
		if isSessionFile(e.Name()) {
			p.found, p.skipped = claudeFile(p.found, p.skipped, client, folder, e)
		}
	})
	if err != nil {
		p.skipped++
	}
	return p
}

func isSessionFile(name string) bool {
	return strings.HasSuffix(name, recordEnd) && !strings.HasPrefix(name, "agent-") && len(name) > len(recordEnd)
}

// claudeFile adds one file. Links are followed; what is no regular file, or
// empty, is no session.
func claudeFile(found []Entry, skipped int, client, folder string, e fs.DirEntry) ([]Entry, int) {
	info, err := e.Info()
	if err == nil && e.Type()&fs.ModeSymlink != 0 {
		info, err = os.Stat(filepath.Join(folder, e.Name()))
	}
	switch {
	case err != nil:
		return found, skipped + 1
	case !info.Mode().IsRegular() || info.Size() == 0:
		return found, skipped
	}
	return append(found, Entry{
		Client: client, Path: filepath.Join(folder, e.Name()), Folder: filepath.Base(folder), Encoded: true,
		ModTime: info.ModTime(), Size: info.Size(), ID: strings.TrimSuffix(e.Name(), recordEnd),
	}), skipped
}

func mayBeDir(path string, e fs.DirEntry) bool {
	return e.IsDir() || e.Type()&fs.ModeSymlink != 0 && isDir(filepath.Join(path, e.Name()))
}
