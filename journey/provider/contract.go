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
	ruleFirst     = "first-character"
	ruleDuplicate = "duplicate-name"
	ruleTooMany   = "too-many"
	ruleTooFew    = "too-few"
	ruleReserved  = "reserved-name"
	ruleUnknown   = "unknown-name"
	ruleEdge      = "edge-character"
)

// wordDashWords is wordDash in words.
const wordDashWords = "A-Z a-z 0-9 _ -"

// placeRule is a NameRule with what that cannot say.
type placeRule struct {
	journey.NameRule
	// chars is the allowed set, first that of the first character; empty: any
	// character.
	chars, first charset
	// tail is what becomes of a legal name with one newline behind it.
	tail tailRule
	// should: the rule is a recommendation; who breaks it is warned.
	should bool
	// plain is the set with which a name is known to be taken, where no pattern
	// is known; a name with other characters is unknown. Empty: any.
	plain charset
	// plainFirst is what the first character must be for that. Empty: as plain.
	plainFirst charset
	// emptyUnknown: nobody knows what becomes of the empty name.
	emptyUnknown bool
	// emptyIllegal: the pattern refuses the empty name, no rule of length does.
	emptyIllegal bool
	// sure is the greatest length known to be taken; longer names up to Max
	// are unknown. 0: Max itself.
	sure int
	// loose: a name outside the rule is unknown, not refused.
	loose bool
}

// tailRule says what an engine does with one newline behind a legal name: a $
// lets it through in some and not in others.
type tailRule uint8

// The zero value is unknown: the hosted engine was not asked.
const (
	tailUnknown tailRule = iota
	tailRefused
	tailTaken
)

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
	// spells: the words look at the characters of a name. Those of others do no
	// more than quote it.
	spells bool
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
	// all are the rules that the name breaks at this place, for validators that
	// list them; empty behind the last.
	all [breachesMost]string
	// asOf is the day of the rule.
	asOf string
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
	if !r.plain.any() {
		parts = append(parts, "names with other characters than letters, digits, _ and -")
	}
	if r.loose {
		parts = append(parts, "what becomes of a name that breaks it")
	}
	rule.Unknown = strings.Join(parts, "; ")
	return rule
}

// Check judges one name at one place. The verdict is unknown where no rule is
// known, and for a legal name with one newline at the end unless the engine
// was seen: engines read $ differently.
func (c *contract) Check(place journey.Place, name journey.WireName, index int, asOf string) (journey.Verdict, []journey.Violation) {
	r := c.ruleAt(place, asOf)
	if r == nil || place == journey.PlaceToolCount {
		return journey.VerdictUnknown, nil
	}
	text := string(name.Name)
	if place == journey.PlaceNamespace {
		text = string(name.Namespace)
	}
	var room [breachesMost]breach
	verdict, found := r.judge(text, &room)
	if verdict != journey.VerdictReject {
		return verdict, nil
	}
	return verdict, c.violations(r, text, index, found)
}

