package sessions

import (
	"context"
	"hopscope/sessions/store"
)

// openKept opens a session of a database or of a storage folder, the newest or
// the one that the path names, with the sessions that its subagents keep. ok is
// false for every other path.
func openKept(ctx context.Context, path string, o *Options) (list []*input, ok bool, err error) {
	file, id := store.CutSession(path)
	if !store.HoldsMany(file) {
		return nil, false, nil
	}
	kept, err := store.SessionsOf(file)
	if err != nil || len(kept) == 0 {
		return nil, false, nil // opening it says why
	}
	kept = family(kept, id)
	kept = kept[:min(len(kept), sourcesMax)]
	for _, k := range kept {
		in, err := openFile(ctx, file+store.SessionMark+k.ID, roleAny, o)
		if err != nil {
			if len(kept) > 1 && ctx.Err() == nil {
				continue // a session without messages
			}
			closeAll(list)
			return nil, true, err
		}
		in.peeked.Session, in.peeked.Parent = k.ID, k.Parent
		if !k.Updated.IsZero() {
			in.peeked.Time = k.Updated.UnixMilli()
		}
		if k.Parent != "" {
			in.agent.ID = k.ID
		}
		list = append(list, in)
	}
	if len(list) == 0 {
		return nil, false, nil
	}
	inOrder(list)
	return list, true, nil
}

// family is the session with this id, or the newest that is no subagent's, and
// all that have it above them.
func family(kept []store.Kept, id string) []store.Kept {
	parent := map[string]string{}
	for _, k := range kept {
		parent[k.ID] = k.Parent
	}
	root := id
	if root == "" {
		root = kept[0].ID
		for range len(kept) {
			up := parent[root]
			if _, there := parent[up]; !there || up == "" {
				break
			}
			root = up
		}
	}
	var list []store.Kept
	for _, k := range kept {
		at := k.ID
		for range len(kept) {
			if at == root || at == "" {
				break
			}
			at = parent[at]
		}
		if at == root {
			list = append(list, k)
		}
	}
	return list
}
