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
	in.Packed = packing(magic)
	switch in.Packed {
	case "gzip":
		z, err := gzip.NewReader(buf)
		if err != nil {
			return fmt.Errorf("gzip: %w", err)
		}
		in.stream = damaged{z, in.Packed}
	case "zstd":
		z, err := zstd.NewReader(buf, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(zstdMemory))
		if err != nil {
			return fmt.Errorf("zstd: %w", err)
		}
		// With one goroutine there is nothing to close, and a read may still
		// hang when the input is closed.
		in.stream = damaged{z, in.Packed}
	default:
		in.stream = buf
	}
	return nil
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
