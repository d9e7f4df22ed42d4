package vocab

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// Distance returns the Levenshtein distance of a and b in code points: the
// least number of insertions, deletions and replacements that turn one into
// the other. A byte that is no valid UTF-8 counts as one code point, and all
// such bytes as equal.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x) < len(y) {
		x, y = y, x
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range y {
			cost := diagonal
			if r != s {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(y)]
}

// Near is a name with its distance from another.
type Near struct {
	Name     string
	Distance int
	// Index in the list that was searched.
	Index int
}

// Nearest returns the n names of among that are nearest to name by Distance,
// nearest first; at the same distance those that stand earlier come first.
// There is no limit to the distance. With n below 1 it returns all.
func Nearest(name string, among []string, n int) []Near {
	if n < 1 || n >= len(among) {
		return allNearest(name, among)
	}
	length := utf8.RuneCountInString(name)
	best := make([]Near, 0, n+1)
	for i, s := range among {
		// a difference in length is the least distance there can be
		if len(best) == n && difference(length, utf8.RuneCountInString(s)) >= best[n-1].Distance {
			continue
		}
		d := Distance(name, s)
		at, _ := slices.BinarySearchFunc(best, d+1, func(x Near, d int) int { return cmp.Compare(x.Distance, d) })
		if at == n {
			continue
		}
		best = slices.Insert(best, at, Near{s, d, i})
		best = best[:min(len(best), n)]
	}
	return best
}

func allNearest(name string, among []string) []Near {
	list := make([]Near, len(among))
	for i, s := range among {
		list[i] = Near{s, Distance(name, s), i}
	}
	slices.SortStableFunc(list, func(a, b Near) int { return cmp.Compare(a.Distance, b.Distance) })
	return list
}

func difference(a, b int) int {
	if a > b {
		return a - b
	}
	return b - a
}
