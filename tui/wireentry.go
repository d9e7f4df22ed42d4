package tui

import (
	"encoding/json"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// schemaKeys are the keys under which providers take the schema of a tool.
var schemaKeys = map[string]bool{
	`"input_schema":`: true, `"parameters":`: true, `"inputSchema":`: true,
	`"parametersJsonSchema":`: true, `"parameters_json_schema":`: true, `"format":`: true,
}

// entry is the whole declaration of the selected tool, its name in role place.
func (v *wireView) entry(indent int, more bool) []line {
	doc := v.decl.JSON
	n := v.d.plan.Tools[v.d.journey.Index]
	keys := allKeys(v.decl.Path)
	places := map[int]int{} // row to byte column
	mark := func(keys []string, want string) {
		if from, _, ok := placeOf(doc, keys, want); ok {
			row := strings.Count(doc[:from], "\n")
			places[row] = from - (strings.LastIndexByte(doc[:from], '\n') + 1)
		}
	}
	mark(keys, placed(v.decl, n))
	if n.Wire.Namespace != "" {
		mark([]string{"name"}, string(n.Wire.Namespace))
		mark([]string{"namespace"}, string(n.Wire.Namespace))
	}
	var out []line
	schema := n.Tool.Schema != "" || n.Tool.Kind != journey.KindFunction
	texts := strings.Split(doc, "\n")
	for row := 0; row < len(texts); row++ {
		text, note := texts[row], ""
		if end := closing(texts, row); end > row && !v.d.full && !v.d.whole && schemaKeys[firstWord(text)] {
			text += " … " + strings.TrimSpace(texts[end])
			row = end
		} else if !schema && schemaKeys[firstWord(text)] {
			note, schema = "not in a list", true
		}
		if v.closesSpace(texts, row) {
			out = append(out, v.more(len(v.entries[v.at].tools)-v.member-1, indent+4)...)
		}
		if row == len(texts)-1 && !schema { // the provider's shape has no field for it
			out = append(out, line{blanks(indent + 2), {text: "no schema: not in a list", role: themes.Muted}})
		}
		if row == len(texts)-1 && more {
			text += ","
		}
		l := markPlace(v.d.json.paint(text)[0], places, row)
		l = append(line{blanks(indent)}, l...)
		if v.d.full || v.d.whole {
			rows := wrapJSON(l, v.w)
			out, l = append(out, rows[:len(rows)-1]...), rows[len(rows)-1]
		} else {
			l = v.cutJSON(l)
		}
		if note != "" {
			if l.width()+2+len(note) <= v.w {
				l = append(l, blanks(1))
			}
			l = append(l, blanks(1), span{text: note, role: themes.Muted})
		}
		out = append(out, l)
		if v.inSpace(text) {
			out = append(out, v.more(v.member, indent+4)...)
		}
	}
	return out
}

// placed is the text that stands at the path of a declaration: the name, or
// the type of a tool that is declared by its type alone.
func placed(decl journey.Declaration, n journey.Naming) string {
	if !strings.HasSuffix(decl.Path, ".type") {
		return string(n.Wire.Name)
	}
	var entry struct{ Type string }
	if json.Unmarshal([]byte(decl.JSON), &entry) != nil || entry.Type == "" {
		return string(n.Wire.Name)
	}
	return entry.Type
}

// allKeys are the keys of a path below the outermost list: of
// tools[8].tools[4].name they are tools and name.
func allKeys(path string) []string {
	i := strings.IndexByte(path, ']')
	if i < 0 {
		return nil
	}
	var keys []string
	for _, k := range strings.Split(strings.TrimPrefix(path[i+1:], "."), ".") {
		if j := strings.IndexByte(k, '['); j >= 0 {
			k = k[:j]
		}
		if k != "" {
			keys = append(keys, k)
		}
	}
	return keys
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(strings.TrimLeft(text, " "), " ")
	return word
}

// closing returns the row that closes what row opens, row itself if nothing.
func closing(texts []string, row int) int {
	text := texts[row]
	if !strings.HasSuffix(text, "{") && !strings.HasSuffix(text, "[") {
		return row
	}
	indent := len(text) - len(strings.TrimLeft(text, " "))
	for i := row + 1; i < len(texts); i++ {
		if t := texts[i]; len(t)-len(strings.TrimLeft(t, " ")) == indent {
			return i
		}
	}
	return row
}

// markPlace gives the string that begins at the column of the name's place its
// role.
func markPlace(l line, places map[int]int, row int) line {
	col, ok := places[row]
	if !ok {
		return l
	}
	out, at := line{}, 0
	for _, s := range l {
		if at == col {
			s.role, s.mod = themes.Place, bold|underline
		}
		at += len(s.text)
		out = append(out, s)
	}
	return out
}

// cutJSON shortens the strings of a row until it fits: the value loses its
// end, the name at its place its middle. With the screen to itself the pane
// cuts nothing.
func (v *wireView) cutJSON(l line) line {
	over := l.width() - v.w
	if over <= 0 || v.d.full {
		return l
	}
	out := append(line{}, l...)
	for i := len(out) - 1; i >= 0 && over > 0; i-- {
		s := &out[i]
		if s.role != themes.Str && s.role != themes.Place || !strings.HasPrefix(s.text, `"`) {
			continue
		}
		n := visible.Width(s.text)
		keep := max(n-over, 6)
		inner := strings.TrimSuffix(strings.TrimPrefix(s.text, `"`), `"`)
		if s.role == themes.Place || !strings.Contains(inner, " ") { // a name
			s.text = `"` + visible.Middle(inner, keep-2) + `"`
		} else {
			s.text = `"` + visible.Cut(inner, keep-2) + `"`
		}
		over -= n - visible.Width(s.text)
	}
	return out.fit(v.w)
}
