package redact

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

// weight says what a label's value has to look like to be a secret.
type weight uint8

const (
	weighNone     weight = iota
	weighRandom          // looks drawn by a machine
	weighKey             // a key: eight characters and a digit, or long
	weighPassword        // any value
	weighLine            // the rest of the line: cookies, Authorization
	weighHost            // the name of a host
)

// labels says what the value after a label is. A label fits when its last
// letters, in lower case and without _ - . and spaces, are those of a row; the
// first row that fits counts. whole rows have to fit the whole label.
var labels = []struct {
	end   string
	whole bool
	rule  string
	weight
}{
	{"cookie", false, "cookie", weighLine},
	{"authorization", false, "authorization", weighLine},
	{"password", false, "password", weighPassword},
	{"passwd", false, "password", weighPassword},
	{"passphrase", false, "password", weighPassword},
	{"userpass", false, "password", weighPassword},
	{"pwd", true, "password", weighKey}, // also the working folder
	{"dbpass", false, "password", weighPassword},
	{"pass", true, "password", weighPassword},
	{"mysqlpwd", false, "password", weighPassword},
	{"accountkey", false, "azure-key", weighKey},
	{"sharedaccesskey", false, "azure-key", weighKey},
	{"sharedaccesssignature", false, "azure-key", weighKey},
	{"secretaccesskey", false, "aws-secret", weighKey},
	{"sessiontoken", false, "token", weighKey},
	{"ddapikey", false, "datadog-key", weighKey},
	{"ddappkey", false, "datadog-key", weighKey},
	{"datadogapikey", false, "datadog-key", weighKey},
	{"apikey", false, "api-key", weighKey},
	{"appkey", false, "api-key", weighKey},
	{"accesskey", false, "api-key", weighKey},
	{"accesskeyid", false, "api-key", weighKey},
	{"secretkey", false, "api-key", weighKey},
	{"privatekey", false, "api-key", weighKey},
	{"privatekeyid", false, "api-key", weighKey},
	{"signingkey", false, "api-key", weighKey},
	{"encryptionkey", false, "api-key", weighKey},
	{"masterkey", false, "api-key", weighKey},
	{"licensekey", false, "api-key", weighKey},
	{"subscriptionkey", false, "azure-key", weighKey},
	{"secret", false, "secret", weighKey},
	{"clientsecret", false, "secret", weighKey},
	{"credential", false, "secret", weighKey},
	{"credentials", false, "secret", weighKey},
	{"accesstoken", false, "token", weighKey},
	{"refreshtoken", false, "token", weighKey},
	{"idtoken", false, "token", weighKey},
	{"authtoken", false, "token", weighKey},
	{"bearertoken", false, "token", weighKey},
	{"apitoken", false, "token", weighKey},
	{"csrftoken", false, "token", weighKey},
	{"token", false, "token", weighRandom},
	{"key", false, "api-key", weighRandom},
	{"auth", false, "token", weighRandom},
	{"signature", false, "signature", weighRandom},
	{"sig", true, "signature", weighRandom},
	{"sid", true, "token", weighRandom},
	{"sessionkey", false, "token", weighRandom},
	{"jsessionid", false, "token", weighRandom},
	{"phpsessid", false, "token", weighRandom},
	{"host", false, "host", weighHost},
	{"hostname", false, "host", weighHost},
	{"server", true, "host", weighHost},
	{"datasource", true, "host", weighHost},
	{"endpoint", true, "host", weighHost},
}

// labelsBy holds the rows of labels by their last letter.
var labelsBy = func() (t [256][]int) {
	for i, x := range labels {
		c := x.end[len(x.end)-1]
		t[c] = append(t[c], i)
	}
	return t
}()

// longestLabel limits how far a label is followed back.
const longestLabel = 64

// labelBefore returns the row of the label that ends before i, and -1 where
// none does. Quotes, backslashes and spaces may stand between.
func labelBefore(s string, i int) int {
	end := i
	for end > 0 && i-end < 12 && strings.IndexByte("\"'`\\ ]", s[end-1]) >= 0 {
		end--
	}
	if end == 0 || !isAlnum(s[end-1]) || len(labelsBy[s[end-1]|0x20]) == 0 {
		return -1
	}
	var buf [longestLabel]byte
	n := len(buf)
	for k := end; k > 0 && end-k < longestLabel && n > 0; k-- {
		c := s[k-1]
		if c == '_' || c == '-' || c == '.' || c == ' ' && k >= 2 && isAlnum(s[k-2]) {
			continue
		}
		if !isAlnum(c) || (c == 'n' || c == 'r' || c == 't') && k >= 2 && s[k-2] == '\\' {
			break
		}
		if isUpper(c) {
			c |= 0x20
		}
		n--
		buf[n] = c
	}
	label := string(buf[n:])
	for _, r := range labelsBy[s[end-1]|0x20] {
		if x := &labels[r]; strings.HasSuffix(label, x.end) && (!x.whole || wholeLabel(s, end, x.end)) {
			return r
		}
	}
	return -1
}

