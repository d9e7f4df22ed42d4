package format

import (
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

// The fields of a Droid session beside those of a message.
const (
	dsType = hiSlots + iota
	dsCwd
	dsSlots
)

// DroidSession returns the format of the sessions that Droid keeps: a line with
// the folder, then messages as Anthropic's interface has them, each in a line of
// its own.
//
// Read, not verified on a recording: the parser of jazzyalex/agent-sessions
// (@1561b6f9) and its fixture, 2026-11-30.
func DroidSession() Format {
	f := historyForm()
	f.info = Info{
		ID: "droid", Title: "Droid session", Label: "Droid", Client: "droid",
		Where: "~/.factory/sessions/<folder>/<session>.jsonl, FACTORY_HOME_OVERRIDE moves the home folder",
		Shape: "JSON lines, the first of type session_start with id and cwd; then type message with message.content[] of text, tool_use and tool_result",
		Notes: []string{
			"read from the code of another reader, not compared with a file of this client",
			"the client's version and the model are not in the file; the version in it is that of the file's form",
			"declared tools are not in the file; names that ran are taken as the list",
			"the texts with which the client refuses a name are not known: those of other clients are looked for",
		},
	}
	f.session, f.time = "id", "timestamp"
	paths := make([]string, dsSlots)
	for i, path := range f.paths {
		if i >= int(hiRole) {
			path = "message." + path
		}
		paths[i] = path
	}
	paths[hiThread], paths[hiTime], paths[dsType], paths[dsCwd] = "id", "timestamp", "type", "cwd"
	f.paths = paths
	f.probes = []string{1: "type", 2: "id", 3: "message.content", 4: "sessionId", 5: "session_id"}
	f.verdict = func(line []byte, at []walk.Range) verdict {
		typ := at[1].Of(line)
		switch {
		case at[4].Kind != walk.None || at[5].Kind != walk.None || walk.Equal(typ, "session"):
			return never
		case walk.Equal(typ, "session_start") && at[2].Kind == walk.String,
			walk.Equal(typ, "message") && at[2].Kind == walk.String && at[3].Kind == walk.Array && historyMessage(node.Loose(line).Get("message")):
			return surely
		}
		return perhaps
	}
	f.take = func(w *lineWorker) {
		if w.is(dsType, "session_start") {
			w.meta(Meta{Session: w.text(hiThread), Cwd: w.text(dsCwd)})
			return
		}
		historyTake(w)
	}
	return f
}
