package vocab

import (
	"cmp"
	"fmt"
	"strings"
)

// CompareVersions compares two version numbers: negative when a is older, 0
// when they are the same, positive when a is newer. A version is numbers with
// dots between, with an optional v before, an optional pre-release after - and
// an optional build after + that does not count. Missing numbers are 0. A
// pre-release is older than its release; pre-releases compare piece by piece,
// numbers by value and before words. Anything else is an error.
func CompareVersions(a, b string) (int, error) {
	x, err := parseVersion(a)
	if err != nil {
		return 0, err
	}
	y, err := parseVersion(b)
	if err != nil {
		return 0, err
	}
	for i := range max(len(x.numbers), len(y.numbers)) {
		if c := compareNumbers(piece(x.numbers, i), piece(y.numbers, i)); c != 0 {
			return c, nil
		}
	}
	return comparePre(x.pre, y.pre), nil
}

type version struct{ numbers, pre []string }

func parseVersion(text string) (version, error) {
	bad := fmt.Errorf("version %q: want numbers with dots between", text)
	core := strings.TrimPrefix(text, "v")
	if i := strings.IndexByte(core, '+'); i >= 0 {
		if !words(core[i+1:], false) {
			return version{}, bad
		}
		core = core[:i]
	}
	var v version
	if i := strings.IndexByte(core, '-'); i >= 0 {
		if !words(core[i+1:], false) {
			return version{}, bad
		}
		v.pre = strings.Split(core[i+1:], ".")
		core = core[:i]
	}
	if !words(core, true) {
		return version{}, bad
	}
	v.numbers = strings.Split(core, ".")
	return v, nil
}

// words reports whether s is pieces of digits (or letters, digits and -) with
// dots between.
func words(s string, digits bool) bool {
	for _, w := range strings.Split(s, ".") {
		if w == "" || !allOf(w, digits) {
			return false
		}
	}
	return true
}

func allOf(w string, digits bool) bool {
	for i := 0; i < len(w); i++ {
		c := w[i]
		letter := c == '-' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if (c < '0' || c > '9') && (digits || !letter) {
			return false
		}
	}
	return true
}

func piece(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "0"
}

// compareNumbers compares digit strings of any length by value.
func compareNumbers(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

func comparePre(a, b []string) int {
	if len(a) == 0 || len(b) == 0 {
		return cmp.Compare(len(b), len(a)) // none is newer
	}
	for i := range min(len(a), len(b)) {
		na, nb := allOf(a[i], true), allOf(b[i], true)
		c := 0
		switch {
		case na && nb:
			c = compareNumbers(a[i], b[i])
		case na:
			c = -1
		case nb:
			c = 1
		default:
			c = strings.Compare(a[i], b[i])
		}
		if c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}
