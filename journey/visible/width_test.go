package visible

import (
	"strings"
	"testing"
)

func TestWidth(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   string
		want int
	}{
		{"", 0}, {"read", 4}, {"日本", 4}, {"e\u0301", 1}, {"\u202e", 8}, {"\x1b[1m", 7}, {"…", 1}, {"✗≡–◆≠", 5}, {"👩\u200d💻", 12},
	}
	for _, tt := range tests {
		if got := Width(tt.in); got != tt.want {
			t.Errorf("Width(%+q) = %d, want %d", tt.in, got, tt.want)
		}
	}
}

func TestCutAndMiddle(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in          string
		w           int
		cut, middle string
	}{
		{"", 0, "", ""},
		{"read", 4, "read", "read"},
		{"read", 3, "re…", "re…"},
		{"read", 1, "…", "…"},
		{"read", 0, "", ""},
		{"read", -1, "", ""},
		{"mcp__docs__open", 10, "mcp__docs…", "mcp__d…pen"},
		{"日本語日本語", 7, "日本語…", "日本…語"},
		{"日本語日本語", 6, "日本…", "日本…"},
		{"ab\u202ecd", 7, "ab<U+2…", "ab<U…cd"},
		{strings.Repeat("e\u0301", 9), 4, "e\u0301e\u0301e\u0301…", "e\u0301e\u0301…e\u0301"},
	}
	for _, tt := range tests {
		if got := Cut(tt.in, tt.w); got != tt.cut {
			t.Errorf("Cut(%+q, %d) = %+q, want %+q", tt.in, tt.w, got, tt.cut)
		}
		if got := Middle(tt.in, tt.w); got != tt.middle {
			t.Errorf("Middle(%+q, %d) = %+q, want %+q", tt.in, tt.w, got, tt.middle)
		}
	}
}

// A text of megabytes is cut as a short one is. Work that grew with the square
// of the length would not end here.
func TestCutLong(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"read_", "日本", "e\u0301", "\x1b[2J", "\u202e", "\x80", "\xf0\x9f", "👩\u200d💻", "\u1100\u1161", "a\u0301\u0301\u0301\u0301"} {
		short, long := strings.Repeat(unit, 60), strings.Repeat(unit, 1<<20)
		for w := 1; w < 30; w++ {
			cut, middle := Cut(long, w), Middle(long, w)
			if want := Cut(short, w); cut != want {
				t.Errorf("Cut(%+q..., %d) = %+q, want %+q", unit, w, cut, want)
			}
			if want := Middle(short, w); middle != want {
				t.Errorf("Middle(%+q..., %d) = %+q, want %+q", unit, w, middle, want)
			}
		}
	}
}
