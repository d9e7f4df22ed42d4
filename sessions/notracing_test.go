//go:build !race

package sessions

// racing: the race detector is off.
const racing = false
