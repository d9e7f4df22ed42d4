package diagnose

import (
	"bytes"
	"encoding/json"
	"slices"

	"hopscope/journey"
)

// Capture is what was seen on the wire, read out of one of the shapes that a
// case may have.
type Capture struct {
	// Tools are the declared entries of a request, containers included.
	Tools []Declared
	// Choice is the name that the request forces, History the names of its
	// earlier calls in order.
	Choice  string
	History []string
	// Deltas are the chunks of one streamed answer.
	Deltas []Delta
	// Stages are the sightings of one name, in order.
	Stages []journey.Stage
	// Item is a raw call item: name and, if the item has one, namespace.
	Item *RawItem
	// Expected are the two fields that the client wanted, where the capture
	// says so.
	Expected *RawItem
}

// Declared is one entry of a captured tools array.
type Declared struct {
	Name, Type string
	// Members are the names inside a container entry.
	Members []string
}

// Delta is one chunk of a streamed call.
type Delta struct {
	Index   int
	Name    string
	HasName bool
}

// RawItem is a call with its fields apart.
type RawItem struct {
	Name, Namespace string
	HasNamespace    bool
}

// Names returns the names that the request declares as plain entries.
// Members of containers are not among them: whether they count depends on the
// endpoint.
func (p *Capture) Names() []string {
	var names []string
	for _, t := range p.Tools {
		if len(t.Members) == 0 && t.Name != "" {
			names = append(names, t.Name)
		}
	}
	return names
}

// stageOrder is the order in which a name passes the stages.
var stageOrder = []string{"declared", "sent", "sent_to_provider", "provider_returned", "after_map", "delivered"}

// NewCapture reads a case's capture. Whatever cannot be read is left out.
func NewCapture(in *journey.Capture) *Capture {
	if in == nil {
		return nil
	}
	p := &Capture{Stages: slices.Clone(in.Stages)}
	raw := map[string]json.RawMessage{}
	if json.Unmarshal([]byte(in.Raw), &raw) != nil || len(raw) == 0 {
		raw = fieldsOf(in)
	}
	p.read(raw)
	return p
}

// fieldsOf is the object of a capture whose raw text was not kept.
func fieldsOf(in *journey.Capture) map[string]json.RawMessage {
	raw := map[string]json.RawMessage{}
	put := func(key, text string) {
		if text != "" && json.Valid([]byte(text)) {
			raw[key] = json.RawMessage(text)
		} else if text != "" {
			b, _ := json.Marshal(text) // a string always marshals
			raw[key] = b
		}
	}
	put("tools", in.Tools)
	put("tool_choice", in.ToolChoice)
	put("history", in.History)
	put("name", in.Name)
	put("expected", in.Expected)
	if in.HasNamespace {
		b, _ := json.Marshal(in.Namespace) // a string always marshals
		raw["namespace"] = b
	}
	var deltas []json.RawMessage
	for _, d := range in.Deltas {
		if json.Valid([]byte(d)) {
			deltas = append(deltas, json.RawMessage(d))
		}
	}
	if len(deltas) > 0 {
		b, _ := json.Marshal(deltas) // valid values always marshal
		raw["deltas"] = b
	}
	return raw
}

func (p *Capture) read(raw map[string]json.RawMessage) {
	p.Tools = readTools(raw["tools"])
	p.Choice = readName(raw["tool_choice"])
	for _, key := range []string{"history", "messages"} {
		for _, m := range readList(raw[key]) {
			p.History = append(p.History, namesIn(m)...)
		}
	}
	p.readDeltas(raw["deltas"])
	if len(p.Stages) == 0 {
		for _, at := range stageOrder {
			if name, ok := readString(raw[at]); ok {
				p.Stages = append(p.Stages, journey.Stage{At: at, Name: name})
			}
		}
	}
	item := raw
	if block, ok := readObject(raw["content_block"]); ok {
		item = block
		if name, ok := readString(block["name"]); ok && len(p.Stages) == 0 {
			p.Stages = append(p.Stages, journey.Stage{At: "provider_returned", Name: name})
		}
	} else if inner, ok := readObject(raw["item"]); ok {
		item = inner
	}
	p.Item = readItem(item)
	if want, ok := readObject(raw["expected"]); ok {
		p.Expected = readItem(want)
	} else if name, ok := readString(raw["expected"]); ok {
		p.Expected = &RawItem{Name: name}
	}
}

