package decide

import (
	"fmt"
	"testing"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
)

// manyTools are 5,000 declared tools.
func manyTools() []Declared { return toolsOf(5000) }

// toolsOf are n declared tools, some of them built-ins of a client.
func toolsOf(n int) []Declared {
	list := []Declared{{Wire: journey.WireName{Name: "Bash"}}, {Wire: journey.WireName{Name: "Read"}}, {Wire: journey.WireName{Name: "Edit"}}}
	for i := len(list); i < n; i++ {
		list = append(list, Declared{Wire: journey.WireName{Name: journey.Wire(fmt.Sprintf("mcp__server_%d__tool_number_%d", i%40, i))}})
	}
	return list
}

// One decision over 100, 1,000 and 10,000 tools.
func BenchmarkDecideMany(b *testing.B) {
	call := invocationOf("bash_tool")
	for _, n := range []int{100, 1_000, 10_000} {
		list := toolsOf(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				Decide(list, call, Options{})
			}
		})
	}
}

func BenchmarkDeskMany(b *testing.B) {
	desk, call := NewDesk(manyTools(), Options{}), invocationOf("bash_tool")
	for b.Loop() {
		desk.Decide(call)
	}
}

func BenchmarkPanelMany(b *testing.B) {
	panel, call := NewPanel(manyTools(), nil), invocationOf("bash_tool")
	for b.Loop() {
		panel.Answers(call)
	}
}

func BenchmarkClientsMany(b *testing.B) {
	list, call := manyTools(), invocationOf("bash_tool")
	for b.Loop() {
		Clients(list, call, nil)
	}
}

func BenchmarkMoveMany(b *testing.B) {
	var cat journey.Catalog
	cat.Form = journey.FormWire
	for _, d := range manyTools() {
		cat.Tools = append(cat.Tools, journey.Tool{Form: journey.FormWire, Wire: d.Wire})
	}
	s, _ := scheme.Get("claude-code")
	plan := s.Plan(journey.Setting{Catalog: cat})
	p, _ := provider.Get("anthropic-messages")
	r := Request{Plan: &plan, Provider: p}
	for b.Loop() {
		r.Move(Upstream{Client: "opencode"}, Options{})
	}
}
