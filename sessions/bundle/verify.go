package bundle

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"hopscope/journey/redact"
	"hopscope/sessions/node"
)

// Leak is a secret that stands in a bundle.
type Leak struct {
	Rule string `json:"rule"`
	// Form is how it is written: as it is, JSON-escaped, base64, percent-encoded,
	// or with its letters in the other case.
	Form string `json:"form"`
	// Where is the place in the file, such as calls[3].error.
	Where string `json:"where"`
}

// The forms in which a secret is searched for.
const (
	formPlain   = "as it is"
	formJSON    = "JSON-escaped"
	formBase64  = "base64"
	formPercent = "percent-encoded"
	formCase    = "other case"
)

// leaksMax is how many leaks are told.
const leaksMax = 100

// Verify searches a written bundle for every secret that was masked when it was
// made, in each form, and then for all that the rules find. searched is the
// number of secrets; those of fewer than three bytes are left out.
func (b *Bundle) Verify(data []byte) (leaks []Leak, searched int) {
	x := newSearch()
	for _, s := range b.secrets {
		if len(s.text) >= shortest {
			searched++
			x.add(s)
		}
	}
	x.file(data)
	return distinct(append(x.leaks, Inspect(data)...)), searched
}

// shortest is the shortest secret that is searched for, in bytes. Shorter ones
// stand in every text.
const shortest = 3

// Inspect looks for what the rules find in a file that may have been bundled by
// somebody else, plain, in base64 and percent-encoded.
func Inspect(data []byte) []Leak {
	var leaks []Leak
	each(data, func(s, where string, name bool) {
		if len(leaks) >= leaksMax {
			return
		}
		tell := func(text, form string, strong bool) {
			var m redact.Masker
			_, found := m.Text(text)
			if name || strong {
				_, found = m.Name(text)
			}
			for _, f := range found {
				leaks = append(leaks, Leak{f.Rule, form, where})
			}
		}
		tell(s, formPlain, false)
		if t, err := url.PathUnescape(s); err == nil && t != s {
			tell(t, formPercent, true)
		}
		for _, t := range decoded(s) {
			tell(t, formBase64, true)
		}
		tell(otherCase(s), formCase, true)
	})
	return distinct(leaks)
}

// decoded are the runs of base64 in a text that hold printable text.
func decoded(s string) []string {
	var list []string
	for _, run := range strings.FieldsFunc(s, func(r rune) bool {
		return r >= 0x80 || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("+/-_=", r)
	}) {
		run = strings.TrimRight(run, "=")
		if len(run) < 16 {
			continue
		}
		for _, e := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			if b, err := e.DecodeString(run); err == nil && printable(b) {
				list = append(list, string(b))
				break
			}
		}
	}
	return list
}

func printable(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return c < ' ' && c != '\n' && c != '\t' && c != '\r' || c >= 0x7f })
}

func otherCase(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, s)
}

// names are the fields of a case whose text is a name or an id.
var names = map[string]bool{
	"call": true, "name": true, "stored": true, "namespace": true, "catalog": true, "offered": true, "wire_names": true, "registered": true, "safe": true,
	"wire": true, "server": true, "plugin": true, "function": true, "tool": true, "key": true, "target": true, "via": true, "id": true, "session": true, "agent": true,
	"model": true, "scheme": true, "instructions_mention": true, "history_used": true, "declared": true, "sent": true, "sent_to_provider": true,
	"provider_returned": true, "after_map": true, "delivered": true, "expected": true, "client": true, "join": true, "time": true, "schema": true, "kind": true, "hop": true,
	"class": true, "tool_kind": true, "turn": true, "tools": true, "required": true, "format": true, "history": true,
}

// each calls do with every text of a JSON document, also with its keys, and
// with the whole where it is none.
func each(data []byte, do func(s, where string, name bool)) {
	if !json.Valid(data) {
		do(string(data), "the file", false)
		return
	}
	var walk func(v node.Value, key, where string)
	walk = func(v node.Value, key, where string) {
		switch v.Kind() {
		case node.Object:
			for k, e := range v.Members() {
				at := strings.TrimPrefix(where+"."+k, ".")
				do(k, "key "+at, true)
				walk(e, k, at)
			}
		case node.Array:
			i := 0
			for e := range v.Elements() {
				walk(e, key, where+"["+strconv.Itoa(i)+"]")
				i++
			}
		case node.String:
			do(v.Str(), where, names[key])
		}
	}
	walk(node.Loose(data), "", "")
}

