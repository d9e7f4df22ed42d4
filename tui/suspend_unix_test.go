//go:build unix

package tui

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// TestJobControl starts this test as the leader of a session, as a terminal
// does with its first command, and as a job of its own, as a shell does.
func TestJobControl(t *testing.T) {
	if os.Getenv("HOPSCOPE_JOB_TEST") != "" {
		fmt.Println("jobs:", jobControl())
		return
	}
	for _, tt := range []struct {
		name string
		attr *syscall.SysProcAttr
		want string
	}{
		{"leader of a session", &syscall.SysProcAttr{Setsid: true}, "jobs: false"},
		{"job of a shell", &syscall.SysProcAttr{Setpgid: true}, "jobs: true"},
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestJobControl$")
		cmd.Env = append(os.Environ(), "HOPSCOPE_JOB_TEST=1")
		cmd.SysProcAttr = tt.attr
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), tt.want) {
			t.Errorf("%s: %s, %v, want %s", tt.name, out, err, tt.want)
		}
	}
}
