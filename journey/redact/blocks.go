package redact

import "strings"

// blockMax is the longest block that is followed, in bytes.
const blockMax = 16 << 10

// block finds a private key or a PGP message between its lines BEGIN and END,
// whose line breaks may be escapes. A block that was cut is masked to the end
// of the text, or of the string in which it stands. Where its lines are strings
// of their own, each is masked. It returns the end, or i where no block begins.
func (f *finder) block(i int) int {
	const begin, end = "-----BEGIN ", "-----END "
	s := f.s[i:min(len(f.s), i+blockMax)]
	if !strings.HasPrefix(s, begin) {
		return i
	}
	title, _, ok := strings.Cut(s[len(begin):min(len(s), len(begin)+40)], "-----")
	if !ok {
		return i
	}
	rule := ""
	switch {
	case strings.Contains(title, "PGP"):
		rule = "pgp-key"
	case strings.Contains(title, "PRIVATE KEY"), strings.Contains(title, "ENCRYPTED"):
		rule = "private-key"
	default:
		return i // certificates and public keys
	}
	stop, whole := len(s), false
	if k := strings.Index(s, end); k >= 0 {
		stop, whole = k+len(end), true
		if k := strings.Index(s[stop:min(len(s), stop+40)], "-----"); k >= 0 {
			stop += k + len("-----")
		}
	}
	q := strings.IndexAny(s[:stop], "\"'`<")
	if q < 0 {
		for !whole && stop > 1 && s[stop-1] >= 0x80 {
			stop-- // not through a character
		}
		f.add(i, i+stop, rule, rankBlock)
		return i + stop
	}
	inside := q
	for inside > 0 && s[inside-1] == '\\' {
		inside--
	}
	f.add(i, i+inside, rule, rankBlock)
	for at := q; whole && at < stop; {
		to := run(s, at, setAlnum|setBase64, stop-at)
		if to-at >= 40 {
			f.add(i+at, i+to, rule, rankBlock)
		}
		at = pastEscape(s, to)
	}
	return i + inside
}

// pastEscape returns the place behind the byte at i, or behind the escape that
// begins there, which may be escaped itself.
func pastEscape(s string, i int) int {
	if i >= len(s) || s[i] != '\\' {
		return i + 1
	}
	for i < len(s) && s[i] == '\\' {
		i++
	}
	if i < len(s) && s[i] == 'u' {
		return i + len("u0000")
	}
	return i + 1
}

// jwt finds a JSON web token: three parts in base64url, the first of which is
// an object, the last of which may be empty or cut off.
func (f *finder) jwt(i int) {
	if !strings.HasPrefix(f.s[i:], "eyJ") {
		return
	}
	end := run(f.s, i, setURL, longestToken)
	if end >= len(f.s) || f.s[end] != '.' || end-i < 10 {
		return
	}
	second := end + 1
	end = run(f.s, second, setURL, longestToken)
	if end-second < 10 {
		return
	}
	for range 3 { // an encrypted token has five parts
		if end+1 < len(f.s) && f.s[end] == '.' && inSet[f.s[end+1]]&setURL != 0 {
			end = run(f.s, end+1, setURL, longestToken)
		}
	}
	f.add(i, end, "jwt", rankToken)
}

// telegram finds the token of a bot: its number, a colon, 35 characters.
func (f *finder) telegram(i int) {
	from := i
	for from > 0 && i-from < 11 && isDigit(f.s[from-1]) {
		from--
	}
	if n := i - from; n < 8 || n > 10 || from > 0 && isWord(f.s[from-1]) && f.s[from-1] != '_' && !afterEscape(f.s, from) && !strings.HasSuffix(f.s[:from], "bot") {
		return
	}
	end := run(f.s, i+1, setURL, 64)
	if n := end - i - 1; n >= 34 && n <= 36 && random(f.s[i+1:end]) {
		f.add(from, end, "telegram-token", rankToken)
	}
}

// discord finds the token of a bot: three parts, the first of which is a number
// in base64.
func (f *finder) discord(i int) {
	first := run(f.s, i, setURL, 40)
	if n := first - i; n < 23 || n > 28 || first >= len(f.s) || f.s[first] != '.' {
		return
	}
	second := run(f.s, first+1, setURL, 40)
	if n := second - first - 1; n < 6 || n > 7 || second >= len(f.s) || f.s[second] != '.' {
		return
	}
	end := run(f.s, second+1, setURL, 64)
	if n := end - second - 1; n >= 27 && n <= 40 {
		f.add(i, end, "discord-token", rankToken)
	}
}

// sshKey finds the public half of an SSH key: it names its owner.
func (f *finder) sshKey(i int) {
	s := f.s[i:]
	if !strings.HasPrefix(s, "ssh-") && !strings.HasPrefix(s, "sk-ssh-") {
		return
	}
	kind, _, ok := strings.Cut(s[:min(len(s), 40)], " ")
	if !ok || !strings.HasPrefix(s[len(kind)+1:], "AAAA") {
		return
	}
	from := len(kind) + 1
	if end := run(s, from, setAlnum|setBase64, 1<<14); end-from >= 30 {
		f.add(i+from, i+end, "ssh-key", rankToken)
	}
}

// header finds the credentials of an Authorization header, by its scheme:
// Bearer, Basic, Token.
func (f *finder) header(i int) {
	s := f.s[i:]
	end := run(s, 0, setLower|setUpper, 8)
	word := strings.ToLower(s[:end])
	if word != "bearer" && word != "basic" && word != "token" {
		return
	}
	from := end
	for from < len(s) && from < end+4 && (s[from] == ' ' || s[from] == '\t') {
		from++
	}
	if strings.HasPrefix(s[from:], "%20") {
		from += 3
	}
	if from == end {
		return
	}
	stop := run(s, from, setURL|setDot|setBase64, longestToken)
	for stop < len(s) && s[stop] == '~' {
		stop = run(s, stop+1, setURL|setDot|setBase64, longestToken)
	}
	value := strings.TrimRight(s[from:stop], ".")
	stop = from + len(value)
	switch {
	case len(value) < 8 || dull(value):
	case word == "bearer" && (len(value) >= 16 && mixed(value) || random(value)):
		f.add(i+from, i+stop, "bearer-token", rankLabel)
	case word == "basic" && basic(value):
		f.add(i+from, i+stop, "basic-credentials", rankLabel)
	case word == "token" && len(value) >= 20 && random(value):
		f.add(i+from, i+stop, "bearer-token", rankLabel)
	}
}

// mixed reports whether letters of both cases, or letters and digits, stand in
// a value.
func mixed(s string) bool {
	var lower, upper, digit bool
	for i := range len(s) {
		lower, upper, digit = lower || isLower(s[i]), upper || isUpper(s[i]), digit || isDigit(s[i])
	}
	return lower && upper || digit && (lower || upper)
}

// basic reports whether a value may be user:password in base64: the plain text
// has a colon and is printable.
func basic(s string) bool {
	plain, ok := fromBase64(s)
	if !ok {
		return false
	}
	colon := false
	for i := range len(plain) {
		colon = colon || plain[i] == ':'
		if plain[i] < ' ' {
			return false
		}
	}
	return colon
}
