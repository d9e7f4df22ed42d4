package tui

import (
	"encoding/json"
	"strings"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// historyJSON lays the document of a stored call out in few rows: an object
// stands on one row where it fits. The name at its place is marked.
func historyJSON(paint *jsonPaint, doc, path, name string, w int) []line {
	dec := json.NewDecoder(strings.NewReader(doc))
	dec.UseNumber()
	v, err := readTight(dec)
	if err != nil {
		return prose(themes.Text, doc, w)
	}
	var rows []string
	v.lay("", "", w, &rows)
	text := strings.ReplaceAll(strings.Join(rows, "\n"), "{ }", "{ … }")
	text = strings.ReplaceAll(text, `"{}"`, `"{ … }"`)
	key := path[strings.LastIndexByte(path, '.')+1:]
	return markHistoryPlace(paint.paint(text), key, name, w)
}

// tight is a JSON value that knows how it is written on one row.
type tight struct {
	open, close string
	keys        []string // of an object, as written
	list        []tight
	flat        string
}

func readTight(dec *json.Decoder) (tight, error) {
	t, err := dec.Token()
	if err != nil {
		return tight{}, err
	}
	d, ok := t.(json.Delim)
	if !ok {
		b, err := json.Marshal(t)
		return tight{flat: unescaped(string(b))}, err
	}
	v := tight{open: d.String(), close: "}"}
	if d == '[' {
		v.close = "]"
	}
	for dec.More() {
		if d == '{' {
			k, err := dec.Token()
			if err != nil {
				return v, err
			}
			b, err := json.Marshal(k)
			if err != nil {
				return v, err
			}
			v.keys = append(v.keys, unescaped(string(b))+": ")
		}
		x, err := readTight(dec)
		if err != nil {
			return v, err
		}
		v.list = append(v.list, x)
	}
	if _, err := dec.Token(); err != nil {
		return v, err
	}
	var parts []string
	for i, x := range v.list {
		k := ""
		if v.keys != nil {
			k = v.keys[i]
		}
		parts = append(parts, k+x.flat)
	}
	v.flat = v.open + " " + strings.Join(parts, ", ") + " " + v.close
	if len(parts) == 0 {
		v.flat = v.open + " " + v.close
	}
	return v, nil
}

// unescaped takes back what json.Marshal escapes for HTML.
func unescaped(s string) string {
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(s)
}

// lay writes the value behind a head; members that do not fit stand on rows of
// their own.
func (v *tight) lay(indent, head string, w int, rows *[]string) {
	if len(v.list) == 0 || visible.Width(indent+head+v.flat) <= w-2 {
		*rows = append(*rows, indent+head+v.flat)
		return
	}
	*rows = append(*rows, indent+head+v.open)
	row := ""
	flush := func() {
		if row != "" {
			*rows = append(*rows, row)
			row = ""
		}
	}
	for i, x := range v.list {
		k, comma := "", ","
		if v.keys != nil {
			k = v.keys[i]
		}
		if i+1 == len(v.list) {
			comma = ""
		}
		if visible.Width(indent)+2+visible.Width(k+x.flat)+1 > w-2 && len(x.list) > 0 {
			flush()
			x.lay(indent+"  ", k, w, rows)
			(*rows)[len(*rows)-1] += comma
			continue
		}
		text := k + x.flat + comma
		switch {
		case row == "":
			row = indent + "  " + text
		case visible.Width(row)+1+visible.Width(text) <= w-2:
			row += " " + text
		default:
			flush()
			row = indent + "  " + text
		}
	}
	flush()
	*rows = append(*rows, indent+v.close)
}

// markHistoryPlace gives the name behind a key the role of a place.
func markHistoryPlace(rows []line, key, name string, w int) []line {
	b, err := json.Marshal(name)
	if err != nil {
		return rows
	}
	want, done := visible.Text(unescaped(string(b))), false
	out := make([]line, len(rows))
	for i, l := range rows {
		out[i] = append(line{}, l...)
		for k := range out[i] {
			s := &out[i][k]
			if !done && s.text == want && k > 0 && strings.Contains(line(out[i][:k]).plain(), `"`+key+`":`) {
				s.role, s.mod, done = themes.Place, underline, true
			}
		}
		out[i] = out[i].fit(w)
	}
	return out
}
