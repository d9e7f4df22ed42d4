package provider

import (
	"strconv"
	"strings"

	"hopscope/journey"
)

// openAIWords returns the text of OpenAI's validator, which compatible servers
// repeat. seen lists the places and rules where it was seen.
func openAIWords(seen map[journey.Place][]string) func(broken) (string, bool) {
	return func(b broken) (string, bool) {
		known := false
		for _, rule := range seen[b.place] {
			known = known || rule == b.rule
		}
		switch b.rule {
		case ruleLong:
			return "Invalid '" + b.path + "': string too long. Expected a string with maximum length " + strconv.Itoa(b.limit) +
				", but got a string with length " + strconv.Itoa(b.length) + " instead.", known
		case ruleShort:
			return "Invalid '" + b.path + "': empty string. Expected a string with minimum length " + strconv.Itoa(b.limit) + ", but got an empty string instead.", known
		case ruleIllegal:
			return "Invalid '" + b.path + "': string does not match pattern. Expected a string that matches the pattern '" + b.pattern + "'.", known
		case ruleTooMany:
			return "Invalid '" + b.path + "': array too long. Expected an array with maximum length " + strconv.Itoa(b.limit) +
				", but got an array with length " + strconv.Itoa(b.length) + " instead.", known
		}
		return "", false
	}
}

// openAIRefusal reads a text of OpenAI's validator, wherever it stands in what
// a client or a gateway made of it. The path may be any place that bears a
// name.
func openAIRefusal(text string) (journey.Refusal, bool) {
	for rest := text; ; {
		_, after, ok := strings.Cut(rest, "Invalid '")
		if !ok {
			return openAIOldRefusal(text)
		}
		rest = after
		path, said, ok := strings.Cut(after, "': ")
		if !ok {
			continue
		}
		r := journey.Refusal{Path: path, Index: -1}
		r.Rule, r.Limit, r.Length = openAIBroken(said)
		if r.Rule == "" {
			continue
		}
		parts := pathParts(path)
		r.Place = openAIPlace(parts)
		if r.Place == "" || (r.Place == journey.PlaceToolCount) != (r.Rule == ruleTooMany) {
			continue
		}
		if r.Place == journey.PlaceDeclare {
			r.Index = position(parts, 1)
		}
		return r, true
	}
}

func openAIBroken(said string) (rule string, limit, length int) {
	switch {
	case strings.HasPrefix(said, "string does not match pattern."):
		return ruleIllegal, 0, 0
	case strings.HasPrefix(said, "string too long."):
		return ruleLong, numberAfter(said, "maximum length "), numberAfter(said, "string with length ")
	case strings.HasPrefix(said, "empty string."):
		return ruleShort, numberAfter(said, "minimum length "), 0
	case strings.HasPrefix(said, "array too long."):
		return ruleTooMany, numberAfter(said, "maximum length "), numberAfter(said, "array with length ")
	}
	return "", 0, 0
}

// openAIPlace says which place a path of the Chat or the Responses API speaks
// of; empty for one that bears no name.
func openAIPlace(parts []string) journey.Place {
	if len(parts) == 0 {
		return ""
	}
	last := parts[len(parts)-1]
	switch parts[0] {
	case "tools", "functions":
		if len(parts) == 1 {
			return journey.PlaceToolCount
		}
		if last == "name" {
			return journey.PlaceDeclare
		}
	case "tool_choice":
		if last == "name" {
			return journey.PlaceToolChoice
		}
	case "messages", "input":
		switch {
		case last == "id", last == "call_id", last == "tool_call_id":
			return journey.PlaceCallID
		case last == "namespace":
			return journey.PlaceNamespace
		case last != "name":
			return ""
		case parts[0] == "messages" && len(parts) == 3:
			return journey.PlaceMessageName
		default:
			return journey.PlaceHistoryCall
		}
	}
	return ""
}

// openAIOldRefusal reads the form of 2023: 'X' does not match 'PATTERN' -
// 'functions.0.name'.
func openAIOldRefusal(text string) (journey.Refusal, bool) {
	const middle = "' does not match '"
	at := strings.Index(text, middle)
	if at < 0 {
		return journey.Refusal{}, false
	}
	start := strings.Index(text, "'")
	_, after, ok := strings.Cut(text[at+len(middle):], "' - '")
	path, _, closed := strings.Cut(after, "'")
	if !ok || !closed || start >= at {
		return journey.Refusal{}, false
	}
	parts := pathParts(path)
	r := journey.Refusal{Path: path, Index: -1, Rule: ruleIllegal, Name: text[start+1 : at], Place: openAIPlace(parts)}
	if r.Place == "" {
		return journey.Refusal{}, false
	}
	if r.Place == journey.PlaceDeclare {
		r.Index = position(parts, 1)
	}
	return r, true
}

// flatPath reports whether a path is one of the Responses API, whose entries
// have their name beside the type and whose history is input.
func flatPath(path string) bool {
	parts := pathParts(path)
	if len(parts) == 0 {
		return false
	}
	switch parts[0] {
	case "input":
		return true
	case "tools": // tools[0].name, tools[0].tools[1].name
		return len(parts) > 2 && (len(parts) == 3 || parts[2] == "tools")
	case "tool_choice":
		return len(parts) == 2
	}
	return false
}
