package provider

import (
	"slices"
	"strings"

	"hopscope/journey"
)

// Defined returns the names that belong to types of Anthropic's own tools; a
// request with a function of that name and such a tool is refused, for all
// names of tools[] must be unique. The type is the newest known of the name.
func (anthropic) Defined() []journey.DefinedName {
	var list []journey.DefinedName
	for kind, name := range anthropicNames {
		list = append(list, journey.DefinedName{Name: journey.Wire(name), Type: kind})
	}
	newest := map[string]string{}
	for kind, name := range anthropicTextEditors {
		newest[name] = max(newest[name], kind)
	}
	for name, kind := range newest {
		list = append(list, journey.DefinedName{Name: journey.Wire(name), Type: kind})
	}
	slices.SortFunc(list, func(a, b journey.DefinedName) int { return strings.Compare(string(a.Name), string(b.Name)) })
	return list
}
