package sessions

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hopscope/sessions/follow"
)

// followFolder follows a folder whose files are listed at each ring.
func followFolder(t *testing.T, root string) *followed {
	t.Helper()
	f := toFollow(t, root)
	for _, x := range f.op.folders {
		x.pause = 0
		x.dirs[root] = time.Time{} // as if it had changed since
	}
	f.follow()
	return f
}

// until takes updates until a source is read.
func (f *followed) until(source int) {
	f.t.Helper()
	for u := range f.news {
		f.l.Apply(u)
		if u.Rewritten {
			f.t.Fatal("rewritten")
		}
		if u.Done && u.Source == source {
			return
		}
	}
	f.t.Fatalf("the updates end before source %d is read", source)
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A file that comes into a followed folder, or below it, is read and followed;
// one that is no recording yet is when it has become one.
func TestFollowNewFiles(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a.jsonl"), line("t1", "Read"))
	put(t, filepath.Join(dir, "empty.jsonl"), "")
	f := followFolder(t, dir)
	if got := f.bell.paths; len(got) != 2 || got[1] != dir {
		t.Errorf("watched %q, want the file and the folder", got)
	}
	put(t, filepath.Join(dir, "b.jsonl"), strings.ReplaceAll(line("t2", "Bash"), "s1", "s2"))
	f.bell.ring()
	f.until(1)
	if got, want := f.calls(), "Read 1 1 no-result, Bash 1 2 no-result"; got != want {
		t.Errorf("calls %q, want %q", got, want)
	}
	if src := f.l.Sources; len(src) != 2 || filepath.Base(src[1].Path) != "b.jsonl" || src[1].Session != "s2" || f.l.Done != 2 || len(f.l.Session.Sources) != 2 {
		t.Errorf("sources %+v, %d done", src, f.l.Done)
	}
	f.add(filepath.Join(dir, "b.jsonl"), strings.ReplaceAll(answer("t2", "two"), "s1", "s2"), 1)
	f.add(filepath.Join(dir, "a.jsonl"), answer("t1", "one"), 1)
	if got, want := f.calls(), "Read 1 1 ok, Bash 1 2 ok"; got != want {
		t.Errorf("calls %q, want %q", got, want)
	}
	for row, want := range []string{"one", "two"} {
		if text, _, err := f.op.Bodies().Result(f.l.Session, row, 100); text != want || err != nil {
			t.Errorf("result of call %d: %q, %v, want %q", row, text, err, want)
		}
	}
	sub := filepath.Join(dir, "s1", "subagents", "agent-7.jsonl")
	put(t, sub, strings.Replace(line("t3", "Grep"), `"sessionId"`, `"agentId":"7","sessionId"`, 1))
	put(t, filepath.Join(dir, "empty.jsonl"), "no recording yet")
	f.bell.ring()
	f.until(2)
	if c := f.l.Session.Call(2); c.Agent != "7" || c.Called.Name != "Grep" {
		t.Errorf("call %+v, want that of subagent 7", c)
	}
	put(t, filepath.Join(dir, "empty.jsonl"), strings.ReplaceAll(line("t4", "Edit"), "s1", "s3"))
	f.bell.ring()
	f.until(3)
	if got, want := f.calls(), "Read 1 1 ok, Bash 1 2 ok, Grep 1 3 no-result, Edit 1 4 no-result"; got != want {
		t.Errorf("calls %q, want %q", got, want)
	}
	if err := sound(f.l); err != nil {
		t.Error(err)
	}
}

// A resumed session copies the lines of the one before it into a new file: they
// count once, and what is copied is told.
func TestFollowResumed(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a.jsonl"), session())
	f := followFolder(t, dir)
	before := f.calls()
	put(t, filepath.Join(dir, "b.jsonl"), session()+line("t9", "Edit"))
	f.bell.ring()
	f.until(1)
	if got, want := f.calls(), before+", Edit 7 7 no-result"; got != want {
		t.Errorf("calls %q, want %q", got, want)
	}
}

// What cannot simply be added: captures are joined anew, and there is an end to
// the number of recordings.
func TestFollowNewFilesLimits(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a.jsonl"), line("t1", "Read"))
	f := followFolder(t, dir)
	put(t, filepath.Join(dir, "docs.jsonl"), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}`+"\n")
	f.bell.ring()
	if u, ok := <-f.news; !ok || !u.Rewritten {
		t.Errorf("a capture came: %+v, want rewritten", u)
	}
	op, err := f.op.Again(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	if n := len(op.Loaded().Sources); n != 2 {
		t.Errorf("opened again: %d sources, want 2", n)
	}

	dir = t.TempDir()
	for i := range sourcesMax {
		put(t, filepath.Join(dir, fmt.Sprintf("%03d.jsonl", i)), strings.ReplaceAll(line("t1", "Read"), "s1", fmt.Sprintf("s%d", i)))
	}
	f = followFolder(t, dir)
	put(t, filepath.Join(dir, "x.jsonl"), line("t2", "Bash"))
	put(t, filepath.Join(dir, "y.jsonl"), line("t3", "Bash"))
	f.bell.ring()
	f.l.Apply(<-f.news)
	if p := f.l.Session.Problems; len(p) != 1 || !strings.Contains(p[0].What, "more than 255 recordings; x.jsonl and later ones") {
		t.Errorf("problems %v, want one about the limit", p)
	}
}

// A folder of which nothing changes is not listed again.
func TestFolderIsListedOnChange(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a"), "x")
	x := newFolder(dir)
	x.pause = 0
	then := time.Now().Add(-time.Hour)
	if err := os.Chtimes(dir, then, then); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	if _, err := x.files(now); err != nil {
		t.Fatal(err)
	}
	x.take(filepath.Join(dir, "a"))
	if got := x.news(now.Add(time.Second)); got != nil || x.listed != now {
		t.Errorf("news %q, listed again: %v", got, x.listed != now)
	}
	put(t, filepath.Join(dir, "b"), "x")
	if got := x.news(now.Add(2 * time.Second)); len(got) != 1 || filepath.Base(got[0]) != "b" {
		t.Errorf("news %q, want b", got)
	}
	if got := x.news(now.Add(2 * time.Second)); got != nil {
		t.Errorf("news %q again", got)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if got := x.news(now.Add(3 * time.Second)); got != nil {
		t.Errorf("news %q of a folder that is gone", got)
	}
}

// What is no recording is looked at for a minute, and an empty file for good.
func TestFolderWaits(t *testing.T) {
	dir := t.TempDir()
	words, empty := filepath.Join(dir, "words"), filepath.Join(dir, "empty")
	put(t, words, "words")
	put(t, empty, "")
	now := time.Now()
	x := newFolder(dir)
	x.pause = time.Hour
	if _, err := x.files(now); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{words, empty} {
		x.leave(path, stampOf(path), now)
	}
	if got := x.news(now.Add(time.Second)); got != nil || len(x.waiting) != 2 {
		t.Errorf("news %q, %d waiting, want none and both", got, len(x.waiting))
	}
	if got := x.news(now.Add(2 * time.Minute)); got != nil || len(x.waiting) != 1 {
		t.Errorf("news %q, %d waiting, want none and the empty one", got, len(x.waiting))
	}
	put(t, empty, "x")
	if got := x.news(now.Add(3 * time.Minute)); len(got) != 1 || got[0] != empty {
		t.Errorf("news %q, want the one that was empty", got)
	}
}

// The real notifier tells of a new file, and of one in a folder that came later.
func TestWatchNewFiles(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a.jsonl"), line("t1", "Read"))
	l, op, err := Load(context.Background(), Options{Paths: []string{dir}, Follow: true, Notify: follow.Watch})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Close()
	f := &followed{t: t, op: op, l: l, news: op.Follow(context.Background())}
	put(t, filepath.Join(dir, "b.jsonl"), line("t2", "Bash"))
	f.until(1)
	put(t, filepath.Join(dir, "sub", "c.jsonl"), line("t3", "Edit"))
	f.until(2)
	if got, want := f.calls(), "Read 1 1 no-result, Bash 1 2 no-result, Edit 1 3 no-result"; got != want {
		t.Errorf("calls %q, want %q", got, want)
	}
}
