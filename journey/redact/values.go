package redact

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

// value masks what begins at from, if it weighs enough. prose says that a colon
// stood before it: then it may be a sentence.
func (f *finder) value(from int, rule *string, w weight, prose bool) {
	s := f.s
	for n := 0; from < len(s) && n < 8 && (s[from] == ' ' || s[from] == '\t'); n++ {
		from++
	}
	if from < len(s) && s[from] == '[' {
		from++ // a list of one value, as in some headers
	}
	start, end, quoted := f.quoted(from)
	if !quoted {
		start, end = from, f.bare(from, w)
	}
	if w == weighLine && !quoted {
		end = f.line(start)
	}
	if end <= start {
		return
	}
	v := s[start:min(end, start+weighed)]
	switch w {
	case weighHost:
		f.hostValue(start, end)
		return
	case weighLine:
		if !credentials(v) {
			return
		}
	case weighPassword:
		if dull(v) || !quoted && (code(s, start, end) || prose && sentence(s, end)) || quoted && strings.Count(v, " ") > 4 {
			return
		}
	case weighKey:
		if dull(v) || len(v) < 8 || strings.Contains(v, " ") || !quoted && code(s, start, end) || !strong(v) {
			return
		}
	case weighRandom:
		if dull(v) || len(v) < 16 || strings.ContainsAny(v, " /(") && len(v) < 40 || !random(v) || harmless(v) {
			return
		}
	}
	f.add(start, end, *rule, rankLabel)
	f.valued = end
}

// weighed is how much of a value is looked at, in bytes.
const weighed = 256

// strong reports whether a value can be a key: it has a digit, or is long, or
// has letters of both cases inside.
func strong(v string) bool {
	return len(v) >= 24 || strings.ContainsAny(v, "0123456789") || mixed(v[1:])
}

// credentials reports whether the value of a cookie or of an Authorization
// header holds some: a scheme and more, or pairs.
func credentials(v string) bool {
	v = strings.TrimSpace(v)
	if len(v) < 6 || dull(v) {
		return false
	}
	if strings.Contains(v, "=") {
		return true
	}
	word, rest, two := strings.Cut(v, " ")
	if !two {
		return random(v) || len(v) >= 20 && mixed(v)
	}
	switch strings.ToLower(word) {
	case "bearer", "basic", "token", "digest", "negotiate", "apikey", "aws4-hmac-sha256":
		rest = strings.TrimSpace(rest)
		return !dull(rest) && !strings.Contains(rest, " ") && len(rest) >= 4
	}
	return false
}

// quoted returns the inside of a string that begins at from, whose quote may be
// escaped any number of times.
func (f *finder) quoted(from int) (start, end int, ok bool) {
	s := f.s
	i := from
	for i < len(s) && i-from < 8 && s[i] == '\\' {
		i++
	}
	slashes := i - from
	if i >= len(s) || s[i] != '"' && s[i] != '\'' && s[i] != '`' {
		return 0, 0, false
	}
	quote := s[i]
	start = i + 1
	// A quote is inside where it is escaped once more than the first one; with
	// any other number of backslashes it ends this string or one around it.
	deeper := 1
	for deeper < 2*slashes+1 {
		deeper = 2*deeper + 1
	}
	for at := start; ; {
		k := strings.IndexByte(s[at:], quote)
		if k < 0 {
			return start, max(start, f.line(start)), true
		}
		at += k
		n := 0
		for at-n > start && s[at-n-1] == '\\' {
			n++
		}
		if n&deeper != deeper {
			return start, f.stringEnd(start, at-n, quote), true
		}
		at++
	}
}

// stringEnd returns the end of the JSON string in which a value in other quotes
// stands, where that ends before the value does; else end.
func (f *finder) stringEnd(start, end int, quote byte) int {
	if quote == '"' {
		return end
	}
	for at := start; at < end; at++ {
		if f.s[at] != '"' || at+1 < len(f.s) && strings.IndexByte(":,}]\n", f.s[at+1]) < 0 {
			continue
		}
		for at > start && f.s[at-1] == '\\' {
			at--
		}
		return at
	}
	return end
}

