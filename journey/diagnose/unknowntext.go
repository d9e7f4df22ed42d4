package diagnose

import (
	"regexp"
	"slices"
	"strings"
)

// Phrases of clients that refuse a call because of its name. They are looked
// for in lower case; package scheme knows whose words they are.
var unknownPhrases = []string{
	"no such tool", "nosuchtool", "unavailable tool", "unknown tool", "unknown function",
	"unsupported call", "unsupported custom tool call", "invalid tool", "not a valid tool",
	"tool not available", "tool not found", "no tool named", "no tool with", "no toolcallback found",
	"no function named", "unrecognized tool", "unrecognised tool", "tool_not_found",
	"no connection found for server", "not among the tools", "not in the configured allowlist",
	"not enabled in this context", "disabled for this session", "multiple tools with the same name",
}

// Endings that speak of a tool's absence when the text speaks of a tool.
var absentPhrases = []string{
	"not found", "does not exist", "doesn't exist", "is not available", "not currently available",
	"currently available", "is not registered", "not registered", "not allowed", "not defined",
	"has no owner", "could not be found",
}

var toolWords = []string{"tool", "function", "callback"}

// saysUnknown reports whether a text refuses a call because of its name.
func saysUnknown(text string) bool {
	t := strings.ToLower(bounded(text))
	if containsAny(t, unknownPhrases) {
		return true
	}
	return containsAny(t, absentPhrases) && containsAny(t, toolWords)
}

var connectionPhrases = []string{
	"connection closed", "connection lost", "connection refused", "connection reset", "connect econn",
	"econnreset", "econnrefused", "epipe", "socket hang up", "timed out", "timeout", "-32000", "-32001",
	"not connected", "transport closed", "stream disconnected", "server disconnected", "network error",
}

// saysConnection reports whether a text is about the way to a server.
func saysConnection(text string) bool { return containsAny(strings.ToLower(text), connectionPhrases) }

// saysServer reports whether a text was written by an MCP server and not by
// the client that called it.
func saysServer(text string) bool {
	t := strings.ToLower(text)
	return containsAny(t, []string{"mcp error", "mcperror", "-32602", "-32601", "json-rpc", "jsonrpc", "upstream server", "from server", "server returned"})
}

func containsAny(t string, phrases []string) bool {
	for _, p := range phrases {
		if strings.Contains(t, p) {
			return true
		}
	}
	return false
}

// listHeads stand before a list of names; looseHeads only where the list is in
// brackets or quotes, for they are words of other sentences too.
var (
	listHeads = []string{
		"available tools:", "available tools are:", "available functions:", "tools available:",
		"valid tools:", "valid tools are:", "known tools:", "registered tools:", "allowed tools:",
		"declared tools:", "existing tools:",
	}
	looseHeads = []string{"available tools", "available tools are", "try one of", "must be one of", "valid tools are"}
)

// listMax is the greatest length of a text in which a list is read.
const listMax = 256 << 10

// listInText returns the list of names that a refusal text gives. whole is
// false when the text breaks off inside the list.
func listInText(text string) (names []string, whole bool) {
	if len(text) > listMax {
		return nil, false
	}
	from := listStart(text)
	if from < 0 {
		return nil, false
	}
	rest, _, _ := strings.Cut(strings.TrimSpace(text[from:]), "\n")
	if strings.HasPrefix(rest, "[") || strings.HasPrefix(rest, "(") {
		if end := strings.IndexAny(rest, "])"); end > 0 {
			rest = rest[1:end]
		}
	}
	rest = strings.TrimSpace(rest)
	whole = !strings.HasSuffix(rest, "...") && !strings.HasSuffix(rest, "…")
	rest = strings.TrimSuffix(rest, ".")
	for _, n := range strings.Split(rest, ",") {
		n = strings.Trim(strings.TrimSpace(n), "'\"`“”")
		if n == "" {
			continue
		}
		if strings.ContainsAny(n, " \t") && len(names) == 0 {
			return nil, false // prose, not a list
		}
		names = append(names, n)
	}
	return names, whole
}

