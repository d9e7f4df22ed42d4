//go:build !unix

package tui

// jobControl: there is no job control to come back by.
func jobControl() bool { return false }