// bare returns the end of a value without quotes.
func (f *finder) bare(from int, w weight) int {
	s, last := f.s, &f.ends[0]
	stop := " \t\r\n\"'`,;&<>(){}[]|"
	if w == weighPassword {
		stop = " \t\r\n\"'`,;&<>"
	} else if last.from <= from && from < last.to {
		return last.to
	}
	end := from
	for end < len(s) && strings.IndexByte(stop, s[end]) < 0 && !escapeAt(s, end, "nrtbfu\"'\\/") {
		end++
	}
	if w != weighPassword {
		last.from, last.to = from, end
	}
	return end
}

func escapeAt(s string, i int, of string) bool {
	return s[i] == '\\' && (i+1 == len(s) || strings.IndexByte(of, s[i+1]) >= 0)
}

// line returns the end of the line that i stands on: a line break, its escape,
// or a quote.
func (f *finder) line(i int) int {
	s, last := f.s, &f.ends[1]
	if last.from <= i && i < last.to {
		return last.to
	}
	end := i
	for end < len(s) && strings.IndexByte("\n\r\"'", s[end]) < 0 && !escapeAt(s, end, "nr\"'\\") {
		end++
	}
	last.from, last.to = i, end
	return end
}

// dull reports whether a value is no secret: a word that stands for one, a
// variable, an ellipsis.
func dull(v string) bool {
	v = strings.Trim(v, " *.,;")
	if len(v) < 2 || strings.ContainsAny(v[:1], "$%{<[(") || strings.HasPrefix(v, "process.env") || strings.HasPrefix(v, "os.") || strings.HasPrefix(v, "env") {
		return true
	}
	low := strings.ToLower(v)
	switch low {
	case "null", "none", "nil", "true", "false", "undefined", "string", "str", "number", "boolean", "bool", "int", "integer", "object", "array", "any", "unknown",
		"required", "optional", "missing", "invalid", "empty", "password", "passwd", "secret", "token", "redacted", "removed", "hidden", "masked", "expired", "not",
		"text", "basic", "bearer", "type", "the", "is", "must", "should", "cannot", "could", "was", "has", "for", "please", "no", "yes", "default", "value":
		return true
	}
	if strings.HasPrefix(low, "your") || strings.HasPrefix(low, "xxx") || strings.HasPrefix(low, "example") || strings.Contains(low, "placeholder") {
		return true
	}
	return strings.Trim(v, v[:1]) == "" // ****, ----
}

// code reports whether a bare value is an expression of a program: a call, or
// names with dots.
func code(s string, start, end int) bool {
	if end < len(s) && (s[end] == '(' || s[end] == '[') {
		return true
	}
	v := s[start:end]
	if k := strings.IndexByte(v, '('); k >= 0 {
		return true
	}
	dots := 0
	for i := range len(v) {
		switch {
		case v[i] == '.':
			dots++
		case !isLower(v[i]) && !isUpper(v[i]) && v[i] != '_':
			return false
		}
	}
	return dots > 0
}

// sentence reports whether words go on after a bare value.
func sentence(s string, end int) bool {
	return end+1 < len(s) && s[end] == ' ' && isLower(s[end+1])
}

// harmless reports whether a value that looks drawn is one of the ids that may
// be shown: a hash in hex, a UUID, the id of a call, a message or a request, a
// name with a digit.
func harmless(v string) bool {
	if strings.HasPrefix(v, "sha") || strings.Contains(v, "__") {
		return true
	}
	for _, p := range []string{"toolu_", "srvtoolu_", "call_", "msg_", "req_", "resp_", "fc_", "rs_", "ctc_", "chatcmpl-", "gen-", "item_", "run_", "ses_", "prt_", "tool_", "agent-", "claude-", "gpt-", "gemini-"} {
		if strings.HasPrefix(v, p) {
			return true
		}
	}
	rest := strings.Map(func(r rune) rune {
		if r == '-' || r < utf8.RuneSelf && isHex(byte(r)) {
			return -1
		}
		return r
	}, v)
	return rest == ""
}

// fromBase64 decodes a value in one of the alphabets, with or without padding.
func fromBase64(s string) ([]byte, bool) {
	s = strings.TrimRight(s, "=")
	for _, e := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		if b, err := e.DecodeString(s); err == nil {
			return b, true
		}
	}
	return nil, false
}
