package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// A database that is cut or has bad pages is read as far as it is whole: the
// private copy is what is mended, never the original. What SQLite checks before
// it reads anything (the header, the size, the list of tables) is what must be
// passed; the rows on bad pages are then left out one by one. Facts about the
// file: sqlite.org/fileformat2.html, read 2026-11-30.

// Places in the header of a database.
const (
	headerSize = 100
	pageSizeAt = 16
	readAt     = 18 // versions for writing and reading, the reserved bytes, three fractions
	counterAt  = 24
	pagesAt    = 28
	validAt    = 92
)

// header is the beginning of a database, nil where it is shorter.
func header(file string) []byte {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	head := make([]byte, headerSize)
	if _, err := io.ReadFull(f, head); err != nil {
		return nil
	}
	return head
}

// pageSize is the size of a page in bytes, 0 where the header has none.
func pageSize(head []byte) int64 {
	n := int64(binary.BigEndian.Uint16(head[pageSizeAt:]))
	if n == 1 {
		return 65536
	}
	if n < 512 || n&(n-1) != 0 {
		return 0
	}
	return n
}

// declaredSize is the size of which the header speaks, 0 where it does not.
func declaredSize(head []byte) int64 {
	if binary.BigEndian.Uint32(head[counterAt:]) != binary.BigEndian.Uint32(head[validAt:]) {
		return 0
	}
	return int64(binary.BigEndian.Uint32(head[pagesAt:])) * pageSize(head)
}

// Sizes and the first bytes of a write-ahead log.
const (
	walHead  = 32
	walFrame = 24
	walMagic = 0x377F0682 // the last bit tells the order of bytes
)

// cutNotes say what is missing at the end of a database and of its log.
func cutNotes(file string) (notes []string) {
	head := header(file)
	if head == nil {
		return nil
	}
	if st, err := os.Stat(file); err == nil {
		if want := declaredSize(head); st.Size() < want {
			notes = append(notes, fmt.Sprintf("the database is cut: it ends at byte %d of %d; what stood behind that is missing", st.Size(), want))
		}
	}
	log, err := os.Open(file + "-wal")
	if err != nil {
		return notes
	}
	defer log.Close()
	st, err := log.Stat()
	first := make([]byte, walHead)
	n, readErr := io.ReadFull(log, first)
	switch page := pageSize(head); {
	case err != nil || n == 0:
	case readErr != nil || binary.BigEndian.Uint32(first)&^1 != walMagic:
		notes = append(notes, "the write-ahead log is damaged from its first bytes on and left out; what is newest is missing")
	case page > 0 && (st.Size()-walHead)%(page+walFrame) != 0:
		notes = append(notes, fmt.Sprintf("the write-ahead log is cut at byte %d, inside a page; what is newest may be missing", st.Size()))
	}
	return notes
}

// lenient has SQLite go on with the tables that it could read, and with a file
// that is shorter than its header says.
const lenient = "writable_schema(1)"

// mend tries to open a damaged copy; was is why it could not be opened as it
// is.
func (d *database) mend(ctx context.Context, file string, was error) error {
	d.mended = true
	err := d.connect(ctx, file, lenient)
	for _, size := range [...]uint16{0, 4096, 1024, 8192, 16384, 32768, 2048, 512, 1} {
		if err == nil || ctx.Err() != nil || mendHeader(file, size) != nil {
			break
		}
		err = d.connect(ctx, file, lenient)
	}
	if err != nil {
		return d.told(was)
	}
	why := was.Error()
	var u *Unfit
	if errors.As(was, &u) && u.Err != nil {
		why = u.Err.Error()
	}
	d.notes = append(d.notes, "the database is damaged: "+why+"; what is whole is read")
	return nil
}

// told adds to the error of a damaged database what is known of the damage.
func (d *database) told(err error) error {
	var u *Unfit
	if errors.As(err, &u) && u.damaged && len(d.notes) > 0 {
		u.What += "; " + d.notes[0]
	}
	return err
}

// mendHeader writes what has to stand in a header; size 0 keeps that of the
// pages.
func mendHeader(file string, size uint16) error {
	head := header(file)
	if head == nil {
		return io.ErrUnexpectedEOF
	}
	if head[readAt] > 2 || head[readAt+1] > 2 || head[readAt] == 0 || head[readAt+1] == 0 {
		head[readAt], head[readAt+1] = 1, 1
	}
	head[readAt+3], head[readAt+4], head[readAt+5] = 64, 32, 32
	if size > 0 {
		binary.BigEndian.PutUint16(head[pageSizeAt:], size)
		head[readAt+2] = 0
	}
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(head, 0)
	return errors.Join(err, f.Close())
}
