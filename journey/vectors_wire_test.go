package journey_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"hopscope/journey"
	"hopscope/journey/provider"
)

var _ = register(runWire,
	"wire/openai-chat", "wire/anthropic-messages", "wire/openai-responses", "wire/azure-openai", "wire/deepseek",
	"wire/groq", "wire/ollama", "wire/vllm", "wire/xai",
)

// runWire reads one body with the provider's codec and compares it with what
// an independent walk over the same JSON finds.
func runWire(f *vectorFile, c *vectorCase) error {
	p, err := provider.Get(c.Provider)
	if err != nil {
		return err
	}
	codec, ok := p.(journey.Codec)
	if !ok {
		return fmt.Errorf("provider %s reads no bodies", c.Provider)
	}
	events := bodyEvents(f.body)
	if len(events) != 1 {
		calls, err := codec.ReadStream(f.body)
		if err != nil {
			return err
		}
		if err := streamsBack(p, calls); err != nil {
			return err
		}
		return sameCalls(calls, streamedCalls(events))
	}
	root, _ := events[0].(map[string]any)
	if root["tools"] == nil && root["messages"] == nil || root["output"] != nil {
		calls, err := codec.ReadResponse(f.body)
		if err != nil {
			return err
		}
		return checkCalls(calls, events[0])
	}
	catalog, calls, err := codec.ReadRequest(f.body)
	if err != nil {
		return err
	}
	if err := checkDeclared(p, &catalog, f.body, root); err != nil {
		return err
	}
	if err := checkPast(p, calls, root); err != nil {
		return err
	}
	return checkCalls(calls, root)
}

// bodyEvents decodes a body: one JSON value, the data of server-sent events, or
// one value a line.
func bodyEvents(body []byte) []any {
	var one any
	if json.Unmarshal(body, &one) == nil {
		return []any{one}
	}
	var list []any
	for line := range bytes.Lines(body) {
		line = bytes.TrimPrefix(bytes.TrimSpace(line), []byte("data:"))
		var v any
		if json.Unmarshal(line, &v) == nil {
			list = append(list, v)
		}
	}
	return list
}

// seenCall is a call as the walk finds it.
type seenCall struct {
	Space, Name, ID string
	Args            any

	text string // arguments as they stand, where they are text
	at   any    // the number of the call that a piece belongs to
}

// walkCalls collects the calls below a JSON value, in order, whatever envelope
// they stand in.
func walkCalls(v any, found func(seenCall)) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			walkCalls(x, found)
		}
	case map[string]any:
		id, _ := v["id"].(string)
		if typ, _ := v["type"].(string); strings.HasSuffix(typ, "_call") { // an item of the Responses API
			var c seenCall
			c.Name, _ = v["name"].(string)
			c.ID, _ = v["call_id"].(string)
			c.Space, _ = v["namespace"].(string)
			if c.Args = textValue(v["arguments"]); v["arguments"] == nil {
				c.Args = v["input"]
			}
			found(c)
			return
		}
		if fn, ok := v["function"].(map[string]any); ok && v["description"] == nil && fn["parameters"] == nil {
			name, _ := fn["name"].(string)
			text, ok := fn["arguments"].(string)
			if !ok {
				whole, _ := json.Marshal(fn["arguments"])
				text = strings.TrimPrefix(string(whole), "null")
			}
			found(seenCall{"", name, id, textValue(fn["arguments"]), text, v["index"]})
			return
		}
		if v["type"] == "tool_use" {
			name, _ := v["name"].(string)
			found(seenCall{"", name, id, v["input"], "", nil})
			return
		}
		for _, k := range [...]string{"choices", "message", "delta", "messages", "content", "content_block", "tool_calls", "input", "output", "item"} {
			walkCalls(v[k], found)
		}
	}
}

// textValue is the value of arguments that stand as JSON text.
func textValue(v any) any {
	text, ok := v.(string)
	if !ok {
		return v
	}
	var value any
	if json.Unmarshal([]byte(text), &value) != nil {
		return text
	}
	return value
}

func checkCalls(calls []journey.WireCall, body any) error {
	var want []seenCall
	walkCalls(body, func(c seenCall) { want = append(want, c) })
	return sameCalls(calls, want)
}

