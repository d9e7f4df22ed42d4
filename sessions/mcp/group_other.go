//go:build !unix

package mcp

import (
	"os/exec"
	"strconv"
)

func ownGroup(*exec.Cmd) {}

// killGroup ends the child with its tree by the system's own tool, and the
// child alone where that is missing.
func killGroup(cmd *exec.Cmd) {
	if cmd.Process == nil {
		return
	}
	if exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run() != nil {
		cmd.Process.Kill()
	}
}
