package scheme

import (
	"strings"

	"hopscope/journey"
)

// continueDev is Continue's naming: SERVER_TOOL. The server's name in lower
// case, each run of characters outside [a-z0-9] one underscore, those at the
// ends off; the tool stays as it is. A tool whose name begins with that text
// keeps its name alone, so a server without ASCII letters and digits leaves all
// its tools their bare names. No limit.
type continueDev struct{ asked, note string }

func newContinue(_ int, asked, note string) journey.Scheme { return continueDev{asked, note} }

var continueChars = newASCIISet("abcdefghijklmnopqrstuvwxyz" + digits)

// Info describes the scheme.
func (c continueDev) Info() journey.SchemeInfo {
	return journey.SchemeInfo{
		ID: "continue", Version: c.asked, Title: "Continue", Note: c.note, Unit: "UTF-16 units",
		Rule:    "SERVER_TOOL; the server in lower case, runs outside a-z 0-9 one _, none at the ends; a tool that begins with that keeps its name alone",
		Lookup:  "exact",
		Refusal: "Tool X not found",
		Sources: []journey.Fact{
			{What: "names", Source: "continuedev/continue core/tools/mcpToolName.ts, stored version", AsOf: "2026-11-29", How: "read"},
			{What: "refusal text, of the command line only", Source: "bundle of Continue's command line", AsOf: "2026-11-29", How: "read"},
			{What: "what becomes of two tools with one name, refusal text of the editor extensions, what the history holds", Source: "nothing seen", AsOf: "2026-11-29", How: "unknown"},
		},
	}
}

// continuePrefix is what is put before a tool of a server, without the
// underscore behind it.
func continuePrefix(server journey.Server) string {
	return strings.Trim(foldRuns(lowerAll(string(server)), &continueChars), "_")
}

// Plan names the tools of one request.
func (c continueDev) Plan(set journey.Setting) journey.Plan {
	known := formsOf(set, continuePrefix)
	j := joiner{
		client: "continue",
		name: func(n *journey.Naming) {
			prefix, tool := continuePrefix(n.Tool.Server), string(n.Tool.Registered)
			if strings.HasPrefix(tool, prefix) {
				n.Safe, n.Rule = journey.Safe(tool), "unchanged"
				return
			}
			n.Safe, n.Rule = journey.Safe(prefix+"_"+tool), "prefixed"
		},
		split: func(name string) (journey.Server, string, bool, bool) {
			if key, tool, ok := cutKnown(name, "_", known); ok {
				return key, tool, false, true // the tool may be called so as a whole
			}
			return "", name, false, true
		},
	}
	p, _ := j.line(set, c.asked)
	shareWires(&p)
	return p
}

// Resolve answers a call by exact name.
func (c continueDev) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	r, ok := exactOrAmbiguous(p, call.Called)
	switch {
	case !ok:
		return unknown("Tool "+string(call.Called.Name)+" not found", call.Called)
	case badArguments(call):
		return misfit(r.Via, call.Called)
	}
	return r
}

// Identity returns the layers of tool i.
func (c continueDev) Identity(p *journey.Plan, i int) journey.Identity { return oneName(&p.Tools[i]) }

// Recognise reads the refusal of Continue's command line. The text is too
// general to be looked for inside another.
func (c continueDev) Recognise(text string) (journey.Refused, bool) {
	name, ok := strings.CutPrefix(strings.TrimRight(text, ".\n"), "Tool ")
	if !ok {
		return journey.Refused{}, false
	}
	if name, ok = strings.CutSuffix(name, " not found"); !ok || strings.ContainsAny(name, "'\"\n") {
		return journey.Refused{}, false
	}
	return journey.Refused{Class: journey.ClassUnknownTool, Name: name}, true
}
