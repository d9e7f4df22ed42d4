package provider

import "hopscope/journey"

const azureSource = "agno-agi/agno#5835 and PR #6653 (64 on Azure); same schema as OpenAI Chat"

// azureContract: as OpenAI Chat. The limit of 64 was also hit by past calls of
// names that a model made up. Whether Azure's Responses endpoint takes 128 is
// not known.
var azureContract = contract{
	info: journey.ProviderInfo{
		ID: "azure-openai", Title: "Azure OpenAI", Contract: openAIPattern + ", 1 to 64", MaxTools: openAIMaxTools,
		Sources: []journey.Fact{
			{What: "declared names, 1 to 64", Source: azureSource, AsOf: "2026-11-29", How: "read"},
			{What: "past calls, at most 64", Source: "agno-agi/agno#5835", AsOf: "2026-11-29", How: "read"},
			{What: "at most 128 tools, as at OpenAI", Source: openAICountSource, How: "unverified"},
			{What: "two tools of one name", Source: "no rule in the schema, no observation", How: "unknown"},
			{What: "length at Azure's Responses endpoint", Source: "not found", How: "unknown"},
		},
	},
	rules: []placeRule{
		{NameRule: openAIRule(journey.PlaceDeclare, 64, azureSource), chars: wordDash},
		{NameRule: openAIRule(journey.PlaceHistoryCall, 64, "agno-agi/agno#5835"), chars: wordDash},
		{NameRule: openAIRule(journey.PlaceMessageName, 0, "same schema as OpenAI Chat"), chars: wordDash, sure: 64},
		{NameRule: openAIRule(journey.PlaceToolChoice, 64, "names a declared tool"), chars: wordDash, loose: true},
		{NameRule: journey.NameRule{Place: journey.PlaceToolCount, Max: openAIMaxTools, Source: openAICountSource}},
	},
	path:  openAIChatPath,
	words: openAIWords(map[journey.Place][]string{journey.PlaceHistoryCall: {ruleLong}}),
}

func newAzureOpenAI() journey.Provider {
	return chatLike{contract: &azureContract, recognise: openAIRefusal}
}
