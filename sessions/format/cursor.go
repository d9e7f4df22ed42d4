package format

import (
	"hopscope/sessions/walk"
)

// Cursor returns the format of Cursor's agent transcripts: messages as
// Anthropic's interface has them, without ids, times and results.
func Cursor() Format {
	f := historyForm()
	f.info = Info{
		ID: "cursor", Title: "Cursor agent transcript", Label: "Cursor", Client: "cursor",
		Where: "~/.cursor/projects/<folder>/agent-transcripts/*.jsonl",
		Shape: "JSON lines of {role, message}, the latter with content[] of text and tool_use",
		Notes: []string{
			"results are not in the file: whether a call ran or was refused does not show",
			"call ids, times, session id and client version are not in the file",
			"declared tools are not in the file",
		},
	}
	paths := make([]string, len(f.paths))
	for i, path := range f.paths {
		switch {
		case i >= int(hiBlock):
			path = "message." + path
		case i == int(hiThread):
			path = "" // lines have none
		}
		paths[i] = path
	}
	f.paths = paths
	f.probes = []string{1: "role", 2: "message.content", 3: "type", 4: "sessionId", 5: "uuid", 6: "session_id"}
	f.verdict = func(line []byte, at []walk.Range) verdict {
		if at[3].Kind != walk.None || at[4].Kind != walk.None || at[5].Kind != walk.None || at[6].Kind != walk.None {
			return never
		}
		role := at[1].Of(line)
		if at[2].Kind == walk.Array && (walk.Equal(role, "user") || walk.Equal(role, "assistant")) {
			return surely
		}
		return perhaps
	}
	f.end = func(_ *lineReader, b *Builder) {
		b.Note("results are not in this file: whether a call ran or was refused does not show")
		b.Note("declared tools are not in this file")
	}
	return f
}
