package scheme

import (
	"strconv"
	"strings"

	"hopscope/journey"
)

// vscode is VS Code's naming: PREFIX + TOOL. The prefix is mcp_, the server's
// label in lower case with each run of characters outside [a-z0-9_.-] made one
// underscore and cut to 13, and an underscore. A second server with that prefix
// gets a 2 before the last underscore, a third a 3, in the order of their
// start. In the tool's name each UTF-16 unit outside [A-Za-z0-9_.-] becomes an
// underscore. In the whole every dot becomes one too, and it is cut at 64.
type vscode struct{ asked, note string }

func newVSCode(_ int, asked, note string) journey.Scheme { return vscode{asked, note} }

const (
	vscodeLimit  = 64
	vscodePrefix = "mcp_"
	// vscodePrefixLimit is the length of the whole prefix. The older form puts
	// a number on top of it.
	vscodePrefixLimit = 18
)

var (
	vscodeLabel = newASCIISet("abcdefghijklmnopqrstuvwxyz" + digits + "_.-")
	vscodeTool  = newASCIISet(letters + digits + "_.-")
)

// Info describes the scheme.
func (v vscode) Info() journey.SchemeInfo {
	const code = "microsoft/vscode src/vs/workbench/contrib/mcp/common/mcpService.ts and mcpServer.ts, stored versions"
	return journey.SchemeInfo{
		ID: "vscode", Version: v.asked, Title: "VS Code", Note: v.note, Limit: vscodeLimit, Unit: "UTF-16 units",
		Rule:   "mcp_LABEL_TOOL; the label in lower case, cut to 13; each character outside A-Z a-z 0-9 _ - becomes _; cut at 64",
		Clash:  "a second server with one prefix gets 2 before the last _, a third 3; two tools of one name in one server: not known",
		Lookup: "exact, by id",
		Options: []journey.SchemeOption{
			{Key: "counter", Values: []string{"older", "newer"}, Default: "older", What: "newer: a numbered prefix is cut to 18 as well"},
		},
		Sources: []journey.Fact{
			{What: "prefix, numbers, names", Source: code, AsOf: "2026-11-29", How: "read"},
			{What: "refusal text, what the history holds, from which version on a freed number is used again", Source: "nothing seen", AsOf: "2026-11-29", How: "unknown"},
		},
	}
}

// Prefixes returns what is put before the names of each server's tools: labels
// are the servers' titles in the order of their start.
func (v vscode) Prefixes(labels []journey.Server) []string { return vscodePrefixes(labels, false) }

func vscodePrefixes(labels []journey.Server, newer bool) []string {
	used := make(map[string]int, len(labels))
	taken := make(map[string]bool, len(labels))
	list := make([]string, len(labels))
	for i, label := range labels {
		form := vscodeForm(label)
		number := used[form] + 1
		list[i] = vscodeNumbered(form, number, newer)
		for !newer && taken[list[i]] {
			number++
			list[i] = vscodeNumbered(form, number, newer)
		}
		used[form], taken[list[i]] = number, true
	}
	return list
}

// vscodeForm is the form of a label, cut.
func vscodeForm(label journey.Server) string {
	form := foldRuns(lowerAll(string(label)), &vscodeLabel)
	return form[:min(len(form), vscodePrefixLimit-len(vscodePrefix)-1)]
}

func vscodeNumbered(form string, number int, newer bool) string {
	end := "_"
	if number > 1 {
		end = strconv.Itoa(number) + end
	}
	if newer {
		form = form[:min(len(form), max(0, vscodePrefixLimit-len(vscodePrefix)-len(end)))]
	}
	return vscodePrefix + form + end
}

// prefixesOf returns the prefix of every server that is up. One that is not
// gets no number.
func (v vscode) prefixesOf(set journey.Setting) func(journey.Server) string {
	newer := set.Option("counter", "") == "newer"
	servers := readyServers(set)
	prefixes := vscodePrefixes(servers, newer)
	of := make(map[journey.Server]string, len(servers))
	for i, s := range servers {
		of[s] = prefixes[i]
	}
	return func(key journey.Server) string {
		if p, ok := of[key]; ok {
			return p
		}
		return vscodeNumbered(vscodeForm(key), 1, newer)
	}
}

// Plan names the tools of one request.
func (v vscode) Plan(set journey.Setting) journey.Plan {
	prefix := v.prefixesOf(set)
	known := formsOf(set, func(key journey.Server) string {
		return strings.TrimSuffix(strings.ReplaceAll(prefix(key), ".", "_"), "_")
	})
	j := joiner{
		client: "vscode",
		name:   func(n *journey.Naming) { n.Safe, n.Rule = vscodeSafe(prefix(n.Tool.Server), n.Tool.Registered) },
		split: func(name string) (journey.Server, string, bool, bool) {
			if !strings.HasPrefix(name, vscodePrefix) {
				return "", "", false, false
			}
			if key, tool, ok := cutKnown(name, "_", known); ok {
				return key, tool, !strings.Contains(tool, "_") && len(name) < vscodeLimit, true
			}
			return "", name, false, true
		},
	}
	p, _ := j.line(set, v.asked)
	shareWires(&p)
	return p
}

func vscodeSafe(prefix string, tool journey.Registered) (safe journey.Safe, rule string) {
	id := strings.ReplaceAll(prefix+fold(string(tool), &vscodeTool, utf16Units), ".", "_")
	cut := ""
	if len(id) > vscodeLimit {
		id, cut = id[:vscodeLimit], "cut"
	}
	return journey.Safe(id), ruleOf(foldWords(string(tool), &wordDash), cut)
}

// Resolve answers a call by exact name. The text about any other is not known.
func (v vscode) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	r, ok := exactOrAmbiguous(p, call.Called)
	switch {
	case !ok:
		return unknown("", call.Called)
	case badArguments(call):
		return misfit(r.Via, call.Called)
	}
	return r
}

// Identity returns the layers of tool i.
func (v vscode) Identity(p *journey.Plan, i int) journey.Identity { return oneName(&p.Tools[i]) }

// Recognise reads nothing: the client's own words are not known.
func (v vscode) Recognise(string) (journey.Refused, bool) { return journey.Refused{}, false }
