package provider

import (
	"bytes"
	"encoding/json"
	"strings"

	"hopscope/journey"
)

// Results returns the answers to calls that stand in a request body of any
// contract, in the order of the body. What is no result is skipped; a body
// that is no JSON has none.
func Results(body []byte) []journey.WireResult {
	var r struct {
		Messages, Input, Contents, ResourceSpans json.RawMessage
	}
	if json.Unmarshal(body, &r) != nil {
		return mcpResults(body)
	}
	var all []journey.WireResult
	switch {
	case r.ResourceSpans != nil:
		return otelResults(body)
	case r.Contents != nil:
		for _, raw := range list(r.Contents) {
			all = append(all, geminiResults(raw)...)
		}
	case r.Messages != nil:
		for _, raw := range list(r.Messages) {
			all = append(all, messageResults(raw)...)
		}
	case r.Input != nil:
		for _, raw := range list(r.Input) {
			if x, ok := itemResult(raw); ok {
				all = append(all, x)
			}
		}
	default:
		return mcpResults(body)
	}
	return all
}

// messageResults reads a message of OpenAI chat, Ollama, Anthropic or Bedrock.
func messageResults(raw json.RawMessage) []journey.WireResult {
	var m struct {
		Role, Name looseText
		ID         looseText `json:"tool_call_id"`
		ToolName   looseText `json:"tool_name"`
		Content    json.RawMessage
	}
	if json.Unmarshal(raw, &m) != nil {
		return nil
	}
	if m.Role == "tool" || m.Role == "function" {
		name := m.Name
		if name == "" {
			name = m.ToolName
		}
		return []journey.WireResult{{ID: string(m.ID), Name: journey.Echo(name), Text: plainText(m.Content)}}
	}
	var all []journey.WireResult
	for _, part := range list(m.Content) {
		var p struct {
			Type    looseText
			ID      looseText `json:"tool_use_id"`
			Content json.RawMessage
			IsError bool `json:"is_error"`
			Result  *struct {
				ID      looseText `json:"toolUseId"`
				Status  looseText
				Content json.RawMessage
			} `json:"toolResult"`
		}
		switch {
		case json.Unmarshal(part, &p) != nil:
		case p.Result != nil:
			all = append(all, journey.WireResult{ID: string(p.Result.ID), Text: plainText(p.Result.Content), Flag: flagOf(p.Result.Status == "error")})
		case p.ID != "" && strings.HasSuffix(string(p.Type), "tool_result"):
			all = append(all, journey.WireResult{ID: string(p.ID), Text: plainText(p.Content), Flag: flagOf(p.IsError)})
		}
	}
	return all
}

func flagOf(failed bool) journey.ResultFlag {
	if failed {
		return journey.FlagFailed
	}
	return journey.FlagRan
}

// itemResult reads an item of OpenAI Responses.
func itemResult(raw json.RawMessage) (journey.WireResult, bool) {
	var i struct {
		Type   looseText
		ID     looseText `json:"call_id"`
		Output json.RawMessage
	}
	if json.Unmarshal(raw, &i) != nil || i.Output == nil || !strings.HasSuffix(string(i.Type), "call_output") {
		return journey.WireResult{}, false
	}
	return journey.WireResult{ID: string(i.ID), Text: plainText(i.Output)}, true
}

// geminiResults reads the function responses of one content. By convention the
// key error holds what went wrong.
func geminiResults(raw json.RawMessage) []journey.WireResult {
	type part struct {
		Camel *geminiResponse `json:"functionResponse"`
		Snake *geminiResponse `json:"function_response"`
	}
	var parts struct{ Parts []json.RawMessage }
	if json.Unmarshal(raw, &parts) != nil {
		return nil
	}
	var all []journey.WireResult
	for _, p := range parts.Parts {
		var x part
		if json.Unmarshal(p, &x) != nil {
			continue
		}
		if x.Camel == nil {
			x.Camel = x.Snake
		}
		if x.Camel != nil {
			all = append(all, x.Camel.result())
		}
	}
	return all
}

type geminiResponse struct {
	ID, Name looseText
	Response json.RawMessage
}

