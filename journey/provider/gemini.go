package provider

import (
	"strconv"
	"strings"

	"hopscope/journey"
)

const (
	geminiSource   = "googleapis/python-genai google/genai/types.py FunctionDeclaration.name @66807187 (128 since 29103464, 2026-05-20); server texts said 64 until 2026-03-20 (decolua/9router#369), none with 128 was found"
	geminiColons   = "googleapis/python-genai types.py 443a9707 (2025-12-05), taken back and back again until 2026-02-27; server text with colons in kaitranntt/ccs#25 (2025-11-30)"
	geminiBetween  = "no colons in a server text of 2025-11-06 (router-for-me/CLIProxyAPI#218), colons in one of 2025-11-30 (kaitranntt/ccs#25)"
	geminiEarlier  = "googleapis/python-genai types.py 40eb4203 (2024-12)"
	geminiUnique   = "owndev/Open-WebUI-Functions#135, tridz-dev/huf#341, googleapis/dotnet-genai#189"
	geminiCount    = "google-gemini/gemini-cli#25440, #19083"
	geminiEmpty    = "router-for-me/CLIProxyAPI#2104, openclaw/openclaw#47857"
	geminiPattern  = "^[A-Za-z_][A-Za-z0-9_.:-]*$"
	geminiNoColon  = "^[A-Za-z_][A-Za-z0-9_.-]*$"
	geminiMaxTools = 512
)

var (
	geminiChars = wordDash.and(".:")
	geminiFirst = newCharset(letters + "_")
)

// geminiContract: a letter or _ in front, then also digits . : and -. Colons
// came at the end of 2025, 128 characters instead of 64 in 2026. The name
// stands again in the result and must not be empty there.
var geminiContract = contract{
	info: journey.ProviderInfo{
		ID: "gemini", Title: "Gemini API", Contract: geminiPattern + ", 1 to 128, unique", MaxTools: geminiMaxTools,
		Sources: []journey.Fact{
			{What: "declared names, 1 to 128", Source: geminiSource, AsOf: "2026-05-20", How: "read"},
			{What: "declared names with colons, 1 to 64", Source: geminiColons, AsOf: "2025-12-05", How: "read"},
			{What: "declared names without colons, 1 to 64", Source: geminiEarlier, AsOf: "2024-12-01", How: "read"},
			{What: "names differ in one request", Source: geminiUnique, How: "read"},
			{What: "at most 512 declarations", Source: geminiCount, How: "read"},
			{What: "the name in a result and in a past call is not empty", Source: geminiEmpty, How: "read"},
			{What: "the pattern of names in past calls and results", Source: "not found", How: "unknown"},
		},
	},
	rules: append(geminiDeclared(geminiEarlier, geminiBetween, "2025-11-07", geminiColons, "2025-12-05", geminiSource),
		geminiPast(journey.PlaceHistoryCall, geminiEmpty),
		geminiPast(journey.PlaceHistoryResult, geminiEmpty),
		placeRule{NameRule: journey.NameRule{Place: journey.PlaceToolChoice, Pattern: geminiPattern, Chars: geminiWordsChars, First: "a letter or _", Min: 1, Max: 128, Source: "names a declared tool"}, chars: geminiChars, first: geminiFirst, loose: true},
		placeRule{NameRule: journey.NameRule{Place: journey.PlaceToolCount, Max: geminiMaxTools, Source: geminiCount}},
		placeRule{NameRule: journey.NameRule{Place: journey.PlaceCallID, Chars: "any", Source: "googleapis/python-genai types.py FunctionCall.id: optional, any text"}},
	),
	path:  geminiPath,
	words: geminiWordsAs("GenerateContentRequest."),
}

const geminiWordsChars = wordDashWords + " . :"

// geminiDeclared are the rules of declarations, ascending: without colons, the
// time in which they came, with them, and with 128 characters since 2026-05-20.
// Without a time between (colons is empty) the old rule changed into the newest
// somewhere in it.
func geminiDeclared(earlier, between, from, colons, since, newest string) []placeRule {
	const first = "a letter or _"
	rule := func(pattern, chars string, most int, asOf, source string) placeRule {
		return placeRule{
			NameRule: journey.NameRule{
				Place: journey.PlaceDeclare, Pattern: pattern, Chars: chars, First: first, Min: 1, Max: most, Unique: true, Source: source, AsOf: asOf,
			},
			chars: geminiChars, first: geminiFirst,
		}
	}
	old := rule(geminiNoColon, wordDashWords+" .", 64, "", earlier)
	old.chars = wordDash.and(".")
	list := []placeRule{old}
	mid := rule(geminiPattern, geminiWordsChars, 64, from, between)
	mid.plain, mid.Unknown = wordDash.and("."), "names with a colon"
	if colons == "" {
		mid.Max, mid.sure, mid.Unknown = 128, 64, "names with a colon, names of 65 to 128 characters"
		list = append(list, mid)
	} else {
		list = append(list, mid, rule(geminiPattern, geminiWordsChars, 64, since, colons))
	}
	return append(list, rule(geminiPattern, geminiWordsChars, 128, "2026-05-20", newest))
}

// geminiPast is the rule of a name that is repeated: not empty; a declared name
// is taken, of others nothing is known.
func geminiPast(place journey.Place, source string) placeRule {
	return placeRule{
		NameRule: journey.NameRule{Place: place, Min: 1, Source: source, Unknown: "names that could not be declared"},
		plain:    geminiChars, plainFirst: geminiFirst, sure: 64,
	}
}

