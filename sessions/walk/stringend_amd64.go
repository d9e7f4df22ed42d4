//go:build !purego

package walk

// stringEnd looks for the quote that ends a string of which the next byte is
// b[0], and returns its index. Without one it returns ^n, where n is how many
// bytes were looked at; there are fewer than 64 behind them. plain says that no
// backslash stands before it; it may be false all the same. wide allows the
// instructions of AVX2.
//
// It looks at 64 bytes at a time, may load bytes between the length and the
// capacity of b, and heeds none of them.
//
//go:noescape
func stringEnd(b []byte, wide bool) (at int, plain bool)

// wide reports whether the processor and the system have AVX2.
var wide = hasAVX2()

func hasAVX2() bool
