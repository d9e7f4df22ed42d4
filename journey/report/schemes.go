package report

import (
	"fmt"
	"io"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// Schemes is the JSON of `hopscope schemes`.
type Schemes struct {
	Schema  string   `json:"schema"`
	Schemes []Scheme `json:"schemes"`
}

// Scheme is one client's naming rules with all that is known of them. What is
// null is not known.
type Scheme struct {
	ID string `json:"id"`
	// Version is the one whose rules are shown; null where the rules have no
	// known version. Note says how it was chosen, where it is not the one that
	// was asked for.
	Version *string `json:"version"`
	Note    string  `json:"note,omitempty"`
	Title   string  `json:"title"`
	Rule    string  `json:"rule"`
	// Limit is the longest safe form in Unit, null for none.
	Limit *int   `json:"limit"`
	Unit  string `json:"unit"`
	// Clash, Lookup and History say what becomes of two tools with one wire
	// identity, how a call finds its tool, and what the next request holds.
	Clash   *string `json:"clash"`
	Lookup  *string `json:"lookup"`
	History *string `json:"history"`
	// Refusal is the text about an unknown name, with X for the name.
	Refusal  *string                `json:"refusal"`
	Options  []journey.SchemeOption `json:"options"`
	Versions []string               `json:"versions"`
	Sources  []journey.Fact         `json:"sources"`
}

// NewScheme lays out the rules of a scheme. options are all -O keys that it
// reads.
func NewScheme(info journey.SchemeInfo, options []journey.SchemeOption) Scheme {
	return Scheme{
		ID: info.ID, Version: told(info.Version), Note: info.Note, Title: info.Title, Rule: info.Rule,
		Limit: known(info.Limit), Unit: info.Unit,
		Clash: told(info.Clash), Lookup: told(info.Lookup), History: told(info.History), Refusal: told(info.Refusal),
		Options: orEmpty(options), Versions: orEmpty(info.Versions), Sources: orEmpty(info.Sources),
	}
}

// told is a text, nil where nothing is known.
func told(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func orUnknown(s *string) string {
	if s == nil {
		return "unknown"
	}
	return *s
}

// SchemesText writes one scheme a row.
func SchemesText(w io.Writer, list Schemes) error {
	b := &strings.Builder{}
	rows := [][]string{{"scheme", "version", "limit", "rule"}}
	for _, s := range list.Schemes {
		version := "–"
		if s.Version != nil {
			version = *s.Version
		}
		rows = append(rows, []string{s.ID, visible.Text(version), schemeLimit(s), visible.Text(s.Rule)})
	}
	writeRows(b, rows)
	b.WriteString("\nhopscope schemes ID shows what clashes, calls, the history and refusals do, the options, versions and sources.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func schemeLimit(s Scheme) string {
	if s.Limit == nil {
		return "none"
	}
	return comma(*s.Limit) + " " + s.Unit
}

// SchemeText writes all that is known of one scheme.
func SchemeText(w io.Writer, s Scheme) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, "%s  %s\n", s.ID, visible.Text(s.Title))
	version := "no version of these rules is known"
	if s.Version != nil {
		version = *s.Version
	}
	limit := schemeLimit(s)
	if s.Limit == nil && s.Unit != "" {
		limit += "; counted in " + s.Unit
	}
	for _, row := range [][2]string{
		{"version", version}, {"note", s.Note}, {"rule", s.Rule}, {"limit", limit}, {"clash", orUnknown(s.Clash)},
		{"look-up", orUnknown(s.Lookup)}, {"history", orUnknown(s.History)}, {"refusal", orUnknown(s.Refusal)},
	} {
		if row[1] != "" {
			writeEntry(b, row[0], row[1])
		}
	}
	if len(s.Versions) > 0 {
		writeEntry(b, "known at", strings.Join(s.Versions, ", "))
	}
	writeSchemeOptions(b, s.Options)
	b.WriteString("\nsources\n")
	for _, f := range s.Sources {
		fmt.Fprintf(b, "  %-7s  %s: %s%s\n", f.How, visible.Text(f.What), visible.Text(f.Source), dateNote(f.AsOf))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeEntry writes a label and a text, its further lines below the first.
func writeEntry(b *strings.Builder, label, text string) {
	for _, line := range strings.Split(text, "\n") {
		fmt.Fprintf(b, "%s\n", strings.TrimRight(fmt.Sprintf("%-9s %s", label, visible.Text(line)), " "))
		label = ""
	}
}

func writeSchemeOptions(b *strings.Builder, list []journey.SchemeOption) {
	b.WriteString("\noptions\n")
	for _, o := range list {
		value := "..."
		if len(o.Values) > 0 {
			value = strings.Join(o.Values, "|")
		}
		usual := ""
		if o.Default != "" {
			usual = " (usually " + o.Default + ")"
		}
		fmt.Fprintf(b, "  -O %s=%s%s\n    %s\n", visible.Text(o.Key), visible.Text(value), visible.Text(usual), visible.Text(o.What))
	}
}