// geminiPath is the path in a refusal, without the message that some texts put
// in front.
func geminiPath(place journey.Place, index int) string {
	switch place {
	case journey.PlaceHistoryCall:
		return indexed("contents[", index, "].parts[0].function_call.name")
	case journey.PlaceHistoryResult:
		return indexed("contents[", index, "].parts[0].function_response.name")
	case journey.PlaceToolChoice:
		return "tool_config.function_calling_config.allowed_function_names[0]"
	case journey.PlaceCallID:
		return indexed("contents[", index, "].parts[0].function_call.id")
	case journey.PlaceToolCount:
		return "tools[0].function_declarations"
	default:
		return indexed("tools[0].function_declarations[", index, "].name")
	}
}

const (
	geminiInvalid   = "Invalid function name."
	geminiDuplicate = "Duplicate function declaration found: "
	geminiNameEmpty = "Name cannot be empty"
	geminiTooMany   = "function declarations can be specified"
)

// geminiWordsAs returns the texts of a server that has seen names in past
// messages with the given message in front. One text covers characters, first
// character and length; all that were found say 64.
func geminiWordsAs(front string) func(broken) (string, bool) {
	return func(b broken) (string, bool) {
		switch {
		case b.rule == ruleDuplicate:
			return geminiDuplicate + b.name, true
		case b.rule == ruleTooMany:
			return b.path + ": [FIELD_INVALID] At most " + strconv.Itoa(b.limit) + " " + geminiTooMany + ".", front != ""
		case b.rule == ruleShort && b.place != journey.PlaceDeclare:
			return front + b.path + ": " + geminiNameEmpty + ".", front != ""
		case b.place != journey.PlaceDeclare:
			return "", false
		}
		marks, known := "dots (.), colons (:), or dashes (-)", true
		if b.pattern == geminiNoColon {
			marks, known = "dots (.), or dashes (-)", false
		}
		return b.path + ": [FIELD_INVALID] " + geminiInvalid + " Must start with a letter or an underscore. " +
				"Must be a-z, A-Z, 0-9, or contain underscores (_), " + marks + ", with a maximum length of 64.",
			known && b.rule != ruleShort && (b.rule != ruleLong || b.limit == 64)
	}
}

// gemini is the Gemini API's generateContent, and Vertex AI's, which has no
// call ids.
type gemini struct {
	*contract
	geminiCodec
}

func newGemini() journey.Provider { return gemini{contract: &geminiContract} }

// Recognise reads a refusal of either frontend, wherever it stands in what a
// client or a gateway made of it.
func (gemini) Recognise(text string) (journey.Refusal, bool) {
	if _, name, ok := strings.Cut(text, geminiDuplicate); ok {
		end := strings.IndexFunc(name, func(r rune) bool {
			return r >= 0x80 || !geminiChars.has(byte(r))
		})
		if end >= 0 {
			name = name[:end]
		}
		return journey.Refusal{Place: journey.PlaceDeclare, Index: -1, Rule: ruleDuplicate, Name: strings.TrimRight(name, ".:")}, true
	}
	for _, said := range [...]string{geminiInvalid, geminiNameEmpty, "At most "} {
		for rest := text; ; {
			before, after, ok := strings.Cut(rest, said)
			if !ok {
				break
			}
			if r, ok := geminiRefusal(before, said, after); ok {
				return r, true
			}
			rest = after
		}
	}
	return journey.Refusal{}, false
}

func geminiRefusal(before, said, after string) (journey.Refusal, bool) {
	before = strings.TrimSuffix(strings.TrimRight(before, " "), "[FIELD_INVALID]")
	before, ok := strings.CutSuffix(strings.TrimRight(before, " "), ":")
	if !ok {
		return journey.Refusal{}, false
	}
	r := journey.Refusal{Path: pathBefore(before), Index: -1}
	parts := pathParts(r.Path)
	if len(parts) > 0 && parts[0] == "GenerateContentRequest" {
		parts = parts[1:]
	}
	r.Place = geminiPlace(parts)
	switch {
	case r.Place == journey.PlaceToolCount:
		r.Rule, r.Limit = ruleTooMany, numberAfter(said+after, "At most ")
		return r, strings.Contains(after, geminiTooMany)
	case said == geminiNameEmpty:
		r.Rule, r.Limit = ruleShort, 1
	case said == geminiInvalid:
		r.Rule, r.Limit = ruleIllegal, numberAfter(after, "maximum length of ")
	default:
		return journey.Refusal{}, false
	}
	if r.Place == journey.PlaceDeclare {
		r.Index = position(parts, 3)
	}
	return r, r.Place != ""
}

// geminiPlace reads a path such as tools[0].function_declarations[41].name.
func geminiPlace(parts []string) journey.Place {
	n := len(parts)
	if n == 0 {
		return ""
	}
	switch last := parts[n-1]; {
	case parts[0] == "tools" && last == "function_declarations":
		return journey.PlaceToolCount
	case parts[0] == "tools" && last == "name":
		return journey.PlaceDeclare
	case last != "name" || n < 2:
		return ""
	case parts[n-2] == "function_call":
		return journey.PlaceHistoryCall
	case parts[n-2] == "function_response":
		return journey.PlaceHistoryResult
	}
	return ""
}
