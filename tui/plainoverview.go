package tui

import (
	"strings"

	"hopscope/journey/visible"
)

// overview prints the tools and the failure that the screen would open at.
func (p *plainView) overview() {
	rows := buildTools(p.s, p.plan, p.censusOf(p.plan), silentRows(p.s, p.analyzer)...)
	if p.hasCalls() {
		t := &p.s.Tally
		text := "calls: " + comma(t.Calls) + ", " + comma(t.Failed()) + " failed, " + comma(t.Unknown()) + " unknown"
		if n := len(silentRows(p.s, p.analyzer)); n > 0 {
			text += ", " + plural(n, "wrong tool", "wrong tools")
		}
		p.line(text)
	}
	p.summary()
	p.block()
	for i, r := range rows {
		text := "tool " + comma(i+1) + " of " + comma(len(rows)) + ": " + owned(r.server, rowTitle(r), 1<<16) + ", " + r.status
		if p.hasCalls() && len(r.calls) > 0 {
			text += ", " + plural(len(r.calls), "call", "calls")
			if r.failed > 0 && r.failed < len(r.calls) {
				text += ", " + comma(r.failed) + " failed"
			}
			if r.wrong > 0 {
				text += ", " + comma(r.wrong) + " of the wrong tool"
			}
		}
		p.line(text)
	}
	if len(rows) == 0 {
		p.line("no tools: " + p.noTools())
	}
	p.requests()
	p.first(rows)
}

// noTools says why the list is empty.
func (p *plainView) noTools() string {
	if n := len(p.o.Loaded.Catalog.UnknownServers()); n > 0 {
		return wordsServersOnly(n)
	}
	return "nothing that was read names one"
}

// more says how many are not printed, and which command prints them. A built-in
// session has no path that could be given.
func (p *plainView) more(count, command, flags string) {
	p.block()
	path := ""
	if p.o.Title == "" && len(p.o.Loaded.Sources) > 0 {
		path = p.o.Loaded.Sources[0].Path
	}
	if path != "" && p.o.Loaded.Mask(path) != path {
		p.line(count + ": hopscope " + command + " PATH" + flags + " prints all")
		return
	}
	if path == "" || path == "-" {
		p.line(count)
		return
	}
	p.line(count + ": hopscope " + command + " " + quoted(path) + flags + " prints all")
}

// quoted is a path as a shell takes it.
func quoted(path string) string {
	if strings.Trim(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+,:@%") == "" {
		return visible.Name(path)
	}
	return "'" + strings.ReplaceAll(visible.Name(path), "'", `'\''`) + "'"
}

// first prints the first call whose name was refused, else the first failed
// one, else the first finding of the census.
func (p *plainView) first(rows []toolRow) {
	if p.hasCalls() {
		failed := p.s.Tally.FailedRows(p.s, true)
		if len(failed) == 0 && len(p.s.Requests) > 0 {
			return // the refused requests stand above
		}
		if len(failed) == 0 {
			if silent := silentRows(p.s, p.analyzer); len(silent) > 0 {
				p.call(int(silent[0]))
				return
			}
			p.block()
			p.line(wordsNoFailures(len(p.s.Rows)))
			return
		}
		p.call(int(failed[0]))
		if n := len(failed) - 1; n > 0 {
			p.more(plural(n, "more failure", "more failures"), "replay", " --only failed")
		}
		return
	}
	findings := p.censusOf(p.plan).Findings
	if len(findings) == 0 {
		return
	}
	if len(rows) > 0 && rows[0].tool >= 0 { // what is wrong stands first
		d := p.detail(-1, rows[0].tool)
		d.row = rows[0]
		p.block()
		for _, l := range plainCall(d) {
			p.line(l)
		}
	}
	if n := len(findings) - 1; n > 0 {
		p.more(plural(n, "more finding", "more findings"), "check", "")
	}
}
