package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// list walks below a root. Links to folders are not followed, so that a circle
// ends; links to files are.
func (k keeper) list(client, root string) (found []Entry, skipped int, err error) {
	err = k.walk(root, "", 0, func(rel string) {
		id, ok := k.session(rel)
		if !ok || id == "" {
			return
		}
		e, ok := entryOf(client, filepath.Join(root, filepath.FromSlash(rel)), id, &skipped)
		if !ok {
			return
		}
		if folder, _ := storageSession(rel); folder != "" && client == "opencode" { // messages and parts stand elsewhere
			e.Path = filepath.Join(root, filepath.FromSlash(folder)) + SessionMark + id
		}
		if folder, _, inside := strings.Cut(rel, "/"); k.encoded && inside {
			e.Folder, e.Encoded = folder, true
		}
		found = append(found, e)
	}, &skipped)
	return plainFirst(found), skipped, err
}

// entryOf is the entry of a file; false for one that is empty or no regular
// file, and for one that cannot be looked at: that is counted in skipped.
func entryOf(client, path, id string, skipped *int) (Entry, bool) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		*skipped++
		return Entry{}, false
	case !info.Mode().IsRegular() || info.Size() == 0:
		return Entry{}, false
	}
	return Entry{Client: client, Path: wholeTask(path), ModTime: info.ModTime(), Size: info.Size(), ID: id, Several: strings.HasSuffix(path, ".db")}, true
}

// wholeTask is the folder of a task of Cline or Roo Code, where what the editor
// showed lies beside the messages; else the file itself.
func wholeTask(path string) string {
	if filepath.Base(path) != taskFile {
		return path
	}
	folder := filepath.Dir(path)
	if st, err := os.Stat(filepath.Join(folder, "ui_messages.json")); err != nil || !st.Mode().IsRegular() {
		return path
	}
	return folder
}

func (k keeper) walk(root, rel string, depth int, each func(string), skipped *int) error {
	var folders []string
	err := folderOf(filepath.Join(root, filepath.FromSlash(rel)), func(e fs.DirEntry) {
		name := e.Name()
		if rel != "" {
			name = rel + "/" + name
		}
		switch {
		case !e.IsDir():
			each(name)
		case depth < k.depth && (k.enter == nil || k.enter(name)):
			folders = append(folders, name)
		}
	})
	for _, f := range folders {
		if k.walk(root, f, depth+1, each, skipped) != nil {
			*skipped++
		}
	}
	return err
}

// plainFirst drops a compressed file whose plain sibling is there.
func plainFirst(list []Entry) []Entry {
	plain := map[string]bool{}
	for _, e := range list {
		plain[e.Path] = true
	}
	return slices.DeleteFunc(list, func(e Entry) bool {
		stem, ok := strings.CutSuffix(e.Path, ".zst")
		return ok && plain[stem]
	})
}
