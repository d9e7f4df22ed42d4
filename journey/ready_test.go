package journey

import (
	"slices"
	"testing"
)

func TestReady(t *testing.T) {
	cat := Catalog{Servers: []ServerEntry{{Key: "a"}, {Key: "b"}}, Tools: []Tool{{Server: "c"}, {Server: "a"}, {}}}
	for _, tt := range []struct {
		name      string
		connected []Server
		options   map[string]string
		want      []Server
		only      bool
	}{
		{"catalog order", nil, nil, []Server{"a", "b", "c"}, false},
		{"connected", []Server{"c", "a", "c"}, nil, []Server{"c", "a"}, true},
		{"nobody", []Server{}, nil, nil, true},
		{"option connected", nil, map[string]string{"connected": "b, c,"}, []Server{"b", "c"}, true},
		{"connected beats its option", []Server{"a"}, map[string]string{"connected": "b"}, []Server{"a"}, true},
		{"order first", nil, map[string]string{"order": "c"}, []Server{"c", "a", "b"}, false},
		{"order among connected", []Server{"a", "b"}, map[string]string{"order": "c,b"}, []Server{"b", "a"}, true},
		{"empty option", nil, map[string]string{"connected": ""}, nil, true},
	} {
		got, only := Setting{Catalog: cat, Connected: tt.connected, Options: tt.options}.Ready()
		if !slices.Equal(got, tt.want) || only != tt.only {
			t.Errorf("%s: Ready() = %v, %v, want %v, %v", tt.name, got, only, tt.want, tt.only)
		}
	}
}
