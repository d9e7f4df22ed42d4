package tui

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// size writes bytes in the unit that fits: 103 KB, 1.00 GB.
func size(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.2f GB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%d MB", n>>20)
	case n >= 1<<10:
		return fmt.Sprintf("%d KB", n>>10)
	}
	return fmt.Sprintf("%d B", n)
}

// lasted writes a short time: 0.9 s, 12 s, 3 min, 2 h.
func lasted(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < 2*time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < 2*time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	}
	return age(d)
}

// age is how long ago something was: now, 5 min, 2 h, 3 d, 1 y.
func age(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < day:
		return fmt.Sprintf("%d h", int(d.Hours()))
	case d < 365*day:
		return fmt.Sprintf("%d d", int(d/day))
	}
	return fmt.Sprintf("%d y", int(d/(365*day)))
}

// countedPlace is a number of a line or turn without a comma.
var countedPlace = regexp.MustCompile(`\b(?:lines?|turns?|to|and) \d{4,}\b`)

// groupedLines puts commas into the numbers of lines and turns.
func groupedLines(s string) string {
	return countedPlace.ReplaceAllStringFunc(s, func(m string) string {
		word, digits, _ := strings.Cut(m, " ")
		n, err := strconv.Atoi(digits)
		if err != nil {
			return m
		}
		return word + " " + comma(n)
	})
}
