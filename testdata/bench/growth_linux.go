package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// growth prints tables of growing inputs: what is linear stays the same by the
// megabyte and by the thousand tools.
func (s *settings) growth(whole int64) error {
	sizes := []int64{10_000_000, 100_000_000, s.size}
	sizes = slices.DeleteFunc(sizes, func(n int64) bool { return n > s.size })
	fmt.Printf("\n| transcript | calls | `replay --format ndjson`: wall, ms | CPU, ms | CPU, ms a 100 MB | wall, of `wc -l` | memory at most, MB |\n|---|---|---|---|---|---|---|\n")
	for _, size := range slices.Compact(sizes) {
		of := s.shape
		of.size = size
		path, c, err := s.transcript(of)
		if err != nil {
			return err
		}
		list := []*contender{
			{name: "wc -l", args: []string{"wc", "-l", path}, scale: 1},
			{name: "hopscope", args: []string{s.bin, "replay", "--format", "ndjson", path}, scale: 1},
		}
		if err := rounds(list, s.rounds); err != nil {
			return err
		}
		h := list[1]
		cpu := median(h.each(cpuOf)) * 1000
		fmt.Printf("| %s | %d | %.0f | %.0f | %.0f | %.1f | %d |\n", megabytes(c.Bytes), c.Calls, median(h.each(wallOf))*1000, cpu,
			cpu*1e8/float64(c.Bytes), h.ratio(list[0], wallOf), h.rss()>>20)
	}
	fmt.Printf("\n| tools, half of them faulty | `check` with all providers, text: wall, ms | CPU, ms | memory at most, MB | json: wall, ms | CPU, ms | memory at most, MB |\n|---|---|---|---|---|---|---|\n")
	for _, n := range []int{100, 1_000, 10_000} {
		path := filepath.Join(s.dir, fmt.Sprintf("tools-%d.txt", n))
		if err := os.WriteFile(path, []byte(toolList(n)), 0o644); err != nil {
			return err
		}
		text := &contender{args: []string{s.bin, "check", "--provider", "all", path}, scale: 1}
		asJSON := &contender{args: []string{s.bin, "check", "--provider", "all", "--format", "json", path}, scale: 1}
		if err := rounds([]*contender{text, asJSON}, s.rounds); err != nil {
			return err
		}
		fmt.Printf("| %d |", n)
		for _, k := range []*contender{text, asJSON} {
			fmt.Printf(" %.0f | %.0f | %d |", median(k.each(wallOf))*1000, median(k.each(cpuOf))*1000, k.rss()>>20)
		}
		fmt.Println()
	}
	return nil
}

// toolList is a plain list of tools of 40 servers: of ten one clashes, one has a
// twin, one a character that providers refuse and one is too long.
func toolList(n int) string {
	var b strings.Builder
	for i := range n {
		name := fmt.Sprintf("list_items_%d", i)
		switch i / 40 % 10 {
		case 1:
			name = fmt.Sprintf("list.items_%d", i-40)
		case 2:
			name = fmt.Sprintf("List-Items_%d", i-80)
		case 3:
			name = fmt.Sprintf("docs.open_%d", i)
		case 4:
			name = fmt.Sprintf("a_very_long_name_of_a_tool_that_goes_on_well_over_sixty_four_characters_%d", i)
		}
		fmt.Fprintf(&b, "server_%d\t%s\n", i%40, name)
	}
	return b.String()
}
