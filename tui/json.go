package tui

import (
	"encoding/json"
	"strings"

	"github.com/alecthomas/chroma/v2"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// jsonPaint highlights JSON and keeps what it painted, by document. The lexer
// is made once, on first use: it has the rules of JSON only, since loading
// chroma's whole collection would delay the first frame.
type jsonPaint struct {
	lexer chroma.Lexer
	docs  map[string][]line
}

// jsonDocs is the number of painted documents that are kept.
const jsonDocs = 64

func newJSONPaint() *jsonPaint { return &jsonPaint{} }

// jsonRules are the tokens of JSON. What is none, such as an ellipsis, is text.
func jsonRules() chroma.Rules {
	return chroma.Rules{"root": {
		{Pattern: `"(?:\\.|[^"\\])*"(?=\s*:)`, Type: chroma.NameTag},
		{Pattern: `"(?:\\.|[^"\\])*"?`, Type: chroma.String},
		{Pattern: `-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?`, Type: chroma.Number},
		{Pattern: `true|false|null`, Type: chroma.KeywordConstant},
		{Pattern: `[{}\[\],:]`, Type: chroma.Punctuation},
		{Pattern: `[^\S\n]+`, Type: chroma.Text},
		{Pattern: `\n`, Type: chroma.Text},
		{Pattern: `[^"{}\[\],:\s\d-]+|.`, Type: chroma.Text},
	}}
}

// paint returns the lines of a document in the roles of JSON.
func (p *jsonPaint) paint(doc string) []line {
	if p == nil {
		p = newJSONPaint()
	}
	if rows, ok := p.docs[doc]; ok {
		return rows
	}
	rows := p.rows(doc)
	if p.docs == nil || len(p.docs) >= jsonDocs {
		p.docs = map[string][]line{}
	}
	p.docs[doc] = rows
	return rows
}

func (p *jsonPaint) rows(doc string) []line {
	if p.lexer == nil {
		p.lexer = chroma.MustNewLexer(&chroma.Config{Name: "json", EnsureNL: false}, jsonRules)
	}
	rows := []line{{}}
	add := func(text string, role themes.Role) {
		if text == "" {
			return
		}
		last := &rows[len(rows)-1]
		*last = append(*last, span{text: visible.Text(text), role: role})
	}
	tokens, err := p.lexer.Tokenise(nil, doc)
	if err != nil {
		for i, text := range strings.Split(doc, "\n") {
			if i > 0 {
				rows = append(rows, line{})
			}
			add(text, themes.Text)
		}
		return rows
	}
	for t := tokens(); t != chroma.EOF; t = tokens() {
		role := jsonRole(t.Type)
		for i, text := range strings.Split(t.Value, "\n") {
			if i > 0 {
				rows = append(rows, line{})
			}
			add(text, role)
		}
	}
	return rows
}

func jsonRole(t chroma.TokenType) themes.Role {
	switch {
	case t == chroma.NameTag:
		return themes.Key
	case t.InSubCategory(chroma.LiteralString):
		return themes.Str
	case t == chroma.Punctuation:
		return themes.Muted
	default:
		return themes.Text
	}
}

// placeOf finds the string value at a path of keys in a JSON document and
// returns its bytes, quotes included; arrays on the way are looked through for
// the first element in which the value is want. ok is false where there is
// none.
func placeOf(doc string, keys []string, want string) (from, to int, ok bool) {
	dec := json.NewDecoder(strings.NewReader(doc))
	var path []frame
	for {
		before := int(dec.InputOffset())
		t, err := dec.Token()
		if err != nil {
			return 0, 0, false
		}
		after := int(dec.InputOffset())
		switch v := t.(type) {
		case json.Delim:
			switch v {
			case '{', '[':
				path = append(path, frame{object: v == '{', wantKey: v == '{'})
			default:
				path = path[:len(path)-1]
				path = valueDone(path)
			}
			continue
		case string:
			if n := len(path); n > 0 && path[n-1].wantKey {
				path[n-1].key, path[n-1].wantKey = v, false
				continue
			}
			if v == want && samePath(path, keys) {
				raw := strings.TrimLeft(doc[before:after], " \t\r\n:,")
				return after - len(raw), after, true
			}
		}
		path = valueDone(path)
	}
}

// frame is one open object or array while a document is walked.
type frame struct {
	object, wantKey bool
	key             string
}

func valueDone(path []frame) []frame {
	if n := len(path); n > 0 {
		path[n-1].wantKey = path[n-1].object
	}
	return path
}

// samePath compares the keys of the open objects with a path.
func samePath(path []frame, keys []string) bool {
	i := 0
	for _, f := range path {
		if !f.object {
			continue
		}
		if i >= len(keys) || f.key != keys[i] {
			return false
		}
		i++
	}
	return i == len(keys)
}
