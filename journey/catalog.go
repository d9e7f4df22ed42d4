package journey

import "strings"

// Form says in which form the names of a catalog were read. A scheme works
// forward from that form, never twice.
type Form uint8

// The forms. MCP listings, plain lists and server configs hold registered
// names; a client's own list holds safe forms; tools arrays, request bodies,
// captures and prompt snapshots hold wire names.
const (
	FormRegistered Form = iota
	FormSafe
	FormWire
)

var formIDs = [...]string{"registered", "safe", "wire"}

// String returns registered, safe or wire.
func (f Form) String() string { return at(formIDs[:], int(f)) }

// MarshalText writes the id.
func (f Form) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// ParseForm reads the value of --names.
func ParseForm(id string) (Form, bool) {
	for i, s := range formIDs {
		if s == id {
			return Form(i), true
		}
	}
	return FormRegistered, false
}

// ToolKind says how a tool is declared and called.
type ToolKind uint8

// The tool kinds of providers and clients. KindFunction is the usual one.
const (
	KindFunction ToolKind = iota
	KindCustom
	KindLocalShell
	KindShell
	KindApplyPatch
	KindProvider
)

var kindIDs = [...]string{"function", "custom", "local_shell", "shell", "apply_patch", "provider"}

// String returns the id: function, custom, local_shell, shell, apply_patch or provider.
func (k ToolKind) String() string { return at(kindIDs[:], int(k)) }

// MarshalText writes the id.
func (k ToolKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// ParseToolKind returns the tool kind with this id.
func ParseToolKind(id string) (ToolKind, bool) {
	for i, s := range kindIDs {
		if s == id {
			return ToolKind(i), true
		}
	}
	return KindFunction, false
}

// Tool is one entry of a catalog. Exactly the name that Form points at was
// read; the others are empty until a scheme or a recording fills them in.
type Tool struct {
	// Form says which of the three names below was read.
	Form       Form
	Registered Registered
	Safe       Safe
	Wire       WireName
	// Server is the MCP server's key, Plugin the client plugin that brought
	// it. Both empty: a built-in, or not known.
	Server Server
	Plugin string
	Kind   ToolKind
	// Builtin is true for a tool that the client declares of itself.
	Builtin bool
	// Deferred: the tool exists but its schema is not in the request until it
	// is loaded by a search tool. Disabled: switched off by the user.
	Deferred, Disabled bool
	Title, Description string
	// Schema is the JSON schema of the arguments as read, empty if not known.
	Schema string
	// Type is the type field of a provider-defined or typed entry, for
	// example text_editor_20250728.
	Type string
	// Rest holds the other fields of a wire declaration, a JSON object, so that
	// it can be written again as it was: strict, format, allowed_callers. Fields
	// that bear secrets are left out. Empty: none.
	Rest string
	// SpaceText is the description of the namespace in which a wire declaration
	// stands.
	SpaceText string
	// Line is the line (from 1) in the file where the entry stands, 0 unknown;
	// File is the path of a catalog that was read, empty for other inputs.
	Line int
	File string
}

// Listed returns the name as it was read, in the form that t.Form names.
func (t Tool) Listed() string {
	switch t.Form {
	case FormSafe:
		return string(t.Safe)
	case FormWire:
		if t.Wire.Namespace != "" {
			return string(t.Wire.Namespace) + "." + string(t.Wire.Name)
		}
		return string(t.Wire.Name)
	default:
		return string(t.Registered)
	}
}

// ServerEntry is an MCP server that an input names.
type ServerEntry struct {
	Key Server
	// Status is the client's own word: connected, failed, needs-auth, pending,
	// disabled; empty when the input does not say.
	Status string
	// NamesUnknown: the input names the server but none of its tools.
	NamesUnknown bool
	// Error is the client's text about a server that failed.
	Error string
}

// Catalog is the tools that exist at a moment, in order.
type Catalog struct {
	Form  Form
	Tools []Tool
	// Servers in the order of the input, which is the order in which a client
	// registers them unless it says otherwise.
	Servers []ServerEntry
	// Complete is false for a list that is known to lack entries (a first page
	// of several, deferred names only).
	Complete bool
	// Assumed: nobody recorded this list; it was made from the names that ran
	// and the built-in list of the client.
	Assumed bool
	// Source says where the catalog was read, for people: path and format.
	Source string
	Notes  []string
}

// sourceJoin stands between the sources of a merged catalog.
const sourceJoin = "; "

// Merge adds the tools and servers of other to c, in order. Tools are not
// compared: two inputs that list one tool make it twice, which the census
// then reports.
func (c *Catalog) Merge(other Catalog) {
	switch {
	case len(c.Tools) == 0:
		c.Form = other.Form
		c.Complete = other.Complete
	case len(other.Tools) > 0 || len(other.Servers) > 0:
		c.Complete = c.Complete && other.Complete
	}
	c.Tools = append(c.Tools, other.Tools...)
	index := make(map[Server]int, len(c.Servers))
	for i, s := range c.Servers {
		index[s.Key] = i
	}
	for _, s := range other.Servers {
		if i, ok := index[s.Key]; ok {
			c.Servers[i].NamesUnknown = c.Servers[i].NamesUnknown && s.NamesUnknown
			if s.Status != "" {
				c.Servers[i].Status = s.Status
			}
			continue
		}
		index[s.Key] = len(c.Servers)
		c.Servers = append(c.Servers, s)
	}
	c.Assumed = c.Assumed || other.Assumed
	c.Notes = append(c.Notes, other.Notes...)
	if c.Source == "" {
		c.Source = other.Source
	} else if other.Source != "" && !contains(strings.Split(c.Source, sourceJoin), other.Source) {
		c.Source += sourceJoin + other.Source
	}
}

// UnknownServers returns the servers whose tool names no input gives.
func (c Catalog) UnknownServers() []Server {
	var keys []Server
	for _, s := range c.Servers {
		if s.NamesUnknown {
			keys = append(keys, s.Key)
		}
	}
	return keys
}
