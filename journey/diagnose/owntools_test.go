package diagnose

import (
	"testing"

	"hopscope/journey"
)

// Without a recorded list a client's own tools are there all the same, though
// no call of theirs ran.
func TestOwnToolsWhereNoListWasRecorded(t *testing.T) {
	for _, x := range []struct {
		name   string
		tape   *tape
		row    int
		kind   journey.Kind
		target string
	}{
		{"each came in lower case", newTape("claude-code", "2.1.128").unknown("bash", "read"), 0, journey.KindCaseDrift, "Bash"},
		{"a wrapper", newTape("claude-code", "2.1.128").ran("mcp__a__find").unknown("functions.Read"), 1, journey.KindWrapperDecoration, "Read"},
		{"another agent's name", newTape("claude-code", "2.1.128").unknown("run_shell_command"), 0, journey.KindForeignVocabulary, "Bash"},
		{"an own tool, not offered", newTape("claude-code", "2.1.128").unknown("Grep"), 0, journey.KindNotOffered, "Grep"},
		{"a tool that ran is nearer", newTape("claude-code", "2.1.128").ran("mcp__a__find").unknown("find"), 1, journey.KindPrefixLost, "mcp__a__find"},
		{"nothing", newTape("claude-code", "2.1.128").unknown("quantum_flux"), 0, journey.NoRelation, ""},
		{"a list was recorded", newTape("claude-code", "2.1.288").offers("Read", "Edit").unknown("functions.Bash"), 0, journey.NoRelation, ""},
	} {
		a := New(Input{Session: x.tape.session()})
		d := a.Finding(x.row).Diagnosis
		if d == nil || d.Kind != x.kind || d.Target != x.target {
			t.Errorf("%s: Finding(%d) = %+v, want %s with target %q", x.name, x.row, d, x.kind, x.target)
		}
	}
}
