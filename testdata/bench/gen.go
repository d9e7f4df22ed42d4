package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode/utf8"
)

// counts are what is true of a generated file.
type counts struct {
	Bytes                                  int64
	Lines, Calls, Results, Errors, Missing int
	byName                                 map[string]int
}

// shape says what to generate: the same shape always gives the same bytes.
type shape struct {
	size int64
	seed uint64
	// format is claude or codex.
	format string
	// hostile begins with lines that break careless readers; truncate ends in
	// the middle of a line.
	hostile, truncate bool
	// copyFirst puts the client's structured copy of a result before the message.
	copyFirst bool
}

// generator writes a transcript of random turns. Bodies are cut at random places
// from a pool of text that looks like numbered source, logs and JSON in strings,
// so that there is much to escape.
type generator struct {
	shape
	r    *rand.Rand
	pool string
	out  *bufio.Writer
	n    uint64 // running id
	// session and parent are ids of the last line.
	session, parent string
	clock           int
	c               counts
}

// toolNames are 40 names, the first much more frequent; foreignNames are tools
// of other clients, which do not exist here.
var (
	toolNames = strings.Fields(`Bash Read Edit Write Glob Grep Task TodoWrite WebFetch WebSearch NotebookEdit BashOutput KillShell
		ExitPlanMode AskUserQuestion Skill
		mcp__github__create_issue mcp__github__get_issue mcp__github__list_issues mcp__github__search_code
		mcp__github__get_file_contents mcp__github__create_pull_request mcp__github__list_commits mcp__github__add_comment
		mcp__playwright__browser_click mcp__playwright__browser_navigate mcp__playwright__browser_snapshot
		mcp__playwright__browser_type mcp__playwright__browser_take_screenshot mcp__playwright__browser_evaluate
		mcp__db__query mcp__db__schema mcp__db__explain mcp__db__list_tables mcp__db__tx_begin
		mcp__docs__search mcp__docs__fetch mcp__docs__outline mcp__docs__cite mcp__docs__related`)
	toolWeights  = []int{300, 260, 160, 60, 50, 120, 10, 40}
	foreignNames = strings.Fields("read shell apply_patch str_replace_editor run_shell_command grep_search mcp__github__create-issue list_directory todowrite")
	poolWords    = strings.Fields(`func return error range slice token index parser buffer stream value result
		struct package import string module config server client handle route query
		commit branch merge patch review build cache schema field record table`)
)

// generate writes a transcript of at least the size that was asked for and ends
// after a whole turn.
func generate(w io.Writer, s shape) (counts, error) {
	g := &generator{shape: s, r: rand.New(rand.NewPCG(s.seed, 0x9e3779b97f4a7c15)), out: bufio.NewWriterSize(w, 1<<20)}
	g.c.byName = map[string]int{}
	g.pool = g.makePool()
	if s.hostile && s.format != "codex" {
		g.hostileLines()
	}
	turn := g.claudeTurn
	if s.format == "codex" {
		g.codexStart()
		turn = g.codexTurn
	} else {
		g.session = fmt.Sprintf("11111111-2222-4333-8444-%012x", g.r.Uint64()&(1<<48-1))
	}
	for g.c.Bytes < s.size {
		turn()
	}
	if s.truncate {
		const cut = `{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"toolu_cut","name":"Ba`
		g.out.WriteString(cut)
		g.c.Bytes += int64(len(cut))
	}
	return g.c, g.out.Flush()
}

// between is a number from low to high, both included.
func (g *generator) between(low, high int) int { return low + g.r.IntN(high-low+1) }

func (g *generator) chance(p float64) bool { return g.r.Float64() < p }

func (g *generator) word() string { return poolWords[g.r.IntN(len(poolWords))] }

func (g *generator) words(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = g.word()
	}
	return strings.Join(list, " ")
}

func (g *generator) makePool() string {
	var b strings.Builder
	for i := range 60_000 {
		switch k := g.r.Float64(); {
		case k < .55:
			fmt.Fprintf(&b, "%6d\t%s%s(%s) {\n", i, strings.Repeat("\t", g.r.IntN(5)), g.words(3), g.words(2))
		case k < .75:
			fmt.Fprintf(&b, "%s: \"%s\", // %s\n", g.word(), g.words(4), g.words(5))
		case k < .85:
			fmt.Fprintf(&b, "./src/%s/%s.go:%d: %s\n", g.word(), g.word(), g.between(1, 900), g.words(8))
		case k < .93:
			fmt.Fprintf(&b, "%s \u2014 \u201c%s\u201d \u2713\n", g.words(12), g.words(3))
		case k < .96:
			fmt.Fprintf(&b, `{"type":"tool_use","name":"Fake%d","id":"toolu_not_a_call"}`+"\n", i)
		default:
			fmt.Fprintf(&b, "C:\\%s\\%s\\%s.txt <%s>&\n", g.word(), g.word(), g.word(), g.word())
		}
	}
	return b.String()
}

