package scheme

import "unicode/utf8"

// closeMatchMax bounds the names that are compared by likeness, in bytes: the
// cost grows with more than the square of their length.
const closeMatchMax = 1024

// closeMatch returns the possibility that is most like a word, if it is at
// least as like as the cutoff: what Python's difflib.get_close_matches gives
// for n=1. Of several at one likeness it is the greatest by code points. Names
// of more than closeMatchMax bytes are like none.
func closeMatch(word string, possibilities []string, cutoff float64) (best string, ok bool) {
	if len(word) > closeMatchMax {
		return "", false
	}
	m := newMatcher(word)
	likeness := 0.0
	for _, p := range possibilities {
		if len(p) > closeMatchMax || m.bound(p) < cutoff {
			continue
		}
		r := m.ratio(p)
		if r >= cutoff && (!ok || r > likeness || r == likeness && p > best) {
			best, likeness, ok = p, r, true
		}
	}
	return best, ok
}

// matcher compares texts with one word the way difflib.SequenceMatcher(None,
// text, word) does: it takes the longest common run, the first of the text and
// then of the word, and does the same on both sides of it.
type matcher struct {
	b []rune
	// at holds the places of a character in the word; characters that a word of
	// 200 and more has too often (autojunk) are not in it.
	at map[rune][]int
	// run and next are scratch: the length of the common run that ends at a place
	// of the word, one to the right.
	run, next []int
}

// autojunkFrom is the length from which on frequent characters do not begin a
// run.
const autojunkFrom = 200

func newMatcher(word string) *matcher {
	m := &matcher{b: []rune(word), at: map[rune][]int{}}
	for i, r := range m.b {
		m.at[r] = append(m.at[r], i)
	}
	if n := len(m.b); n >= autojunkFrom {
		for r, places := range m.at {
			if len(places) > n/100+1 {
				delete(m.at, r)
			}
		}
	}
	m.run, m.next = make([]int, len(m.b)+1), make([]int, len(m.b)+1)
	return m
}

// bound is what ratio can be at most, by the lengths alone.
func (m *matcher) bound(text string) float64 {
	n := utf8.RuneCountInString(text)
	return likeness(min(n, len(m.b)), n+len(m.b))
}

// ratio is twice the number of common characters by the number of all.
func (m *matcher) ratio(text string) float64 {
	a := []rune(text)
	return likeness(m.matches(a, 0, len(a), 0, len(m.b)), len(a)+len(m.b))
}

func likeness(matches, all int) float64 {
	if all == 0 {
		return 1
	}
	return 2 * float64(matches) / float64(all)
}

// matches counts the characters of all common runs of a part of a with a part
// of the word.
func (m *matcher) matches(a []rune, alo, ahi, blo, bhi int) int {
	if alo >= ahi || blo >= bhi {
		return 0
	}
	i, j, size := m.longest(a, alo, ahi, blo, bhi)
	if size == 0 {
		return 0
	}
	return size + m.matches(a, alo, i, blo, j) + m.matches(a, i+size, ahi, j+size, bhi)
}

// longest finds the longest common run of two parts; of several the one that
// begins first in a, and of those first in the word. It begins at a character
// that is not junk and then grows over any.
func (m *matcher) longest(a []rune, alo, ahi, blo, bhi int) (besti, bestj, size int) {
	besti, bestj = alo, blo
	clear(m.run)
	for i := alo; i < ahi; i++ {
		clear(m.next)
		for _, j := range m.at[a[i]] {
			if j < blo {
				continue
			}
			if j >= bhi {
				break
			}
			k := m.run[j] + 1
			m.next[j+1] = k
			if k > size {
				besti, bestj, size = i-k+1, j-k+1, k
			}
		}
		m.run, m.next = m.next, m.run
	}
	for besti > alo && bestj > blo && a[besti-1] == m.b[bestj-1] {
		besti, bestj, size = besti-1, bestj-1, size+1
	}
	for besti+size < ahi && bestj+size < bhi && a[besti+size] == m.b[bestj+size] {
		size++
	}
	return besti, bestj, size
}
