package sessions

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hopscope/journey"
	"hopscope/sessions/store"
)

const (
	// sourcesMax is how many inputs one session holds.
	sourcesMax = 255
	// filesMax is how many files of a folder are looked at.
	filesMax = 20_000
)

// Files lists the files for which paths stand: a file for itself, a folder for
// the files in it and below; a storage folder of OpenCode counts as one file.
// Hidden files and folders in a folder are left
// out, and compressed files beside the plain one. Whether a file is a recording
// is not looked at.
func Files(paths []string) ([]string, error) {
	var list []string
	for _, path := range paths {
		st, err := os.Stat(path)
		if err != nil {
			return nil, cannotOpen(path, err)
		}
		if !st.IsDir() {
			list = append(list, path)
			continue
		}
		files, err := folderFiles(path)
		if err != nil {
			return nil, err
		}
		list = append(list, files...)
	}
	return list, nil
}

func folderFiles(folder string) ([]string, error) { return walkFolder(folder, func(string) {}) }

// walkFolder is folderFiles, and tells of each folder that is looked into.
func walkFolder(folder string, looked func(path string)) ([]string, error) {
	var list []string
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && path == folder:
			return cannotOpen(path, err)
		case err != nil:
			return nil // what cannot be looked into holds nothing for us
		case d.IsDir() && store.IsStorage(path):
			list = append(list, path)
			return fs.SkipDir
		case path != folder && strings.HasPrefix(d.Name(), "."), d.IsDir() && d.Name() == "node_modules":
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.IsDir():
			looked(path)
		case d.Type().IsRegular() && !strings.HasSuffix(path, metaSuffix) && !store.Companion(path):
			list = append(list, path)
		}
		if len(list) >= filesMax {
			return fs.SkipAll
		}
		return nil
	})
	return plainFiles(list), err
}

// plainFiles leaves out what stands compressed beside itself, as in Codex's day
// folders: the plain file is the newer one. The list is in order, so it comes
// first.
func plainFiles(list []string) []string {
	plain := make(map[string]bool, len(list))
	return slices.DeleteFunc(list, func(path string) bool {
		plain[path] = true
		return plain[strings.TrimSuffix(path, ".zst")] && strings.HasSuffix(path, ".zst") ||
			plain[strings.TrimSuffix(path, ".gz")] && strings.HasSuffix(path, ".gz")
	})
}

// openFolder opens the recordings of a folder: sessions in the order in which
// they began, each followed by its subagents.
func openFolder(ctx context.Context, root string, o *Options) ([]*input, error) {
	seen := newFolder(root)
	files, err := seen.files(time.Now())
	if err != nil {
		return nil, err
	}
	o.folders = append(o.folders, seen)
	var list []*input
	var bad badFiles
	for _, path := range files {
		stamp := stampOf(path)
		found, err := openFile(ctx, path, roleRecording, o)
		if ctx.Err() != nil {
			closeAll(list)
			return nil, ctx.Err()
		}
		if err != nil {
			bad.add(root, path, err)
			seen.leave(path, stamp, time.Now())
			continue
		}
		seen.take(path)
		found.subagent(path)
		list = append(list, found)
		if len(list) > sourcesMax {
			closeAll(list)
			return nil, &Unreadable{Path: root, What: fmt.Sprintf("holds more than %d recordings", sourcesMax),
				Fix: "Give one of its folders, or use hopscope scan"}
		}
	}
	if len(list) == 0 {
		return nil, &Unreadable{Path: root, What: "holds no recording that hopscope knows", Tried: tried(),
			Seen: fmt.Sprintf("%d files", len(files)), Fix: fixUnknown, Near: bad.problems}
	}
	inOrder(list)
	bad.tell(list[0])
	return list, nil
}

// inOrder sorts the recordings of a folder: by the time at which their session
// began, within a session the main line first, then by path. A subagent with a
// session of its own belongs to the session that stands above all its parents.
func inOrder(list []*input) {
	above := roots(list)
	began := map[string]int64{}
	for _, in := range list {
		root := above[in]
		t, ok := began[root]
		if !ok || in.agent.ID == "" && in.peeked.Time > 0 && (t == 0 || in.peeked.Time < t) {
			began[root] = in.peeked.Time
		}
	}
	slices.SortStableFunc(list, func(a, b *input) int {
		return cmp.Or(
			cmp.Compare(began[above[a]], began[above[b]]),
			cmp.Compare(above[a], above[b]),
			cmp.Compare(min(len(a.agent.ID), 1), min(len(b.agent.ID), 1)),
			cmp.Compare(a.source.Path, b.source.Path),
		)
	})
}

// sessionsOf gives the session of each input: that above all its parents.
func sessionsOf(list []*input) []string {
	above := roots(list)
	ids := make([]string, len(list))
	for i, in := range list {
		ids[i] = above[in]
	}
	return ids
}

// roots finds for each recording the session above all its parents that are
// there. A circle ends where it closes.
func roots(list []*input) map[*input]string {
	parents := map[string]string{}
	for _, in := range list {
		if p := in.peeked.Parent; p != "" && p != in.peeked.Session {
			parents[in.peeked.Session] = p
		}
	}
	above := map[*input]string{}
	for _, in := range list {
		root := in.peeked.Session
		for range sourcesMax {
			up, ok := parents[root]
			if !ok {
				break
			}
			root = up
		}
		above[in] = root
	}
	return above
}

const metaSuffix = ".meta.json"

// subagent finds out whether a file of a folder is a subagent's, and what the
// file beside it says about it.
func (in *input) subagent(path string) {
	base := filepath.Base(path)
	id, isAgent := strings.CutPrefix(strings.TrimSuffix(base, filepath.Ext(base)), "agent-")
	if in.peeked.Agent == "" && !isAgent {
		return
	}
	in.agent = journey.Agent{ID: in.peeked.Agent}
	if in.agent.ID == "" {
		in.agent.ID = id
	}
	f, err := os.Open(strings.TrimSuffix(path, filepath.Ext(path)) + metaSuffix)
	if err != nil {
		return
	}
	defer f.Close()
	var meta struct{ AgentType, ToolUseID string }
	if json.NewDecoder(io.LimitReader(f, 1<<20)).Decode(&meta) == nil {
		in.agent.Type, in.agent.Parent = meta.AgentType, meta.ToolUseID
	}
}

func closeAll(list []*input) {
	for _, in := range list {
		if in.store != nil {
			in.store.Close()
		}
	}
}
