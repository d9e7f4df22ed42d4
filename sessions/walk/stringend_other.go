//go:build !amd64 || purego

package walk

// stringEnd is written for some processors only. Elsewhere it looks at nothing
// and leaves all to stringRest.
func stringEnd([]byte, bool) (at int, plain bool) { return ^0, false }

const wide = false
