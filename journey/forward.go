package journey

import (
	"strings"
	"unicode/utf8"
)

// The stops of the way out: real name, safe form, wire name.

func runes(s string) int { return utf8.RuneCountInString(s) }

func (t *tracer) registered() {
	s, n := t.at(HopRegistered), t.n
	if !n.RegisteredKnown {
		s.State, s.Word = StopNotRecorded, "not recorded"
		s.Note = "only the server's own list shows it"
		return
	}
	s.Name, s.Word = string(n.Ref.Name), "registered"
	if mcpLegal(s.Name) {
		s.Wide = "a legal registered name"
	}
	switch {
	case n.Ref.Server != "":
	case t.inPlainList():
		s.Note = "no server in a plain list: a name as it is"
	case t.Plan.Setting.Catalog.Assumed && !n.Tool.Builtin:
		s.Note = "from the calls: no list says whose it is"
	case n.Ref.Builtin || n.Tool.Builtin:
		s.Note = "a built-in of the client"
	case n.Tool.Form == FormRegistered:
		s.Note = "no server given: a name as it is"
	}
}

// inPlainList reports whether the name was read from a plain list, which says
// of a name without a server only that it has none.
func (t *tracer) inPlainList() bool {
	return t.n.Tool.Line > 0 && t.n.Tool.Server == "" && strings.Contains(t.Plan.Setting.Catalog.Source, "plain list")
}

// mcpLegal reports whether MCP's text of 2025-11-25 takes a tool name.
func mcpLegal(name string) bool {
	return name != "" && len(name) <= 128 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") == ""
}

// formUnknown reports whether the scheme does not know the form that the client
// gives the tool: then the wire name is the listed one, as a stand-in.
func (n *Naming) formUnknown() bool { return n.Tool.Form == FormRegistered && !n.SafeKnown }

func (t *tracer) safe() {
	s, n := t.at(HopSafe), t.n
	if !n.SafeKnown {
		s.State, s.Word = StopNotRecorded, "not recorded"
		s.Note = "the way back from the wire name is not unique"
		if n.formUnknown() {
			s.Word, s.Note = "not known", "nobody knows what this client makes of the names of a server's tools"
		}
		return
	}
	s.Name = string(n.Safe)
	if n.Wire.Namespace != "" {
		s.Name, s.Namespace, s.Short = string(n.Wire.Name), string(n.Wire.Namespace), "2 fields"
	}
	same := n.RegisteredKnown && s.Namespace == "" && s.Name == string(n.Ref.Name)
	if n.RegisteredKnown && !same {
		s.State = StopChanged
	}
	s.Word, s.Wide = ruleWords(n, s)
	if t.Scheme != nil {
		s.Source = t.Scheme.Info().source()
	}
	switch {
	case len(n.SharesWith) > 0:
		s.Wide, s.Mark = "same form as another", NoteClash
		s.Note = "shared with " + t.others()
	case n.Status == LeftOut && n.Reason != "":
		s.Note, s.Mark = "left out: "+n.Reason, NoteLeftOut
	case same && n.Ref.Builtin && !t.inPlainList():
		s.Note, s.Mark = "real name: built-ins keep theirs", NoteSame
	case same:
		s.Note, s.Mark = "real name", NoteSame
	}
}

// source is the first source of a scheme's rules.
func (i SchemeInfo) source() string {
	if len(i.Sources) == 0 {
		return ""
	}
	return i.Sources[0].Source
}

// railWidth is what a stop has on a narrow rail.
const railWidth = 12

// ruleWords says what the scheme did to the name: its own words, else (or where
// it says that the form was only read) what the characters show. The narrow
// rail gets the last of several changes.
func ruleWords(n *Naming, s *Stop) (word, wide string) {
	rule := n.Rule
	switch {
	case rule != "" && rule != "as read":
	case rule != "" && !n.RegisteredKnown:
	case s.State != StopChanged:
		rule = "unchanged"
	case s.Namespace != "":
		rule = "split in two"
	default:
		d := Diff(string(n.Ref.Name), s.Name)
		rule = strings.TrimPrefix(d.pairs(), ": ")
		if rule == "" || d.Added+d.Dropped > 0 || runes(rule) > railWidth {
			rule = "changed"
		}
	}
	if runes(rule) <= railWidth {
		return rule, ""
	}
	return rule[strings.LastIndex(rule, ", ")+len(", "):], rule
}

// others names the tools that share the form.
func (t *tracer) others() string {
	c := newCensor(t.Plan, "")
	return c.list(t.n.SharesWith)
}

