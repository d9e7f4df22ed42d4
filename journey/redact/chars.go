package redact

// sign says which rules a byte may start.
type sign uint8

const (
	signNone sign = iota
	signWord
	signAt
	signColon
	signEquals
	signDash
	signTilde
	signDot
	signPercent
)

// signs holds the sign of every byte.
var signs = func() (t [256]sign) {
	for c := range 256 {
		if isAlnum(byte(c)) {
			t[c] = signWord
		}
	}
	t['@'], t[':'], t['='], t['-'], t['~'], t['.'], t['%'] = signAt, signColon, signEquals, signDash, signTilde, signDot, signPercent
	return t
}()

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isAlnum(c byte) bool { return isLower(c) || isUpper(c) || isDigit(c) }

// isWord reports whether c is part of a word: letters, digits, the underscore,
// and bytes of a rune beyond ASCII.
func isWord(c byte) bool { return isAlnum(c) || c == '_' || c >= 0x80 }

func isHex(c byte) bool { return isDigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F' }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// charset is a set of ASCII characters.
type charset uint8

const (
	setDigit charset = 1 << iota
	setLower
	setUpper
	setHexLower   // 0-9 a-f
	setUnderscore // _
	setDash       // -
	setDot        // .
	setBase64     // + / =
)

const (
	setAlnum = setDigit | setLower | setUpper
	setURL   = setAlnum | setUnderscore | setDash // base64url
	setHex   = setHexLower
)

// inSet holds the sets that a byte is in.
var inSet = func() (t [256]charset) {
	for i := range 256 {
		c := byte(i)
		switch {
		case isDigit(c):
			t[c] = setDigit | setHexLower
		case 'a' <= c && c <= 'f':
			t[c] = setLower | setHexLower
		case isLower(c):
			t[c] = setLower
		case isUpper(c):
			t[c] = setUpper
		}
	}
	t['_'], t['-'], t['.'], t['+'], t['/'], t['='] = setUnderscore, setDash, setDot, setBase64, setBase64, setBase64
	return t
}()

// run returns the end of the longest run of characters of the set from i on, at
// most limit bytes.
func run(s string, i int, set charset, limit int) int {
	end := i
	for end < len(s) && end-i < limit && inSet[s[end]]&set != 0 {
		end++
	}
	return end
}

// random reports whether a value looks drawn by a machine: letters and digits,
// and many different characters for its length.
func random(s string) bool {
	var seen [256]bool
	digits, letters, distinct, changes := 0, 0, 0, 0
	for i := range len(s) {
		c := s[i]
		if !seen[c] {
			seen[c] = true
			distinct++
		}
		if isDigit(c) {
			digits++
		} else if isAlnum(c) {
			letters++
		}
		if i > 0 && isDigit(c) != isDigit(s[i-1]) {
			changes++
		}
	}
	return digits > 0 && letters > 0 && distinct >= min(8, len(s)/2+1) && changes >= 2
}
