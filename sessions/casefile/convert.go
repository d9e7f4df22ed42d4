package casefile

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"hopscope/journey"
	"hopscope/journey/scheme"
	"hopscope/sessions/catalog"
	"hopscope/vocab"
)

// Batch returns the calls as a batch of the neutral record. Its rows are
// numbered from 0 and its texts from symbol 1; all rows have extras, for a case
// keeps ids, arguments and results itself.
//
// A call with a name is a row, and so is a call whose name was lost: its name
// is empty. A call of null with an error is a refused request. Calls of null
// stand in Background.Events, with their place among the rows.
func (c *Case) Batch(source uint8) journey.Batch {
	b := &batcher{c: c, source: source, syms: map[string]journey.Sym{"": 0}, agents: map[string]uint16{"": 0}}
	b.readers()
	turns := c.Turns()
	b.out.Background = c.background()
	for i := range c.Calls {
		call := &c.Calls[i]
		b.out.Turns = max(b.out.Turns, uint32(turns[i]))
		b.out.Lines = max(b.out.Lines, uint32(call.line))
		if call.Null && !call.NameLost {
			b.event(call, uint32(turns[i]))
			continue
		}
		b.row(call, uint32(turns[i]))
	}
	b.out.Snapshots = c.snapshots(source, b.agent)
	b.out.Client, b.out.Provider = c.client(), cutName(providerID(c.Provider))
	b.out.Prompts, b.out.Servers = c.Prompts, c.Servers
	b.out.ID, b.out.Cwd, b.out.Model = cutName(c.Session), cutName(c.Cwd), cutName(c.Model)
	if b.out.ID == "" {
		b.out.ID = cutName(c.ID)
	}
	return b.out
}

// client resolves the label to an id, where it is a known one.
func (c *Case) client() journey.Client {
	x := journey.Client{Label: cutName(c.Client), Version: cutName(c.ClientVersion)}
	if c.Client == "" {
		return x
	}
	x.ID, _ = vocab.ClientID(c.Client)
	x.Why = "field client"
	if c.ClientVersion != "" {
		x.Why = "fields client and client_version"
	}
	return x
}

// batcher fills a batch.
type batcher struct {
	c      *Case
	source uint8
	out    journey.Batch
	syms   map[string]journey.Sym
	agents map[string]uint16
	// own and any recognise refusals: the client's own scheme, then every
	// client that is known.
	own, any journey.Scheme
}

func (b *batcher) readers() {
	b.own, _ = b.c.ownScheme()
	if s, err := scheme.Get("verbatim"); err == nil {
		b.any = s
	}
}

// ownScheme returns the rules that the case asks for, else those of its client;
// ok is false when nobody knows them.
func (c *Case) ownScheme() (s journey.Scheme, ok bool) {
	if c.Scheme != "" {
		if s, err := scheme.Get(c.Scheme); err == nil {
			return s, true
		}
	}
	if c.Client == "" {
		return nil, false
	}
	if s, ok := scheme.ForClient(c.client().ID, c.ClientVersion); ok {
		return s, true
	}
	s, err := scheme.Get(c.Client)
	return s, err == nil
}

func (b *batcher) sym(text string) journey.Sym {
	y, ok := b.syms[text]
	if !ok {
		y = journey.Sym(len(b.syms))
		b.syms[text] = y
		b.out.Texts = append(b.out.Texts, text)
	}
	return y
}

func (b *batcher) agent(id string) uint16 {
	n, ok := b.agents[id]
	if !ok && len(b.agents) > math.MaxUint16 {
		return 0
	}
	if !ok {
		if len(b.out.Agents) == 0 {
			b.out.Agents = []journey.Agent{{}} // the main line
		}
		n = uint16(len(b.agents))
		b.agents[id] = n
		b.out.Agents = append(b.out.Agents, journey.Agent{ID: id})
	}
	return n
}

func (b *batcher) row(call *Call, turn uint32) {
	x := journey.Extra{
		Stored: call.Stored, Dispatched: call.Dispatched, Kind: call.Kind,
		ID: call.ID, Args: call.Args, Result: call.Result, ArgsSize: call.ArgsSize, ResultSize: call.ResultSize,
		Note: call.Note, ExecutedBy: call.ExecutedBy, Via: call.Via,
	}
	class, refused := b.class(call)
	x.Offered, x.Reason = refused.Offered, refused.Reason
	r := journey.Row{
		At: int64(call.offset), Ret: -1, Line: uint32(call.line), Turn: turn, Time: millis(call.Time),
		Name: b.sym(cutName(call.Name)), Space: b.sym(cutName(call.Namespace)), Err: b.sym(head(call.Error)),
		Agent: b.agent(call.Agent), Source: b.source, Class: class, Flags: journey.FlagExtra,
	}
	if call.HasResult || call.ResultSize > 0 || call.Error != "" {
		r.Ret, r.RetLine = r.At, r.Line
	}
	if call.Name == "" {
		r.Flags |= journey.FlagEmptyName
	}
	for _, f := range []struct {
		on   bool
		flag journey.RowFlags
	}{{call.Agent != "", journey.FlagSidechain}, {call.NoEcho, journey.FlagNoEcho}, {call.Orphan, journey.FlagOrphan}, {call.ByProvider, journey.FlagServer}} {
		if f.on {
			r.Flags |= f.flag
		}
	}
	if b.out.Extras == nil {
		b.out.Extras = map[uint32]journey.Extra{}
	}
	b.out.Extras[uint32(len(b.out.Rows))] = x
	b.out.Rows = append(b.out.Rows, r)
}

