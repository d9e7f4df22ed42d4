package provider

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"hopscope/journey"
)

// Rule ids of violations.
const (
	ruleIllegal   = "illegal-name"
	ruleLong      = "too-long"
	ruleShort     = "too-short"
	ruleDuplicate = "duplicate-name"
	ruleTooMany   = "too-many"
	ruleTooFew    = "too-few"
	ruleReserved  = "reserved-name"
	ruleUnknown   = "unknown-name"
)

// wordDash is the set of [a-zA-Z0-9_-].
const (
	wordDash      = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
	wordDashWords = "A-Z a-z 0-9 _ -"
)

// placeRule is a NameRule with what that cannot say.
type placeRule struct {
	journey.NameRule
	// chars is the allowed set, empty: any character.
	chars string
	// plain is the set with which a name is known to be taken, where no pattern
	// is known; a name with other characters is unknown. Empty: any.
	plain string
	// plainFirst is what the first character must be for that. Empty: as plain.
	plainFirst string
	// emptyUnknown: nobody knows what becomes of the empty name.
	emptyUnknown bool
	// sure is the greatest length known to be taken; longer names up to Max
	// are unknown. 0: Max itself.
	sure int
	// loose: a name outside the rule is unknown, not refused.
	loose bool
}

// contract is the rules of a provider as data.
type contract struct {
	info journey.ProviderInfo
	// rules, for each place ascending by date; the first may have none.
	rules []placeRule
	// path returns the place of a name in a refusal.
	path func(place journey.Place, index int) string
	// words returns the provider's text about a broken rule and whether it was
	// seen for this place; empty where no text is known.
	words func(b broken) (text string, seen bool)
}

// broken is what a refusal speaks of.
type broken struct {
	place         journey.Place
	rule          string
	path          string
	pattern       string
	limit, length int
	// name that breaks the rule; many validators quote it.
	name string
}

// ruleAt returns the rule of a place on a day: the newest that is not younger.
func (c *contract) ruleAt(place journey.Place, asOf string) *placeRule {
	var found *placeRule
	for i := range c.rules {
		r := &c.rules[i]
		if r.Place == place && (asOf == "" || r.AsOf <= asOf) {
			found = r
		}
	}
	return found
}

// Info describes the contract.
func (c *contract) Info() journey.ProviderInfo {
	info := c.info
	info.Rules = make([]journey.NameRule, len(c.rules))
	for i := range c.rules {
		info.Rules[i] = c.rules[i].described()
	}
	return info
}

// Rule returns what holds at a place on a day.
func (c *contract) Rule(place journey.Place, asOf string) (journey.NameRule, bool) {
	r := c.ruleAt(place, asOf)
	if r == nil {
		return journey.NameRule{}, false
	}
	return r.described(), true
}

// described is the rule with what of it is unknown in words, unless it has its
// own.
func (r *placeRule) described() journey.NameRule {
	rule := r.NameRule
	if rule.Unknown != "" {
		return rule
	}
	var parts []string
	if r.sure > 0 {
		longer := "names over " + strconv.Itoa(r.sure)
		if r.Max > r.sure {
			longer = "names of " + strconv.Itoa(r.sure+1) + " to " + strconv.Itoa(r.Max)
		}
		parts = append(parts, longer+" characters")
	}
	if r.plain != "" {
		parts = append(parts, "names with other characters than letters, digits, _ and -")
	}
	if r.loose {
		parts = append(parts, "what becomes of a name that breaks it")
	}
	rule.Unknown = strings.Join(parts, "; ")
	return rule
}

// Check judges one name at one place. The verdict is unknown where no rule is
// known, and for a legal name with one newline at the end: engines read $
// differently, and the hosted ones were not asked.
func (c *contract) Check(place journey.Place, name journey.WireName, index int, asOf string) (journey.Verdict, []journey.Violation) {
	r := c.ruleAt(place, asOf)
	if r == nil || place == journey.PlaceToolCount {
		return journey.VerdictUnknown, nil
	}
	text := string(name.Name)
	if place == journey.PlaceNamespace {
		text = string(name.Namespace)
	}
	if text == "" && r.emptyUnknown {
		return journey.VerdictUnknown, nil
	}
	found := c.breaches(r, text, index)
	switch {
	case len(found) == 0 && r.sure > 0 && utf8.RuneCountInString(text) > r.sure:
		return journey.VerdictUnknown, nil
	case len(found) == 0 && (!within(text, r.plain) || text != "" && !within(text[:1], r.plainFirst)):
		return journey.VerdictUnknown, nil
	case len(found) == 0:
		return journey.VerdictAccept, nil
	case r.loose:
		return journey.VerdictUnknown, nil
	}
	if cut, ok := strings.CutSuffix(text, "\n"); ok && len(c.breaches(r, cut, index)) == 0 {
		return journey.VerdictUnknown, nil
	}
	return journey.VerdictReject, found
}