func (g *geminiResponse) result() journey.WireResult {
	r := journey.WireResult{ID: string(g.ID), Name: journey.Echo(g.Name), Text: string(g.Response), Flag: journey.FlagRan}
	for _, m := range members(g.Response) {
		switch m.key {
		case "error":
			r.Text, r.Flag = plainText(m.value), journey.FlagFailed
			return r
		case "output", "result":
			r.Text = plainText(m.value)
		}
	}
	return r
}

// mcpResults reads the answers to tools/call among messages of MCP.
func mcpResults(body []byte) []journey.WireResult {
	items := list(body)
	if items == nil {
		items = []json.RawMessage{body}
	}
	var all []journey.WireResult
	for _, raw := range items {
		var m struct {
			Version json.RawMessage `json:"jsonrpc"`
			ID      json.RawMessage
			Result  struct {
				Content json.RawMessage
				IsError bool
			}
			Error *struct{ Message looseText }
		}
		switch {
		case json.Unmarshal(raw, &m) != nil || m.Version == nil:
		case m.Error != nil:
			all = append(all, journey.WireResult{ID: argumentsOf(m.ID), Text: string(m.Error.Message), Flag: journey.FlagFailed})
		case m.Result.Content != nil:
			all = append(all, journey.WireResult{ID: argumentsOf(m.ID), Text: plainText(m.Result.Content), Flag: flagOf(m.Result.IsError)})
		}
	}
	return all
}

// otelResults reads the answers in the histories of spans, and those of the
// spans of tools.
func otelResults(body []byte) []journey.WireResult {
	spans, err := otelSpans(body)
	if err != nil {
		return nil
	}
	var all []journey.WireResult
	for i := range spans {
		s := &spans[i]
		for _, raw := range list(s.read(otelInput)) {
			var m struct{ Parts json.RawMessage }
			if json.Unmarshal(raw, &m) != nil {
				continue
			}
			for _, part := range list(m.Parts) {
				var p struct {
					Type, ID         looseText
					Result, Response json.RawMessage
				}
				if json.Unmarshal(part, &p) != nil || p.Type != "tool_call_response" {
					continue
				}
				if p.Result == nil {
					p.Result = p.Response
				}
				all = append(all, journey.WireResult{ID: string(p.ID), Text: plainText(p.Result)})
			}
		}
		if s.ranTool() {
			r := journey.WireResult{
				ID: s.text(otelCallID), Name: journey.Echo(s.text(otelToolName)),
				Text: plainText(s.attributes["gen_ai.tool.call.result"]), Flag: journey.FlagRan,
			}
			if kind := s.text("error.type"); kind != "" || s.failed {
				r.Flag, r.Kind = journey.FlagFailed, kind
				for _, text := range [...]string{s.status, kind} {
					if r.Text == "" {
						r.Text = text
					}
				}
			}
			all = append(all, r)
		}
	}
	return all
}

// plainText is the text of a result: a string as it is, the text parts of an
// array joined by newlines, anything else as its JSON.
func plainText(raw json.RawMessage) string {
	raw = bytes.TrimSpace(raw)
	if text, ok := textOf(raw); ok {
		return text
	}
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		return ""
	}
	if raw[0] != '[' {
		return string(raw)
	}
	var texts []string
	for _, part := range list(raw) {
		var p struct{ Text *string }
		if json.Unmarshal(part, &p) == nil && p.Text != nil {
			texts = append(texts, *p.Text)
		}
	}
	if texts == nil {
		return string(raw)
	}
	return strings.Join(texts, "\n")
}

// RefusalOf is the text in which a body of an answer refuses the request: the
// message of its error in any contract, else the beginning of what stands there.
func RefusalOf(body []byte) string {
	var r struct {
		Error, Message, Detail json.RawMessage
	}
	if items := list(body); len(items) > 0 {
		body = items[0] // Gemini's streams are arrays
	}
	if json.Unmarshal(body, &r) != nil {
		return strings.TrimSpace(string(bytes.ToValidUTF8(body[:min(len(body), 4*journey.ErrorMax)], []byte("\uFFFD"))))
	}
	for _, raw := range []json.RawMessage{r.Error, r.Message, r.Detail} {
		var e struct{ Message looseText }
		if text, ok := textOf(raw); ok && text != "" {
			return text
		}
		if json.Unmarshal(raw, &e) == nil && e.Message != "" {
			return string(e.Message)
		}
	}
	return strings.TrimSpace(string(body[:min(len(body), 4*journey.ErrorMax)]))
}