// judge is the verdict on one name, and what a name that is refused breaks.
func (r *placeRule) judge(text string, room *[breachesMost]breach) (journey.Verdict, []breach) {
	if text == "" && r.emptyUnknown {
		return journey.VerdictUnknown, nil
	}
	found := r.breaches(text, room)
	if len(found) == 0 {
		switch {
		case r.sure > 0 && len(text) > r.sure && utf8.RuneCountInString(text) > r.sure:
			return journey.VerdictUnknown, nil
		case !r.plain.holds(text) || text != "" && !r.plainFirst.holds(text[:1]):
			return journey.VerdictUnknown, nil
		}
		return journey.VerdictAccept, nil
	}
	if r.loose {
		return journey.VerdictUnknown, nil
	}
	if cut, newline := strings.CutSuffix(text, "\n"); newline {
		var other [breachesMost]breach
		switch {
		case r.tail == tailTaken && len(r.breaches(cut, &other)) == 0:
			return journey.VerdictAccept, nil
		case r.tail == tailUnknown && len(found) == 1 && len(r.breaches(cut, &other)) == 0:
			return journey.VerdictUnknown, nil
		}
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

// violations words the breaches of one name.
func (c *contract) violations(r *placeRule, name string, index int, found []breach) []journey.Violation {
	list := make([]journey.Violation, 0, len(found))
	b := broken{
		place: r.Place, path: c.path(r.Place, index), pattern: r.Pattern,
		length: utf8.RuneCountInString(name), name: name, asOf: r.AsOf,
	}
	for i := range found {
		b.all[i] = found[i].rule
	}
	for i := range found {
		f := &found[i]
		b.rule, b.limit = f.rule, f.limit
		text, seen := c.words(b)
		list = append(list, c.violation(r, f.rule, f.at, r.detail(f), text, seen))
	}
	return list
}

func (c *contract) violation(r *placeRule, rule string, at int, detail, text string, seen bool) journey.Violation {
	v := journey.Violation{
		Place: r.Place, Rule: rule, At: at, Detail: detail, Error: text, ErrorHow: seen && text != "",
		Source: r.Source, AsOf: c.dated(r),
	}
	if r.should {
		v.Severity = journey.SeverityWarning
	}
	return v
}

// CheckRequest judges what concerns the whole list: the number of tools and,
// where the rule of declarations says so, that names differ.
func (c *contract) CheckRequest(names []journey.WireName, asOf string) []journey.Violation {
	var list []journey.Violation
	if r := c.ruleAt(journey.PlaceToolCount, asOf); r != nil {
		b := broken{place: r.Place, path: c.path(r.Place, 0), length: len(names), asOf: r.AsOf}
		detail := ""
		switch {
		case r.Max > 0 && len(names) > r.Max:
			b.rule, b.limit = ruleTooMany, r.Max
			detail = strconv.Itoa(len(names)) + " tools, " + strconv.Itoa(r.Max) + " allowed"
		case len(names) < r.Min:
			b.rule, b.limit = ruleTooFew, r.Min
			detail = "an empty list of tools, at least " + strconv.Itoa(r.Min) + " needed"
		}
		if b.rule != "" {
			text, seen := c.words(b)
			list = append(list, c.violation(r, b.rule, -1, detail, text, seen))
		}
	}
	if r := c.ruleAt(journey.PlaceDeclare, asOf); r != nil && r.Unique {
		list = append(list, c.duplicates(r, names)...)
	}
	return list
}

// duplicates returns one violation for each name that stands in the list more
// than once, in the order in which the second ones stand there. The provider's
// text is that about the second.
func (c *contract) duplicates(r *placeRule, names []journey.WireName) []journey.Violation {
	var again [][]int
	var at map[int32]int // by the first place
	for i, first := range journey.FirstPlaces(names) {
		if int(first) == i {
			continue
		}
		if at == nil {
			at = map[int32]int{}
		}
		k, ok := at[first]
		if !ok {
			k = len(again)
			at[first] = k
			again = append(again, []int{int(first)})
		}
		again[k] = append(again[k], i)
	}
	list := make([]journey.Violation, 0, len(again))
	for _, places := range again {
		n := &names[places[0]]
		text, seen := c.words(broken{place: r.Place, rule: ruleDuplicate, path: c.path(r.Place, places[1]), name: string(n.Name), asOf: r.AsOf})
		v := c.violation(r, ruleDuplicate, -1, string(n.Name)+" is declared "+c.placesWords(r.Place, places), text, seen)
		v.Indexes = places
		list = append(list, v)
	}
	return list
}

// fewPlaces are named one by one.
const fewPlaces = 4

// placesWords lists places of a request, the first few of many.
func (c *contract) placesWords(place journey.Place, places []int) string {
	shown := places
	if len(places) > fewPlaces {
		shown = places[:fewPlaces-1]
	}
	var b strings.Builder
	for k, i := range shown {
		switch {
		case k > 0 && k == len(places)-1:
			b.WriteString(" and ")
		case k > 0:
			b.WriteString(", ")
		}
		b.WriteString("at " + c.path(place, i))
	}
	if more := len(places) - len(shown); more > 0 {
		b.WriteString(" and at " + counted(more, "more place"))
	}
	return b.String()
}