// class decides what became of a call. What the file says decides, then a text
// that a known client would write; any other error is the tool's own, or that of its
// connection. An empty result without an error counts as failed. A lost name
// is an unknown one.
func (b *batcher) class(call *Call) (journey.Class, journey.Refused) {
	class, refused := b.classOf(call)
	if stated, ok := journey.ParseClass(call.Class); ok {
		if class != stated && !stated.Unknown() {
			refused = journey.Refused{}
		}
		class = stated
	}
	return class, refused
}

func (b *batcher) classOf(call *Call) (journey.Class, journey.Refused) {
	if call.Error != "" {
		text := call.Error
		if len(text) > 4096 {
			text = text[:4096]
		}
		for _, s := range []journey.Scheme{b.own, b.any} {
			if s == nil {
				continue
			}
			if r, ok := s.Recognise(text); ok {
				return r.Class, r
			}
			// who writes a text down leaves the label in front of it
			if r, ok := s.Recognise("Error: " + text); ok && r.Class.Unknown() && r.Name == call.Name {
				return r.Class, r
			}
		}
	}
	switch {
	case call.NameLost:
		return journey.ClassUnknownTool, journey.Refused{}
	case call.Error != "":
		return journey.ClassToolFailed, journey.Refused{}
	case call.ResultSize > 0:
		return journey.ClassOK, journey.Refused{}
	case !call.HasResult:
		return journey.ClassNoResult, journey.Refused{}
	case call.Result == "":
		return journey.ClassToolFailed, journey.Refused{}
	}
	return journey.ClassOK, journey.Refused{}
}

// event keeps an entry that is no call.
func (b *batcher) event(call *Call, turn uint32) {
	if bg := b.out.Background; bg != nil {
		bg.Events = append(bg.Events, journey.CaseEvent{
			Before: len(b.out.Rows), Error: call.Error, Note: call.Note, Result: call.Result, Args: call.Args,
		})
	}
	if call.Error != "" {
		b.out.Requests = append(b.out.Requests, journey.Request{
			Line: uint32(call.line), Turn: turn, Source: b.source, Error: head(call.Error), Note: call.Note,
		})
	}
}

// background is the evidence of a small case. A case that has none, only calls
// with the lists of their turns, is a recording in neutral form and is judged
// as one: what it does not list is not known.
func (c *Case) background() *journey.Background {
	if !c.small() {
		return nil
	}
	bg := &journey.Background{
		Catalog: c.listed(), Offered: c.Offered, OfferedKnown: c.OfferedKnown, WireNames: c.WireNames,
		Join: c.Join, Cut: c.Cut, Context: c.Context, Capture: c.Capture,
	}
	for _, r := range c.Registered {
		owner := r.Server
		if owner == "" {
			owner = r.Plugin
		}
		bg.Registered = append(bg.Registered, journey.Owned{Owner: owner, Name: r.Name})
	}
	for i := range c.Timeline {
		bg.Timeline = append(bg.Timeline, c.Timeline[i].TimelineEntry)
	}
	return bg
}

func (c *Case) small() bool {
	if c.Listed != nil || c.OfferedKnown || len(c.Registered)+len(c.WireNames) > 0 || c.Join != "" || c.Cut != "" || c.Capture != nil {
		return true
	}
	if contextJSON(c.Context) != "" || c.Context.Raw != "" {
		return true
	}
	for i := range c.Timeline {
		if m := &c.Timeline[i]; m.OfferedKnown || m.Wire != nil {
			return true
		}
	}
	return slices.ContainsFunc(c.Calls, func(call Call) bool { return call.Null && !call.NameLost && call.Error == "" })
}

// head cuts an error text to what a session keeps, at a character.
func head(s string) string { return cut(s, journey.ErrorMax) }

// cutName bounds what names a tool, as readers of other forms do. The case
// itself keeps all of it.
func cutName[S ~string](s S) S { return S(cut(string(s), catalog.MaxName)) }

// cut returns at most the first n bytes of s, cut between two characters.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// millis reads a time: RFC 3339, or milliseconds in digits. 0: none.
func millis(s string) int64 {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n
	}
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return t.UnixMilli()
	}
	return 0
}

// Bodies returns the texts of the calls of a case: they stand in the record
// itself (journey.Extra), so it serves every session that has the case's rows.
func (c *Case) Bodies() journey.Bodies { return bodies{} }

type bodies struct{}

func (bodies) ID(s *journey.Session, row int) (string, error) {
	return s.Extras[uint32(row)].ID, nil
}

func (bodies) Args(s *journey.Session, row, limit int) (string, bool, error) {
	x := s.Extras[uint32(row)]
	text, cut := upTo(x.Args, limit)
	return text, cut || text != "" && x.ArgsSize > len(x.Args), NotKept(text, x.ArgsSize)
}

// NotKept is the error for a body of which a case has only the size; nil where
// it has the text.
func NotKept(text string, size int) error {
	if text != "" || size == 0 {
		return nil
	}
	return fmt.Errorf("the case holds only the size: %d bytes", size)
}

// Result returns the result, or without one the error text as far as the
// session keeps it.
func (bodies) Result(s *journey.Session, row, limit int) (string, bool, error) {
	x := s.Extras[uint32(row)]
	text := x.Result
	if text == "" {
		text = s.Text(s.Rows[row].Err)
	}
	text, cut := upTo(text, limit)
	return text, cut || text != "" && x.ResultSize > len(x.Result), NotKept(text, x.ResultSize)
}

func upTo(s string, limit int) (string, bool) {
	if limit < 0 || len(s) <= limit {
		return s, false
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return strings.Clone(s[:limit]), true
}
