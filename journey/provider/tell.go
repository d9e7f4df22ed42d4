package provider

import (
	"encoding/json"
	"errors"
	"strings"

	"hopscope/journey"
)

// Tell says which contract an exchange follows: by the ending of its URL's
// path, for one path of several providers by its host, and where the URL says
// nothing by the shape of the request body. ok is false for what is no request
// to a model.
func Tell(url string, request []byte) (p journey.Provider, ok bool) {
	host, path := splitURL(url)
	id := ""
	switch {
	case strings.HasSuffix(path, "/count_tokens"), strings.HasSuffix(path, ":counttokens"), strings.HasSuffix(path, "/embeddings"):
		return nil, false
	case strings.HasSuffix(path, "/messages"), strings.HasSuffix(path, ":rawpredict"), strings.HasSuffix(path, ":streamrawpredict"):
		id = "anthropic-messages"
	case strings.HasSuffix(path, "/chat/completions"):
		id = chatHost(host)
	case strings.HasSuffix(path, "/responses"):
		if id = "openai-responses"; strings.HasSuffix(host, ".x.ai") {
			id = "xai"
		}
	case strings.HasSuffix(path, ":generatecontent"), strings.HasSuffix(path, ":streamgeneratecontent"):
		if id = "gemini"; strings.HasSuffix(host, "aiplatform.googleapis.com") {
			id = "vertex"
		}
	case strings.HasSuffix(path, "/converse"), strings.HasSuffix(path, "/converse-stream"):
		id = "bedrock-converse"
	case strings.HasSuffix(path, "/api/chat"):
		id = "ollama"
	default:
		id = shapeOf(request)
	}
	if id == "" {
		return nil, false
	}
	return find(id), true
}

// splitURL returns host and path in lower case; the query, where keys may
// stand, is dropped.
func splitURL(url string) (host, path string) {
	url, _, _ = strings.Cut(url, "?")
	url, _, _ = strings.Cut(strings.ToLower(url), "#")
	if _, rest, ok := strings.Cut(url, "://"); ok {
		host, path, _ = strings.Cut(rest, "/")
		return host, "/" + strings.TrimSuffix(path, "/")
	}
	return "", strings.TrimSuffix(url, "/")
}

// chatHosts are the hosts whose chat contract has rules of its own.
var chatHosts = [...][2]string{
	{"openai.azure.com", "azure-openai"}, {"cognitiveservices.azure.com", "azure-openai"}, {"deepseek.com", "deepseek"},
	{"groq.com", "groq"}, {"x.ai", "xai"}, {"mistral.ai", "mistral"}, {"googleapis.com", "openai-chat"},
}

func chatHost(host string) string {
	name, port, _ := strings.Cut(host, ":")
	for _, h := range chatHosts {
		if name == h[0] || strings.HasSuffix(name, "."+h[0]) {
			return h[1]
		}
	}
	if port == "11434" { // Ollama's own port
		return "ollama"
	}
	return "openai-chat"
}

// shapeOf tells a request body by its fields: the id of the contract, empty
// when it is none.
func shapeOf(body []byte) string {
	var r struct {
		Version                            json.RawMessage `json:"anthropic_version"`
		RPC                                json.RawMessage `json:"jsonrpc"`
		Contents, Input, Messages, Tools   json.RawMessage
		ToolConfig, InferenceConfig, Model json.RawMessage
		System                             json.RawMessage
	}
	if json.Unmarshal(body, &r) != nil {
		if messages, _ := mcpMessages(body); len(messages) > 0 {
			return "mcp"
		}
		return ""
	}
	switch {
	case r.RPC != nil:
		return "mcp"
	case r.Contents != nil:
		return "gemini"
	case r.Messages != nil && (r.ToolConfig != nil || r.InferenceConfig != nil):
		return "bedrock-converse"
	case r.Messages != nil && (r.Version != nil || anthropicShaped(r.Messages, r.Tools, r.System)):
		return "anthropic-messages"
	case r.Messages != nil:
		return messagesShape(r.Messages)
	case r.Input != nil && (list(r.Input) != nil || r.Model != nil):
		return "openai-responses"
	}
	return ""
}

// anthropicShaped looks for what only Anthropic's requests have.
func anthropicShaped(messages, tools, system json.RawMessage) bool {
	for _, raw := range list(tools) {
		var t struct {
			Schema   json.RawMessage `json:"input_schema"`
			Function json.RawMessage // some clients write both forms
		}
		if json.Unmarshal(raw, &t) == nil && t.Schema != nil && t.Function == nil {
			return true
		}
	}
	for _, raw := range list(messages) {
		var m struct{ Content json.RawMessage }
		if json.Unmarshal(raw, &m) != nil {
			continue
		}
		for _, part := range list(m.Content) {
			var p struct{ Type looseText }
			if json.Unmarshal(part, &p) == nil && (p.Type == "tool_use" || p.Type == "tool_result") {
				return true
			}
		}
	}
	return system != nil
}

// messagesShape tells the contracts with messages that are not Anthropic's.
func messagesShape(messages json.RawMessage) string {
	for _, raw := range list(messages) {
		var m struct {
			Content json.RawMessage
			Calls   []struct {
				Function struct{ Arguments json.RawMessage }
			} `json:"tool_calls"`
		}
		if json.Unmarshal(raw, &m) != nil {
			continue
		}
		for _, part := range list(m.Content) {
			var p struct{ ToolUse, ToolResult json.RawMessage }
			if json.Unmarshal(part, &p) == nil && (p.ToolUse != nil || p.ToolResult != nil) {
				return "bedrock-converse"
			}
		}
		for _, c := range m.Calls {
			if a := c.Function.Arguments; len(a) > 0 && a[0] == '{' {
				return "ollama" // arguments are an object there
			}
		}
	}
	return "openai-chat"
}

// bodyShapes are the contracts by whose answers a body without its request is
// told, in the order in which they are tried.
var bodyShapes = [...]string{"openai-responses", "anthropic-messages", "bedrock-converse", "gemini", "openai-chat", "ollama", "mcp"}

// TellAnswer says which contract an answer or a stream without its request
// follows: the first whose codec finds a call in it.
func TellAnswer(body []byte) (p journey.Provider, ok bool) {
	for _, id := range bodyShapes {
		p := find(id)
		if calls, err := Answer(p, body); err == nil && len(calls) > 0 {
			return p, true
		}
	}
	return nil, false
}

// TellQuiet is TellAnswer for answers in which no tool is called: the first
// contract whose codec takes it.
func TellQuiet(body []byte) (p journey.Provider, ok bool) {
	for _, id := range bodyShapes {
		p := find(id)
		if _, err := Answer(p, body); err == nil {
			return p, true
		}
	}
	return nil, false
}

var errNoCodec = errors.New("no codec for this contract")

// Answer returns the calls of an answer, whole or streamed.
func Answer(p journey.Provider, body []byte) ([]journey.WireCall, error) {
	codec, ok := p.(journey.Codec)
	if !ok {
		return nil, errNoCodec
	}
	if !json.Valid(body) {
		return codec.ReadStream(body)
	}
	calls, err := codec.ReadResponse(body)
	if err != nil || len(calls) == 0 {
		if streamed, streamErr := codec.ReadStream(body); streamErr == nil {
			return streamed, nil
		}
	}
	return calls, err
}
