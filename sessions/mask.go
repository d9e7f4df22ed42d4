package sessions

import (
	"slices"
	"sync"
	"unicode/utf8"

	"hopscope/journey"
	"hopscope/journey/redact"
)

// masking hides secrets in what is read before anybody sees it: in errors,
// notes, arguments and results. Ids and places stay, and names that no secret is part
// of. One masking serves
// an Opening, so that a user name that one text gives away is hidden in all.
type masking struct {
	mu sync.Mutex
	m  redact.Masker
	n  int
	// lists are the declared lists as they are shown, by their first entry as
	// it was read.
	lists map[*journey.Tool][]journey.Tool
}

// newMasking knows the users of the inputs' own paths.
func newMasking(inputs []*input) *masking {
	x := &masking{}
	for _, in := range inputs {
		x.m.Learn(in.source.Path)
	}
	return x
}

// learn takes in the path of a further input.
func (x *masking) learn(path string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.m.Learn(path)
}

// text masks one text.
func (x *masking) text(s string) string {
	if s == "" {
		return s
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	s, found := x.m.Text(s)
	x.n += len(found)
	return s
}

func (x *masking) each(list []string) {
	for i := range list {
		list[i] = x.text(list[i])
	}
}

// count is the number of places that were masked so far.
func (x *masking) count() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.n
}

// update masks what an update brings for the session s, in place.
func (x *masking) update(s *journey.Session, u *Update) {
	b := &u.Batch
	x.errors(s, b)
	for row, e := range b.Extras {
		for _, c := range []**journey.Called{&e.Stored, &e.Came, &e.Returned} {
			if *c != nil {
				*c = &journey.Called{Namespace: journey.Namespace(x.name(string((*c).Namespace))), Name: journey.Echo(x.name(string((*c).Name)))}
			}
		}
		for _, t := range []*string{&e.Args, &e.Result, &e.Note, &e.Reason} {
			*t = x.text(*t)
		}
		b.Extras[row] = e
	}
	for i := range b.Requests {
		q := &b.Requests[i]
		q.Error, q.Note = x.text(q.Error), x.text(q.Note)
	}
	for i := max(len(b.Prompts)-promptsKept, 0); i < len(b.Prompts); i++ {
		b.Prompts[i].Text = x.text(b.Prompts[i].Text)
	}
	for i := range b.Problems {
		p := &b.Problems[i]
		p.Where, p.What = x.text(p.Where), x.text(p.What)
	}
	for i := range b.Snapshots {
		c := &b.Snapshots[i].Catalog
		c.Tools = x.list(c.Tools)
	}
	u.Mended = x.text(u.Mended)
	b.Cwd = x.text(b.Cwd)
	x.each(b.Notes)
	x.servers(b.Servers)
	if u.Catalog != nil {
		x.tools(u.Catalog.Tools)
		x.servers(u.Catalog.Servers)
		u.Catalog.Source = x.text(u.Catalog.Source)
		x.each(u.Catalog.Notes)
	}
	if b.Background != nil {
		x.background(b.Background)
	}
}

// list masks a declared list. Several snapshots may share one, and the reader
// compares it with those that come, so what is masked is a copy.
func (x *masking) list(tools []journey.Tool) []journey.Tool {
	if len(tools) == 0 {
		return tools
	}
	masked, ok := x.lists[&tools[0]]
	if !ok {
		masked = slices.Clone(tools)
		if x.tools(masked); slices.Equal(masked, tools) {
			masked = tools
		}
		if x.lists == nil {
			x.lists = map[*journey.Tool][]journey.Tool{}
		}
		x.lists[&tools[0]] = masked
	}
	return masked
}

// promptsKept is how many prompts of an update are masked: a session keeps
// fewer.
const promptsKept = 8

