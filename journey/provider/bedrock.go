package provider

import (
	"strconv"
	"strings"

	"hopscope/journey"
)

const (
	bedrockSource  = "aws/aws-sdk-go-v2 codegen/sdk-codegen/aws-models/bedrock-runtime.json ToolName @02c8323"
	bedrockEarlier = "boto/botocore bedrock-runtime/2023-09-30/service-2.json @cd92077; still answered in 2025-01: elastic/kibana PR #206487"
	bedrockID      = "aws/aws-sdk-go-v2 bedrock-runtime.json ToolUseId @02c8323"
	bedrockOldID   = "boto/botocore bedrock-runtime/2023-09-30/service-2.json ToolUseId @cd92077"
	bedrockList    = "aws/aws-sdk-go-v2 bedrock-runtime.json ToolConfiguration.tools @02c8323: at least 1, no maximum"

	bedrockPattern    = "[a-zA-Z0-9_-]+"
	bedrockOldPattern = "[a-zA-Z][a-zA-Z0-9_]*"
	bedrockMax        = 64
)

// bedrockContract: one shape for a name wherever it stands, so past calls and
// forced choices are held to the rule of declarations. Patterns of the model
// match the whole text. In 2024 a name began with a letter and had no dash.
var bedrockContract = contract{
	info: journey.ProviderInfo{
		ID: "bedrock-converse", Title: "Amazon Bedrock Converse", Contract: bedrockPattern + ", 1 to 64, past calls too",
		Sources: []journey.Fact{
			{What: "names, 1 to 64, everywhere the same", Source: bedrockSource, AsOf: "2025-02-01", How: "read"},
			{What: "names until 2025-01, a letter in front and no dash", Source: bedrockEarlier, AsOf: "2024-05-30", How: "read"},
			{What: "toolUseId, 1 to 64", Source: bedrockID, AsOf: "2025-02-01", How: "read"},
			{What: "toolUseId until 2025-01, without . and :", Source: bedrockOldID, AsOf: "2024-05-30", How: "read"},
			{What: "at least one tool, no greatest number in the model", Source: bedrockList, How: "read"},
			{What: "two tools of one name", Source: "not in the model, no observation", How: "unknown"},
		},
	},
	rules: []placeRule{
		bedrockOld(journey.PlaceDeclare), bedrockNow(journey.PlaceDeclare),
		bedrockOld(journey.PlaceHistoryCall), bedrockNow(journey.PlaceHistoryCall),
		bedrockOld(journey.PlaceToolChoice), bedrockNow(journey.PlaceToolChoice),
		{NameRule: bedrockRule(journey.PlaceCallID, "[a-zA-Z0-9_-]+", wordDashWords, bedrockOldID, ""), chars: wordDash, tail: tailRefused},
		{NameRule: bedrockRule(journey.PlaceCallID, "[a-zA-Z0-9_.:-]+", wordDashWords+" . :", bedrockID, "2025-02-01"), chars: wordDash.and(".:"), tail: tailRefused},
		{NameRule: journey.NameRule{Place: journey.PlaceToolCount, Min: 1, Source: bedrockList}},
	},
	path:  bedrockPath,
	words: bedrockWords,
}

func bedrockRule(place journey.Place, pattern, chars, source, asOf string) journey.NameRule {
	return journey.NameRule{Place: place, Pattern: pattern, Chars: chars, Min: 1, Max: bedrockMax, Source: source, AsOf: asOf}
}

func bedrockNow(place journey.Place) placeRule {
	return placeRule{NameRule: bedrockRule(place, bedrockPattern, wordDashWords, bedrockSource, "2025-02-01"), chars: wordDash, tail: tailRefused}
}

func bedrockOld(place journey.Place) placeRule {
	r := placeRule{NameRule: bedrockRule(place, bedrockOldPattern, "A-Z a-z 0-9 _", bedrockEarlier, ""), chars: wordChars, first: newCharset(letters), tail: tailRefused}
	r.First = "a letter"
	return r
}

// bedrockPath is the path in a refusal: members of lists count from 1.
func bedrockPath(place journey.Place, index int) string {
	switch place {
	case journey.PlaceHistoryCall:
		return indexed("messages.", index+1, ".member.content.1.member.toolUse.name")
	case journey.PlaceCallID:
		return indexed("messages.", index+1, ".member.content.1.member.toolUse.toolUseId")
	case journey.PlaceToolChoice:
		return "toolConfig.toolChoice.tool.name"
	case journey.PlaceToolCount:
		return "toolConfig.tools"
	default:
		return indexed("toolConfig.tools.", index+1, ".member.toolSpec.name")
	}
}

