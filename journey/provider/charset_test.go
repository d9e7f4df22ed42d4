package provider

import (
	"fmt"
	"strings"
	"testing"

	"hopscope/journey"
)

func TestCharset(t *testing.T) {
	t.Parallel()
	var all charset
	for _, tt := range []struct {
		set  charset
		name string
		at   int
		char rune
	}{
		{all, "é\xff", -1, 0}, {wordDash, "", -1, 0}, {wordDash, "a-b_C9", -1, 0}, {wordDash, "a.b", 1, '.'},
		{wordDash, "ab\x00", 2, 0}, {wordDash, "abé", 2, 'é'}, {wordDash, "\xffa", 0, '\uFFFD'}, {wordDash, "@", 0, '@'},
		{wordDash.and(".:"), "a.b:c/", 5, '/'}, {wordChars, "a-b", 1, '-'}, {wordDash, "a\x7f", 1, 0x7f}, {wordDash, "漢", 0, '漢'},
	} {
		if at, char := tt.set.firstOutside(tt.name); at != tt.at || char != tt.char {
			t.Errorf("%v.firstOutside(%q) = %d, %q, want %d, %q", tt.set, tt.name, at, char, tt.at, tt.char)
		}
	}
	for b := range 256 {
		if got, want := wordDash.has(byte(b)), strings.IndexByte(letters+digits+"_-", byte(b)) >= 0; got != want {
			t.Errorf("wordDash.has(%#x) = %t, want %t", b, got, want)
		}
	}
}

// A name that stands in a request ten thousand times is one violation.
func TestDuplicatesAreOneViolation(t *testing.T) {
	t.Parallel()
	p, err := Get("anthropic-messages")
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{
		2:      "a is declared at tools.0.custom.name and at tools.1.custom.name",
		4:      "a is declared at tools.0.custom.name, at tools.1.custom.name, at tools.2.custom.name and at tools.3.custom.name",
		10_000: "a is declared at tools.0.custom.name, at tools.1.custom.name, at tools.2.custom.name and at 9997 more places",
	} {
		names := make([]journey.WireName, n)
		for i := range names {
			names[i].Name = "a"
		}
		found := p.CheckRequest(append(names, journey.WireName{Name: "b"}), "")
		if len(found) != 1 || found[0].Detail != want || len(found[0].Indexes) != n {
			t.Errorf("%d times: %s", n, fmt.Sprint(found)[:200])
		}
	}
}
