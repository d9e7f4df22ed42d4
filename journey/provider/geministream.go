package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"hopscope/journey"
)

// geminiPieces puts the calls of a stream together. A call normally comes whole
// in one part. Where its arguments are streamed, the first piece has the name,
// later ones have none and bring values by path; nameless pieces with whole
// arguments behind a named one without were seen, too.
type geminiPieces struct {
	calls []journey.WireCall
	// open is the newest call of a candidate that waits for more, by index.
	open map[int]int
	args map[int]*partialArgs // by call
}

// ReadStream returns the calls of a streamed answer: server-sent events, one
// object a line, or one array of all objects.
func (geminiCodec) ReadStream(body []byte) ([]journey.WireCall, error) {
	p := geminiPieces{open: map[int]int{}, args: map[int]*partialArgs{}}
	seen := false
	for event := range geminiEvents(body) {
		var a geminiAnswer
		if json.Unmarshal(event, &a) != nil || a.Candidates == nil {
			continue
		}
		seen = true
		for i := range a.Candidates {
			at := "candidates[" + strconv.Itoa(i) + "].content.parts["
			for k, part := range geminiParts(a.Candidates[i].Content) {
				if c := part.call(); c != nil {
					p.add(i, c, part.path(at+strconv.Itoa(k)+"]"))
				}
			}
		}
	}
	if !seen {
		return nil, fmt.Errorf("stream: no event with candidates: %w", errNotGemini)
	}
	for i, a := range p.args {
		if text, ok := a.text(); ok {
			p.calls[i].Args = text
		}
	}
	return p.calls, nil
}

func geminiEvents(body []byte) iter.Seq[json.RawMessage] {
	if items := list(body); len(items) > 0 {
		return func(yield func(json.RawMessage) bool) {
			for _, raw := range items {
				if !yield(raw) {
					return
				}
			}
		}
	}
	return events(body)
}

func (p *geminiPieces) add(candidate int, c *geminiCall, path string) {
	piece := c.call(path)
	i, waiting := p.open[candidate]
	if !piece.Nameless || !waiting || piece.ID != "" && p.calls[i].ID != "" && piece.ID != p.calls[i].ID {
		i = len(p.calls)
		p.calls = append(p.calls, piece)
	} else {
		if p.calls[i].ID == "" {
			p.calls[i].ID = piece.ID
		}
		if piece.Args != "" {
			p.calls[i].Args = piece.Args
		}
	}
	for _, raw := range c.Partial {
		if p.args[i] == nil {
			p.args[i] = &partialArgs{}
		}
		p.args[i].add(raw)
	}
	blank := strings.TrimSpace(p.calls[i].Args)
	if string(c.Continue) == "true" || p.args[i] == nil && (blank == "" || blank == "{}") {
		p.open[candidate] = i
		return
	}
	delete(p.open, candidate)
}

// partialArgs are arguments that come value by value, each with its path in
// the object: $.city, $.days[2]. Text under one path is joined.
type partialArgs struct {
	keys   []string
	values map[string]*strings.Builder
	isText map[string]bool
}

// partialMax bounds the different paths of one call.
const partialMax = 10_000

func (a *partialArgs) add(raw json.RawMessage) {
	var v struct {
		Path looseText       `json:"jsonPath"`
		Text *string         `json:"stringValue"`
		Num  json.RawMessage `json:"numberValue"`
		Bool json.RawMessage `json:"boolValue"`
		Null json.RawMessage `json:"nullValue"`
	}
	if json.Unmarshal(raw, &v) != nil || v.Path == "" || len(a.keys) >= partialMax {
		return
	}
	key := string(v.Path)
	if a.values == nil {
		a.values, a.isText = map[string]*strings.Builder{}, map[string]bool{}
	}
	b := a.values[key]
	if b == nil {
		b = &strings.Builder{}
		a.values[key] = b
		a.keys = append(a.keys, key)
	}
	switch {
	case v.Text != nil:
		a.isText[key] = true
		b.WriteString(*v.Text)
	case v.Num != nil:
		b.Reset()
		b.Write(v.Num)
	case v.Bool != nil:
		b.Reset()
		b.Write(v.Bool)
	case v.Null != nil:
		b.Reset()
		b.WriteString("null")
	}
}

// text is the object so far; ok is false where a path is no plain one.
func (a *partialArgs) text() (text string, ok bool) {
	root := &argNode{}
	for _, key := range a.keys {
		steps, ok := pathSteps(key)
		if !ok {
			return "", false
		}
		value := a.values[key].String()
		if a.isText[key] {
			value = quote(value)
		}
		node := root
		for _, s := range steps {
			node = node.child(s)
		}
		node.value = value
	}
	var b bytes.Buffer
	root.write(&b)
	return b.String(), json.Valid(b.Bytes())
}

// pathSteps takes $.a.b[0] apart into a, b, [0].
func pathSteps(path string) ([]string, bool) {
	rest, ok := strings.CutPrefix(path, "$")
	if !ok || rest == "" || strings.Count(rest, ".")+strings.Count(rest, "[") > 64 {
		return nil, false
	}
	var steps []string
	for rest != "" {
		switch rest[0] {
		case '.':
			end := strings.IndexAny(rest[1:], ".[")
			if end < 0 {
				end = len(rest) - 1
			}
			if end == 0 {
				return nil, false
			}
			steps, rest = append(steps, rest[1:1+end]), rest[1+end:]
		case '[':
			end := strings.IndexByte(rest, ']')
			if end < 0 {
				return nil, false
			}
			inner := rest[1:end]
			if quoted := strings.Trim(inner, `'"`); quoted != inner {
				steps = append(steps, quoted)
			} else if _, err := strconv.Atoi(inner); err == nil {
				steps = append(steps, "["+inner)
			} else {
				return nil, false
			}
			rest = rest[end+1:]
		default:
			return nil, false
		}
	}
	return steps, true
}

// argNode is a value while it is put together: an object, a list (its steps
// begin with [) or a plain value.
type argNode struct {
	steps    []string
	children map[string]*argNode
	value    string
}

func (n *argNode) child(step string) *argNode {
	if c := n.children[step]; c != nil {
		return c
	}
	if n.children == nil {
		n.children = map[string]*argNode{}
	}
	c := &argNode{}
	n.children[step] = c
	n.steps = append(n.steps, step)
	return c
}

func (n *argNode) write(b *bytes.Buffer) {
	if len(n.steps) == 0 {
		if n.value == "" {
			b.WriteString("null")
		} else {
			b.WriteString(n.value)
		}
		return
	}
	isList := strings.HasPrefix(n.steps[0], "[")
	open, closing := byte('{'), byte('}')
	if isList {
		open, closing = '[', ']'
	}
	b.WriteByte(open)
	for i, s := range n.steps {
		if i > 0 {
			b.WriteByte(',')
		}
		if !isList {
			b.WriteString(quote(s))
			b.WriteByte(':')
		}
		n.children[s].write(b)
	}
	b.WriteByte(closing)
}
