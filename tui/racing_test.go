//go:build race

package tui

// racing: the race detector is on, and everything takes ten times as long.
const racing = true
