package redact

import (
	"cmp"
	"slices"
	"strings"
)

// span is a place that a rule found, relative to the text that was scanned.
type span struct {
	start, end  int
	rule, shown string
	rank        rank
}

// rank orders the rules: the lower one is more exact and gives its mask.
type rank uint8

const (
	rankBlock rank = iota // a whole block, such as a PEM key
	rankToken             // a key of a known form
	rankLink              // what stands in a URL
	rankLabel             // the value after a label
	rankEmail
	rankHome
	rankHost
	rankUser
)

// shortest is the length of the shortest text that can hold a secret.
const shortest = 4

// finder collects the places of one text.
type finder struct {
	s     string
	m     *Masker
	spans []span
	// valued is the end of the last value that was masked behind a label; ends
	// are what bare and line found last: the text is not searched again.
	valued int
	ends   [2]struct{ from, to int }
}

func (f *finder) add(start, end int, rule string, r rank) {
	if end > start {
		f.spans = append(f.spans, span{start, end, rule, "<" + rule + ">", r})
	}
}

// find returns the places in s, in order, none touching another.
func (m *Masker) find(s string) []span {
	f := &finder{s: s, m: m}
	for i := 0; i < len(s); {
		i = max(f.at(i), i+1)
	}
	f.userNames()
	return settle(s, f.spans)
}

// at tries the rules that may fit at byte i and returns where to go on: i, or
// the end of a block.
func (f *finder) at(i int) int {
	c := f.s[i]
	switch signs[c] {
	case signNone:
		return i
	case signAt:
		f.email(i, i+1)
	case signPercent:
		if strings.HasPrefix(f.s[i:], "%40") {
			f.email(i, i+3)
		}
	case signColon:
		f.link(i)
		f.telegram(i)
		f.assigned(i)
	case signEquals:
		f.assigned(i)
	case signDash:
		if end := f.block(i); end > i {
			return end
		}
		f.flag(i)
	case signTilde:
		f.tilde(i)
	case signDot:
		f.private(i)
	case signWord:
		if f.startsWord(i) || f.s[i-1] == '_' {
			f.words(i) // an underscore joins the parts of names
		}
	}
	return i
}

// words tries the rules that begin with a word.
func (f *finder) words(i int) {
	c := f.s[i]
	if i+1 >= len(f.s) {
		return
	}
	for _, n := range formsBy[c] {
		if !formsSecond[c][f.s[i+1]] {
			break
		}
		if end := forms[n].match(f.s, i); end > 0 {
			f.add(i, end, forms[n].mask, rankToken)
			return
		}
	}
	switch c {
	case 'b', 'B', 't', 'T':
		f.header(i)
	case 'h', 'H', 'u', 'U':
		f.home(i)
	case 'M', 'N', 'O':
		f.discord(i)
	case 'e':
		f.jwt(i)
	case 'p':
		f.login(i)
	case 's':
		f.sshKey(i)
	}
	if '0' <= c && c <= '9' {
		f.address(i)
	}
}

// startsWord reports whether a word begins at i: what stands before is no
// letter, digit or underscore, or is the end of an escape (\n, \u0041, %20).
func (f *finder) startsWord(i int) bool {
	if i == 0 || !isWord(f.s[i-1]) {
		return true
	}
	return afterEscape(f.s, i)
}

// afterEscape reports whether the bytes before i are an escape of JSON or of a
// URL, and i is not inside of one.
func afterEscape(s string, i int) bool {
	if i >= 2 && s[i-2] == '\\' && strings.IndexByte("nrtbf", s[i-1]) >= 0 {
		return true
	}
	if i >= 3 && s[i-3] == '%' && isHex(s[i-1]) && isHex(s[i-2]) {
		return true
	}
	return i >= 6 && s[i-6] == '\\' && s[i-5] == 'u' && isHex(s[i-4]) && isHex(s[i-3]) && isHex(s[i-2]) && isHex(s[i-1])
}

// settle orders the places and joins those that overlap. A place that only adds
// punctuation to a more exact one is dropped.
func settle(s string, spans []span) []span {
	if len(spans) == 0 {
		return nil
	}
	slices.SortStableFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end), cmp.Compare(a.rank, b.rank))
	})
	spans = dropWeak(s, spans)
	out := spans[:1:1]
	for _, x := range spans[1:] {
		last := &out[len(out)-1]
		if x.start >= last.end {
			out = append(out, x)
			continue
		}
		if x.rank < last.rank {
			last.rule, last.shown, last.rank = x.rule, x.shown, x.rank
		}
		last.end = max(last.end, x.end)
	}
	return out
}

// dropWeak leaves out places of addresses and hosts that overlap the parts of a
// URL: those have been masked part by part.
func dropWeak(s string, spans []span) []span {
	kept := spans[:0:0]
	links := 0 // end of the furthest link place so far
	for i, x := range spans {
		if x.rank == rankLink {
			links = max(links, x.end)
		}
		if x.rank == rankEmail && (x.start < links || nextLink(spans[i+1:], x.end)) {
			continue
		}
		kept = append(kept, x)
	}
	return kept
}

// nextLink reports whether a part of a URL begins before end.
func nextLink(spans []span, end int) bool {
	for _, x := range spans[:min(len(spans), 8)] {
		if x.start >= end {
			return false
		}
		if x.rank == rankLink {
			return true
		}
	}
	return false
}
