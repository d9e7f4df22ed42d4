package scheme

import "testing"

func TestPyRepr(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `''`},
		{"it's", `"it's"`},
		{`a"b`, `'a"b'`},
		{`a"b'c`, `'a"b\'c'`},
		{`a\b`, `'a\\b'`},
		{"\n\r\t\x00\x1b\x7f", `'\n\r\t\x00\x1b\x7f'`},
		{"検索 é", `'検索 é'`},
		{"\u00a0\u00ad\u2028\u200b\ue000", `'\xa0\xad\u2028\u200b\ue000'`},
		{"🙂\U000e0041\U0010ffff", `'🙂\U000e0041\U0010ffff'`},
		{"a\xffb", `'a\udcffb'`},
		{"\ufffd", "'\ufffd'"},
	} {
		got := pyRepr(c.text)
		if got != c.want {
			t.Errorf("pyRepr(%q) = %s, want %s", c.text, got, c.want)
		}
		if back, rest, ok := pyUnquote(got + "!"); !ok || back != c.text || rest != "!" {
			t.Errorf("pyUnquote(%s) = %q %q %v, want %q", got, back, rest, ok, c.text)
		}
	}
	if got, want := pyList([]string{"a", "b'"}), `['a', "b'"]`; got != want {
		t.Errorf("pyList = %s, want %s", got, want)
	}
}

func TestPyUnquoteRefuses(t *testing.T) {
	for _, text := range []string{"", "a", "'", "'a", `'\`, `'\x1'`, `'\uzzzz'`, `'\Uffffffff'`, `"'`} {
		if got, _, ok := pyUnquote(text); ok {
			t.Errorf("pyUnquote(%q) = %q, want nothing", text, got)
		}
	}
}
