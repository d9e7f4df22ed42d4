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
func (p *pair) gatewayRow() []byte {
	if p.at[pairMessages].Kind != walk.Array || !p.has(pairAnswered) && p.gatewayFailure() == "" {
		return nil
	}
	body := []byte("{")
	for _, s := range [...]walk.Slot{pairFunctions, pairMessages, pairModel, pairToolChoice, pairTools} {
		if !p.has(s) {
			continue
		}
		if len(body) > 1 {
			body = append(body, ',')
		}
		_, key, deeper := strings.Cut(pairPaths[s], ".")
		if !deeper {
			key = pairPaths[s]
		}
		body = append(append(append(body, '"'), key...), `":`...)
		body = append(body, p.of(s)...)
	}
	return append(body, '}')
}

// gatewayFailure is the error text of a row in which a gateway says that the
// request failed (LiteLLM's standard logging payload and its spend logs, as
// documented in 2026-11), empty for others.
func (p *pair) gatewayFailure() string {
	if !p.is(pairPlainStatus, "failure") && !p.is(pairPlainStatus, "failed") && !p.is(pairPlainStatus, "error") {
		return ""
	}
	for _, s := range pairFailed {
		if raw := p.of(s); p.at[s].Kind == walk.String {
			if text := walk.Text(raw); text != "" {
				return text
			}
		}
	}
	return "the request failed; the row has no error text"
}

// is reports whether a member is this text.
func (p *pair) is(s walk.Slot, text string) bool {
	return p.at[s].Kind == walk.String && walk.Equal(p.of(s), text)
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
