package store

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// AnyClient is the client of a place that holds recordings of several clients.
const AnyClient = "any"

const (
	// furtherDepth is how many folders below a further folder recordings lie
	// at most.
	furtherDepth = 8
	// furtherMax is how many files of a further folder are looked at.
	furtherMax = 500_000
)

// expand is the path that a configuration means: ~ is the home folder.
func (m machine) expand(path string) string {
	if path == "~" {
		return m.home
	}
	if rest, ok := strings.CutPrefix(filepath.ToSlash(path), "~/"); ok {
		return m.in(filepath.FromSlash(rest))
	}
	return filepath.Clean(path)
}

// further lists the recordings in a folder that the user has named: a client's
// folder, a part or a copy of it, or any folder of recordings. The client is
// that whose files lie and are named so, else it is not known.
func further(_, root string) (found []Entry, skipped int, err error) {
	var full error
	n := 0
	k := keeper{depth: furtherDepth, enter: func(rel string) bool { return full == nil && worthEntering(rel) }}
	err = k.walk(root, "", 0, func(rel string) {
		if n++; n > furtherMax {
			full = fmt.Errorf("stopped after %d files; give folders with recordings only", furtherMax)
			return
		}
		client, storage, id, encoded := recorded(filepath.Base(root), rel)
		if id == "" {
			return
		}
		e, ok := entryOf(client, filepath.Join(root, filepath.FromSlash(rel)), id, &skipped)
		if !ok {
			return
		}
		if storage != "" {
			e.Path = filepath.Join(root, filepath.FromSlash(storage)) + SessionMark + id
		}
		e.Folder, e.Encoded = encoded, encoded != ""
		found = append(found, e)
	}, &skipped)
	return plainFirst(found), skipped, errors.Join(err, full)
}

// worthEntering leaves out folders without recordings, and those that hold
// parts of one.
func worthEntering(rel string) bool {
	switch name := base(rel); name {
	case ".git", "node_modules", "subagents":
		return false
	case "message", "part":
		return base(strings.TrimSuffix(rel, "/"+name)) != "storage"
	}
	return true
}

// recorded tells by its path below a further folder whether a file is a
// recording: the client where that shows, its id, the storage folder of
// OpenCode that it stands in, and the encoded working folder. root is the name
// of the further folder.
func recorded(root, rel string) (client, storage, id, folder string) {
	parts := strings.Split(root+"/"+rel, "/")
	for i := len(parts) - 1; i >= 0; i-- {
		tail := strings.Join(parts[i:], "/")
		for _, k := range keepers {
			if k.told == nil {
				continue
			}
			id, ok := k.told(tail)
			if !ok || id == "" {
				continue
			}
			if s, _ := storageSession(tail); s != "" && k.client == "opencode" {
				if storage = strings.TrimSuffix(rel, strings.TrimPrefix(tail, s)); i == 0 {
					storage = "." // it was named itself
				}
			}
			if k.encoded && i+1 < len(parts) {
				folder = parts[i]
			}
			return k.client, storage, id, folder
		}
	}
	name := base(rel)
	stem := strings.TrimSuffix(strings.TrimSuffix(name, ".zst"), ".gz")
	for _, end := range [...]string{recordEnd, ".ndjson", ".har"} {
		if id, ok := strings.CutSuffix(stem, end); ok && !strings.HasPrefix(name, "agent-") && !strings.HasSuffix(id, ".trajectory") {
			if n := len(parts); n >= 2 && end == recordEnd && stem == name && claudeFolderName(parts[n-2]) {
				return "claude-code", "", id, parts[n-2]
			}
			return "", "", id, ""
		}
	}
	if id, ok := taskSession(strings.Join(parts[max(len(parts)-2, 0):], "/")); ok {
		return "", "", id, ""
	}
	return "", "", "", ""
}

// claudeFolderName reports whether a folder is named as Claude Code names that
// of a project: the path with a hyphen for each separator. Pi's names end with
// hyphens too.
func claudeFolderName(name string) bool {
	return len(name) > 1 && name[0] == '-' && !strings.HasSuffix(name, "--")
}
