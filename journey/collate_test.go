package journey_test

import (
	"testing"

	"hopscope/journey"
)

func TestLocaleCompare(t *testing.T) {
	compare := journey.LocaleCompare()
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"a_b", "a-b", -1}, {"a-b", "a.b", -1}, {"a", "A", -1}, {"A", "b", -1}, {"a1", "aa", -1},
		{"ab", "a_c", 1}, {"é", "f", -1}, {"x", "x", 0}, {"", "x", -1},
	} {
		if got := compare(c.a, c.b); got != c.want {
			t.Errorf("LocaleCompare(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
