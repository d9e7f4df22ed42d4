package redact

import "strings"

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
	{"keydata", false, "api-key", weighKey},
	{"amzsignature", false, "signature", weighKey},
	{"amzsecuritytoken", false, "token", weighKey},
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
	for _, r := range labelsBy[s[end-1]|0x20] {
		if x := &labels[r]; len(buf)-n >= len(x.end) && string(buf[len(buf)-len(x.end):]) == x.end && (!x.whole || wholeLabel(s, end, x.end)) {
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
	if i < f.valued {
		return
	}
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

// login finds the password of a line of a netrc file: login NAME password VALUE.
func (f *finder) login(i int) {
	const word = "password "
	if !strings.HasPrefix(f.s[i:], word) {
		return
	}
	before := strings.Fields(f.s[max(0, i-2*longestLabel):i])
	if n := len(before); n > 1 && before[n-2] == "login" {
		rule := "password"
		f.value(i+len(word), &rule, weighPassword, false)
	}
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

// flag finds the value of a flag such as --password VALUE, and of the short
// ones of curl (-u USER:PASSWORD) and sshpass (-p PASSWORD).
func (f *finder) flag(i int) {
	s := f.s
	if strings.HasPrefix(s[i:], "-u ") && strings.Contains(s[max(0, i-longestLabel):i], "curl ") {
		if end := f.bare(i+3, weighPassword); strings.Contains(s[i+3:end], ":") && !port(strings.ReplaceAll(s[i+3:end], ":", "")) {
			f.add(i+3, end, "credentials", rankLabel)
		}
		return
	}
	if strings.HasPrefix(s[i:], "-p ") && strings.HasSuffix(s[:i], "sshpass ") {
		rule := "password"
		f.value(i+3, &rule, weighPassword, false)
		return
	}
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
