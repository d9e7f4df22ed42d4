package decide

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Keys are the argument keys of a schema.
type Keys struct {
	Required []string
	// Properties are all keys; nil: not known.
	Properties []string
}

// Fit compares the keys of a call's arguments with a schema. It never changes
// a decision, and keys are never rewritten: the schema is the caller's. Values
// are not looked at.
type Fit struct {
	Fit bool `json:"fit"`
	// Missing are required keys that were not sent, Unknown sent keys that the
	// schema lacks (none where its properties are not known).
	Missing []string `json:"missing"`
	Unknown []string `json:"unknown"`
	// Variants are pairs of a sent and a declared key that are one key in
	// another spelling.
	Variants [][2]string `json:"variants"`
}

// checkKeys returns nil where the schema or the arguments are not known.
func checkKeys(k *Keys, args string) *Fit {
	if k == nil {
		return nil
	}
	sent, ok := objectKeys(args)
	if !ok {
		return nil
	}
	f := &Fit{Missing: []string{}, Unknown: []string{}, Variants: [][2]string{}}
	for _, key := range k.Required {
		if !slices.Contains(sent, key) {
			f.Missing = append(f.Missing, key)
		}
	}
	known := slices.Clone(k.Properties)
	for _, key := range k.Required {
		if !slices.Contains(known, key) {
			known = append(known, key)
		}
	}
	for _, key := range sent {
		if k.Properties != nil && !slices.Contains(known, key) {
			f.Unknown = append(f.Unknown, key)
		}
		for _, declared := range known {
			if key != declared && sameFold(key, declared) {
				f.Variants = append(f.Variants, [2]string{key, declared})
			}
		}
	}
	f.Fit = len(f.Missing) == 0 && len(f.Unknown) == 0
	return f
}

// objectKeys returns the keys of a JSON object in the order in which they
// stand, each once. ok is false where the text is no object.
func objectKeys(text string) (keys []string, ok bool) {
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	if start, err := dec.Token(); err != nil || start != json.Delim('{') {
		return nil, false
	}
	for dec.More() {
		token, err := dec.Token()
		key, isKey := token.(string)
		if err != nil || !isKey {
			return nil, false
		}
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			return nil, false
		}
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	_, err := dec.Token()
	return keys, err == nil
}

// KeysOf reads the keys of a JSON schema of arguments; nil where the text is
// no schema with properties or required keys.
func KeysOf(schema string) *Keys {
	var s struct {
		Required   []string
		Properties json.RawMessage
	}
	if json.Unmarshal([]byte(schema), &s) != nil {
		return nil
	}
	k := &Keys{Required: s.Required}
	if props, ok := objectKeys(string(s.Properties)); ok {
		k.Properties = append([]string{}, props...)
	}
	if k.Properties == nil && k.Required == nil {
		return nil
	}
	return k
}
