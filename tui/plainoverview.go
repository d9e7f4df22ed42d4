package tui

// overview prints the tools and the failure that the screen would open at.
func (p *plainView) overview() {
	rows := buildTools(p.s, p.plan, p.censusOf(p.plan))
	if p.hasCalls() {
		t := &p.s.Tally
		p.line("calls: " + comma(t.Calls) + ", " + comma(t.Failed()) + " failed, " + comma(t.Unknown()) + " unknown")
	}
	p.block()
	for i, r := range rows {
		text := "tool " + comma(i+1) + " of " + comma(len(rows)) + ": " + owned(r.server, rowTitle(r), 1<<16) + ", " + r.status
		if p.hasCalls() && len(r.calls) > 0 {
			text += ", " + plural(len(r.calls), "call", "calls")
			if r.failed > 0 && r.failed < len(r.calls) {
				text += ", " + comma(r.failed) + " failed"
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

// silent is the first call that reached a tool and still broke: another tool
// than was meant. -1 for none.
func (p *plainView) silent() int {
	for _, c := range p.analyzer.Causes() {
		if len(c.Calls) > 0 {
			return c.Calls[0]
		}
	}
	return -1
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
			if row := p.silent(); row >= 0 {
				p.call(row)
				return
			}
			p.block()
			p.line(wordsNoFailures(len(p.s.Rows)))
			return
		}
		p.call(int(failed[0]))
		if n := len(failed) - 1; n > 0 {
			p.block()
			p.line(plural(n, "more failure", "more failures") + ": hopscope replay --only failed prints all")
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
		p.block()
		p.line(plural(n, "more finding", "more findings") + ": hopscope check prints all")
	}
}
