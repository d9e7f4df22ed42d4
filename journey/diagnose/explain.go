package diagnose

import (
	"regexp"
	"strconv"
	"strings"

	"hopscope/journey"
	"hopscope/journey/provider"
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
	// Diagnosis is nil for a refusal that is not about a name: then What and
	// Advice say what it is about, and what to do.
	Diagnosis    *journey.Diagnosis
	What, Advice string
}

// ExplainError says what a pasted refusal text is about. The catalog may be
// empty: then the text itself is all there is. A refusal that is about a call
// id, the number of tools or calls without results has no kind. ok is false for
// texts that are no refusal of a name, a call or a list of tools.
func ExplainError(text string, cat journey.Catalog) (Explanation, bool) {
	return ExplainErrorOf(text, cat, Speaker{})
}

// ExplainErrorOf is ExplainError where more is known: the request that was
// refused, as a scheme names it, and whose words the text may be.
func ExplainErrorOf(text string, cat journey.Catalog, by Speaker) (Explanation, bool) {
	text = strings.TrimSpace(text)
	if by.Plan == nil {
		by.Plan = verbatimPlan(cat)
	}
	st := &Situation{Catalog: entriesOf(by.Plan), pasted: true}
	st.putEntry(by.Plan, text)
	if x, ok := explainRefusal(st, text, by); ok {
		return x, true
	}
	if x, ok := explainBeside(text); ok {
		return x, true
	}
	return explainCall(st, text, by)
}

// entriesOf are the tools of a request at their positions; behind them those
// that it lacks.
func entriesOf(plan *journey.Plan) []Entry {
	var offered, others []Entry
	for i := range plan.Tools {
		n := &plan.Tools[i]
		if n.Status == journey.Offered {
			offered = append(offered, entryOf(n))
		} else {
			others = append(others, entryOf(n))
		}
	}
	return append(offered, others...)
}

var reEntry = regexp.MustCompile(`tools\[(\d+)\](?:\.tools\[(\d+)\])?`)

// putEntry puts the tool that a path of a tools array points at to where the
// path points: in a list with namespaces one entry holds several tools, so that
// tools[8].tools[4] is not the eighth of them.
func (st *Situation) putEntry(plan *journey.Plan, text string) {
	m := reEntry.FindStringSubmatch(text)
	if m == nil || len(st.Catalog) == 0 || !spaced(plan) {
		return
	}
	entry, _ := strconv.Atoi(m[1]) // the pattern has digits here
	member := -1
	if m[2] != "" {
		member, _ = strconv.Atoi(m[2])
	}
	prov, err := provider.Get("openai-responses")
	if err != nil || entry >= len(st.Catalog) {
		return
	}
	list := journey.Declare(prov, plan.Tools)
	for i := range plan.Tools {
		at := list.At(i)
		switch {
		case at.Entry != entry:
		case at.Member == member:
			st.Catalog[entry] = entryOf(&plan.Tools[i])
			return
		case member < 0: // the namespace itself
			st.Catalog[entry] = Entry{Name: string(plan.Tools[i].Wire.Namespace)}
			return
		}
	}
}

// spaced reports whether tools of a request stand in namespaces.
func spaced(plan *journey.Plan) bool {
	for i := range plan.Tools {
		if plan.Tools[i].Wire.Namespace != "" {
			return true
		}
	}
	return false
}

