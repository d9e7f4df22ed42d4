package tui

import (
	"path/filepath"
	"strconv"
	"strings"

	"hopscope/journey/visible"
	"hopscope/themes"
)

// headerFacts is what the first row of the Journeys tab says.
type headerFacts struct {
	// files are the paths that were opened; the first one is named.
	files []string
	// demo is the title of a built-in session, which has no file.
	demo string
	// client that made the recording, or the format of a catalog.
	client, version string
	// hasCalls: a transcript is open, so calls are counted, else tools.
	hasCalls               bool
	calls, failed, unknown int
	// refused counts refused requests, where no tool was called.
	refused int
	// wrong counts calls that ran another tool than was meant.
	wrong                 int
	tools, clash, leftOut int
	// rejected and twins are shown where nothing worse was found.
	rejected int
	// instead stands in place of the numbers, where a tab has its own.
	instead line
	// edits are in force; supposed: only the tools and the edits are counted.
	edits    int
	supposed bool
	note     string
	// mark says that the file grows, empty for nothing.
	mark span
	// agents counts the subagents that have calls.
	agents int
	// masked: secrets are hidden in what is shown.
	masked bool
}

// headerLine lays the facts out over w columns: the file name is cut last and
// only as far as it must. Small windows show the version without the client.
func headerLine(f headerFacts, w int) line {
	right := f.counts()
	if f.mark.text != "" {
		right = append(append(line{f.mark}, blanks(2)), right...)
	}
	right = append(right, blanks(1))
	left := line{blanks(1), {text: "hopscope", mod: bold}, blanks(2)}
	who := strings.TrimSpace(f.client + " " + f.version)
	if w < 100 && f.version != "" {
		who = f.version
	}
	who = visible.Name(who)
	name, more := f.file()
	room := w - left.width() - right.width() - 2 - len(more)
	if who != "" && room-2-visible.Width(who) < min(fileLeast, visible.Width(name)) {
		who = ""
	}
	if who != "" {
		room -= 2 + visible.Width(who)
	}
	name = cutFile(name, max(room, 1))
	left = append(left, span{text: name + more, role: themes.Text})
	if who != "" {
		left = append(left, blanks(2), span{text: who, role: themes.Muted})
	}
	return sides(left, right, w)
}

const (
	// fileLeast cells are left to a file name, or the client is not named.
	fileLeast = 16
	// fileTail cells stay at the end: with a name's ending people tell files
	// apart.
	fileTail = 13
	// agentCols is the room for the name of a subagent.
	agentCols = 20
)

// cutFile cuts a file name in the middle so that its end stays.
func cutFile(name string, w int) string {
	if visible.Width(name) <= w || w <= fileTail*3/2 {
		return visible.Middle(name, w)
	}
	gs := glyphs(name, themes.Text, 0, ' ')
	a, b := cutRange(gs, w-1-fileTail, fileTail)
	return glyphLine(gs[:a]).plain() + "…" + glyphLine(gs[b:]).plain()
}

// file names what is open.
func (f headerFacts) file() (name, more string) {
	switch {
	case f.demo != "":
		return "demo: " + visible.Name(f.demo), ""
	case len(f.files) == 0:
		return "nothing open", ""
	}
	if len(f.files) > 1 {
		more = " +" + strconv.Itoa(len(f.files)-1)
	}
	if f.agents > 0 {
		more += " +" + plural(f.agents, "agent", "agents")
	}
	base := f.files[0]
	if base == "-" {
		return "stdin", more
	}
	return visible.Name(filepath.Base(base)), more
}

// counts are the numbers at the right.
func (f headerFacts) counts() line {
	var l line
	if f.masked {
		l = append(l, span{text: maskedWord, role: themes.Muted})
	}
	add := func(n int, one, many string, role themes.Role, always bool) {
		if n == 0 && !always {
			return
		}
		if len(l) > 0 {
			l = append(l, blanks(2))
		}
		l = append(l, span{text: plural(n, one, many), role: role})
	}
	if f.instead != nil {
		if len(l) > 0 {
			l = append(l, blanks(2))
		}
		return append(l, f.instead...)
	}
	if f.supposed {
		add(f.tools, "tool declared", "tools declared", themes.Text, true)
		add(f.edits, "edit", "edits", warnIf(f.edits), true)
		if f.note != "" {
			l = append(l, blanks(2), span{text: f.note, role: themes.Muted})
		}
		return l
	}
	add(f.edits, "edit", "edits", themes.Warn, false)
	if f.hasCalls {
		add(f.calls, "call", "calls", themes.Text, true)
		if f.refused > 0 {
			add(f.refused, "request refused", "requests refused", themes.Bad, true)
			return l
		}
		add(f.failed, "failed", "failed", warnIf(f.failed), true)
		add(f.unknown, "unknown", "unknown", badIf(f.unknown), true)
		add(f.wrong, "wrong tool", "wrong tools", themes.Bad, false)
		return l
	}
	add(f.tools, "tool", "tools", themes.Text, true)
	add(f.clash, "clash", "clashes", themes.Bad, false)
	add(f.rejected, "rejected", "rejected", themes.Bad, false)
	add(f.leftOut, "left out", "left out", themes.Warn, false)
	return l
}

func warnIf(n int) themes.Role {
	if n > 0 {
		return themes.Warn
	}
	return themes.Muted
}

func badIf(n int) themes.Role {
	if n > 0 {
		return themes.Bad
	}
	return themes.Muted
}

// headingLine names what the right side shows: the full name, then which call.
func headingLine(d *detail, w int) line {
	name := line{{text: d.fullName(), mod: bold}}
	var facts []string
	if c := d.call; c != nil {
		all := 0
		if d.session != nil {
			all = len(d.session.Rows)
		}
		facts = append(facts, "call "+comma(c.Index+1)+" of "+comma(all))
		if a := d.session.AgentLabel(c.Index); a != "" {
			facts = append(facts, "agent "+visible.Middle(visible.Name(a), agentCols))
		}
		if c.Turn > 0 {
			facts = append(facts, "turn "+comma(c.Turn))
		}
		if t := clock(c.Time); t != "" {
			facts = append(facts, t)
		}
		if c.Line > 0 {
			facts = append(facts, "line "+comma(c.Line))
		}
	} else {
		if n := d.journey.Naming; n != nil && n.Tool.Line > 0 {
			facts = append(facts, "list line "+comma(n.Tool.Line))
		}
		if d.noTranscript || d.session == nil {
			facts = append(facts, "never called: no transcript is open")
		} else {
			facts = append(facts, "never called")
		}
	}
	for len(facts) > 1 && name.width()+2+visible.Width(strings.Join(facts, "   ")) > w {
		facts = facts[1:]
	}
	if len(facts) == 1 && name.width()+2+visible.Width(facts[0]) > w {
		return line{{text: visible.Middle(name.plain(), w), mod: bold}}
	}
	return sides(name, says(themes.Muted, strings.Join(facts, "   ")), w)
}

// fullName is the name that the heading shows: as called, or as registered.
func (d *detail) fullName() string {
	if d.call != nil {
		if d.call.Called.Name == "" {
			return emptyName
		}
		return owned(string(d.call.Called.Namespace), string(d.call.Called.Name), 1<<16)
	}
	return owned(d.row.server, rowTitle(d.row), 1<<16)
}
