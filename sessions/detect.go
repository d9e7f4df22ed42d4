package sessions

import (
	"context"
	"errors"
	"path/filepath"

	"hopscope/journey"
	"hopscope/sessions/casefile"
	"hopscope/sessions/catalog"
	"hopscope/sessions/format"
	"hopscope/sessions/store"
	"hopscope/sessions/walk"
)

// documentMax is the size of the largest case or catalog in bytes. Recordings
// are read line by line and have no such limit.
const documentMax = 64 << 20

// input is one opened input and what it was found to be: lines of a format, or
// a document that is parsed already.
type input struct {
	store  *store.Input // nil for a document
	format format.Format
	source journey.Source
	agent  journey.Agent // of a subagent's file
	peeked format.Peeked
	// array: the lines of the format stand as elements of one JSON array;
	// whole: the recording is one JSON value.
	array, whole bool
	// stopped: it was not read to its end.
	stopped bool
	// stamp of the store when it was opened, for Follow.
	stamp string

	catalog *journey.Catalog
	problem []journey.Problem
	kase    *casefile.Case
}

// role says what an input may be.
type role uint8

const (
	roleAny       role = iota
	roleCatalog        // --catalog, --server
	roleRecording      // a file of a folder: no plain lists, no configurations
)

// detect decides what an opened input is. The order: line formats by their
// first lines; case files; catalogs. It closes the input when it fails, and
// when a document is read.
func detect(ctx context.Context, in *store.Input, r role) (*input, error) {
	found, err := look(ctx, in, r)
	if err != nil || found.format == nil {
		err = errors.Join(err, in.Close())
	}
	if err != nil {
		return nil, err
	}
	return found, nil
}

func look(ctx context.Context, in *store.Input, r role) (*input, error) {
	head, whole, err := in.Head()
	if err != nil && len(head) == 0 {
		return nil, cannotOpen(in.Name, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	source := journey.Source{Path: in.Name, Size: in.Size, Seekable: in.Seekable()}
	if in.Packed != "" {
		source.Notes = append(source.Notes, "compressed with "+in.Packed)
	}
	source.Notes = append(source.Notes, in.Notes...)
	if r != roleCatalog {
		if found := recording(format.NewHead(head, whole), in, source); found != nil {
			return found, nil
		}
	}
	data, ok, err := in.All(documentMax)
	if err != nil {
		return nil, cannotOpen(in.Name, err)
	}
	if ok && r != roleCatalog {
		if found := recording(arrayHead(data), in, source); found != nil {
			found.array = true
			return found, nil
		}
		if found := wholeRecording(data, in, source); found != nil {
			return found, nil
		}
		if !casefile.Is(data) && format.IsBody(data) {
			return bodyInput(in, source), nil
		}
	}
	if ok {
		if d, near := document(in.Name, data, r); d != nil {
			d.source.Path, d.source.Size, d.source.Seekable = source.Path, source.Size, source.Seekable
			d.source.Notes = append(source.Notes, d.source.Notes...)
			return d, nil
		} else if r != roleCatalog && format.IsAnswer(data) {
			return bodyInput(in, source), nil
		} else if len(near) > 0 {
			return nil, unknown(in.Name, head, whole, in.Size, near)
		}
	}
	u := unknown(in.Name, head, whole, in.Size, nil)
	u.Cut = ok && cutJSON(data)
	return nil, u
}

// recording tries the line formats, nil when none takes the head.
func recording(h *format.Head, in *store.Input, source journey.Source) *input {
	for _, f := range format.All() {
		if f.Detect(h) {
			p := f.Peek(h)
			source.Format, source.Client, source.Session = f.Info().ID, f.Info().Client, p.Session
			return &input{store: in, format: f, source: source, peeked: p}
		}
	}
	return nil
}

// bodyInput is a single body of a request or an answer.
func bodyInput(in *store.Input, source journey.Source) *input {
	f := format.Body()
	source.Format = f.Info().ID
	return &input{store: in, format: f, source: source}
}

// wholeRecording tries the formats of one JSON value.
func wholeRecording(data []byte, in *store.Input, source journey.Source) *input {
	for _, f := range format.All() {
		if d, ok := f.(format.Document); ok && d.Whole(data) {
			p := f.Peek(&format.Head{Lines: [][]byte{data}, Whole: true})
			source.Format, source.Client, source.Session = f.Info().ID, f.Info().Client, p.Session
			return &input{store: in, format: f, source: source, peeked: p, whole: true}
		}
	}
	return nil
}

// arrayHead returns the first elements of a JSON array as lines.
func arrayHead(data []byte) *format.Head {
	h := &format.Head{Whole: true}
	walk.Elements(data, func(l walk.Line) {
		if len(h.Lines) < format.HeadLines {
			h.Lines = append(h.Lines, l.Text)
		}
	})
	return h
}

// document parses a case or a catalog.
func document(name string, data []byte, r role) (d *input, near []journey.Problem) {
	if r != roleCatalog && casefile.Is(data) {
		c, problems, err := casefile.Parse(data)
		if err != nil {
			return nil, []journey.Problem{{Where: filepath.Base(name), What: err.Error()}}
		}
		list := c.Catalog()
		d := &input{kase: c, problem: problems, source: journey.Source{Format: "case", Client: c.Client, Version: c.ClientVersion, Session: c.Session}}
		if len(list.Tools)+len(list.Servers) > 0 {
			d.catalog = &list
		}
		return d, nil
	}
	if r == roleRecording {
		return nil, nil
	}
	read := catalog.Read(name, data)
	if !read.OK {
		return nil, read.Problems
	}
	return &input{catalog: &read.Catalog, problem: read.Problems, source: journey.Source{Format: read.Format, Notes: read.Catalog.Notes}}, nil
}

// jsonLines counts the lines of a head that are JSON objects.
func jsonLines(head []byte) int {
	w := walk.New(walk.Compile([]string{"", "type"}))
	n := 0
	walk.Each(head, func(l walk.Line) {
		if _, st := w.Walk(l.Text); st.Result == walk.OK && st.Root == walk.Object {
			n++
		}
	})
	return n
}

// Formats lists the line formats that are read, in the order in which they are
// tried. Case files and the forms of catalogs (catalog.Formats) follow them.
func Formats() []format.Info {
	var list []format.Info
	for _, f := range format.All() {
		list = append(list, f.Info())
	}
	return list
}

// RequestBodies are the bodies of the requests that content holds, oldest
// first: those of a capture, or the content itself.
func RequestBodies(data []byte) [][]byte { return format.RequestBodies(data) }
