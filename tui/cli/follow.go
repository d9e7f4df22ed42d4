package cli

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"time"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/journey/report"
	"hopscope/sessions"
)

// reopenTime is the pause before a file that was rewritten is opened again:
// its writer may be at work.
const reopenTime = 300 * time.Millisecond

// followReplay writes a line a call: the calls that are there, then each new
// one as it comes, until it is interrupted or nothing can come any more. Of a
// file that is rewritten all calls are written again; of a database, a storage
// folder and a packed file, which are read again when they change, what is new.
func (a *app) followReplay(ctx context.Context, paths []string, f filter) error {
	if a.flags.format != "ndjson" {
		return errors.New("--follow: want --format ndjson")
	}
	if a.flags.output != "" {
		return errors.New("--follow: lines go to standard output, so -o cannot be given")
	}
	o, err := a.open(paths)
	if err != nil {
		return err
	}
	o.Follow = true
	op, err := sessions.Open(ctx, o)
	if err != nil {
		return &exitError{exitUnreadable, err}
	}
	told := map[[sha256.Size]byte]bool{}
	for {
		t := &printer{app: a, filter: f, w: a.out, turns: map[lineKey]uint32{}}
		if snapshots(op.Loaded()) {
			t.told = told
		}
		again, err := t.run(ctx, op)
		op.Close()
		if err != nil || !again {
			return errors.Join(err, ctx.Err())
		}
		if op = reopen(ctx, op); op == nil {
			return ctx.Err()
		}
	}
}

// snapshots reports whether all inputs are databases, folders or packed: they
// are read again whenever they change, mostly with what was there before.
func snapshots(l *sessions.Loaded) bool {
	for _, s := range l.Sources {
		if s.Seekable {
			return false
		}
	}
	return true
}

// reopen opens rewritten files again, nil when ctx ends before that works.
func reopen(ctx context.Context, old *sessions.Opening) *sessions.Opening {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(reopenTime):
		}
		if op, err := old.Again(ctx); err == nil {
			return op
		}
	}
}

// printer writes calls as they are settled: when the result is there, or when
// none can come because the model went on in the same line of the session.
// What is still open is written at the end.
type printer struct {
	app    *app
	filter filter
	w      io.Writer
	l      *loaded
	an     *diagnose.Analyzer
	client journey.Client // for which an was made
	// seen is the number of calls that were looked at, open those of them that
	// were not settled; turns is the newest turn of each line of the session.
	seen  int
	open  []int
	turns map[lineKey]uint32
	// told are the lines that were written, where those that come again are to
	// be left out; nil: none is.
	told map[[sha256.Size]byte]bool
}

// lineKey is the main line or a subagent's.
type lineKey struct {
	source uint8
	agent  uint16
}

// run reads and follows an opening; again: it has to be opened again.
func (t *printer) run(ctx context.Context, op *sessions.Opening) (again bool, err error) {
	t.l = &loaded{Loaded: op.Loaded(), opening: op}
	stream := false
	for _, s := range t.l.Sources {
		stream = stream || !s.Seekable && s.Size < 0
	}
	for u := range op.Updates() {
		t.l.Apply(u)
		if stream {
			if err := t.print(false); err != nil {
				return false, err
			}
		}
	}
	if ctx.Err() == nil {
		t.app.warn(t.l)
		if err := t.print(false); err != nil {
			return false, err
		}
		if again, err = t.follow(op.Follow(ctx)); err != nil {
			return false, err
		}
	}
	return again, t.print(!again || t.told == nil)
}

func (t *printer) follow(news <-chan sessions.Update) (again bool, err error) {
	if news == nil {
		return false, nil
	}
	warned := len(t.l.Session.Problems)
	for u := range news {
		if u.Rewritten {
			again = true
			continue
		}
		t.l.Apply(u)
		warned = t.app.warnFrom(t.l, warned)
		if err := t.print(false); err != nil {
			return false, err
		}
	}
	return again, nil
}

// print writes what is settled, or with all also what is not.
func (t *printer) print(all bool) error {
	s := t.l.Session
	if t.an == nil || t.client != s.Client {
		t.client = s.Client
		if err := t.app.flags.setting(&t.l.setting); err != nil {
			return err
		}
		if err := t.app.chooseRules(t.l); err != nil {
			return err
		}
		t.an = t.l.analyzer()
	}
	for row := t.seen; row < len(s.Rows); row++ {
		t.open = append(t.open, row)
		k := keyOf(&s.Rows[row])
		t.turns[k] = max(t.turns[k], s.Rows[row].Turn)
	}
	t.seen = len(s.Rows)
	kept := t.open[:0]
	for _, row := range t.open {
		r := &s.Rows[row]
		if !all && r.Class == journey.ClassNoResult && r.Turn == t.turns[keyOf(r)] {
			kept = append(kept, row)
			continue
		}
		if !t.filter.has(s, row) {
			continue
		}
		if err := t.line(row); err != nil {
			return err
		}
	}
	t.open = kept
	return nil
}

// line writes a call, unless the same line was written before an input was read
// again.
func (t *printer) line(row int) error {
	var b bytes.Buffer
	if err := report.Line(&b, replayCall(t.l, t.an, row)); err != nil {
		return err
	}
	if t.told != nil {
		sum := sha256.Sum256(b.Bytes())
		if t.told[sum] {
			return nil
		}
		t.told[sum] = true
	}
	_, err := t.w.Write(b.Bytes())
	return err
}

func keyOf(r *journey.Row) lineKey { return lineKey{r.Source, r.Agent} }
