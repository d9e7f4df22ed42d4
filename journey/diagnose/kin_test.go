package diagnose

import (
	"slices"
	"testing"

	"hopscope/journey"
)

func TestKin(t *testing.T) {
	for _, x := range []struct {
		ids  []string
		want []int
	}{
		{nil, nil},
		{[]string{"a"}, nil},
		{[]string{"a", "a", ""}, nil},
		{[]string{"a", "b", "a", "", "b", ""}, []int{0, 1, 0, 2, 1, 3}},
		{[]string{"", ""}, nil},
	} {
		var list []journey.Source
		for _, id := range x.ids {
			list = append(list, journey.Source{Session: id})
		}
		if got := kin(list); !slices.Equal(got, x.want) {
			t.Errorf("kin(%q) = %v, want %v", x.ids, got, x.want)
		}
	}
}
