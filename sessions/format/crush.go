package format

import (
	"hopscope/journey"
	"hopscope/sessions/walk"
)

// crush reads Crush's database: a message is a row, its parts an array of
// {type, data}; calls and their results are parts of different messages.
type crush struct{}

// Crush returns the format of Crush's database.
func Crush() Format { return crush{} }

// Info describes the format.
func (crush) Info() Info {
	return Info{
		ID: "crush", Title: "Crush database", Label: "Crush", Client: "crush",
		Where: ".crush/crush.db in the working folder; PATH#ID opens one session, PATH the newest",
		Shape: "SQLite with the tables sessions and messages, the latter with a column parts",
		Notes: []string{
			"declared tools are not in it, only the list that the refusal of an unknown tool gives",
			"the version and the working folder are not in it",
			"lines are rows of the session in their order: the database has none",
		},
	}
}

const (
	cuPart = rwSlots + iota
	cuType
	cuID
	cuName
	cuInput
	cuServer
	cuFor
	cuContent
	cuIsError
	cuMessage
	cuDetails
	cuEnd
)

var cuPaths = rowPaths(map[walk.Slot]string{
	rwTime: "created_at", rwParent: "parent_session_id",
	cuPart: "parts[]", cuType: "parts[].type", cuID: "parts[].data.id", cuName: "parts[].data.name", cuInput: "parts[].data.input",
	cuServer: "parts[].data.provider_executed", cuFor: "parts[].data.tool_call_id", cuContent: "parts[].data.content",
	cuIsError: "parts[].data.is_error", cuMessage: "parts[].data.message", cuDetails: "parts[].data.details",
})

// Detect looks for rows of the client.
func (crush) Detect(h *Head) bool { yes, _ := rowsOf(h, "crush"); return yes }

// Peek reads session and first time.
func (crush) Peek(h *Head) Peeked {
	return peekRows(h, []string{rwSession: "session_id", rwTime: "created_at"})
}

// Open returns a reader for one input.
func (crush) Open(k Keys) Reader {
	return &rowReader{pool: newEventPool(), last: map[string][]string{}, work: func(pool eventPool) walk.Worker[*Events] {
		return &cuWorker{newRowWorker(cuPaths, pool, k, refusalsOf("crush"))}
	}}
}

type cuWorker struct{ rowWorker }

// Line takes one line.
func (w *cuWorker) Line(l walk.Line) {
	if !w.read(l) {
		return
	}
	switch {
	case w.table("crush.sessions"):
		w.session()
	case w.table("crush.messages"):
		w.answered(w.of(rwID))
		w.each(cuPart, func(at []walk.Range) { w.part(at) })
	}
}

func (w *cuWorker) part(at []walk.Range) {
	text := w.line.Text
	typ := at[cuType-rwSlots].Of(text)
	switch {
	case walk.Equal(typ, "tool_call"):
		e := Event{
			Kind: CallEvent, Turn: w.turnKey(), From: w.turnKey(), Time: epoch(w.of(rwTime)), Key: w.idKey(at[cuID-rwSlots].Of(text)),
			CallKey: w.keys.of(at[cuID-rwSlots].Of(text)),
			Name:    w.names.of(at[cuName-rwSlots].Of(text)), Args: at[cuInput-rwSlots].Start,
		}
		if at[cuServer-rwSlots].Kind == walk.True {
			e.Flags |= journey.FlagServer
		}
		w.callID(&e, at[cuID-rwSlots])
		w.add(e)
	case walk.Equal(typ, "tool_result"):
		e := Event{Kind: ResultEvent, Key: w.idKey(at[cuFor-rwSlots].Of(text))}
		if at[cuIsError-rwSlots].Kind == walk.True {
			e.Text, _ = walk.Head(at[cuContent-rwSlots].Of(text), errorHead)
			w.failed(&e, crushCancelled[:], crushDenied[:])
		}
		w.add(e)
	case walk.Equal(typ, "finish"):
		for _, slot := range [...]walk.Slot{cuDetails, cuMessage} {
			if said, _ := walk.Head(at[slot-rwSlots].Of(text), errorHead); aboutNames(said) {
				w.add(Event{Kind: RefusedEvent, Text: said})
				return
			}
		}
	}
}

// Beginnings of Crush's texts about calls that were stopped or not allowed
// (source, read 2026-11).
var (
	crushCancelled = [...]string{"Tool execution canceled by user"}
	crushDenied    = [...]string{"User denied permission", "user denied permission", "Permission denied"}
)

// cuFind finds a part of a line that is read again.
func cuFind(line []byte, fits func(at []walk.Range) bool) (found []walk.Range) {
	w := cuWorker{newRowWorker(cuPaths, newEventPool(), newKeys(), noRecogniser{})}
	if !w.read(walk.Line{Text: line}) {
		return nil
	}
	w.each(cuPart, func(at []walk.Range) {
		if fits(at) {
			found = append([]walk.Range(nil), at...)
		}
	})
	return found
}

// Call finds a call again.
func (crush) Call(line []byte, p Place) (c CallBody, ok bool) {
	at := cuFind(line, func(at []walk.Range) bool {
		return walk.Equal(at[cuType-rwSlots].Of(line), "tool_call") && at[cuInput-rwSlots].Start == p.Args &&
			(p.ID == 0 || at[cuID-rwSlots].Start == p.ID) && textOf(line, at[cuName-rwSlots]) == p.Name
	})
	if at == nil {
		return CallBody{}, false
	}
	return CallBody{ID: walk.Text(at[cuID-rwSlots].Of(line)), Args: at[cuInput-rwSlots]}, true
}

// Result finds the result of a call again.
func (crush) Result(line []byte, id string, max int) (text string, cut, ok bool) {
	at := cuFind(line, func(at []walk.Range) bool {
		return walk.Equal(at[cuType-rwSlots].Of(line), "tool_result") && walk.Text(at[cuFor-rwSlots].Of(line)) == id
	})
	if at == nil {
		return "", false, false
	}
	text, cut = walk.Head(at[cuContent-rwSlots].Of(line), max)
	return text, cut, true
}
