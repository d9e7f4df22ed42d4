package bundle

import (
	"slices"

	"hopscope/sessions/casefile"
)

// Trim returns the case with the lists of tools only that its calls were made
// under: for each call the list in force and the one before it, and the newest
// of all. The case is not changed.
func Trim(c *casefile.Case) *casefile.Case {
	if len(c.Timeline) <= 3 {
		return c
	}
	keep := make([]bool, len(c.Timeline))
	byAgent := map[string][]int{}
	for i := range c.Timeline {
		byAgent[c.Timeline[i].Agent] = append(byAgent[c.Timeline[i].Agent], i)
	}
	mark := func(list []int, turn int) {
		n, _ := slices.BinarySearchFunc(list, turn, func(i, turn int) int {
			if c.Timeline[i].Turn <= turn {
				return -1
			}
			return 1
		})
		for k := max(n-2, 0); k < max(n, 1) && k < len(list); k++ {
			keep[list[k]] = true
		}
	}
	turns := c.Turns()
	for i := range c.Calls {
		mark(byAgent[""], turns[i])
		if agent := c.Calls[i].Agent; agent != "" {
			mark(byAgent[agent], turns[i])
		}
	}
	keep[len(keep)-1] = true
	out := *c
	out.Timeline = nil
	for i := range c.Timeline {
		if keep[i] {
			out.Timeline = append(out.Timeline, c.Timeline[i])
		}
	}
	return &out
}
