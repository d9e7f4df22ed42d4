package journey_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"hopscope/journey"
	"hopscope/journey/provider"
)

// The providers that are not shaped as OpenAI's.
var (
	_ = register(runProvider, placesOf("bedrock-converse", "gemini", "mcp", "mistral", "otel-genai", "vertex")...)
	_ = register(runProvider, "mcp/sep986_text")
	_ = register(runWire, "wire/mistral")
	_ = register(runShape, "wire/bedrock-converse", "wire/gemini", "wire/vertex", "wire/mcp", "wire/otel-genai")
)

// shapes says for each provider where in a request its tools stand and what of
// a message it shapes for a call; the walk below does not use its codec.
var shapes = map[string]struct{ tools, call string }{
	"bedrock-converse": {"toolConfig.tools", "toolUse"},
	"gemini":           {"tools[0].functionDeclarations", "functionCall"},
	"vertex":           {"tools[0].functionDeclarations", "functionCall"},
	"mcp":              {"result.tools", "params"},
	"otel-genai":       {"gen_ai.tool.definitions", "tool_call"},
}

// runShape reads one body with the provider's codec, compares it with what an
// independent walk finds, and shapes what was read again.
func runShape(f *vectorFile, c *vectorCase) error {
	p, err := provider.Get(c.Provider)
	if err != nil {
		return err
	}
	codec := p.(journey.Codec)
	events := bodyEvents(f.body)
	if len(events) != 1 {
		calls, err := codec.ReadStream(f.body)
		if err != nil {
			return err
		}
		if err := streamsBack(p, calls); err != nil && len(p.(journey.Envelope).Stream(journey.WireCall{})) > 0 {
			return err
		}
		return sameShapes(calls, streamShapes(events))
	}
	root := events[0]
	switch {
	case c.Provider == "otel-genai":
		return checkSpans(p, f.body, root)
	case c.Provider == "mcp":
		return checkMessages(p, f.body, root)
	}
	m, _ := root.(map[string]any)
	if m["contents"] == nil && m["messages"] == nil {
		calls, err := codec.ReadResponse(f.body)
		if err != nil {
			return err
		}
		return sameShapes(calls, walkShapes(root))
	}
	catalog, calls, err := codec.ReadRequest(f.body)
	if err != nil {
		return err
	}
	if err := checkEntries(p, &catalog, root); err != nil {
		return err
	}
	if err := checkShaped(p, calls, root); err != nil {
		return err
	}
	return sameShapes(calls, walkShapes(root))
}

// walkShapes collects the calls below a value in the order in which they stand.
func walkShapes(v any) []seenCall {
	var list []seenCall
	walkOther(v, func(c seenCall) { list = append(list, c) })
	return list
}

func walkOther(v any, found func(seenCall)) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			walkOther(x, found)
		}
	case map[string]any:
		text := func(key string) string { s, _ := v[key].(string); return s }
		if v["toolUseId"] != nil && v["content"] == nil {
			found(seenCall{Name: text("name"), ID: text("toolUseId"), Args: v["input"]})
			return
		}
		if v["type"] == "tool_call" {
			found(seenCall{Name: text("name"), ID: text("id"), Args: v["arguments"]})
			return
		}
		if call, ok := v["functionCall"].(map[string]any); ok {
			name, _ := call["name"].(string)
			id, _ := call["id"].(string)
			found(seenCall{Name: name, ID: id, Args: call["args"]})
			return
		}
		if params, ok := v["params"].(map[string]any); ok && v["method"] == "tools/call" {
			name, _ := params["name"].(string)
			found(seenCall{Name: name, ID: strings.Trim(fmt.Sprint(v["id"]), `"`), Args: params["arguments"]})
			return
		}
		for _, k := range [...]string{
			"messages", "contents", "content", "parts", "toolUse", "output", "message", "candidates",
			"contentBlockStart", "start",
		} {
			walkOther(v[k], found)
		}
	}
}

// streamShapes collects the calls of a stream; input that comes in pieces
// belongs to the call before it.
func streamShapes(events []any) []seenCall {
	var list []seenCall
	for _, e := range events {
		list = append(list, walkShapes(e)...)
		if piece, ok := valueAt(e, "contentBlockDelta.delta.toolUse.input").(string); ok && len(list) > 0 {
			list[len(list)-1].text += piece
		}
	}
	for i := range list {
		if list[i].text != "" {
			list[i].Args, list[i].text = textValue(list[i].text), ""
		}
	}
	return list
}

func sameShapes(calls []journey.WireCall, want []seenCall) error {
	if len(want) == 0 && len(calls) == 0 {
		return nil
	}
	return sameCalls(calls, want)
}

