//go:build unix

package tui

import (
	"os"

	"golang.org/x/sys/unix"
)

// jobControl reports whether a shell waits for this process as for a job of
// its own: the process group is not that of the session's leader, and the
// parent of the group's leader is in the same session.
func jobControl() bool {
	group := unix.Getpgrp()
	session, err := unix.Getsid(0)
	if err != nil || group == session {
		return false
	}
	if group != os.Getpid() { // started by a script: its parent is not known here
		leader, err := unix.Getsid(group)
		return err != nil || leader == session
	}
	parent, err := unix.Getsid(os.Getppid())
	return err == nil && parent == session
}
