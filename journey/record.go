package journey

// Sym is the number of an interned text of a session; 0 is the empty text.
type Sym uint32

// Row is one call in compact form: 64 bytes, so that a recording of millions
// of calls stays in memory. Bodies are not kept; offsets say where they stand.
// Session.Call widens a row into a Call.
type Row struct {
	// At is the byte offset of the line that holds the call, Ret that of the
	// line that holds its result (-1: no result). In a compressed or streamed
	// source they count decompressed bytes.
	At, Ret int64
	// Time is in milliseconds since 1970 UTC, 0 unknown.
	Time int64
	// Line and RetLine count from 1; 0 unknown.
	Line, RetLine uint32
	// Turn counts the requests to the model, from 1.
	Turn uint32
	Name Sym // echo
	// Space is the namespace of the echo.
	Space Sym
	// Err is the beginning of the error text, at most ErrorMax bytes.
	Err Sym
	// ID and Args are byte offsets from At of the JSON values of the call id
	// and of the arguments; 0: none.
	ID, Args uint32
	Agent    uint16 // index in Session.Agents
	Source   uint8  // index in Session.Sources
	Class    Class
	// IDLen is the length in bytes of the id's JSON value, quotes included.
	IDLen uint8
	Flags RowFlags
	_     uint16
}

// RowFlags are facts about a call that need one bit.
type RowFlags uint8

// The row flags. FlagSidechain: made by a subagent. FlagServer: run by the
// provider, not by the client. FlagOrphan: a result without its call.
// FlagExtra: Session.Extras has more about this row. FlagEmptyName: the record
// has a call whose name is empty, null or absent. FlagNoEcho: the recording does
// not have the name that the model wrote; the row's name is that of what ran.
// FlagAhead: read before what stands before it, so that line and turn are not
// known yet.
const (
	FlagSidechain RowFlags = 1 << iota
	FlagServer
	FlagOrphan
	FlagExtra
	FlagEmptyName
	FlagNoEcho
	FlagAhead
)

// ErrorMax is the number of bytes of an error text that a session keeps.
const ErrorMax = 512

// Extra is what few calls have and no row carries.
type Extra struct {
	// Stored is the name that the client kept, where it is not the echo.
	Stored *Called
	// Dispatched is the tool that the recording says ran.
	Dispatched *Ref
	// Kind of the call item, where it is not a function call.
	Kind ToolKind
	// ID, Args and Result are set where no byte range exists (case files).
	ID, Args, Result string
	// ArgsSize and ResultSize are the recorded sizes in bytes where a case does
	// not keep all of Args and Result.
	ArgsSize, ResultSize int
	// Note, ExecutedBy and Via are fields of a case's call.
	Note, ExecutedBy, Via string
	// Offered is the list of names that the error text gives.
	Offered []string
	// Reason that the client gave for refusing, in its own words.
	Reason string
	// Seen is the call as a capture of the same session shows it.
	Seen *Sighting
	// Came is the name in the provider's answer, Returned the one that reached
	// the client, where a capture shows that they are not the row's.
	Came, Returned *Called
}

// Sighting is a call that a capture shows, of a row that another source
// recorded.
type Sighting struct {
	Row uint32
	// Source and Line say where the capture has it, At the byte offset.
	Source uint8
	Line   uint32
	At     int64
	// Turn is that of the row.
	Turn uint32
	// Called is the name in the provider's answer, empty where the capture
	// only has the call in a history.
	Called Called
	// Requested: the capture has the request that the call answers.
	Requested bool
	// Own: the row itself stands in the capture, there is no other source.
	Own bool
	// Dispatched is the tool that the capture says ran.
	Dispatched *Ref
}

// Source is one input that was read.
type Source struct {
	Path    string   `json:"path"`
	Format  string   `json:"format"` // id of the format
	Client  string   `json:"client,omitempty"`
	Version string   `json:"version,omitempty"`
	Session string   `json:"session,omitempty"`
	Notes   []string `json:"notes,omitempty"` // what this format cannot show
	Size    int64    `json:"-"`               // bytes; -1 unknown
	// Seekable: bodies can be read again from the file.
	Seekable bool `json:"-"`
}

// Agent is the main line or one subagent of a session.
type Agent struct {
	ID     string
	Type   string
	Parent string // call id that started it, if known
}

// Snapshot is a declared list found in a recording: the tools offered from a
// line on, until the next snapshot of the same agent.
type Snapshot struct {
	Line     uint32
	At       int64
	Turn     uint32
	Agent    uint16
	Source   uint8
	Where    string // "prompt_snapshot", "deferred_tools_delta", "init line"
	Complete bool
	Catalog  Catalog
}

// Request is a request that the provider refused before any call.
type Request struct {
	Line   uint32
	Turn   uint32
	Source uint8
	Error  string // cut to ErrorMax bytes
	Note   string
}