func (t *tracer) wire() {
	s, n := t.at(HopWire), t.n
	s.Assumed = !t.CatalogKnown && !t.RequestSeen || n.formUnknown()
	would := n.wouldBe()
	switch n.Status {
	case LeftOut:
		s.State, s.Word, s.Would = StopNone, "left out", string(would.Name)
		s.Note, s.Mark = t.wouldStand(), NoteBad
		return
	case Deferred:
		s.Word, s.Note = "deferred", n.Reason
		if s.Note == "" {
			s.Note = "announced by name only"
		}
		s.Mark = NoteLeftOut
	default:
		s.Word = "sent"
		if !n.formUnknown() {
			t.declared(s)
		}
	}
	s.Name, s.Namespace = string(n.Wire.Name), string(n.Wire.Namespace)
	if safe := t.at(HopSafe); safe.Name != "" && (safe.Name != s.Name || safe.Namespace != s.Namespace) {
		s.State, s.Short = StopChanged, ""
	}
}

// declaredAt is the path of the name's place in the request.
func (t *tracer) declaredAt() string {
	if l, ok := t.Provider.(Layout); ok && t.j.Index >= 0 && t.j.Index < len(t.Plan.Tools) {
		if at := l.Sites(t.Plan.Tools)[t.j.Index]; at.Entry >= 0 {
			return l.DeclareAt(*t.n, at).Path
		}
	}
	return t.Provider.Declare(*t.n, t.j.Position).Path
}

// declared says where the declaration stands and what the provider's rule
// makes of the name.
func (t *tracer) declared(s *Stop) {
	if t.Provider == nil {
		return
	}
	s.Source = t.declaredAt()
	if t.CatalogKnown {
		s.Short = pathHead(s.Source)
	}
	rule, known := t.Provider.Rule(PlaceDeclare, t.AsOf)
	switch {
	case t.j.Verdict == VerdictReject && len(t.j.Violations) > 0:
		s.Note, s.Mark = t.j.Violations[0].Detail, NoteBad
	case t.j.Verdict == VerdictAccept && known && rule.Chars != "":
		s.Note = "name rule ok: " + rule.Chars
	case t.j.Verdict == VerdictAccept:
		s.Note = "name rule ok"
	}
}

// pathHead is the place in the tools array: tools[3], or tools[8]… where the
// name stands in an entry of an entry.
func pathHead(path string) string {
	i := strings.IndexByte(path, ']')
	if i < 0 {
		return ""
	}
	if strings.IndexByte(path[i:], '[') > 0 {
		return path[:i+1] + "…"
	}
	return path[:i+1]
}

// wouldStand says what is missing from the request.
func (t *tracer) wouldStand() string {
	n := t.n
	switch len(n.SharesWith) {
	case 0:
		return "no entry " + n.name()
	case 1:
		a, b := ownParts(n.name(), t.Plan.Tools[n.SharesWith[0]].name())
		return a + " and " + b + " would stand here"
	default:
		return t.others() + " would stand here as well"
	}
}

// ownParts leaves out what both names have in front of their own part.
func ownParts(a, b string) (string, string) {
	if i := strings.LastIndex(a[:commonHead(a, b)], "__"); i >= 0 {
		return a[i+2:], b[i+2:]
	}
	return a, b
}

// noTool fills the way out of a name that belongs to no tool.
func (t *tracer) noTool() {
	real, safe, wire := t.at(HopRegistered), t.at(HopSafe), t.at(HopWire)
	if t.Call == nil {
		real.State, safe.State, wire.State = StopNone, StopNone, StopNone
		real.Word, safe.Word, wire.Word = "not offered", "not sent", "absent"
		return
	}
	name := string(t.Call.Called.Name)
	real.Would, safe.Would, wire.Would = name, name, name
	if !t.Call.Class.Unknown() && t.j.Break == HopNone {
		// It got through, so it was there: the list that was read lacks it.
		real.State, safe.State, wire.State = StopNotRecorded, StopNotRecorded, StopNotRecorded
		real.Word, safe.Word, wire.Word = "not listed", "not recorded", "not recorded"
		real.Note = "not in the list that was read"
		return
	}
	real.State, safe.State, wire.State = StopNone, StopNone, StopNone
	real.Word, safe.Word, wire.Word = "not offered", "not sent", "absent"
	real.Mark, wire.Mark = NoteBad, NoteBad
	real.Note = "not in this session, by the refusal"
	if t.CatalogKnown {
		real.Note = "no tool of this name in the list"
	}
	if d := t.j.Diagnosis; d != nil {
		switch {
		case d.Kind == KindVanished:
			real.Word, real.Note = "gone", "it was offered in an earlier turn"
		case d.Kind == KindNotOffered && d.Hop == HopRegistered:
			// A built-in of this client, which keeps its name.
			safe.Note, safe.Mark = "real name: built-ins keep theirs", NoteSame
		}
	}
	wire.Note = "no entry " + name
	if name == "" {
		wire.Note = "no entry without a name"
	}
	if !t.RequestSeen {
		wire.State, wire.Assumed = StopNotRecorded, true
	}
}
