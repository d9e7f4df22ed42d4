package scheme

import (
	"strings"

	"hopscope/journey"
)

// Recognise reads Claude Code's refusals. An unknown tool is only what begins
// with the client's wrapper and its sentence: other errors wear the same
// wrapper, and the sentence alone stands in ordinary outputs too. The name may
// hold anything, a full stop included; only a known ending is cut off it.
func (c claude) Recognise(text string) (journey.Refused, bool) {
	if rest, ok := strings.CutPrefix(text, claudeOpen); ok {
		rest, _ = strings.CutSuffix(strings.TrimRight(rest, "\n"), claudeClose)
		if said, ok := strings.CutPrefix(rest, claudeUnknown); ok {
			return claudeReason(said), true
		}
		if said, ok := strings.CutPrefix(rest, claudeInput); ok {
			name, reason, _ := strings.Cut(said, " failed due to the following issue")
			if reason == "" {
				name = ""
			}
			return journey.Refused{Class: journey.ClassBadArguments, Name: name, Reason: said}, true
		}
		return journey.Refused{}, false
	}
	if said, ok := strings.CutPrefix(text, "Claude requested permissions to "); ok && strings.Contains(said, "but you haven't granted it yet") {
		name, _ := strings.CutPrefix(said, "use ")
		name, _, _ = strings.Cut(name, ", but you haven't granted it yet")
		if name == said || !strings.HasPrefix(said, "use ") {
			name = ""
		}
		return journey.Refused{Class: journey.ClassDenied, Name: name, Reason: text}, true
	}
	for _, start := range claudeDenied {
		if strings.HasPrefix(text, start) {
			return journey.Refused{Class: journey.ClassDenied, Reason: text}, true
		}
	}
	return journey.Refused{}, false
}

// claudeDenied are beginnings of texts about a call that was not allowed.
var claudeDenied = [...]string{
	"The user doesn't want to proceed with this tool use.",
	"This command requires approval",
	"This Bash command contains multiple operations. The following part requires approval",
}

// claudeEnding is a known ending of the unknown-tool text.
type claudeEnding struct {
	// says follows the repeated name: "X. X exists but ...".
	says string
	// open: anything may follow, a reason or a hint.
	open  bool
	class journey.Class
}

var claudeEndings = [...]claudeEnding{
	{" exists but is not enabled in this context. Use one of the available tools instead.", false, journey.ClassNotEnabled},
	{" is disabled for this session, in subagents as well as here.", false, journey.ClassNotEnabled},
	{" is disabled for this session.", false, journey.ClassNotEnabled},
	{" is not among the tools available here. Continue with the tools you have.", false, journey.ClassNotEnabled},
	{" is not available in this session", true, journey.ClassNotEnabled},
	{" is not enabled in this session", true, journey.ClassNotEnabled},
	{" is not a tool you can call.", true, journey.ClassUnknownTool},
}

// claudeReason splits what follows the sentence into name and reason.
func claudeReason(said string) journey.Refused {
	for _, e := range claudeEndings {
		if name, ok := repeated(said, e); ok {
			return journey.Refused{Class: e.class, Name: name, Reason: said[len(name)+2:]}
		}
	}
	if name, target, ok := told(said, ". Tool names are case-sensitive: call "); ok && strings.EqualFold(name, target) {
		return journey.Refused{Class: journey.ClassUnknownTool, Name: name, Reason: said[len(name)+2:]}
	}
	if name, target, ok := told(said, ". Call "); ok && plainName(target) {
		return journey.Refused{Class: journey.ClassUnknownTool, Name: name, Reason: said[len(name)+2:]}
	}
	if at := strings.LastIndex(said, ". Its MCP server '"); at >= 0 {
		return journey.Refused{Class: journey.ClassUnknownTool, Name: said[:at], Reason: said[at+2:]}
	}
	return journey.Refused{Class: journey.ClassUnknownTool, Name: said}
}

// repeated looks for "X. X" before what an ending says and returns X.
func repeated(said string, e claudeEnding) (name string, ok bool) {
	for from := 0; ; {
		at := strings.Index(said[from:], e.says)
		if at < 0 {
			return "", false
		}
		at += from
		if both := said[:at]; len(both) >= 2 && len(both)%2 == 0 && (e.open || at+len(e.says) == len(said)) {
			half := len(both)/2 - 1
			if both[half:half+2] == ". " && both[:half] == both[half+2:] {
				return both[:half], true
			}
		}
		from = at + 1
	}
}

// told reads "X<sentence>Y instead." at its last place.
func told(said, sentence string) (name, target string, ok bool) {
	body, ok := strings.CutSuffix(said, " instead.")
	if !ok {
		return "", "", false
	}
	at := strings.LastIndex(body, sentence)
	if at < 0 {
		return "", "", false
	}
	return body[:at], body[at+len(sentence):], true
}

// plainName reports whether s is made of letters, digits, _ and - only.
func plainName(s string) bool {
	for _, r := range s {
		if !wordDash.has(r) {
			return false
		}
	}
	return s != ""
}
