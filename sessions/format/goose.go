package format

import (
	"hopscope/journey"
	"hopscope/sessions/walk"
)

// goose reads goose's database: a message is a row, its content an array of
// blocks, of which toolRequest and toolResponse are calls and results.
type goose struct{}

// Goose returns the format of goose's database.
func Goose() Format { return goose{} }

// Info describes the format.
func (goose) Info() Info {
	return Info{
		ID: "goose", Title: "goose database", Label: "goose", Client: "goose", VersionField: "column version",
		Where: "~/.local/share/goose/sessions/sessions.db; PATH#ID opens one session, PATH the newest",
		Shape: "SQLite with the tables sessions and messages, the latter with a column content_json",
		Notes: []string{
			"declared tools are not in it, only the list that the refusal of an unknown tool gives",
			"a call whose arguments could not be read has no name in it",
			"lines are rows of the session in their order: the database has none",
		},
	}
}

const (
	goBlock = rwSlots + iota
	goType
	goID
	goStatus
	goName
	goArgs
	goCallError
	goResult
	goResultStatus
	goResultError
	goErrorMessage
	goIsError
	goIsErrorOld
	goContent
	goText
	goTextOld
	goValue
	goEnd
)

var goPaths = rowPaths(map[walk.Slot]string{
	rwTime: "created_timestamp", rwFolder: "working_dir", rwParent: "parent_session_id",
	goBlock: "content_json[]", goType: "content_json[].type", goID: "content_json[].id",
	goStatus: "content_json[].toolCall.status", goName: "content_json[].toolCall.value.name",
	goArgs: "content_json[].toolCall.value.arguments", goCallError: "content_json[].toolCall.error",
	goResult: "content_json[].toolResult", goResultStatus: "content_json[].toolResult.status",
	goResultError: "content_json[].toolResult.error", goErrorMessage: "content_json[].toolResult.error.message",
	goIsError: "content_json[].toolResult.value.isError", goIsErrorOld: "content_json[].toolResult.value.is_error",
	goContent: "content_json[].toolResult.value.content", goText: "content_json[].toolResult.value.content[].text",
	goTextOld: "content_json[].toolResult.value[].text", goValue: "content_json[].toolResult.value",
})

// Detect looks for rows of the client.
func (goose) Detect(h *Head) bool { yes, _ := rowsOf(h, "goose"); return yes }

// Peek reads session and first time.
func (goose) Peek(h *Head) Peeked {
	return peekRows(h, []string{rwSession: "session_id", rwTime: "created_timestamp"})
}

// Open returns a reader for one input.
func (goose) Open(k Keys) Reader {
	return &rowReader{pool: newEventPool(), last: map[string][]string{}, work: func(pool eventPool) walk.Worker[*Events] {
		return &goWorker{newRowWorker(goPaths, pool, k, refusalsOf("goose"))}
	}}
}

type goWorker struct{ rowWorker }

// Line takes one line.
func (w *goWorker) Line(l walk.Line) {
	if !w.read(l) {
		return
	}
	switch {
	case w.table("goose.sessions"):
		w.session()
	case w.table("goose.messages"):
		id := w.of(rwMessage)
		if len(id) == 0 {
			id = w.of(rwID)
		}
		w.answered(id)
		w.each(goBlock, func(at []walk.Range) { w.block(at) })
	}
}

func (w *goWorker) block(at []walk.Range) {
	text := w.line.Text
	of := func(s walk.Slot) []byte { return at[s-rwSlots].Of(text) }
	switch {
	case walk.Equal(of(goType), "toolRequest"):
		e := Event{
			Kind: CallEvent, Turn: w.turnKey(), From: w.turnKey(), Time: epoch(w.of(rwTime)), Key: w.idKey(of(goID)), CallKey: w.keys.of(of(goID)),
			Name: w.names.of(of(goName)), Args: at[goArgs-rwSlots].Start,
		}
		w.callID(&e, at[goID-rwSlots])
		w.add(e)
	case walk.Equal(of(goType), "toolResponse"):
		e := Event{Kind: ResultEvent, Key: w.idKey(of(goID))}
		e.Text, _ = walk.Head(goResultText(at).Of(text), errorHead)
		never := walk.Equal(of(goResultStatus), "error")
		failed := at[goIsError-rwSlots].Kind == walk.True || at[goIsErrorOld-rwSlots].Kind == walk.True
		switch {
		case never && hasAnyPrefix(e.Text, gooseMisfit[:]):
			e.Class = journey.ClassBadArguments
		case never, failed:
			w.failed(&e, nil, gooseDenied[:])
		case hasAnyPrefix(e.Text, gooseDenied[:]): // comes without a flag
			e.Class = journey.ClassDenied
		default:
			e.Text = ""
		}
		w.add(e)
	}
}

// goResultText is where the text stands that the model read: the error of a
// call that never ran, else the first text of what came back.
func goResultText(at []walk.Range) walk.Range {
	for _, slot := range [...]walk.Slot{goErrorMessage, goResultError, goText, goTextOld} {
		if r := at[slot-rwSlots]; r.Kind == walk.String {
			return r
		}
	}
	return walk.Range{}
}

// gooseDenied are beginnings of goose's texts about calls that were not
// allowed, gooseMisfit those about arguments, which begin with the JSON-RPC
// code of invalid parameters (source, read 2026-11).
var (
	gooseDenied = [...]string{"The user has declined to run this tool", "This tool call was blocked by a safety inspector"}
	gooseMisfit = [...]string{"-32602"}
)

func goFind(line []byte, typ, id string) (found []walk.Range) {
	w := goWorker{newRowWorker(goPaths, newEventPool(), newKeys(), noRecogniser{})}
	if !w.read(walk.Line{Text: line}) {
		return nil
	}
	w.each(goBlock, func(at []walk.Range) {
		if walk.Equal(at[goType-rwSlots].Of(line), typ) && (id == "" || walk.Text(at[goID-rwSlots].Of(line)) == id) {
			found = append([]walk.Range(nil), at...)
		}
	})
	return found
}

// Call finds a call again.
func (goose) Call(line []byte, p Place) (c CallBody, ok bool) {
	w := goWorker{newRowWorker(goPaths, newEventPool(), newKeys(), noRecogniser{})}
	if !w.read(walk.Line{Text: line}) {
		return CallBody{}, false
	}
	w.each(goBlock, func(at []walk.Range) {
		if walk.Equal(at[goType-rwSlots].Of(line), "toolRequest") && at[goArgs-rwSlots].Start == p.Args &&
			(p.ID == 0 || at[goID-rwSlots].Start == p.ID) && textOf(line, at[goName-rwSlots]) == p.Name {
			c, ok = CallBody{ID: walk.Text(at[goID-rwSlots].Of(line)), Args: at[goArgs-rwSlots]}, true
		}
	})
	return c, ok
}

// Result finds the result of a call again: one text as it is, several blocks
// one after another.
func (goose) Result(line []byte, id string, max int) (text string, cut, ok bool) {
	at := goFind(line, "toolResponse", id)
	if at == nil {
		return "", false, false
	}
	for _, slot := range [...]walk.Slot{goContent, goValue} {
		if r := at[slot-rwSlots]; r.Kind == walk.Array {
			text, cut = blocksText(r.Of(line), max)
			return text, cut, true
		}
	}
	text, cut = walk.Head(goResultText(at).Of(line), max)
	return text, cut, true
}
