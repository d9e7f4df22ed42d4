package walk

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

const (
	lowBits   = 0x0101010101010101
	highBits  = 0x8080808080808080
	quotes    = 0x2222222222222222
	backslash = 0x5C5C5C5C5C5C5C5C
)

// shortEnd is the end of a string of at most 15 bytes without escapes, as most
// keys are; -1 for others, and where fewer than 16 bytes are left.
func shortEnd(b []byte) int {
	if len(b) < 16 {
		return -1
	}
	for i := 0; i < 16; i += 8 {
		// The lowest high bit of m is that of the first quote or backslash.
		x := binary.LittleEndian.Uint64(b[i:])
		q, s := x^quotes, x^backslash
		if m := ((q-lowBits)&^q | (s-lowBits)&^s) & highBits; m != 0 {
			if i += bits.TrailingZeros64(m) >> 3; b[i] == '"' {
				return i
			}
			return -1
		}
	}
	return -1
}

// stringRest returns the index in b of the quote that ends the string whose
// first byte is b[from], -1 without one: the first quote at i or behind it with
// an even number of backslashes before. No quote that ends the string stands
// before i.
func stringRest(b []byte, from, i int) int {
	for {
		j := bytes.IndexByte(b[i:], '"')
		if j < 0 {
			return -1
		}
		j += i
		// Most quotes are told by one look back: the loop is for the rest.
		if j == from || b[j-1] != '\\' {
			return j
		}
		k := j - 1
		for k > from && b[k-1] == '\\' {
			k--
		}
		if (j-k)&1 == 0 {
			return j
		}
		i = j + 1
	}
}
