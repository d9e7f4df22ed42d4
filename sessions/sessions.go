// Package sessions opens what a path names and turns it into the neutral
// record of package journey: recordings become rows of a session, catalogs
// become tools, case files become both.
//
// Content decides what an input is, never its name: see format and detect.go.
// Open looks at the heads of the inputs and returns; reading goes on behind
// it, and the caller applies the updates to a Loaded of its own, as fast as it
// likes. Load does all of that for commands.
//
// Nothing here writes to an input, runs anything that a file says, or keeps
// bodies in memory: a row holds byte offsets and Bodies reads them again.
package sessions

import (
	"context"
	"io"

	"hopscope/journey"
	"hopscope/sessions/follow"
	"hopscope/sessions/store"
)

// Options say what to open.
type Options struct {
	// Paths of recordings, catalogs, captures and cases: files, folders, - for
	// standard input. Content decides what each is.
	Paths []string
	// Catalogs are read as catalogs only.
	Catalogs []string
	// Servers are the --server KEY=FILE listings: catalogs whose tools get the
	// server key.
	Servers map[journey.Server]string
	// Names overrides the form in which catalogs were read (--names).
	Names *journey.Form
	// Stdin is what the path - reads; nil: - cannot be read.
	Stdin io.Reader
	// SpoolMax bounds the temporary file that keeps the bodies of an input
	// which is not seekable; 0 means DefaultSpoolMax.
	SpoolMax int64
	// Databases keeps the copies of databases from one opening to the next;
	// nil: each opening makes its own.
	Databases *store.Databases
	// Folders are further folders where the recording of a session id is looked
	// for.
	Folders []string
	// Instructions are texts that taught the model names; the session has them.
	Instructions []journey.Prompt
	// Mask hides keys, tokens, addresses and home folders in the errors,
	// arguments and results that are read; names and ids stay.
	Mask bool
	// Ahead has the end of a large recording looked at before the rest is read,
	// so that late failures show early. Until the recording is read its rows
	// are not in file order.
	Ahead bool
	// Follow keeps what Opening.Follow needs.
	Follow bool
	// Notify tells of changes of the files at paths while they are followed;
	// nil means follow.Watch.
	Notify func(paths []string) follow.Notifier

	// aheadFrom is aheadMin for tests.
	aheadFrom int64
	// before are the sessions that were read of paths which hold several, see
	// Opening.Again; folders are those that are opened.
	before  map[string]string
	folders []*folder
}

// DefaultSpoolMax is the spool limit in bytes when Options.SpoolMax is 0.
const DefaultSpoolMax = 256 << 20

// Progress is how far the reading of all inputs has come.
type Progress struct {
	// Bytes read of Total; Total is -1 while the size of an input is unknown.
	Bytes, Total int64
	// Calls found so far.
	Calls int
}

// Update is what was found since the update before it.
type Update struct {
	// Source is the index in Loaded.Sources that the update speaks of.
	Source  int
	Batch   journey.Batch
	Catalog *journey.Catalog
	// Progress over all inputs.
	Progress Progress
	// Err is why this source was not read to its end; what was read before
	// stays good.
	Err error
	// Done: this source is read.
	Done bool
	// New is the source, where it is one that came while the others were
	// followed: a new file of a folder.
	New *journey.Source
	// Mended: the line that ended too early is whole now, so that this problem
	// of its source (Problem.Where) is none any more.
	Mended string
	// Rewritten: the source is not what was read any more and has to be opened
	// again. It is the last update of a following.
	Rewritten bool
}

// Load opens the inputs and applies every update. The Opening stays open for
// its Bodies; the caller closes it. When ctx ends, what was read until then is
// returned together with the context's error.
func Load(ctx context.Context, o Options) (*Loaded, *Opening, error) {
	op, err := Open(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	l := op.Loaded()
	for u := range op.Updates() {
		l.Apply(u)
	}
	return l, op, ctx.Err()
}
