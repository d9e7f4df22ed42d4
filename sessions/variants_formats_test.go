package sessions

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// variantFixtures are the recordings of testdata/sessions that are one file of
// lines, by fixture.
func variantFixtures(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("../testdata/sessions/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string][]byte{}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var in [][]byte
		for _, f := range ar.Files {
			if strings.HasPrefix(f.Name, "in/") {
				in = append(in, f.Data)
			}
		}
		if len(in) == 1 {
			list[strings.TrimSuffix(filepath.Base(file), ".txtar")] = in[0]
		}
	}
	if len(list) == 0 {
		t.Fatal("no fixtures")
	}
	return list
}

// step is the distance between two cuts: a small fixture is cut at every byte.
// Under the race detector a few cuts are enough: the other run makes them all.
func step(size int) int {
	switch {
	case racing:
		return max(size/15, 1)
	case size <= 1000:
		return 1
	}
	return size / 100
}

// flips is how many damaged copies of a fixture are read.
func flips() int {
	if racing {
		return 4
	}
	return 25
}

// TestVariants reads each fixture cut, bit-flipped, written twice, with other
// line ends and a byte order mark, and with a line that is too long to be one.
// Nothing of that may panic or contradict itself; what is whole stays.
func TestVariants(t *testing.T) {
	dir := t.TempDir()
	for name, data := range variantFixtures(t) {
		t.Run(name, func(t *testing.T) {
			for n := 0; n < len(data); n += step(len(data)) {
				readAny(t, dir, data[:n])
			}
			r := rand.New(rand.NewPCG(7, 8))
			for range flips() {
				bad := bytes.Clone(data)
				for range 1 + r.IntN(8) {
					bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
				}
				readAny(t, dir, bad)
			}
			once := readAny(t, dir, data)
			if once == nil {
				t.Skip("not a recording")
			}
			calls := once.Session.Tally.Calls
			if data[0] != '{' {
				return // not lines
			}
			crlf := append([]byte("\xef\xbb\xbf"), bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))...)
			long := append(bytes.Clone(data), []byte(`{"huge":"`+strings.Repeat("x", 2<<20)+"\n")...)
			for what, other := range map[string][]byte{"CRLF and BOM": crlf, "a huge line at the end": long} {
				if l := readAny(t, dir, other); l == nil || l.Session.Tally.Calls != calls {
					t.Errorf("%s: not the %d calls", what, calls)
				}
			}
			if l := readAny(t, dir, append(bytes.Clone(data), data...)); l == nil || l.Session.Tally.Calls < calls {
				t.Errorf("twice: fewer than %d calls", calls)
			}
		})
	}
}
