package diagnose

import (
	"regexp"
	"strings"

	"hopscope/journey"
)

// charRule is what a refusal text, or a provider, takes as a name.
type charRule struct {
	// expr is the pattern with its repetition lifted, so that it judges
	// characters and not the length; nil: no pattern known.
	expr *regexp.Regexp
	// shown is the pattern as written, for people.
	shown string
	// max is the greatest length, 0 for none known.
	max int
}

// ruleOf makes the rule that a refusal text states; what it leaves out comes
// from the provider's own rule for the place.
func (c *scene) ruleOf(r refusal, text string, at journey.Place) charRule {
	rule := charRule{max: r.limit}
	if rule.expr = liftedExpr(r.expr); rule.expr != nil {
		rule.shown = r.expr
		return rule
	}
	if rule.expr = exprInWords(text); rule.expr != nil {
		rule.shown = "letters, digits and the signs it lists"
		return rule
	}
	if c.Rules != nil {
		if known, ok := c.Rules.Rule(at, ""); ok {
			if rule.expr = liftedExpr(known.Pattern); rule.expr != nil {
				rule.shown = known.Pattern
			}
			if rule.max == 0 && r.length {
				rule.max = known.Max
			}
		}
	}
	if rule.expr == nil && r.pattern {
		rule.expr = liftedExpr("^[a-zA-Z0-9_-]+$")
	}
	return rule
}

// exprMax is the greatest length of a pattern that is tried.
const exprMax = 200

func liftedExpr(expr string) *regexp.Regexp {
	expr = strings.TrimRight(expr, ".,;)")
	if expr == "" || len(expr) > exprMax {
		return nil
	}
	body := strings.TrimSuffix(strings.TrimPrefix(expr, "^"), "$")
	body = reRepeat.ReplaceAllString(body, "*")
	re, err := regexp.Compile(`^(?:` + body + `)$`)
	if err != nil {
		return nil
	}
	return re
}

// exprInWords reads a rule that a text gives in words, as Gemini and Mistral
// do.
func exprInWords(text string) *regexp.Regexp {
	low := strings.ToLower(text)
	if !strings.Contains(low, "a-z") && !strings.Contains(low, "start with a letter") {
		return nil
	}
	set := "a-zA-Z0-9"
	for word, sign := range map[string]string{"underscore": "_", "dot": ".", "colon": ":"} {
		if strings.Contains(low, word) {
			set += sign
		}
	}
	if strings.Contains(low, "dash") || strings.Contains(low, "hyphen") {
		set += "-"
	}
	if strings.Contains(low, "start with a letter or an underscore") {
		return regexp.MustCompile(`^[a-zA-Z_][` + set + `]*$`)
	}
	if strings.Contains(low, "start with a letter") {
		return regexp.MustCompile(`^[a-zA-Z][` + set + `]*$`)
	}
	return regexp.MustCompile(`^[` + set + `]*$`)
}

// takes reports whether the characters of a name fit.
func (p charRule) takes(name string) bool { return p.expr == nil || p.expr.MatchString(name) }

// fits reports whether a name fits in characters and length.
func (p charRule) fits(name string) bool { return p.takes(name) && !p.over(name) }

func (p charRule) over(name string) bool { return p.max > 0 && runeLen(name) > p.max }

// firstBad returns the first character that the pattern does not take, and its
// position from 0; -1 when all are taken.
func (p charRule) firstBad(name string) (rune, int) {
	if p.takes(name) {
		return 0, -1
	}
	at := 0
	for _, r := range name[:min(len(name), 4*exprMax)] {
		probe := string(r)
		if at > 0 {
			probe = "a" + probe
		}
		if !p.takes(probe) {
			return r, at
		}
		at++
	}
	return 0, -1
}
