package format

import (
	"bytes"

	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

// openCode reads OpenCode in its four forms. In each of them a call is a part
// of type tool with its state; what stands around the part differs.
type openCode struct{ form ocForm }

type ocForm uint8

const (
	ocDatabase ocForm = iota
	ocStorage
	ocExport
	ocRun
)

// OpenCode returns the format of OpenCode's database, from 1.2 on.
func OpenCode() Format { return openCode{ocDatabase} }

// OpenCodeStorage returns that of its folder of JSON files, before 1.2.
func OpenCodeStorage() Format { return openCode{ocStorage} }

// OpenCodeExport returns that of `opencode export`.
func OpenCodeExport() Format { return ocDocument{openCode{ocExport}} }

// OpenCodeRun returns that of `opencode run --format json`.
func OpenCodeRun() Format { return openCode{ocRun} }

var ocInfos = [...]Info{
	ocDatabase: {ID: "opencode", Title: "OpenCode database", VersionField: "column version",
		Where: "~/.local/share/opencode/opencode.db, XDG_DATA_HOME moves ~/.local/share; PATH#ID opens one session, PATH the newest",
		Shape: "SQLite with the tables session, message and part",
		Notes: []string{ocLog, "lines are rows of the session in their order: the database has none"}},
	ocStorage: {ID: "opencode-storage", Title: "OpenCode storage folder", VersionField: "field version",
		Where: "~/.local/share/opencode/storage before 1.2; PATH#ID opens one session, PATH the newest",
		Shape: "a folder with session, message and part, one JSON file each",
		Notes: []string{"lines are files of the session in their order"}},
	ocExport: {ID: "opencode-export", Title: "OpenCode export", VersionField: "info.version",
		Where: "stdout of opencode export SESSION",
		Shape: "one JSON object with info and messages, each with info and parts"},
	ocRun: {ID: "opencode-run", Title: "OpenCode run", VersionField: "field version",
		Where: "stdout of opencode run --format json",
		Shape: "JSON lines with type, timestamp, sessionID and part",
		Notes: []string{
			"the version is not in it",
			"OpenCode 1.1.65 and before print no call that failed with status error",
		}},
}

// ocLowered and ocLog are notes of which one holds: where the database has a
// log, the names in it are those that the model wrote.
const (
	ocLowered = "a name that exists in lower case is stored so: what the model wrote is not in it"
	ocLog     = "a name that was changed before it was stored is taken from the table event, which keeps what the model wrote"
)

// Info describes the form.
func (f openCode) Info() Info {
	info := ocInfos[f.form]
	info.Label, info.Client = "OpenCode", "opencode"
	info.Notes = append([]string{
		"declared tools are not in it, only the list that the refusal of an unknown tool gives",
		ocLowered,
		"the arguments of a call to an unknown tool are not in it",
	}, info.Notes...)
	return info
}

// The slots of a line behind those of a row.
const (
	ocData = rwSlots + iota
	ocType
	ocStamp
	ocSessionID
	ocPart
	ocErrMessage
	ocErrPlain
	ocWrote
	ocLogged
	ocEnd
)

var ocPaths = rowPaths(map[walk.Slot]string{
	ocData: "data", ocType: "type", ocStamp: "timestamp", ocSessionID: "sessionID", ocPart: "part",
	ocErrMessage: "error.data.message", ocErrPlain: "error.message", ocWrote: "wrote", ocLogged: "logged",
})

// Detect looks at the first lines: rows of the client, or events with a
// session of OpenCode's.
func (f openCode) Detect(h *Head) bool {
	rows, numbered := rowsOf(h, "opencode")
	switch f.form {
	case ocDatabase:
		return rows && numbered
	case ocStorage:
		return rows && !numbered
	case ocRun:
		return !rows && ocEvents(h)
	}
	return false
}

// ocEvents recognises the lines of a run: type, timestamp and sessionID in
// all of them, and part or error.
func ocEvents(h *Head) bool {
	w := walk.New(walk.Compile([]string{1: "type", 2: "timestamp", 3: "sessionID", 4: "part.type", 5: "error"}))
	n := 0
	for _, line := range h.Lines {
		hits, st := w.Walk(line)
		if st.Result != walk.OK || st.Root != walk.Object {
			continue
		}
		var at [6]walk.Range
		for _, hit := range hits {
			at[hit.Slot] = hit.Range
		}
		if at[1].Kind != walk.String || at[2].Kind != walk.Number || at[3].Kind != walk.String || at[4].Kind != walk.String && at[5].Kind == walk.None {
			return false
		}
		n++
	}
	return n > 0
}

// Peek reads session and first time.
func (f openCode) Peek(h *Head) Peeked {
	if f.form == ocExport {
		var p Peeked
		if len(h.Lines) > 0 {
			info := node.Loose(bytes.TrimPrefix(h.Lines[0], byteOrderMark)).Get("info")
			p.Session = info.Get("id").Str()
			p.Time = epoch(info.Get("time", "created").Raw())
		}
		return p
	}
	if f.form == ocRun {
		return peekRows(h, []string{rwSession: "sessionID", rwTime: "timestamp"})
	}
	time := "time_created"
	if f.form == ocStorage {
		time = "data.time.created"
	}
	return peekRows(h, []string{rwSession: "session_id", rwTime: time})
}

// Open returns a reader for one input.
func (f openCode) Open(k Keys) Reader {
	return &rowReader{pool: newEventPool(), last: map[string][]string{}, work: func(pool eventPool) walk.Worker[*Events] { return newOCWorker(f.form, pool, k) }}
}

var byteOrderMark = []byte("\xEF\xBB\xBF")

// ocDocument is the form that is one JSON object.
type ocDocument struct{ openCode }

// Whole looks for info of a session and messages.
func (ocDocument) Whole(data []byte) bool {
	v := node.Loose(bytes.TrimPrefix(data, byteOrderMark))
	if v.Kind() != node.Object {
		return false
	}
	messages := v.Get("messages")
	if v.Get("info", "id").Kind() != node.String || messages.Kind() != node.Array {
		return false
	}
	m := messages.First()
	return m.Kind() == node.Absent || m.Get("info").Kind() == node.Object
}