// Problem is something that could not be read. Reading goes on after it.
type Problem struct {
	// Where names file and line or offset, for example "a.jsonl: line 13".
	Where string `json:"where"`
	What  string `json:"what"`
	Fix   string `json:"fix,omitempty"`
	Line  uint32 `json:"-"`
}

// Session is the neutral record of one recording. It grows by Apply while a
// file is read and is not safe for concurrent use: one owner applies batches
// and looks at it.
type Session struct {
	Sources []Source
	Client  Client
	// Provider as recorded: an id, a known label or free text.
	Provider string
	ID       string
	Cwd      string
	Models   []string
	Parent   string
	Agents   []Agent
	Rows     []Row
	Extras   map[uint32]Extra // by row
	// Snapshots in file order.
	Snapshots []Snapshot
	Requests  []Request
	// Instructions are texts that the user gave: files of prompts and skills.
	Instructions []Prompt
	// Prompts are the newest system prompts that the recording holds.
	Prompts  []Prompt
	Problems []Problem
	// ProblemCount counts all problems; Problems holds the first 1,000.
	ProblemCount int
	// Lines read so far; Turns is the greatest turn number.
	Lines, Turns uint32
	// Servers that the recording says failed, wait or need a login.
	Servers []ServerEntry
	// Background is the further evidence of a case file, nil for recordings.
	Background *Background
	Tally      Tally
	// Sighted counts the sightings by captures.
	Sighted int

	texts    []string
	expected int // calls in all, 0: not known
	// offers index the first indexed snapshots by the list they belong to.
	offers  map[offerKey][]int
	indexed int
}

// Client is who made a recording.
type Client struct {
	// ID is the client id of the vocabulary, empty when the label is unknown.
	ID      string
	Version string
	// Label as recorded: an id, a known label or free text.
	Label string
	// Why says how client and version were found: "field version".
	Why string
}

// Call is one recorded call with its texts.
type Call struct {
	Index         int // from 0, in file order
	Source        string
	Line, RetLine int
	Turn          int
	Time          int64 // milliseconds since 1970 UTC, 0 unknown
	ID            string
	Agent         string // empty: main line
	Sidechain     bool
	Called        Called
	// NoEcho: Called is the name of what ran; what the model wrote is not
	// recorded.
	NoEcho bool
	Kind   ToolKind
	Class  Class
	Error  string // beginning of the error text
	Extra  Extra
}

// Bodies reads what a session does not keep. Implementations do I/O and live
// outside this package. A body that cannot be read any more is an error that
// says so.
type Bodies interface {
	// ID returns the call id of a row.
	ID(s *Session, row int) (string, error)
	// Args returns the raw arguments, at most max bytes; cut tells whether
	// there are more.
	Args(s *Session, row, max int) (text string, cut bool, err error)
	// Result returns the result text as the model read it, at most max bytes.
	Result(s *Session, row, max int) (text string, cut bool, err error)
}

// Text returns the text of an interned symbol.
func (s *Session) Text(y Sym) string {
	if int(y) < len(s.texts) {
		return s.texts[y]
	}
	return ""
}

// Echo returns the called name of a row.
func (s *Session) Echo(row int) Called {
	r := &s.Rows[row]
	return Called{Namespace(s.Text(r.Space)), Echo(s.Text(r.Name))}
}

// Single returns a session of one call, which stands in it as row 0: a copy
// that can be read while s grows.
func (s *Session) Single(row int) *Session {
	c := &Session{Sources: s.Sources, Agents: s.Agents, Rows: []Row{s.Rows[row]}, texts: s.texts[:len(s.texts):len(s.texts)]}
	if x, ok := s.Extras[uint32(row)]; ok {
		c.Extras = map[uint32]Extra{0: x}
	}
	return c
}

// Call widens a row. The id is filled in from the extras only: Bodies.ID
// reads it from the file.
func (s *Session) Call(row int) Call {
	r := &s.Rows[row]
	c := Call{
		Index: row, Line: int(r.Line), RetLine: int(r.RetLine), Turn: int(r.Turn),
		Time: r.Time, Called: s.Echo(row), Class: r.Class, Error: s.Text(r.Err),
		Sidechain: r.Flags&FlagSidechain != 0, NoEcho: r.Flags&FlagNoEcho != 0,
	}
	if int(r.Source) < len(s.Sources) {
		c.Source = s.Sources[r.Source].Path
	}
	if r.Agent > 0 && int(r.Agent) < len(s.Agents) {
		c.Agent = s.Agents[r.Agent].ID
	}
	if r.Flags&FlagExtra != 0 {
		c.Extra = s.Extras[uint32(row)]
		c.ID, c.Kind = c.Extra.ID, c.Extra.Kind
	}
	return c
}
