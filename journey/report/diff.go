package report

import (
	"fmt"
	"io"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// Diff is the JSON of `hopscope diff`.
type Diff struct {
	Schema string       `json:"schema"`
	Old    DiffSide     `json:"old"`
	New    DiffSide     `json:"new"`
	Tools  []DiffTool   `json:"tools"`
	Stored []DiffStored `json:"stored"`
	Totals DiffTotals   `json:"totals"`
}

// DiffSide is one of the two requests.
type DiffSide struct {
	// Source is the path, or the client and version, as it was given.
	Source   string `json:"source"`
	Scheme   string `json:"scheme"`
	Provider string `json:"provider,omitempty"`
	Tools    int    `json:"tools"`
	// Note says how the scheme's version was chosen.
	Note         string           `json:"note,omitempty"`
	NamesUnknown []journey.Server `json:"names_unknown,omitempty"`
}

// DiffTool is one tool that differs.
type DiffTool struct {
	Change journey.ChangeKind `json:"change"`
	// Was and Is name the tool on each side; null where it is not there.
	Was *journey.Ref `json:"was"`
	Is  *journey.Ref `json:"is"`
	// Wire is the name in the request: of the side that has it, the new one of
	// both.
	Wire journey.Wire `json:"wire"`
	// Hop is the first one that differs.
	Hop  journey.Hop         `json:"hop"`
	Hops []journey.HopChange `json:"hops"`
}

// DiffStored is a stored call that the change breaks.
type DiffStored struct {
	Stored   DiffName         `json:"stored"`
	Was      journey.Ref      `json:"was"`
	Now      *journey.Ref     `json:"now"`
	Outcome  journey.Outcome  `json:"outcome"`
	Severity journey.Severity `json:"severity"`
	Via      string           `json:"via,omitempty"`
	Error    string           `json:"error,omitempty"`
	Refused  string           `json:"refused,omitempty"`
}

// DiffName is a name with the namespace beside it.
type DiffName struct {
	Name      journey.Echo      `json:"name"`
	Namespace journey.Namespace `json:"namespace,omitempty"`
}

// DiffTotals counts.
type DiffTotals struct {
	Same    int `json:"same"`
	Came    int `json:"came"`
	Went    int `json:"went"`
	Renamed int `json:"renamed"`
	Changed int `json:"changed"`
	Moved   int `json:"moved"`
	Stored  int `json:"stored"`
}

// NewDiffSide describes one side; source is what the user gave.
func NewDiffSide(source string, s journey.ChangeSide) DiffSide {
	info := s.Scheme.Info()
	d := DiffSide{Source: source, Scheme: schemeID(info), Note: info.Note, Tools: len(s.Plan.Tools), NamesUnknown: s.Plan.Setting.Catalog.UnknownServers()}
	if s.Provider != nil {
		d.Provider = s.Provider.Info().ID
	}
	return d
}

// NewDiff lays out what changed.
func NewDiff(before, after DiffSide, c journey.Changes) Diff {
	d := Diff{Schema: Schema("diff"), Old: before, New: after, Tools: []DiffTool{}, Stored: []DiffStored{}}
	d.Totals = DiffTotals{
		Same: c.Same, Came: c.Count(journey.ToolCame), Went: c.Count(journey.ToolWent), Renamed: c.Count(journey.ToolRenamed),
		Changed: c.Count(journey.ToolChanged), Moved: c.Count(journey.ToolMoved), Stored: len(c.Stored),
	}
	for i := range c.Tools {
		t := &c.Tools[i]
		row := DiffTool{Change: t.Kind, Hop: t.Hop(), Hops: orEmpty(t.Hops)}
		for _, side := range []struct {
			n  *journey.Naming
			to **journey.Ref
		}{{t.Was, &row.Was}, {t.Is, &row.Is}} {
			if side.n == nil {
				continue
			}
			ref := side.n.Ref
			if !side.n.RegisteredKnown {
				ref.Name = journey.Registered(side.n.Tool.Listed())
			}
			*side.to, row.Wire = &ref, side.n.Wire.Name
		}
		d.Tools = append(d.Tools, row)
	}
	for _, s := range c.Stored {
		d.Stored = append(d.Stored, DiffStored{
			Stored: DiffName{s.Stored.Name, s.Stored.Namespace}, Was: s.Was, Now: s.Now, Outcome: s.Outcome,
			Severity: s.Severity, Via: s.Via, Error: s.Error, Refused: s.Refused,
		})
	}
	return d
}

// DiffText writes the changes as rows, then what they do to stored calls.
func DiffText(w io.Writer, d Diff) error {
	b := &strings.Builder{}
	for _, side := range []struct {
		word string
		s    DiffSide
	}{{"old", d.Old}, {"new", d.New}} {
		fmt.Fprintf(b, "%s  %s: %s\n", side.word, visible.Text(side.s.Source), side.s.words())
		if side.s.Note != "" {
			fmt.Fprintf(b, "     note: %s\n", visible.Text(side.s.Note))
		}
		writeUnknownServers(b, side.s.NamesUnknown)
	}
	if len(d.Tools) > 0 {
		b.WriteString("\n")
	}
	rows := [][]string{{"", "", ""}}
	for i := range d.Tools {
		t := &d.Tools[i]
		first, rest := t.what(visible.Name), []string(nil)
		if len(first) > 1 {
			first, rest = first[:1], first[1:]
		}
		rows = append(rows, []string{t.Change.String(), t.name(visible.Name), strings.Join(first, "")})
		for _, line := range rest {
			rows = append(rows, []string{"", "", line})
		}
	}
	writeBody(b, rows)
	if len(d.Stored) > 0 {
		b.WriteString("\nstored calls\n")
		for i := range d.Stored {
			fmt.Fprintf(b, "  %-7s  %s\n", d.Stored[i].Severity, d.Stored[i].what(visible.Name, visible.Text))
		}
	}
	fmt.Fprintf(b, "\n%s\n", d.Totals.words())
	_, err := io.WriteString(w, b.String())
	return err
}

// writeBody writes rows in columns without the heading.
func writeBody(b *strings.Builder, rows [][]string) {
	all := &strings.Builder{}
	writeRows(all, rows)
	if _, body, ok := strings.Cut(all.String(), "\n"); ok {
		b.WriteString(body)
	}
}

// DiffMarkdown writes the changes as tables of a Markdown document.
func DiffMarkdown(w io.Writer, d Diff) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, "**%s** (%s) to **%s** (%s): %s\n", visible.Markdown(d.Old.Source), visible.Markdown(d.Old.words()),
		visible.Markdown(d.New.Source), visible.Markdown(d.New.words()), d.Totals.words())
	if len(d.Tools) > 0 {
		b.WriteString("\n| change | tool | what |\n| --- | --- | --- |\n")
		for i := range d.Tools {
			t := &d.Tools[i]
			fmt.Fprintf(b, "| %s | %s | %s |\n", t.Change, t.name(visible.MarkdownCode), strings.Join(t.what(visible.MarkdownCode), "<br>"))
		}
	}
	if len(d.Stored) > 0 {
		b.WriteString("\n| stored call | severity |\n| --- | --- |\n")
		for i := range d.Stored {
			fmt.Fprintf(b, "| %s | %s |\n", d.Stored[i].what(visible.MarkdownCode, visible.Markdown), d.Stored[i].Severity)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *DiffSide) words() string {
	text := "scheme " + s.Scheme
	if s.Provider != "" {
		text += ", provider " + s.Provider
	}
	return text + ", " + plural(s.Tools, "tool", "tools")
}

func (t *DiffTotals) words() string {
	parts := []string{
		comma(t.Came) + " came", comma(t.Went) + " went", comma(t.Renamed) + " renamed", comma(t.Changed) + " changed",
		comma(t.Moved) + " moved", comma(t.Same) + " as before",
	}
	return strings.Join(parts, ", ") + "; " + plural(t.Stored, "stored call", "stored calls") + " affected"
}

// refWord is a tool with its server.
func refWord(r *journey.Ref, code func(string) string) string {
	if r.Server != "" {
		return code(string(r.Name)) + " of " + code(string(r.Server))
	}
	return code(string(r.Name))
}

func (t *DiffTool) name(code func(string) string) string {
	if t.Was == nil {
		return refWord(t.Is, code)
	}
	return refWord(t.Was, code)
}

// what says the differences, one each.
func (t *DiffTool) what(code func(string) string) []string {
	switch t.Change {
	case journey.ToolCame:
		return []string{"sent as " + code(string(t.Wire))}
	case journey.ToolWent:
		return []string{"was sent as " + code(string(t.Wire))}
	case journey.ToolMoved:
		return []string{"another place in the order"}
	}
	list := make([]string, 0, len(t.Hops))
	for i := 0; i < len(t.Hops); i++ {
		h := t.Hops[i]
		title := h.Hop.Title()
		for i+1 < len(t.Hops) && t.Hops[i+1].What == h.What && t.Hops[i+1].Was == h.Was && t.Hops[i+1].Is == h.Is {
			i++ // the later hops hand on what changed at the first
			title += ", " + t.Hops[i].Hop.Title()
		}
		line := title + ": " + h.What + " "
		if h.What == "schema" {
			list = append(list, line+"changed")
			continue
		}
		line += orNone(h.Was, code) + " to " + orNone(h.Is, code)
		if h.Why != "" && h.What != "name" {
			line += " (" + visible.Text(h.Why) + ")"
		}
		list = append(list, line)
	}
	return list
}

// orNone writes a value of a hop, or that there is none.
func orNone(s string, code func(string) string) string {
	if s == "" {
		return "none"
	}
	return code(s)
}

// what says what a stored call meant and means.
func (s *DiffStored) what(code, text func(string) string) string {
	name := string(s.Stored.Name)
	if s.Stored.Namespace != "" {
		name = string(s.Stored.Namespace) + "." + name
	}
	out := code(name) + " meant " + refWord(&s.Was, code) + ", now "
	switch {
	case s.Now != nil && s.Refused != "" && s.Severity != journey.SeverityError:
		return code(name) + " still means " + refWord(s.Now, code) + ", but the provider refuses it in a history: " + text(s.Refused)
	case s.Now != nil:
		out += "means " + refWord(s.Now, code)
	case s.Outcome == journey.OutcomeUnknown:
		out += "no tool"
	default:
		out += s.Outcome.String()
	}
	if line, _, _ := strings.Cut(s.Error, "\n"); line != "" {
		out += ": " + text(visible.Cut(line, 120))
	}
	return out
}
