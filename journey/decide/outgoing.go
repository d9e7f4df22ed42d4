package decide

import (
	"cmp"
	"slices"

	"hopscope/journey"
	"hopscope/vocab"
)

// Reasons why a rename map leaves a tool alone, beside those of a decision.
const (
	// AlreadyNamed: the tool has the target's name.
	AlreadyNamed Reason = "already-named"
	// NoTarget: the upstream has no function for this task.
	NoTarget Reason = "no-target"
	// TwoCallers: two tools of the caller want one target.
	TwoCallers Reason = "two-callers"
	// TargetDeclared: the target is the name of another declared tool.
	TargetDeclared Reason = "target-declared"
	// TargetNamespaced: the target equals the form of a tool with a namespace.
	TargetNamespaced Reason = "target-namespaced"
	// ProviderRefuses: the target breaks a name rule of the provider.
	ProviderRefuses Reason = "provider-refuses"
)

// Upstream is the vocabulary that the caller's names are mapped into: a
// client's at a version, or a list of demanded names.
type Upstream struct {
	Client, Version string
	// Names is the demanded list; nil: the client's vocabulary.
	Names []string
}

// IsList reports whether the upstream is a list of demanded names.
func (u Upstream) IsList() bool { return u.Names != nil }

// Title names the upstream: "opencode 1.18.33", "opencode" or "the demanded names".
func (u Upstream) Title() string {
	switch {
	case u.Names != nil:
		return "the demanded names"
	case u.Version == "":
		return u.Client
	}
	return u.Client + " " + u.Version
}

// lacks are the words before a task that no name of the upstream does.
func (u Upstream) lacks() string {
	if u.IsList() {
		return "no demanded name is one for "
	}
	return u.Title() + " has no function for "
}

// Renamed is one declared tool in a rename map.
type Renamed struct {
	// At is the position in the declared list, From its Title there.
	At   int    `json:"-"`
	From string `json:"from"`
	// To is the upstream's name; empty when the tool is left alone.
	To journey.Wire `json:"to,omitempty"`
	// By is the task that both do.
	By string `json:"by,omitempty"`
	// Left says why the tool is left alone, Note the same in words. A tool that
	// moves has a Note where the target is not sure.
	Left Reason `json:"left,omitempty"`
	Note string `json:"note,omitempty"`
	// Wanted is the target that a collision forbids.
	Wanted journey.Wire `json:"wanted,omitempty"`
}

// RenameMap maps the names of one request, in its order.
type RenameMap struct {
	Rows []Renamed `json:"rows"`
	// Moved is the number of tools that get another name.
	Moved int `json:"moved"`
}

// Forward returns the map by wire name.
func (m RenameMap) Forward(declared []Declared) map[journey.WireName]journey.Wire {
	to := map[journey.WireName]journey.Wire{}
	for _, r := range m.Rows {
		if r.To != "" {
			to[declared[r.At].Wire] = r.To
		}
	}
	return to
}

// Judge says whether a provider takes a name in a declaration; why is its rule
// in words when it does not. A verdict of unknown takes it.
type Judge func(name journey.Wire) (ok bool, why string)

// Rename maps declared functions without a namespace to the upstream's one
// name for their task. Whatever collides is left alone with a reason: two
// tools with one target, a target that is declared already or equals a
// namespaced tool's form, a target that the provider refuses. A patch tool is
// never taken for an edit tool, a custom or shell payload never renamed.
func Rename(declared []Declared, up Upstream, judge Judge, opts Options) RenameMap {
	r := renamer{declared: declared, up: up, judge: judge, table: opts.Vocab}
	m := RenameMap{Rows: make([]Renamed, len(declared))}
	for i := range declared {
		m.Rows[i] = r.row(i)
	}
	r.collide(m.Rows)
	for _, row := range m.Rows {
		if row.To != "" {
			m.Moved++
		}
	}
	return m
}

type renamer struct {
	declared []Declared
	up       Upstream
	judge    Judge
	table    *vocab.Table
}

