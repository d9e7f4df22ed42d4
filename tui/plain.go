package tui

import (
	"bufio"
	"io"
	"path/filepath"
	"strings"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/journey/visible"
	"hopscope/sessions"
	"hopscope/sessions/catalog"
)

// PlainOptions say what Plain prints.
type PlainOptions struct {
	Loaded   *sessions.Loaded
	Scheme   journey.Scheme
	Provider journey.Provider
	// Analyzer judges the calls; nil: one is made of the other fields.
	Analyzer *diagnose.Analyzer
	// Providers are all that are known: a tool that was never called says what
	// they make of its name. None: nothing is said.
	Providers []journey.Provider
	// Why the scheme was taken, for people.
	Why           string
	SchemeOptions map[string]string
	Connected     []journey.Server
	Reserved      []journey.Wire
	// Title stands for the files: a built-in session has none.
	Title string
	// Calls prints every call that the next three let through; otherwise the
	// tools are listed, and the one failure that the screen would open at.
	Calls bool
	// Only is failed or unknown, Name an echoed name, Turn a turn from 1.
	Only string
	Name string
	Turn int
	// ShowSecrets: file names are not masked either.
	ShowSecrets bool
}

// plainWidth is the greatest width of a line.
const plainWidth = 100

// Plain prints what the screens show as lines: one fact a line, label first,
// the hop that breaks marked by a word. There is no drawing in it and nothing
// that moves the cursor. Lines are at most 100 columns wide.
func Plain(w io.Writer, o PlainOptions) error {
	p := newPlainView(w, o)
	p.head()
	if o.Calls {
		p.calls()
	} else {
		p.overview()
	}
	return p.out.Flush()
}

// plainView prints one loaded session.
type plainView struct {
	o        PlainOptions
	s        *journey.Session
	analyzer *diagnose.Analyzer
	plan     *journey.Plan
	census   map[*journey.Plan]*journey.CensusResult
	out      *bufio.Writer
	blocks   int
}

func newPlainView(w io.Writer, o PlainOptions) *plainView {
	p := &plainView{o: o, s: o.Loaded.Session, out: bufio.NewWriter(w), census: map[*journey.Plan]*journey.CensusResult{}}
	if p.analyzer = o.Analyzer; p.analyzer == nil {
		p.analyzer = diagnose.New(diagnose.Input{
			Session: p.s, Catalog: o.Loaded.Catalog, Scheme: o.Scheme, Provider: o.Provider,
			Bodies: o.Loaded.Bodies, Options: o.SchemeOptions, Connected: o.Connected, Reserved: o.Reserved,
		})
	}
	p.plan = p.analyzer.Plan(-1)
	return p
}

// line prints a fact; what does not fit goes on in rows that begin with two
// blanks.
func (p *plainView) line(text string) {
	for i, row := range wrapAt(text, plainWidth, plainWidth-2) {
		if i > 0 {
			p.out.WriteString("  ")
		}
		p.out.WriteString(row)
		p.out.WriteByte('\n')
	}
}

// block begins a group of facts: one blank line stands between two groups.
func (p *plainView) block() {
	if p.blocks > 0 {
		p.out.WriteByte('\n')
	}
	p.blocks++
}

// namesThatRan ends the note of a recording without a list of tools.
const namesThatRan = "; names that ran are taken as the list"

// problemsShown is the number of problems that are listed.
const problemsShown = 20

// head says what was read, by whom it was made, and what it cannot show.
func (p *plainView) head() {
	for _, l := range p.sources() {
		p.line(l)
	}
	if p.s == nil {
		return
	}
	if p.hasCalls() && !p.analyzer.CatalogKnown(-1) && !p.noted("declared tools are not") {
		p.line("note: declared tools are not in this file" + namesThatRan)
	}
	if text := serversSaid(serverRows(p.plan), p.plan); text != "" {
		p.line("servers: " + text)
	}
	if text := plainOptions(p.o.Scheme, p.plan); text != "" {
		p.line("options: " + text)
	}
	if n := p.o.Loaded.Masked(); n > 0 {
		p.line("masked: " + plural(n, "place", "places") + " with keys, tokens, addresses or home folders; --show-secrets shows them")
	}
	for i, x := range p.s.Problems {
		if i == problemsShown {
			p.line("problem: " + comma(p.s.ProblemCount-i) + " more")
			break
		}
		p.line("problem: " + visible.Text(x.Where) + ": " + visible.Text(x.What))
	}
}

// noted reports whether a source says something of itself already.
func (p *plainView) noted(start string) bool {
	for _, x := range p.o.Loaded.Sources {
		for _, n := range x.Notes {
			if strings.HasPrefix(n, start) {
				return true
			}
		}
	}
	return false
}

func (p *plainView) hasCalls() bool { return p.s != nil && len(p.s.Rows) > 0 }

