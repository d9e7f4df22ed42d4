package tui

import (
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/exp/golden"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// panes are the parts that have a place of their own.
var panesOf = []struct {
	name string
	part func(*detail, int) part
}{
	{"registered", registeredPart}, {"safe", safePart}, {"wire", wirePart}, {"echo", echoPart},
	{"dispatch", dispatchPart}, {"history", historyPart}, {"identity", identityPart},
	{"calls", func(d *detail, w int) part { return callsPart(d, w, 14, 0) }},
	{"twonames", func(d *detail, w int) part { p, _ := twoNamesPart(d, w); return p }},
	{"lack", func(d *detail, w int) part { return lackPart(d.plan, d.census, w) }},
	{"words", func(d *detail, w int) part { return wordsPart(d.plan, d.scheme, w) }},
	{"neartwins", func(d *detail, w int) part { return nearTwinsPart(d.census, w) }},
}

var details = []struct {
	name string
	make func() *detail
}{{"ask", askDetail}, {"clash", clashDetail}, {"pair", pairDetail}}

// TestPanes compares every pane at the widths of the layouts.
func TestPanes(t *testing.T) {
	for _, d := range details {
		for _, p := range panesOf {
			t.Run(d.name+"/"+p.name, func(t *testing.T) {
				var b strings.Builder
				for _, w := range []int{38, 47, 78} {
					b.WriteString(drawn(p.part(d.make(), w), w))
					b.WriteByte('\n')
				}
				golden.RequireEqual(t, b.String())
			})
		}
	}
}

// TestASCII holds every pane of the ASCII set to ASCII, one cell for one cell.
func TestASCII(t *testing.T) {
	for _, d := range details {
		rows := railLines(d.make(), 160)
		rows = append(rows, whyLines(d.make(), 80, 6)...)
		for _, p := range panesOf {
			rows = append(rows, p.part(d.make(), 38).body...)
		}
		for _, l := range rows {
			a := l.ascii()
			if got, want := a.width(), l.width(); got != want {
				t.Errorf("width of %q = %d, want %d as of %q", a.plain(), got, want, l.plain())
			}
			for _, r := range a.plain() {
				if r > unicode.MaxASCII {
					t.Errorf("%q holds %q", a.plain(), r)
				}
			}
		}
	}
}

func TestASCIIRail(t *testing.T) {
	var rows []line
	for _, l := range railLines(askDetail(), 80) {
		rows = append(rows, l.ascii())
	}
	sameText(t, textOf(rows), `
v breaks here
Real name    Safe form    Wire shape   Model echo   Dispatch     History
x............o............o............@============@============@
-            -            -            AskUserQ~on  -            AskUserQ~on
not offered  not sent     absent       as written   refused      sent again
`)
}

// TestMockup21 lays the parts out as the design's screen of 120 columns does.
func TestMockup21(t *testing.T) {
	d := askDetail()
	var head []line
	head = append(head, headingLine(d, 80))
	head = append(head, railLines(d, 80)...)
	head = append(head, nil)
	head = append(head, whyLines(d, 80, 6)...)
	sameText(t, textOf(head), `
AskUserQuestion                       call 2 of 15   turn 2   11:24:30   line 10
▼ breaks here
Real name    Safe form    Wire shape   Model echo   Dispatch     History
✗╌╌╌╌╌╌╌╌╌╌╌╌○╌╌╌╌╌╌╌╌╌╌╌╌○╌╌╌╌╌╌╌╌╌╌╌╌●━━━━━━━━━━━━●━━━━━━━━━━━━●
–            –            –            AskUserQ…on  –            AskUserQ…on
not offered  not sent     absent       as written   refused      sent again

 not-offered   breaks at Real name              test 12: built-in of this client
What  Claude Code has a tool of this name, but this session did not offer it.
Seen  Line 11: No such tool available: AskUserQuestion. It came between 2.0.0
      and 2.0.60; this is 2.0.37. It sent question, the tool takes questions.
Do    Update to 2.0.60 or later, or let the agent ask in plain text.
      The name is right: renaming will not help.
`)
	left := drawn(registeredPart(d, 38), 38) + "\n" + drawn(safePart(d, 38), 38) + "\n" + drawn(echoPart(d, 38), 38) +
		"\n" + drawn(brief(dispatchPart(d, 38)), 38) + drawn(historyPart(d, 38), 38)
	sameText(t, left, `
Real name                   registered
AskUserQuestion
✗ not in this session, by the refusal

Safe form                       15/128
AskUserQuestion
= real name: built-ins keep theirs

Model echo                     line 10
AskUserQuestion
= real name, all 15 characters
question "I need to understand your…"

Dispatch              line 11  refused
Error: No such tool available:
AskUserQuestion
rule used: 2.1.20, the oldest known
History                  turns 3 to 15
AskUserQuestion
the call and its refusal go along
`)
	right := drawn(wirePart(d, 38), 38) + "\n" + drawn(identityPart(d, 38), 38)
	sameText(t, right, `
Wire shape            tools[]  assumed
{
  "tools": [
    { "name": "Task", … },
    { "name": "ExitPlanMode", … },
    { "name": "TodoWrite", … },
    { "name": "Read", … },
    { "name": "Edit", … },
    { "name": "Bash", … }
  ]
}
✗ no entry AskUserQuestion
The request is not in this file; a HAR
or proxy log as second PATH shows it.

Identity
public name   AskUserQuestion
namespace     none
lookup key    AskUserQuestion, exact
stored as     AskUserQuestion
call id       toolu_013C…aWZu4d7
`)
	sameText(t, drawn(callsPart(d, 37, 9, 0), 36), `
Calls of AskUserQuestion      1 of 1
  turn  time      call id
 ✗   2  11:24:30  toolu_013C…aWZu4d7

  All 15 calls, one mark each:
  ·✗!········!··!
   ▲ you are here
`)
}

func TestMockup22(t *testing.T) {
	d := clashDetail()
	p, ok := twoNamesPart(d, 150)
	if !ok {
		t.Fatal("twoNamesPart found no clash")
	}
	sameText(t, drawn(p, 148), `
Two names, one form                                                                                                      what each character becomes
docs.open   real   mcp__word.craft__docs.open      26/64
docs_open   real   mcp__word.craft__docs_open      26/64
both        safe   mcp__word_craft__docs_open      26/64
                            ^           ^  the dot and the underscore meet here
`)
	sameText(t, drawn(lackPart(d.plan, d.census, 49), 48), `
What the request would lack
 ≡ mcp__word.craft__docs.open     nobody gets it
 ≡ mcp__word.craft__docs_open     nobody gets it
 – tool_search             the runtime owns this
`)
	sameText(t, drawn(wordsPart(d.plan, d.scheme, 49), 48), `
Client's own words                    2 warnings
 native: tools ['tool_search'] are NOT offered
 to models: the runtime's own tools have those
 names; rename them
 enter reads the second one in full
`)
	sameText(t, textOf(railLines(d, 150)), `
                        ▼ breaks here
Real name               Safe form               Wire shape              Model echo              Dispatch                History
●━━━━━━━━━━━━━━━━━━━━━━━✗╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌○╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌○╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌○╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌○
mcp__word.craf…cs.open  mcp__word_craf…cs_open  –                       –                       unknown tool            –
a legal registered name same form as another    left out                would be a guess        if called, refused      nothing stored
`)
}

// TestMockup27 is the answer in a window of 24 rows: four rows of text.
func TestMockup27(t *testing.T) {
	d := askDetail()
	d.journey.Diagnosis.Test = ""
	d.journey.Diagnosis.Advice = "Update to 2.0.60 or later, or let the agent ask in plain text."
	sameText(t, textOf(whyLines(d, 78, 5)), `
 not-offered   breaks at Real name                            turn 2   line 10
What  Claude Code has a tool of this name, but this session did not offer it.
Seen  Line 11: No such tool available: AskUserQuestion. It came between 2.0.0
      and 2.0.60; this is 2.0.37. It sent question, the tool takes questions.
Do    Update to 2.0.60 or later, or let the agent ask in plain text.
`)
}

func TestWhyCut(t *testing.T) {
	tests := []struct {
		h    int
		want string
	}{
		{1, `
 not-offered   breaks at Real name            test 12: built-in of this client
`},
		{2, `
 not-offered   breaks at Real name            test 12: built-in of this client
Do    Update to 2.0.60 or later, or let the agent ask in plain text. …
`},
		{4, `
 not-offered   breaks at Real name            test 12: built-in of this client
What  Claude Code has a tool of this name, but this session did not offer it.
Seen  Line 11: No such tool available: AskUserQuestion. It …  z shows the rest
Do    Update to 2.0.60 or later, or let the agent ask in plain text. …
`},
	}
	for _, tt := range tests {
		sameText(t, textOf(whyLines(askDetail(), 78, tt.h)), tt.want)
	}
}

// hostile are names that try to leave their place.
var hostile = []string{
	"", " ", "a\x1b]52;c;aGk=\x07b", "a\u202eb", "a\u200bb", "x\ty\nz\r", "\xff\xfe", strings.Repeat("long_", 60),
	"工具工具工具工具工具工具工具工具工具工具工具", "e\u0301\u0301\u0301\u0301", "👩‍👩‍👧🇩🇪", "a · b", "\u0085\u009b31m", `"},{"name":"x`, "✗ BREAKS",
	"..", "a.b.c/d:e@f", strings.Repeat("é", 40),
}

// poisoned puts a foreign text everywhere.
func poisoned(d *detail, x string) *detail {
	d.row.name, d.row.server = x, x
	for i := range d.plan.Tools {
		n := &d.plan.Tools[i]
		n.Tool.Registered, n.Ref.Name, n.Ref.Server, n.Safe = journey.Registered(x), journey.Registered(x), journey.Server(x), journey.Safe(x+"_")
		n.Wire.Name, n.Reason, n.Tool.Type = journey.Wire(x+"_"), x, x
	}
	for i := range d.journey.Stops {
		s := &d.journey.Stops[i]
		s.Name, s.Would, s.Note, s.Word, s.Wide, s.Source, s.Short = x, x, x, x, x, x, ""
		if i > 0 {
			s.Name += "y"
		}
	}
	d.journey.Return = &journey.Stop{Hop: journey.HopReturn, Name: x, Note: x}
	d.journey.Identity = journey.Identity{PublicName: x, Namespace: journey.Namespace(x), Qualified: x + "·" + x, LookupKey: x, ApprovalKeys: []string{x}, TraceName: x + x, StoredAs: x, CallID: x}
	d.args, d.plan.Warnings = `{"`+x+`":"`+x+`"}`, []string{x, x}
	if d.call != nil {
		d.call.Error, d.call.Called = x, journey.Called{Namespace: journey.Namespace(x), Name: journey.Echo(x)}
		d.call.ID = x
	}
	if dg := d.journey.Diagnosis; dg != nil {
		dg.What, dg.Advice, dg.Test, dg.Evidence = x, x, x, []journey.Evidence{{Where: x, Text: x}}
	}
	for i := range d.findings {
		d.findings[i].Message, d.findings[i].Fix = x, x
	}
	if d.census != nil {
		for i := range d.census.Findings {
			d.census.Findings[i].Tools = []string{x, x}
		}
	}
	return d
}

// checkSafe fails for a line that is too wide or holds what may not reach a
// terminal.
func checkSafe(t *testing.T, what string, rows []line, w int) {
	t.Helper()
	for _, l := range rows {
		text := l.plain()
		if n := visible.Width(text); n > w {
			t.Errorf("%s: %q is %d wide, want at most %d", what, text, n, w)
		}
		if visible.Text(text) != text {
			t.Errorf("%s: %q is not escaped", what, text)
		}
	}
}

func checkParts(t *testing.T, d *detail, w int) {
	t.Helper()
	for _, p := range panesOf {
		got := p.part(d, w)
		checkSafe(t, p.name, got.body, w)
		checkSafe(t, p.name+" title", []line{{{text: got.title}}, got.noteLine()}, 1<<20)
	}
	checkSafe(t, "rail", railLines(d, w), w)
	checkSafe(t, "why", whyLines(d, w, 6), w)
	checkSafe(t, "heading", []line{headingLine(d, w)}, w)
	for _, l := range plainCall(d) {
		checkSafe(t, "plain", []line{{{text: l}}}, 1<<20)
	}
	c := toolColumns([]toolRow{d.row}, w)
	checkSafe(t, "tool", []line{toolLine(d.row, c, false)}, w)
}

func TestHostileNames(t *testing.T) {
	for _, d := range details {
		for _, x := range hostile {
			for _, w := range []int{20, 38, 80, 160} {
				checkParts(t, poisoned(d.make(), x), w)
			}
		}
	}
}

func FuzzParts(f *testing.F) {
	for _, x := range hostile {
		f.Add(x, uint8(38))
	}
	f.Fuzz(func(t *testing.T, x string, w uint8) {
		if len(x) > 300 {
			t.Skip()
		}
		for _, d := range details {
			checkParts(t, poisoned(d.make(), x), max(int(w), 20))
		}
	})
}

// TestFullPanes cuts nothing where a pane has the screen to itself.
func TestFullPanes(t *testing.T) {
	long := strings.Repeat("abcdefgh_", 20) + "end"
	d := poisoned(pairDetail(), long)
	d.full = true
	for _, p := range panesOf[:7] {
		if p.name == "wire" {
			continue
		}
		text := ""
		for _, l := range p.part(d, 100).body {
			text += strings.TrimSpace(l.plain())
		}
		if !strings.Contains(text, long) && p.name != "dispatch" || strings.Contains(text, "…") {
			t.Errorf("%s in full = %s", p.name, text)
		}
	}
}

// TestBodyGone says why arguments are not shown.
func TestBodyGone(t *testing.T) {
	d := askDetail()
	d.args, d.bodyErr = "", "a.jsonl changed since it was read"
	text := drawn(echoPart(d, 80), 80)
	if want := "! Arguments cannot be read again: a.jsonl changed since it was read"; !strings.Contains(text, want) {
		t.Errorf("echoPart = %s, want %q in it", text, want)
	}
}
