// Package follow tells when files that are being written have more to read,
// and reads what was appended to them.
package follow

import (
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Notifier tells that one of its files may have changed. A notice may be false
// and one notice may stand for many changes.
type Notifier interface {
	C() <-chan struct{}
	Close() error
}

// How often files are looked at: where the system tells of changes only now
// and then, for network file systems keep some to themselves.
const (
	pollTime   = 200 * time.Millisecond
	safetyTime = time.Second
)

// Watch tells of changes of the files at these paths, as the system reports
// them; where it does not, the files are due for a look five times a second.
// The folders are watched, not the files, so that a file which is replaced is
// seen too. Of a folder among the paths all changes are told, but not of those
// in folders below it.
func Watch(paths []string) Notifier {
	w := &watch{c: make(chan struct{}, 1), stop: make(chan struct{}), names: map[string]bool{}, whole: map[string]bool{}}
	system, every := w.listen(paths), safetyTime
	if system == nil {
		every = pollTime
	}
	w.done.Go(func() { w.run(system, every) })
	return w
}

type watch struct {
	c    chan struct{}
	stop chan struct{}
	once sync.Once
	done sync.WaitGroup
	// mu guards what follows; system is nil where the files are polled.
	mu     sync.Mutex
	names  map[string]bool
	whole  map[string]bool
	system *fsnotify.Watcher
}

// listen asks the system for the changes of the folders of all paths; nil when
// it refuses one of them.
func (w *watch) listen(paths []string) *fsnotify.Watcher {
	system, err := fsnotify.NewWatcher()
	if err != nil {
		return nil
	}
	files, whole, err := w.folders(paths)
	if err != nil {
		system.Close()
		return nil
	}
	for folder := range files {
		if system.Add(folder) != nil {
			system.Close()
			return nil
		}
	}
	for folder := range whole {
		_ = system.Add(folder) // without it changes are found by looking
	}
	w.system = system
	return system
}

// folders notes the paths and returns the folders to watch for files and those
// to watch themselves.
func (w *watch) folders(paths []string) (files, whole map[string]bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	files, whole = map[string]bool{}, map[string]bool{}
	for _, path := range paths {
		full, err := filepath.Abs(path)
		if err != nil {
			return nil, nil, err
		}
		st, err := os.Stat(full)
		for _, p := range []string{full, target(full)} {
			if err == nil && st.IsDir() {
				w.whole[p], whole[p] = true, true
				continue
			}
			w.names[p] = true
			files[filepath.Dir(p)] = true
		}
	}
	return files, whole, nil
}

// Add watches further paths. Where the system refuses, their changes are found
// by looking.
func (w *watch) Add(paths []string) {
	files, whole, err := w.folders(paths)
	if err != nil || w.system == nil {
		return
	}
	for _, list := range []map[string]bool{files, whole} {
		for folder := range list {
			_ = w.system.Add(folder)
		}
	}
}

// meant reports whether an event is about one of the paths.
func (w *watch) meant(name string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.names[name] || w.whole[filepath.Dir(name)]
}

// target is the file to which a link leads: changes are told of that one.
func target(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

func (w *watch) run(system *fsnotify.Watcher, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	var events <-chan fsnotify.Event
	var errs <-chan error
	if system != nil {
		defer system.Close()
		events, errs = system.Events, system.Errors
	}
	for {
		select {
		case <-w.stop:
			return
		case <-tick.C:
			w.tell()
		case e, ok := <-events:
			if !ok {
				events = nil
				tick.Reset(pollTime)
			} else if e.Op != fsnotify.Chmod && w.meant(e.Name) {
				w.tell()
			}
		case _, ok := <-errs: // an overflow, or the end of a folder
			if !ok {
				errs = nil
			}
			w.tell()
		}
	}
}

func (w *watch) tell() {
	select {
	case w.c <- struct{}{}:
	default:
	}
}

// C returns the notices.
func (w *watch) C() <-chan struct{} { return w.c }

// Close ends the watching.
func (w *watch) Close() error {
	w.once.Do(func() { close(w.stop) })
	w.done.Wait()
	return nil
}
