package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// Wire is the JSON of `hopscope wire` for one scheme and one provider, and the
// part of `hopscope check` that both share.
type Wire struct {
	Schema   string `json:"schema,omitempty"`
	Scheme   string `json:"scheme"`
	Provider string `json:"provider"`
	// Sources are the paths and formats of the catalogs, Notes what they say.
	Sources    []string            `json:"sources,omitempty"`
	Tools      []WireTool          `json:"tools"`
	Violations []journey.Violation `json:"violations"`
	Warnings   []string            `json:"warnings"`
	// NamesUnknown are servers whose tools no input lists.
	NamesUnknown []journey.Server `json:"names_unknown,omitempty"`
	Notes        []string         `json:"notes,omitempty"`
	Request      json.RawMessage  `json:"request,omitempty"`
}

// WireSet is the JSON for several schemes or providers.
type WireSet struct {
	Schema    string `json:"schema"`
	Scheme    string `json:"scheme,omitempty"`
	Schemes   []Wire `json:"schemes,omitempty"`
	Providers []Wire `json:"providers,omitempty"`
}

// WireTool is one tool at all its forward hops.
type WireTool struct {
	// Registered is null where the way back from the form read is not unique.
	Registered *journey.Registered `json:"registered"`
	Server     journey.Server      `json:"server,omitempty"`
	Builtin    bool                `json:"builtin,omitempty"`
	Namespace  journey.Namespace   `json:"namespace,omitempty"`
	Safe       journey.Safe        `json:"safe"`
	Wire       journey.Wire        `json:"wire"`
	// Path of the name in the request; empty when the tool is not in it.
	Path       string              `json:"path"`
	Status     journey.OfferStatus `json:"status"`
	Verdict    journey.Verdict     `json:"verdict"`
	Reason     string              `json:"reason,omitempty"`
	SharesWith []string            `json:"shares_with,omitempty"`
	Violations []journey.Violation `json:"violations"`
	Identity   *journey.Identity   `json:"identity,omitempty"`
	*UnderScheme
	Shape json.RawMessage `json:"shape,omitempty"`
}

// UnderScheme is what a comparison of schemes says of a tool beside its forms:
// the length as the client counts it, what becomes of two tools with one name,
// and what a call of the wire name reaches (itself, another tool, nothing).
type UnderScheme struct {
	Length  int    `json:"length"`
	Limit   int    `json:"limit,omitempty"`
	Unit    string `json:"unit,omitempty"`
	Clash   string `json:"clash,omitempty"`
	Reaches string `json:"reaches"`
}

// Compare adds the comparison to the tools of a request that a scheme planned.
func (w *Wire) Compare(s journey.Scheme, p *journey.Plan) {
	for i := range w.Tools {
		u := journey.UnderPlan(s, p, i, nil, "")
		w.Tools[i].UnderScheme = &UnderScheme{u.Length, u.Limit, u.Unit, u.Clash, u.Reaches()}
	}
}

// WireInput is what NewWire lays out.
type WireInput struct {
	Scheme   journey.Scheme
	Provider journey.Provider
	Plan     *journey.Plan
	Census   journey.CensusResult
	// Shapes: include declarations, identities and the request.
	Shapes bool
	// Brief: leave out what a line of text does not tell, the paths of names.
	Brief bool
}

// NewWire lays out one request under a scheme and a provider.
func NewWire(in WireInput) Wire {
	info := in.Scheme.Info()
	out := Wire{
		Scheme: schemeID(info), Provider: in.Provider.Info().ID,
		Tools:        make([]WireTool, 0, len(in.Plan.Tools)),
		Violations:   orEmpty(in.Census.Request),
		Warnings:     orEmpty(in.Plan.Warnings),
		NamesUnknown: in.Plan.Setting.Catalog.UnknownServers(),
		Notes:        in.Plan.Setting.Catalog.Notes,
	}
	var list journey.Declarations
	if !in.Brief {
		list = journey.Declare(in.Provider, in.Plan.Tools)
	}
	for i := range in.Plan.Tools {
		out.Tools = append(out.Tools, wireTool(in, &list, i))
	}
	if in.Shapes {
		before, after := in.Provider.Frame()
		body := before + strings.Join(list.Entries(), ",") + after
		if json.Valid([]byte(body)) {
			out.Request = json.RawMessage(body)
		}
	}
	return out
}

// sharedNames is how many of the tools that share its form are named beside a
// tool; the finding of the group names all of them once.
const sharedNames = 8

func wireTool(in WireInput, list *journey.Declarations, i int) WireTool {
	n := &in.Plan.Tools[i]
	j := in.Census.Tools[i]
	t := WireTool{
		Server: n.Ref.Server, Builtin: n.Ref.Builtin, Namespace: n.Wire.Namespace,
		Safe: n.Safe, Wire: n.Wire.Name, Status: n.Status, Verdict: j.Verdict,
		Reason: n.Reason, Violations: orEmpty(j.Violations),
	}
	if n.RegisteredKnown {
		t.Registered = &n.Ref.Name
	}
	for _, k := range n.SharesWith[:min(len(n.SharesWith), sharedNames)] {
		t.SharesWith = append(t.SharesWith, in.Plan.Tools[k].Tool.Listed())
	}
	if in.Shapes {
		id := in.Scheme.Identity(in.Plan, i)
		t.Identity = &id
	}
	if in.Brief {
		return t
	}
	d, offered := list.Of(i)
	t.Path = d.Path
	if offered && in.Shapes && json.Valid([]byte(d.JSON)) {
		t.Shape = json.RawMessage(d.JSON)
	}
	return t
}

