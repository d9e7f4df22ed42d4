package cli

import (
	"bytes"
	"encoding/json"
	"slices"
)

// harBodies is what is needed of an HTTP archive.
type harBodies struct {
	Log struct {
		Entries []struct {
			Request struct {
				PostData struct{ Text string }
			}
		}
	}
}

// pairBodies is what is needed of one line of a proxy log, in its spellings.
type pairBodies struct {
	Request     struct{ Body json.RawMessage }
	RequestBody json.RawMessage `json:"request_body"`
	Spelled     json.RawMessage `json:"requestBody"`
}

// requestBodies are the bodies of requests that a file holds: the file itself,
// then those of an HTTP archive or a proxy log, the newest first, for it has
// the longest history.
func requestBodies(data []byte) [][]byte {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var found [][]byte
	var har harBodies
	if json.Unmarshal(data, &har) == nil {
		for _, e := range har.Log.Entries {
			if text := e.Request.PostData.Text; text != "" {
				found = append(found, []byte(text))
			}
		}
	} else {
		for line := range bytes.Lines(data) {
			var p pairBodies
			if json.Unmarshal(line, &p) != nil {
				continue
			}
			for _, raw := range []json.RawMessage{p.Request.Body, p.RequestBody, p.Spelled} {
				var text string
				if json.Unmarshal(raw, &text) == nil {
					raw = json.RawMessage(text)
				}
				if len(raw) > 0 {
					found = append(found, raw)
				}
			}
		}
	}
	slices.Reverse(found)
	return append([][]byte{data}, found...)
}
