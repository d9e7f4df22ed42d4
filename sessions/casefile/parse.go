package casefile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"hopscope/journey"
	"hopscope/sessions/catalog"
	"hopscope/sessions/node"
)

const schemaPrefix = "hopscope.case/"

// Is reports whether data looks like a case file: an object with a case
// schema, or with catalog and calls. The beginning of a file is enough if
// these fields begin in it.
func Is(data []byte) bool {
	return isCase(node.Loose(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
}

func isCase(v node.Value) bool {
	catalog, calls := false, false
	for key, m := range v.Members() {
		switch key {
		case "schema":
			if s, ok := m.Text(); ok {
				return strings.HasPrefix(s, schemaPrefix)
			}
		case "catalog":
			catalog = m.Kind() == node.Array
		case "calls":
			calls = m.Kind() == node.Array
		}
		if catalog && calls {
			return true
		}
	}
	return false
}

// Parse reads a case file. An error means that it is no case at all; it names
// the offset. A field that cannot be used is a problem that names line, offset
// and field, and its value is kept for Write. The case keeps data, which must
// not be changed any more.
func Parse(data []byte) (*Case, []journey.Problem, error) {
	whole := data
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	docs, err := node.Documents(data)
	if err != nil {
		return nil, nil, fmt.Errorf("case file: %w", err)
	}
	switch {
	case len(docs) == 0:
		return nil, nil, fmt.Errorf("case file: empty")
	case len(docs) > 1:
		return nil, nil, fmt.Errorf("case file: offset %d: a second JSON value; a case is one object", docs[1].Offset())
	case docs[0].Kind() != node.Object:
		return nil, nil, fmt.Errorf("case file: offset %d: %v, not an object", docs[0].Offset(), docs[0].Kind())
	case !isCase(docs[0]):
		return nil, nil, fmt.Errorf("case file: no schema %s, and not both catalog and calls", Schema)
	}
	p := &parser{data: data, lines: node.NewLines(data), c: &Case{read: whole}}
	for key, v := range docs[0].Members() {
		if !p.field(key, v) {
			p.c.Extra = append(p.c.Extra, Field{key, clone(v)})
		}
	}
	return p.c, p.problems, nil
}

type parser struct {
	data     []byte
	lines    *node.Lines
	c        *Case
	problems []journey.Problem
}

func clone(v node.Value) json.RawMessage { return bytes.Clone(v.Raw()) }

// wrong reports a field whose value cannot be used and returns false, so that
// the value is kept as it stands.
func (p *parser) wrong(v node.Value, field, want string) bool {
	line := p.lines.At(v.Offset())
	p.problems = append(p.problems, journey.Problem{
		Where: fmt.Sprintf("case file: line %d, offset %d", line, v.Offset()),
		What:  fmt.Sprintf("field %s is %v, not %s", field, v.Kind(), want),
		Fix:   "it is not used; write " + want, Line: uint32(line),
	})
	return false
}

// field reads one field of the case. false: it is not known, or its value
// cannot be used.
func (p *parser) field(key string, v node.Value) bool {
	c := p.c
	if dst := c.textField(key); dst != nil {
		return p.text(v, key, dst)
	}
	switch key {
	case "schema":
		return p.schema(v)
	case "catalog":
		return p.catalog(v)
	case "offered":
		ok := p.names(v, key, &c.Offered)
		c.OfferedKnown = ok && v.Kind() == node.Array
		return ok
	case "wire_names":
		return p.names(v, key, &c.WireNames)
	case "tools":
		return p.tools(v, key, &c.Tools)
	case "registered":
		return p.each(v, key, node.Null, p.real)
	case "timeline":
		return p.each(v, key, node.Object, p.moment)
	case "context":
		return p.context(v)
	case "capture":
		return p.capture(v)
	case "calls":
		return p.each(v, key, node.Object, p.call)
	case "expect":
		return p.expect(v)
	}
	return p.fullField(key, v)
}

func (c *Case) textField(key string) *string {
	switch key {
	case "id":
		return &c.ID
	case "title":
		return &c.Title
	case "story":
		return &c.Story
	case "client":
		return &c.Client
	case "client_version":
		return &c.ClientVersion
	case "provider":
		return &c.Provider
	case "model":
		return &c.Model
	case "session":
		return &c.Session
	case "cwd":
		return &c.Cwd
	case "scheme":
		return &c.Scheme
	case "join":
		return &c.Join
	case "cut":
		return &c.Cut
	case "edits_name":
		return &c.EditsName
	}
	return nil
}

// fullField reads the fields that only a full case has.
func (p *parser) fullField(key string, v node.Value) bool {
	c := p.c
	switch key {
	case "servers":
		return p.each(v, key, node.Object, p.server)
	case "prompts":
		return p.each(v, key, node.Object, p.prompt)
	case "sources":
		return p.decode(v, key, "a list of sources", &c.Sources)
	case "tour":
		return p.tour(v)
	case "notes":
		return p.notes(v)
	case "edits":
		if v.Kind() != node.Array {
			return p.wrong(v, key, "a list")
		}
		for e := range v.Elements() {
			c.Edits = append(c.Edits, clone(e))
		}
		return true
	case "view":
		return p.view(v)
	}
	return false
}

func (p *parser) schema(v node.Value) bool {
	s, ok := v.Text()
	if !ok {
		return p.wrong(v, "schema", strconv.Quote(Schema))
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(s, schemaPrefix)); err != nil || n > 1 {
		line := p.lines.At(v.Offset())
		p.c.schema = s
		p.problems = append(p.problems, journey.Problem{
			Where: fmt.Sprintf("case file: line %d, offset %d", line, v.Offset()),
			What:  fmt.Sprintf("schema %q is newer than %s; what is not known here is kept", s, Schema),
			Fix:   "use a newer hopscope", Line: uint32(line),
		})
	}
	return true
}

// text reads a string; null is the same as absent.
func (p *parser) text(v node.Value, field string, dst *string) bool {
	if v.Kind() == node.Null || v.Kind() == node.Absent {
		return true
	}
	s, ok := v.Text()
	if !ok {
		return p.wrong(v, field, "a string")
	}
	*dst = s
	return true
}

func (p *parser) number(v node.Value, field string, dst *int) bool {
	if v.Kind() == node.Null {
		return true
	}
	n, ok := v.Int()
	if !ok || n < 0 {
		return p.wrong(v, field, "a whole number")
	}
	*dst = n
	return true
}

// names reads a list of strings; null is the same as absent.
func (p *parser) names(v node.Value, field string, dst *[]string) bool {
	if v.Kind() == node.Null {
		return true
	}
	list, ok := v.Texts()
	if !ok {
		return p.wrong(v, field, "a list of strings")
	}
	*dst = list
	return true
}

// each reads the elements of a list. want is the kind that they must have,
// node.Null for any. An element that cannot be used is reported and left out.
func (p *parser) each(v node.Value, field string, want node.Kind, read func(node.Value, string)) bool {
	if v.Kind() == node.Null {
		return true
	}
	if v.Kind() != node.Array {
		return p.wrong(v, field, "a list")
	}
	i := 0
	for e := range v.Elements() {
		place := fmt.Sprintf("%s[%d]", field, i)
		if want != node.Null && e.Kind() != want {
			p.wrong(e, place, want.String())
		} else {
			read(e, place)
		}
		i++
	}
	return true
}

func (p *parser) decode(v node.Value, field, want string, dst any) bool {
	if err := json.Unmarshal(v.Raw(), dst); err != nil {
		return p.wrong(v, field, want)
	}
	return true
}

// tools reads a catalog in hopscope's own form.
func (p *parser) tools(v node.Value, field string, dst **journey.Catalog) bool {
	if v.Kind() != node.Object {
		return p.wrong(v, field, "a catalog in the form hopscope.catalog/1")
	}
	list, problems := catalog.FromValue("case file", p.data, v)
	p.problems = append(p.problems, problems...)
	*dst = &list
	return true
}
