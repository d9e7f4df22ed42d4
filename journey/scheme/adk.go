package scheme

import (
	"strings"

	"hopscope/journey"
)

// adk is the naming of Google's Agent Development Kit: names go out as they
// are, with prefix=P as P_TOOL. Of two tools with one name both are declared
// and the last runs. An unknown name ends the run with an error.
type adk struct {
	version, asked, note string
	// old: the text of before the one with the list.
	old bool
}

// adkVersions are dates: the state of mid 2025, and the newest that was read.
var adkVersions = []string{"2025-06", "2026-08"}

func newADK(rule int, asked, note string) journey.Scheme {
	return adk{adkVersions[rule], asked, note, rule == 0}
}

const (
	adkOldBefore = "Function "
	adkOldAfter  = " is not found in the tools_dict."
	adkBefore    = "Tool '"
	adkAfter     = "' not found.\nAvailable tools: "
	adkAdvice    = "\n\nPossible causes:\n  1. LLM hallucinated the function name - review agent instruction clarity\n" +
		"  2. Tool not registered - verify agent.tools list\n  3. Name mismatch - check for typos\n\n" +
		"Suggested fixes:\n  - Review agent instruction to ensure tool usage is clear\n" +
		"  - Verify tool is included in agent.tools list\n  - Check for typos in function name"
)

// Info describes the scheme.
func (a adk) Info() journey.SchemeInfo {
	info := journey.SchemeInfo{
		ID: "adk", Kind: journey.Framework, Version: a.version, Title: "Google ADK", Unit: "code points", Note: a.note,
		Rule:     "names go out as they are; with prefix=P P_TOOL; nothing is replaced or cut",
		Clash:    "both are declared; a call reaches the last",
		Lookup:   "exact",
		History:  "what the model said",
		Refusal:  adkBefore + "X" + adkAfter + "a, b" + adkAdvice,
		Options:  []journey.SchemeOption{prefixOption("tool_name_prefix of a toolset: put it and _ before each of its tools")},
		Versions: adkVersions,
		Sources: []journey.Fact{
			{What: "prefix; versions are year and month of the state that was read", Source: "google/adk-python @08bcf768 base_toolset.py", AsOf: "2026-08-31", How: "read"},
			{What: "refusal text with the list; it is raised as ValueError and ends the run", Source: "google/adk-python functions.py, a copy; run logs", AsOf: "2026-11-29", How: "read"},
			{What: "refusal text until mid 2025", Source: "google/adk-python @7c670f63", AsOf: "2025-06-30", How: "read"},
			{What: "both are declared, the last one stays in tools_dict", Source: "google/adk-python llm_request.py, a copy", AsOf: "2026-11-29", How: "read"},
		},
	}
	if a.old {
		info.Refusal = adkOldBefore + "X" + adkOldAfter
	}
	return info
}

// Plan names the tools of one request.
func (a adk) Plan(set journey.Setting) journey.Plan {
	p, ready := prefixOf(set).plan(set)
	sendTwice(&p, func(group []int) int { return lastReady(&p, &ready, group) })
	return p
}

// Resolve answers a call by exact name.
func (a adk) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	if i, ok := p.ByWire[call.Called.Wire()]; ok {
		return ran(p, i, "exact", call.Called)
	}
	name := string(call.Called.Name)
	if a.old {
		return unknown(adkOldBefore+name+adkOldAfter, call.Called)
	}
	return unknown(adkBefore+name+adkAfter+strings.Join(offeredList(p), ", ")+adkAdvice, call.Called)
}

// Identity returns the layers of tool i.
func (a adk) Identity(p *journey.Plan, i int) journey.Identity { return plainIdentity(&p.Tools[i]) }

// Recognise reads the refusals of both times.
func (a adk) Recognise(text string) (journey.Refused, bool) { return readWordings(text, adkWordings) }

// adkWordings are those of the Agent Development Kit.
var adkWordings = []wording{
	{before: adkBefore, after: adkAfter, list: true},
	{before: adkOldBefore, after: adkOldAfter},
}
