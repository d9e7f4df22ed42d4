package format

import (
	"encoding/json"
	"slices"
	"strings"

	"hopscope/sessions/node"
)

// Langfuse returns the format of observations of Langfuse, as its API and its
// exports give them (the OpenAPI models of its clients, exports in the tests of
// other readers, read 2026-11-30; not verified on a recording).
func Langfuse() Format {
	return &traced{
		info: Info{
			ID: "langfuse", Title: "Langfuse observations", Label: "Langfuse",
			Where: "observations of the API (data[]), a trace with its observations[], the JSON of the export, JSON lines of the blob storage",
			Shape: "objects with type GENERATION, SPAN, TOOL and alike, and traceId or trace_id",
			Notes: []string{
				"which client or framework made the observations is not read: say it with --scheme",
				"declared tools are those of the input, where the program traced them",
				"of older versions the run of a tool is a SPAN: it is one here where it has a call id or says that it executes a tool",
				"calls of several traces stand in one list",
				"a run of a tool without a call id is taken for the oldest call of its name that has no result",
				"not compared with an export of this service",
			},
		},
		is: func(v node.Value) bool {
			f := membersOf(v)
			return slices.Contains(langfuseTypes, strings.ToUpper(f["type"].Str())) && textIn(f, "traceId", "trace_id") != ""
		},
		lists: []string{"data", "observations", "trace.observations", "data.observations"},
		runs:  langfuseRuns,
	}
}

var langfuseTypes = []string{"GENERATION", "SPAN", "EVENT", "TOOL", "AGENT", "CHAIN", "RETRIEVER", "EVALUATOR", "EMBEDDING", "GUARDRAIL"}

func langfuseRuns(v node.Value) []tracedRun {
	f := membersOf(v)
	typ := strings.ToUpper(f["type"].Str())
	if !slices.Contains(langfuseTypes, typ) {
		return nil
	}
	r := tracedRun{id: f["id"].Str(), session: textIn(f, "sessionId", "session_id")}
	r.start = tracedTime(orValue(f["startTime"], f["start_time"]))
	if r.session == "" {
		r.session = textIn(f, "traceId", "trace_id")
	}
	meta := membersOf(tracedJSON(f["metadata"]))
	switch {
	case typ == "GENERATION":
		r.langfuseModel(f, meta)
	case typ == "TOOL", typ == "SPAN":
		r.langfuseTool(f, meta, typ == "TOOL")
	}
	return []tracedRun{r}
}

func (r *tracedRun) langfuseModel(f, meta map[string]node.Value) {
	r.ofModel = true
	r.model = textIn(f, "model", "providedModelName", "provided_model_name")
	r.provider = textIn(meta, "ls_provider")
	var answer tracedSaid
	r.told.hear(f["input"], 0)
	answer.hear(f["output"], 0)
	if len(answer.calls) == 0 { // the calls as the service found them
		for c := range tracedJSON(orValue(f["toolCalls"], f["tool_calls"])).Elements() {
			answer.call(membersOf(tracedJSON(c)))
		}
	}
	r.said = answer.calls
	if text := textIn(f, "statusMessage", "status_message"); strings.EqualFold(f["level"].Str(), "ERROR") && aboutNames(text) {
		r.refusal = text
	}
	if len(r.told.tools) == 0 {
		r.told.declared(tracedJSON(f["input"]).Get("tools"))
		r.told.declared(tracedJSON(orValue(f["modelParameters"], f["model_parameters"])).Get("tools"))
		r.told.declared(meta["tools"])
	}
	if len(r.told.tools) == 0 {
		r.langfuseDefinitions(orValue(f["toolDefinitions"], f["tool_definitions"]))
	}
}

// langfuseDefinitions reads the tools as the service found them: an object of
// names and definitions.
func (r *tracedRun) langfuseDefinitions(v node.Value) {
	for name, d := range tracedJSON(v).Members() {
		n := len(r.told.tools)
		d = tracedJSON(d)
		r.told.declare(node.Loose([]byte(`{"name":` + quoted(name) + `}`)))
		for _, key := range [...]string{"parameters", "input_schema", "inputSchema"} {
			if s := tracedJSON(d.Get(key)); s.Kind() == node.Object && len(r.told.tools) > n {
				r.told.tools[n].Schema = string(s.Raw())
			}
		}
		if len(r.told.tools) > n {
			r.told.tools[n].Description = d.Get("description").Str()
		}
	}
}

func (r *tracedRun) langfuseTool(f, meta map[string]node.Value, sure bool) {
	in, out := tracedJSON(f["input"]), tracedJSON(f["output"])
	of := membersOf(out)
	if inner := of["kwargs"]; inner.Kind() == node.Object {
		of = membersOf(inner)
	}
	attributes := membersOf(tracedJSON(meta["attributes"]))
	r.call.id = textIn(of, "tool_call_id", "toolCallId")
	for _, from := range [...]map[string]node.Value{membersOf(in), meta, attributes} {
		if r.call.id == "" {
			r.call.id = textIn(from, "tool_call_id", "toolCallId", "gen_ai.tool.call.id", "ai.toolCall.id")
		}
	}
	operation := textIn(attributes, "gen_ai.operation.name")
	if !sure && r.call.id == "" && operation != "execute_tool" {
		return // a span of something else
	}
	r.tool = true
	if r.call.name = textIn(attributes, "gen_ai.tool.name", "ai.toolCall.name"); r.call.name == "" {
		r.call.name = f["name"].Str()
	}
	if r.call.args = string(in.Raw()); in.Kind() == node.String {
		r.call.args = in.Str()
	}
	if r.output = textIn(of, "content", "output", "result"); r.output == "" {
		r.output = tracedText(orValue(of["content"], out))
	}
	r.failed = strings.EqualFold(f["level"].Str(), "ERROR") || of["status"].Str() == "error"
	if text := textIn(f, "statusMessage", "status_message"); r.failed && text != "" {
		r.output = text
	}
}

// quoted writes a text as JSON.
func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	return string(b)
}
