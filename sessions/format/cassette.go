package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"hopscope/sessions/walk"
)

// Cassette returns the format of recorded HTTP of SDK tests in YAML.
func Cassette() Format {
	return &capture{
		info: Info{
			ID: "vcr-cassette", Title: "VCR cassette", Label: "VCR cassette", Capture: true, VersionField: "field user-agent",
			Where: "cassettes/*.yaml of tests that record with VCR.py or pytest-recording",
			Shape: "YAML with interactions, each of request and response",
			Notes: captureNotes("an alias of a value in another interaction reads as nothing"),
		},
		detect: func(h *Head) bool { return h.starts(cassetteStart) },
		cutters: func() (read, again walk.Cutter) {
			return walk.CutItems("interactions"), walk.CutItem()
		},
		exchanges: func(record []byte) ([]exchange, error) {
			doc, err := yamlJSON(record)
			if err != nil {
				return nil, err
			}
			return interactions(doc)
		},
	}
}

// JSONCassette returns the format of the same recordings in JSON.
func JSONCassette() Format {
	return &capture{
		info: Info{
			ID: "vcr-json", Title: "VCR cassette in JSON", Label: "VCR cassette", Capture: true, VersionField: "field user-agent",
			Where: "cassettes/*.json of tests that record with VCR.py",
			Shape: "an object with interactions[] or http_interactions[] of request and response",
			Notes: captureNotes(),
		},
		detect: func(h *Head) bool { return h.starts(jsonCassetteStart) },
		cutters: func() (read, again walk.Cutter) {
			return walk.CutValues("interactions", "http_interactions"), walk.CutValues()
		},
		exchanges: interactions,
	}
}

// cassetteStart looks for the key interactions at the beginning of a line, and
// behind it the first item.
func cassetteStart(text []byte) bool {
	text = bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF"))
	for line := range bytes.Lines(text) {
		line = bytes.TrimRight(line, "\r\n ")
		if bytes.Equal(line, []byte("interactions:")) {
			_, rest, _ := bytes.Cut(text, []byte("interactions:"))
			return bytes.Contains(rest, []byte("request:")) || bytes.Contains(rest, []byte("- "))
		}
		if len(line) > 0 && line[0] != '#' && line[0] != '-' && line[0] != ' ' && !bytes.Contains(line, []byte(":")) {
			return false
		}
	}
	return false
}

func jsonCassetteStart(text []byte) bool {
	for _, key := range [...]string{"interactions", "http_interactions"} {
		if _, ok := afterKey(text, key); ok {
			return true
		}
	}
	if _, ok := afterKey(text, "version"); ok {
		return bytes.Contains(text[:min(len(text), 400)], []byte(`"interactions"`))
	}
	return false
}

// interaction is one entry of a cassette. Bodies stand as text, as binary, or
// taken apart already.
type interaction struct {
	Request *struct {
		URI, URL     string
		Headers      json.RawMessage
		Body, Parsed json.RawMessage
		ParsedBody   json.RawMessage `json:"parsed_body"`
	}
	Response *struct {
		Status     json.RawMessage
		StatusCode int `json:"status_code"`
		Body       json.RawMessage
		ParsedBody json.RawMessage `json:"parsed_body"`
	}
	RecordedAt string `json:"recorded_at"`
}

func interactions(doc []byte) ([]exchange, error) {
	var list []json.RawMessage
	if json.Unmarshal(doc, &list) != nil { // an item of YAML is a list of one
		list = []json.RawMessage{doc}
	}
	var all []exchange
	for _, raw := range list {
		var in interaction
		if err := json.Unmarshal(raw, &in); err != nil {
			var wrong *json.UnmarshalTypeError
			if !errors.As(err, &wrong) {
				return all, notAnObject(raw)
			}
		}
		if in.Request == nil {
			return all, errors.New("an interaction without a request")
		}
		all = append(all, in.exchange())
	}
	return all, nil
}

func (in *interaction) exchange() exchange {
	x := exchange{url: first(in.Request.URI, in.Request.URL), agent: agentIn(in.Request.Headers), time: rfcMillis(in.RecordedAt)}
	x.request = x.recorded(in.Request.ParsedBody, in.Request.Body, "request")
	r := in.Response
	if r == nil {
		x.trouble = first(x.trouble, "an interaction without an answer: the recording is cut here, or still written")
	}
	if r != nil {
		x.status = r.StatusCode
		var s struct{ Code int }
		if json.Unmarshal(r.Status, &s) == nil && s.Code > 0 {
			x.status = s.Code
		} else {
			_ = json.Unmarshal(r.Status, &x.status) // a word is no status
		}
		x.response = x.recorded(r.ParsedBody, r.Body, "answer")
		if x.status == 0 && len(r.Status) == 0 {
			x.trouble = first(x.trouble, "an answer without a status: the recording is cut here, or still written")
		}
	}
	return x
}

// recorded is a body in one of its spellings: parsed, a text, binary, or an
// object with string or base64_string.
func (x *exchange) recorded(parsed, body json.RawMessage, which string) []byte {
	if len(parsed) > 0 && !bytes.Equal(parsed, []byte("null")) {
		if parsed[0] == '"' { // a stream
			return x.body(walk.Text(parsed), "", which)
		}
		return parsed
	}
	if len(body) == 0 {
		return nil
	}
	f := fieldsOf(body)
	switch {
	case body[0] == '"':
		return x.body(walk.Text(body), "", which)
	case f[binaryKey] != nil:
		return x.body(walk.Text(f[binaryKey]), "base64", which)
	case f["base64_string"] != nil:
		return x.body(walk.Text(f["base64_string"]), "base64", which)
	case f["string"] != nil:
		encoding := walk.Text(f["encoding"])
		if !strings.EqualFold(encoding, "base64") {
			encoding = ""
		}
		if s := f["string"]; encoding == "" && s[0] == '"' {
			return x.body(walk.Text(s), "", which)
		} else if s[0] == '"' {
			return x.body(walk.Text(s), encoding, which)
		}
		return x.recorded(nil, f["string"], which)
	case body[0] == '{':
		return body
	}
	return nil
}
