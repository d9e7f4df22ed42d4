package report

import (
	"fmt"
	"io"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// Providers is the JSON of `hopscope providers`.
type Providers struct {
	Schema string `json:"schema"`
	// AsOf is the day whose rules are shown; empty: the newest.
	AsOf      string     `json:"as_of,omitempty"`
	Providers []Provider `json:"providers"`
}

// Provider is one wire contract with all that is known of it.
type Provider struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// Contract is the rule of declarations in one line; Max the greatest length
	// in code points, null for no limit or an unknown one.
	Contract string `json:"contract"`
	Max      *int   `json:"max_length"`
	// MaxTools is null where no limit is known.
	MaxTools *int `json:"max_tools"`
	// Unique is yes, or no where two tools of one name are known to be taken,
	// else unknown.
	Unique string         `json:"unique"`
	Rules  []ProviderRule `json:"rules"`
	// NoRule are places for which no rule is known.
	NoRule   []journey.Place        `json:"no_rule"`
	Reserved []journey.ReservedName `json:"reserved"`
	Refusals []journey.RefusalText  `json:"refusals"`
	Sources  []ProviderSource       `json:"sources"`
	// Unknown is what was looked for and not found.
	Unknown []string `json:"unknown"`
}

// ProviderRule is one rule of one place.
type ProviderRule struct {
	Place   journey.Place `json:"place"`
	Pattern string        `json:"pattern,omitempty"`
	Chars   string        `json:"chars,omitempty"`
	First   string        `json:"first,omitempty"`
	Min     int           `json:"min"`
	Max     *int          `json:"max"` // null: no limit is known
	Unique  bool          `json:"unique"`
	Unknown string        `json:"unknown,omitempty"`
	Source  string        `json:"source"`
	AsOf    string        `json:"as_of,omitempty"`
	// Holds: the rule is in force on the day that is shown. Until is the day on
	// which the next one began.
	Holds bool   `json:"holds"`
	Until string `json:"until,omitempty"`
}

// ProviderSource says where a fact about a provider was read.
type ProviderSource struct {
	What   string `json:"what"`
	Source string `json:"source"`
	AsOf   string `json:"as_of,omitempty"`
	How    string `json:"how,omitempty"`
}

// NewProviders lays out contracts as of a day (YYYY-MM-DD, empty: now).
func NewProviders(list []journey.Provider, asOf string) Providers {
	out := Providers{Schema: Schema("providers"), AsOf: asOf, Providers: make([]Provider, 0, len(list))}
	for _, p := range list {
		out.Providers = append(out.Providers, newProvider(p, asOf))
	}
	return out
}

func newProvider(p journey.Provider, asOf string) Provider {
	info := p.Info()
	out := Provider{
		ID: info.ID, Title: info.Title, Contract: info.Contract, Unique: journey.UniqueWord(p, asOf),
		Rules: providerRules(p, info.Rules, asOf), NoRule: orEmpty(journey.NoRule(p, asOf)), Reserved: orEmpty(info.Reserved),
		Refusals: orEmpty(journey.Refusals(p, asOf)), Sources: []ProviderSource{}, Unknown: []string{},
	}
	if rule, ok := p.Rule(journey.PlaceDeclare, asOf); ok {
		out.Max = known(rule.Max)
		if asOf != "" {
			out.Contract = rule.Words()
		}
	} else if asOf != "" {
		out.Contract = "unknown"
	}
	if rule, ok := p.Rule(journey.PlaceToolCount, asOf); ok {
		out.MaxTools = known(rule.Max)
	}
	for _, f := range info.Sources {
		if f.How == "unknown" {
			out.Unknown = append(out.Unknown, f.What)
			continue
		}
		out.Sources = append(out.Sources, ProviderSource{What: f.What, Source: f.Source, AsOf: f.AsOf, How: f.How})
	}
	return out
}

