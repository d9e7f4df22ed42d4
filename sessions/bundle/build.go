package bundle

import (
	"fmt"
	"strconv"
	"strings"

	"hopscope/journey"
	"hopscope/sessions/casefile"
)

// build makes the case field by field: what is not named here is left out.
func (m *maker) build(c *casefile.Case) *casefile.Case {
	out := &casefile.Case{
		ID: m.name(c.ID, "id"), Title: m.text(c.Title, "title"), Story: m.text(c.Story, "story"),
		Client: m.text(c.Client, "client"), ClientVersion: m.text(c.ClientVersion, "client version"),
		Provider: m.text(c.Provider, "provider"), Model: m.name(c.Model, "model"), Session: m.name(c.Session, "session id"),
		Cwd: m.text(c.Cwd, "folder"), Scheme: c.Scheme, Join: c.Join, Cut: c.Cut,
		Listed: m.each(c.Listed, m.name, "catalog"), Offered: m.each(c.Offered, m.name, "offered"), OfferedKnown: c.OfferedKnown,
		WireNames: m.each(c.WireNames, m.name, "wire names"),
		Tools:     m.tools(c.Tools, "tools"), Context: m.context(c.Context), Capture: m.capture(c.Capture),
	}
	for i := range c.Details {
		d := &c.Details[i]
		name := ""
		if i < len(c.Listed) {
			name = c.Listed[i]
		}
		m.texts(d.Description, "tool "+name)
		out.Details = append(out.Details, casefile.Detail{
			Server: m.name(d.Server, "server"), Registered: journey.Registered(m.name(string(d.Registered), "catalog")), Schema: m.schema(d.Schema, name),
		})
		m.unknown(d.Extra)
	}
	for _, r := range c.Registered {
		out.Registered = append(out.Registered, casefile.Real{
			Server: m.name(r.Server, "server"), Plugin: m.name(r.Plugin, "plugin"), Name: journey.Registered(m.name(string(r.Name), "registered")),
		})
	}
	for i := range c.Timeline {
		out.Timeline = append(out.Timeline, m.moment(&c.Timeline[i]))
	}
	for _, s := range c.Servers {
		s.Key, s.Error = journey.Server(m.name(string(s.Key), "server")), m.text(s.Error, "error of server "+string(s.Key))
		out.Servers = append(out.Servers, s)
	}
	for _, p := range c.Prompts {
		p.Where, p.Text = m.text(p.Where, "prompt"), m.prompt(p.Text)
		out.Prompts = append(out.Prompts, p)
	}
	for i := range c.Calls {
		out.Calls = append(out.Calls, m.call(&c.Calls[i], i+1))
	}
	if x := c.Expect; x != nil {
		own := *x
		own.Target, own.Extra = m.name(x.Target, "expect"), nil
		out.Expect = &own
	}
	for _, s := range c.Sources {
		s.Path, s.Session = m.text(s.Path, "path of source"), m.name(s.Session, "session id")
		s.Notes = m.each(s.Notes, m.text, "note of source")
		out.Sources = append(out.Sources, s)
	}
	for _, n := range c.Notes {
		n.Text, n.Extra = m.text(n.Text, "note"), nil
		out.Notes = append(out.Notes, n)
	}
	m.rest(c)
	return out
}

// rest counts what is left out as a whole.
func (m *maker) rest(c *casefile.Case) {
	for _, e := range c.Edits {
		m.drop(dropEdits, string(e), "what-if edit")
	}
	m.count(dropEdits, len(c.Tour), 0)
	if c.View != nil {
		m.count(dropEdits, 1, 0)
	}
	m.unknown(c.Extra)
}

func (m *maker) unknown(list []casefile.Field) {
	for _, f := range list {
		m.drop(dropUnknowns, string(f.Raw), "field "+f.Key)
	}
}

// errorMax is how much of an error text stays, in bytes: what every client's
// refusal has room in. Of an error that a tool's own run gave, only its first
// line stays, for the rest is what the tool worked on.
const errorMax = 2 << 10

const toolErrorMax = 200

func (m *maker) call(c *casefile.Call, n int) casefile.Call {
	where := " of call " + strconv.Itoa(n)
	out := casefile.Call{
		Name: m.name(c.Name, "name"+where), Namespace: m.name(c.Namespace, "namespace"+where), Null: c.Null, NameLost: c.NameLost,
		Note: m.text(c.Note, "note"+where), ExecutedBy: m.text(c.ExecutedBy, "executed_by"+where), Via: m.name(c.Via, "via"+where),
		ID: m.name(c.ID, "id"+where), Agent: m.name(c.Agent, "agent"+where), Class: c.Class,
		NoEcho: c.NoEcho, Orphan: c.Orphan, ByProvider: c.ByProvider, Kind: c.Kind, Time: c.Time, Turn: c.Turn,
		Error: m.errorText(c, where),
	}
	out.Args, out.ArgsText, out.ArgsSize = c.Args, c.ArgsText, c.ArgsSize
	if c.Args != "" {
		out.ArgsSize = max(len(c.Args), c.ArgsSize)
		out.Args = m.args(c, "arguments"+where)
	}
	out.HasResult, out.ResultSize = c.HasResult, c.ResultSize
	if c.Result != "" {
		m.drop(dropResults, c.Result, "result"+where)
		out.ResultSize = max(len(c.Result), c.ResultSize)
		out.Result = bytesOf(c.Result)
	}
	if s := c.Stored; s != nil {
		out.Stored = &journey.Called{Namespace: journey.Namespace(m.name(string(s.Namespace), "stored"+where)), Name: journey.Echo(m.name(string(s.Name), "stored"+where))}
	}
	if d := c.Dispatched; d != nil {
		own := *d
		own.Server, own.Name = journey.Server(m.name(string(d.Server), "server")), journey.Registered(m.name(string(d.Name), "dispatched"+where))
		out.Dispatched = &own
	}
	m.unknown(c.Extra)
	return out
}