// wholeLabel reports whether the label that ends at end is no longer than its
// row: before it stands no letter or digit. Signs and one space may part it.
func wholeLabel(s string, end int, want string) bool {
	k, n := end, len(want)
	for k > 0 && n > 0 && end-k < longestLabel {
		if isAlnum(s[k-1]) {
			n--
		}
		k--
	}
	return n == 0 && (k == 0 || !isAlnum(s[k-1]) && s[k-1] != '_' || afterEscape(s, k))
}

// assigned finds the value of a label at a colon or an equals sign: LABEL=v,
// "label": "v", label => v, and {"name": "label", "value": "v"}.
func (f *finder) assigned(i int) {
	s := f.s
	row := labelBefore(s, i)
	from := i + 1
	if row < 0 {
		// the value of "name": the label is what comes next
		row, from = f.named(i)
		if row < 0 {
			return
		}
	} else if from < len(s) && (s[from] == '=' || s[from] == '>' || s[from] == ':') {
		from++
	}
	f.value(from, &labels[row].rule, labels[row].weight, s[i] == ':')
}

// named reads {"name": "LABEL", "value": "..."} from the colon at i: the row of
// the label, and where the value begins.
func (f *finder) named(i int) (row, from int) {
	s := f.s
	if !strings.HasSuffix(strings.TrimRight(s[max(0, i-12):i], "\\\"' "), "name") {
		return -1, 0
	}
	rest := s[i+1 : min(len(s), i+1+longestLabel+40)]
	open := strings.IndexByte(rest, '"')
	if open < 0 {
		return -1, 0
	}
	end := open + 1
	for end < len(rest) && rest[end] != '"' && rest[end] != '\\' {
		end++
	}
	if row = labelBefore(rest[open+1:end], end-open-1); row < 0 {
		return -1, 0
	}
	k := strings.Index(rest[end:], "value")
	if k < 0 || strings.Trim(rest[end:end+k], "\\\", \n\t\r") != "" {
		return -1, 0
	}
	k += end + len("value")
	c := strings.IndexByte(rest[k:], ':')
	if c < 0 || strings.Trim(rest[k:k+c], "\\\" ") != "" {
		return -1, 0
	}
	return row, i + 1 + k + c + 1
}

// flag finds the value of a flag such as --password VALUE.
func (f *finder) flag(i int) {
	s := f.s
	if !strings.HasPrefix(s[i:], "--") || i > 0 && s[i-1] == '-' {
		return
	}
	end := run(s, i+2, setURL, longestLabel)
	if end >= len(s) || s[end] != ' ' || end == i+2 {
		return
	}
	row := labelBefore(s[i+2:end], end-i-2)
	if row < 0 || labels[row].weight == weighHost || labels[row].weight == weighLine {
		return
	}
	f.value(end+1, &labels[row].rule, labels[row].weight, false)
}

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
		start, end = from, bare(s, from, w)
	}
	if w == weighLine && !quoted {
		end = line(s, start)
	}
	if end <= start {
		return
	}
	v := s[start:end]
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
}

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
	for at := start; ; {
		k := strings.IndexByte(s[at:], quote)
		if k < 0 {
			return start, max(start, line(s, start)), true
		}
		at += k
		n := 0
		for at-n > start && s[at-n-1] == '\\' {
			n++
		}
		if n == slashes || slashes == 0 && n%2 == 0 || n < slashes {
			return start, at - n, true
		}
		at++
	}
}

// bare returns the end of a value without quotes.
func bare(s string, from int, w weight) int {
	stop := " \t\r\n\"'`,;&<>(){}[]|"
	if w == weighPassword {
		stop = " \t\r\n\"'`,;&<>"
	}
	for i := from; i < len(s); i++ {
		if strings.IndexByte(stop, s[i]) >= 0 || s[i] == '\\' && (i+1 == len(s) || strings.IndexByte("nrtbfu\"'\\/", s[i+1]) >= 0) {
			return i
		}
	}
	return len(s)
}

// line returns the end of the line that i stands on: a line break, its escape,
// or a quote.
func line(s string, i int) int {
	for ; i < len(s); i++ {
		switch s[i] {
		case '\n', '\r', '"', '\'':
			return i
		case '\\':
			if i+1 < len(s) && strings.IndexByte("nr\"'\\", s[i+1]) >= 0 {
				return i
			}
		}
	}
	return len(s)
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
