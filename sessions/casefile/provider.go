package casefile

import "hopscope/journey/provider"

// providerID resolves an id, an alias or a known label of a provider; free
// text stays as it is, for "gateway" in it is evidence.
func providerID(label string) string {
	if label == "" {
		return ""
	}
	p, err := provider.Get(label)
	if err != nil {
		return label
	}
	return p.Info().ID
}
