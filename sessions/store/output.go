package store

import (
	"errors"
	"io/fs"
	"os"
)

// Output is a file that is being written. It takes the place of what stands at
// its path only with Done, so that a run that fails leaves the old file.
type Output struct {
	pending
	through *os.File // what is no file, or stands in a folder that is closed
}

// Create begins a file. What is no file at the path (a pipe, a terminal) is
// written to as it is, and so is a file in a folder that takes no new ones.
func Create(path string) (*Output, error) {
	target, err := behindLinks(path)
	if err != nil {
		return nil, why(path, err)
	}
	info, err := os.Stat(target)
	switch {
	case err == nil && info.IsDir():
		return nil, errors.New("it is a folder")
	case err == nil && !info.Mode().IsRegular():
		return through(target, os.O_WRONLY)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, why(target, err)
	}
	if err == nil { // a file that must not be written stays, also where its folder would let it go
		f, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return nil, why(target, err)
		}
		f.Close()
	}
	p, openErr := newPending(target, 0o666)
	switch {
	case openErr == nil:
		return &Output{pending: p}, nil
	case err == nil:
		return through(target, os.O_WRONLY|os.O_TRUNC)
	}
	return nil, why(target, openErr)
}

func through(path string, flag int) (*Output, error) {
	f, err := os.OpenFile(path, flag, 0)
	if err != nil {
		return nil, why(path, err)
	}
	return &Output{through: f}, nil
}

// Write adds to the file.
func (o *Output) Write(p []byte) (int, error) {
	if o.through != nil {
		return o.through.Write(p)
	}
	return o.pending.Write(p)
}

// Done puts the file in its place.
func (o *Output) Done() error {
	if o.through != nil {
		return o.through.Close()
	}
	return o.CloseAtomicallyReplace()
}

// Drop takes what was written away, unless it is Done.
func (o *Output) Drop() {
	if o.through != nil {
		o.through.Close()
		return
	}
	o.Cleanup()
}
