package decide

import (
	"strings"

	"hopscope/journey"
)

// PromptSentence is the sentence that tells a model the declared names, with
// those that the system prompt does not mention already; empty when it
// mentions all, or when there are none. It helps only where the model chooses
// its tool freely (tool choice auto), and neither when a request is refused
// before the model nor with a model that ignores lists.
func PromptSentence(system string, names []string) string {
	var missing []string
	for _, n := range names {
		if !journey.Mentions(system, n) {
			missing = append(missing, n)
		}
	}
	if len(missing) == 0 {
		return ""
	}
	return "Call tools by these names only, exactly as written: " + strings.Join(missing, ", ") + "."
}

// Stub is what comes of declaring an empty tool under a demanded name instead
// of mapping names: the upstream accepts the request, the model answers with
// the stub, and the caller has no such tool. The error is manufactured.
type Stub struct {
	Name string `json:"name"`
	// Decision is what the caller's own declared list says to a call of it.
	Decision Decision `json:"decision"`
	Note     string   `json:"note"`
}

// Stubs returns the stub for each demanded name that is not declared.
func Stubs(declared []Declared, demanded []string, opts Options) []Stub {
	var stubs []Stub
	for _, name := range demanded {
		call := invocationOf(name)
		d := Decide(declared, call, opts)
		if d.Outcome == Exact {
			continue
		}
		stubs = append(stubs, Stub{name, d, "manufactured: the upstream takes the request, the model calls " + name + ", and the caller has no such tool"})
	}
	return stubs
}
