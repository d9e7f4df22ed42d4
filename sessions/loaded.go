package sessions

import (
	"hopscope/journey"
	"hopscope/sessions/casefile"
)

// Loaded is what was read so far. One owner applies updates to it; it is not
// safe for concurrent use.
type Loaded struct {
	// Session holds the calls of all recordings; Row.Source tells them apart.
	// Of what a session has only once (id, folder, client) the last input
	// that says it counts; Sources has it for each input.
	Session *journey.Session
	// Catalog is all catalogs in the order of the inputs, merged.
	Catalog journey.Catalog
	// Sources are all inputs, catalogs too. It is Session.Sources.
	Sources []journey.Source
	// Bodies reads what the session does not keep.
	Bodies journey.Bodies
	// Case is the first case file among the inputs, nil without one.
	Case *casefile.Case
	// Progress of the last update.
	Progress Progress
	// Errors are why inputs were not read to their end, in order.
	Errors []error
	// Done counts the inputs that are read.
	Done int

	mask *masking
	// stays: the session is followed.
	stays bool
}

// trim gives back memory behind the last line: all that is not needed where the
// session stays, else only what is worth a copy of its rows.
func (l *Loaded) trim() {
	const much, all = 16, 256
	if l.stays {
		l.Session.Trim(all)
	} else {
		l.Session.Trim(much)
	}
}

// Masked is the number of places that were masked so far in what was read and
// looked at; 0 where nothing is masked.
func (l *Loaded) Masked() int {
	if l.mask == nil {
		return 0
	}
	return l.mask.count()
}

// Mask hides the secrets in a text that is about to be shown, where the Opening
// masks; else it is s.
func (l *Loaded) Mask(s string) string {
	if l.mask == nil {
		return s
	}
	return l.mask.text(s)
}

// expectFrom is how much of the inputs has to be read before their calls are
// reckoned from it, in bytes.
const expectFrom = 4 << 20

// Apply adds an update.
func (l *Loaded) Apply(u Update) {
	if l.mask != nil {
		l.mask.update(l.Session, &u)
	}
	b := u.Batch
	if u.New != nil && u.Source == len(l.Sources) {
		l.Sources = append(l.Sources, *u.New)
		l.Session.Sources = l.Sources
	}
	if u.Source < len(l.Sources) {
		s := &l.Sources[u.Source]
		s.Notes = append(s.Notes, b.Notes...)
		b.Notes = nil // Session.Apply would give them to the first source
		s.Client = keep(b.Client.ID, s.Client)
		s.Version = keep(b.Client.Version, s.Version)
		s.Session = keep(b.ID, s.Session)
		l.Session.Sources = l.Sources
	}
	if u.Mended != "" {
		l.mend(u.Mended)
	}
	if p := u.Progress; p.Bytes >= expectFrom && p.Total > p.Bytes {
		l.Session.Expect(int(float64(p.Calls) * float64(p.Total) / float64(p.Bytes)))
	}
	l.Session.Apply(b)
	if u.Catalog != nil {
		if u.Source < len(l.Sources) {
			for i := range u.Catalog.Tools {
				u.Catalog.Tools[i].File = l.Sources[u.Source].Path
			}
		}
		l.Catalog.Merge(*u.Catalog)
	}
	l.Progress = u.Progress
	if u.Err != nil {
		l.Errors = append(l.Errors, u.Err)
	}
	if u.Done {
		if l.Done++; l.Done == len(l.Sources) {
			l.trim()
		}
	}
}

// mend takes the last problem at this place away.
func (l *Loaded) mend(where string) {
	s := l.Session
	for i := len(s.Problems) - 1; i >= 0; i-- {
		if s.Problems[i].Where == where {
			s.Problems = append(s.Problems[:i:i], s.Problems[i+1:]...)
			s.ProblemCount--
			return
		}
	}
}

func keep(news, old string) string {
	if news != "" {
		return news
	}
	return old
}