// AllProviders joins one request under several providers: a tool has the worst
// verdict and all violations, and no path or shape, for each provider has its
// own.
func AllProviders(wires []Wire) Wire {
	all := wires[0]
	all.Provider, all.Request = "all", nil
	all.Tools = append([]WireTool{}, all.Tools...)
	for i := range all.Tools {
		t := &all.Tools[i]
		t.Path, t.Shape, t.Violations = "", nil, []journey.Violation{}
		for _, w := range wires {
			v := w.Tools[i]
			t.Verdict = worse(t.Verdict, v.Verdict)
			t.Violations = append(t.Violations, v.Violations...)
		}
	}
	all.Violations = []journey.Violation{}
	for _, w := range wires {
		all.Violations = append(all.Violations, w.Violations...)
	}
	return all
}

// worse orders verdicts: reject, unknown, accept.
func worse(a, b journey.Verdict) journey.Verdict {
	for _, v := range []journey.Verdict{journey.VerdictReject, journey.VerdictUnknown} {
		if a == v || b == v {
			return v
		}
	}
	return a
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func schemeID(info journey.SchemeInfo) string {
	if info.Version == "" {
		return info.ID
	}
	return info.ID + "@" + info.Version
}

// WireText writes the forms as aligned rows, then warnings and the request.
func WireText(w io.Writer, v Wire) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, "scheme %s, provider %s: %s\n", v.Scheme, v.Provider, wireCounts(v))
	writeRows(b, wireRows(v))
	writeNoTools(b, v)
	writeUnknownServers(b, v.NamesUnknown)
	for _, n := range v.Notes {
		fmt.Fprintf(b, "note: %s\n", visible.Text(n))
	}
	for _, x := range v.Violations {
		fmt.Fprintf(b, "%s: %s\n", x.Severity, visible.Text(x.Detail))
	}
	for _, x := range v.Warnings {
		fmt.Fprintf(b, "warning: %s\n", visible.Text(x))
	}
	if len(v.Request) > 0 {
		b.WriteString("\nrequest\n")
		if err := JSON(b, v.Request); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func wireCounts(v Wire) string {
	offered, left, rejected := 0, 0, 0
	for _, t := range v.Tools {
		if t.Status == journey.Offered {
			offered++
		}
		if t.Status == journey.LeftOut {
			left++
		}
		if t.Verdict == journey.VerdictReject {
			rejected++
		}
	}
	s := fmt.Sprintf("%s of %s offered", comma(offered), plural(len(v.Tools), "tool", "tools"))
	if left > 0 {
		s += fmt.Sprintf(", %s left out", comma(left))
	}
	if rejected > 0 {
		s += fmt.Sprintf(", %s refused", comma(rejected))
	}
	return s
}

func wireRows(v Wire) [][]string {
	rows := [][]string{{"real name", "safe form", "wire", "status", "verdict", ""}}
	for _, t := range v.Tools {
		real := "?"
		if t.Registered != nil {
			real = visible.Name(string(*t.Registered))
			if t.Server != "" {
				real = visible.Name(string(t.Server)) + " · " + real
			}
		}
		wire := visible.Name(string(t.Wire))
		if t.Namespace != "" {
			wire = visible.Name(string(t.Namespace)) + " · " + wire
		}
		if t.Status == journey.LeftOut {
			wire = "–"
		}
		note := visible.Text(t.Reason)
		for _, x := range t.Violations {
			note = join(note, visible.Text(x.Detail))
		}
		rows = append(rows, []string{real, visible.Name(string(t.Safe)), wire, statusWord(t.Status), t.Verdict.String(), note})
	}
	return rows
}

func statusWord(s journey.OfferStatus) string {
	return strings.ReplaceAll(s.String(), "_", " ")
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// writeNoTools says that there was nothing to name, and in which inputs.
func writeNoTools(b *strings.Builder, v Wire) {
	if len(v.Tools) > 0 || len(v.NamesUnknown) > 0 {
		return
	}
	paths := make([]string, len(v.Sources))
	for i, p := range v.Sources {
		paths[i] = visible.Text(p)
	}
	fmt.Fprintf(b, "no tool is named in %s: there is nothing to judge.\n", strings.Join(paths, ", "))
}

func writeUnknownServers(b *strings.Builder, servers []journey.Server) {
	if len(servers) == 0 {
		return
	}
	names := make([]string, len(servers))
	for i, s := range servers {
		names[i] = visible.Name(string(s))
	}
	fmt.Fprintf(b, "%s (%s), names unknown: list them live with hopscope catalog --config FILE, or give each tools/list answer with --server KEY=FILE.\n",
		plural(len(servers), "server", "servers"), strings.Join(names, ", "))
}

// writeRows writes rows in columns that are as wide as their widest cell, two
// blanks apart, without blanks at the end. A column that is empty in all rows
// but the first is left out.
func writeRows(b *strings.Builder, rows [][]string) {
	if len(rows) < 2 {
		return
	}
	widths := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, c := range r {
			widths[i] = max(widths[i], visible.Width(c))
		}
	}
	for _, r := range rows {
		line := &strings.Builder{}
		for i, c := range r {
			line.WriteString("  ")
			line.WriteString(c)
			line.WriteString(strings.Repeat(" ", widths[i]-visible.Width(c)))
		}
		b.WriteString(strings.TrimRight(line.String(), " "))
		b.WriteString("\n")
	}
}
