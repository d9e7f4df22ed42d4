package provider

import "hopscope/journey"

const (
	vertexSource  = "Vertex AI discovery document aiplatform v1 revision 20261106 (in google.golang.org/api v0.315.0) GoogleCloudAiplatformV1FunctionDeclaration.name"
	vertexEarlier = "v1beta1 in the same module, an older copy (revision 20250902): _ . -, at most 64"
	vertexBetween = "changed between 2025-09-02 (v1beta1) and 2026-05-20 (googleapis/python-genai 29103464)"
)

// vertexContract: the Gemini API's rules, by Vertex's own documents, which are
// read at two days only. A result repeats the name; calls have no ids.
var vertexContract = contract{
	info: journey.ProviderInfo{
		ID: "vertex", Title: "Vertex AI", Contract: geminiPattern + ", 1 to 128, unique", MaxTools: geminiMaxTools,
		Sources: []journey.Fact{
			{What: "declared names, 1 to 128", Source: vertexSource, AsOf: "2026-05-20", How: "read"},
			{What: "declared names without colons, 1 to 64", Source: vertexEarlier, AsOf: "2025-09-02", How: "read"},
			{What: "names differ in one request", Source: "decolua/9router#3622", How: "read"},
			{What: "at most 512 declarations", Source: vertexCount, How: "read"},
			{What: "names in past calls", Source: "not found", How: "unknown"},
		},
	},
	rules: append(geminiDeclared(vertexEarlier, vertexBetween, "2025-09-03", "", "", vertexSource),
		vertexPast(journey.PlaceHistoryCall), geminiPast(journey.PlaceHistoryResult, "required in the discovery document"),
		placeRule{NameRule: journey.NameRule{Place: journey.PlaceToolChoice, Pattern: geminiPattern, Chars: geminiWordsChars, First: "a letter or _", Min: 1, Max: 128, Source: "names a declared tool"}, chars: geminiChars, first: geminiFirst, loose: true},
		placeRule{NameRule: journey.NameRule{Place: journey.PlaceToolCount, Max: geminiMaxTools, Source: vertexCount}},
	),
	path:  geminiPath,
	words: geminiWordsAs(""),
}

const vertexCount = "discovery document aiplatform v1: at most 512 function declarations"

// vertexPast: a declared name is taken in a past call; of others, the empty one
// too, nothing is known.
func vertexPast(place journey.Place) placeRule {
	r := geminiPast(place, "no rule found; a declared name is taken")
	r.Min, r.emptyUnknown = 0, true
	return r
}

// vertexWords are the texts of Gemini's second frontend.
func newVertex() journey.Provider { return gemini{contract: &vertexContract} }