// search finds many needles in one pass: by their first bytes.
type search struct {
	needles map[string][]needle
	known   map[string]bool
	leaks   []Leak
}

type needle struct {
	text, rule, form string
	// word: only where no letter or digit stands beside it. weak: not in names.
	word, weak bool
}

func newSearch() *search { return &search{map[string][]needle{}, map[string]bool{}, nil} }

// add searches for a secret in all forms.
func (x *search) add(s secret) {
	put := func(text, form string) { x.needle(s, text, form) }
	put(s.text, formPlain)
	quoted := node.Quote(s.text)
	put(quoted[1:len(quoted)-1], formJSON)
	put(url.QueryEscape(s.text), formPercent)
	put(url.PathEscape(s.text), formPercent)
	if len(s.text) >= 6 {
		for shift := range 3 {
			put(insideBase64(base64.RawStdEncoding, s.text, shift), formBase64)
			put(insideBase64(base64.RawURLEncoding, s.text, shift), formBase64)
		}
	}
	put(otherCase(s.text), formCase)
	put(strings.ToLower(s.text), formCase)
	put(strings.ToUpper(s.text), formCase)
}

func (x *search) needle(s secret, text, form string) {
	if len(text) < shortest || x.known[text] {
		return
	}
	x.known[text] = true
	weak := redact.Weak(s.rule)
	word := len(s.text) < 8 || s.rule == "user" || weak && !strings.ContainsAny(s.text, "0123456789")
	x.needles[text[:shortest]] = append(x.needles[text[:shortest]], needle{text, s.rule, form, word && (form == formPlain || form == formCase), weak})
}

// mask hides what is searched for in a text, or in a name.
func (x *search) mask(s string, name bool) string {
	var b strings.Builder
	at := 0
	for i := 0; i+shortest <= len(s); i++ {
		for _, n := range x.needles[s[i:i+shortest]] {
			if strings.HasPrefix(s[i:], n.text) && (!name || !n.weak) && (!n.word || alone(s, i, i+len(n.text))) {
				b.WriteString(s[at:i] + "<" + n.rule + ">")
				at = i + len(n.text)
				i = at - 1
				break
			}
		}
	}
	if at == 0 {
		return s
	}
	return b.String() + s[at:]
}

// insideBase64 is what stands in every base64 text that has s after a number of
// bytes that leaves the rest shift.
func insideBase64(e *base64.Encoding, s string, shift int) string {
	text := e.EncodeToString([]byte(strings.Repeat("x", shift) + s))
	from := []int{0, 2, 3}[shift]
	to := len(text)
	if (len(s)+shift)%3 != 0 {
		to--
	}
	return text[from:max(from, to)]
}

// file searches all texts of the file, and then the file as it is.
func (x *search) file(data []byte) {
	each(data, func(s, where string, name bool) { x.in(s, where, name) })
	x.in(string(data), "the file", true)
}

func (x *search) in(s, where string, name bool) {
	for i := 0; i+shortest <= len(s) && len(x.leaks) < leaksMax; i++ {
		for _, n := range x.needles[s[i:i+shortest]] {
			if name && n.weak || !strings.HasPrefix(s[i:], n.text) || n.word && !alone(s, i, i+len(n.text)) {
				continue
			}
			x.leaks = append(x.leaks, Leak{n.rule, n.form, where})
		}
	}
}

// alone reports whether no letter or digit stands beside s[from:to].
func alone(s string, from, to int) bool {
	part := func(c byte) bool {
		return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
	}
	return (from == 0 || !part(s[from-1])) && (to == len(s) || !part(s[to]))
}

// distinct orders the leaks and takes those that are told twice away.
func distinct(list []Leak) []Leak {
	slices.SortFunc(list, func(a, b Leak) int {
		return cmp.Or(cmp.Compare(a.Where, b.Where), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Form, b.Form))
	})
	return slices.Compact(list)
}
