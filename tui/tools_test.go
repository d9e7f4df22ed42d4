package tui

import (
	"fmt"
	"strings"
	"testing"

	"hopscope/journey"
)

func listed(rows []toolRow, w int) string {
	c := toolColumns(rows, w)
	lines := []line{toolHead(c)}
	for _, r := range rows {
		lines = append(lines, toolLine(r, c, false))
	}
	return textOf(lines)
}

func TestToolList(t *testing.T) {
	ask := askDetail()
	tests := []struct {
		name string
		rows []toolRow
		w    int
		want string
	}{
		{"calls", buildTools(ask.session, ask.plan, nil), 37, `
    name              status   calls
 ✗ AskUserQuestion    unknown      1
 ! Bash               tool failed  3
 ! ExitPlanMode       denied       2
   Edit               ran          4
   Read               ran          1
   Task               ran          1
   TodoWrite          ran          3
`},
		{"catalog", buildTools(nil, clashDetail().plan, clashDetail().census)[:7], 49, `
    name                             status
 ≡ mcp__word.craft__docs.open        clash
 ≡ mcp__word.craft__docs_open        clash
 – tool_search                       left out
 ◆ mcp__word.craft__a_ver…characters changed
 ◆ mcp__word.craft__always_fails     changed
 ◆ mcp__word.craft__new_document     changed
   agent                             offered
`},
		{"whole width", buildTools(ask.session, ask.plan, nil)[:2], 80, `
    name                                    status                        calls
 ✗ AskUserQuestion                          unknown                           1
 ! Bash                                     tool failed                       3
`},
		{"narrow", buildTools(ask.session, ask.plan, nil)[:2], 20, `
    name
 ✗ AskUserQuestion
 ! Bash
`},
		{"no plan", buildTools(sessionOf("b", "a unknown-tool", "c no-result"), nil, nil), 37, `
    name              status   calls
 ✗ a                  unknown      1
   c                  no result    1
   b                  ran          1
`},
		{"never called", buildTools(sessionOf("b"), planOf(namingOf("z"), namingOf("b")), nil), 37, `
    name              status   calls
   b                  ran          1
 · z                  not called   0
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sameText(t, listed(tt.rows, tt.w), tt.want)
		})
	}
}

// TestToolListApart cuts long names so that no two rows look alike.
func TestToolListApart(t *testing.T) {
	var tools []journey.Naming
	for i := range 30 {
		tools = append(tools, namingOf(fmt.Sprintf("mcp__a_server_with_a_long_name__read_part_%d_of_a_very_long_document_of_many_pages", i)))
	}
	rows := buildTools(nil, planOf(tools...), nil)
	for _, w := range []int{37, 49, 80} {
		seen := map[string]string{}
		c := toolColumns(rows, w)
		for _, r := range rows {
			got := toolLine(r, c, false).plain()
			if other, ok := seen[got]; ok {
				t.Errorf("at %d %q and %q are both %q", w, other, r.name, got)
			}
			seen[got] = r.name
		}
	}
}

// TestToolBelongs puts calls to the tool that they reached.
func TestToolBelongs(t *testing.T) {
	plan := planOf(namingOf("Agent"), namingOf("Read"))
	plan.Index = map[string]int{"Task": 0, "Agent": 0, "Read": 1, "read": 1}
	tests := []struct {
		call, want string
		tool       int
	}{
		{"Agent", "Agent", 0},
		{"Task", "Agent", 0},              // an alias that ran
		{"read unknown-tool", "read", -1}, // a name that was refused is no tool's
		{"Read unknown-tool", "Read", 1},
		{"other", "other", -1},
	}
	for _, tt := range tests {
		rows := buildTools(sessionOf(tt.call), plan, nil)
		for _, r := range rows {
			if len(r.calls) == 0 {
				continue
			}
			if r.name != tt.want || r.tool != tt.tool {
				t.Errorf("call of %q belongs to %q (%d), want %q (%d)", tt.call, r.name, r.tool, tt.want, tt.tool)
			}
		}
	}
}

func TestToolsTitle(t *testing.T) {
	ask, clash := askDetail(), clashDetail()
	tests := []struct {
		s    *journey.Session
		plan *journey.Plan
		want string
	}{
		{ask.session, ask.plan, "Tools 7|3 with failures"},
		{nil, clash.plan, "Tools 22|19 offered"},
		{sessionOf("a"), nil, "Tools 1|none failed"},
		{sessionOf("a unknown-tool", "b unknown-tool"), nil, "Tools 2|2 unknown names"},
	}
	for _, tt := range tests {
		title, note := toolsTitle(buildTools(tt.s, tt.plan, nil), tt.s, tt.plan)
		if got := title + "|" + note; got != tt.want {
			t.Errorf("toolsTitle = %q, want %q", got, tt.want)
		}
	}
}

func TestStrip(t *testing.T) {
	long := make([]string, 200)
	for i := range long {
		long[i] = "a"
	}
	long[4], long[5], long[150] = "a tool-failed", "x unknown-tool", "x unknown-tool"
	huge := make([]string, 2000)
	copy(huge, long)
	for i := 200; i < len(huge); i++ {
		huge[i] = "a"
	}
	tests := []struct {
		calls []string
		at    int
		want  string
	}{
		{[]string{"a unknown-tool"}, 0, `
  The only call:
  ✗
  ▲ you are here
`},
		{long, 150, `
  All 200 calls, 6 a mark, the worst:
  ✗························✗········
              you are here ▲
`},
		{huge, 150, `
  Calls 134 to 167 of 2,000:
  ·················✗················
                   ▲ you are here
`},
	}
	for _, tt := range tests {
		s := sessionOf(tt.calls...)
		call := s.Call(tt.at)
		d := &detail{session: s, call: &call}
		sameText(t, textOf(d.strip(37)), tt.want)
	}
}

func TestCallsWindow(t *testing.T) {
	calls := make([]string, 40)
	for i := range calls {
		calls[i] = "a tool-failed"
	}
	s := sessionOf(calls...)
	d := &detail{session: s, row: buildTools(s, nil, nil)[0]}
	for _, cursor := range []int{0, 20, 39} {
		call := s.Call(cursor)
		d.call = &call
		p := callsPart(d, 37, 12, cursor)
		if len(p.body) > 12 {
			t.Errorf("callsPart at %d has %d rows, want at most 12", cursor, len(p.body))
		}
		if want := fmt.Sprintf("line %d", 8+cursor*2); !strings.Contains(p.body[p.focus].plain(), want) {
			t.Errorf("focus at %d is on %q, want %q", cursor, p.body[p.focus].plain(), want)
		}
	}
}

// BenchmarkBuildTools: 5,000 tools and 200,000 calls.
func BenchmarkBuildTools(b *testing.B) {
	s, plan := bigSession()
	for b.Loop() {
		buildTools(s, plan, nil)
	}
}
