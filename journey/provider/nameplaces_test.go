package provider

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopscope/journey"
)

// places writes what was found as "path place namespace/name", one a line.
func places(list []journey.NamePlace) string {
	var b strings.Builder
	for _, p := range list {
		b.WriteString(p.Path + " " + string(p.Place) + " ")
		if p.Wire.Namespace != "" {
			b.WriteString(string(p.Wire.Namespace) + "/")
		}
		b.WriteString(string(p.Wire.Name) + "\n")
	}
	return b.String()
}

func TestLocate(t *testing.T) {
	t.Parallel()
	tests := []struct {
		id   string
		part journey.Part
		body string
		want string
	}{
		{"openai-chat", journey.PartRequest, `{"tools":[{"type":"function","function":{"name":"a"}},{"type":"custom","custom":{"name":"b"}}],
			"tool_choice":{"type":"allowed_tools","allowed_tools":{"tools":[{"function":{"name":"a"}}]}},
			"messages":[{"role":"user","name":"me"},{"role":"assistant","tool_calls":[{"function":{"name":"a"}}]},{"role":"tool","name":"a"}]}`,
			"tools[0].function.name declare a\ntools[1].custom.name declare b\n" +
				"tool_choice.allowed_tools.tools[0].function.name tool_choice a\n" +
				"messages[1].tool_calls[0].function.name history_call a\nmessages[2].name history_result a\n"},
		{"anthropic-messages", journey.PartRequest, `{"tools":[{"name":"a"},{"type":"bash_20250124","name":"bash"},{"type":"custom","name":"c"}],
			"messages":[{"content":"text"},{"content":[{"type":"text","name":"no"},{"type":"tool_use","name":"a"}]},
			{"content":[{"type":"tool_result","content":[{"type":"tool_reference","tool_name":"c"}]}]}],"tool_choice":{"type":"tool","name":"a"}}`,
			"tools[0].name declare a\ntools[2].name declare c\nmessages[1].content[1].name history_call a\n" +
				"messages[2].content[0].content[0].tool_name tool_reference c\ntool_choice.name tool_choice a\n"},
		{"openai-responses", journey.PartRequest, `{"tools":[{"type":"namespace","name":"fs","tools":[{"type":"function","name":"read"}]},{"type":"function","name":"a"}],
			"input":[{"type":"function_call","name":"read","namespace":"fs"},{"type":"message","name":"no"}]}`,
			"tools[0].tools[0].name declare fs/read\ntools[1].name declare a\ninput[0].name history_call fs/read\n"},
		{"openai-responses", journey.PartEvent, `{"type":"response.output_item.added","item":{"type":"function_call","name":"a"}}`, "item.name model_echo a\n"},
		{"gemini", journey.PartRequest, `{"tools":[{"functionDeclarations":[{"name":"a"}]}],"toolConfig":{"functionCallingConfig":{"allowedFunctionNames":["a","b"]}},
			"contents":[{"parts":[{"functionCall":{"name":"a"}}]},{"parts":[{"functionResponse":{"name":"a"}}]}]}`,
			"tools[0].functionDeclarations[0].name declare a\ntoolConfig.functionCallingConfig.allowedFunctionNames[0] tool_choice a\n" +
				"toolConfig.functionCallingConfig.allowedFunctionNames[1] tool_choice b\n" +
				"contents[0].parts[0].functionCall.name history_call a\ncontents[1].parts[0].functionResponse.name history_result a\n"},
		{"anthropic-messages", journey.PartEvent, `{"type":"content_block_start","content_block":{"type":"tool_use","name":"a"}}`, "content_block.name model_echo a\n"},
		{"openai-chat", journey.PartRequest, `[]`, ""},
	}
	for _, tt := range tests {
		p, err := Get(tt.id)
		if err != nil {
			t.Fatal(err)
		}
		found, err := p.(journey.Locator).Locate(tt.part, []byte(tt.body))
		if got := places(found); err != nil || got != tt.want {
			t.Errorf("%s: Locate(%s) = %v\n%swant\n%s", tt.id, tt.body, err, got, tt.want)
		}
		for _, f := range found {
			var name string
			if json.Unmarshal([]byte(tt.body)[f.Start:f.End], &name) != nil || name != string(f.Wire.Name) {
				t.Errorf("%s: %s stands at %q, want %q", tt.id, f.Path, tt.body[f.Start:f.End], f.Wire.Name)
			}
		}
	}
}