// errorText masks an error and cuts it.
func (m *maker) errorText(c *casefile.Call, where string) string {
	s, most := c.Error, errorMax
	if c.Class == journey.ClassToolFailed.String() {
		most = toolErrorMax
		if k := strings.IndexByte(strings.TrimLeft(s, "\n"), '\n'); k > 0 {
			most = min(most, k+len(s)-len(strings.TrimLeft(s, "\n")))
		}
	}
	masked := m.text(s, "error"+where)
	if len(masked) <= most {
		return masked
	}
	for most > 0 && masked[most]&0xC0 == 0x80 {
		most--
	}
	if k := strings.LastIndexByte(masked[:most], '<'); k >= 0 && k > most-32 && !strings.Contains(masked[k:most], ">") {
		most = k // not through a mask
	}
	m.count(dropErrors, 1, len(masked)-most)
	return masked[:most] + "…"
}

// bytesOf stands for a value that was dropped.
func bytesOf(s string) string { return fmt.Sprintf("<%d bytes>", len(s)) }

func (m *maker) moment(x *casefile.Moment) casefile.Moment {
	out := casefile.Moment{
		TimelineEntry: journey.TimelineEntry{Turn: x.Turn, Run: x.Run, Offered: m.each(x.Offered, m.name, "timeline")},
		OfferedKnown:  x.OfferedKnown, Agent: m.name(x.Agent, "agent"), Tools: m.tools(x.Tools, "timeline"),
	}
	if x.Wire != nil {
		out.Wire = map[string]string{}
		for _, real := range x.WireOrder {
			key := m.name(real, "timeline")
			if _, twice := out.Wire[key]; !twice {
				out.WireOrder = append(out.WireOrder, key)
			}
			out.Wire[key] = m.name(x.Wire[real], "timeline")
		}
	}
	m.unknown(x.Extra)
	return out
}

// tools keeps of each tool its names and kind, and the keys of its schema where
// a call of the case calls it.
func (m *maker) tools(list *journey.Catalog, place string) *journey.Catalog {
	if list == nil {
		return nil
	}
	out := *list
	out.Source, out.Notes = m.text(list.Source, place), m.each(list.Notes, m.text, place)
	out.Tools = make([]journey.Tool, len(list.Tools))
	for i := range list.Tools {
		t := list.Tools[i]
		named := t.Listed()
		m.texts(t.Description, "tool "+named)
		m.texts(t.SpaceText, "namespace of tool "+named)
		if t.Rest != "" {
			m.drop(dropTexts, t.Rest, "tool "+named)
		}
		out.Tools[i] = journey.Tool{
			Form: t.Form, Registered: journey.Registered(m.name(string(t.Registered), place)), Safe: journey.Safe(m.name(string(t.Safe), place)),
			Wire:   journey.WireName{Namespace: journey.Namespace(m.name(string(t.Wire.Namespace), place)), Name: journey.Wire(m.name(string(t.Wire.Name), place))},
			Server: journey.Server(m.name(string(t.Server), place)), Plugin: m.name(t.Plugin, place),
			Kind: t.Kind, Builtin: t.Builtin, Deferred: t.Deferred, Disabled: t.Disabled, Type: t.Type, Line: t.Line,
			Schema: m.schema(t.Schema, named),
		}
		m.texts(t.Title, "title of tool "+named)
	}
	out.Servers = nil
	for _, s := range list.Servers {
		s.Error = m.text(s.Error, "error of server "+string(s.Key))
		s.Key = journey.Server(m.name(string(s.Key), place))
		out.Servers = append(out.Servers, s)
	}
	return &out
}

func (m *maker) texts(s, place string) {
	if s != "" {
		m.drop(dropTexts, s, place)
	}
}

// context keeps the names; of the system prompt the lines that name a tool.
func (m *maker) context(x journey.Context) journey.Context {
	if x.Raw != "" && m.learn {
		m.redact.Learn(x.Raw)
	}
	return journey.Context{
		InstructionsMention: m.each(x.InstructionsMention, m.name, "context"), HistoryUsed: m.each(x.HistoryUsed, m.name, "context"),
		System: m.prompt(x.System), Notes: m.each(x.Notes, m.text, "context"),
	}
}

// lineMax is how much of a line of a prompt stays, in bytes.
const lineMax = 200

// prompt keeps of a prompt the lines that name a tool that is called in the
// case; all lines keep their numbers.
func (m *maker) prompt(s string) string {
	if s == "" {
		return s
	}
	m.drop(dropPrompts, s, "prompt")
	lines := strings.Split(s, "\n")
	last := -1
	for i, l := range lines {
		lines[i] = ""
		for _, name := range m.names {
			if len(l) < 1<<16 && journey.Mentions(l, name) {
				lines[i], last = m.around(m.text(l, "prompt"), name), i
				break
			}
		}
	}
	return strings.Join(lines[:last+1], "\n")
}

// around cuts a line so that the name stays in it.
func (m *maker) around(l, name string) string {
	if len(l) <= lineMax {
		return l
	}
	at := max(strings.Index(l, name), 0)
	from := max(0, min(at-lineMax/4, len(l)-lineMax))
	to := min(len(l), max(from+lineMax, at+len(name)))
	for from > 0 && l[from]&0xC0 == 0x80 {
		from--
	}
	for to < len(l) && l[to]&0xC0 == 0x80 {
		to++
	}
	return strings.TrimSpace(l[from:to])
}
