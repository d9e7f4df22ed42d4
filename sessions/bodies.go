package sessions

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"hopscope/journey"
	"hopscope/sessions/casefile"
	"hopscope/sessions/format"
	"hopscope/sessions/store"
	"hopscope/sessions/walk"
)

// bodies reads lines again. Rows of case files have their texts in the record.
type bodies struct{ of *Opening }

// Changed is the error for a body that does not stand any more where it stood
// when the file was read.
type Changed struct{ Path string }

// Error says what to do.
func (c *Changed) Error() string {
	return c.Path + " has changed since it was read. Read it again"
}

// place finds the row and its input; in is nil for a row whose texts stand in
// the record.
func (b bodies) place(s *journey.Session, row int) (r *journey.Row, in *input, err error) {
	if row < 0 || row >= len(s.Rows) {
		return nil, nil, fmt.Errorf("sessions: no call %d", row)
	}
	r = &s.Rows[row]
	if in = b.of.input(int(r.Source)); in == nil {
		return nil, nil, fmt.Errorf("sessions: no source %d", r.Source)
	}
	if in.store == nil {
		in = nil
	}
	return r, in, nil
}

// ID returns the call id of a row, empty for a call without one.
func (b bodies) ID(s *journey.Session, row int) (string, error) {
	r, in, err := b.place(s, row)
	switch {
	case err != nil:
		return "", err
	case in == nil:
		return s.Extras[uint32(row)].ID, nil
	case r.IDLen == 0:
		c, _, err := in.call(s, r)
		return c.ID, err
	}
	raw := make([]byte, r.IDLen)
	n, err := in.store.ReadAt(raw, r.At+int64(r.ID))
	if err := in.failed(n, err); err != nil {
		return "", err
	}
	if n < len(raw) || raw[0] != '"' || raw[n-1] != '"' {
		return "", &Changed{in.source.Path}
	}
	return walk.Text(raw), nil
}

// Args returns the raw arguments, at most max bytes; those that stand in a JSON
// string come without it.
func (b bodies) Args(s *journey.Session, row, max int) (text string, cut bool, err error) {
	r, in, err := b.place(s, row)
	if err != nil {
		return "", false, err
	}
	if in == nil {
		x := s.Extras[uint32(row)]
		text, cut = shorten(x.Args, max)
		return text, cut || text != "" && x.ArgsSize > len(x.Args), casefile.NotKept(text, x.ArgsSize)
	}
	c, line, err := in.call(s, r)
	if err != nil {
		return "", false, err
	}
	if c.Text != "" {
		text, cut = shorten(c.Text, max)
		return text, cut, nil
	}
	raw := c.Args.Of(line)
	if c.Args.Kind == walk.String { // JSON in a string, or free text
		text, cut = walk.Head(raw, max)
	} else {
		text, cut = shorten(string(raw), max)
	}
	return text, cut, nil
}

// Result returns the result as the model read it, at most max bytes; empty
// without an error for a call without a result.
func (b bodies) Result(s *journey.Session, row, max int) (text string, cut bool, err error) {
	r, in, err := b.place(s, row)
	if err != nil {
		return "", false, err
	}
	if in == nil {
		x := s.Extras[uint32(row)]
		text, cut = shorten(x.Result, max)
		return text, cut || text != "" && x.ResultSize > len(x.Result), casefile.NotKept(text, x.ResultSize)
	}
	if r.Ret < 0 {
		return "", false, nil
	}
	id, err := b.ID(s, row)
	if err != nil {
		return "", false, err
	}
	line, err := in.line(r.Ret)
	if err != nil {
		return "", false, err
	}
	text, cut, ok := "", false, false
	if p, paired := in.format.(format.Paired); paired {
		call := line
		if r.At != r.Ret {
			if call, err = in.line(r.At); err != nil {
				return "", false, err
			}
		}
		text, cut, ok = p.ResultOf(line, call, format.Place{ID: r.ID, Args: r.Args, Name: s.Text(r.Name)}, max)
	} else {
		text, cut, ok = in.format.Result(line, id, max)
	}
	if !ok {
		return "", false, &Changed{in.source.Path}
	}
	return text, cut, nil
}

// call reads the line of a call again.
func (in *input) call(s *journey.Session, r *journey.Row) (c format.CallBody, line []byte, err error) {
	if line, err = in.line(r.At); err != nil {
		return c, nil, err
	}
	c, ok := in.format.Call(line, format.Place{ID: r.ID, Args: r.Args, Name: s.Text(r.Name)})
	if !ok {
		return c, nil, &Changed{in.source.Path}
	}
	return c, line, nil
}

// content reads all of a small input, and spools it where it is a stream.
func (in *input) content() ([]byte, error) {
	if in.source.Seekable {
		data, _, err := in.store.All(documentMax)
		return data, err
	}
	return io.ReadAll(in.store.Reader())
}

// lineEnd looks for the end of the line, or of the JSON value of an array or a
// document, with which buf begins.
func (in *input) lineEnd(buf []byte, last bool) (end int, ok bool) {
	if f, ok := in.format.(format.Framed); ok {
		if _, again := f.Cutters(); again != nil {
			return walk.Record(again, buf, last)
		}
	}
	if in.array || in.whole {
		return walk.Value(buf)
	}
	end = bytes.IndexByte(buf, '\n')
	return end, end >= 0
}

// line reads the line that begins at an offset, without its end.
func (in *input) line(at int64) ([]byte, error) {
	buf := make([]byte, 0, 16<<10)
	for {
		n, err := in.store.ReadAt(buf[len(buf):cap(buf)], at+int64(len(buf)))
		buf = buf[:len(buf)+n]
		if end, ok := in.lineEnd(buf, errors.Is(err, io.EOF)); ok {
			return bytes.TrimRight(buf[:end], "\r\x00"), nil
		}
		if errors.Is(err, io.EOF) && len(buf) > 0 {
			return bytes.TrimRight(buf, "\r\x00"), nil
		}
		if err := in.failed(n, err); err != nil {
			return nil, err
		}
		if len(buf) > walk.MaxLine {
			return nil, &Changed{in.source.Path}
		}
		buf = append(buf, make([]byte, len(buf))...)[:len(buf)]
	}
}

// failed words the error of a read that brought n bytes.
func (in *input) failed(n int, err error) error {
	var lost *store.NotKept
	switch {
	case err == nil, errors.Is(err, io.EOF) && n > 0:
		return nil
	case errors.As(err, &lost):
		return err
	case errors.Is(err, io.EOF):
		return &Changed{in.source.Path}
	}
	return fmt.Errorf("sessions: %s: %w", in.source.Path, err)
}

// shorten cuts a text to max bytes, at a character.
func shorten(s string, max int) (text string, cut bool) {
	if len(s) <= max {
		return s, false
	}
	for max > 0 && s[max]&0xC0 == 0x80 {
		max--
	}
	return s[:max], true
}
