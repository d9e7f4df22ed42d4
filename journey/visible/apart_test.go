package visible

import (
	"slices"
	"strings"
	"testing"
)

func TestApart(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   []string
		w    int
		want []string
	}{
		{[]string{"read", "a_long_name_of_a_tool"}, 10, []string{"read", "a_long…ool"}},
		{[]string{"mcp__github__list_open_issues_now", "mcp__github__list_done_issues_now"}, 20,
			[]string{"mcp__g…_open_issues…", "mcp__g…_done_issues…"}},
		{[]string{"same_long_name_here", "same_long_name_here"}, 8, []string{"same_…re", "same_…re"}},
		{nil, 8, []string{}},
	}
	for _, tt := range tests {
		if got := Apart(tt.in, tt.w); !slices.Equal(got, tt.want) {
			t.Errorf("Apart(%q, %d) = %q, want %q", tt.in, tt.w, got, tt.want)
		}
	}
}

// TestApartDistinct lays differences at every place of a long name.
func TestApartDistinct(t *testing.T) {
	t.Parallel()
	const long = "mcp__enterprise-search__documents_of_the_archive__open"
	var list []string
	for i := range len(long) {
		list = append(list, long[:i]+"X"+long[i+1:], long[:i]+"Y"+long[i+1:])
	}
	list = append(list, long, long+"_2", strings.Repeat("日", 30))
	for _, w := range []int{12, 20, 37} {
		seen := map[string]string{}
		for i, got := range Apart(list, w) {
			if Width(got) > w {
				t.Errorf("Apart in %d cells gives %q of %d", w, got, Width(got))
			}
			if other, ok := seen[got]; ok {
				t.Errorf("in %d cells %q and %q both look like %q", w, other, list[i], got)
			}
			seen[got] = list[i]
		}
	}
	for w := -1; w < 4; w++ {
		for _, got := range Apart(list, w) {
			if Width(got) > max(w, 0) {
				t.Errorf("Apart in %d cells gives %q", w, got)
			}
		}
	}
}
