//go:build !windows

package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/google/renameio/v2"
)

// newPending makes a file beside path, so that taking its place is one step of
// the file system.
func newPending(path string, mode fs.FileMode) (pending, error) {
	p, err := renameio.NewPendingFile(path, renameio.WithTempDir(filepath.Dir(path)),
		renameio.WithPermissions(mode), renameio.WithExistingPermissions())
	if err != nil {
		return nil, err
	}
	return p, nil
}

// lockFolder waits until no other saver works in the folder and returns what
// lets the next one in. A program that is killed holds no lock. Where a folder
// cannot be locked, nobody waits.
func lockFolder(dir string) (unlock func()) {
	f, err := os.Open(dir)
	if err != nil {
		return func() {}
	}
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if err != syscall.EINTR {
			break
		}
	}
	return func() { f.Close() }
}
