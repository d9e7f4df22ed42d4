package diagnose

import (
	"regexp"
	"strings"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
	"hopscope/vocab"
)

// Explanation is what a refusal text is about.
type Explanation struct {
	// Kind and Hop are those of the diagnosis.
	Kind journey.Kind
	Hop  journey.Hop
	// Request: a whole request was refused, not one call.
	Request bool
	// Who words it: the ids of the providers or schemes whose text it is.
	Who []string
	// Tool is the name that the text speaks of: the entry of the catalog, or
	// the name as the text gives it; empty when it gives none.
	Tool string
	// Place and Path are where in the request the name stands.
	Place journey.Place
	Path  string
	// Rule as in journey.Violation, or not-declared for a name that the
	// request's own list lacks, or unknown-name for a refused call.
	Rule string
	// Limit and Length where the text gives them.
	Limit, Length int
	Diagnosis     *journey.Diagnosis
}

// ExplainError says what a pasted refusal text is about. The catalog may be
// empty: then the text itself is all there is. ok is false for texts that are
// not about a name.
func ExplainError(text string, cat journey.Catalog) (Explanation, bool) {
	text = strings.TrimSpace(text)
	st := &Situation{Catalog: entriesOf(cat)}
	if x, ok := explainRefusal(st, text); ok {
		return x, true
	}
	return explainCall(st, text)
}

func entriesOf(cat journey.Catalog) []Entry {
	if len(cat.Tools) == 0 {
		return nil
	}
	plan := verbatimPlan(cat)
	out := make([]Entry, len(plan.Tools))
	for i := range plan.Tools {
		out[i] = entryOf(&plan.Tools[i])
	}
	return out
}

// explainRefusal reads the text of a refused request.
func explainRefusal(st *Situation, text string) (Explanation, bool) {
	x := Explanation{Request: true}
	for _, p := range provider.All() {
		if r, ok := p.Recognise(text); ok && nameRule(r.Rule) {
			x.Who = append(x.Who, p.Info().ID)
			if st.Rules == nil {
				st.Rules, st.Provider = p, p.Info().ID
			}
		}
	}
	r, ok := readRefusal(text)
	if !ok {
		return Explanation{}, false
	}
	x.Place, x.Path, x.Rule = r.place(), r.path, r.rule()
	x.Limit, x.Length = r.limit, r.got
	e := Event{Row: -1, Request: -1, NoCall: true, Error: text, Where: "the text"}
	x.take(newScene(st).judge(&e))
	if x.Tool == "" && len(r.values) > 0 {
		x.Tool = r.values[0]
	}
	return x, x.Diagnosis != nil
}

func (x *Explanation) take(d *journey.Diagnosis) {
	if d == nil {
		return
	}
	x.Kind, x.Hop, x.Tool, x.Diagnosis = d.Kind, d.Hop, d.Target, d
}

// nameRule reports whether a rule of a refusal is about a name, and not about
// a call id or the number of tools.
func nameRule(rule string) bool { return rule != "" && rule != "too-many" }

// rule is the rule that a text speaks of.
func (r refusal) rule() string {
	switch {
	case r.missing:
		return "not-declared"
	case r.reserved:
		return "reserved-name"
	case r.duplicate:
		return "duplicate-name"
	case r.length && !r.pattern:
		return "too-long"
	}
	return "illegal-name"
}

// explainCall reads a client's refusal of one call.
func explainCall(st *Situation, text string) (Explanation, bool) {
	x := Explanation{Rule: "unknown-name", Place: journey.PlaceModelEcho}
	e := Event{Row: -1, Request: -1, Class: journey.ClassUnknownTool, Error: text, Where: "the text"}
	name := ""
	for _, said := range []string{text, enveloped(text)} {
		for _, s := range scheme.All() {
			r, ok := s.Recognise(said)
			if !ok || !r.Class.Unknown() {
				continue
			}
			info := s.Info()
			if info.ID != verbatim {
				x.Who = append(x.Who, info.ID)
			}
			if name == "" {
				name, e.Offered, e.Class = r.Name, r.Offered, r.Class
			}
		}
		if len(x.Who) > 0 {
			break
		}
	}
	if name == "" && !saysUnknown(text) {
		return Explanation{}, false
	}
	if name == "" {
		name = quotedName(text)
	}
	if name == "" && len(x.Who) == 0 && !strings.HasSuffix(text, ":") {
		return Explanation{}, false // it refuses a tool and does not say which
	}
	if len(x.Who) == 1 {
		st.Client, _ = st.Vocabulary.ClientID(x.Who[0])
	}
	e.Called.Name = journey.Echo(name)
	x.take(newScene(st).judge(&e))
	if len(st.Catalog) == 0 && len(e.Offered) == 0 {
		x.take(ownTools(st, &e))
	}
	if x.Tool == "" {
		x.Tool = name
	}
	return x, x.Diagnosis != nil
}

// enveloped puts a text back into the envelope of a Claude Code transcript:
// people paste what stands inside, with or without the word before it.
func enveloped(text string) string {
	return "<tool_use_error>Error: " + strings.TrimPrefix(text, "Error: ") + "</tool_use_error>"
}

// ownTools judges a refusal against the client's own tools, where no list is
// at hand; nil where that gives no tool that was meant.
func ownTools(st *Situation, e *Event) *journey.Diagnosis {
	list, ok := vocab.Builtins(st.Client, st.Version)
	if !ok {
		return nil
	}
	own := *st
	own.Assumed = true
	for _, b := range list.Declared {
		own.Catalog = append(own.Catalog, Entry{Name: b, Builtin: true})
	}
	d := newScene(&own).judge(e)
	if d == nil || d.Target == "" {
		return nil
	}
	d.Evidence = append(d.Evidence, journey.Evidence{Where: "catalog", Text: "No list was given: the tools of " + st.Client + " " + list.Version + " are taken"})
	return d
}

var calledName = []*regexp.Regexp{
	regexp.MustCompile("(?i)(?:tool|function|call|named?|callback)[^'\"`]{0,24}['\"`]([^'\"`]+)['\"`]"),
	regexp.MustCompile(`(?i)(?:unknown tool|no such tool available|unsupported call|unknown function|tool not found|tool not available|tool name):\s*(\S+)`),
	regexp.MustCompile(`(?i)(?:tool|function) (\S+) (?:not found|does not exist|is not)`),
}

// quotedName finds the called name in a refusal whose wording is not known.
func quotedName(text string) string {
	for _, re := range calledName {
		if m := re.FindStringSubmatch(text); m != nil {
			return strings.TrimRight(m[1], ".,;")
		}
	}
	return ""
}
