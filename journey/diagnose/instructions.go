package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
	"hopscope/vocab"
)

// Lacking is a name that instructions teach and no declared tool has. A model
// that follows the text will call it.
type Lacking struct {
	Name string `json:"name"`
	// Where is the text, Line its line there (from 1), Text that line.
	Where string `json:"where"`
	Line  int    `json:"line"`
	Text  string `json:"text"`
	// Clients that have a tool of this name; none for MCP names and for other
	// spellings of a declared name.
	Clients []string `json:"clients,omitempty"`
	// Instead is the declared tool that is meant, empty where that is not sure.
	Instead string `json:"instead,omitempty"`
}

// Finding is the same as a finding of a check.
func (l Lacking) Finding() journey.CensusFinding {
	rule, _ := journey.CensusRuleOf(journey.RuleTaughtName)
	f := journey.CensusFinding{Rule: rule.ID, Severity: rule.Severity, Hop: rule.Hop, Tools: []string{l.Name}, Fix: rule.Fix}
	f.Message = fmt.Sprintf("%s line %d teaches %s, which is not declared: %s", l.Where, l.Line, l.Name, ending(l.Text, 70))
	if l.Instead != "" {
		f.Fix = "Write " + l.Instead + " there."
	}
	return f
}

// lackingMax bounds the list.
const lackingMax = 500

// Lacking looks through the instructions that were given, and the system
// prompts of the recording, for names that the newest declared list lacks. A
// word counts as a name when it is the name of an MCP tool, a name of the
// vocabulary, or another spelling of a declared name. Plain lower-case words
// are English too: they count only between back quotes in a line that speaks of
// tools or calls.
func (a *Analyzer) Lacking() []Lacking {
	a.refresh()
	c := a.sceneOf(a.planAt(-1))
	declared := map[string]bool{}
	folded := map[string][]string{}
	for i := range c.Catalog {
		e := &c.Catalog[i]
		for _, n := range []string{e.Name, e.Own, e.Bare} {
			declared[n] = true
		}
		f := vocab.AsciiFold(e.Name)
		folded[f] = append(folded[f], e.Name)
	}
	var list []Lacking
	for _, p := range c.Texts {
		for _, w := range journey.ToolWords(p.Text) {
			if declared[w.Name] || len(list) == lackingMax {
				continue
			}
			if l, ok := c.lacking(w, folded[vocab.AsciiFold(w.Name)]); ok {
				l.Where = p.Where
				list = append(list, l)
			}
		}
	}
	return list
}

// lacking judges one word; spellings are the declared names that are equal but
// for case and signs.
func (c *scene) lacking(w journey.ToolWord, spellings []string) (Lacking, bool) {
	l := Lacking{Name: w.Name, Line: w.Line, Text: w.Text}
	for _, h := range c.words.table.Lookup(w.Name) {
		if h.Provider == nil && !h.Mentioned && !slices.Contains(l.Clients, h.Client) {
			l.Clients = append(l.Clients, h.Client)
		}
	}
	plain := strings.ToLower(w.Name) == w.Name && !strings.Contains(w.Name, "_")
	switch {
	case strings.HasPrefix(w.Name, "mcp__") && strings.Contains(w.Name[len("mcp__"):], "__"):
	case len(l.Clients) == 0 && len(spellings) == 0:
		return l, false
	case plain && !(w.Quoted && speaksOfTools(w.Text)):
		return l, false
	}
	if len(spellings) == 1 {
		l.Instead = spellings[0]
	} else if len(spellings) == 0 && len(l.Clients) > 0 {
		l.Instead, _ = c.sameTask(w.Name, &Event{Seq: -1, Row: -1, Request: -1})
	}
	return l, true
}

// speaksOfTools reports whether a line says that it is about tools.
func speaksOfTools(line string) bool {
	line = strings.ToLower(line)
	for _, word := range []string{"tool", "call", "invoke", "function"} {
		if strings.Contains(line, word) {
			return true
		}
	}
	return false
}
