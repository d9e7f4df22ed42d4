package format

import (
	"strings"
	"testing"
)

// TestRequestBodies finds requests in every form of a capture.
func TestRequestBodies(t *testing.T) {
	const a, b = `{"model":"m","messages":[{"role":"user","content":"one"}]}`, `{"model":"m","messages":[{"role":"user","content":"two"}]}`
	quoted := func(s string) string { return strings.ReplaceAll(s, `"`, `\"`) }
	for name, data := range map[string]string{
		"har": `{"log":{"version":"1.2","entries":[{"request":{"url":"/v1/chat/completions","postData":{"text":"` + quoted(a) + `"}},"response":{"status":200,"content":{}}},` +
			`{"request":{"url":"/v1/chat/completions","postData":{"text":"` + quoted(b) + `"}},"response":{"status":200,"content":{}}}]}}`,
		"pairs":    `{"url":"/v1/chat/completions","request":` + a + `,"response":{}}` + "\n" + `{"url":"/v1/chat/completions","request_body":"` + quoted(b) + `","response_body":null}`,
		"cassette": "interactions:\n- request:\n    uri: https://x/v1/chat/completions\n    body: '" + a + "'\n- request:\n    uri: https://x/v1/chat/completions\n    body: '" + b + "'\n",
	} {
		var got []string
		for _, body := range RequestBodies([]byte(data)) {
			got = append(got, string(body))
		}
		if len(got) != 2 || got[0] != a || got[1] != b {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := RequestBodies([]byte("\ufeff" + a)); len(got) != 1 || string(got[0]) != a {
		t.Errorf("a body alone: %q", got)
	}
	if got := RequestBodies([]byte("{\"log\":{\"entries\":[{\"request\":")); len(got) != 0 {
		t.Errorf("a cut archive: %q", got)
	}
}
