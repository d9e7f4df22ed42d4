//go:build race

package cli

// racing: the race detector is on, and everything takes ten times as long.
const racing = true
