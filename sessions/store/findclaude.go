package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// recordEnd is the ending of a recorded session.
const recordEnd = ".jsonl"

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
	for _, folder := range folders {
		if folderOf(folder, func(e fs.DirEntry) {
			if isSessionFile(e.Name()) {
				found, skipped = claudeFile(found, skipped, client, folder, e)
			}
		}) != nil {
			skipped++
		}
	}
	return found, skipped, err
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
