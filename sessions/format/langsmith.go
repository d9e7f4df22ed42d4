package format

import (
	"slices"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// LangSmith returns the format of exports of LangSmith: its runs as the API,
// the SDK and the CLI give them (docs.langchain.com/langsmith/run-data-format
// and the SDK's schemas, read 2026-11-30; not verified on a recording).
func LangSmith() Format {
	return &traced{
		info: Info{
			ID: "langsmith", Title: "LangSmith runs", Label: "LangSmith",
			Where: "runs that were queried or exported: JSON lines, an array, an object with runs[], or a run with its child_runs",
			Shape: "objects with run_type llm, chain, tool, retriever, embedding, prompt or parser, and inputs, outputs or a trace",
			Notes: []string{
				"which client or framework made the runs is not read: say it with --scheme",
				"declared tools are those of invocation_params, where the program traced them",
				"calls of several traces stand in one list",
				"a run of a tool without a call id is taken for the oldest call of its name that has no result",
				"not compared with an export of this service",
			},
		},
		is: func(v node.Value) bool {
			f := membersOf(v)
			return slices.Contains(langSmithTypes, f["run_type"].Str()) && (f["name"].Kind() == node.String || f["id"].Kind() == node.String) &&
				(f["inputs"].Kind() != node.Absent || f["outputs"].Kind() != node.Absent || f["trace_id"].Kind() != node.Absent || f["start_time"].Kind() != node.Absent)
		},
		lists: []string{"runs", "data.runs"},
		runs:  func(v node.Value) []tracedRun { return langSmithRuns(v, 0) },
	}
}

var langSmithTypes = []string{"llm", "chain", "tool", "retriever", "embedding", "prompt", "parser"}

// langSmithRuns are a run and those below it.
func langSmithRuns(v node.Value, depth int) []tracedRun {
	f := membersOf(v)
	if !slices.Contains(langSmithTypes, f["run_type"].Str()) || depth > 50 {
		return nil
	}
	r := tracedRun{id: f["id"].Str()}
	r.start = tracedTime(f["start_time"])
	extra := membersOf(tracedJSON(f["extra"]))
	meta := membersOf(extra["metadata"])
	r.session = textIn(meta, "thread_id", "session_id", "conversation_id")
	if r.session == "" {
		r.session = textIn(f, "trace_id")
	}
	switch f["run_type"].Str() {
	case "llm":
		r.langSmithModel(f, extra, meta)
	case "tool":
		r.langSmithTool(f, extra, meta)
	}
	runs := []tracedRun{r}
	for c := range f["child_runs"].Elements() {
		runs = append(runs, langSmithRuns(c, depth+1)...)
	}
	return runs
}

func (r *tracedRun) langSmithModel(f, extra, meta map[string]node.Value) {
	r.ofModel = true
	params := membersOf(extra["invocation_params"])
	r.provider = textIn(meta, "ls_provider")
	r.model = textIn(meta, "ls_model_name")
	if r.model == "" {
		r.model = textIn(params, "model", "model_name", "model_id")
	}
	var answer tracedSaid
	r.told.hear(f["inputs"], 0)
	answer.hear(f["outputs"], 0)
	for _, list := range [...]node.Value{params["tools"], params["functions"], extra["options"].Get("tools")} {
		if len(r.told.tools) == 0 {
			r.told.declared(list)
		}
	}
	r.said = answer.calls
	if hosted := func(t journey.Tool) bool { return t.Kind == journey.KindProvider }; r.provider == "openai" && slices.ContainsFunc(r.told.tools, hosted) {
		r.provider = "openai-responses" // the other interface has no tools of its own
	}
	if text := f["error"].Str(); aboutNames(text) {
		r.refusal = text
	}
}

func (r *tracedRun) langSmithTool(f, extra, meta map[string]node.Value) {
	r.tool = true
	r.call.name = f["name"].Str()
	in, out := tracedJSON(f["inputs"]), tracedJSON(f["outputs"])
	r.call.args = string(in.Raw())
	if text, ok := in.Get("input").Text(); ok { // as LangChain writes what a tool was given
		r.call.args = text
	}
	message := out
	for range 3 { // outputs.output, as an object that LangChain wrote
		for _, key := range [...]string{"output", "kwargs", "data"} {
			if inner := tracedJSON(message.Get(key)); inner.Kind() == node.Object {
				message = inner
			}
		}
	}
	of := membersOf(message)
	r.output = textIn(of, "content", "output", "result")
	if r.output == "" {
		r.output = tracedText(orValue(of["content"], out))
	}
	r.call.id = textIn(of, "tool_call_id")
	for _, from := range [...]map[string]node.Value{extra, meta, membersOf(in)} {
		if r.call.id == "" {
			r.call.id = textIn(from, "tool_call_id")
		}
	}
	r.failed = f["status"].Str() == "error" || of["status"].Str() == "error"
	if text := f["error"].Str(); text != "" {
		r.failed, r.output = true, text
	}
}
