//go:build !race

package tui

// racing: the race detector is off.
const racing = false
