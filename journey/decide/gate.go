package decide

import "strings"

// Gate is a gateway that accepts only the names of its own client, as its
// refusal shows. It is explained; how to pass it is no matter of this program.
type Gate struct {
	// Who refuses, Where on the way, Text the refusal, What it demands.
	Who   string `json:"who"`
	Where string `json:"where"`
	Text  string `json:"text"`
	What  string `json:"what"`
}

// gates are the known ones with the texts that tell them. Source: public issues
// of September 2026 (pi-free 544, oh-my-pi 12306, OmniRoute 14372, opencode
// 49621), read, not tried.
var gates = [...]struct {
	texts []string
	gate  Gate
}{
	{
		[]string{"FreeTierError", "free tier can only be used from within OpenCode"},
		Gate{
			Who:   "OpenCode Zen, its free tier",
			Where: "at the gateway, with status 403 (400 at first), before any model",
			What:  "it takes requests of OpenCode only: who sends them, and with which tool names. That is meant so; no renaming of tools makes another client of it.",
		},
	},
}

// FindGate recognises such a gateway by the text of a refusal.
func FindGate(refusal string) (Gate, bool) {
	for _, g := range gates {
		for _, text := range g.texts {
			if strings.Contains(refusal, text) {
				found := g.gate
				found.Text = refusal
				return found, true
			}
		}
	}
	return Gate{}, false
}
