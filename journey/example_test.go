package journey_test

import (
	"fmt"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
)

// A server lists docs.open; the client sends docs_open; the model writes it
// back with another capital. Where does the name break?
func ExampleTrace() {
	client, _ := scheme.Get("native")
	api, _ := provider.Get("anthropic-messages")
	plan := client.Plan(journey.Setting{Catalog: journey.Catalog{Tools: []journey.Tool{{Registered: "docs.open"}}}})

	call := journey.Call{Turn: 1, Called: journey.Called{Name: "Docs_open"}, Class: journey.ClassUnknownTool}
	answer := client.Resolve(&plan, journey.Invocation{Called: call.Called})
	j := journey.Trace(journey.TraceInput{
		Plan: &plan, Scheme: client, Provider: api, Tool: -1, Call: &call, CatalogKnown: true, Turns: 2,
		Finding: &journey.Finding{
			Predicted: journey.Prediction{Outcome: answer.Outcome, Error: answer.Error, Stored: answer.Stored},
			Diagnosis: &journey.Diagnosis{Kind: journey.KindCaseDrift, Hop: journey.HopEcho, Target: "docs.open"},
		},
	})
	for _, s := range j.Stops {
		name := s.Name
		if name == "" {
			name = "–"
		}
		broken := ""
		if s.Hop == j.Break {
			broken = "  BREAKS HERE"
		}
		fmt.Printf("%-11s %-9s  %s%s\n", s.Hop.Title(), name, s.Word, broken)
	}
	fmt.Println(journey.Words("docs.open", "docs_open"))
	fmt.Println(answer.Error)
	// Output:
	// Real name   docs.open  registered
	// Safe form   docs_open  . to _
	// Wire shape  docs_open  sent
	// Model echo  Docs_open  other capitals  BREAKS HERE
	// Dispatch    –          refused
	// History     Docs_open  sent again
	// 1 changed: . to _
	// Error: unknown tool 'Docs_open'
}
