package sessions

import "hopscope/journey"

// Loaded is what was read so far. One owner applies updates to it; it is not
// safe for concurrent use.
type Loaded struct {
	// Session holds the calls of all recordings; Row.Source tells them apart.
	Session *journey.Session
	// Catalog is all catalogs in the order of the inputs, merged.
	Catalog journey.Catalog
	// Sources are all inputs, catalogs too. It is Session.Sources.
	Sources []journey.Source
	// Bodies reads what the session does not keep.
	Bodies journey.Bodies
	// Progress of the last update.
	Progress Progress
	// Errors are the inputs that were not read to their end, in order.
	Errors []error
}

// Apply adds an update.
func (l *Loaded) Apply(u Update) {
	l.Session.Apply(u.Batch)
	if u.Catalog != nil {
		l.Catalog.Merge(*u.Catalog)
	}
	l.Progress = u.Progress
	if u.Err != nil {
		l.Errors = append(l.Errors, u.Err)
	}
}