func (p *Capture) readDeltas(raw json.RawMessage) {
	for _, r := range readList(raw) {
		d, ok := readObject(r)
		if !ok {
			if name, ok := readString(r); ok {
				p.Deltas = append(p.Deltas, Delta{Name: name, HasName: true})
			}
			continue
		}
		delta := Delta{}
		_ = json.Unmarshal(d["index"], &delta.Index) // absent or odd: 0
		delta.Name, delta.HasName = readString(d["name"])
		if !delta.HasName {
			if f, ok := readObject(d["function"]); ok {
				delta.Name, delta.HasName = readString(f["name"])
			}
		}
		p.Deltas = append(p.Deltas, delta)
	}
}

func readItem(o map[string]json.RawMessage) *RawItem {
	name, ok := readString(o["name"])
	if !ok {
		return nil
	}
	it := &RawItem{Name: name}
	for _, key := range []string{"namespace", "server", "server_name", "server_label"} {
		if ns, ok := readString(o[key]); ok {
			it.Namespace, it.HasNamespace = ns, true
			break
		}
	}
	return it
}

func readTools(raw json.RawMessage) []Declared {
	var out []Declared
	for _, r := range readList(raw) {
		if name, ok := readString(r); ok {
			out = append(out, Declared{Name: name})
			continue
		}
		o, ok := readObject(r)
		if !ok {
			continue
		}
		for _, key := range []string{"function_declarations", "functionDeclarations"} {
			out = append(out, readTools(o[key])...)
		}
		d := Declared{Name: readName(r)}
		d.Type, _ = readString(o["type"])
		for _, member := range readTools(o["tools"]) {
			d.Members = append(d.Members, member.Name)
		}
		if d.Name != "" || d.Type != "" {
			out = append(out, d)
		}
	}
	return out
}

// readName finds the name in a value: a string, or an object in one of the
// providers' shapes.
func readName(raw json.RawMessage) string {
	if s, ok := readString(raw); ok {
		return s
	}
	o, ok := readObject(raw)
	if !ok {
		return ""
	}
	if s, ok := readString(o["name"]); ok {
		return s
	}
	for _, key := range []string{"function", "toolSpec", "custom", "tool", "functionCall", "toolUse"} {
		if s := readName(o[key]); s != "" {
			return s
		}
	}
	return ""
}

// namesIn returns the names of the calls in one message: the string itself, a
// call object, or the calls of a message object.
func namesIn(raw json.RawMessage) []string {
	if s, ok := readString(raw); ok {
		return []string{s}
	}
	o, ok := readObject(raw)
	if !ok {
		return nil
	}
	var names []string
	for _, key := range []string{"tool_calls", "content", "parts", "output"} {
		for _, part := range readList(o[key]) {
			if p, ok := readObject(part); ok {
				if text, ok := readString(p["type"]); ok && text == "text" {
					continue
				}
				if s := readName(part); s != "" {
					names = append(names, s)
				}
			}
		}
	}
	if len(names) == 0 {
		if s := readName(raw); s != "" {
			names = append(names, s)
		}
	}
	return names
}

func readList(raw json.RawMessage) []json.RawMessage {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	return list
}

func readObject(raw json.RawMessage) (map[string]json.RawMessage, bool) {
	var o map[string]json.RawMessage
	if json.Unmarshal(raw, &o) != nil || o == nil {
		return nil, false
	}
	return o, true
}

func readString(raw json.RawMessage) (string, bool) {
	var s string
	if len(raw) == 0 || bytes.Equal(bytes.TrimSpace(raw), []byte("null")) || json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
}
