package vocab

import (
	"slices"
	"strings"
)

// BuiltinList is what a client declares of itself at one version.
type BuiltinList struct {
	Client  string `json:"client"`
	Version string `json:"version"`
	// Declared are the names in the order of the request; an inner name of a
	// namespace entry is written namespace.name. DeclaredUnknown: not recorded
	// for this version.
	Declared        []string `json:"declared"`
	DeclaredUnknown bool     `json:"declared_unknown"`
	// Registered is the order that error texts use when they list or suggest
	// names; empty where it was not seen.
	Registered []string `json:"registered"`
	// Kinds of the declared names that are no function tools.
	Kinds map[string]string `json:"kinds"`
	// MCPAt is the index in Declared before which the MCP tools stand, nil
	// where Conditions says how they are mixed.
	MCPAt *int `json:"mcp_at"`
	// Unordered: Declared is a set. Incomplete: more names may be declared.
	Unordered  bool `json:"unordered"`
	Incomplete bool `json:"incomplete"`
	// Variants are the lists for some models, see ForModel.
	Variants   []Variant `json:"variants"`
	Conditions string    `json:"conditions"`
	Source     string    `json:"source"`
	// How is recorded or inferred, in words.
	How string `json:"how"`
	// Exact: this is the list of the version that was asked for. Otherwise
	// Note says which list was taken instead.
	Exact bool   `json:"-"`
	Note  string `json:"-"`
}

// Variant is the list for models whose id holds ModelHas and none of
// ModelLacks.
type Variant struct {
	ModelHas   string   `json:"model_has"`
	ModelLacks []string `json:"model_lacks"`
	Declared   []string `json:"declared"`
	Registered []string `json:"registered"`
	How        string   `json:"how"`
}

// Fits reports whether the variant is for this model id.
func (v Variant) Fits(model string) bool {
	return strings.Contains(model, v.ModelHas) && !slices.ContainsFunc(v.ModelLacks, func(s string) bool {
		return strings.Contains(model, s)
	})
}

// ForModel returns the list for a model id: that of the first variant that
// fits, or the list itself.
func (l BuiltinList) ForModel(model string) BuiltinList {
	for _, v := range l.Variants {
		if v.Fits(model) {
			l.Declared, l.Registered, l.How = v.Declared, v.Registered, v.How
			break
		}
	}
	return l
}

// holds reports whether the name is declared, by itself or in a namespace.
func (l BuiltinList) holds(name string) bool {
	has := func(list []string) bool {
		return slices.ContainsFunc(list, func(s string) bool {
			return s == name || strings.HasSuffix(s, "."+name)
		})
	}
	if has(l.Declared) {
		return true
	}
	return slices.ContainsFunc(l.Variants, func(v Variant) bool { return has(v.Declared) })
}

// Builtins returns the list of a client at a version: the newest one that is
// not newer. Older than all lists: the oldest. An empty version: the newest.
// Where it is not the list of that very version, Exact is false and Note says
// so. ok is false for a client without lists and for a malformed version.
func Builtins(client, version string) (list BuiltinList, ok bool) {
	lists := builtinLists()[client]
	if len(lists) == 0 {
		return BuiltinList{}, false
	}
	if version == "" {
		list = lists[len(lists)-1]
		list.Note = "version not known: list of " + list.Version
		return list, true
	}
	if _, err := CompareVersions(version, version); err != nil {
		return BuiltinList{}, false
	}
	list = lists[0]
	for _, l := range lists[1:] {
		if !older(version, l.Version) {
			list = l
		}
	}
	switch {
	case same(version, list.Version):
		list.Exact = true
	case older(version, list.Version):
		list.Note = "no list of " + version + ": that of " + list.Version + ", the oldest known"
	default:
		list.Note = "no list of " + version + ": that of " + list.Version
	}
	return list, true
}
