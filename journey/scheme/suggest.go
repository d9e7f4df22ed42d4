package scheme

import (
	"slices"
	"strings"
	"unicode/utf8"

	"hopscope/journey"
	"hopscope/vocab"
)

// suggestMax bounds the name whose neighbours are looked for, in bytes: the
// cost grows with its length.
const suggestMax = 1024

// didYouMean words the three nearest names, nearest first, at one distance in
// the order of the candidates: ` Did you mean one of: "a", "b", "c"?`. It is
// empty without candidates.
func didYouMean(name string, candidates []string) string {
	if len(name) > suggestMax {
		name = name[:suggestMax]
		for !utf8.ValidString(name) && len(name) > suggestMax-utf8.UTFMax {
			name = name[:len(name)-1]
		}
	}
	near := vocab.Nearest(name, candidates, 3)
	switch len(near) {
	case 0:
		return ""
	case 1:
		return ` Did you mean "` + near[0].Name + `"?`
	}
	quoted := make([]string, len(near))
	for i := range near {
		quoted[i] = `"` + near[i].Name + `"`
	}
	return " Did you mean one of: " + strings.Join(quoted, ", ") + "?"
}

// registeredNames returns the names among which suggestions are looked for:
// the built-ins in the order of the registry, then the MCP tools in catalog
// order, each name once.
func registeredNames(p *journey.Plan, own []string) []string {
	has := make(map[string]bool, len(p.Tools))
	var mcp, listed []string
	for i := range p.Tools {
		n := &p.Tools[i]
		name := string(n.Wire.Name)
		if isLeftOut(n) && len(n.SharesWith) == 0 || has[name] {
			continue
		}
		has[name] = true
		if n.Ref.Builtin {
			listed = append(listed, name)
		} else {
			mcp = append(mcp, name)
		}
	}
	if !p.Setting.Builtins {
		return append(listed, mcp...)
	}
	all := slices.Clone(own)
	for _, name := range listed {
		if !slices.Contains(own, name) {
			all = append(all, name)
		}
	}
	return append(all, mcp...)
}
