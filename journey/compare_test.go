package journey

import "testing"

func TestAgree(t *testing.T) {
	t.Parallel()
	read, write := Ref{Name: "Read"}, Ref{Name: "Write"}
	a, b := Ref{Server: "a", Name: "x"}, Ref{Server: "b", Name: "x"}
	tests := []struct {
		name  string
		class Class
		ran   *Ref
		p     Prediction
		want  string
	}{
		{"assumed", ClassUnknownTool, nil, Prediction{Outcome: OutcomeUnknown, Assumed: true}, "null"},
		{"refused as predicted", ClassUnknownTool, nil, Prediction{Outcome: OutcomeUnknown}, "true"},
		{"ambiguous as predicted", ClassUnknownTool, nil, Prediction{Outcome: OutcomeAmbiguous}, "true"},
		{"not enabled and refused", ClassNotEnabled, nil, Prediction{Outcome: OutcomeRefused}, "true"},
		{"refused, but it should run", ClassUnknownTool, nil, Prediction{Outcome: OutcomeRan, Tool: &read}, "false"},
		{"ran as predicted", ClassOK, nil, Prediction{Outcome: OutcomeRan, Tool: &read}, "true"},
		{"ran, but should be refused", ClassOK, nil, Prediction{Outcome: OutcomeUnknown}, "false"},
		{"the runtime answered", ClassOK, nil, Prediction{Outcome: OutcomeRuntime}, "true"},
		{"failed in the tool", ClassToolFailed, nil, Prediction{Outcome: OutcomeRan}, "true"},
		{"denied", ClassDenied, nil, Prediction{Outcome: OutcomeRan}, "true"},
		{"bad arguments, refused early", ClassBadArguments, nil, Prediction{Outcome: OutcomeRefused}, "true"},
		{"bad arguments of a tool that is none", ClassBadArguments, nil, Prediction{Outcome: OutcomeUnknown}, "false"},
		{"tool failed is no refusal", ClassToolFailed, nil, Prediction{Outcome: OutcomeRefused}, "false"},
		{"the same tool", ClassOK, &read, Prediction{Outcome: OutcomeRan, Tool: &read}, "true"},
		{"another tool", ClassOK, &write, Prediction{Outcome: OutcomeRan, Tool: &read}, "false"},
		{"another server", ClassOK, &a, Prediction{Outcome: OutcomeRan, Tool: &b}, "false"},
		{"server not recorded", ClassOK, &Ref{Name: "x"}, Prediction{Outcome: OutcomeRan, Tool: &b}, "true"},
		{"no result", ClassNoResult, nil, Prediction{Outcome: OutcomeRan}, "null"},
		{"cancelled", ClassCancelled, nil, Prediction{Outcome: OutcomeUnknown}, "null"},
		{"unreadable", ClassUnreadable, nil, Prediction{Outcome: OutcomeRan}, "null"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := "null"
			if p := Agree(tt.class, tt.ran, tt.p); p != nil {
				got = map[bool]string{true: "true", false: "false"}[*p]
			}
			if got != tt.want {
				t.Errorf("Agree(%v, %v, %v) = %s, want %s", tt.class, tt.ran, tt.p.Outcome, got, tt.want)
			}
		})
	}
}
