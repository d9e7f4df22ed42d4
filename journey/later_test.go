package journey_test

import (
	"testing"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

// What a stored call means later is the client's own look-up: a name can go,
// or mean another tool.
func TestStoredMeaning(t *testing.T) {
	native, err := scheme.Get("native")
	if err != nil {
		t.Fatal(err)
	}
	before := journey.Ref{Name: "mcp/x"}
	for _, c := range []struct {
		name  string
		later []string
		want  journey.Meaning
	}{
		{"the same list", []string{"mcp/x", "read"}, journey.MeansSame},
		{"the form is now a tool's own name", []string{"mcp/x", "mcp_x"}, journey.MeansAnother},
		{"the tool has gone", []string{"read"}, journey.MeansGone},
		{"two share the form", []string{"mcp/x", "mcp.x"}, journey.MeansGone},
	} {
		var set journey.Setting
		for _, n := range c.later {
			set.Catalog.Tools = append(set.Catalog.Tools, journey.Tool{Registered: journey.Registered(n)})
		}
		p := native.Plan(set)
		if got, _ := journey.StoredMeaning(native, &p, journey.Called{Name: "mcp_x"}, journey.KindFunction, before); got != c.want {
			t.Errorf("%s: StoredMeaning(mcp_x) = %v, want %v", c.name, got, c.want)
		}
	}
}
