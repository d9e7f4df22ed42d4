package store

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// packing recognises compressed content by its first bytes.
func packing(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte{0x1F, 0x8B}):
		return "gzip"
	case bytes.HasPrefix(head, []byte{0x28, 0xB5, 0x2F, 0xFD}):
		return "zstd"
	}
	return ""
}

// zstdMemory bounds what one compressed file may make the decoder allocate.
const zstdMemory = 128 << 20

// openStream sets up decompression and spool for r.
func (in *Input) openStream(r io.Reader, spoolMax int64) error {
	in.counted = &counter{r: r}
	buf := bufio.NewReaderSize(in.counted, 64<<10)
	magic, err := buf.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	in.spool = newSpool(spoolMax)
	in.stream = buf
	for range packedMax {
		kind := packing(magic)
		if kind == "" {
			return nil
		}
		z, err := unpack(kind, buf)
		if err != nil {
			return err
		}
		if in.Packed != "" {
			kind += " in " + in.Packed
		}
		buf = bufio.NewReaderSize(z, 64<<10)
		in.Packed, in.stream = kind, buf
		// What is wrong with the packed bytes is told when they are read.
		magic, _ = buf.Peek(4)
	}
	return nil
}

// packedMax is how often content may be compressed.
const packedMax = 2

// unpack returns what r holds, decompressed.
func unpack(kind string, r io.Reader) (io.Reader, error) {
	if kind == "gzip" {
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, fmt.Errorf("gzip: %w", err)
		}
		return damaged{z, kind}, nil
	}
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(zstdMemory))
	if err != nil {
		return nil, fmt.Errorf("zstd: %w", err)
	}
	// With one goroutine there is nothing to close, and a read may still
	// hang when the input is closed.
	return damaged{z, kind}, nil
}

// damaged words the errors of a decompressor.
type damaged struct {
	r    io.Reader
	kind string
}

func (d damaged) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	switch {
	case err == nil || err == io.EOF:
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = fmt.Errorf("the %s data is cut: %w", d.kind, err)
	default:
		err = fmt.Errorf("the %s data is damaged: %w", d.kind, err)
	}
	return n, err
}

// counter counts what is read through it.
type counter struct {
	r io.Reader
	n atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}
