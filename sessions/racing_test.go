//go:build race

package sessions

// racing: the race detector is on, and everything takes ten times as long.
const racing = true
