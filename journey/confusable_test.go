package journey

import (
	"bufio"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestConfusableWith(t *testing.T) {
	t.Parallel()
	for r, want := range map[rune]string{'е': "e", 'о': "o", 'О': "O", 'ο': "o", 'ɡ': "g", 'ı': "i", '‐': "-", '−': "-", '—': "-", 'æ': "ae", 'ӏ': "i"} {
		if got, ok := confusableWith(r); !ok || got != want {
			t.Errorf("confusableWith(%q) = %q, %v, want %q", r, got, ok, want)
		}
	}
	for _, r := range "éж検ß" {
		if got, ok := confusableWith(r); ok {
			t.Errorf("confusableWith(%q) = %q, want none", r, got)
		}
	}
	if !slices.IsSortedFunc(confusables[:], func(a, b confusable) int { return int(a.r) - int(b.r) }) {
		t.Error("the table is not sorted")
	}
	for _, c := range confusables {
		if c.r < utf8.RuneSelf || c.to == "" || !ascii(c.to) || NFKC(string(c.r)) != string(c.r) {
			t.Errorf("%q to %q does not belong in the table", c.r, c.to)
		}
	}
}

// With UNICODE_CONFUSABLES=FILE (confusables.txt of unicode.org/Public/security)
// the table is held against that file.
func TestConfusableTable(t *testing.T) {
	path := os.Getenv("UNICODE_CONFUSABLES")
	if path == "" {
		t.Skip("UNICODE_CONFUSABLES names no confusables.txt to compare with")
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want := map[rune]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Split(lines.Text(), ";")
		if len(fields) < 3 {
			continue
		}
		from, to := codePoints(fields[0]), codePoints(fields[1])
		r, n := utf8.DecodeRuneInString(from)
		if n == len(from) && r >= utf8.RuneSelf && to != "" && strings.Trim(to, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.:/") == "" && NFKC(from) == from {
			want[r] = to
		}
	}
	for _, c := range confusables {
		if want[c.r] != c.to {
			t.Errorf("%U is %q in the table, %q in the file", c.r, c.to, want[c.r])
		}
		delete(want, c.r)
	}
	for r, to := range want {
		t.Errorf("{0x%04x, %q} is not in the table", r, to)
	}
}

func codePoints(field string) string {
	var b strings.Builder
	for word := range strings.FieldsSeq(field) {
		n, err := strconv.ParseUint(word, 16, 32)
		if err != nil {
			return ""
		}
		b.WriteRune(rune(n))
	}
	return b.String()
}

func FuzzSkeleton(f *testing.F) {
	for _, s := range []string{"", "Read-File", "rеad", "ｒead", "re\u200bad", "a\xffb", "tool_1I|0m", "ǅ", "İ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		for how := twinCase; how <= twinLook; how++ {
			skeleton(name, how)
		}
		if s := withoutHidden(name); withoutHidden(s) != s {
			t.Errorf("withoutHidden(%q) = %q, which has hidden characters", name, s)
		}
		if a, b := foldSum(name, "x"), foldSum(skeleton(name, twinLook), "x"); a != b && ascii(name) {
			t.Errorf("foldSum(%q) = %d, that of its skeleton is %d", name, a, b)
		}
		if a, b := lookSum(name), lookSum(looksLike(name)); a != b && ascii(name) {
			t.Errorf("lookSum(%q) = %d, that of what it looks like is %d", name, a, b)
		}
		if _, at, _, _, ok := mixed(name); ok && at >= utf8.RuneCountInString(name) {
			t.Errorf("mixed(%q) at %d, which is behind its end", name, at)
		}
	})
}

// The pieces of a form make up the form.
func FuzzSeam(f *testing.F) {
	f.Add("mcp__", "docs", "__", "open")
	f.Add("", "a__b", "_", "é.c")
	f.Fuzz(func(t *testing.T, prefix, key, sep, own string) {
		form := prefix + key + sep + own
		n := Naming{Ref: Ref{Server: Server(key), Name: Registered(own)}, RegisteredKnown: true, Safe: Safe(form)}
		s, ok := seamOf(&n)
		if ok && s.prefix+s.key+s.sep+s.own != form {
			t.Errorf("seamOf(%q) = %+v", form, s)
		}
		s.doubled()
		s.other(map[string]Server{"a": "a"})
	})
}
