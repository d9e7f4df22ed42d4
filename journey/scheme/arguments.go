package scheme

import (
	"encoding/json"

	"hopscope/journey"
	"hopscope/vocab"
)

// missingArgument returns the first required argument that a call of a
// client's own tool lacks, in the order of the tool's inputs; empty when that
// cannot be told.
func missingArgument(client string, n *journey.Naming, args string) string {
	var given map[string]json.RawMessage
	if !n.Ref.Builtin || json.Unmarshal([]byte(args), &given) != nil {
		return ""
	}
	for _, e := range vocab.Lookup(string(n.Ref.Name)) {
		if e.Client != client {
			continue
		}
		for _, key := range e.Required() {
			if _, ok := given[key]; !ok {
				return key
			}
		}
	}
	return ""
}
