package format

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"hopscope/sessions/walk"
)

// yamlBudget bounds the values that one YAML record may have, aliases counted
// each time: a few lines of aliases can stand for more than any memory holds.
const yamlBudget = 2_000_000

// binaryKey marks a binary scalar: the JSON that yamlJSON writes for it is an
// object with the content in base64.
const binaryKey = "!!binary"

// yamlJSON writes a YAML document as JSON, members in their order. Binary
// scalars become {"!!binary": BASE64}; keys that are no texts become texts.
func yamlJSON(record []byte) ([]byte, error) {
	if tooDeep(record) {
		return nil, errors.New("nested more than 1,000 deep")
	}
	f, err := parser.ParseBytes(record, 0)
	if err != nil {
		return nil, fmt.Errorf("not YAML: %w", firstLine(err))
	}
	if len(f.Docs) == 0 || f.Docs[0].Body == nil {
		return nil, errors.New("an empty YAML document")
	}
	w := yamlWriter{left: yamlBudget, anchors: map[string]ast.Node{}}
	if err := w.value(f.Docs[0].Body, 0); err != nil {
		return nil, err
	}
	return w.out.Bytes(), nil
}

// firstLine is an error without the picture of the place that the library adds.
func firstLine(err error) error {
	text, _, _ := bytes.Cut([]byte(err.Error()), []byte{'\n'})
	return errors.New(string(text[:min(len(text), 200)]))
}

const yamlDepth = 1000

// tooDeep reports brackets or dashes that would nest deeper than the parser's
// stack holds. Brackets in quoted texts count too, but those are balanced.
func tooDeep(record []byte) bool {
	depth, run := 0, 0
	for i, c := range record {
		switch c {
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(depth-1, 0)
		case '-', '?', ':', '!', '&', '*':
			if i+1 < len(record) && record[i+1] == ' ' {
				run++
			}
		case ' ':
		default:
			run = 0
		}
		if depth > 10*yamlDepth || run > yamlDepth {
			return true
		}
	}
	return false
}

type yamlWriter struct {
	out     bytes.Buffer
	left    int
	anchors map[string]ast.Node
}

func (w *yamlWriter) value(n ast.Node, depth int) error {
	if w.left--; w.left < 0 || w.out.Len() > walk.MaxLine {
		return errors.New("more than 64 MiB or 2,000,000 values in one record")
	}
	if depth > yamlDepth {
		return errors.New("nested more than 1,000 deep")
	}
	switch v := n.(type) {
	case *ast.LiteralNode:
		w.text(v.Value.Value)
		return nil
	case *ast.MappingNode:
		return w.members(v.Values, depth)
	case *ast.MappingValueNode:
		return w.members([]*ast.MappingValueNode{v}, depth)
	case *ast.SequenceNode:
		return w.elements(v.Values, depth)
	case *ast.AnchorNode:
		if v.Name != nil {
			w.anchors[v.Name.String()] = v.Value
		}
		return w.value(v.Value, depth+1)
	case *ast.AliasNode:
		if to, ok := w.anchors[aliasName(v)]; ok {
			return w.value(to, depth+1)
		}
		w.out.WriteString("null") // the anchor stands in another record
		return nil
	case *ast.TagNode:
		if v.Start != nil && v.Start.Value == binaryKey {
			return w.binary(v.Value)
		}
		return w.value(v.Value, depth+1)
	}
	w.scalar(n)
	return nil
}

func aliasName(v *ast.AliasNode) string {
	if v.Value == nil {
		return ""
	}
	return v.Value.String()
}

func (w *yamlWriter) members(list []*ast.MappingValueNode, depth int) error {
	w.out.WriteByte('{')
	for i, m := range list {
		if i > 0 {
			w.out.WriteByte(',')
		}
		w.text(keyOf(m.Key))
		w.out.WriteByte(':')
		if err := w.value(m.Value, depth+1); err != nil {
			return err
		}
	}
	w.out.WriteByte('}')
	return nil
}

func keyOf(k ast.MapKeyNode) string {
	if s, ok := ast.Node(k).(ast.ScalarNode); ok {
		return fmt.Sprint(s.GetValue())
	}
	if k == nil {
		return ""
	}
	return k.String()
}

func (w *yamlWriter) elements(list []ast.Node, depth int) error {
	w.out.WriteByte('[')
	for i, v := range list {
		if i > 0 {
			w.out.WriteByte(',')
		}
		if err := w.value(v, depth+1); err != nil {
			return err
		}
	}
	w.out.WriteByte(']')
	return nil
}

func (w *yamlWriter) binary(n ast.Node) error {
	text := ""
	switch v := n.(type) {
	case *ast.LiteralNode:
		text = v.Value.Value
	case ast.ScalarNode:
		text = fmt.Sprint(v.GetValue())
	}
	raw, err := decoded(text)
	if err != nil {
		return errors.New("a binary value is no base64")
	}
	w.out.WriteString(`{"` + binaryKey + `":"` + base64.StdEncoding.EncodeToString(raw) + `"}`)
	return nil
}

func (w *yamlWriter) scalar(n ast.Node) {
	s, ok := n.(ast.ScalarNode)
	if !ok {
		w.out.WriteString("null")
		return
	}
	switch v := s.GetValue().(type) {
	case nil:
		w.out.WriteString("null")
	case bool:
		w.out.WriteString(strconv.FormatBool(v))
	case int64, uint64, int:
		fmt.Fprint(&w.out, v)
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			w.out.WriteString("null")
			return
		}
		b, _ := json.Marshal(v) // a finite number always marshals
		w.out.Write(b)
	default:
		w.text(fmt.Sprint(v))
	}
}

func (w *yamlWriter) text(s string) {
	b, _ := json.Marshal(s) // a string always marshals
	w.out.Write(b)
}
