package scheme_test

import (
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

// nameGen makes names that meet each other often, and hostile ones.
func nameGen() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringMatching(`[ab._/ -]{0,4}`),
		rapid.StringMatching(`[ab]{60,70}[._]`),
		rapid.SampledFrom([]string{"tool", "tool_search", "tool.search", "reset tools", "Task", "Agent", "Bash", "検索", "調査", "🙂", "é", "e\u0301", "x\u200b", "\xff"}),
		rapid.String(),
	)
}

func settingGen() *rapid.Generator[journey.Setting] {
	return rapid.Custom(func(t *rapid.T) journey.Setting {
		var set journey.Setting
		servers := []journey.Server{"", "a", "a.b", "a_b", "a__b", "ide", "claude.ai x", "服务"}
		for range rapid.IntRange(0, 12).Draw(t, "tools") {
			tool := journey.Tool{Server: rapid.SampledFrom(servers).Draw(t, "server")}
			name := nameGen().Draw(t, "name")
			if rapid.IntRange(0, 5).Draw(t, "form") == 0 {
				tool.Form, tool.Server, tool.Safe = journey.FormSafe, "", journey.Safe(name)
			} else {
				tool.Registered = journey.Registered(name)
			}
			tool.Deferred = rapid.IntRange(0, 9).Draw(t, "deferred") == 0
			tool.Disabled = rapid.IntRange(0, 9).Draw(t, "disabled") == 0
			set.Catalog.Tools = append(set.Catalog.Tools, tool)
		}
		set.Builtins = rapid.Bool().Draw(t, "builtins")
		set.ToolSearch = rapid.Bool().Draw(t, "search")
		if rapid.IntRange(0, 3).Draw(t, "some") == 0 {
			set.Connected = rapid.SliceOfN(rapid.SampledFrom(servers), 0, 4).Draw(t, "connected")
		}
		return set
	})
}

// checkPlan holds what every plan keeps: all tools of the catalog are in it,
// ByWire reaches only what is not left out, and sharing goes both ways.
func checkPlan(t interface{ Fatalf(string, ...any) }, s journey.Scheme, p *journey.Plan) {
	id := s.Info().ID
	if len(p.Tools) < len(p.Setting.Catalog.Tools) {
		t.Fatalf("%s: %d namings for %d tools", id, len(p.Tools), len(p.Setting.Catalog.Tools))
	}
	for w, i := range p.ByWire {
		if p.Tools[i].Status == journey.LeftOut || p.Tools[i].Wire != w {
			t.Fatalf("%s: ByWire[%v] = %d, which is %v as %v", id, w, i, p.Tools[i].Status, p.Tools[i].Wire)
		}
	}
	for i := range p.Tools {
		for _, k := range p.Tools[i].SharesWith {
			if k == i || p.Tools[k].Wire != p.Tools[i].Wire {
				t.Fatalf("%s: tool %d shares with %d: %v and %v", id, i, k, p.Tools[i].Wire, p.Tools[k].Wire)
			}
		}
	}
}

func TestPlansAreStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := settingGen().Draw(t, "setting")
		for _, s := range scheme.All() {
			set.Options = optionsGen(s).Draw(t, s.Info().ID)
			p := s.Plan(set)
			checkPlan(t, s, &p)
			for range 3 {
				if again := s.Plan(set); !reflect.DeepEqual(p, again) {
					t.Fatalf("%s: two plans of one setting differ", s.Info().ID)
				}
			}
			for i := range p.Tools {
				if one, two := s.Identity(&p, i), s.Identity(&p, i); !reflect.DeepEqual(one, two) {
					t.Fatalf("%s: two identities of one tool differ: %+v and %+v", s.Info().ID, one, two)
				}
			}
		}
	})
}

// A group of many twins must not cost their square.
func TestManyTwinsStayCheap(t *testing.T) {
	var list []string
	for i := range 20000 {
		list = append(list, string([]rune{rune(0x4e00 + i), '検'}))
	}
	for _, s := range scheme.All() {
		set := catalogOf()
		for _, name := range list {
			set.Catalog.Tools = append(set.Catalog.Tools, mcp("s", name))
		}
		p := s.Plan(set)
		if got, want := len(p.Tools[0].SharesWith), len(list)-1; got != 0 && got != want {
			t.Errorf("%s: the first twin shares with %d, want all %d others or none", s.Info().ID, got, want)
		}
	}
}

// BenchmarkPlan names 10,000 tools: 4 to 16 ms a scheme on two busy cores.
func BenchmarkPlan(b *testing.B) {
	var set journey.Setting
	for i := range 10000 {
		set.Catalog.Tools = append(set.Catalog.Tools, journey.Tool{Server: journey.Server(fmt.Sprint("server", i%50)), Registered: journey.Registered(fmt.Sprintf("tool.%d_name", i))})
	}
	for _, s := range scheme.All() {
		b.Run(s.Info().ID, func(b *testing.B) {
			for b.Loop() {
				s.Plan(set)
			}
		})
	}
}
