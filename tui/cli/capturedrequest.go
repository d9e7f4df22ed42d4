package cli

import (
	"slices"

	"hopscope/sessions"
)

// requestBodies are the bodies of requests that a file holds, the newest
// first, for it has the longest history.
func requestBodies(data []byte) [][]byte {
	list := sessions.RequestBodies(data)
	slices.Reverse(list)
	return list
}
