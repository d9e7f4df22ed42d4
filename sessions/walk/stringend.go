package walk

import "bytes"

const (
	lowBits   = 0x0101010101010101
	highBits  = 0x8080808080808080
	quotes    = 0x2222222222222222
	backslash = 0x5C5C5C5C5C5C5C5C
)

// marks has the high bit of each byte of x that is a quote or a backslash. Of
// those only the lowest is certain.
func marks(x uint64) uint64 {
	q, s := x^quotes, x^backslash
	return ((q-lowBits)&^q | (s-lowBits)&^s) & highBits
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