// sameCalls compares names, ids and arguments.
func sameCalls(calls []journey.WireCall, want []seenCall) error {
	if len(want) == 0 {
		return fmt.Errorf("the walk finds no calls: the test does not know this envelope")
	}
	got := []seenCall{}
	for _, c := range calls {
		got = append(got, seenCall{Space: string(c.Called.Namespace), Name: string(c.Called.Name), ID: c.ID, Args: textValue(c.Args)})
	}
	return differ("calls", got, want)
}

// streamedCalls puts the calls of a stream together: a piece of a new number or
// id begins a call, without a number a name does; what follows are its
// arguments, and of the name what is not said again.
func streamedCalls(events []any) []seenCall {
	var list []seenCall
	for _, e := range events {
		if m, _ := e.(map[string]any); m != nil && m["type"] == "response.output_item.done" {
			walkCalls(m["item"], func(c seenCall) { list = append(list, c) })
		}
	}
	if len(list) > 0 {
		return list
	}
	for _, e := range events {
		walkCalls(e, func(c seenCall) {
			if o := pieceOf(list, c); o != nil {
				if c.Name != o.Name {
					o.Name += c.Name
				}
				o.text += c.text
				return
			}
			list = append(list, c)
		})
		if m, _ := e.(map[string]any); m != nil {
			if d, _ := m["delta"].(map[string]any); d != nil {
				if piece, _ := d["partial_json"].(string); len(list) > 0 {
					list[len(list)-1].text += piece
				}
			}
		}
	}
	for i := range list {
		list[i].Args = textValue(list[i].text)
	}
	return list
}

// pieceOf is the call that a piece goes on with, nil where it begins one.
func pieceOf(list []seenCall, c seenCall) *seenCall {
	for i := len(list) - 1; i >= 0; i-- {
		o := &list[i]
		switch {
		case c.at != nil && o.at == c.at && (c.ID == "" || o.ID == "" || c.ID == o.ID):
			if o.ID == "" {
				o.ID = c.ID
			}
			return o
		case c.at == nil && c.Name == "":
			return o
		}
	}
	return nil
}

// checkDeclared shapes every declared tool again and compares it with the entry
// that was read, by value, at the path that the declaration names.
func checkDeclared(p journey.Provider, catalog *journey.Catalog, body []byte, root map[string]any) error {
	if l, ok := p.(journey.Layout); ok {
		return checkLayout(l, catalog, body)
	}
	entries, _ := root["tools"].([]any)
	if catalog.Form != journey.FormWire || len(catalog.Tools) != len(entries) || len(entries) == 0 {
		return fmt.Errorf("%d tools in form %v, want %d in form wire", len(catalog.Tools), catalog.Form, len(entries))
	}
	var shaped []string
	for i := range catalog.Tools {
		t := catalog.Tools[i]
		d := p.Declare(journey.Naming{Tool: t, Wire: t.Wire}, i)
		entry, err := json.Marshal(entries[i])
		if err != nil {
			return err
		}
		if err := sameJSON([]byte(d.JSON), entry); err != nil {
			return fmt.Errorf("tool %d: %w", i, err)
		}
		if err := differ("name at "+d.Path, valueAt(root, d.Path), t.Wire.Name); err != nil {
			return err
		}
		shaped = append(shaped, d.JSON)
	}
	before, after := p.Frame()
	whole := before + strings.Join(shaped, ",\n") + after
	var request any
	if err := json.Unmarshal([]byte(whole), &request); err != nil {
		return fmt.Errorf("frame and declarations are no JSON: %w", err)
	}
	last := len(shaped) - 1
	d := p.Declare(journey.Naming{Tool: catalog.Tools[last], Wire: catalog.Tools[last].Wire}, last)
	return differ("name in the frame", valueAt(request, d.Path), catalog.Tools[last].Wire.Name)
}

// valueAt follows a path such as tools[3].function.name, nil where it leads
// nowhere.
func valueAt(v any, path string) any {
	for _, step := range strings.Split(path, ".") {
		key, rest, indexed := strings.Cut(step, "[")
		m, _ := v.(map[string]any)
		v = m[key]
		for indexed {
			var at string
			at, rest, _ = strings.Cut(rest, "]")
			list, _ := v.([]any)
			i, err := strconv.Atoi(at)
			if err != nil || i >= len(list) {
				return nil
			}
			v = list[i]
			_, rest, indexed = strings.Cut(rest, "[")
		}
	}
	return v
}
