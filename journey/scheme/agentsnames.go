package scheme

import (
	"strings"

	"hopscope/journey"
)

// sdkError is an error in an SDK's own words, capitals and full stop included.
type sdkError string

func (e sdkError) Error() string { return string(e) }

// alphanumeric is [A-Za-z0-9].
var alphanumeric = newASCIISet(letters + digits)

// AgentsStyle returns the tool name that the Agents SDK for Python makes of an
// agent's name (agent.as_tool): white space and every other code point outside
// A-Z a-z 0-9 _ becomes _, then lower case; no bound, empty stays empty. warned
// tells whether the SDK logs a warning: when a character was replaced.
// Source: openai-agents-python@7f7a44f8d util/_transforms.py (2026-08-22).
func AgentsStyle(agent string) (name journey.Wire, warned bool) {
	folded := fold(agent, &word, codePoints)
	return journey.Wire(lowerASCII(folded)), folded != agent
}

// AgentsHandoffName returns the default tool name of a handoff to an agent, as
// AgentsStyle makes it of transfer_to_ and the name. Replaced white space alone
// gives no warning here.
func AgentsHandoffName(agent string) (name journey.Wire, warned bool) {
	name, _ = AgentsStyle("transfer_to_" + agent)
	warned = strings.ContainsFunc(agent, func(r rune) bool { return !word.has(r) && !pySpace(r) })
	return name, warned
}

// AgentsFallbackName returns the tool name of a callable object: the name of
// its class, which must be 1 to 64 of A-Z a-z 0-9 _ - already. The error is the
// SDK's.
func AgentsFallbackName(class string) (journey.Wire, error) {
	if fitsWordDash(class, agentsLimit) {
		return journey.Wire(class), nil
	}
	return "", sdkError("Cannot derive a function tool name from callable class " + pyRepr(class) +
		". Generated names must contain only ASCII letters, digits, underscores, or hyphens and be at most 64 characters. Pass name_override to function_tool().")
}

// AgentsJSName returns what the Agents SDK for JavaScript makes of every
// function tool's name, MCP included: each UTF-16 unit outside A-Z a-z 0-9
// becomes _, the case is kept, no bound. An empty name is an error.
// Source: npm @openai/agents-core@0.20.0 dist/utils/tools.mjs.
func AgentsJSName(name string) (journey.Wire, error) {
	if name == "" {
		return "", sdkError("Tool name cannot be empty")
	}
	return journey.Wire(agentsJSFold(name)), nil
}

func agentsJSFold(name string) string { return fold(name, &alphanumeric, utf16Units) }

// AgentsJSHandoffName returns the default tool name of a handoff in the SDK for
// JavaScript: transfer_to_ and AgentsJSName of the agent's name.
func AgentsJSHandoffName(agent string) (journey.Wire, error) {
	name, err := AgentsJSName(agent)
	if err != nil {
		return "", err
	}
	return "transfer_to_" + name, nil
}

// fitsWordDash reports whether the whole of a name is 1 to limit characters of
// [a-zA-Z0-9_-].
func fitsWordDash(name string, limit int) bool {
	if name == "" || len(name) > limit {
		return false
	}
	for i := range len(name) {
		if !wordDash.has(rune(name[i])) {
			return false
		}
	}
	return true
}

// lowerASCII lowers the letters A to Z.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
