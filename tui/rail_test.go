package tui

import (
	"testing"

	"hopscope/journey"
)

func TestRailOneLine(t *testing.T) {
	tests := []struct {
		d    *detail
		hop  int
		want string
	}{
		{askDetail(), -1, "hop 1/6 Real name ✗  not offered"},
		{askDetail(), 3, "hop 4/6 Model echo ●  as written  breaks at Real name"},
		{pairDetail(), -1, "hop 4/6 Model echo ✗  glued"},
		{clashDetail(), 0, "hop 1/6 Real name ●  registered  breaks at Safe form"},
	}
	for _, tt := range tests {
		if got := railOneLine(tt.d, tt.hop, 77).plain(); got != tt.want {
			t.Errorf("railOneLine(%d) = %q, want %q", tt.hop, got, tt.want)
		}
	}
}

func TestRailPointers(t *testing.T) {
	tests := []struct {
		first, last journey.Hop
		want        string
	}{
		{journey.HopNone, journey.HopWire, "                          ▼ breaks here"},
		{journey.HopSafe, journey.HopWire, "             ▼ first      ▼ breaks here"},
		{journey.HopEcho, journey.HopRegistered, "▼ breaks here                          ▼ first"},
		{journey.HopSafe, journey.HopRegistered, "▼ breaks     ▼ first"},
		{journey.HopNone, journey.HopNone, ""},
		{journey.HopNone, journey.HopReturn, "                                       ▼ breaks here"},
	}
	for _, tt := range tests {
		j := &journey.Journey{First: tt.first, Break: tt.last}
		if got := railPointer(j, railStep).plain(); got != tt.want {
			t.Errorf("railPointer(%v, %v) = %q, want %q", tt.first, tt.last, got, tt.want)
		}
	}
}
