package sessions

import (
	"errors"
	"fmt"
	"path/filepath"

	"hopscope/journey"
	"hopscope/sessions/store"
)

// badFiles are the files of a folder that could not be opened: those that are
// no recordings are counted, those that may be damaged ones are named.
type badFiles struct {
	other    int
	more     int
	problems []journey.Problem
}

// badMax is how many damaged files of a folder are named.
const badMax = 50

func (b *badFiles) add(folder, path string, err error) {
	what, fix, bad := damage(err)
	if !bad {
		b.other++
		return
	}
	if len(b.problems) == badMax {
		b.more++
		return
	}
	where, relErr := filepath.Rel(folder, path)
	if relErr != nil {
		where = path
	}
	b.problems = append(b.problems, journey.Problem{Where: where, What: "the file " + what, Fix: fix + "; the other files of the folder are read"})
}

// tell gives what was found to the first recording of the folder.
func (b *badFiles) tell(in *input) {
	if b.other > 0 {
		in.source.Notes = append(in.source.Notes, fmt.Sprintf("files of the folder that are no recordings: %d", b.other))
	}
	if n := len(b.problems) + b.more; n == 1 {
		in.source.Notes = append(in.source.Notes, "1 file of the folder cannot be read: see the problems")
	} else if n > 1 {
		in.source.Notes = append(in.source.Notes, fmt.Sprintf("%d files of the folder cannot be read: see the problems", n))
	}
	in.problem = append(in.problem, b.problems...)
}

// damage reports whether an error speaks of a file that may be a recording:
// one that is damaged, cut, too large, or may not be read.
func damage(err error) (what, fix string, bad bool) {
	var u *Unreadable
	if !errors.As(err, &u) {
		return "cannot be read: " + err.Error(), "Check the file", true
	}
	var unfit *store.Unfit
	switch {
	case len(u.Near) > 0:
		return "comes near to a format that is read: " + u.Near[0].What, "Check the file", true
	case errors.As(u.Err, &unfit):
		return u.What, u.Fix, unfit.Err != nil
	case u.Err != nil:
		return u.What, u.Fix, true
	case u.Cut:
		return "is JSON that ends too early: cut while it was written or copied", "Take a whole copy", true
	}
	return "", "", false
}
