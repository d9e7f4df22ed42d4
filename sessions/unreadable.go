package sessions

// Unreadable is an input that is there but is nothing that hopscope knows.
type Unreadable struct {
	Path string
	// What is wrong, in one sentence without a full stop.
	What string
	// Seen describes the beginning of the input for people: first bytes, size.
	Seen string
	// Tried are the formats that were tried, in order.
	Tried []string
	// Fix begins with a verb.
	Fix string
	// Head is the first bytes of the input, at most 16.
	Head []byte
}

// Error says which input, what is wrong and what to do.
func (u *Unreadable) Error() string {
	s := u.Path + ": " + u.What
	if u.Fix != "" {
		s += ". " + u.Fix
	}
	return s
}
