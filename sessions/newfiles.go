package sessions

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"hopscope/sessions/follow"
)

// A folder that is followed is looked at for files that are new. Only when the
// time of one of its folders has changed are its files listed again.

const (
	// listPause is the shortest time between two listings of a folder.
	listPause = time.Second
	// coarse is how long two changes of a folder may have the same time.
	coarse = 2 * time.Second
	// watchedMax is how many folders the system is asked to watch; in further
	// ones a new file is found a second later.
	watchedMax = 2000
	// headMax is the size from which on a file that was not recognised stays so.
	headMax = 64 << 10
	// young is how long after a change a file may become a recording.
	young = time.Minute
	// statTime is ten times what it takes to look at the time of one folder.
	statTime = 100 * time.Microsecond
)

// folder is what is known of a folder among the paths.
type folder struct {
	root string
	// dirs are the times of the folders in it; listed is when that was.
	dirs   map[string]time.Time
	listed time.Time
	// known are the files that were there, with how they were; taken stands for
	// those that are read. waiting are those that were no recordings and may
	// become some: new ones, and what was written a moment ago.
	known   map[string]fileStamp
	waiting map[string]bool
	// pause is listPause, checked when the times of the folders were looked at.
	pause   time.Duration
	checked time.Time
}

// fileStamp tells whether a file has changed.
type fileStamp struct {
	size int64
	time time.Time
}

// taken is the stamp of a file that is read.
var taken = fileStamp{size: -1}

// stampOf is the stamp of now, zero for a file that is gone.
func stampOf(path string) fileStamp {
	st, err := os.Stat(path)
	if err != nil {
		return fileStamp{}
	}
	return fileStamp{st.Size(), st.ModTime()}
}

func newFolder(root string) *folder {
	return &folder{root: root, known: map[string]fileStamp{}, waiting: map[string]bool{}, pause: listPause}
}

// take notes that a file is read.
func (f *folder) take(path string) {
	f.known[path] = taken
	delete(f.waiting, path)
}

// leave notes that a file is no recording as it is now.
func (f *folder) leave(path string, s fileStamp, now time.Time) {
	f.known[path] = s
	if s.size <= headMax && (s.size == 0 || now.Sub(s.time) < young) {
		f.waiting[path] = true
	} else {
		delete(f.waiting, path)
	}
}

// files lists the files and notes the times of the folders.
func (f *folder) files(now time.Time) ([]string, error) {
	dirs := map[string]time.Time{}
	list, err := walkFolder(f.root, func(path string) {
		if st, err := os.Stat(path); err == nil {
			dirs[path] = st.ModTime()
		}
	})
	if err == nil {
		f.dirs, f.listed = dirs, now
	}
	return list, err
}

// changed reports whether a folder may hold other files than when it was
// listed. It is asked now and then, so that many folders cost little.
func (f *folder) changed(now time.Time) bool {
	if now.Sub(f.listed) < f.pause || now.Sub(f.checked) < time.Duration(len(f.dirs))*statTime {
		return false
	}
	f.checked = now
	for path, then := range f.dirs {
		st, err := os.Stat(path)
		since := f.listed.Sub(then)
		if err != nil || !st.ModTime().Equal(then) || since < coarse && since > -coarse {
			return true
		}
	}
	return false
}

// news lists the files that are new, or were no recordings and have changed.
func (f *folder) news(now time.Time) []string {
	var list []string
	look := func(path string) {
		old, there := f.known[path]
		if old == taken {
			return
		}
		if s := stampOf(path); s != old || !there {
			f.leave(path, s, now)
			if s.size > 0 {
				list = append(list, path)
			}
		}
	}
	if f.changed(now) {
		files, err := f.files(now)
		if err != nil {
			return nil // it is gone for now
		}
		for _, path := range files {
			look(path)
		}
		return list
	}
	for _, path := range slices.Sorted(maps.Keys(f.waiting)) {
		if look(path); f.known[path].size > 0 && now.Sub(f.known[path].time) >= young {
			delete(f.waiting, path) // a listing sees it when its folder changes
		}
	}
	return list
}

// watched are the folders that the system is asked to tell of.
func (f *folder) watched() []string {
	list := slices.Sorted(maps.Keys(f.dirs))
	return list[:min(len(list), watchedMax)]
}

// more is a Notifier to which paths can be added.
type more interface{ Add(paths []string) }

// lookForFiles opens the files that are new; false: nothing more is to be
// followed.
func (g *growth) lookForFiles(ctx context.Context, n follow.Notifier) bool {
	for _, f := range g.feed.op.folders {
		listed := f.listed
		for _, path := range f.news(time.Now()) {
			if !g.join(ctx, f, path, n) {
				return false
			}
		}
		if w, ok := n.(more); ok && f.listed != listed {
			w.Add(f.watched())
		}
	}
	return true
}

// join opens a new file of a folder and reads it. What is no recording now may
// become one.
func (g *growth) join(ctx context.Context, f *folder, path string, n follow.Notifier) bool {
	op := g.feed.op
	in, err := openFile(ctx, path, roleRecording, &op.options)
	if err != nil {
		return ctx.Err() == nil
	}
	f.take(path)
	index := len(op.inputs)
	switch {
	case index >= sourcesMax:
		closeAll([]*input{in})
		if !g.full {
			g.full = true
			g.feed.b.Problem(0, fmt.Sprintf("the folder holds more than %d recordings; %s and later ones are not read", sourcesMax, filepath.Base(path)), "give one of its folders")
			return g.send(ctx, g.feed.update())
		}
		return true
	case in.captured() || g.captured():
		// Captures are joined with what is there: all is read again.
		closeAll([]*input{in})
		g.send(ctx, Update{Rewritten: true})
		return false
	}
	if in.store != nil {
		in.stamp = in.store.Stamp()
	}
	in.subagent(path)
	op.more.Lock()
	op.inputs = append(op.inputs, in)
	op.more.Unlock()
	return g.added(ctx, index, in, n)
}

// captured reports whether there are captures.
func (g *growth) captured() bool { return slices.ContainsFunc(g.feed.op.inputs, (*input).captured) }

// added reads an input that has joined the others, and follows it.
func (g *growth) added(ctx context.Context, index int, in *input, n follow.Notifier) bool {
	f := g.feed
	if in.agent.ID != "" {
		f.b.About(in.agent)
	}
	if f.op.mask != nil {
		f.op.mask.learn(in.source.Path)
	}
	f.index = index
	f.before, f.at = f.before+f.at, 0
	f.total = f.before + max(in.source.Size, 0)
	source := in.source
	if !g.send(ctx, Update{Source: index, New: &source, Progress: f.progress()}) {
		return false
	}
	var err error
	if in.store == nil {
		f.document(in)
	} else {
		err = f.guarded(ctx, in)
	}
	in.stopped = err != nil
	if !f.done(in, err) || ctx.Err() != nil {
		return false
	}
	if g.take(uint8(index), in) {
		if w, ok := n.(more); ok {
			w.Add(in.store.Watched())
		}
	}
	return true
}
