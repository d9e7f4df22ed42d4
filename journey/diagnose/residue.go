package diagnose

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"hopscope/journey"
)

// Words of output formats that get glued to the end of a name.
var formatWords = []string{"json", "jsonl", "xml", "yaml", "html", "markdown", "python", "text", "commentary", "analysis"}

// residue is test 5: a catalog name with something before or behind it that
// cannot be in a name: white space, then markup, control marks or arguments,
// then a glued format word.
func (c *scene) residue(e *Event) *journey.Diagnosis {
	echo := string(e.Called.Name)
	trimmed := strings.TrimSpace(echo)
	if trimmed != echo {
		if t, ok := c.plainly(trimmed); ok {
			d := c.residueOf(e, t, "", "")
			d.What = fmt.Sprintf("The name came with white space around it: %s.", quoted(echo))
			d.Advice = "Trim names before the look-up: white space is never part of one."
			return d
		}
	}
	if t, rest, ok := c.cutBehind(trimmed); ok {
		return c.residueOf(e, t, rest, "behind")
	}
	if t, rest, ok := c.cutBefore(trimmed); ok {
		return c.residueOf(e, t, rest, "before")
	}
	low := strings.ToLower(trimmed)
	for _, w := range formatWords {
		if head, ok := strings.CutSuffix(low, w); ok && head != "" {
			if t, ok := c.plainly(strings.TrimRight(trimmed[:len(head)], "_-.: ")); ok {
				return c.residueOf(e, t, w, "behind")
			}
		}
	}
	return nil
}

// plainly returns the one entry of this name, else the one that is equal but
// for case.
func (c *scene) plainly(name string) (Entry, bool) {
	if t, ok := c.only(c.exact[name]); ok {
		return t, true
	}
	return c.only(c.lower[strings.ToLower(name)])
}

// cutBehind finds the longest start that is a name, before a character that no
// name has.
func (c *scene) cutBehind(s string) (t Entry, rest string, ok bool) {
	for i := min(len(s)-1, c.longest+8); i > 0; i-- {
		r, _ := utf8.DecodeRuneInString(s[i:])
		if !utf8.RuneStart(s[i]) || inNames(r) {
			continue
		}
		if t, ok := c.plainly(strings.TrimSpace(s[:i])); ok {
			return t, s[i:], true
		}
	}
	return Entry{}, "", false
}

// cutBefore finds the longest end that is a name, behind a character that no
// name has.
func (c *scene) cutBefore(s string) (t Entry, rest string, ok bool) {
	tried := 0
	for i, r := range s {
		n := i + utf8.RuneLen(r)
		if tried > residueTries {
			break
		}
		if r == utf8.RuneError || inNames(r) || n >= len(s) {
			continue
		}
		tried++
		tail := strings.TrimSpace(s[n:])
		if t, ok := c.plainly(tail); ok {
			return t, s[:n], true
		}
		if t, _, ok := c.cutBehind(tail); ok {
			return t, s[:n], true
		}
	}
	return Entry{}, "", false
}

// residueTries bounds the places at which a long residue is cut.
const residueTries = 200

// inNames reports whether a character can stand in a name that some client
// makes. Letters of all scripts can; a residue begins with a sign or a blank.
func inNames(r rune) bool {
	return isNameRune(r) || isSeparator(r) || unicode.IsLetter(r) || unicode.IsDigit(r)
}

func (c *scene) residueOf(e *Event, t Entry, rest, side string) *journey.Diagnosis {
	echo := string(e.Called.Name)
	d := c.finding(journey.KindResidueInName, "test 5: white space, markup or arguments")
	d.Target = t.Name
	c.place(d, e, t.Name, false)
	if rest != "" {
		d.What = fmt.Sprintf("%s is %s with %s %s it.", quoted(echo), show(t.Name), quoted(rest), side)
	}
	seeError(d, e)
	inName := strings.ContainsAny(rest, "={:") || strings.Contains(rest, "arg")
	empty := len(argKeys(e.Args)) == 0
	switch {
	case rest != "" && inName && empty:
		see(d, "arguments", "The arguments are in the name, and the argument object is empty")
		d.Advice = "Serve the model with the parser made for it; do not run the tool without its arguments."
	case rest != "":
		d.Advice = "Serve the model with the parser made for it. Cut the rest off the name only if the arguments arrived."
	}
	c.open(d)
	return d
}

// quoted shows a name with its blanks: in quotes, cut in the middle.
func quoted(s string) string { return `"` + middle(s, nameShown) + `"` }
