package diagnose

import (
	"fmt"
	"strings"

	"hopscope/journey"
)

// nameShown is the greatest length of a name in a sentence; longer ones are
// cut in the middle, two thirds in front.
const nameShown = 44

// show writes a name in a sentence: bare where it has only the characters of
// names, in quotes where blanks or signs would be missed.
func show(name string) string { return showIn(name, nameShown) }

// showIn is show with another greatest length.
func showIn(name string, w int) string {
	n := middle(name, w)
	for _, r := range name {
		if !isNameRune(r) && !isSeparator(r) {
			return `"` + n + `"`
		}
	}
	if name == "" {
		return `""`
	}
	return n
}

// showAll writes a few names; many are counted.
func showAll(names []string) string { return showAllIn(names, nameShown) }

func showAllIn(names []string, w int) string {
	const most = 3
	var parts []string
	for i, n := range names {
		if i == most {
			parts = append(parts, fmt.Sprintf("%d more", len(names)-most))
			break
		}
		parts = append(parts, showIn(n, w))
	}
	switch len(parts) {
	case 0:
		return "none"
	case 1:
		return parts[0]
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}

func middle(s string, w int) string {
	r := []rune(s)
	if len(r) <= w {
		return s
	}
	front := (w - 1) * 2 / 3
	return string(r[:front]) + "…" + string(r[len(r)-(w-1-front):])
}

func ending(s string, w int) string {
	r := []rune(s)
	if len(r) <= w {
		return s
	}
	return string(r[:w-1]) + "…"
}

// times writes a count of calls.
func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// client names the client in a sentence.
func (c *scene) client() string {
	if t := c.words.title(c.Client); t != "" {
		return t
	}
	if c.Label != "" {
		return ending(c.Label, 30)
	}
	return "the client"
}

// sender is the client at the beginning of a sentence.
func (c *scene) sender() string { return upper(c.client()) }

// provider names the provider in a sentence.
func (c *scene) provider() string {
	if c.Rules != nil && !c.anyone {
		return c.Rules.Info().ID
	}
	if c.Provider != "" && c.Provider != "any" {
		return ending(c.Provider, 30)
	}
	return "the provider"
}

// upper makes the first letter of a sentence a capital, unless it begins with
// an id.
func upper(s string) string {
	if rest, ok := strings.CutPrefix(s, "the "); ok {
		return "The " + rest
	}
	return s
}

// finding is a diagnosis under construction.
func (c *scene) finding(k journey.Kind, label string) *journey.Diagnosis {
	return &journey.Diagnosis{Kind: k, Test: label}
}

// see adds an observation. An empty text adds nothing.
func see(d *journey.Diagnosis, where, format string, args ...any) {
	text := format
	if len(args) > 0 {
		text = fmt.Sprintf(format, args...)
	}
	if text != "" {
		d.Evidence = append(d.Evidence, journey.Evidence{Where: where, Text: text})
	}
}

// seeError adds the refusal text with the place where it stands.
func seeError(d *journey.Diagnosis, e *Event) {
	if e.Error != "" {
		see(d, e.retWhere(), "%s", plainError(e.Error))
	}
}

// Seen joins the observations of a diagnosis to the text that stands after
// "Seen" on a screen: a place in the recording is named, other places are not.
func Seen(d *journey.Diagnosis) string {
	var parts []string
	for _, ev := range d.Evidence {
		text := strings.TrimSuffix(ev.Text, ".")
		for word, capital := range map[string]string{"line ": "Line ", "call ": "Call "} {
			if rest, ok := strings.CutPrefix(ev.Where, word); ok {
				text = capital + rest + ": " + text
			}
		}
		parts = append(parts, text+".")
	}
	return strings.Join(parts, " ")
}
