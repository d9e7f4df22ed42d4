package walk

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// endOf is stringEnd with stringRest, as a Walker uses them.
func endOf(t *testing.T, b []byte, wide bool) int {
	t.Helper()
	n, plain := stringEnd(b, wide)
	if plain && (n < 0 || bytes.IndexByte(b[:n], '\\') >= 0) {
		t.Fatalf("end of %q = %d, called plain", b, n)
	}
	if n >= 0 {
		return n
	}
	return stringRest(b, 0, ^n)
}

// endPlainly looks at one byte after another.
func endPlainly(b []byte) int {
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

// checkEnd compares the two, with every room behind b, whose bytes must not
// matter, and at several places in memory.
func checkEnd(t *testing.T, b []byte) {
	t.Helper()
	want := endPlainly(b)
	for _, behind := range []string{"", `"`, `\"`, `\\\\\\\\\\\\\\\\\\\\"""""""""""""""""""""""""""""""""""""""""""""""""""`} {
		for shift := range 3 {
			room := make([]byte, 0, shift+len(b)+len(behind))
			room = append(append(append(room, `\""`[:shift]...), b...), behind...)
			for _, wide := range []bool{false, wide} {
				if got := endOf(t, room[shift:shift+len(b)], wide); got != want {
					t.Fatalf("end of %q = %d, want %d (%q behind it, shift %d, wide %v)", b, got, want, behind, shift, wide)
				}
			}
		}
	}
}

func TestStringEnd(t *testing.T) {
	for _, s := range []string{``, `"`, `\"`, `\\"`, `\\\"`, `abc"`, `abc`, `abc\`} {
		for n := range 140 { // every place in the blocks
			checkEnd(t, slices.Concat(bytes.Repeat([]byte("x"), n), []byte(s)))
			checkEnd(t, slices.Concat(bytes.Repeat([]byte(`\`), n), []byte(s)))
			checkEnd(t, slices.Concat(bytes.Repeat([]byte(`\"`), n), []byte(s), bytes.Repeat([]byte("y"), n)))
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		b := make([]byte, r.IntN(300))
		for i := range b {
			b[i] = `\\\"xyzé`[r.IntN(4+r.IntN(5))]
		}
		checkEnd(t, b)
	}
}

func BenchmarkStringEnd(b *testing.B) {
	data := append(bytes.Repeat([]byte(`a line(\"x\") {\n\treturn nil// or two\n}\n`), 3000), `"`...)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if n, _ := stringEnd(data, wide); n == 0 {
			b.Fatal(n)
		}
	}
}

func FuzzStringEnd(f *testing.F) {
	f.Add([]byte(`a word\" and \\\\" more`))
	f.Add(bytes.Repeat([]byte(`\`), 129))
	f.Fuzz(func(t *testing.T, b []byte) { checkEnd(t, b) })
}
