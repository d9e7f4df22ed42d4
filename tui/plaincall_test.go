package tui

import (
	"strings"
	"testing"

	"hopscope/journey"
)

func TestPlainCall(t *testing.T) {
	ask := askDetail()
	ask.journey.Diagnosis.Advice = "Update to 2.0.60 or later, or let the agent ask in plain text."
	agrees := false
	differs := pairDetail()
	differs.finding.Agrees = &agrees
	differs.finding.Predicted = journey.Prediction{Outcome: journey.OutcomeRan, Tool: &journey.Ref{Server: "word_craft", Name: "new_document"}}
	tests := []struct {
		name string
		d    *detail
		want string
	}{
		{"ask", ask, `
call 2 of 15: AskUserQuestion, turn 2, 11:24:30, line 10
status: unknown
hop 1 of 6, Real name: none, not offered. BREAKS HERE
hop 2 of 6, Safe form: none, not sent
hop 3 of 6, Wire shape: not recorded, assumed absent from tools[]
hop 4 of 6, Model echo: AskUserQuestion, as written
hop 5 of 6, Dispatch: refused: No such tool available: AskUserQuestion
hop 6 of 6, History: AskUserQuestion, sent again in turns 3 to 15
kind: not-offered
what: Claude Code has a tool of this name, but this session did not offer it.
seen: line 11: No such tool available: AskUserQuestion. It came between 2.0.0 and 2.0.60; this is 2.0.37
seen: It sent question, the tool takes questions
do: Update to 2.0.60 or later, or let the agent ask in plain text.
agrees: cannot tell, no list of declared tools
`},
		{"pair", differs, `
call 3 of 8: mcp__word_craft__new_document, turn 3, 11:25:00, line 12
status: unknown
hop 1 of 6, Real name: word_craft · new_document, registered
hop 2 of 6, Safe form: namespace mcp__word_craft, name new_document, split in two
hop 3 of 6, Wire shape: namespace mcp__word_craft, name new_document, sent
hop 4 of 6, Model echo: mcp__word_craft__new_document, glued. BREAKS HERE
hop 5 of 6, Dispatch: refused: unsupported call: mcp__word_craft__new_document
hop 6 of 6, History: mcp__word_craft__new_document, sent again in turns 4 to 8
identity: namespace mcp__word_craft, qualified mcp__word_craft · new_document, lookup key (namespace, name), exact
kind: separator-drift
what: The model wrote namespace and name as one word; Codex knows only the pair.
seen: line 21: unsupported call: mcp__word_craft__new_document
do: Send the call as namespace "mcp__word_craft", name "new_document".
agrees: no, recorded unknown, predicted ran word_craft · new_document
`},
		{"clash", clashDetail(), `
tool: mcp__word.craft__docs.open, list line 2, never called
status: clash
hop 1 of 6, Real name: mcp__word.craft__docs.open, registered
hop 2 of 6, Safe form: mcp__word_craft__docs_open, same form as another. BREAKS HERE
hop 3 of 6, Wire shape: none, left out
hop 4 of 6, Model echo: none, would be a guess
hop 5 of 6, Dispatch: none, if called, refused
hop 6 of 6, History: none, nothing stored
identity: lookup key real name, exact
kind: lossy-collision
what: mcp__word.craft__docs.open and mcp__word.craft__docs_open are both sent as mcp__word_craft__docs_open, so native offers neither.
seen: native: "tools 'mcp__word.craft__docs.open' and others share a form"
hop: Safe form: native turns every character outside A-Z a-z 0-9 _ - into one _.
do: Rename one of the two in the server, for example docs.open to docs_open_by_id. What-if tries it without touching a file.
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sameText(t, strings.Join(plainCall(tt.d), "\n")+"\n", tt.want)
		})
	}
}
