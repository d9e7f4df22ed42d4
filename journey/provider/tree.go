package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// tree is a JSON value with its place in the text.
type tree struct {
	start, end int
	// text of a string; keys of an object, one for each child.
	text  string
	keys  []string
	items []tree
	kind  byte // { [ " or 0 for other values
}

// treeDepth is the deepest nesting that is read.
const treeDepth = 200

// parseTree reads one JSON value.
func parseTree(body []byte) (tree, error) {
	p := treeParser{dec: json.NewDecoder(bytes.NewReader(body)), body: body}
	t, err := p.value(0)
	if err != nil {
		return tree{}, fmt.Errorf("byte %d: %w", p.dec.InputOffset(), err)
	}
	if _, err := p.dec.Token(); err != io.EOF {
		return tree{}, fmt.Errorf("byte %d: more behind the value", p.dec.InputOffset())
	}
	return t, nil
}

type treeParser struct {
	dec  *json.Decoder
	body []byte
}

func (p *treeParser) value(depth int) (tree, error) {
	if depth > treeDepth {
		return tree{}, fmt.Errorf("nested deeper than %d", treeDepth)
	}
	start := p.next()
	token, err := p.dec.Token()
	if err != nil {
		return tree{}, err
	}
	t := tree{start: start}
	switch v := token.(type) {
	case string:
		t.kind, t.text = '"', v
	case json.Delim:
		t.kind = byte(v)
		for p.dec.More() {
			if v == '{' {
				key, err := p.dec.Token()
				if err != nil {
					return tree{}, err
				}
				name, _ := key.(string)
				t.keys = append(t.keys, name)
			}
			item, err := p.value(depth + 1)
			if err != nil {
				return tree{}, err
			}
			t.items = append(t.items, item)
		}
		if _, err := p.dec.Token(); err != nil {
			return tree{}, err
		}
	}
	t.end = int(p.dec.InputOffset())
	return t, nil
}

// next is where the next value begins: separators and blanks are stepped over.
func (p *treeParser) next() int {
	at := int(p.dec.InputOffset())
	for at < len(p.body) && bytes.IndexByte([]byte(" \t\r\n,:"), p.body[at]) >= 0 {
		at++
	}
	return at
}

// get returns the value of a key; of several the last, as decoders do.
func (t *tree) get(key string) *tree {
	for i := len(t.keys) - 1; i >= 0; i-- {
		if t.keys[i] == key {
			return &t.items[i]
		}
	}
	return nil
}

// field returns a text field, empty where there is none.
func (t *tree) field(key string) string {
	if v := t.get(key); v != nil && v.kind == '"' {
		return v.text
	}
	return ""
}
