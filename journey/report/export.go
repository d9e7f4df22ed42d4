package report

import (
	"slices"
	"strings"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/journey/redact"
)

// Export is a recording as the formats for people show it: an HTML page, an SVG
// picture, a Markdown report. The values come from the analyzer; bodies and
// argument values are not among them.
type Export struct {
	// Title stands for the inputs: the name of the first file, without its
	// folder.
	Title   string
	Sources []ExportSource
	// Client is the id or label with its version, Why how the scheme was chosen.
	Client, Scheme, Provider, Why string
	Notes                         []string
	// Written are notes that somebody wrote into the case.
	Written []ExportNote
	Totals  ReplayTotals
	// Verdict is one sentence about the causes; Other counts the failures that
	// are not about a name; Fit says which rules fit better.
	Verdict, Other, Fit string
	// Filter says which calls were asked for, empty for all: "only failed".
	Filter string
	Causes []ExportCause
	// CausesLeft is how many more there are.
	CausesLeft int
	// Refused are requests that were refused for another reason than a name.
	Refused []ExportRequest
	// Others are failures that are not about a name, OthersLeft how many more.
	Others     []ExportCall
	OthersLeft int
	// Rows are the calls of the table in file order, Chosen how many there would
	// be without the limit.
	Rows   []ExportRow
	Chosen int
	// Tools of the newest request, and names that were called and belong to none;
	// ToolsAll counts them without the limit.
	Tools    []ExportTool
	ToolsAll int
	Assumed  bool // the list of declared tools was not recorded
	Taught   []diagnose.Lacking
	Problems []journey.Problem
	// ProblemCount counts all problems.
	ProblemCount int
	// Path is the argument with which the command was called, for the commands
	// that show more; empty for a built-in session. Version is hopscope's.
	Path, Version string
	// Masks hide secrets; nil: everything is shown.
	Masks *Masks
	// Look is the palette of pages and pictures.
	Look Look
}

// The limits of an export: a page of a huge session has to stay one that a
// browser opens.
const (
	// ExportCalls is the number of rows in the table of calls.
	ExportCalls = 2000
	// ExportJourneys is the number of failed calls that are laid out, over all
	// causes, and again that of the failures with another reason than a name.
	ExportJourneys = 200
	// ExportCauses is the number of causes.
	ExportCauses = 100
	// ExportTools is the number of rows in the table of tools.
	ExportTools = 1000
)

// ExportNote is what somebody wrote about the session, or about its call number
// Call (from 1, 0: none). Time is as it was written, often empty.
type ExportNote struct {
	Text, Time string
	Call       int
}

// about says what a note is about and when it was written: "call 3, 2026-11-30".
func (n *ExportNote) about() string {
	var parts []string
	if n.Call > 0 {
		parts = append(parts, "call "+comma(n.Call))
	}
	if n.Time != "" {
		parts = append(parts, n.Time)
	}
	return strings.Join(parts, ", ")
}

// ExportSource is one input.
type ExportSource struct {
	Name, What string
	Notes      []string
}

// ExportCause is a diagnosis with what it explains.
type ExportCause struct {
	Diagnosis journey.Diagnosis
	// Explains counts: "4 calls of 2 names". Names are those that were called.
	Explains string
	Names    []string
	Requests []ExportRequest
	Calls    []ExportCall
	// Left is how many of its calls are not laid out.
	Left int
}

// ExportCall is a call with its journey.
type ExportCall struct {
	Journey journey.Journey
	// Of counts the calls of the session.
	Of int
}

// Call is the recorded call.
func (c *ExportCall) Call() *journey.Call { return c.Journey.Call }

// ExportRequest is a refused request; Journey is nil where the refusal is about
// no tool of the list.
type ExportRequest struct {
	Line, Turn int
	Error      string
	Diagnosis  *journey.Diagnosis
	Journey    *journey.Journey
}

// ExportRow is a call in the table of calls. Skipped is how many calls before
// it are left out of the table.
type ExportRow struct {
	ReplayCall
	Index   int // from 0, in file order
	Skipped int
	// Laid: the call is also laid out as a journey.
	Laid bool
}

// ExportTool is a tool of the newest request, or a name that was called and
// belongs to none.
type ExportTool struct {
	Server, Name, Wire, Namespace string
	Status                        string
	Reason                        string
	Calls, Failed                 int
	// NoTool: the name was called, and is no tool's.
	NoTool bool
}

// Picture is one journey for an SVG picture or a Markdown report of explain.
type Picture struct {
	// Name that was called, with its namespace; Note says where: "call 3 of 7,
	// turn 3, line 35".
	Name, Namespace, Note string
	Journey               journey.Journey
	// Error is the refusal as it was recorded, or as the model would read it.
	Error string
	// Client, Scheme and Provider whose rules were used; Source is the file.
	Client, Scheme, Provider, Source string
	// Others is how many other failures the recording has.
	Others  string
	Notes   []string
	Command string // that shows the same
	Version string
	Masks   *Masks
	Look    Look
}

// Masks hide secrets in the texts of an export and count what they hid. A nil
// Masks hides nothing.
type Masks struct {
	masker redact.Masker
	rules  []string // what may stand in a mask, sorted
	counts map[string]int
	order  []string
}

// NewMasks returns masks that have seen nothing yet.
func NewMasks() *Masks { return &Masks{rules: redact.Rules(), counts: map[string]int{}} }

// Learn takes user names from the home folders in a text.
func (m *Masks) Learn(s string) {
	if m != nil {
		m.masker.Learn(s)
	}
}

// Spare keeps the name of a tool from being taken for that of a user.
func (m *Masks) Spare(name string) {
	if m != nil {
		m.masker.Spare(name)
	}
}

func (m *Masks) text(s string) string {
	if m == nil {
		return s
	}
	s, _ = m.masker.Text(s)
	m.count(s)
	return s
}

// name masks what stands as a name: it stays unless a secret is part of it.
func (m *Masks) name(s string) string {
	if m == nil {
		return s
	}
	s, _ = m.masker.Name(s)
	m.count(s)
	return s
}

// count counts the masks in a text, those too that were put there when it was
// read.
func (m *Masks) count(s string) {
	if !redact.Masked(s) {
		return
	}
	for _, part := range strings.Split(s, "<")[1:] {
		rule, _, ok := strings.Cut(part, ">")
		if _, known := slices.BinarySearch(m.rules, rule); !ok || !known {
			continue
		}
		if m.counts[rule]++; m.counts[rule] == 1 {
			m.order = append(m.order, rule)
		}
	}
}

// Words say what was masked in the text that was written so far.
func (m *Masks) Words() string {
	if m == nil {
		return "Nothing is masked here: it was written with --show-secrets."
	}
	const kept = "Arguments and results are not in here."
	if len(m.order) == 0 {
		return kept + " Keys, e-mail addresses, home folders and host names would be masked; none was found."
	}
	parts := make([]string, len(m.order))
	for i, rule := range m.order {
		parts[i] = rule + " " + times(m.counts[rule])
	}
	return kept + " Masked: " + strings.Join(parts, ", ") + "."
}

// times is a count in words: "once", "twice", "12 times".
func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	default:
		return comma(n) + " times"
	}
}
