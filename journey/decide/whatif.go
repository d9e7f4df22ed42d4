package decide

import (
	"fmt"
	"slices"

	"hopscope/journey"
)

// Rules gives schemes and providers by the ids that stand in edits.
type Rules struct {
	// Scheme takes ID or ID@VERSION.
	Scheme   func(id string) (journey.Scheme, error)
	Provider func(id string) (journey.Provider, error)
}

// SchemeID is the id by which Rules finds a scheme again.
func SchemeID(i journey.SchemeInfo) string {
	if i.Version == "" {
		return i.ID
	}
	return i.ID + "@" + i.Version
}

// ChangesRules reports whether the edit is about the scheme, its version or the
// provider, and not about the tools.
func (e Edit) ChangesRules() bool {
	return e.Kind == EditScheme || e.Kind == EditVersion || e.Kind == EditProvider
}

// Rules returns the ids that are in force after the edits.
func (e Edits) Rules(scheme, provider string) (string, string) {
	s := Setup{Scheme: scheme, Provider: provider}
	for _, edit := range e.list[:e.done] {
		if !edit.ChangesRules() {
			continue
		}
		if next, err := Apply(s, edit); err == nil {
			s = next
		}
	}
	return s.Scheme, s.Provider
}

// Change applies the edits of tools and servers to the setting of a request
// under a scheme. The client's own tools, which the scheme adds, can be edited
// as well: the list is then written out. An edit of something that this request
// does not have is left out of it.
func (e Edits) Change(s journey.Scheme, set journey.Setting) journey.Setting {
	setup := Setup{Setting: set}
	for _, edit := range e.list[:e.done] {
		if next, err := applyTo(s, setup, edit); err == nil && !edit.ChangesRules() {
			setup = next
		}
	}
	return setup.Setting
}

// applyTo is Apply, on the list written out where the edit needs it.
func applyTo(s journey.Scheme, setup Setup, edit Edit) (Setup, error) {
	next, err := Apply(setup, edit)
	if err == nil || !setup.Setting.Builtins || s == nil {
		return next, err
	}
	setup.Setting = writtenOut(s, setup.Setting)
	if again, err := Apply(setup, edit); err == nil {
		return again, nil
	}
	return next, err
}

// writtenOut is the setting with the tools that the scheme adds in its catalog.
func writtenOut(s journey.Scheme, set journey.Setting) journey.Setting {
	plan := s.Plan(set)
	set.Builtins = false
	set.Catalog.Tools = make([]journey.Tool, len(plan.Tools))
	for i := range plan.Tools {
		set.Catalog.Tools[i] = plan.Tools[i].Tool
	}
	return set
}

// Try says why an edit would do nothing: there is no such tool, server, scheme
// or provider.
func (r Rules) Try(s Setup, edit Edit) error {
	sch, err := r.Scheme(s.Scheme)
	if err != nil {
		return err
	}
	next, err := applyTo(sch, s, edit)
	if err != nil {
		return err
	}
	if _, err = r.Scheme(next.Scheme); err != nil {
		return err
	}
	_, err = r.Provider(next.Provider)
	return err
}

// Change is one edit with what it does: Own beside the edits before it, Total
// with them, against what was recorded.
type Change struct {
	Edit       Edit
	Own, Total Effect
	// Err is why it does nothing.
	Err error
}

// Effects says what each edit does to the census and to the recorded calls.
func (e Edits) Effects(s Setup, r Rules, recorded []Recorded) []Change {
	first, err := r.side(s)
	if err != nil {
		return nil
	}
	last := first
	list := make([]Change, 0, e.done)
	for _, edit := range e.list[:e.done] {
		c := Change{Edit: edit}
		next, err := applyTo(last.Scheme, s, edit)
		now := last
		if err == nil {
			now, err = r.side(next)
		}
		if err != nil {
			now, c.Err = last, err
		} else {
			s = next
		}
		c.Own, c.Total = Compare(last, now, recorded), Compare(first, now, recorded)
		last = now
		list = append(list, c)
	}
	return list
}

func (r Rules) side(s Setup) (Side, error) {
	sch, err := r.Scheme(s.Scheme)
	if err != nil {
		return Side{}, fmt.Errorf("scheme %s: %w", s.Scheme, err)
	}
	p, err := r.Provider(s.Provider)
	if err != nil {
		return Side{}, fmt.Errorf("provider %s: %w", s.Provider, err)
	}
	plan := sch.Plan(s.Setting)
	return Side{sch, &plan, journey.Census(&plan, p, "")}, nil
}

// RecordedCalls sums up the calls of a recording by name. Calls that were
// denied or failed reached their tool; what became of calls without a result is
// not known, they are left out.
func RecordedCalls(s *journey.Session) []Recorded {
	var list []Recorded
	for _, n := range s.Tally.Names() {
		r := Recorded{Call: journey.Invocation{Called: n.Called}, Failed: n.Unknown()}
		for _, c := range []journey.Class{journey.ClassOK, journey.ClassToolFailed, journey.ClassDenied, journey.ClassBadArguments} {
			r.Ran += n.ByClass[c]
		}
		list = append(list, r)
	}
	return list
}

// pastMax is how many past calls a request holds that is made from a catalog.
const pastMax = 3

// PastCalls are the first calls of a recording, one a name, for a request that
// is made because none was recorded.
func PastCalls(s *journey.Session) []journey.WireCall {
	var past []journey.WireCall
	if s == nil {
		return nil
	}
	for _, n := range s.Tally.Names() {
		if len(past) == pastMax {
			break
		}
		if n.Called.Name != "" && len(n.Rows) > 0 {
			past = append(past, journey.WireCall{Called: n.Called, ID: fmt.Sprintf("call_%d", n.Rows[0]+1), Args: "{}"})
		}
	}
	return past
}

// Targets are the clients whose vocabulary names can be mapped into, each at
// its newest version, in the order of the table.
func (o Options) Targets() []Upstream {
	var list []Upstream
	for _, c := range o.Vocab.Clients() {
		if !c.NamesUnknown {
			list = append(list, Upstream{Client: c.ID, Version: c.Newest()})
		}
	}
	return list
}

// Target is what a caller's names are mapped into where nobody chose: OpenCode,
// for OpenCode itself Claude Code.
func (o Options) Target(client string) Upstream {
	id := "opencode"
	if own, ok := o.Vocab.ClientID(client); ok && own == id {
		id = "claude-code"
	}
	list := o.Targets()
	if i := slices.IndexFunc(list, func(u Upstream) bool { return u.Client == id }); i >= 0 {
		return list[i]
	}
	return Upstream{Client: id}
}
