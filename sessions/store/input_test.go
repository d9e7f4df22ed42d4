package store

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func pack(t *testing.T, kind, data string) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser = gzip.NewWriter(&b)
	if kind == "zstd" {
		z, err := zstd.NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		w = z
	}
	if _, err := io.WriteString(w, data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func file(t *testing.T, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t *testing.T, path string) *Input {
	t.Helper()
	in, err := Open(path, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close() })
	return in
}

func TestInputs(t *testing.T) {
	data := strings.Repeat("a line of some words\n", 20_000)
	pipe := func() *Input {
		in, err := OpenReader("-", strings.NewReader(data), 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		return in
	}
	tests := []struct {
		name     string
		in       *Input
		packed   string
		seekable bool
	}{
		{"file", open(t, file(t, []byte(data))), "", true},
		{"gzip", open(t, file(t, pack(t, "gzip", data))), "gzip", false},
		{"zstd", open(t, file(t, pack(t, "zstd", data))), "zstd", false},
		{"pipe", pipe(), "", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			in := test.in
			defer in.Close()
			head, whole, err := in.Head()
			if err != nil || whole || !strings.HasPrefix(data, string(head)) || !bytes.Contains(head, []byte("\n")) {
				t.Fatalf("Head: %d bytes, whole %v, %v", len(head), whole, err)
			}
			if in.Packed != test.packed || in.Seekable() != test.seekable || (in.Size < 0) != (test.name == "pipe") {
				t.Errorf("%+v", in)
			}
			if _, ok, err := in.All(1000); ok || err != nil {
				t.Errorf("All(1000) = %v, %v, want no", ok, err)
			}
			if !test.seekable {
				got, err := io.ReadAll(in.Reader())
				if err != nil || string(got) != data {
					t.Errorf("Reader: %d bytes of %d, %v", len(got), len(data), err)
				}
				if n := in.Consumed(); test.packed != "" && n != in.Size || test.packed == "" && n != int64(len(data)) {
					t.Errorf("Consumed = %d, size %d", n, in.Size)
				}
			}
			buf := make([]byte, 10)
			n, err := in.ReadAt(buf, 21)
			if n != 10 || err != nil || string(buf) != "a line of " {
				t.Errorf("ReadAt(21) = %q, %v", buf[:n], err)
			}
			if _, err := in.ReadAt(buf, int64(len(data))); err != io.EOF {
				t.Errorf("ReadAt(end) = %v, want EOF", err)
			}
		})
	}
}

func TestAll(t *testing.T) {
	for _, kind := range []string{"plain", "gzip", "zstd"} {
		content := []byte("{\n}")
		if kind != "plain" {
			content = pack(t, kind, "{\n}")
		}
		in := open(t, file(t, content))
		if head, whole, err := in.Head(); string(head) != "{\n}" || !whole || err != nil {
			t.Errorf("%s: Head = %q, %v, %v", kind, head, whole, err)
		}
		if data, ok, err := in.All(3); string(data) != "{\n}" || !ok || err != nil {
			t.Errorf("%s: All = %q, %v, %v", kind, data, ok, err)
		}
	}
}

func TestDamaged(t *testing.T) {
	data := strings.Repeat("x\n", 300_000)
	for _, kind := range []string{"gzip", "zstd"} {
		packed := pack(t, kind, data)
		in := open(t, file(t, packed[:len(packed)-3]))
		_, err := io.ReadAll(in.Reader())
		if err == nil || !strings.Contains(err.Error(), kind) {
			t.Errorf("cut %s: %v", kind, err)
		}
	}
	if _, err := Open(file(t, []byte{0x1F, 0x8B, 1, 2, 3}), 1<<20); err == nil {
		t.Error("a gzip header that is none is no error")
	}
}

func TestSpool(t *testing.T) {
	s := newSpool(10)
	for _, part := range []string{"abcd", "efgh", "ijkl", "mnop"} {
		if n, err := s.Write([]byte(part)); n != 4 || err != nil {
			t.Fatalf("Write(%q) = %d, %v", part, n, err)
		}
	}
	if st, err := s.f.Stat(); err != nil || st.Mode().Perm() != 0o600 || st.Size() != 10 {
		t.Errorf("spool file %v, %v, want mode 0600 and 10 bytes", st, err)
	}
	if _, err := os.Stat(s.f.Name()); !s.named && !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the spool file has a name: %v", err)
	}
	buf := make([]byte, 4)
	var lost *NotKept
	if n, err := s.ReadAt(buf, 6); n != 4 || err != nil || string(buf) != "ghij" {
		t.Errorf("ReadAt(6) = %q, %v", buf[:n], err)
	}
	if n, err := s.ReadAt(buf, 8); n != 2 || !errors.As(err, &lost) {
		t.Errorf("ReadAt(8) = %d, %v, want 2 and NotKept", n, err)
	}
	if _, err := s.ReadAt(buf, 12); !errors.As(err, &lost) || lost.Limit != 10 {
		t.Errorf("ReadAt(12) = %v, want NotKept", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := s.ReadAt(buf, 0); !errors.Is(err, os.ErrClosed) {
		t.Errorf("ReadAt after Close = %v", err)
	}
	if n, err := s.Write(buf); n != 4 || err != nil {
		t.Errorf("Write after Close = %d, %v: it must not fail", n, err)
	}
}

func TestNoTemporaryFolder(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "nothing"))
	s := newSpool(10)
	if n, err := s.Write([]byte("abc")); n != 3 || err != nil {
		t.Fatalf("Write = %d, %v: it must not fail", n, err)
	}
	var lost *NotKept
	if _, err := s.ReadAt(make([]byte, 1), 0); !errors.As(err, &lost) || lost.Err == nil {
		t.Errorf("ReadAt = %v, want NotKept with the error of the system", err)
	}
}

// Content that is packed twice is read; a third layer is not.
func TestPackedTwice(t *testing.T) {
	data := strings.Repeat("a line\n", 50_000)
	for _, c := range [][3]string{{"zstd", "gzip", "zstd in gzip"}, {"gzip", "zstd", "gzip in zstd"}, {"gzip", "gzip", "gzip in gzip"}} {
		in := open(t, file(t, pack(t, c[1], string(pack(t, c[0], data)))))
		got, err := io.ReadAll(in.Reader())
		if string(got) != data || err != nil || in.Packed != c[2] {
			t.Errorf("%s: %d bytes, %v, packed %q", c[2], len(got), err, in.Packed)
		}
		if buf := make([]byte, 6); func() error { _, err := in.ReadAt(buf, 7); return err }() != nil || string(buf) != "a line" {
			t.Errorf("%s: read again: %q", c[2], buf)
		}
	}
	thrice := pack(t, "gzip", string(pack(t, "gzip", string(pack(t, "gzip", data)))))
	if head, _, err := open(t, file(t, thrice)).Head(); err != nil || packing(head) != "gzip" {
		t.Errorf("three times: % X, %v", head[:min(len(head), 4)], err)
	}
	twice := pack(t, "gzip", string(pack(t, "zstd", data)))
	if _, err := io.ReadAll(open(t, file(t, twice[:len(twice)-9])).Reader()); err == nil || !strings.Contains(err.Error(), "cut") {
		t.Errorf("cut: %v", err)
	}
}