// known is a limit, nil for none.
func known(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// providerRules lists all rules by place; of each place the one in force is the
// last that is not younger than the day.
func providerRules(p journey.Provider, rules []journey.NameRule, asOf string) []ProviderRule {
	out := make([]ProviderRule, 0, len(rules))
	for i, r := range rules {
		row := ProviderRule{
			Place: r.Place, Pattern: r.Pattern, Chars: r.Chars, First: r.First, Min: r.Min, Max: known(r.Max),
			Unique: r.Unique, Unknown: r.Unknown, Source: r.Source, AsOf: r.AsOf,
		}
		now, ok := p.Rule(r.Place, asOf)
		row.Holds = ok && now == r
		for _, later := range rules[i+1:] {
			if later.Place == r.Place {
				row.Until = later.AsOf
				break
			}
		}
		out = append(out, row)
	}
	return out
}

// ProvidersText writes one provider a row.
func ProvidersText(w io.Writer, list Providers) error {
	b := &strings.Builder{}
	if list.AsOf != "" {
		fmt.Fprintf(b, "rules as of %s\n\n", list.AsOf)
	}
	rows := [][]string{{"provider", "declared names", "tools", "unique"}}
	for _, p := range list.Providers {
		rows = append(rows, []string{p.ID, visible.Text(p.Contract), limit(p.MaxTools), p.Unique})
	}
	writeRows(b, rows)
	b.WriteString("\nhopscope providers ID shows every rule, place by place, with its source.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// limit is a limit as a cell: ? where none is known.
func limit(n *int) string {
	if n == nil {
		return "?"
	}
	return comma(*n)
}

// ProviderText writes all that is known of one provider.
func ProviderText(w io.Writer, list Providers) error {
	b := &strings.Builder{}
	for _, p := range list.Providers {
		fmt.Fprintf(b, "%s  %s\n", p.ID, p.Title)
		if list.AsOf != "" {
			fmt.Fprintf(b, "as of          %s\n", list.AsOf)
		}
		writeLabel(b, "declared names", p.Contract)
		writeLabel(b, "tools", mostTools(p.MaxTools))
		writeLabel(b, "unique", p.Unique)
		writeProviderRules(b, p)
		writeReserved(b, p.Reserved)
		if len(p.Refusals) > 0 {
			b.WriteString("\nwhat it says when it refuses\n")
			for _, r := range p.Refusals {
				fmt.Fprintf(b, "  %s, %s%s\n    %s\n", placeWords(r.Place), r.Rule, refusalNote(r), visible.Text(r.Text))
			}
		}
		b.WriteString("\nsources\n")
		for _, s := range p.Sources {
			fmt.Fprintf(b, "  %s: %s%s\n", visible.Text(s.What), visible.Text(s.Source), dateNote(s.AsOf))
		}
		writeUnknown(b, p)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func mostTools(n *int) string {
	if n == nil {
		return "the greatest number is not known"
	}
	return "at most " + comma(*n)
}

// writeReserved writes the reserved names; a source that all share stands once.
func writeReserved(b *strings.Builder, list []journey.ReservedName) {
	if len(list) == 0 {
		return
	}
	shared := list[0].Source
	for _, r := range list {
		if r.Source != shared {
			shared = ""
		}
	}
	b.WriteString("\nreserved names\n")
	rows := [][]string{{"name", "what it is", "source"}}
	for _, r := range list {
		source := r.Source
		if shared != "" {
			source = ""
		}
		rows = append(rows, []string{visible.Name(string(r.Name)), visible.Text(r.Why), visible.Text(source)})
	}
	if shared != "" {
		for i := range rows {
			rows[i] = rows[i][:2]
		}
	}
	writeRows(b, rows)
	if shared != "" {
		fmt.Fprintf(b, "  source: %s\n", visible.Text(shared))
	}
}

func writeLabel(b *strings.Builder, label, text string) {
	fmt.Fprintf(b, "%-14s %s\n", label, visible.Text(text))
}

func writeUnknown(b *strings.Builder, p Provider) {
	if len(p.Unknown)+len(p.NoRule) == 0 {
		return
	}
	b.WriteString("\nunknown\n")
	for _, u := range p.Unknown {
		fmt.Fprintf(b, "  %s\n", visible.Text(u))
	}
	if len(p.NoRule) > 0 {
		places := make([]string, len(p.NoRule))
		for i, place := range p.NoRule {
			places[i] = placeWords(place)
		}
		fmt.Fprintf(b, "  no rule is known for: %s\n", strings.Join(places, ", "))
	}
}

func refusalNote(r journey.RefusalText) string {
	s := ""
	if r.Advice {
		s += ", a warning only"
	}
	if !r.Seen {
		s += ", by analogy: not seen for this place"
	}
	return s
}

func dateNote(day string) string {
	if day == "" {
		return ""
	}
	return ", " + day
}

func writeProviderRules(b *strings.Builder, p Provider) {
	if len(p.Rules) == 0 {
		return
	}
	b.WriteString("\nrules\n")
	for _, r := range p.Rules {
		fmt.Fprintf(b, "  %s%s\n", placeWords(r.Place), ruleDates(r))
		for _, row := range [][2]string{
			{"pattern", r.Pattern}, {"characters", r.Chars}, {"first", r.First}, {"length", ruleLength(r)}, {"unique", yes(r.Unique)},
			{"unknown", r.Unknown}, {"source", r.Source},
		} {
			if row[1] != "" {
				fmt.Fprintf(b, "    %-10s %s\n", row[0], visible.Text(row[1]))
			}
		}
	}
}

func yes(on bool) string {
	if on {
		return "yes"
	}
	return ""
}

func ruleLength(r ProviderRule) string {
	if r.Place == journey.PlaceToolCount {
		if r.Max == nil {
			return ""
		}
		return "at most " + comma(*r.Max) + " tools"
	}
	rule := journey.NameRule{Min: r.Min}
	if r.Max != nil {
		rule.Max = *r.Max
	}
	return rule.SizeWords()
}

// ruleDates says since when a rule holds, and for an earlier one until when.
func ruleDates(r ProviderRule) string {
	s := ""
	if r.AsOf != "" {
		s += ", since " + r.AsOf
	}
	if r.Until != "" {
		s += ", until " + r.Until
	}
	if !r.Holds {
		s += "  (not in force)"
	}
	return s
}

// placeWords is a place in words.
func placeWords(p journey.Place) string { return strings.ReplaceAll(string(p), "_", " ") }
