package provider

import "testing"

// TestOddAnswers are answers that stand beside the usual shape of a contract.
func TestOddAnswers(t *testing.T) {
	for _, test := range []struct {
		name, provider, body string
		called               string
		remote               bool
	}{
		{"Cohere has a message and no choices", "openai-chat", `{"id":"x","finish_reason":"TOOL_CALL","message":{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"look","arguments":"{}"}}]}}`, "look", false},
		{"a shell in a container is the provider's", "openai-responses", `{"output":[{"type":"shell_call","call_id":"c","action":{"commands":["ls"]},"environment":{"type":"container_reference"}}]}`, "shell", true},
		{"a shell elsewhere is not", "openai-responses", `{"output":[{"type":"shell_call","call_id":"c","action":{"commands":["ls"]},"environment":{"type":"local"}}]}`, "shell", false},
	} {
		calls, err := Answer(find(test.provider), []byte(test.body))
		if err != nil || len(calls) != 1 || string(calls[0].Called.Name) != test.called || calls[0].Remote != test.remote {
			t.Errorf("%s: Answer = %+v, %v, want a call of %s, remote %v", test.name, calls, err, test.called, test.remote)
		}
	}
	if _, err := Answer(find("openai-chat"), []byte(`{"message":{"role":"assistant"}}`)); err == nil {
		t.Error("an object with a message alone is taken for a chat answer")
	}
}
