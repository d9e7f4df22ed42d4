package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"

	"hopscope/journey"
)

// events yields the JSON objects of a streamed answer: the data of server-sent
// events, or one object a line. Comments, other fields, [DONE] and what is no
// JSON object are skipped.
func events(body []byte) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		var data []byte
		flush := func() bool {
			event := bytes.TrimSpace(data)
			data = nil
			return len(event) == 0 || event[0] != '{' || yield(event)
		}
		for line := range bytes.Lines(body) {
			line = bytes.TrimRight(line, "\r\n")
			switch {
			case len(line) == 0:
				if !flush() {
					return
				}
			case bytes.HasPrefix(line, []byte("data:")):
				if data != nil {
					data = append(data, '\n')
				}
				data = append(data, bytes.TrimPrefix(line[len("data:"):], []byte(" "))...)
			case line[0] == '{':
				if !flush() || !yield(line) {
					return
				}
			}
		}
		flush()
	}
}

// list decodes a JSON array into its elements; anything else is none.
func list(raw json.RawMessage) []json.RawMessage {
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil {
		return nil
	}
	return items
}

// textOf decodes a JSON string. ok is false for null, an absent value and
// anything else.
func textOf(raw json.RawMessage) (text string, ok bool) {
	var p *string
	if len(raw) == 0 || json.Unmarshal(raw, &p) != nil || p == nil {
		return "", false
	}
	return *p, true
}

// looseText is a JSON string; any other value counts as absent, so that one odd
// field does not lose what stands beside it.
type looseText string

// UnmarshalJSON never fails.
func (t *looseText) UnmarshalJSON(data []byte) error {
	text, _ := textOf(data)
	*t = looseText(text)
	return nil
}

// argumentsOf returns arguments as text: the value of a string, else the JSON
// as it stands there.
func argumentsOf(raw json.RawMessage) string {
	if text, ok := textOf(raw); ok {
		return text
	}
	if bytes.Equal(raw, []byte("null")) {
		return ""
	}
	return string(raw)
}

// wholeAnswers are the calls of a stream each of whose events is an answer by
// itself. Events that are none are passed over; none at all is an error.
func wholeAnswers(body []byte, read func([]byte) ([]journey.WireCall, error), none error) ([]journey.WireCall, error) {
	var calls []journey.WireCall
	seen := false
	for event := range events(body) {
		if found, err := read(event); err == nil {
			seen = true
			calls = append(calls, found...)
		}
	}
	if !seen {
		return nil, fmt.Errorf("stream: %w", none)
	}
	return calls, nil
}
