// Package vocab knows what coding agents call their built-in tools: the same
// task has another name in every client, and a model that learned one name
// says it to another client.
//
// # What a row says
//
// An Entry is one name of one client, with its capability (the task), its
// input keys, its other names, the range of versions in which it was seen, the
// source where it was read and how far that was verified. A name may stand
// under several clients with different capabilities: task is a subagent in
// OpenCode and TaskCreate a todo list in Claude Code. So a capability is a
// property of a name at a client, never of a name.
//
// # Versions
//
// Bounds were found by looking at some versions only (Client.Versions), so
// they say where a change lies, not which release made it; see Bound and
// Has. A name may also depend on platform, model or a flag: Entry.Conditions.
//
// # Names that are not in a table
//
// The tables are not complete. That a client has no row for a name is no proof
// that it has no such tool. Provider tools (typed declarations such as
// text_editor_20250728) stand in a table of their own.
//
// The functions of the package answer from the built-in tables. A Table
// answers the same questions and can be laid over with tables of a user:
// Builtin().Overlay(files...). All tables are read-only: what a function
// returns is shared where it is nested and must not be changed.
package vocab

import "strings"

// Input is one argument key of a tool.
type Input struct {
	Key string `json:"key" toml:"key"`
	// Required where the source says so; in rows whose client does not verify
	// keys it is a guess.
	Required bool `json:"required" toml:"required"`
}

// Entry is one name of one client.
type Entry struct {
	// Client is the id of the client. It is empty in a Hit on a provider tool.
	Client     string `json:"-" toml:"-"`
	Name       string `json:"name" toml:"name"`
	Capability string `json:"capability" toml:"capability"`
	// Kind is function, custom, local_shell or provider; empty in a file means
	// function.
	Kind string `json:"kind" toml:"kind"`
	// Aliases are other names that the client itself accepts for this tool, at
	// some of its versions.
	Aliases []string `json:"aliases" toml:"aliases"`
	Inputs  []Input  `json:"inputs" toml:"inputs"`
	// NoInputs: the tool is known to take none. Without inputs and without
	// this mark the inputs are unknown.
	NoInputs bool  `json:"no_inputs" toml:"no_inputs"`
	Since    Bound `json:"since" toml:"since"`
	Until    Bound `json:"until" toml:"until"`
	// Refused lists versions in which a run of the client answered the name as
	// unknown although its code holds it.
	Refused []string `json:"refused" toml:"refused"`
	// Mentioned: documents or models of the client say the name, the client
	// does not declare it.
	Mentioned bool `json:"mentioned" toml:"mentioned"`
	// Conditions says when the tool is declared, where that does not depend on
	// the version alone.
	Conditions string `json:"conditions" toml:"conditions"`
	Note       string `json:"note" toml:"note"`
	// Source says where the name was read; in a file the client's source holds
	// for rows without one. Verified is the client's.
	Source   string `json:"source" toml:"source"`
	Verified string `json:"-" toml:"-"`
}

// InputsKnown reports whether the row says which inputs the tool has.
func (e Entry) InputsKnown() bool { return len(e.Inputs) > 0 || e.NoInputs }

// Required returns the required input keys.
func (e Entry) Required() []string {
	var keys []string
	for _, in := range e.Inputs {
		if in.Required {
			keys = append(keys, in.Key)
		}
	}
	return keys
}

// Client is what is known of a client as a whole.
type Client struct {
	ID, Name string
	Aliases  []string
	// Versions are those that were looked at, oldest first; none where the
	// client has no version numbers that can be compared.
	Versions []string
	Source   string
	// Verified says how the names and keys were obtained.
	Verified string
	Note     string
	// NamesUnknown: the client has an id and no table of names.
	NamesUnknown bool
	// Entries is the number of its rows.
	Entries int
}

// Newest returns the newest version that was looked at, empty for none.
func (c Client) Newest() string {
	if len(c.Versions) == 0 {
		return ""
	}
	return c.Versions[len(c.Versions)-1]
}

// State returns what was looked at last: the newest version, else the commit
// that the source names, as @commit; empty for neither.
func (c Client) State() string {
	if v := c.Newest(); v != "" {
		return v
	}
	_, rest, ok := strings.Cut(c.Source, "@")
	commit, _, _ := strings.Cut(rest, ":")
	if !ok || len(commit) < 7 || strings.Trim(commit, "0123456789abcdef") != "" {
		return ""
	}
	return "@" + commit
}

// Capability is a task that tools of several clients do.
type Capability struct {
	ID      string `json:"id"`
	Meaning string `json:"meaning"`
	// NoTarget: two tools of this capability need not do the same, so it says
	// nothing about which tool was meant.
	NoTarget bool `json:"no_target"`
}

// ProviderTool is a tool that a provider defines by a type.
type ProviderTool struct {
	Provider string `json:"provider"`
	Type     string `json:"type"`
	// Name that stands in the declaration and the echo, empty for none.
	Name string `json:"name"`
	// CallerChosen: the entry has a name that its caller chooses.
	CallerChosen bool   `json:"caller_chosen"`
	Capability   string `json:"capability"`
	// CallType is the type of the item that calls it, where the call has no
	// name.
	CallType string `json:"call_type"`
	// ExecutedBy is client, provider or "provider or client"; empty: unknown.
	ExecutedBy string `json:"executed_by"`
	Note       string `json:"note"`
	Source     string `json:"source"`
}

// BareType returns the type without its date: text_editor for
// text_editor_20250728. It counts as a name.
func (p ProviderTool) BareType() string {
	n := len(p.Type) - len("_20060102")
	if n < 1 || p.Type[n] != '_' {
		return p.Type
	}
	for _, c := range p.Type[n+1:] {
		if c < '0' || c > '9' {
			return p.Type
		}
	}
	return p.Type[:n]
}

// Pair is two capabilities (or tool kinds) whose tools cannot stand in for
// each other.
type Pair struct {
	A string `json:"a"`
	B string `json:"b"`
	// OneWay: B cannot stand in for A; the other way it may.
	OneWay bool `json:"one_way"`
	// Axis is kind for tool kinds and empty for capabilities.
	Axis   string `json:"axis"`
	Reason string `json:"reason"`
	Source string `json:"source"`
}
