package format

import (
	"bytes"
	"strings"

	"hopscope/journey"
	"hopscope/journey/scheme"
	"hopscope/sessions/walk"
)

// recogniser is the part of a scheme that reads refusals.
type recogniser interface {
	Recognise(text string) (journey.Refused, bool)
}

// noRecogniser stands for a client without a scheme.
type noRecogniser struct{}

// Recognise knows no text.
func (noRecogniser) Recognise(string) (journey.Refused, bool) { return journey.Refused{}, false }

// refusalsOf returns the refusals of a client.
func refusalsOf(client string) recogniser {
	if s, err := scheme.Get(client); err == nil {
		return s
	}
	return noRecogniser{}
}

// ccClass decides what a failed result is, by text. The client's refusals are
// the scheme's to read; the rest are texts about permission and interruption
// that have nothing to do with names. The wrapper <tool_use_error> alone says
// nothing: tools that ran use it too.
func ccClass(s recogniser, text string, denied bool) (journey.Class, journey.Refused) {
	if r, ok := s.Recognise(text); ok {
		return r.Class, r
	}
	bare, _ := strings.CutPrefix(strings.TrimSpace(text), "<tool_use_error>")
	switch {
	case hasAnyPrefix(bare, ccCancelled[:]):
		return journey.ClassCancelled, journey.Refused{}
	case denied, hasAnyPrefix(bare, ccDenied[:]), deniedByRule(bare):
		return journey.ClassDenied, journey.Refused{}
	case strings.HasPrefix(bare, "InputValidationError"):
		return journey.ClassBadArguments, journey.Refused{}
	}
	return journey.ClassToolFailed, journey.Refused{}
}

// ccCancelled are beginnings of texts about a call that was stopped.
var ccCancelled = [...]string{
	"[Request interrupted by user",
	"The user doesn't want to take this action right now.",
	"Sibling tool call errored",
	"Cancelled: parallel tool call",
	"Interrupted by user",
}

// ccDenied are beginnings of texts about a call that was not allowed.
var ccDenied = [...]string{
	"The user doesn't want to proceed with this tool use.",
	"Claude requested permissions to ",
	"This command requires approval",
	"Permission to use ",
	"Permission for this action has been denied",
	"Permission denied by hook",
}

// deniedByRule recognises refusals that name the tool or the path first.
func deniedByRule(text string) bool {
	line, _, _ := strings.Cut(text, "\n")
	return strings.Contains(line, "requires approval") ||
		strings.Contains(line, " was blocked. For security, Claude Code ") ||
		strings.Contains(line, " operation blocked by hook") ||
		strings.HasPrefix(line, "PreToolUse:") && (strings.Contains(line, " hook error: ") || strings.Contains(line, "blocking error"))
}

func hasAnyPrefix(text string, list []string) bool {
	for _, p := range list {
		if strings.HasPrefix(text, p) {
			return true
		}
	}
	return false
}

// ccInterrupted recognises the one text of a stopped call that comes without
// an error flag. raw is a JSON string.
func ccInterrupted(raw []byte) bool {
	const start = `"[Request interrupted by user`
	return len(raw) < 200 && bytes.HasPrefix(raw, []byte(start))
}

// aboutNames reports whether a provider's refusal is about the names of tools:
// it gives the path of a name, or speaks of names of tools. Groq refuses an
// answer of the model that calls a tool of another name; what it says of
// arguments has the tool's name in it, and is not about that.
func aboutNames(text string) bool {
	low := strings.ToLower(text)
	switch {
	case strings.Contains(low, "which was not in request.tools"):
		return true
	case strings.Contains(low, "parameters for tool") && strings.Contains(low, "did not match schema"):
		return false
	case !strings.Contains(low, "tool") && !strings.Contains(low, "function"):
		return false
	}
	for _, s := range [...]string{"name", "string should ", "pattern", "unique", "duplicate", "conflict", "reserved"} {
		if strings.Contains(low, s) {
			return true
		}
	}
	return false
}

// textOf returns a field as text, cut to NameMax bytes.
func textOf(line []byte, r walk.Range) string {
	s, _ := walk.Head(r.Of(line), NameMax)
	return s
}
