package scheme

import (
	"slices"
	"strings"

	"hopscope/journey"
)

// nativeLimit is the length of a form in code points; all are ASCII by then.
const nativeLimit = 64

// nativeOwn are the names of the runtime's own tools. They are taken always,
// whether or not a request holds them.
var nativeOwn = [...]string{"reset_tools", "tool_schema", "tool_search"}

// native is the naming of PersonalClaw's runtime. Each code point outside
// [a-zA-Z0-9_-] becomes _, then the form is cut to 64; an empty name becomes
// "tool". Of several names with one form only the one that IS the form is
// offered; without such a one none is. What is left out can not be called by
// its real name either. Calls are looked up by real name, then by form; the
// history keeps what the model said.
type native struct{ asked, note string }

func newNative(_ int, asked, note string) journey.Scheme { return native{asked, note} }

const nativeSource = "PersonalClaw@e5ee18b8 src/personalclaw/agents/native/tool_names.py, runtime.py"

// Info describes the scheme.
func (n native) Info() journey.SchemeInfo {
	return journey.SchemeInfo{
		ID: "native", Version: n.asked, Title: "PersonalClaw native runtime",
		Rule:  "each character outside A-Z a-z 0-9 _ - becomes _, then cut to 64; names that share a form are left out",
		Limit: nativeLimit, Unit: "code points", Note: n.note,
		Clash:   "all are left out, but for one whose own name is the form; what is left out cannot be called by its real name either",
		Lookup:  "the runtime's own tools, then the real name, then the form",
		History: "what the model said; the catalog of the later turn decides what it means",
		Refusal: "Error: unknown tool 'X'",
		Sources: []journey.Fact{
			{What: "form, census and warnings", Source: nativeSource, AsOf: "2026-08-21", How: "run"},
			{What: "look-up: real name, then form; the history keeps the echo", Source: nativeSource, AsOf: "2026-08-21", How: "read"},
			{What: "order of the warnings about forms", Source: nativeSource + "; it is that of a set and not stable, sorted here", AsOf: "2026-08-21", How: "read"},
		},
	}
}

// nativeSafe returns the model-safe form of a registered name under the
// native scheme.
func nativeSafe(name journey.Registered) journey.Safe {
	if name == "" {
		return "tool"
	}
	return journey.Safe(cutUnits(fold(string(name), &wordDash, codePoints), nativeLimit, codePoints))
}

// Plan names the tools of one request. A name that is listed twice is one
// entry: the later one is left out.
func (n native) Plan(set journey.Setting) journey.Plan {
	p := journey.Plan{Setting: set, Tools: make([]journey.Naming, len(set.Catalog.Tools))}
	ready := readinessOf(set)
	for i := range set.Catalog.Tools {
		t := &p.Tools[i]
		t.Tool = set.Catalog.Tools[i]
		nativeForm(t)
		absent(t, &ready)
	}
	nativeOnce(&p)
	p.Warnings = nativeCensus(&p)
	return p
}

// nativeOnce makes one entry of each name: Plan.Index knows the tools by it.
func nativeOnce(p *journey.Plan) {
	p.Index = make(map[string]int, len(p.Tools))
	once := newTwins(p.Index)
	for i := range p.Tools {
		if !isLeftOut(&p.Tools[i]) {
			once.add(nativeName(&p.Tools[i]), i)
		}
	}
	for group := range once.all {
		wire := p.Tools[group[0]].Wire
		if !slices.ContainsFunc(group, func(i int) bool { return p.Tools[i].Wire != wire }) {
			share(p.Tools, group)
		}
		for _, i := range group[1:] {
			leaveOut(&p.Tools[i], "listed twice: one name is one entry")
		}
	}
}

// nativeName is the name by which the runtime knows a tool: the real one, or
// the form where only that was read.
func nativeName(t *journey.Naming) string {
	if t.RegisteredKnown {
		return string(t.Ref.Name)
	}
	return string(t.Wire.Name)
}

func nativeForm(n *journey.Naming) {
	t := &n.Tool
	n.Ref = journey.Ref{Server: t.Server, Name: t.Registered, Builtin: t.Builtin}
	if t.Form == journey.FormRegistered {
		n.RegisteredKnown, n.SafeKnown = true, true
		n.Safe = nativeSafe(t.Registered)
		n.Wire.Name = journey.Wire(n.Safe)
		n.Rule = nativeRule(string(t.Registered), string(n.Safe))
		return
	}
	asRead(n)
	n.Rule = "as read"
	n.RegisteredKnown = t.Registered != ""
	if n.RegisteredKnown {
		return
	}
	// An underscore may have been anything, a form of 64 may have been cut,
	// and "tool" may have been the empty name.
	form := string(n.Safe)
	n.Ref.Name = journey.Registered(form)
	n.RegisteredKnown = n.SafeKnown && !strings.Contains(form, "_") && len(form) < nativeLimit && form != "tool"
}

