package format

import (
	"encoding/json"
	"strconv"
	"strings"

	"hopscope/sessions/walk"
)

// gatewayRow is the request of a row in which a gateway keeps its parts apart:
// messages, model, and the tools among the model's parameters (LiteLLM's
// standard logging payload, its documentation of 2026-11). Nil for others.
func gatewayRow(f fields) []byte {
	if raw := f["messages"]; len(raw) == 0 || raw[0] != '[' || f["response"] == nil && gatewayFailure(f) == "" {
		return nil
	}
	parts := fields{"messages": f["messages"]}
	if f["model"] != nil {
		parts["model"] = f["model"]
	}
	for key, raw := range fieldsOf(f["model_parameters"]) {
		if key == "tools" || key == "functions" || key == "tool_choice" {
			parts[key] = raw
		}
	}
	body, err := json.Marshal(parts)
	if err != nil {
		return nil
	}
	return body
}

// gatewayFailure is the error text of a row in which a gateway says that the
// request failed (LiteLLM's standard logging payload and its spend logs, as
// documented in 2026-11), empty for others.
func gatewayFailure(f fields) string {
	if s := walk.Text(f["status"]); s != "failure" && s != "failed" && s != "error" {
		return ""
	}
	for _, path := range [...]string{"error_str", "error_information.error_message", "metadata.error_information.error_message", "exception", "error.message", "error"} {
		if raw, ok := f.pick([]string{path}); ok && raw[0] == '"' {
			if text := walk.Text(raw); text != "" {
				return text
			}
		}
	}
	return "the request failed; the row has no error text"
}

// failureStatus is the HTTP status behind an error text: the number that it
// gives, or that of the kind of error; else that of a bad request.
func failureStatus(text string) int {
	if _, rest, ok := strings.Cut(text, "rror code: "); ok && len(rest) >= 3 {
		if n, err := strconv.Atoi(rest[:3]); err == nil && n >= 400 && n < 600 {
			return n
		}
	}
	for kind, status := range map[string]int{"AuthenticationError": 401, "PermissionDenied": 403, "RateLimitError": 429, "Timeout": 408, "InternalServerError": 500, "ServiceUnavailable": 503, "APIConnectionError": 500} {
		if head, _, _ := strings.Cut(text, ":"); strings.Contains(head, kind) {
			return status
		}
	}
	return 400
}

func failureBody(text string) []byte {
	body, err := json.Marshal(map[string]any{"error": map[string]string{"message": text}})
	if err != nil {
		return nil
	}
	return body
}
