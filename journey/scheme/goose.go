package scheme

import (
	"strings"
	"unicode"

	"hopscope/journey"
)

// goose is goose's naming: KEY__TOOL. The key of an extension is its name in
// lower case without white space; newer versions make an underscore of every
// other character outside [A-Za-z0-9_-] as well. The tool's name stays, and
// nothing is shortened. Of several tools with one name the first is kept. Tools
// of platform extensions can stand without a key.
//
// A name that is not in the list is taken apart at its first __ and sent to the
// extension whose key the first part gives, whether that lists the tool or not.
type goose struct{ asked, note string }

func newGoose(_ int, asked, note string) journey.Scheme { return goose{asked, note} }

const gooseSeparator = "__"

// Info describes the scheme.
func (g goose) Info() journey.SchemeInfo {
	const code = "block/goose crates/goose/src/agents/extension_manager.rs and config/extensions.rs, stored versions"
	return journey.SchemeInfo{
		ID: "goose", Version: g.asked, Title: "Goose", Note: g.note, Unit: "code points",
		Rule:    "KEY__TOOL; the key is the extension's name in lower case without white space, other characters outside a-z 0-9 _ - become _; the tool stays",
		Clash:   "the first of one name is kept, the others are logged and left out",
		Lookup:  "exact; else taken apart at the first __ and sent to the extension of that key, in any case",
		Refusal: "Tool 'X' not found. Available tools: [a, b]",
		Options: []journey.SchemeOption{
			{Key: "key", Values: []string{"newer", "older"}, Default: "newer", What: "older: of a name's characters only white space goes"},
			{Key: "unprefixed", Values: []string{"platform", "unowned"}, Default: "platform", What: "whose the tools without a server are: a platform extension's, or nobody's"},
		},
		Sources: []journey.Fact{
			{What: "names, clash, look-up, refusal texts", Source: code, AsOf: "2026-11-29", How: "read"},
			{What: "from which version on other characters become _, what the history holds", Source: "nothing seen", AsOf: "2026-11-29", How: "unknown"},
		},
	}
}

// gooseKey is the key of an extension.
func gooseKey(name string, older bool) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return -1
		case older || wordDash.has(r):
			return r
		}
		return '_'
	}, name))
}

func gooseKeys(set journey.Setting) func(journey.Server) string {
	older := set.Option("key", "") == "older"
	return func(key journey.Server) string { return gooseKey(string(key), older) }
}

// Plan names the tools of one request.
func (g goose) Plan(set journey.Setting) journey.Plan {
	key := gooseKeys(set)
	known := formsOf(set, key)
	j := joiner{
		client: "goose",
		name: func(n *journey.Naming) {
			k := key(n.Tool.Server)
			n.Safe = journey.Safe(k + gooseSeparator + string(n.Tool.Registered))
			if n.Rule = "prefixed"; k != string(n.Tool.Server) {
				n.Rule = "prefixed with the server's key"
			}
		},
		split: func(name string) (journey.Server, string, bool, bool) {
			if server, tool, ok := cutKnown(name, gooseSeparator, known); ok {
				return server, tool, true, true
			}
			server, tool, ok := strings.Cut(name, gooseSeparator)
			return journey.Server(server), tool, ok && !strings.Contains(tool, gooseSeparator) && !strings.HasPrefix(tool, "_"), ok
		},
	}
	p, ready := j.line(set, g.asked)
	for group := range indexWires(&p).all {
		keepOne(&p, group, firstReady(&p, &ready, group), "another tool has this name and came first")
	}
	return p
}

// Resolve answers a call by exact name, else by the extension's key before the
// first __.
func (g goose) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	called := call.Called
	name := string(called.Name)
	if i, ok := p.ByWire[called.Wire()]; ok {
		n := &p.Tools[i]
		switch {
		case n.Ref.Server == "" && p.Setting.Option("unprefixed", "") == "unowned" && !strings.Contains(name, gooseSeparator):
			return unknown("Tool '"+name+"' has no owner", called)
		case badArguments(call):
			return misfit("exact", called)
		}
		return ran(p, i, "exact", called)
	}
	if r, ok := g.bySplit(p, call); ok {
		return r
	}
	for i := range p.Tools {
		if n := &p.Tools[i]; n.Tool.Form != journey.FormRegistered && !n.Tool.Disabled && isLeftOut(n) && len(n.SharesWith) == 0 && n.Wire == called.Wire() {
			// It stands in the list that was read, its extension does not run.
			return unknown("Extension '"+gooseKeys(p.Setting)(n.Ref.Server)+"' not found for tool '"+name+"'", called)
		}
	}
	return unknown("Tool '"+name+"' not found. Available tools: ["+strings.Join(offeredWires(p), ", ")+"]", called)
}

func (g goose) bySplit(p *journey.Plan, call journey.Invocation) (journey.Resolution, bool) {
	prefix, tool, ok := strings.Cut(string(call.Called.Name), gooseSeparator)
	if !ok || call.Called.Namespace != "" {
		return journey.Resolution{}, false
	}
	key := gooseKeys(p.Setting)
	owner := key(journey.Server(prefix))
	const via = "split at the first __"
	for _, server := range readyServers(p.Setting) {
		if key(server) != owner {
			continue
		}
		for i := range p.Tools {
			n := &p.Tools[i]
			if n.Ref.Builtin || n.Ref.Server != server || string(n.Ref.Name) != tool {
				continue
			}
			switch {
			case n.Tool.Disabled:
				return unknown("Tool '"+tool+"' is not available for extension '"+owner+"'", call.Called), true
			case badArguments(call):
				return misfit(via, call.Called), true
			}
			return ran(p, i, via, call.Called), true
		}
		return sentOn(server, tool, via, call.Called), true
	}
	return journey.Resolution{}, false
}

// Identity returns the layers of tool i.
func (g goose) Identity(p *journey.Plan, i int) journey.Identity { return oneName(&p.Tools[i]) }

// Recognise reads goose's refusals. The code of an MCP error may stand before
// them.
func (g goose) Recognise(text string) (journey.Refused, bool) {
	return readWordings(strings.TrimPrefix(text, "-32002: "), gooseWordings)
}