// checkEntries shapes every declared tool again, at the path that it names.
func checkEntries(p journey.Provider, catalog *journey.Catalog, root any) error {
	at := shapes[p.Info().ID].tools
	entries, _ := valueAt(root, at).([]any)
	if catalog.Form != journey.FormWire || len(catalog.Tools) != len(entries) || len(entries) == 0 {
		return fmt.Errorf("%d tools in form %v, want the %d of %s", len(catalog.Tools), catalog.Form, len(entries), at)
	}
	before, after := p.Frame()
	var shaped []string
	for i, t := range catalog.Tools {
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
	var whole any
	if err := json.Unmarshal([]byte(before+strings.Join(shaped, ",")+after), &whole); err != nil {
		return fmt.Errorf("frame and declarations: %w", err)
	}
	again, _ := valueAt(whole, at).([]any)
	return differ("entries in the frame", again, entries)
}

// checkShaped shapes every call of a history again and compares it with what
// stood there. What no call has (a signature) is not compared.
func checkShaped(p journey.Provider, calls []journey.WireCall, root any) error {
	for _, c := range calls {
		_, at, ok := topOf(c.Path)
		if !ok {
			return fmt.Errorf("path %s has no position", c.Path)
		}
		d := p.(journey.Envelope).Call(c, at)
		var message any
		if err := json.Unmarshal([]byte(d.JSON), &message); err != nil {
			return err
		}
		if err := differ("call at "+c.Path, valueAt(message, below(d.Path)), valueAt(root, strings.TrimSuffix(c.Path, ".name"))); err != nil {
			return err
		}
	}
	return nil
}

// below is the object that holds the name, as a path in the message alone.
func below(path string) string {
	_, rest, _ := strings.Cut(path, "].")
	return strings.TrimSuffix(rest, ".name")
}

// checkMessages reads an array of JSON-RPC messages: what they declare, what
// they call, and each call and answer shaped again.
func checkMessages(p journey.Provider, body []byte, root any) error {
	messages, _ := root.([]any)
	if messages == nil {
		messages = []any{root}
	}
	codec, e := p.(journey.Codec), p.(journey.Envelope)
	catalog, calls, err := codec.ReadRequest(body)
	if err != nil {
		return err
	}
	if err := sameShapes(calls, walkShapes(root)); err != nil {
		return err
	}
	whole, err := codec.ReadResponse(body)
	if err != nil || len(whole) != len(calls) {
		return fmt.Errorf("ReadResponse finds %d calls, %v", len(whole), err)
	}
	next := 0
	for i, m := range messages {
		one, err := json.Marshal(m)
		if err != nil {
			return err
		}
		if valueAt(m, "method") == "tools/call" {
			if err := sameJSON([]byte(e.Call(calls[next], i).JSON), one); err != nil && valueAt(m, "params._meta") == nil {
				return err
			}
			next++
		}
		// A failed call, and an answer with more than its text, is not shaped here.
		text, ok := valueAt(m, "result.content[0].text").(string)
		_, structured := textValue(text).(map[string]any)
		if ok && valueAt(m, "result.isError") == false && valueAt(m, "result.resultType") == nil && structured == (valueAt(m, "result.structuredContent") != nil) {
			id := strconv.FormatFloat(valueAt(m, "id").(float64), 'f', -1, 64)
			if err := sameJSON([]byte(e.Result(journey.WireCall{ID: id}, text, i).JSON), one); err != nil {
				return err
			}
		}
		if valueAt(m, "result.tools") != nil {
			if err := checkEntries(p, &catalog, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkSpans reads OTLP: definitions, the calls of histories and answers, and
// the tools that ran.
func checkSpans(p journey.Provider, body []byte, root any) error {
	codec, e := p.(journey.Codec), p.(journey.Envelope)
	catalog, past, err := codec.ReadRequest(body)
	if err != nil {
		return err
	}
	answered, err := codec.ReadResponse(body)
	if err != nil {
		return err
	}
	ran, err := p.(journey.Executor).ReadExecuted(body)
	if err != nil {
		return err
	}
	var wantPast, wantAnswered, wantRan []seenCall
	spans, _ := valueAt(root, "resourceSpans[0].scopeSpans[0].spans").([]any)
	for _, s := range spans {
		a := attributesOf(s)
		wantPast = append(wantPast, walkShapes(a["gen_ai.input.messages"])...)
		wantAnswered = append(wantAnswered, walkShapes(a["gen_ai.output.messages"])...)
		if a["gen_ai.operation.name"] == "execute_tool" {
			name, _ := a["gen_ai.tool.name"].(string)
			id, _ := a["gen_ai.tool.call.id"].(string)
			args := a["gen_ai.tool.call.arguments"]
			if args == nil {
				args = ""
			}
			wantRan = append(wantRan, seenCall{Name: name, ID: id, Args: args})
		}
		if entries, ok := a["gen_ai.tool.definitions"].([]any); ok {
			for i, t := range catalog.Tools {
				entry, err := json.Marshal(entries[i])
				if err != nil {
					return err
				}
				if err := sameJSON([]byte(p.Declare(journey.Naming{Tool: t, Wire: t.Wire}, i).JSON), entry); err != nil {
					return err
				}
			}
		}
		for _, c := range past {
			messages, _ := a["gen_ai.input.messages"].([]any)
			for i := range messages {
				if valueAt(messages[i], "parts[0].id") != any(c.ID) || valueAt(messages[i], "role") != "assistant" {
					continue
				}
				message, err := json.Marshal(messages[i])
				if err != nil {
					return err
				}
				if err := sameJSON([]byte(e.Call(c, i).JSON), message); err != nil {
					return err
				}
			}
		}
	}
	if err := sameShapes(past, wantPast); err != nil {
		return fmt.Errorf("histories: %w", err)
	}
	if err := sameShapes(answered, wantAnswered); err != nil {
		return fmt.Errorf("answers: %w", err)
	}
	return sameShapes(ran, wantRan)
}

// attributesOf are the attributes of a span; JSON that stands as text is read.
func attributesOf(span any) map[string]any {
	list, _ := valueAt(span, "attributes").([]any)
	out := map[string]any{}
	for _, a := range list {
		key, _ := valueAt(a, "key").(string)
		out[key] = textValue(valueAt(a, "value.stringValue"))
	}
	return out
}
