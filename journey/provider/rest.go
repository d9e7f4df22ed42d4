package provider

import (
	"bytes"
	"encoding/json"
	"slices"

	"hopscope/journey"
)

// secretFields of a declaration are not kept.
var secretFields = []string{"authorization", "headers"}

// member is one field of a JSON object.
type member struct {
	key   string
	value json.RawMessage
}

// members lists the fields of a JSON object in their order; none for any other
// value.
func members(raw json.RawMessage) []member {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var list []member
	for d.More() {
		t, err := d.Token()
		key, ok := t.(string)
		if err != nil || !ok {
			return list
		}
		m := member{key: key}
		if d.Decode(&m.value) != nil {
			return list
		}
		list = append(list, m)
	}
	return list
}

// field returns one field of a JSON object, nil where it has none.
func field(raw json.RawMessage, key string) json.RawMessage {
	for _, m := range members(raw) {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

// restOf returns the fields of a declaration besides the known ones, as a JSON
// object: what journey.Tool.Rest holds.
func restOf(raw json.RawMessage, known ...string) string {
	var o object
	for _, m := range members(raw) {
		if !slices.Contains(known, m.key) && !slices.Contains(secretFields, m.key) {
			o.raw(m.key, string(m.value))
		}
	}
	if o.b.Len() == 0 {
		return ""
	}
	return o.compact()
}

// rest adds the fields of journey.Tool.Rest, without those that are said not to
// be wanted.
func (o *object) rest(rest string, without ...string) {
	if rest == "" {
		return
	}
	for _, m := range members(json.RawMessage(rest)) {
		if !slices.Contains(without, m.key) {
			o.raw(m.key, string(m.value))
		}
	}
}

// restOnly adds those fields of journey.Tool.Rest that the contract has: a tool
// may have been read in the envelope of another provider.
func (o *object) restOnly(rest string, keys ...string) {
	if rest == "" {
		return
	}
	for _, m := range members(json.RawMessage(rest)) {
		if slices.Contains(keys, m.key) {
			o.raw(m.key, string(m.value))
		}
	}
}

// RestOf returns what journey.Tool.Rest holds of a declaration: its fields
// besides the known ones, as a JSON object, without those that bear secrets.
func RestOf(entry []byte, known ...string) string { return restOf(entry, known...) }

// kindOfType is the tool kind of an entry that has a type and no name.
func kindOfType(typ string) journey.ToolKind {
	switch typ {
	case "local_shell":
		return journey.KindLocalShell
	case "shell":
		return journey.KindShell
	case "apply_patch":
		return journey.KindApplyPatch
	}
	return journey.KindProvider
}
