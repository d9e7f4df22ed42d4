package node

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestDocuments(t *testing.T) {
	for _, c := range []struct {
		in   string
		want int
		err  string
	}{
		{"", 0, ""},
		{" \n", 0, ""},
		{`{"a":1}`, 1, ""},
		{"{}\n[]\n\"x\" 1 null", 5, ""},
		{`{"a":"\\"}{"b":"\""}`, 2, ""},
		{`{"a":1`, 0, "offset 5: unexpected end of JSON input"},
		{`{"a":1} {"b":}`, 1, "offset 13: invalid character '}' looking for beginning of value"},
		{`{"a":"x`, 0, "offset 6: unexpected end of JSON input"},
		{`}`, 0, "offset 0: invalid character '}' looking for beginning of value"},
		{`name`, 0, "offset 1: invalid character 'a' in literal null (expecting 'u')"},
	} {
		docs, err := Documents([]byte(c.in))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if len(docs) != c.want || got != c.err {
			t.Errorf("Documents(%q) = %d documents, %q, want %d, %q", c.in, len(docs), got, c.want, c.err)
		}
	}
}

func TestMembersKeepOrderAndPlace(t *testing.T) {
	docs, err := Documents([]byte("{\"b\": 1,\n \"a\": {\"x\": [true, \"y\\u0041\"]},\n \"b\": null}"))
	if err != nil || len(docs) != 1 {
		t.Fatalf("Documents = %d, %v", len(docs), err)
	}
	var keys []string
	for k := range docs[0].Members() {
		keys = append(keys, k)
	}
	if got := strings.Join(keys, ","); got != "b,a,b" {
		t.Errorf("keys = %q, want b,a,b", got)
	}
	if got := docs[0].Get("b").Kind(); got != Null {
		t.Errorf("Get(b).Kind() = %v, want null: the last of two counts", got)
	}
	x := docs[0].Get("a", "x")
	if !x.First().True() {
		t.Errorf("Get(a, x).First() = %s, want true", x.First().Raw())
	}
	list, ok := x.Texts()
	if ok || len(list) != 0 {
		t.Errorf("Texts() = %q, %v, want none: the first element is no string", list, ok)
	}
	if got := NewLines(docs[0].data).At(x.Offset()); got != 2 {
		t.Errorf("line of x = %d, want 2", got)
	}
}

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		`"plain"`:         "plain",
		`"q\"\\\n"`:       "q\"\\\n",
		`"\ud83d\ude42"`:  "🙂",
		`"\ud800"`:        "\uFFFD",
		"\"bad\xffbyte\"": "bad\uFFFDbyte",
		`""`:              "",
	} {
		if got := Loose([]byte(in)).Str(); got != want {
			t.Errorf("Str(%q) = %q, want %q", in, got, want)
		}
	}
	for _, in := range []string{`1`, `null`, `{}`, ``, `"`} {
		if got, ok := Loose([]byte(in)).Text(); ok {
			t.Errorf("Text(%q) = %q, want none", in, got)
		}
	}
}

func TestLooseReadsWhatIsWhole(t *testing.T) {
	v := Loose([]byte(`{"version": "2.1.0", "cwd": "/a b", "message": {"content": "cut he`))
	if got := v.Get("cwd").Str(); got != "/a b" {
		t.Errorf("Get(cwd) = %q, want /a b", got)
	}
	if got := v.Get("message").Kind(); got != Object {
		t.Errorf("Get(message) = %v, want an object: it began", got)
	}
	if got := v.Get("message", "content").Kind(); got != Absent {
		t.Errorf("Get(message, content) = %v, want nothing: the string is cut", got)
	}
}

func TestRelax(t *testing.T) {
	for in, want := range map[string]string{
		"{\"a\": 1, // one\n}":         "{\"a\": 1        \n}",
		`[1, /* two */ 2,]`:            `[1,           2 ]`,
		`{"u": "http://x/*y*/", }`:     `{"u": "http://x/*y*/"  }`,
		`{"a": [1,, ]}`:                `{"a": [1,  ]}`,
		"// only":                      "       ",
		`{"cut": "x, /* no comment */`: `{"cut": "x, /* no comment */`,
	} {
		got := string(Relax([]byte(in)))
		if got != want {
			t.Errorf("Relax(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestQuoteShowsWhatCannotBeSeen(t *testing.T) {
	for in, want := range map[string]string{
		"a\"b\\c":        `"a\"b\\c"`,
		"\x1b]52;c\x07":  `"\u001b]52;c\u0007"`,
		"a\u202eb\u200b": `"a\u202eb\u200b"`,
		"a\u00a0b":       `"a\u00a0b"`,
		"x\ufe0f\u3164":  `"x\ufe0f\u3164"`,
		"\U000E0041":     `"\udb40\udc41"`,
		"検索 🙂":           `"検索 🙂"`,
		"\xff":           `"\ufffd"`,
	} {
		got := Quote(in)
		if got != want {
			t.Errorf("Quote(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestSpaced(t *testing.T) {
	in := "{ \"a\":[1,2,{\"b\" : \"x:,\u200b\\\"\"}],\n\"c\":{}}"
	want := `{"a": [1, 2, {"b": "x:,\u200b\""}], "c": {}}`
	if got := Spaced([]byte(in)); got != want {
		t.Errorf("Spaced(%q) = %s, want %s", in, got, want)
	}
}

func FuzzValue(f *testing.F) {
	for _, s := range []string{`{"a":[1,"b",{"c":null}]}`, `{"a":"\\`, `[[[`, `{"a" 1}`, "[1,,2]", `{"\ud800":"\`, "\"\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var walk func(v Value, depth int)
		walk = func(v Value, depth int) {
			if depth > 50 {
				return
			}
			v.Text()
			v.Int()
			for _, m := range v.Members() {
				walk(m, depth+1)
			}
			for e := range v.Elements() {
				walk(e, depth+1)
			}
		}
		walk(Loose(data), 0)
		docs, _ := Documents(data)
		for _, d := range docs {
			walk(d, 0)
			if s := Spaced(d.Raw()); !json.Valid([]byte(s)) {
				t.Errorf("Spaced(%q) = %q is not JSON", d.Raw(), s)
			}
		}
		if relaxed := Relax(data); len(relaxed) != len(data) {
			t.Errorf("Relax changed the length of %q", data)
		}
		var back string
		if err := json.Unmarshal([]byte(Quote(string(data))), &back); err != nil {
			t.Errorf("Quote(%q) is not JSON: %v", data, err)
		}
	})
}
