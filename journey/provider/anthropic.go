package provider

import (
	"strconv"
	"strings"

	"hopscope/journey"
)

const (
	anthropicSource   = "error texts in home-assistant/core#147760 (2025-06-29), anthropics/claude-code#5835, #96152; no rule in the SDK types"
	anthropicEarlier  = "error text in cyanheads/atlas-mcp-server#14 (2025-03)"
	anthropicBetween  = "changed between 2025-03 and 2025-06-29, not on all platforms at once: anthropics/claude-code#3102"
	anthropicUnique   = "anthropics/claude-code#10687, danny-avila/LibreChat#13162"
	anthropicReferSrc = "kenneth-liao/ai-launchpad#6, anthropics/claude-code#16425, #21492"
)

// anthropicContract: declared names are held to a pattern of 1 to 128 (64
// until mid-2025) and differ in one request, Anthropic's own tools included.
// Past calls are looser: 1 to 200 of any character.
var anthropicContract = contract{
	info: journey.ProviderInfo{
		ID: "anthropic-messages", Title: "Anthropic Messages", Contract: "^[a-zA-Z0-9_-]{1,128}$, unique", Reserved: anthropicReserved,
		Sources: []journey.Fact{
			{What: "declared names, 1 to 128", Source: anthropicSource, AsOf: "2025-06-29", How: "read"},
			{What: "declared names, 1 to 64", Source: anthropicEarlier, AsOf: "2025-03-01", How: "read"},
			{What: "names differ in one request", Source: anthropicUnique, How: "read"},
			{What: "past calls, 1 to 200 of any character", Source: "anthropics/claude-code#2673, #23681", How: "read"},
			{What: "tool_reference, at most 64", Source: anthropicReferSrc, AsOf: "2025-12-01", How: "read"},
			{What: "greatest number of tools: there is one (available_tools_limit_exceeded)", Source: "npm @anthropic-ai/sdk@1.14.0", How: "unknown"},
		},
	},
	rules: []placeRule{
		{NameRule: anthropicDeclared(64, "", anthropicEarlier), chars: wordDash},
		{NameRule: anthropicDeclared(128, "2025-04-01", anthropicBetween), chars: wordDash, sure: 64},
		{NameRule: anthropicDeclared(128, "2025-06-29", anthropicSource), chars: wordDash},
		{NameRule: journey.NameRule{Place: journey.PlaceHistoryCall, Chars: "any", Min: 1, Max: 200, Source: "anthropics/claude-code#2673, #23681"}},
		{NameRule: journey.NameRule{Place: journey.PlaceToolReference, Min: 1, Max: 64, AsOf: "2025-12-01", Source: anthropicReferSrc}, plain: wordDash},
		{NameRule: journey.NameRule{Place: journey.PlaceToolChoice, Pattern: "^[a-zA-Z0-9_-]{1,128}$", Chars: wordDashWords, Min: 1, Max: 128, Source: "names a declared tool"}, chars: wordDash, loose: true},
		{NameRule: journey.NameRule{Place: journey.PlaceIdentity, Chars: "any", Unique: true, Source: "npm @anthropic-ai/sdk@1.14.0 ToolUseBlock.toolset_name"}},
		{NameRule: journey.NameRule{Place: journey.PlaceCallID, Pattern: openAIPattern, Chars: wordDashWords, Min: 1, Source: "maximhq/bifrost#5097, tailcallhq/forgecode#1142"}, chars: wordDash},
	},
	path:  anthropicPath,
	words: anthropicWords,
}

func anthropicDeclared(most int, asOf, source string) journey.NameRule {
	return journey.NameRule{
		Place: journey.PlaceDeclare, Pattern: "^[a-zA-Z0-9_-]{1," + strconv.Itoa(most) + "}$", Chars: wordDashWords,
		Min: 1, Max: most, Unique: true, Source: source, AsOf: asOf,
	}
}

func anthropicPath(place journey.Place, index int) string {
	switch place {
	case journey.PlaceHistoryCall:
		return indexed("messages.", index, ".content.0.tool_use.name")
	case journey.PlaceCallID:
		return indexed("messages.", index, ".content.0.tool_use.id")
	case journey.PlaceToolReference:
		return indexed("messages.", index, ".content.0.tool_result.content.0.tool_reference.tool_name")
	case journey.PlaceToolChoice:
		return "tool_choice.tool.name"
	case journey.PlaceToolCount:
		return "tools"
	default:
		return indexed("tools.", index, ".custom.name")
	}
}