// listStart returns where the list of a text begins, -1 for none. The last
// head counts: a called name can hold anything.
func listStart(text string) int {
	low := strings.ToLower(text)
	if len(low) != len(text) {
		return -1
	}
	at := -1
	for _, h := range listHeads {
		if i := strings.LastIndex(low, h); i >= 0 {
			at = max(at, i+len(h))
		}
	}
	for _, h := range looseHeads {
		i := strings.LastIndex(low, h)
		if i < 0 {
			continue
		}
		rest := strings.TrimLeft(low[i+len(h):], " ")
		if rest != "" && strings.ContainsRune("[('\"`", rune(rest[0])) {
			at = max(at, i+len(h))
		}
	}
	return at
}

var serverTool = []*regexp.Regexp{
	regexp.MustCompile(`(?i)tool ['"\x60]?(?P<tool>[^'"\x60\s]+)['"\x60]? (?:was )?(?:not found|does not exist|is unknown|unknown) (?:on|in|at|by|for) (?:mcp )?server:? ['"\x60]?(?P<server>[^'"\x60\s,.]+)`),
	regexp.MustCompile(`(?i)server ['"\x60]?(?P<server>[^'"\x60\s,:]+)['"\x60]?:? (?:has no|does not have|doesn't have|lacks|does not know)(?: a)? tool:? ['"\x60]?(?P<tool>[^'"\x60\s,.]+)`),
	regexp.MustCompile(`(?i)server ['"\x60]?(?P<server>[^'"\x60\s,:]+)['"\x60]? (?:was |is )?(?:not found|not configured|unknown|does not exist|not registered)`),
	regexp.MustCompile(`(?i)(?:unknown|no such|no|invalid|unconfigured) (?:mcp )?(?:server|connection found for server|server named|server called):? ['"\x60]?(?P<server>[^'"\x60\s,.]+)`),
}

// serverAndTool returns what a text blames: a server's key, and the name that
// was looked for there, empty where the text gives none.
func serverAndTool(text string) (server, tool string) {
	text = bounded(text)
	for _, re := range serverTool {
		m := re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		server = m[re.SubexpIndex("server")]
		if i := re.SubexpIndex("tool"); i >= 0 {
			tool = m[i]
		}
		return server, tool
	}
	return "", ""
}

// plainError cuts the envelope and the list off a refusal text, so that it
// fits on a line.
func plainError(text string) string {
	t := strings.TrimSpace(bounded(text))
	if _, rest, ok := strings.Cut(t, "<tool_use_error>"); ok {
		t, _, _ = strings.Cut(rest, "</tool_use_error>")
	}
	for range 3 { // errors hold errors as text
		m := innerMessage.FindAllStringSubmatch(t, -1)
		if m == nil {
			break
		}
		t = strings.TrimSpace(strings.NewReplacer(`\"`, `"`, `\n`, " ", `\\`, `\`).Replace(m[len(m)-1][1]))
	}
	for _, p := range []string{"Error: ", "error: "} {
		t = strings.TrimPrefix(t, p)
	}
	if i := listStart(t); i > 0 {
		t = withoutHead(t[:i])
	}
	t, _, _ = strings.Cut(strings.TrimSpace(t), "\n")
	return strings.TrimRight(ending(t, errorShown), ".")
}

// withoutHead cuts the words before a list off the end of a text.
func withoutHead(t string) string {
	low := strings.ToLower(t)
	for _, h := range slices.Concat(listHeads, looseHeads) {
		if strings.HasSuffix(low, h) {
			return strings.TrimRight(t[:len(t)-len(h)], " .,;:([")
		}
	}
	return t
}

// errorShown is the greatest length of a refusal text in the evidence.
const errorShown = 100

// innerMessage is the text in an error object, wherever it stands.
var innerMessage = regexp.MustCompile(`"message":\s*"((?:[^"\\]|\\.)*)"`)