const bedrockMiddle = " failed to satisfy constraint: Member must "

// bedrockWords returns the whole message about a name: the service lists all
// that it breaks. A long value is left out of the text.
func bedrockWords(b broken) (text string, seen bool) {
	pattern, least, most := false, b.rule == ruleTooFew, false
	for _, f := range b.all {
		pattern = pattern || f != "" && f != ruleLong
		least = least || f == ruleShort
		most = most || f == ruleLong
	}
	value := ""
	if b.rule != ruleTooFew && b.length <= bedrockMax {
		value = " '" + b.name + "'"
	}
	var list []string
	add := func(must string) { list = append(list, "Value"+value+" at '"+b.path+"'"+bedrockMiddle+must) }
	if pattern {
		add("satisfy regular expression pattern: " + b.pattern)
	}
	if most {
		add("have length less than or equal to " + strconv.Itoa(bedrockMax))
	}
	if least {
		add("have length greater than or equal to 1")
	}
	if len(list) == 0 {
		return "", false
	}
	return counted(len(list), "validation error") + " detected: " + strings.Join(list, "; "),
		b.place == journey.PlaceDeclare || b.place == journey.PlaceHistoryCall
}

// bedrock is Amazon Bedrock's Converse contract.
type bedrock struct {
	*contract
	bedrockCodec
}

func newBedrock() journey.Provider { return bedrock{contract: &bedrockContract} }

// Recognise reads a refusal, wherever it stands in what a client made of it.
// Of several constraints on the first place it takes the one about the length,
// which says more.
func (bedrock) Recognise(text string) (journey.Refusal, bool) {
	var found journey.Refusal
	for rest := text; ; {
		before, after, ok := strings.Cut(rest, bedrockMiddle)
		if !ok {
			return found, found.Place != ""
		}
		r := bedrockRefusal(before, after)
		switch {
		case r.Place == "":
		case found.Place == "":
			found = r
		case found.Path == r.Path && found.Rule == ruleIllegal:
			found = r
		}
		rest = after
	}
}

func bedrockRefusal(before, must string) journey.Refusal {
	before, ok := strings.CutSuffix(before, "'")
	at := strings.LastIndex(before, " at '")
	if !ok || at < 0 {
		return journey.Refusal{}
	}
	r := journey.Refusal{Path: before[at+len(" at '"):], Index: -1}
	if start := strings.LastIndex(before[:at], "Value '"); start >= 0 && strings.HasSuffix(before[:at], "'") && at-1 >= start+len("Value '") {
		r.Name = before[start+len("Value '") : at-1]
	}
	switch {
	case strings.HasPrefix(must, "satisfy regular expression pattern"):
		r.Rule = ruleIllegal
	case strings.HasPrefix(must, "have length less than or equal to "):
		r.Rule, r.Limit = ruleLong, numberAfter(must, "have length less than or equal to ")
	case strings.HasPrefix(must, "have length greater than or equal to "):
		r.Rule, r.Limit = ruleShort, numberAfter(must, "have length greater than or equal to ")
	default:
		return journey.Refusal{}
	}
	parts := pathParts(r.Path)
	r.Place = bedrockPlace(parts)
	switch r.Place {
	case journey.PlaceDeclare:
		r.Index = max(position(parts, 2)-1, -1)
	case journey.PlaceToolCount:
		if r.Rule != ruleShort {
			return journey.Refusal{}
		}
		r.Rule = ruleTooFew
	}
	return r
}

func bedrockPlace(parts []string) journey.Place {
	n := len(parts)
	if n < 2 {
		return ""
	}
	last := parts[n-1]
	switch {
	case parts[0] == "toolConfig" && parts[1] == "tools" && n == 2:
		return journey.PlaceToolCount
	case parts[0] == "toolConfig" && parts[1] == "tools" && last == "name":
		return journey.PlaceDeclare
	case parts[0] == "toolConfig" && parts[1] == "toolChoice" && last == "name":
		return journey.PlaceToolChoice
	case parts[0] == "messages" && last == "toolUseId":
		return journey.PlaceCallID
	case parts[0] == "messages" && last == "name" && parts[n-2] == "toolUse":
		return journey.PlaceHistoryCall
	}
	return ""
}
