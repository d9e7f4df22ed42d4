package journey

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hidden reports whether a character cannot be seen in a name: control and
// format characters, blanks other than the space, fillers and selectors, and
// the byte that is no character.
func hidden(r rune) bool {
	switch {
	case r == ' ':
		return false
	case r < 0x7f:
		return r < ' '
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zs, unicode.Zl, unicode.Zp, unicode.Co):
		return true
	case unicode.Is(unicode.Variation_Selector, r):
		return true
	}
	switch r {
	case utf8.RuneError, 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0:
		return true
	}
	return false
}

// lookAlike maps letters of other scripts to the Latin letter that they look
// like in common fonts. What NFKC folds (full width, mathematical letters) is
// not repeated here. Upper and lower case stand apart: the fold comes later.
var lookAlike = map[rune]rune{
	// Cyrillic
	'а': 'a', 'с': 'c', 'ԁ': 'd', 'е': 'e', 'һ': 'h', 'і': 'i', 'ј': 'j', 'ӏ': 'l', 'о': 'o', 'р': 'p', 'ԛ': 'q', 'ѕ': 's', 'ѵ': 'v', 'ԝ': 'w', 'х': 'x', 'у': 'y',
	'А': 'A', 'В': 'B', 'С': 'C', 'Е': 'E', 'Н': 'H', 'І': 'I', 'Ј': 'J', 'К': 'K', 'М': 'M', 'О': 'O', 'Р': 'P', 'Ѕ': 'S', 'Т': 'T', 'Х': 'X', 'У': 'Y', 'Ү': 'Y', 'Ԍ': 'G', 'Ѵ': 'V', 'Ԝ': 'W', 'Ӏ': 'I',
	// Greek
	'α': 'a', 'ο': 'o', 'ν': 'v', 'ι': 'i', 'ρ': 'p', 'υ': 'u', 'κ': 'k', 'χ': 'x',
	'Α': 'A', 'Β': 'B', 'Ε': 'E', 'Ζ': 'Z', 'Η': 'H', 'Ι': 'I', 'Κ': 'K', 'Μ': 'M', 'Ν': 'N', 'Ο': 'O', 'Ρ': 'P', 'Τ': 'T', 'Υ': 'Y', 'Χ': 'X',
	// Armenian, Latin without dot, small signs
	'օ': 'o', 'ս': 'u', 'հ': 'h', 'ո': 'n', 'ց': 'g', 'ı': 'i', 'ɡ': 'g', 'ɑ': 'a', 'ʟ': 'l',
	// Hyphens, dashes, low lines
	'‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-', '﹘': '-', '⁃': '-', 'ˍ': '_', '‿': '_',
}

// The differences that near-twins may have, weakest first.
const (
	twinCase = iota
	twinDash
	twinHidden
	twinLook
)

var twinWords = [...]string{"in case", "in - and _", "in invisible characters", "in look-alike characters"}

// skeleton reduces a name to what near-twins have in common, using the
// reductions up to the given one.
func skeleton(name string, upTo int) string {
	if plainName(name) {
		return name
	}
	if upTo >= twinHidden {
		name = strings.Map(func(r rune) rune {
			if hidden(r) {
				return -1
			}
			return r
		}, name)
	}
	if upTo >= twinLook {
		if !ascii(name) {
			name = NFKC(name)
		}
		name = strings.Map(func(r rune) rune {
			if r < utf8.RuneSelf {
				return r
			}
			if s, ok := lookAlike[r]; ok {
				return s
			}
			return r
		}, name)
	}
	if upTo >= twinDash {
		name = strings.ReplaceAll(name, "-", "_")
	}
	return strings.ToLower(name)
}

