package tui

import (
	"encoding/json"
	"strings"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// historyJSON lays the document of a stored call out in few rows, filled as far
// as they go; the member with the name begins a row. The name is marked.
func historyJSON(paint *jsonPaint, doc, path, name string, w int) []line {
	key := path[strings.LastIndexByte(path, '.')+1:]
	f := jsonFill{w: w, key: `"` + key + `": `}
	dec := json.NewDecoder(strings.NewReader(doc))
	dec.UseNumber()
	if err := f.value(dec, "", ""); err != nil {
		return prose(themes.Text, doc, w)
	}
	text := strings.Join(append(f.rows, f.row), "\n")
	text = strings.ReplaceAll(text, "{}", "{ … }")
	return markHistoryPlace(paint.paint(text), key, name, w)
}

// jsonFill fills rows of at most w cells with the pieces of a document.
type jsonFill struct {
	w, depth int
	key      string // the member that begins a row
	rows     []string
	row      string
	fresh    bool // the row holds its indent only
}

// piece puts a piece behind the row, or begins the next one with it.
func (f *jsonFill) piece(text string, begin bool) {
	if f.row != "" && !f.fresh && (begin || visible.Width(f.row)+1+visible.Width(text) > f.w) {
		f.next()
	}
	if f.row != "" && !f.fresh {
		f.row += " "
	}
	f.row, f.fresh = f.row+text, false
}

// next begins a row.
func (f *jsonFill) next() {
	f.rows = append(f.rows, f.row)
	f.row, f.fresh = strings.Repeat("  ", f.depth), true
}

// value writes a value with what stands before and behind it.
func (f *jsonFill) value(dec *json.Decoder, head, tail string) error {
	t, err := dec.Token()
	if err != nil {
		return err
	}
	begin := head == f.key
	d, ok := t.(json.Delim)
	if !ok {
		b, err := json.Marshal(t)
		f.piece(head+unescaped(string(b))+tail, begin)
		return err
	}
	end := "}"
	if d == '[' {
		end = "]"
	}
	if !dec.More() {
		_, err = dec.Token()
		f.piece(head+d.String()+end+tail, begin)
		return err
	}
	f.piece(head+d.String(), begin)
	f.depth++
	if d == '[' {
		f.next()
	}
	for dec.More() {
		if err := f.member(dec, d == '{'); err != nil {
			return err
		}
	}
	f.depth--
	f.row += " " + end + tail
	_, err = dec.Token()
	return err
}

// member writes one member of an object or array.
func (f *jsonFill) member(dec *json.Decoder, object bool) error {
	head := ""
	if object {
		t, err := dec.Token()
		if err != nil {
			return err
		}
		b, err := json.Marshal(t)
		if err != nil {
			return err
		}
		head = unescaped(string(b)) + ": "
	}
	if err := f.value(dec, head, ""); err != nil {
		return err
	}
	if dec.More() {
		f.row += ","
	}
	return nil
}

// unescaped takes back what json.Marshal escapes for HTML.
func unescaped(s string) string {
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(s)
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