// dated is the day since which a rule holds; where that is not known, the day
// of the source that was read.
func (c *contract) dated(r *placeRule) string {
	if r.AsOf != "" {
		return r.AsOf
	}
	for _, f := range c.info.Sources {
		if f.Source == r.Source {
			return f.AsOf
		}
	}
	return ""
}

// breaches lists the ways in which a name breaks a rule: length first, as a
// validator of strings reports it, then the first character outside the set.
func (c *contract) breaches(r *placeRule, name string, index int) []journey.Violation {
	var list []journey.Violation
	add := func(rule string, at int, detail string, length int, limit int) {
		b := broken{r.Place, rule, c.path(r.Place, index), r.Pattern, limit, length, name}
		text, seen := c.words(b)
		list = append(list, journey.Violation{
			Place: r.Place, Rule: rule, At: at, Detail: detail, Error: text, ErrorHow: seen && text != "",
			Source: r.Source, AsOf: c.dated(r),
		})
	}
	length := utf8.RuneCountInString(name)
	if r.Max > 0 && length > r.Max {
		add(ruleLong, -1, strconv.Itoa(length)+" characters, "+strconv.Itoa(r.Max)+" allowed", length, r.Max)
	}
	if length < r.Min {
		add(ruleShort, -1, "empty, at least "+strconv.Itoa(r.Min)+" character needed", length, r.Min)
	}
	if at, char := firstOutside(name, r.chars); at >= 0 {
		add(ruleIllegal, at, charWords(char)+" at character "+strconv.Itoa(at+1)+", allowed are "+r.Chars, length, 0)
	}
	return list
}

// firstOutside returns the first character that is not in the set and the
// code point at which it stands; -1 for none. An empty set takes all.
func firstOutside(name, chars string) (at int, char rune) {
	if chars == "" {
		return -1, 0
	}
	for _, r := range name {
		if r >= utf8.RuneSelf || strings.IndexByte(chars, byte(r)) < 0 {
			return at, r
		}
		at++
	}
	return -1, 0
}

// within reports whether all characters are in the set; an empty set has all.
func within(name, chars string) bool {
	at, _ := firstOutside(name, chars)
	return at < 0
}

// charWords names a character in quotes where it can be seen.
func charWords(r rune) string {
	if name := journey.CharName(r); name != string(r) {
		return name
	}
	return `"` + string(r) + `"`
}

// CheckRequest judges what concerns the whole list: the number of tools and,
// where the rule of declarations says so, that names differ.
func (c *contract) CheckRequest(names []journey.WireName, asOf string) []journey.Violation {
	var list []journey.Violation
	if r := c.ruleAt(journey.PlaceToolCount, asOf); r != nil && r.Max > 0 && len(names) > r.Max {
		b := broken{journey.PlaceToolCount, ruleTooMany, c.path(journey.PlaceToolCount, 0), "", r.Max, len(names), ""}
		text, seen := c.words(b)
		list = append(list, journey.Violation{
			Place: journey.PlaceToolCount, Rule: ruleTooMany, At: -1,
			Detail: strconv.Itoa(len(names)) + " tools, " + strconv.Itoa(r.Max) + " allowed",
			Error:  text, ErrorHow: seen, Source: r.Source, AsOf: c.dated(r),
		})
	}
	if r := c.ruleAt(journey.PlaceToolCount, asOf); r != nil && len(names) < r.Min {
		text, seen := c.words(broken{journey.PlaceToolCount, ruleTooFew, c.path(journey.PlaceToolCount, 0), "", r.Min, len(names), ""})
		list = append(list, journey.Violation{
			Place: journey.PlaceToolCount, Rule: ruleTooFew, At: -1,
			Detail: "an empty list of tools, at least " + strconv.Itoa(r.Min) + " needed",
			Error:  text, ErrorHow: seen && text != "", Source: r.Source, AsOf: c.dated(r),
		})
	}
	if r := c.ruleAt(journey.PlaceDeclare, asOf); r != nil && r.Unique {
		list = append(list, c.duplicates(r, names)...)
	}
	return list
}

func (c *contract) duplicates(r *placeRule, names []journey.WireName) []journey.Violation {
	var list []journey.Violation
	first := make(map[journey.WireName]int, len(names))
	for i, n := range names {
		at, twice := first[n]
		if !twice {
			first[n] = i
			continue
		}
		text, seen := c.words(broken{journey.PlaceDeclare, ruleDuplicate, c.path(journey.PlaceDeclare, i), "", 0, 0, string(n.Name)})
		list = append(list, journey.Violation{
			Place: journey.PlaceDeclare, Rule: ruleDuplicate, At: -1,
			Detail: string(n.Name) + " is declared at " + c.path(journey.PlaceDeclare, at) + " and at " + c.path(journey.PlaceDeclare, i),
			Error:  text, ErrorHow: seen, Source: r.Source, AsOf: c.dated(r), Indexes: []int{at, i},
		})
	}
	return list
}
