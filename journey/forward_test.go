package journey

import "testing"

// TestRuleWordsOfForm takes the words of a safe form from its characters, where
// the scheme has none.
func TestRuleWordsOfForm(t *testing.T) {
	tests := []struct{ real, safe, word string }{
		{"docs.open", "docs_open", ". to _"},
		{"a.b/c", "a_b_c", "changed"},            // two pairs are too wide for the rail
		{"docs.open", "use_mcp_tool", "changed"}, // what was added is not what was done
		{"docs.open", "mcp__docs_open", "changed"},
	}
	for _, test := range tests {
		n := &Naming{Ref: Ref{Name: Registered(test.real)}}
		word, wide := ruleWords(n, &Stop{State: StopChanged, Name: test.safe})
		if word != test.word || wide != "" {
			t.Errorf("ruleWords(%s as %s) = %q, %q, want %q", test.real, test.safe, word, wide, test.word)
		}
	}
}
