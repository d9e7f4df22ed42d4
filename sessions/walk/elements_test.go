package walk

import (
	"fmt"
	"strings"
	"testing"
)

func TestElements(t *testing.T) {
	tests := []struct{ data, want string }{
		{`[]`, `lines 0`},
		{" [ ] \n", `lines 1`},
		{`[1,"a",{"b":[2]}]`, `0@1 1|0@3 "a"|0@7 {"b":[2]}|lines 0`},
		{"\xEF\xBB\xBF[\n  {\n  \"a\": 1\n  },\n\n  2\n]\n", "1@7 {\n  \"a\": 1\n  }|5@26 2|lines 7"},
		{`[1,`, `0@1 1|lines 0 cut`},
		{`[1,{"a":`, `0@1 1|lines 0 cut`},
		{`[1 2]`, `0@1 1|lines 0 bad at 3`},
		{`[1] x`, `0@1 1|lines 0 bad at 4`},
		{`{"a":1}`, `lines 0 bad at 0`},
		{``, `lines 0 bad at 0`},
		{`[`, `lines 0 cut`},
	}
	for _, test := range tests {
		var got []string
		lines, st := Elements([]byte(test.data), func(l Line) {
			got = append(got, fmt.Sprintf("%d@%d %s", l.Number, l.At, l.Text))
		})
		end := fmt.Sprintf("lines %d", lines)
		switch st.Result {
		case Cut:
			end += " cut"
		case Bad:
			end += fmt.Sprintf(" bad at %d", st.At)
		}
		if s := strings.Join(append(got, end), "|"); s != test.want {
			t.Errorf("Elements(%q) = %s, want %s", test.data, s, test.want)
		}
	}
}

func TestValue(t *testing.T) {
	tests := []struct {
		data string
		n    int
	}{{`{"a":"}"} more`, 9}, {`"x"`, 3}, {`[1,[2]],`, 7}, {`{"a`, -1}, {``, -1}, {`}`, -1}}
	for _, test := range tests {
		if n, ok := Value([]byte(test.data)); ok != (test.n >= 0) || ok && n != test.n {
			t.Errorf("Value(%q) = %d, %v, want %d", test.data, n, ok, test.n)
		}
	}
}