// errors masks the error texts of the batch's rows, and the names that a secret
// is part of.
func (x *masking) errors(s *journey.Session, b *journey.Batch) {
	if len(b.Texts) == 0 {
		return
	}
	first := journey.Sym(max(s.TextCount(), 1))
	names := map[journey.Sym]bool{}
	errs := map[journey.Sym]bool{}
	for i := range b.Rows {
		r := &b.Rows[i]
		if r.Name >= first && !names[r.Name] {
			names[r.Name] = true
			x.spare(b.Texts[r.Name-first])
			b.Texts[r.Name-first] = x.name(b.Texts[r.Name-first])
		}
		errs[r.Err] = true
	}
	for i := range b.Patches {
		errs[b.Patches[i].Err] = true
	}
	for y := range errs {
		if y >= first && int(y-first) < len(b.Texts) && !names[y] {
			b.Texts[y-first] = x.text(b.Texts[y-first])
		}
	}
}

// spare keeps a name of a tool from being taken for the name of a user.
func (x *masking) spare(name string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.m.Spare(name)
}

// name masks a name that a secret is part of; others stay.
func (x *masking) name(s string) string {
	if plainName(s) {
		return s
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	s, found := x.m.Name(s)
	x.n += len(found)
	return s
}

// plainName reports whether a name is too plain to hold a secret: letters and
// underscores, or few characters.
func plainName(s string) bool {
	if len(s) < 10 {
		return true
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; c != '_' && (c|0x20 < 'a' || 'z' < c|0x20) {
			return false
		}
	}
	return true
}

func (x *masking) tools(list []journey.Tool) {
	for i := range list {
		t := &list[i]
		t.Registered, t.Safe = journey.Registered(x.name(string(t.Registered))), journey.Safe(x.name(string(t.Safe)))
		t.Wire.Name, t.Server = journey.Wire(x.name(string(t.Wire.Name))), journey.Server(x.name(string(t.Server)))
	}
}

func (x *masking) servers(list []journey.ServerEntry) {
	for i := range list {
		list[i].Error = x.text(list[i].Error)
	}
}

// background masks the texts of a case's evidence; its lists of names stay.
func (x *masking) background(b *journey.Background) {
	b.Context.Notes = slices.Clone(b.Context.Notes) // the case's own
	b.Context.System, b.Context.Raw = x.text(b.Context.System), x.text(b.Context.Raw)
	x.each(b.Context.Notes)
	if b.Capture != nil {
		own := *b.Capture
		c := &own
		b.Capture, c.Deltas = c, slices.Clone(c.Deltas)
		for _, t := range []*string{&c.Tools, &c.ToolChoice, &c.History, &c.Expected, &c.Raw} {
			*t = x.text(*t)
		}
		x.each(c.Deltas)
	}
	for i := range b.Events {
		e := &b.Events[i]
		for _, t := range []*string{&e.Error, &e.Note, &e.Result, &e.Args} {
			*t = x.text(*t)
		}
	}
}

// maskedBodies are bodies without their secrets.
type maskedBodies struct {
	of   journey.Bodies
	mask *masking
}

// secretMax is how much more than asked for is read, so that a secret at the
// cut is seen whole.
const secretMax = 4 << 10

// ID is journey.Bodies. Ids stay as they are.
func (b maskedBodies) ID(s *journey.Session, row int) (string, error) { return b.of.ID(s, row) }

// Args is journey.Bodies.
func (b maskedBodies) Args(s *journey.Session, row, max int) (string, bool, error) {
	text, cut, err := b.of.Args(s, row, max+secretMax)
	return b.short(text, cut, max, err)
}

// Result is journey.Bodies.
func (b maskedBodies) Result(s *journey.Session, row, max int) (string, bool, error) {
	text, cut, err := b.of.Result(s, row, max+secretMax)
	return b.short(text, cut, max, err)
}

func (b maskedBodies) short(text string, cut bool, max int, err error) (string, bool, error) {
	if err != nil {
		return text, cut, err
	}
	text = b.mask.text(text)
	if len(text) <= max {
		return text, cut, nil
	}
	for max > 0 && !utf8.RuneStart(text[max]) {
		max--
	}
	return text[:max], true, nil
}
