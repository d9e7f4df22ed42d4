package diagnose

import (
	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
)

// Speaker is what is known of who worded a refusal.
type Speaker struct {
	// Plan is the request that the text is about; nil: the catalog as it is.
	Plan *journey.Plan
	// Provider and Scheme are whose text it is taken for where they word such a
	// text; nil, or where they do not, it may be anybody's.
	Provider journey.Provider
	Scheme   journey.Scheme
}

func (s *Speaker) providers(text string) []journey.Provider {
	if s.Provider != nil {
		if _, ok := s.Provider.Recognise(text); ok {
			return []journey.Provider{s.Provider}
		}
	}
	return provider.All()
}

func (s *Speaker) schemes(text string) []journey.Scheme {
	if s.Scheme != nil {
		if _, ok := s.Scheme.Recognise(text); ok {
			return []journey.Scheme{s.Scheme}
		}
	}
	return scheme.All()
}
