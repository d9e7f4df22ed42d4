package cli

import (
	"testing"
	"time"

	"hopscope/journey"
)

func TestBounds(t *testing.T) {
	at := func(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
	for _, tt := range []struct {
		times    []int64
		from, to time.Time
	}{
		{nil, time.Time{}, time.Time{}},
		{[]int64{0, 0}, time.Time{}, time.Time{}},
		{[]int64{5000, 0, 9000, 0}, at(5000), at(9000)},
		{[]int64{0, 9000, 5000}, at(5000), at(9000)},
	} {
		var rows []journey.Row
		for _, ms := range tt.times {
			rows = append(rows, journey.Row{Time: ms})
		}
		if from, to := bounds(rows); !from.Equal(tt.from) || !to.Equal(tt.to) {
			t.Errorf("bounds(%v) = %v, %v, want %v, %v", tt.times, from, to, tt.from, tt.to)
		}
	}
}
