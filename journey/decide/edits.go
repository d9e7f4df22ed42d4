package decide

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hopscope/journey"
)

// EditKind says what an edit changes.
type EditKind string

// The kinds of edits.
const (
	EditAdd      EditKind = "add"
	EditRename   EditKind = "rename"
	EditRemove   EditKind = "remove"
	EditDisable  EditKind = "disable"
	EditServer   EditKind = "server"
	EditOrder    EditKind = "order"
	EditScheme   EditKind = "scheme"
	EditProvider EditKind = "provider"
	EditVersion  EditKind = "version"
)

// Edit is one supposed change.
type Edit struct {
	Kind EditKind `json:"kind"`
	// Tool that is added, renamed, removed or disabled: its listed name; with
	// Server where it has one. For EditServer only Server counts: the key that
	// changes.
	Tool   string         `json:"tool,omitempty"`
	Server journey.Server `json:"server,omitempty"`
	// To is the new name, server key, scheme (ID or ID@VERSION), provider or
	// client version.
	To string `json:"to,omitempty"`
	// Order lists the servers that are up, in the order in which they are ready.
	Order []journey.Server `json:"order,omitempty"`
}

// Words says the edit in a line.
func (e Edit) Words() string {
	tool := e.Tool
	if e.Server != "" {
		tool = string(e.Server) + " · " + e.Tool
	}
	switch e.Kind {
	case EditRename:
		return "rename " + tool + " to " + e.To
	case EditServer:
		return "server " + string(e.Server) + " is called " + e.To
	case EditOrder:
		keys := make([]string, len(e.Order))
		for i, k := range e.Order {
			keys[i] = string(k)
		}
		if len(keys) == 0 {
			return "no server is connected"
		}
		return "connected: " + strings.Join(keys, ", ")
	case EditScheme, EditProvider:
		return string(e.Kind) + " " + e.To
	case EditVersion:
		return "client version " + e.To
	default:
		return string(e.Kind) + " " + tool
	}
}

// Setup is what edits change: a request's setting and the rules by id.
type Setup struct {
	Setting journey.Setting
	// Scheme is ID or ID@VERSION, Provider an id.
	Scheme, Provider string
}

// Apply returns the setup after an edit; the given one stays as it is. An edit
// of a tool or server that is not there, or to a name that is empty, is an
// error.
func Apply(s Setup, e Edit) (Setup, error) {
	fail := func(what string) (Setup, error) { return s, fmt.Errorf("edit %q: %s", e.Words(), what) }
	if e.To == "" && e.Kind != EditAdd && e.Kind != EditRemove && e.Kind != EditDisable && e.Kind != EditOrder {
		return fail("the new name is missing")
	}
	switch e.Kind {
	case EditScheme:
		s.Scheme = e.To
	case EditProvider:
		s.Provider = e.To
	case EditVersion:
		id, _, _ := strings.Cut(s.Scheme, "@")
		s.Scheme = id + "@" + e.To
	case EditOrder:
		s.Setting.Connected = slices.Clone(e.Order)
		if s.Setting.Connected == nil {
			s.Setting.Connected = []journey.Server{}
		}
		s.Setting.Options = maps.Clone(s.Setting.Options) // options that say the same give way
		delete(s.Setting.Options, "connected")
		delete(s.Setting.Options, "order")
	case EditServer:
		return renameServer(s, e)
	case EditAdd:
		if e.Tool == "" {
			return fail("the name is missing")
		}
		s.Setting.Catalog.Tools = append(slices.Clone(s.Setting.Catalog.Tools), newTool(s.Setting.Catalog.Form, e))
	case EditRename, EditRemove, EditDisable:
		return editTool(s, e)
	default:
		return fail("no such edit")
	}
	return s, nil
}

func newTool(form journey.Form, e Edit) journey.Tool {
	t := journey.Tool{Form: form, Server: e.Server}
	setListed(&t, e.Tool)
	return t
}

