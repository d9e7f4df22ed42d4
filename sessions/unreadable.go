package sessions

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"hopscope/journey"
	"hopscope/sessions/catalog"
	"hopscope/sessions/format"
	"hopscope/sessions/store"
	"hopscope/sessions/walk"
)

// Unreadable is an input that cannot be opened, or is nothing that hopscope
// knows.
type Unreadable struct {
	Path string
	// What is wrong, to stand behind the path, without a full stop: "is not
	// recognised: looks like a PDF document".
	What string
	// Seen describes the beginning of the input: first bytes, size, lines.
	Seen string
	// Tried are the ids of the formats that were tried, in order.
	Tried []string
	// Fix begins with a verb.
	Fix string
	// Head is the first bytes of the input, at most 16.
	Head []byte
	// Cut: it is the beginning of a JSON value.
	Cut bool
	// Near says why content that came near to a known format is none.
	Near []journey.Problem
	// Err is the error of the system, nil when the content was read.
	Err error
}

// Error says which input, what is wrong and what to do.
func (u *Unreadable) Error() string {
	s := u.Path + " " + u.What
	for _, p := range u.Near {
		s += "; " + p.Where + ": " + p.What
	}
	if u.Fix != "" {
		s += ". " + u.Fix
	}
	return s
}

// Unwrap returns the error of the system.
func (u *Unreadable) Unwrap() error { return u.Err }

const fixUnknown = "Give a session, a capture, a catalog or a case; hopscope formats lists what is read"

// cannotOpen words an error of the system.
func cannotOpen(path string, err error) *Unreadable {
	u := &Unreadable{Path: path, Err: err, Fix: "Check the path"}
	var unfit *store.Unfit
	switch {
	case errors.As(err, &unfit):
		u.What, u.Fix = unfit.What, unfit.Fix
	case errors.Is(err, fs.ErrNotExist):
		u.What = "does not exist"
	case errors.Is(err, fs.ErrPermission):
		u.What, u.Fix = "cannot be opened: permission denied", "Check who may read it"
	default:
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		u.What = "cannot be read: " + err.Error()
	}
	return u
}

// unknown describes content that no format takes.
func unknown(path string, head []byte, whole bool, size int64, near []journey.Problem) *Unreadable {
	u := &Unreadable{Path: path, What: "is not recognised: looks like " + looksLike(head), Fix: fixUnknown, Tried: tried()}
	u.Head = head[:min(len(head), 16)]
	u.Near = near[:min(len(near), 1)]
	if store.IsDatabase(head) {
		u.What, u.Fix, u.Near = "is an SQLite database on a pipe, or compressed", "Give its path: what is newest stands in files beside it", nil
	}
	if len(head) == 0 && whole {
		u.Near = nil
		u.What, u.Seen, u.Fix = "is empty", "0 bytes", "Give a file with content; a session is written when its first turn ends"
		return u
	}
	u.Seen = seen(head, size)
	return u
}

// cutJSON reports whether content is the beginning of one JSON value.
func cutJSON(data []byte) bool {
	_, st := walk.New(walk.Compile(nil)).Walk(bytes.TrimSpace(data))
	return st.Result == walk.Cut && (st.Root == walk.Object || st.Root == walk.Array)
}

func seen(head []byte, size int64) string {
	var b strings.Builder
	first := head[:min(len(head), 4)]
	fmt.Fprintf(&b, "first bytes % X", first)
	if printable(first) {
		fmt.Fprintf(&b, " (%q)", first)
	}
	if size >= 0 {
		fmt.Fprintf(&b, "; %s", sizeWords(size))
	}
	if n := jsonLines(head); n > 0 {
		fmt.Fprintf(&b, "; %d JSON lines of a kind that is not known", n)
	} else {
		fmt.Fprintf(&b, "; no JSON line in %s", sizeWords(int64(len(head))))
	}
	return b.String()
}

func printable(b []byte) bool {
	for _, c := range b {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return len(b) > 0
}

func sizeWords(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1<<20:
		return fmt.Sprintf("%d KB", (n+512)>>10)
	case n < 10<<30:
		return fmt.Sprintf("%d MB", (n+1<<19)>>20)
	}
	return fmt.Sprintf("%d GB", n>>30)
}

// tried returns the ids of all formats, in the order in which they are tried.
func tried() []string {
	var ids []string
	for _, f := range format.All() {
		ids = append(ids, f.Info().ID)
	}
	ids = append(ids, "case")
	for _, f := range catalog.Formats() {
		ids = append(ids, f.ID)
	}
	return ids
}