// plainName reports whether a name is its own skeleton.
func plainName(s string) bool {
	for i := 0; i < len(s); i++ {
		if b := s[i]; b >= 'A' && b <= 'Z' || b == '-' || b < ' ' || b >= 0x7f {
			return false
		}
	}
	return true
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// invisible reports names with characters that cannot be seen.
func (c *censor) invisible() {
	for i := range c.plan.Tools {
		n := &c.plan.Tools[i]
		if n.Tool.Disabled {
			continue
		}
		name := n.name()
		if plainName(name) {
			continue
		}
		at := 0
		for _, r := range name {
			if hidden(r) {
				c.add(CensusFinding{
					Rule: RuleInvisibleChar, Severity: SeverityWarning, Indexes: []int{i}, Hop: HopRegistered,
					Message: fmt.Sprintf("%s has U+%04X at character %d, which cannot be seen.", name, r, at+1),
					Fix:     "Rename it without that character: " + skeletonVisible(name) + ".",
				})
				break
			}
			at++
		}
	}
}

func skeletonVisible(name string) string {
	return strings.Map(func(r rune) rune {
		if hidden(r) {
			return -1
		}
		return r
	}, name)
}

// twins reports names of one request, or of one server, that are easily taken
// for each other. Names that share a form already are told as that.
func (c *censor) twins() {
	wire, own := newBuckets(len(c.plan.Tools)), newBuckets(len(c.plan.Tools))
	for i := range c.plan.Tools {
		n := &c.plan.Tools[i]
		if n.Tool.Disabled {
			continue
		}
		if n.Status != LeftOut {
			wire.add("", skeleton(n.form(), twinLook), i)
		}
		if n.RegisteredKnown {
			own.add(n.Tool.Server, skeleton(string(n.Ref.Name), twinLook), i)
		}
	}
	told := map[string]bool{}
	for k, buckets := range []*buckets{wire, own} {
		for _, g := range buckets.list {
			name := (*Naming).form
			if k == 1 {
				name = (*Naming).name
			}
			g = c.different(g, name)
			if key := fmt.Sprint(g); len(g) > 1 && !told[key] {
				told[key] = true
				c.addTwins(g, name)
			}
		}
	}
}

// different keeps one tool of each name, in order, and of each shared form.
func (c *censor) different(g []int, name func(*Naming) string) []int {
	seen, forms := map[string]bool{}, map[int]bool{}
	var keep []int
	for _, i := range g {
		s := name(&c.plan.Tools[i])
		if seen[s] || forms[c.group[i]] {
			continue
		}
		seen[s] = true
		if c.group[i] > 0 {
			forms[c.group[i]] = true
		}
		keep = append(keep, i)
	}
	return keep
}

func (c *censor) addTwins(g []int, name func(*Naming) string) {
	how := twinCase
	one := name(&c.plan.Tools[g[0]])
	for _, i := range g[1:] {
		for how < twinLook && skeleton(name(&c.plan.Tools[i]), how) != skeleton(one, how) {
			how++
		}
	}
	hop := HopWire
	for _, i := range g {
		if c.plan.Tools[i].name() == c.plan.Tools[i].form() {
			hop = HopRegistered
		}
	}
	at := c.toRename(g)
	c.add(CensusFinding{
		Rule: RuleNearTwin, Severity: SeverityWarning, Indexes: g, Hop: hop,
		Message: fmt.Sprintf("%s differ only %s.", c.list(g), twinWords[how]),
		Fix:     "Rename " + c.inServer(at) + " so that a word tells them apart, for example to " + c.propose(at) + ".",
	})
}

// buckets groups tools by server and skeleton. list holds the groups of two
// and more, in the order of their second tool.
type buckets struct {
	at   map[bucketKey]int // first tool, or ^ the group's index in list
	list [][]int
}

type bucketKey struct {
	server Server
	name   string
}

func newBuckets(n int) *buckets { return &buckets{at: make(map[bucketKey]int, n)} }

func (b *buckets) add(server Server, name string, i int) {
	key := bucketKey{server, name}
	k, ok := b.at[key]
	switch {
	case !ok:
		b.at[key] = i
	case k >= 0:
		b.at[key] = ^len(b.list)
		b.list = append(b.list, []int{k, i})
	default:
		b.list[^k] = append(b.list[^k], i)
	}
}