// setListed sets the name in the form in which the tool was read.
func setListed(t *journey.Tool, name string) {
	switch t.Form {
	case journey.FormSafe:
		t.Safe, t.Registered, t.Wire = journey.Safe(name), "", journey.WireName{}
	case journey.FormWire:
		t.Wire, t.Registered, t.Safe = journey.WireName{Namespace: t.Wire.Namespace, Name: journey.Wire(name)}, "", ""
	default:
		t.Registered, t.Safe, t.Wire = journey.Registered(name), "", journey.WireName{}
	}
}

func editTool(s Setup, e Edit) (Setup, error) {
	tools := slices.Clone(s.Setting.Catalog.Tools)
	i := slices.IndexFunc(tools, func(t journey.Tool) bool { return t.Listed() == e.Tool && (e.Server == "" || t.Server == e.Server) })
	if i < 0 {
		return s, fmt.Errorf("edit %q: no such tool in the catalog", e.Words())
	}
	switch e.Kind {
	case EditRename:
		setListed(&tools[i], e.To)
	case EditRemove:
		tools = slices.Delete(tools, i, i+1)
	case EditDisable:
		tools[i].Disabled = !tools[i].Disabled
	}
	s.Setting.Catalog.Tools = tools
	return s, nil
}

func renameServer(s Setup, e Edit) (Setup, error) {
	to, found := journey.Server(e.To), false
	c := &s.Setting.Catalog
	c.Tools, c.Servers = slices.Clone(c.Tools), slices.Clone(c.Servers)
	for i := range c.Tools {
		if c.Tools[i].Server == e.Server {
			c.Tools[i].Server, found = to, true
		}
	}
	for i := range c.Servers {
		if c.Servers[i].Key == e.Server {
			c.Servers[i].Key, found = to, true
		}
	}
	s.Setting.Connected = slices.Clone(s.Setting.Connected)
	for i, k := range s.Setting.Connected {
		if k == e.Server {
			s.Setting.Connected[i] = to
		}
	}
	if !found {
		return s, fmt.Errorf("edit %q: no such server in the catalog", e.Words())
	}
	return s, nil
}

// Edits is a list of edits of which the newest can be undone. The zero value
// is empty. It is a value: each method returns another list.
type Edits struct {
	list []Edit
	done int
}

// NewEdits is a list that is done already, as a case holds it.
func NewEdits(list []Edit) Edits { return Edits{slices.Clone(list), len(list)} }

// Do adds an edit; what was undone before is gone.
func (e Edits) Do(edit Edit) Edits {
	return Edits{append(slices.Clone(e.list[:e.done]), edit), e.done + 1}
}

// Undo takes the newest edit back; ok is false when there is none.
func (e Edits) Undo() (after Edits, undone Edit, ok bool) {
	if e.done == 0 {
		return e, Edit{}, false
	}
	return Edits{e.list, e.done - 1}, e.list[e.done-1], true
}

// Redo does the edit again that was undone last.
func (e Edits) Redo() (after Edits, redone Edit, ok bool) {
	if e.done == len(e.list) {
		return e, Edit{}, false
	}
	return Edits{e.list, e.done + 1}, e.list[e.done], true
}

// Drop takes edit i (from 0) out of those that are done.
func (e Edits) Drop(i int) Edits {
	if i < 0 || i >= e.done {
		return e
	}
	return NewEdits(slices.Delete(slices.Clone(e.list[:e.done]), i, i+1))
}

// List returns the edits that are done, oldest first.
func (e Edits) List() []Edit { return slices.Clone(e.list[:e.done]) }

// Len is the number of edits that are done.
func (e Edits) Len() int { return e.done }

// Apply applies all edits that are done. An edit that does not apply any more
// is left out and reported.
func (e Edits) Apply(s Setup) (after Setup, errs []error) {
	for _, edit := range e.list[:e.done] {
		next, err := Apply(s, edit)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		s = next
	}
	return s, errs
}

// KnownEdit reports whether there are edits of this kind. A case of a later
// version may hold others.
func KnownEdit(k EditKind) bool {
	switch k {
	case EditAdd, EditRename, EditRemove, EditDisable, EditServer, EditOrder, EditScheme, EditProvider, EditVersion:
		return true
	}
	return false
}
