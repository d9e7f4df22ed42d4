package journey

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Prompt is a text that teaches a model names: a system prompt, a skill, a file
// of instructions.
type Prompt struct {
	// Where names it for people: "AGENTS.md", "system prompt".
	Where string
	// Line of the recording that holds it, 0 for a text of its own.
	Line uint32
	Text string
}

// PromptMax is how much of one prompt is kept, in bytes; promptsMax how many
// prompts of a recording, the newest.
const (
	PromptMax  = 256 << 10
	promptsMax = 4
)

// addPrompts keeps the newest prompts.
func (s *Session) addPrompts(list []Prompt) {
	for _, p := range list {
		if len(p.Text) > PromptMax {
			p.Text = strings.ToValidUTF8(p.Text[:PromptMax], "")
		}
		if n := len(s.Prompts); n > 0 && s.Prompts[n-1].Text == p.Text {
			continue
		}
		s.Prompts = append(s.Prompts, p)
	}
	if n := len(s.Prompts) - promptsMax; n > 0 {
		s.Prompts = append([]Prompt(nil), s.Prompts[n:]...)
	}
}

// Mentions reports whether a text has the name as a whole word, in the same
// case: Read does not stand in Already, Reader or Read-only.
func Mentions(text, name string) bool { return mention(text, name) >= 0 }

// mention is the byte at which the name stands as a whole word, -1 for nowhere.
func mention(text, name string) int {
	if name == "" {
		return -1
	}
	for from := 0; ; {
		at := strings.Index(text[from:], name)
		if at < 0 {
			return -1
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(name):])
		if (at == 0 || !inWord(before)) && (at+len(name) == len(text) || !inWord(after)) {
			return at
		}
		from = at + 1
	}
}

func inWord(r rune) bool {
	return r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// Find returns the line (from 1) of the prompt that has the name as a whole
// word, and its text; 0 for none.
func (p Prompt) Find(name string) (line int, text string) {
	at := mention(p.Text, name)
	if at < 0 {
		return 0, ""
	}
	begin := strings.LastIndexByte(p.Text[:at], '\n') + 1
	end := strings.IndexByte(p.Text[at:], '\n')
	if end < 0 {
		end = len(p.Text) - at
	}
	return 1 + strings.Count(p.Text[:begin], "\n"), strings.TrimSpace(p.Text[begin : at+end])
}

// ToolWord is a word of a text that reads as the name of a tool.
type ToolWord struct {
	Name string
	Line int // from 1
	Text string
	// Quoted: it stands between back quotes.
	Quoted bool
}

// ToolWords returns the words of a text that can be names of tools, each name
// once, where it stands first: words between back quotes, words with an
// underscore, and words with a capital inside. Whether they are names is for
// the vocabulary to say.
func ToolWords(text string) []ToolWord {
	var words []ToolWord
	seen := map[string]bool{}
	line := 0
	for l := range strings.Lines(text) {
		line++
		quoted := false
		for i, part := range strings.Split(l, "`") {
			quoted = i%2 == 1
			for _, w := range strings.FieldsFunc(part, func(r rune) bool { return !inWord(r) && r != '.' && r != '/' && r != ':' }) {
				w = strings.Trim(w, ".:/-")
				if seen[w] || !namelike(w, quoted) {
					continue
				}
				seen[w] = true
				words = append(words, ToolWord{w, line, strings.TrimSpace(l), quoted})
			}
		}
	}
	return words
}

// nameWordMax is the longest word that is taken for a name, in bytes.
const nameWordMax = 128

func namelike(w string, quoted bool) bool {
	if len(w) < 2 || len(w) > nameWordMax || !strings.ContainsFunc(w, unicode.IsLetter) {
		return false
	}
	if quoted || strings.Contains(w, "_") {
		return true
	}
	for i, r := range w {
		if i > 0 && unicode.IsUpper(r) && strings.ContainsFunc(w, unicode.IsLower) {
			return true
		}
	}
	return false
}