// anthropicWords returns the validator's text. The length of declared names is
// reported by a text of its own, before the pattern.
func anthropicWords(b broken) (text string, seen bool) {
	start := b.path + ": String should "
	switch b.rule {
	case ruleLong:
		return start + "have at most " + strconv.Itoa(b.limit) + " characters", b.place == journey.PlaceDeclare ||
			b.place == journey.PlaceHistoryCall || b.place == journey.PlaceToolReference
	case ruleShort:
		return start + "have at least " + strconv.Itoa(b.limit) + " character", b.place == journey.PlaceHistoryCall
	case ruleIllegal:
		return start + "match pattern '" + b.pattern + "'", b.place == journey.PlaceDeclare || b.place == journey.PlaceCallID
	case ruleDuplicate:
		return "tools: Tool names must be unique.", true
	}
	return "", false
}

// anthropic is Anthropic's Messages contract.
type anthropic struct {
	*contract
	anthropicCodec
}

func newAnthropic() journey.Provider { return anthropic{contract: &anthropicContract} }

// Recognise reads a refusal, wherever it stands in what a client or a gateway
// made of it.
func (anthropic) Recognise(text string) (journey.Refusal, bool) {
	const unique = "tools: Tool names must be unique."
	if strings.Contains(text, unique) {
		return journey.Refusal{Place: journey.PlaceDeclare, Path: "tools", Index: -1, Rule: ruleDuplicate}, true
	}
	if strings.Contains(text, "tool_name_conflict") {
		return journey.Refusal{Place: journey.PlaceDeclare, Index: -1, Rule: ruleDuplicate}, true
	}
	if strings.Contains(text, "tool_reference_unresolved") {
		return journey.Refusal{Place: journey.PlaceToolReference, Index: -1, Rule: ruleUnknown}, true
	}
	if strings.Contains(text, "All tools cannot be deferred") {
		return journey.Refusal{Place: journey.PlaceToolCount, Index: -1, Rule: ruleTooFew, Limit: 1}, true
	}
	if strings.Contains(text, "available_tools_limit_exceeded") {
		return journey.Refusal{Place: journey.PlaceToolCount, Index: -1, Rule: ruleTooMany}, true
	}
	const middle = ": String should "
	for from := 0; ; {
		at := strings.Index(text[from:], middle)
		if at < 0 {
			return journey.Refusal{}, false
		}
		at += from
		if r, ok := anthropicRefusal(pathBefore(text[:at]), text[at+len(middle):]); ok {
			return r, true
		}
		from = at + len(middle)
	}
}

func anthropicRefusal(path, said string) (journey.Refusal, bool) {
	r := journey.Refusal{Path: path, Index: -1}
	switch {
	case strings.HasPrefix(said, "match pattern "):
		r.Rule = ruleIllegal
	case strings.HasPrefix(said, "have at most "):
		r.Rule, r.Limit = ruleLong, numberAfter(said, "have at most ")
	case strings.HasPrefix(said, "have at least "):
		r.Rule, r.Limit = ruleShort, numberAfter(said, "have at least ")
	default:
		return journey.Refusal{}, false
	}
	parts := pathParts(path)
	r.Place = anthropicPlace(parts)
	if r.Place == journey.PlaceDeclare {
		r.Index = position(parts, 1)
	}
	return r, r.Place != ""
}

func anthropicPlace(parts []string) journey.Place {
	if len(parts) < 2 {
		return ""
	}
	last := parts[len(parts)-1]
	switch {
	case parts[0] == "tools" && last == "name":
		return journey.PlaceDeclare
	case parts[0] == "tool_choice" && last == "name":
		return journey.PlaceToolChoice
	case parts[0] != "messages":
		return ""
	case last == "name":
		return journey.PlaceHistoryCall
	case last == "tool_name":
		return journey.PlaceToolReference
	case last == "id", last == "tool_use_id":
		return journey.PlaceCallID
	}
	return ""
}

// pathBefore returns the path that ends a text: letters, digits, dots and _.
func pathBefore(text string) string {
	start := len(text)
	for start > 0 {
		c := text[start-1]
		if c != '.' && c != '_' && c != '[' && c != ']' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			break
		}
		start--
	}
	return text[start:]
}