// TestLocateWire holds the tables against the bodies of every provider: all
// tools that a codec reads are found where they stand.
func TestLocateWire(t *testing.T) {
	t.Parallel()
	for _, p := range All() {
		codec, ok := p.(journey.Codec)
		locator, has := p.(journey.Locator)
		if !ok || !has || p.Info().ID == "mcp" || p.Info().ID == "otel-genai" {
			continue
		}
		body, err := os.ReadFile(filepath.Join("..", "..", "testdata", "vectors", "wire", p.Info().ID+".request.json"))
		if err != nil {
			t.Fatal(err)
		}
		catalog, calls, err := codec.ReadRequest(body)
		if err != nil {
			t.Fatal(err)
		}
		found, err := locator.Locate(journey.PartRequest, body)
		if err != nil {
			t.Fatal(err)
		}
		count := map[journey.Place]map[journey.WireName]int{}
		for _, f := range found {
			if count[f.Place] == nil {
				count[f.Place] = map[journey.WireName]int{}
			}
			count[f.Place][f.Wire]++
		}
		for _, tool := range catalog.Tools {
			if tool.Kind <= journey.KindCustom && count[journey.PlaceDeclare][tool.Wire] == 0 {
				t.Errorf("%s: the declaration of %v is not found", p.Info().ID, tool.Wire)
			}
		}
		for _, c := range calls {
			if count[journey.PlaceHistoryCall][c.Called.Wire()] == 0 {
				t.Errorf("%s: the past call of %v is not found", p.Info().ID, c.Called)
			}
		}
	}
}

func TestSystemPrompt(t *testing.T) {
	t.Parallel()
	tests := []struct{ id, body, want string }{
		{"anthropic-messages", `{"system":"Use Read."}`, "Use Read."},
		{"anthropic-messages", `{"system":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`, "a\nb"},
		{"openai-chat", `{"messages":[{"role":"system","content":"a"},{"role":"user","content":"b"}]}`, "a"},
		{"openai-responses", `{"instructions":"a","input":[{"role":"developer","content":[{"type":"input_text","text":"b"}]}]}`, "a\nb"},
		{"gemini", `{"systemInstruction":{"parts":[{"text":"a"}]}}`, "a"},
		{"bedrock-converse", `{"system":[{"text":"a"}]}`, "a"},
		{"mcp", `{"system":"a"}`, ""},
	}
	for _, tt := range tests {
		p, err := Get(tt.id)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := p.(journey.Locator).SystemPrompt([]byte(tt.body)); err != nil || got != tt.want {
			t.Errorf("%s: SystemPrompt(%s) = %q, %v, want %q", tt.id, tt.body, got, err, tt.want)
		}
	}
}

func FuzzLocate(f *testing.F) {
	f.Add([]byte(`{"tools":[{"function":{"name":"a"}}]}`))
	f.Add([]byte(`[{"a":"\u0041"},[[]]]`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if _, err := parseTree(body); err == nil && !json.Valid(body) {
			t.Errorf("parseTree(%q) takes what is no JSON", body)
		}
		for _, p := range All() {
			l, ok := p.(journey.Locator)
			if !ok {
				continue
			}
			found, _ := l.Locate(journey.PartRequest, body)
			for _, at := range found {
				var name string
				if json.Unmarshal(body[at.Start:at.End], &name) != nil || name != string(at.Wire.Name) {
					t.Errorf("%s: %s stands at %q", p.Info().ID, at.Path, body[at.Start:at.End])
				}
			}
		}
	})
}
