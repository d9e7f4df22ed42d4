//go:build !race

package cli

// racing: the race detector is off.
const racing = false