func nativeRule(name, form string) string {
	if name == form {
		return "unchanged"
	}
	words := foldWords(name, &wordDash)
	if units(name, codePoints) > nativeLimit {
		return joinWords(words, "cut")
	}
	if words == "" {
		return "named tool"
	}
	return words
}

func joinWords(a, b string) string {
	if a == "" {
		return b
	}
	return a + ", " + b
}

// nativeCensus leaves out what shares a form and returns the runtime's
// warnings: the one about its own names first, the others sorted.
func nativeCensus(p *journey.Plan) []string {
	taken, owned := nativeTaken(p)
	warnings := []string{}
	for _, form := range nativeOwn {
		if group := owned[form]; len(group) > 0 {
			warnings = append(warnings, nativeNotOffered(p, group, form, true))
		}
	}
	for group := range indexWires(p).all {
		form := string(p.Tools[group[0]].Wire.Name)
		keep, rest := -1, make([]int, 0, len(group))
		for _, i := range group {
			if nativeName(&p.Tools[i]) == form {
				keep = i
			} else {
				rest = append(rest, i)
			}
		}
		keepOne(p, group, keep, "")
		warnings = append(warnings, nativeNotOffered(p, rest, form, keep >= 0))
	}
	slices.Sort(warnings)
	if len(taken) > 0 {
		slices.Sort(taken)
		first := "native: tools " + pyList(taken) + " are NOT offered to models: the runtime's own tools have those names; rename them"
		warnings = append([]string{first}, warnings...)
	}
	return warnings
}

// nativeTaken leaves out the tools that have a name of the runtime and returns
// those names; owned are the tools whose form is one.
func nativeTaken(p *journey.Plan) (taken []string, owned map[string][]int) {
	owned = map[string][]int{}
	for i := range p.Tools {
		t := &p.Tools[i]
		form := string(t.Wire.Name)
		if isLeftOut(t) || !slices.Contains(nativeOwn[:], form) {
			continue
		}
		if name := nativeName(t); name == form {
			taken = append(taken, form)
			leaveOut(t, "the runtime's own tool has this name")
			delete(p.Index, name)
			continue
		}
		owned[form] = append(owned[form], i)
	}
	return taken, owned
}

// nativeNotOffered leaves a group out and words the warning. owned tells that
// another tool's own name is the form.
func nativeNotOffered(p *journey.Plan, group []int, form string, owned bool) string {
	reason := "others have the form " + form + " as well"
	if owned {
		reason = "its form " + form + " is another tool's own name"
	}
	list := make([]string, len(group))
	for k, i := range group {
		list[k] = nativeName(&p.Tools[i])
		leaveOut(&p.Tools[i], reason)
		delete(p.Index, list[k])
	}
	slices.Sort(list)
	start := "native: tools " + pyList(list) + " are NOT offered to models: a request has to name "
	if owned {
		return start + "them " + pyRepr(form) + ", which is another tool's own name; rename them"
	}
	return start + "each of them " + pyRepr(form) + ", so a call to that name could not be told apart; rename one"
}

// Resolve answers a call: the runtime's own tools, then the real name, then
// the form.
func (n native) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	name := string(call.Called.Name)
	if call.Called.Namespace == "" {
		if slices.Contains(nativeOwn[:], name) {
			return journey.Resolution{Outcome: journey.OutcomeRuntime, Tool: -1, Via: "runtime's own tool", Stored: call.Called}
		}
		if i, ok := p.Index[name]; ok {
			return ran(p, i, "exact", call.Called)
		}
	}
	if i, ok := p.ByWire[call.Called.Wire()]; ok {
		return ran(p, i, "back map", call.Called)
	}
	return unknown("Error: unknown tool "+pyRepr(name), call.Called)
}

// Identity returns the layers of tool i: all but the wire name are the real
// name.
func (n native) Identity(p *journey.Plan, i int) journey.Identity {
	t := &p.Tools[i]
	name := nativeName(t)
	return journey.Identity{
		PublicName: name, Namespace: t.Wire.Namespace, LookupKey: name,
		ApprovalKeys: []string{name}, StoredAs: string(t.Wire.Name),
	}
}

// Recognise reads the runtime's refusal: Error: unknown tool 'X'.
func (n native) Recognise(text string) (journey.Refused, bool) {
	rest, ok := strings.CutPrefix(text, "Error: unknown tool ")
	if !ok {
		return journey.Refused{}, false
	}
	name, rest, ok := pyUnquote(rest)
	if !ok || strings.TrimSpace(rest) != "" {
		return journey.Refused{}, false
	}
	return journey.Refused{Class: journey.ClassUnknownTool, Name: name}, true
}
