package casefile

import (
	"hopscope/journey"
	"hopscope/journey/provider"
)

// providerID resolves an id, an alias or a known label of a provider; free
// text stays as it is, for "gateway" in it is evidence. So does "openai", which
// has two contracts: the client decides.
func providerID(label string) string {
	if label == "" || journey.PlainID(label) == "openai" {
		return label
	}
	p, err := provider.Get(label)
	if err != nil {
		return label
	}
	return p.Info().ID
}
