package tui

import (
	"testing"

	"github.com/charmbracelet/x/exp/golden"
)

// The screens of details made by hand, at the sizes of the design.
func TestScreens(t *testing.T) {
	for _, s := range []struct {
		name, path string
		detail     func() *detail
	}{
		{"ask", "no-such-tool-2.0.37-excerpt.jsonl", askDetail},
		{"clash", "names.txt", clashDetail},
		{"pair", "rollout-2026-11-29T18-13-20-a187a81.jsonl", pairDetail},
	} {
		for _, size := range []struct {
			name string
			w, h int
		}{{"60x15", 60, 15}, {"80x24", 80, 24}, {"100x30", 100, 30}, {"120x40", 120, 40}, {"200x55", 200, 55}, {"44x9", 44, 9}} {
			t.Run(s.name+"/"+size.name, func(t *testing.T) {
				d := staged(t, s.detail(), s.path, size.w, size.h)
				golden.RequireEqual(t, d.screen())
			})
		}
	}
}
