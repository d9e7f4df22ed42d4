package format

import (
	"fmt"
	"strings"
)

// said is the Data of an exchange: a talk without its bodies.
type said struct {
	talk
	refusal, model string
	client         Meta
	id             string
	list           uint64
	// opening stands for the first words of the user, named for the session
	// that the request names, prompted for the client of its system prompt.
	opening         uint64
	named, prompted string
}

// said keeps what Merge needs of a talk.
func (r *captureReader) said(t *talk) *said {
	s := &said{talk: *t, refusal: t.ex.refusal(), model: t.ex.model(), client: clientOf(t.ex.agent)}
	if s.provider != nil {
		s.id = s.provider.Info().ID
	}
	if s.tools != nil {
		var b strings.Builder
		for i := range s.tools.Tools {
			x := &s.tools.Tools[i]
			x.Rest = ""
			fmt.Fprintf(&b, "%s\x00%s\x00%s\x00%v\x00", x.Wire.Namespace, x.Listed(), x.Schema, x.Deferred)
		}
		s.list = r.keys.text(b.String())
	}
	words, client := openingOf(t.ex.request)
	s.opening, s.prompted, s.named = r.keys.text(words), client, namedSession(t.ex.request, r.ids)
	if t.ex.log != nil {
		s.client, s.named = t.ex.log.meta, t.ex.log.meta.Session
	}
	ex := *t.ex
	ex.request, ex.response = nil, nil
	s.ex = &ex
	return s
}
