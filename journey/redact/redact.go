// Package redact masks what a text must not give away: keys and tokens,
// passwords, e-mail addresses, home folders, host names, and the names of users
// whose home folders were seen. What a diagnosis stands on stays as it is: tool
// names, ids of calls and sessions, error wording, model ids, lines of files.
//
// # How a text is masked
//
// A text is scanned once from left to right. Each rule is tried only where its
// first letters, or the sign it turns on (an at sign, a colon, an equals sign),
// stand, and looks only a stated number of bytes around; so the time grows with
// the length of the text and not faster. Rules are data: tokens.go holds the
// forms of keys, labels.go the labels whose value is one. Where two rules find
// overlapping places, the more exact rule gives the mask and the places are
// joined.
//
// A mask is a word in angle brackets, <email>, and is left alone when a text is
// masked again: masking twice is the same as masking once. Masks hold no
// quotes, backslashes or control characters, and no place begins or ends inside
// a UTF-8 sequence or an escape of JSON: text that was valid stays valid.
//
// What can not be promised: a secret without a known form and without a label
// beside it looks like any other word and stays.
package redact

import (
	"slices"
	"strings"
)

// Finding is one place that was masked.
type Finding struct {
	// Rule is the id of the rule, such as github-token.
	Rule string
	// Start and End are the byte range in the text that was given.
	Start, End int
	// Shown is what stands there now, such as <github-token>.
	Shown string
}

// Text masks one text and tells what it masked, in the order of the text. The
// second result is nil where nothing was masked; the first is s itself then.
func Text(s string) (masked string, found []Finding) {
	var m Masker
	return m.Text(s)
}

// Masker masks many texts of one session: a user name that was learned from a
// home folder in one text is masked in all later ones. The zero value knows no
// user. A Masker is not safe for use by several goroutines at once.
type Masker struct {
	users map[string]bool
	// spared are never users.
	spared map[string]bool
	// parted are the users whose name has a dot, a dash or a space inside.
	parted []string
}

// maxUsers limits how many user names are kept of one session.
const maxUsers = 64

// Learn takes the user names from the home folders in s and masks nothing.
func (m *Masker) Learn(s string) { m.find(s) }

// maxPasses limits how often what is left between masks is scanned again: a
// mask may part a text so that a rule fits that did not before.
const maxPasses = 8

// Text is like the function Text, with the users known so far and those that
// stand in s.
func (m *Masker) Text(s string) (masked string, found []Finding) {
	if len(s) < shortest {
		return s, nil
	}
	pieces := atMasks(s)
	for range maxPasses {
		users := len(m.users)
		var next []piece
		changed := false
		for _, p := range pieces {
			if p.rule != "" || p.clean && users == len(m.users) {
				next = append(next, p)
				continue
			}
			spans := m.find(s[p.start:p.end])
			next = p.cut(next, spans)
			changed = changed || len(spans) > 0
		}
		pieces = next
		if !changed && users == len(m.users) {
			return join(s, pieces)
		}
	}
	for i := range pieces {
		if p := &pieces[i]; p.rule == "" && !p.clean {
			p.rule, p.shown = "secret", "<secret>"
		}
	}
	return join(s, pieces)
}

// Name masks what stands as a name. A name stays as it is unless a secret of a
// known form, an e-mail address or a home folder is part of it: hosts and user
// names do not count in names.
func (m *Masker) Name(s string) (masked string, found []Finding) {
	if _, found = m.Text(s); len(found) == 0 {
		return s, nil
	}
	kept := found[:0:0]
	var b strings.Builder
	at := 0
	for _, f := range found {
		if !inNames(f.Rule) {
			continue
		}
		b.WriteString(s[at:f.Start])
		b.WriteString(f.Shown)
		at, kept = f.End, append(kept, f)
	}
	b.WriteString(s[at:])
	return b.String(), kept
}

// piece is a part of the text: one that is masked, with its rule, or one
// between masks.
type piece struct {
	start, end  int
	rule, shown string
	// clean says that no rule fits.
	clean bool
	// old is a mask that stood in the text before.
	old bool
}

// cut appends the piece in parts: the spans, which are relative to it, and what
// stands between them.
func (p piece) cut(to []piece, spans []span) []piece {
	at := p.start
	for _, x := range spans {
		if start := p.start + x.start; start > at {
			to = append(to, piece{start: at, end: start})
		}
		to = append(to, piece{start: p.start + x.start, end: p.start + x.end, rule: x.rule, shown: x.shown})
		at = p.start + x.end
	}
	if at < p.end {
		to = append(to, piece{start: at, end: p.end, clean: len(spans) == 0})
	}
	return to
}

func join(s string, pieces []piece) (string, []Finding) {
	var b strings.Builder
	var found []Finding
	for _, p := range pieces {
		if p.rule == "" || p.old {
			b.WriteString(s[p.start:p.end])
			continue
		}
		b.WriteString(p.shown)
		found = append(found, Finding{Rule: p.rule, Start: p.start, End: p.end, Shown: p.shown})
	}
	if found == nil {
		return s, nil
	}
	return b.String(), found
}

// atMasks parts a text at the masks that stand in it already.
func atMasks(s string) []piece {
	var list []piece
	at := 0
	for i := 0; i < len(s); {
		k := strings.IndexByte(s[i:], '<')
		if k < 0 {
			break
		}
		i += k
		n := maskAt(s[i:])
		if n == 0 {
			i++
			continue
		}
		if i > at {
			list = append(list, piece{start: at, end: i})
		}
		list = append(list, piece{start: i, end: i + n, rule: "masked", old: true})
		i += n
		at = i
	}
	if at < len(s) {
		list = append(list, piece{start: at, end: len(s)})
	}
	return list
}

// maskAt returns the length of the mask that s begins with, or 0.
func maskAt(s string) int {
	end := strings.IndexByte(s[:min(len(s), longestMask)], '>')
	if end < 2 {
		return 0
	}
	if _, ok := slices.BinarySearch(masks, s[1:end]); !ok {
		return 0
	}
	return end + 1
}

// Masked reports whether a mask of this package stands in s.
func Masked(s string) bool {
	for {
		k := strings.IndexByte(s, '<')
		if k < 0 {
			return false
		}
		if s = s[k:]; maskAt(s) > 0 {
			return true
		}
		s = s[1:]
	}
}