// row finds the target of one tool, collisions not yet regarded.
func (r *renamer) row(i int) Renamed {
	d := r.declared[i]
	row := Renamed{At: i, From: d.Title()}
	leave := func(reason Reason, note string) Renamed {
		row.Left, row.Note = reason, note
		return row
	}
	if reason, ok := payloadReason(d.Kind); ok {
		return leave(reason, "a "+d.Kind.String()+" tool keeps its name: its payload is no argument object")
	}
	if s := splitName(string(d.Wire.Namespace), string(d.Wire.Name)); s.namespace != "" {
		return leave(Namespaced, "a name with a namespace never crosses")
	}
	caps := Capabilities(r.table, string(d.Wire.Name))
	if len(caps) == 0 {
		return leave(UnknownName, "no client has a tool of this name, so its task is not known")
	}
	found := r.targets(caps)
	switch {
	case len(found) == 0 && r.crosses(caps):
		return leave(EditVsPatch, "an edit and a patch take other arguments")
	case len(found) == 0:
		return leave(NoTarget, r.up.lacks()+list(caps))
	case len(found) > 1:
		names := make([]string, len(found))
		for k, t := range found {
			names[k] = t.name
		}
		return leave(Ambiguous, list(names)+" would all do")
	}
	t := found[0]
	row.By = t.capability
	if t.name == string(d.Wire.Name) {
		return leave(AlreadyNamed, "has the upstream's name already")
	}
	row.To, row.Note = journey.Wire(t.name), t.note
	return row
}

// target is a name of the upstream.
type target struct{ name, capability, note string }

// targets are the upstream's names for these tasks, one a task, each once.
func (r *renamer) targets(caps []string) []target {
	var found []target
	for _, c := range caps {
		for _, t := range r.names(c) {
			if !slices.ContainsFunc(found, func(x target) bool { return x.name == t.name }) {
				found = append(found, t)
			}
		}
	}
	return found
}

// names are the upstream's function names for a task: of a client the one it
// is usually known by at that version, of a demanded list all that fit.
func (r *renamer) names(capability string) []target {
	var found []target
	if r.up.Names != nil {
		for _, n := range r.up.Names {
			if slices.Contains(Capabilities(r.table, n), capability) {
				found = append(found, target{n, capability, ""})
			}
		}
		return found
	}
	e, ok := r.table.UsualFunction(r.up.Client, r.version(), capability)
	if !ok {
		return nil
	}
	note := e.Conditions
	if l, ok := vocab.Builtins(r.up.Client, r.version()); note == "" && ok && !l.Incomplete && !slices.Contains(l.Declared, e.Name) {
		note = "not in the recorded list of " + l.Version
	}
	return []target{{e.Name, capability, note}}
}

// version is the one asked for, or the newest that was looked at.
func (r *renamer) version() string {
	if r.up.Version != "" {
		return r.up.Version
	}
	c, _ := r.table.Client(r.up.Client)
	return c.Newest()
}

// crosses reports whether the upstream has a patch tool for an edit tool or
// the other way, of any kind.
func (r *renamer) crosses(caps []string) bool {
	for _, pair := range [][2]string{{capEdit, capPatch}, {capPatch, capEdit}} {
		if !slices.Contains(caps, pair[0]) {
			continue
		}
		if r.up.Names != nil {
			if len(r.names(pair[1])) > 0 {
				return true
			}
			continue
		}
		for _, e := range r.table.Cell(r.up.Client, pair[1]) {
			if !e.Mentioned && r.table.Has(r.up.Client, r.version(), e.Name).Answer != vocab.No {
				return true
			}
		}
	}
	return false
}

// collide leaves alone what cannot move without meeting another name.
func (r *renamer) collide(rows []Renamed) {
	wanted := map[journey.Wire][]string{}
	for _, row := range rows {
		if row.To != "" {
			wanted[row.To] = append(wanted[row.To], row.From)
		}
	}
	forms, declared := map[journey.Wire]string{}, map[journey.Wire]string{}
	for _, d := range r.declared {
		s := splitName(string(d.Wire.Namespace), string(d.Wire.Name))
		if d.Wire.Namespace == "" && s.namespace == "" {
			declared[d.Wire.Name] = d.Title()
			continue
		}
		for _, form := range []string{d.Title(), string(d.Wire.Namespace) + "__" + string(d.Wire.Name), string(d.Wire.Name)} {
			forms[journey.Wire(form)] = cmp.Or(forms[journey.Wire(form)], d.Title())
		}
	}
	for i := range rows {
		row := &rows[i]
		if row.To == "" {
			continue
		}
		reason, note := Reason(""), ""
		if others := wanted[row.To]; len(others) > 1 {
			reason, note = TwoCallers, list(others)+" would both become "+string(row.To)
		} else if other, taken := declared[row.To]; taken {
			reason, note = TargetDeclared, other+" is declared already"
		} else if other, taken := forms[row.To]; taken {
			reason, note = TargetNamespaced, string(row.To)+" is the form of "+other
		} else if r.judge != nil {
			if ok, why := r.judge(row.To); !ok {
				reason, note = ProviderRefuses, why
			}
		}
		if reason != "" {
			row.Wanted, row.To, row.Left, row.Note = row.To, "", reason, note
		}
	}
}