// sources names the inputs. A list of tools is named by what it is, and takes
// back the word of a recording that names which ran are all that is known.
func (p *plainView) sources() []string {
	s, o, scheme := p.s, p.o, ""
	if o.Scheme != nil {
		scheme = ", scheme " + o.Scheme.Info().ID
	}
	if o.Title != "" {
		return []string{"source: " + visible.Text(o.Title) + scheme}
	}
	var out []string
	for _, x := range o.Loaded.Sources {
		name := visible.Name(maskedFile(filepath.Base(x.Path), p.o.ShowSecrets))
		if x.Path == "-" {
			name = "stdin"
		}
		who := strings.TrimSpace(x.Client + " " + x.Version)
		list := catalog.Title(x.Format) != x.Format
		if who == "" && s != nil && !list {
			who = strings.TrimSpace(s.Client.ID + " " + s.Client.Version)
		}
		if who == "" {
			who = catalog.Title(x.Format)
		}
		rules := scheme
		if list && p.hasCalls() {
			rules = "" // they are those of the recording
		}
		out = append(out, "source: "+name+", "+visible.Name(who)+rules)
		for _, n := range x.Notes {
			if p.hasCalls() && p.analyzer.CatalogKnown(-1) {
				n = strings.TrimSuffix(n, namesThatRan)
			}
			out = append(out, "note: "+visible.Text(n))
		}
	}
	return out
}

// calls prints every call that the filter lets through, then the requests that
// were refused.
func (p *plainView) calls() {
	if p.o.Only == "" && p.o.Name == "" && p.o.Turn == 0 {
		p.summary()
	}
	shown := 0
	if p.s != nil {
		for row := range p.s.Rows {
			if !p.lets(row) {
				continue
			}
			shown++
			p.call(row)
		}
	}
	p.requests()
	if p.o.Turn > 0 {
		p.turn(p.o.Turn)
		return
	}
	if shown == 0 {
		p.block()
		if p.hasCalls() {
			p.line("no call matches, of " + comma(len(p.s.Rows)))
		} else {
			p.line("no calls: " + wordsNoCalls)
		}
	}
}

func (p *plainView) lets(row int) bool {
	r := &p.s.Rows[row]
	switch {
	case p.o.Only == "failed" && !r.Class.Failed():
		return false
	case p.o.Only == "unknown" && !r.Class.Unknown():
		return false
	case p.o.Turn != 0 && int(r.Turn) != p.o.Turn:
		return false
	}
	return p.o.Name == "" || string(p.s.Echo(row).Name) == p.o.Name
}

func (p *plainView) call(row int) {
	p.block()
	d := p.detail(row, -1)
	for _, l := range plainCall(d) {
		p.line(l)
	}
}

// detail is what the screen would show of a call, or of a tool without one.
func (p *plainView) detail(row, tool int) *detail {
	d := &detail{
		session: p.s, plan: p.plan, scheme: p.o.Scheme, provider: p.o.Provider, providers: p.o.Providers,
		noTranscript: !p.hasCalls(), catalogKnown: p.analyzer.CatalogKnown(row),
	}
	d.scheme, d.provider = p.analyzer.Rules(row)
	if row >= 0 {
		call := p.s.Call(row)
		finding := p.analyzer.Finding(row)
		d.call, d.finding = &call, &finding
		if plan := p.analyzer.Plan(row); plan != nil {
			d.plan = plan
		}
		tool = finding.Predicted.Naming
		if i, ok := d.plan.ByWire[call.Called.Wire()]; ok && tool < 0 {
			tool = i
		}
		d.requestSeen = p.s.OfferedAt(row).Known == journey.OfferComplete
		d.row = toolRow{name: string(call.Called.Name), server: string(call.Called.Namespace), tool: tool}
	} else if tool >= 0 {
		name, server := toolName(&p.plan.Tools[tool])
		d.row = toolRow{name: name, server: server, tool: tool}
	}
	d.census = p.censusOf(d.plan)
	for _, f := range d.census.Findings {
		for _, i := range f.Indexes {
			if i == tool {
				d.findings = append(d.findings, f)
				break
			}
		}
	}
	in := journey.TraceInput{
		Plan: d.plan, Scheme: d.scheme, Provider: d.provider, Tool: tool, Call: d.call, Finding: d.finding,
		CatalogKnown: d.catalogKnown, RequestSeen: d.requestSeen, Census: d.census,
	}
	if row >= 0 {
		in.Later = p.analyzer.Later(row)
	}
	if p.s != nil {
		in.Turns = int(p.s.Turns)
		if p.s.Background != nil {
			in.Capture = p.s.Background.Capture
		}
	}
	if d.plan == p.plan {
		in.Later = nil
	}
	d.journey = journey.Trace(in)
	return d
}

func (p *plainView) censusOf(plan *journey.Plan) *journey.CensusResult {
	if c := p.census[plan]; c != nil {
		return c
	}
	c := journey.Census(plan, p.o.Provider, "")
	p.census[plan] = &c
	return &c
}

// requests prints what the provider refused.
func (p *plainView) requests() {
	if p.o.Name != "" {
		return
	}
	for _, r := range p.analyzer.Requests() {
		if p.o.Turn != 0 && int(r.Request.Turn) != p.o.Turn {
			continue
		}
		p.block()
		where := ""
		if r.Request.Turn > 0 {
			where += ", turn " + comma(int(r.Request.Turn))
		}
		if r.Request.Line > 0 {
			where += ", line " + comma(int(r.Request.Line))
		}
		p.line("request refused" + where)
		p.line("error: " + visible.Text(r.Request.Error))
		if r.Diagnosis != nil {
			for _, l := range plainDiagnosis(r.Diagnosis) {
				p.line(l)
			}
		}
	}
}
