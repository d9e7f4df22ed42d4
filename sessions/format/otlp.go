package format

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/sessions/walk"
)

// OTLP returns the format of OpenTelemetry exports in JSON: spans with GenAI
// attributes, and the log that Codex writes.
func OTLP() Format {
	return &capture{
		info: Info{
			ID: "otlp-json", Title: "OpenTelemetry JSON", Label: "OpenTelemetry", Capture: true, VersionField: "attribute app.version",
			Where: "what an otlp-http exporter with JSON sends: one export a line, or several documents one after another",
			Shape: "objects with resourceSpans or resourceLogs",
			Notes: []string{
				"spans have messages and tools only where the recording of contents is switched on",
				"in Codex's log declared tools are not in it",
				"the spans of tools are read by gen_ai.operation.name execute_tool, or by gen_ai.tool.name with gen_ai.tool.call.id; those of older conventions have messages only",
			},
		},
		detect: func(h *Head) bool { return h.starts(otlpStart) },
		cutters: func() (read, again walk.Cutter) {
			return walk.CutValues(), walk.CutValues()
		},
		exchanges: otlpDocument,
	}
}

// otlpStart looks for the one key of an export, or for a list of exports.
func otlpStart(text []byte) bool {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF")), " \t\r\n[")
	for _, key := range [...]string{"resourceSpans", "resourceLogs"} {
		if _, ok := afterKey(text, key); ok {
			return true
		}
	}
	return false
}

type otlpExport struct {
	Spans []struct {
		Scopes []struct{ Spans []json.RawMessage } `json:"scopeSpans"`
	} `json:"resourceSpans"`
	Logs []struct {
		Resource struct{ Attributes []otlpAttribute }
		Scopes   []struct{ LogRecords []otlpRecord } `json:"scopeLogs"`
	} `json:"resourceLogs"`
}

type otlpAttribute struct {
	Key   string
	Value struct {
		String *string `json:"stringValue"`
		Bool   *bool   `json:"boolValue"`
	}
}

type otlpRecord struct {
	Attributes []otlpAttribute
}

func otlpDocument(record []byte) ([]exchange, error) {
	var list []exchange
	if len(record) > 0 && record[0] == '[' {
		var docs []json.RawMessage
		if json.Unmarshal(record, &docs) != nil {
			return nil, notAnObject(record)
		}
		for _, d := range docs {
			more, err := otlpDocument(d)
			if err != nil {
				return list, err
			}
			list = append(list, more...)
		}
		return list, nil
	}
	var x otlpExport
	if err := json.Unmarshal(record, &x); err != nil {
		var wrong *json.UnmarshalTypeError
		if !errors.As(err, &wrong) || x.Spans == nil && x.Logs == nil {
			return nil, notAnObject(record)
		}
	}
	for _, r := range x.Spans {
		for _, s := range r.Scopes {
			for _, span := range s.Spans {
				list = append(list, spanExchange(span))
			}
		}
	}
	// An export holds spans in the order in which they ended.
	slices.SortStableFunc(list, func(a, b exchange) int { return cmp.Compare(a.time, b.time) })
	for _, r := range x.Logs {
		for _, s := range r.Scopes {
			for _, rec := range s.LogRecords {
				if e, ok := codexLog(rec.Attributes); ok {
					list = append(list, e)
				}
			}
		}
	}
	return list, nil
}

// spanExchange makes an exchange of one span: its attributes have both the
// request and the answer.
func spanExchange(span json.RawMessage) exchange {
	doc := slices.Concat([]byte(`{"resourceSpans":[{"scopeSpans":[{"spans":[`), span, []byte(`]}]}]}`))
	x := exchange{request: doc}
	var s struct {
		Start json.RawMessage `json:"startTimeUnixNano"`
	}
	if json.Unmarshal(span, &s) == nil {
		if n, err := strconv.ParseInt(strings.Trim(string(s.Start), `"`), 10, 64); err == nil {
			x.time = n / 1e6
		}
	}
	p, err := provider.Get("otel-genai")
	if err != nil {
		return x
	}
	if codec, ok := p.(journey.Codec); ok {
		if _, _, err := codec.ReadRequest(doc); err == nil {
			x.provider, x.response = p, doc
			return x
		}
	}
	x.request = nil // a span of something else
	return x
}

// codexLog reads the record of a tool's result, the only record of Codex that
// has an error flag.
func codexLog(list []otlpAttribute) (exchange, bool) {
	at := map[string]string{}
	for _, a := range list {
		switch {
		case a.Value.String != nil:
			at[a.Key] = *a.Value.String
		case a.Value.Bool != nil:
			at[a.Key] = strconv.FormatBool(*a.Value.Bool)
		}
	}
	name := at["event.name"]
	l := &loggedCall{meta: Meta{Client: "codex", Label: "Codex", Version: kept(at["app.version"]), Session: kept(at["conversation.id"]), Model: kept(at["model"])}}
	x := exchange{time: rfcMillis(at["event.timestamp"]), log: l}
	if name != "codex.tool_result" {
		return x, false
	}
	called := journey.Called{Namespace: journey.Namespace(at["tool_namespace"]), Name: journey.Echo(at["tool_name"])}
	if called.Namespace == "functions" { // stands for none
		called.Namespace = ""
	}
	l.call = journey.WireCall{Called: called, ID: at["call_id"], Args: at["arguments"], Nameless: at["tool_name"] == ""}
	l.result = journey.WireResult{ID: at["call_id"], Text: at["output"]}
	switch at["success"] {
	case "true":
		l.result.Flag = journey.FlagRan
	case "false":
		l.result.Flag = journey.FlagFailed
	}
	if server := at["mcp_server"]; server != "" && l.result.Flag == journey.FlagRan {
		l.dispatched = &journey.Ref{Server: journey.Server(kept(server)), Name: journey.Registered(kept(at["tool_name"]))}
	}
	return x, true
}
