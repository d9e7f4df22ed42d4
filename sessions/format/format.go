// Package format reads recordings, one file a format (with its helpers beside
// it).
//
// A line format says in which lines its facts stand; everything that is the
// same for all formats stands in Builder: numbering of rows and turns, pairing
// of calls and results, copied calls, texts, agents. Reading goes in two steps,
// because lines are read by several goroutines at once:
//
//  1. A Worker turns each line into Events. It knows nothing but the line.
//  2. The Builder takes the events in file order and makes a journey.Batch of
//     them. Reader.Merge helps with what only one format has.
//
// The package opens no files.
package format

import (
	"hopscope/journey"
	"hopscope/sessions/walk"
)

// Info describes a format for people, for `hopscope formats`.
type Info struct {
	ID    string
	Title string
	// Label is the client as people call it.
	Label string
	// Client is the client id where all recordings of the format come from
	// one client.
	Client string
	// VersionField says where the version stands: "field version".
	VersionField string
	// Where the client keeps such files.
	Where string
	// Shape says by what the content is recognised.
	Shape string
	// Notes are what the format cannot show.
	Notes []string
	// Capture: it shows what went over the wire. Captures are read behind the
	// recordings of clients, whose calls they prove.
	Capture bool
}

// Framed is a Format whose records are not lines.
type Framed interface {
	// Cutters find the records of an input, and the end of one record in what
	// is read again from its beginning; nil: they are lines.
	Cutters() (read, again walk.Cutter)
}

// Paired is a Format whose results need the record of their call to be found.
type Paired interface {
	// ResultOf is Bodies.Result with the record of the call.
	ResultOf(record, call []byte, p Place, max int) (text string, cut, ok bool)
}

// Format is a kind of recording made of lines.
type Format interface {
	Info() Info
	// Detect reports whether the beginning of an input is of this format.
	Detect(h *Head) bool
	// Peek reads what the head says of the recording, to put files in order.
	Peek(h *Head) Peeked
	// Open returns a reader for one input.
	Open(Keys) Reader
	Bodies
}

// Document is a format whose recordings are one JSON value, not lines. Its
// workers are given the value as one line, and At of their events is where in
// it the value stands that Bodies is given again.
type Document interface {
	Format
	// Whole reports whether the content of an input is of this format.
	Whole(data []byte) bool
}

// Peeked is what a head says: the session id, the time of the first line that
// has one, in milliseconds since 1970, and the agent of a subagent's file.
// Parent is the session that a subagent with a session of its own works for.
type Peeked struct {
	Session string
	Time    int64
	Agent   string
	Parent  string
}

// Reader reads one input. Worker is called once for each goroutine; Merge and
// End are called on one goroutine.
type Reader interface {
	Worker() walk.Worker[*Events]
	// Merge takes the events of kind Special, in file order.
	Merge(b *Builder, e *Event)
	// End is called behind the last event.
	End(b *Builder)
	// Recycle takes back events that are merged.
	Recycle(e *Events)
}

// Bodies finds again, in a line that is read again, what a row only points at.
type Bodies interface {
	// Call returns the raw id and arguments of a call. ok is false when the
	// line does not hold that call: the file has changed.
	Call(line []byte, p Place) (c CallBody, ok bool)
	// Result returns the result for the call with this id as the model read
	// it, at most max bytes. An empty id takes the first result without one.
	Result(line []byte, id string, max int) (text string, cut, ok bool)
}

// Place says where in its line a call stands: Row.ID, Row.Args, and the name.
type Place struct {
	ID, Args uint32
	Name     string
}

// CallBody is the id of a call and where its arguments stand.
type CallBody struct {
	ID   string
	Args walk.Range
	// Text is the arguments where no range of the line holds them.
	Text string
}

// Head is the beginning of an input, for detection.
type Head struct {
	// Lines are the whole lines of the head, at most HeadLines.
	Lines [][]byte
	// Whole: there is nothing behind them.
	Whole bool
	// Text is the beginning of the input as it stands.
	Text []byte
}

// HeadLines is the number of lines at which detection looks.
const HeadLines = 40

// NewHead splits the beginning of an input into lines. whole says that data is
// all of the input, so that its last line counts too.
func NewHead(data []byte, whole bool) *Head {
	h := &Head{Whole: whole, Text: data}
	rest := walk.Each(data, func(l walk.Line) {
		if len(h.Lines) < HeadLines && len(l.Text) > 0 {
			h.Lines = append(h.Lines, l.Text)
		}
	})
	if whole && len(rest) > 0 && len(h.Lines) < HeadLines {
		h.Lines = append(h.Lines, rest)
	}
	return h
}

// All returns the line formats in the order in which they are tried.
func All() []Format {
	return []Format{QwenCode(), Droid(), CursorStream(), ClaudeCode(), DroidSession(), StreamJSON(), Codex(), CodexExec(), OpenCode(), OpenCodeStorage(), OpenCodeRun(), OpenCodeExport(), Crush(), Goose(), Zed(), GooseJSONL(),
		GeminiCLI(), GeminiCLIJSON(), GeminiStream(), Kimi(), CopilotCLI(), Pi(), Grok(), Cursor(), AISDK(), AmpThread(), VSCodeChat(), VSCodeLog(), History(), ClineUI(), ClineSession(), LangSmith(), Langfuse(),
		HAR(), Cassette(), JSONCassette(), OTLP(), MCPLog(), MCPClientLog(), Pairs(), Body()}
}

// Get returns the format with this id.
func Get(id string) (Format, bool) {
	for _, f := range All() {
		if f.Info().ID == id {
			return f, true
		}
	}
	return nil, false
}

// NameMax is the number of bytes of a name that are kept.
const NameMax = 4096

// errorHead is how much of an error text is looked at.
const errorHead = 4096

// cutText cuts a text to journey.ErrorMax bytes, at a character.
func cutText(s string) string {
	if len(s) <= journey.ErrorMax {
		return s
	}
	n := journey.ErrorMax
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}
