package walk

import "bytes"

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
