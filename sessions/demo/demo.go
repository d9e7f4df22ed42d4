// Package demo holds the built-in sessions: case files, each with one story
// and a guided tour. They are test fixtures too.
package demo

// Demo is one built-in session.
type Demo struct{ Name, Title, Story string }

// List returns the demos in the order in which they are shown.
func List() []Demo { return nil }

// Get returns the case file of a demo. name is its name, or another spelling
// of it; for any other name the error is an *UnknownError.
func Get(name string) ([]byte, error) { return nil, &UnknownError{Name: name} }

// UnknownError is a name that no demo has.
type UnknownError struct {
	Name string
	// Near are the names that come nearest, best first; Names are all.
	Near, Names []string
}

func (e *UnknownError) Error() string { return "demo: no demo is called " + e.Name }