// explainRefusal reads the text of a refused request.
func explainRefusal(st *Situation, text string, by Speaker) (Explanation, bool) {
	x := Explanation{Request: true}
	var own journey.Refusal // as the first provider reads it that knows the place
	for _, p := range by.providers(text) {
		r, ok := p.Recognise(text)
		if !ok || !nameRule(r.Rule) || r.Place == journey.PlaceCallID {
			continue
		}
		x.Who = append(x.Who, p.Info().ID)
		if st.Rules == nil {
			st.Rules, st.Provider = p, p.Info().ID
		}
		if own.Place == "" {
			own = r
		}
	}
	if len(x.Who) > 1 { // a text that several word names none of them
		st.Provider, st.anyone = "", true
	}
	r, ok := readRefusal(text)
	if !ok || own.Place == journey.PlaceModelEcho || own.Place == journey.PlaceCall {
		return Explanation{}, false
	}
	x.Place, x.Path, x.Rule = r.place(), r.path, r.rule()
	x.Limit, x.Length = r.limit, r.got
	e := Event{Row: -1, Request: -1, NoCall: true, Error: text, Where: "the text"}
	x.take(newScene(st).judge(&e))
	x.refine(own, r, st)
	return x, x.Diagnosis != nil
}

// refine adds what the provider itself reads in its text, and the name where
// only the text has it.
func (x *Explanation) refine(own journey.Refusal, r refusal, st *Situation) {
	if own.Place != "" {
		x.Place, x.Limit, x.Length = own.Place, own.Limit, own.Length
		if x.Path == "" {
			x.Path = own.Path
		}
		if own.Rule != "unknown-name" {
			x.Rule = own.Rule
		}
	}
	if x.Rule == "illegal-name" {
		x.Length = 0 // a text that gives the whole rule says nothing of this name
	}
	switch {
	case own.Name != "" && x.Tool == "":
		x.Tool = own.Name
	case own.Place == journey.PlaceToolChoice && own.Name == "":
		x.Tool = "" // the text has the type of the choice, not a name
	case x.Tool == "" && len(r.values) > 0:
		x.Tool = r.values[0]
	}
	if x.Place == "" && x.Tool != "" && declares(st.Catalog, x.Tool) {
		x.Place = journey.PlaceDeclare
	}
}

// declares reports whether a list has an entry of this name.
func declares(list []Entry, name string) bool {
	for i := range list {
		if list[i].Name == name {
			return true
		}
	}
	return false
}

func (x *Explanation) take(d *journey.Diagnosis) {
	if d == nil {
		return
	}
	x.Kind, x.Hop, x.Tool, x.Diagnosis = d.Kind, d.Hop, d.Target, d
}

// nameRule reports whether a rule of a refusal is about a name, and not about
// a call id or the number of tools.
func nameRule(rule string) bool { return rule != "" && rule != "too-many" && rule != "too-few" }

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
func explainCall(st *Situation, text string, by Speaker) (Explanation, bool) {
	x := Explanation{Rule: "unknown-name", Place: journey.PlaceModelEcho}
	e := Event{Row: -1, Request: -1, Class: journey.ClassUnknownTool, Error: text, Where: "the text"}
	name := x.calledBy(by.providers(text), text)
	providers := len(x.Who)
	for _, said := range []string{text, enveloped(text)} {
		for _, s := range by.schemes(said) {
			r, ok := s.Recognise(said)
			if !ok || !r.Class.Unknown() {
				continue
			}
			info := s.Info()
			if info.ID != verbatim {
				x.Who = append(x.Who, info.ID)
			}
			if name == "" || e.Offered == nil && name == r.Name {
				name, e.Offered, e.Class = r.Name, r.Offered, r.Class
			}
		}
		if len(x.Who) > providers {
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

// calledBy finds the name of a call that a provider refused by its own look-up,
// and notes which providers word it so.
func (x *Explanation) calledBy(providers []journey.Provider, text string) string {
	name := ""
	for _, p := range providers {
		r, ok := p.Recognise(text)
		if !ok || r.Place != journey.PlaceModelEcho && r.Place != journey.PlaceCall {
			continue
		}
		x.Who = append(x.Who, p.Info().ID)
		if name == "" {
			name = r.Name
		}
	}
	return name
}

// enveloped puts a text back into the envelope of a Claude Code transcript:
// people paste what stands inside, with or without the word before it.
func enveloped(text string) string {
	return "<tool_use_error>Error: " + strings.TrimPrefix(text, "Error: ") + "</tool_use_error>"
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
