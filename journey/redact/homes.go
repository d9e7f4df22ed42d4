package redact

import (
	"strings"
)

// longestUser limits the length of a user name.
const longestUser = 64

// home finds a home folder at the word home or Users: /home/x, /Users/x,
// C:\Users\x with slashes of all kinds (escaped, in percent form), and the form
// that Claude Code gives its folders, -home-x-project.
func (f *finder) home(i int) {
	s := f.s
	word := 4
	users := false
	switch {
	case strings.HasPrefix(s[i:], "home"):
	case len(s) >= i+5 && strings.EqualFold(s[i:i+5], "users"):
		word, users = 5, true
	default:
		return
	}
	if f.folded(i, i+word) {
		return
	}
	before := slashBefore(s, i)
	after := slashAt(s, i+word)
	if before == 0 || after == 0 {
		return
	}
	start := i - before
	if !rooted(s, start, users) || users && s[i] != 'U' && !drive(s, start) {
		return
	}
	from := i + word + after
	end := userEnd(s, from)
	user := s[from:end]
	if end == from || !userName(user) || strings.EqualFold(user, "shared") || strings.EqualFold(user, "public") && users {
		return
	}
	f.m.learn(user)
	f.add(start, end, "home", rankHome)
}

// folded finds the folder form of Claude Code: every character that is no
// letter or digit is a dash.
func (f *finder) folded(i, after int) bool {
	s := f.s
	if i == 0 || s[i-1] != '-' || after >= len(s) || s[after] != '-' {
		return false
	}
	start := i - 1
	if start > 1 && s[start-1] == '-' && isUpper(s[start-2]) {
		start-- // C--Users-x
	} else if start > 0 && (isWord(s[start-1]) && s[start-1] != '_' && !afterEscape(s, start) || s[start-1] == '-' || s[start-1] == '.') {
		return false
	}
	from := after + 1
	end := run(s, from, setAlnum, longestUser)
	for _, u := range f.m.parted {
		if flat := fold(u); strings.HasPrefix(s[from:], flat) {
			end = max(end, from+len(flat))
		}
	}
	if user := s[from:end]; end > from && userName(user) {
		f.m.learn(user)
		f.add(start, end, "home", rankHome)
		return true
	}
	return false
}

// fold writes a name as it stands in the folder form.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && isAlnum(byte(r)) {
			return r
		}
		return '-'
	}, s)
}

// tilde finds ~x, the home folder of another user, where a path goes on.
func (f *finder) tilde(i int) {
	s := f.s
	if i > 0 && (isWord(s[i-1]) && s[i-1] != '_' && !afterEscape(s, i) || s[i-1] == '~' || s[i-1] == '/' || s[i-1] == '.') {
		return
	}
	from := i + 1
	end := run(s, from, setURL|setDot, longestUser)
	if end == from || !isLower(s[from]) && !isUpper(s[from]) || slashAt(s, end) == 0 {
		return
	}
	f.m.learn(s[from:end])
	f.add(i, end, "home", rankHome)
}

// slashAt returns the length of the slash at i, in any spelling, or 0.
func slashAt(s string, i int) int {
	n := 0
	for i+n < len(s) && n < 8 && s[i+n] == '\\' {
		n++
	}
	if i+n < len(s) && s[i+n] == '/' {
		return n + 1
	}
	if n > 1 && n%2 == 1 {
		n-- // the last one begins an escape: \\\u003c
	}
	if n > 0 {
		return n
	}
	for _, p := range []string{"%2F", "%2f", "%5C", "%5c", "%252F", "%255C"} {
		if strings.HasPrefix(s[i:], p) {
			return len(p)
		}
	}
	return 0
}

// slashBefore returns the length of the slash that ends at i, or 0.
func slashBefore(s string, i int) int {
	n := 0
	if i > 0 && s[i-1] == '/' {
		n = 1
	}
	const most = 8
	run := 0
	for run <= most && i-n-run > 0 && s[i-n-run-1] == '\\' {
		run++
	}
	switch {
	case run <= most:
		n += run
	case n == 0:
		n = most // of a longer run, so that an even number is left
	}
	if n > 0 {
		return n
	}
	for _, p := range []string{"%2F", "%2f", "%5C", "%5c", "%252F", "%255C"} {
		if strings.HasSuffix(s[:i], p) {
			return len(p)
		}
	}
	return 0
}

// rooted reports whether a path may begin before start: not in the middle of
// another one, such as src/home/page.
func rooted(s string, start int, users bool) bool {
	if start == 0 || afterEscape(s, start) {
		return true
	}
	if c := s[start-1]; (!isWord(c) || c == '_') && c != '-' && c != '.' && c != ')' && c != '}' && c != ':' && c != '%' {
		return true
	}
	if strings.HasSuffix(s[:start], "://") || users {
		return true
	}
	for _, p := range []string{"/var", "/export", "/usr", "/data", "/nfs", "/mnt", "/Ubuntu", "/private", "/System/Volumes/Data", "wsl$", `\Ubuntu`, "file:", "path:", ":"} {
		if strings.HasSuffix(s[:start], p) {
			return true
		}
	}
	return drive(s, start)
}

// drive reports whether a drive stands before start: C:, /mnt/c, /c.
func drive(s string, start int) bool {
	if start >= 2 && s[start-1] == ':' && isAlnum(s[start-2]) {
		return true
	}
	if start >= 4 && strings.EqualFold(s[start-3:start], "%3A") {
		return true
	}
	return start >= 2 && s[start-2] == '/' && isLower(s[start-1])
}

// userEnd returns the end of the user name at from: a slash, a quote, a sign
// that ends paths. One space may stand inside, as in C:\Users\Jane Doe\.
func userEnd(s string, from int) int {
	end := from
	for end < len(s) && end-from < longestUser {
		c := s[end]
		if c < ' ' || strings.IndexByte("/\\\"'`:;,<>|()[]{}?*!&=#% ", c) >= 0 {
			break
		}
		end++
	}
	if end < len(s) && end > from && s[end] == ' ' {
		next := run(s, end+1, setURL|setDot, longestUser)
		if next > end+1 && next < len(s) && s[next] == '\\' && isUpper(s[end+1]) && (next+1 == len(s) || s[next+1] != 'n') {
			return next
		}
	}
	for end > from && end < len(s) && s[end]&0xC0 == 0x80 {
		end-- // half a rune
	}
	for end > from && (s[end-1] == '.' || s[end-1] >= 0xC0) {
		end-- // the end of a sentence, the first byte of a rune
	}
	return end
}

// userName reports whether s can be the name of a user and not a variable.
func userName(s string) bool {
	c := s[0]
	return isWord(c) || c == '.' && len(s) > 1
}
