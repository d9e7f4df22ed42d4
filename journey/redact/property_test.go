package redact

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// held says what has to hold for every text.
func held(t interface {
	Helper()
	Errorf(string, ...any)
}, s string) {
	t.Helper()
	masked, found := Text(s)
	if (len(found) == 0) != (masked == s) {
		t.Errorf("Text(%q) = %q with %d finds", s, masked, len(found))
	}
	if again, more := Text(masked); again != masked || more != nil {
		t.Errorf("Text(%q) = %q, masked again %q (%v)", s, masked, again, more)
	}
	at := 0
	var b strings.Builder
	for _, f := range found {
		if f.Start < at || f.End <= f.Start || f.End > len(s) {
			t.Errorf("Text(%q): place %d to %d after %d", s, f.Start, f.End, at)
			return
		}
		b.WriteString(s[at:f.Start] + f.Shown)
		at = f.End
	}
	if b.WriteString(s[at:]); b.String() != masked {
		t.Errorf("Text(%q) = %q, its places make %q", s, masked, b.String())
	}
	if utf8.ValidString(s) && !utf8.ValidString(masked) {
		t.Errorf("Text(%q) = %q, which is no UTF-8", s, masked)
	}
	if json.Valid([]byte(s)) && !json.Valid([]byte(masked)) {
		t.Errorf("Text(%q) = %q, which is no JSON", s, masked)
	}
	var m Masker
	if name, _ := m.Name(s); utf8.ValidString(s) && !utf8.ValidString(name) {
		t.Errorf("Name(%q) = %q, which is no UTF-8", s, name)
	}
}

// parts are what hostile texts are made of.
func parts() []string {
	return []string{
		tok("gh", "p_"), alnum36, hex32, tok("AK", "IA"), "ABCDEFGH23456723", "password", "=", ":", `"`, `\"`, `\\\"`, `\n`, `\u0041`, "%2F", "%40", "@", "a@b.co", ".", "/home/", "jane",
		"C:\\Users\\", `C:\\Users\\`, "-home-jane-x", "~jane/", "://", "https://", "u:p@h.io", "Bearer ", "Basic ", "Cookie: ", "a=b; c=d", "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----",
		"eyJ", "<email>", "<home>", "<", ">", " ", "\n", "é", "\U0001F600", "\xff", "{", "}", "[", "]", ",", "api_key", "token", "name", "value", "10.0.0.1", ":8080", "x.corp", "--token ", "1234567890:AA", "'", "ssh-rsa AAAA",
	}
}

func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.SampledFrom(parts()), 1, 24).Draw(t, "parts")
		held(t, strings.Join(list, ""))
	})
}

// A JSON document stays one, whatever stands in its texts, also where it stands
// in a text of another.
func TestJSONStays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := map[string]any{}
		for range rapid.IntRange(1, 4).Draw(t, "keys") {
			key := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts()), 1, 3).Draw(t, "key"), "")
			doc[key] = strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts()), 0, 12).Draw(t, "value"), "")
		}
		for range rapid.IntRange(1, 3).Draw(t, "depth") {
			raw, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			held(t, string(raw))
			doc = map[string]any{"args": string(raw)}
		}
	})
}

// The lines of a key that are strings of their own keep the escapes between
// them.
func TestKeyInStringsOfItsOwn(t *testing.T) {
	for _, gap := range []string{`\n`, `\\n`, `\u000a`, `\"`} {
		held(t, `{"k":"`+tok("-----BEGIN RSA PRIV", "ATE KEY-----")+`'`+gap+alnum36+hex32+gap+alnum36+hex32+tok("-----END RSA PRIV", "ATE KEY-----")+`"}`)
	}
}

// An escape behind a home folder is not the name of its user.
func TestEscapeIsNoUser(t *testing.T) {
	for _, s := range []string{`{"\u003c":"","C:\\Users\\\u003c":""}`, `{"C:\\Users\\\"x":"\n"}`, `{"a":"/home/jane\u003c jane\njane"}`} {
		held(t, s)
	}
}

func FuzzText(f *testing.F) {
	for _, p := range parts() {
		f.Add(p + "x" + p)
	}
	f.Add(`{"name":"Authorization","value":"Bearer abcdefgh12345678"}`)
	f.Fuzz(func(t *testing.T, s string) { held(t, s) })
}

// Work grows with the length of a text, also of one that is made to be slow: it
// would not end here otherwise.
func TestLinear(t *testing.T) {
	for _, p := range parts() {
		for _, unit := range []string{p, p + "a", "token=" + p, p + "@", p + "\""} {
			Text(strings.Repeat(unit, 50_000/len(unit)))
		}
	}
}

func BenchmarkText(b *testing.B) {
	s := strings.Repeat(`{"type":"text","text":"The file internal/home/page.go:120 has 3 errors: undefined name x in func (m *Masker) Text(s string), see https://pkg.go.dev/strings"} `, 100)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		Text(s)
	}
}