// body is n bytes of text or a few less, in pieces of the pool.
func (g *generator) body(n int) string {
	var b strings.Builder
	for n > 0 {
		from := g.r.IntN(len(g.pool))
		for !utf8.RuneStart(g.pool[from]) {
			from--
		}
		to := min(from+n, len(g.pool))
		for to < len(g.pool) && !utf8.RuneStart(g.pool[to]) {
			to--
		}
		if to == from {
			break
		}
		b.WriteString(g.pool[from:to])
		n -= to - from
	}
	return b.String()
}

func (g *generator) id(prefix string) string {
	g.n++
	return fmt.Sprintf("%s%022x", prefix, g.n*0x9e3779b97f4a7c15)
}

func (g *generator) stamp() string {
	g.clock += g.between(20, 4000)
	t := g.clock / 1000
	return fmt.Sprintf("2026-01-%02dT%02d:%02d:%02d.%03dZ", 1+t/86400%28, t/3600%24, t/60%60, t%60, g.clock%1000)
}

func (g *generator) resultSize() int {
	switch k := g.r.Float64(); {
	case k < .30:
		return g.between(40, 800)
	case k < .80:
		return g.between(800, 14_000)
	case k < .985:
		return g.between(14_000, 40_000)
	}
	return g.between(60_000, 220_000)
}

// pick is one call: its name, and how it ends: ok, error or missing.
func (g *generator) pick() (name, end string) {
	if g.chance(.002) {
		return foreignNames[g.r.IntN(len(foreignNames))], "missing"
	}
	total := 6 * (len(toolNames) - len(toolWeights))
	for _, w := range toolWeights {
		total += w
	}
	k, at := g.r.IntN(total), 0
	for ; at < len(toolNames)-1; at++ {
		w := 6
		if at < len(toolWeights) {
			w = toolWeights[at]
		}
		if k < w {
			break
		}
		k -= w
	}
	if g.chance(.03) {
		return toolNames[at], "error"
	}
	return toolNames[at], "ok"
}

func (g *generator) tally(name, end string, answered bool) {
	g.c.Calls++
	g.c.byName[name]++
	if !answered {
		return
	}
	g.c.Results++
	if end != "ok" {
		g.c.Errors++
	}
	if end == "missing" {
		g.c.Missing++
	}
}

// arguments is the JSON of a call's arguments.
func (g *generator) arguments(name string) string {
	switch name {
	case "Bash":
		return fmt.Sprintf(`{"command":"go test ./%s/... 2>&1 | tail -n %d","description":"Run the tests"}`, g.word(), g.between(5, 90))
	case "Read", "read":
		return fmt.Sprintf(`{"file_path":"/src/%s/%s.go","offset":%d,"limit":200}`, g.word(), g.word(), g.between(1, 900))
	case "Edit":
		return fmt.Sprintf(`{"file_path":"/src/%s.go","old_string":%s,"new_string":%s}`, g.word(), quote(g.body(g.between(40, 900))), quote(g.body(g.between(40, 1100))))
	case "Write":
		return fmt.Sprintf(`{"file_path":"/src/%s.go","content":%s}`, g.word(), quote(g.body(g.between(300, 9000))))
	}
	return fmt.Sprintf(`{"query":%s,"limit":%d}`, quote(strings.ReplaceAll(g.body(g.between(10, 80)), "\n", " ")), g.between(1, 50))
}

// write ends a line.
func (g *generator) write(parts ...string) {
	for _, p := range parts {
		g.out.WriteString(p)
		g.c.Bytes += int64(len(p))
	}
	g.out.WriteByte('\n')
	g.c.Bytes++
	g.c.Lines++
}

// quote is a JSON string. Text beyond ASCII stays as it is.
func quote(s string) string {
	b := make([]byte, 0, len(s)+len(s)/16+2)
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\t':
			b = append(b, '\\', 't')
		case '\r':
			b = append(b, '\\', 'r')
		default:
			b = append(b, `\u00`...)
			b = append(b, "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		}
	}
	return string(append(append(b, s[from:]...), '"'))
}

// sizeOf reads 64MB, 1GB, 300k.
func sizeOf(text string) (int64, error) {
	t := strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(text)), "B")
	unit := int64(1)
	for suffix, u := range map[string]int64{"K": 1e3, "M": 1e6, "G": 1e9} {
		if rest, ok := strings.CutSuffix(t, suffix); ok {
			t, unit = rest, u
		}
	}
	n, err := strconv.ParseFloat(t, 64)
	if err != nil || n <= 0 {
		return 0, fmt.Errorf("size %q: want a number with K, M or G", text)
	}
	return int64(n * float64(unit)), nil
}
