package format

import (
	"strings"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

// refusalsOfAll returns the refusals of the named clients; of every scheme
// without names, for clients whose own words are not known.
func refusalsOfAll(clients []string) recogniser {
	var list recognisers
	for _, id := range clients {
		list = append(list, refusalsOf(id))
	}
	if len(clients) == 0 {
		for _, s := range scheme.All() {
			list = append(list, s)
		}
	}
	return list
}

// failedClass decides what a result is that its recording marks as failed, by
// its text; extra is what the text says besides.
func failedClass(s recogniser, text string) (journey.Class, *journey.Extra) {
	if r, ok := s.Recognise(text); ok {
		if len(r.Offered) == 0 && (r.Reason == "" || r.Reason == text) {
			return r.Class, nil
		}
		return r.Class, &journey.Extra{Offered: r.Offered, Reason: cutText(r.Reason)}
	}
	low := strings.ToLower(strings.TrimPrefix(text[:min(len(text), 200)], "Error: "))
	switch {
	case hasAnyPrefix(low, cancelledTexts[:]):
		return journey.ClassCancelled, nil
	case hasAnyPrefix(low, deniedTexts[:]):
		return journey.ClassDenied, nil
	case hasAnyPrefix(low, argumentTexts[:]):
		return journey.ClassBadArguments, nil
	}
	return journey.ClassToolFailed, nil
}

// Beginnings of texts about a call that was stopped, was not allowed, or had
// arguments that do not fit, in lower case.
var (
	cancelledTexts = [...]string{"[operation cancelled]", "[request interrupted", "operation aborted", "operation cancelled", "interrupted by user", "user cancelled", "request cancelled", "tool execution aborted", "aborted by user"}
	deniedTexts    = [...]string{
		"the user rejected", "the user denied", "the user doesn't want to", "user rejected", "user denied", "user did not allow",
		"permission denied by user", "tool execution denied", "tool execution was denied", "rejected by user", "denied by policy", "permission denied and could not request",
	}
	argumentTexts = [...]string{"invalid parameters provided", "invalid arguments", "invalid tool parameters", "params must have", "validation failed for tool", "missing required parameter", "inputvalidationerror"}
)

// classOfType is the class that Gemini CLI and Qwen Code name by a word:
// tool_not_registered stands in recordings of 0.61.0 and 0.15.10 (run,
// 2026-11-29), the others were not seen in one. ok is false for words that say
// nothing about the call.
func classOfType(word string) (c journey.Class, ok bool) {
	switch word {
	case "tool_not_registered":
		return journey.ClassUnknownTool, true
	case "invalid_tool_params":
		return journey.ClassBadArguments, true
	case "execution_denied", "policy_violation":
		return journey.ClassDenied, true
	case "cancelled", "canceled":
		return journey.ClassCancelled, true
	}
	return journey.ClassToolFailed, word != ""
}
