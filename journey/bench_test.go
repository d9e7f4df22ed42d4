package journey_test

import (
	"fmt"
	"testing"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
)

// catalogOf has n tools of 40 servers; of every ten one clashes, one has a twin,
// one a character that providers refuse and one a name that clients cut.
func catalogOf(n int) journey.Catalog {
	c := journey.Catalog{Complete: true}
	for i := range n {
		server, name := journey.Server(fmt.Sprintf("server_%d", i%40)), fmt.Sprintf("list_items_%d", i)
		switch k := i / 40; {
		case k%10 == 1:
			name = fmt.Sprintf("list.items_%d", i-40)
		case k%10 == 2:
			name = fmt.Sprintf("List-Items_%d", i-80)
		case k%10 == 3:
			name = fmt.Sprintf("docs.open_%d", i)
		case k%10 == 4:
			name = fmt.Sprintf("a_very_long_name_of_a_tool_that_goes_on_well_over_sixty_four_characters_%d", i)
		}
		c.Tools = append(c.Tools, journey.Tool{Server: server, Registered: journey.Registered(name), Line: i + 1})
	}
	return c
}

// Plan and census of 100, 1,000 and 10,000 tools: one provider, and all.
// 10,000 tools under claude-code are to take under 50 ms on two cores.
func BenchmarkCheck(b *testing.B) {
	for _, id := range []string{"verbatim", "claude-code", "native"} {
		s, err := scheme.Get(id)
		if err != nil {
			b.Fatal(err)
		}
		one := []journey.Provider{provider.Default(id)}
		for _, n := range []int{100, 1_000, 10_000} {
			set := journey.Setting{Catalog: catalogOf(n)}
			for name, provs := range map[string][]journey.Provider{"one": one, "all": provider.All()} {
				b.Run(fmt.Sprintf("%s/%d/%s", id, n, name), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						plan := s.Plan(set)
						journey.Censuses(&plan, provs, "")
					}
				})
			}
		}
	}
}
