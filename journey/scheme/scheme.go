// Package scheme holds the naming rules of clients and frameworks: what each
// makes of a tool's registered name on the way into a request, which tool a
// model's call reaches, what the history keeps, and how the client words a
// refusal.
//
// One file a scheme. Adding one means that file and one line in the table
// below. What several schemes need stands once: fold and cut (units.go),
// Python quoting (pyrepr.go), prefixed MCP names (mcpname.go), clashes and
// connection order (plan.go), versions (version.go), refusal texts of clients
// without a scheme of their own (wordings.go).
//
// All schemes are values without state. Nothing depends on the order of a map.
package scheme

import (
	"fmt"
	"strings"

	"hopscope/journey"
	"hopscope/vocab"
)

// registration is one scheme of the table.
type registration struct {
	id string
	// aliases that are not client ids; those come from the vocabulary.
	aliases []string
	// rules are the versions at which a rule is known to hold, ascending;
	// empty: the rules have no known version.
	rules []string
	// make builds the scheme of rule number rule (-1 without rules). asked is
	// the version that was asked for, empty for the newest; it decides the
	// built-in list. note is for SchemeInfo.Note.
	make func(rule int, asked, note string) journey.Scheme
}

// table lists the schemes, sorted by id.
var table = []registration{
	{id: "adk", rules: adkVersions, aliases: []string{"google-adk", "adk-python"}, make: newADK},
	{id: "agents-js", aliases: []string{"openai-agents-js", "agents-typescript"}, rules: agentsJSVersions(), make: newAgentsJS},
	{id: "agents-python", aliases: []string{"openai-agents", "openai-agents-python", "agents-sdk"}, make: newAgentsPython},
	{id: "ai-sdk", rules: aiSDKVersions, aliases: []string{"aisdk", "vercel-ai-sdk"}, make: newAISDK},
	{id: "claude-code", rules: claudeVersions(), make: newClaude},
	{id: "cline", rules: clineVersions, make: newCline},
	{id: "codex", rules: codexVersions(), make: newCodex},
	{id: "continue", make: newContinue},
	{id: "crush", make: newCrush},
	{id: "cursor", make: newCursor},
	{id: "gateway", aliases: []string{"renaming-gateway"}, make: newGateway},
	{id: "gemini-cli", rules: geminiVersions, make: newGemini},
	{id: "goose", make: newGoose},
	{id: "gptme", rules: gptmeVersions, make: newGptme},
	{id: "hermes-agent", make: newHermes},
	{id: "langchain-mcp", aliases: []string{"langchain-mcp-adapters", "langchain", "langgraph"}, make: newLangChain},
	{id: "litellm", make: newLiteLLM},
	{id: "native", aliases: []string{"native-runtime", "personalclaw"}, make: newNative},
	{id: "opencode", rules: opencodeVersions, make: newOpenCode},
	{id: "pydantic-ai", aliases: []string{"pydanticai"}, make: newPydanticAI},
	{id: "qwen-code", rules: qwenVersions, make: newQwen},
	{id: "roo-code", make: newRoo},
	{id: "strands", aliases: []string{"strands-agents"}, make: newStrands},
	{id: "trae-agent", make: newTrae},
	{id: "verbatim", aliases: []string{"none", "as-is"}, make: newVerbatim},
	{id: "vscode", make: newVSCode},
}

// All returns the newest of each scheme, sorted by id.
func All() []journey.Scheme {
	list := make([]journey.Scheme, len(table))
	for i := range table {
		list[i] = newest(&table[i])
	}
	return list
}

func newest(r *registration) journey.Scheme {
	return r.make(len(r.rules)-1, "", "")
}

// Get returns the scheme named by "id" (its newest rules) or "id@V": the
// newest known rules that are not newer than V, or below the first known ones
// the first, with a note in Info. Ids are compared in lower case, with blanks
// and _ read as -; aliases of clients are accepted. Only an unknown id and a
// malformed version are errors.
func Get(id string) (journey.Scheme, error) {
	name, asked, versioned := strings.Cut(id, "@")
	r := find(name)
	if r == nil {
		return nil, fmt.Errorf("scheme %q: not known; known are %s", name, strings.Join(ids(), ", "))
	}
	if versioned && asked == "" {
		return nil, fmt.Errorf("scheme %q: a version must follow @", id)
	}
	rule, note, err := choose(r.rules, asked)
	if err != nil {
		return nil, fmt.Errorf("scheme %s: %w", r.id, err)
	}
	return r.make(rule, asked, note), nil
}

// ForClient returns the scheme of a client at a version; an empty version
// means the newest. A version that cannot be read means the newest as well,
// and Info().Note says so. ok is false for a client without a scheme.
func ForClient(clientID, version string) (journey.Scheme, bool) {
	r := find(clientID)
	if r == nil {
		return nil, false
	}
	rule, note, err := choose(r.rules, version)
	if err != nil {
		return r.make(len(r.rules)-1, "", "newest rules used: "+err.Error()), true
	}
	return r.make(rule, version, note), true
}

// find returns the registration of an id or alias, nil for none.
func find(name string) *registration {
	key := journey.PlainID(name)
	if client, ok := vocab.ClientID(name); ok {
		key = client
	}
	for i := range table {
		if table[i].id == key {
			return &table[i]
		}
		for _, a := range table[i].aliases {
			if a == key {
				return &table[i]
			}
		}
	}
	return nil
}

func ids() []string {
	list := make([]string, len(table))
	for i := range table {
		list[i] = table[i].id
	}
	return list
}
