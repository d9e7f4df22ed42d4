package format

import (
	"cmp"
	"unicode/utf8"
)

// said is the Data of an exchange: a talk without its bodies.
type said struct {
	talk
	about
	refusal string
	client  Meta
	id      string
}

// about is what a request says of its conversation.
type about struct {
	opening
	// named is the session that the request names.
	named, model string
}

// said keeps what Merge needs of a talk.
func (w *captureWorker) said(t *talk) *said {
	s := &said{talk: *t, about: w.about(t), refusal: t.ex.refusal(), client: clientOf(t.ex.agent)}
	if s.provider != nil {
		s.id = s.provider.Info().ID
	}
	if s.model == "" {
		s.model = modelOfPath(t.ex.url)
	}
	if s.tools != nil && s.apart == nil {
		for i := range s.tools.Tools {
			s.tools.Tools[i].Rest = ""
		}
		s.list = w.bodies.listKey(s.tools)
	}
	if t.ex.log != nil {
		s.client, s.named = t.ex.log.meta, t.ex.log.meta.Session
	}
	ex := *t.ex
	ex.request, ex.response = nil, nil
	s.ex, s.apart = &ex, nil
	return s
}

// about reads what a request says of its conversation; what stands beside the
// messages once.
func (w *captureWorker) about(t *talk) about {
	a := t.apart
	if a == nil {
		return w.aboutOf(t.ex.request)
	}
	x, ok := w.bodies.abouts[a.sum]
	if !ok {
		x = w.aboutOf(a.rest(nil))
		if len(w.bodies.abouts) >= headsKept {
			clear(w.bodies.abouts)
		}
		w.bodies.abouts[a.sum] = x
	}
	for i := range a.items[:min(len(a.items), openingItems)] {
		if x.words != 0 && i >= promptItems {
			break
		}
		m := w.bodies.message(a.sums[i])
		if !m.opens {
			words, client := openingOf(a.slim(a.items[i], openingMax+utf8.UTFMax))
			m.opens, m.opening = true, opening{w.bodies.keys.text(words), client}
		}
		if i < promptItems {
			x.prompted = first(x.prompted, m.opening.prompted)
		}
		x.words = cmp.Or(x.words, m.opening.words)
	}
	return x
}

func (w *captureWorker) aboutOf(request []byte) about {
	words, client := openingOf(request)
	return about{opening: opening{w.bodies.keys.text(words), client}, named: namedSession(request, w.r.ids), model: modelOf(request)}
}
