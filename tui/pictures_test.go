package tui

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"hopscope/journey/diagnose"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
	"hopscope/sessions"
	"hopscope/sessions/demo"
	"hopscope/sessions/store"
)

// What the pictures show is really loaded: small invented files, and folders
// that are made from them.

// fileAt is a file of the pictures as the command opens it.
func fileAt(t *testing.T, name, schemeID string, w, h int) *driver {
	t.Helper()
	path := filepath.Join("testdata", "pictures", name)
	op, err := sessions.Open(context.Background(), sessions.Options{Paths: []string{path}})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{
		Schemes: scheme.All(), Providers: provider.All(), Opening: op, Paths: []string{path},
		Open: noOpen, OpenDemo: openDemo, Find: noSessions, Demos: demo.List(),
	}
	if schemeID != "" {
		if o.Scheme, err = scheme.Get(schemeID); err != nil {
			t.Fatal(err)
		}
	}
	d := drive(t, o).begin(w, h)
	t.Cleanup(d.m.shut)
	return d
}

// folderAt is the list of a folder with parts of a recorded session, as if they
// were sessions of their own.
func folderAt(t *testing.T, w, h int) *driver {
	t.Helper()
	home := t.TempDir()
	text, err := os.ReadFile(filepath.Join("testdata", "pictures", "price-rules.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rows := bytes.SplitAfter(text, []byte("\n"))
	for _, x := range []struct {
		name, cwd string
		from, to  int
		age       time.Duration
	}{
		{"5b1f0c52-8c1e-4d0e-9f65-2f1f7a1c90de", "/home/user1/shop", 0, len(rows), 2 * time.Hour},
		{"c0f3a9b4-1d27-4c11-8e5b-6a0e4b7d9f12", "/home/user1/shop", 9, len(rows), 26 * time.Hour},
		{"9e47d610-52aa-4f3d-b1c8-0d3c85e6a7f4", "/home/user1/notes", 0, 5, 3 * 24 * time.Hour},
		{"27b86c1e-f0d9-4a62-93e7-5c4f1b08d3aa", "/home/user1/weather-station", 11, 21, 40 * 24 * time.Hour},
	} {
		folder := filepath.Join(home, ".claude", "projects", string(bytes.ReplaceAll([]byte(x.cwd), []byte("/"), []byte("-"))))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		data := bytes.ReplaceAll(bytes.Join(rows[x.from:x.to], nil), []byte("/home/user1/shop"), []byte(x.cwd))
		path := filepath.Join(folder, x.name+".jsonl")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at().Add(-x.age), at().Add(-x.age)); err != nil {
			t.Fatal(err)
		}
	}
	d := drive(t, Options{
		Demos: demo.List(), Open: noOpen, OpenDemo: openDemo, Peek: store.Peek, Inspect: inspectFile,
		Find: func() ([]store.Entry, []store.Searched) { return store.Find(noEnv, home) },
	})
	return d.begin(w, h)
}

// inspectFile counts a recording as the command does.
func inspectFile(ctx context.Context, path string) (Inspected, error) {
	l, opening, err := sessions.Load(ctx, sessions.Options{Paths: []string{path}})
	if err != nil {
		return Inspected{}, err
	}
	defer opening.Close()
	s := l.Session
	out := Inspected{
		Client: s.Client.ID, Version: s.Client.Version, Calls: s.Tally.Calls, Failed: s.Tally.Failed(), Unknown: s.Tally.Unknown(),
		From: time.UnixMilli(s.Rows[0].Time).UTC(), To: time.UnixMilli(s.Rows[len(s.Rows)-1].Time).UTC(),
	}
	for _, n := range s.Tally.Names() {
		out.Tools = append(out.Tools, ToolCount{Name: string(n.Called.Name), Calls: len(n.Rows)})
	}
	slices.SortStableFunc(out.Tools, func(a, b ToolCount) int { return b.Calls - a.Calls })
	if rows := s.Tally.FailedRows(s, true); len(rows) > 0 {
		out.First = string(s.Echo(int(rows[0])).Name)
		sch, prov, _ := diagnose.Detect(s)
		a := diagnose.New(diagnose.Input{Session: s, Catalog: l.Catalog, Scheme: sch, Provider: prov, Bodies: l.Bodies})
		if dg := a.Finding(int(rows[0])).Diagnosis; dg != nil {
			out.FirstKind, out.FirstHop = string(dg.Kind), dg.Hop
		}
	}
	return out, nil
}
