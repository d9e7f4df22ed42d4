package scheme

import (
	"slices"
	"strings"

	"hopscope/journey"
)

// codexOrder sorts MCP tools by namespace and name; tools without a server
// stay before them.
func codexOrder(a, b *journey.Naming) int {
	if a.Ref.Builtin || b.Ref.Builtin {
		switch {
		case a.Ref.Builtin && b.Ref.Builtin:
			return 0
		case a.Ref.Builtin:
			return -1
		default:
			return 1
		}
	}
	if d := strings.Compare(string(a.Wire.Namespace), string(b.Wire.Namespace)); d != 0 {
		return d
	}
	return strings.Compare(string(a.Wire.Name), string(b.Wire.Name))
}

// codexSpaces returns the namespace of every server that is up. Those that
// share one get a hash each.
func codexSpaces(tools []journey.Naming, ready *readiness) map[journey.Server]journey.Namespace {
	spaces := map[journey.Server]journey.Namespace{}
	users := map[string]int{}
	for i := range tools {
		key := tools[i].Tool.Server
		if _, done := spaces[key]; done || key == "" || tools[i].Tool.Form != journey.FormRegistered || codexRefuses(key) {
			continue
		}
		plain := codexNamespace(key)
		spaces[key] = journey.Namespace(plain)
		if _, up := ready.of(key); up {
			users[plain]++
		}
	}
	for key, plain := range spaces {
		if users[string(plain)] > 1 {
			spaces[key] = journey.Namespace(codexHashedNamespace(key))
		}
	}
	return spaces
}

// name fills in the forms of one tool before clashes are looked at.
func (c codex) name(n *journey.Naming, spaces map[journey.Server]journey.Namespace, known serverForms) {
	t := &n.Tool
	if t.Form != journey.FormRegistered {
		c.back(n, known)
		return
	}
	if t.Server == "" {
		asOwn(n)
		return
	}
	n.Ref = journey.Ref{Server: t.Server, Name: t.Registered}
	n.RegisteredKnown, n.SafeKnown = true, true
	if c.rule.flat {
		flat, changed := codexFlat(t.Server, t.Registered, c.rule.keepAll)
		n.Safe, n.Wire.Name = journey.Safe(flat), journey.Wire(flat)
		if n.Rule = changed; changed == "" {
			n.Rule = "prefixed"
		}
		return
	}
	space, ok := spaces[t.Server]
	if !ok {
		space = journey.Namespace(codexNamespace(t.Server))
		leaveOut(n, "Codex refuses a server key with a blank or other than ASCII text")
	}
	n.Wire = journey.WireName{Namespace: space, Name: journey.Wire(codexPart(string(t.Registered)))}
	n.Safe = journey.Safe(n.Wire.Name)
	n.Rule = joinWords("split in two", foldWords(string(t.Registered), &word))
}

// back takes what was read as it is. Server and tool behind it are sure only
// where no underscore hides another character, or where the namespace is that
// of a server that the setting names.
func (c codex) back(n *journey.Naming, known serverForms) {
	t := &n.Tool
	asRead(n)
	n.SafeKnown = true
	n.Rule = "as read"
	n.Ref = journey.Ref{Server: t.Server, Name: journey.Registered(n.Wire.Name), Builtin: t.Builtin}
	if t.Registered != "" {
		n.Ref.Name, n.RegisteredKnown = t.Registered, true
		return
	}
	server, tool := string(n.Wire.Namespace), string(n.Wire.Name)
	if c.rule.flat && server == "" {
		parts, ok := doubleUnderscore.split(tool, nil)
		if !ok {
			n.Ref.Builtin = t.Server == ""
			n.RegisteredKnown = n.Ref.Builtin
			return
		}
		n.Ref = journey.Ref{Server: journey.Server(parts.server), Name: journey.Registered(parts.tool)}
		n.RegisteredKnown = parts.sure && len(tool) < codexFlatLimit
		return
	}
	key, ok := strings.CutPrefix(server, codexPrefix)
	if !ok {
		n.Ref.Builtin = t.Server == ""
		n.RegisteredKnown = n.Ref.Builtin
		return
	}
	n.Ref.Server = journey.Server(key)
	listed, found := known[server]
	if found && listed != "" {
		n.Ref.Server = listed
	}
	n.RegisteredKnown = !strings.Contains(tool, "_") && (found && listed != "" || !strings.Contains(key, "_"))
}

// hash gives tools of one server that fold alike a hash each. Then, in the
// order of their raw names, a name that does not fit, or that reads like an
// earlier one when namespace and name are written without anything between,
// gets a hash as well. The same tool listed twice is one entry.
func (c codex) hash(tools []journey.Naming) {
	alike := newTwins(make(map[journey.WireName]int, len(tools)))
	var all []int
	for i := range tools {
		n := &tools[i]
		if n.Tool.Form == journey.FormRegistered && n.Ref.Server != "" && !isLeftOut(n) {
			alike.add(n.Wire, i)
			all = append(all, i)
		}
	}
	for group := range alike.all {
		for _, i := range once(tools, group) {
			if n := &tools[i]; !isLeftOut(n) {
				n.Wire.Name += journey.Wire(codexToolSuffix(codexIdentity(n.Ref.Server, n.Ref.Name), 0))
				n.Rule = joinWords(n.Rule, "hashed")
			}
		}
	}
	identity := make(map[int]string, len(all))
	for _, i := range all {
		identity[i] = codexIdentity(tools[i].Ref.Server, tools[i].Ref.Name)
	}
	slices.SortStableFunc(all, func(a, b int) int { return strings.Compare(identity[a], identity[b]) })
	used := make(map[string]bool, len(all))
	for _, i := range all {
		if n := &tools[i]; !isLeftOut(n) {
			c.settle(n, identity[i], used)
			n.Safe = journey.Safe(n.Wire.Name)
		}
	}
}

// settle gives one tool its last name.
func (c codex) settle(n *journey.Naming, identity string, used map[string]bool) {
	space, name := string(n.Wire.Namespace), string(n.Wire.Name)
	if len(space)+len(name)+2 <= c.rule.limit && !used[space+name] {
		used[space+name] = true
		return
	}
	for attempt := 0; ; attempt++ {
		ns, fitted, changed := codexFit(c.rule.limit, space, name, codexToolSuffix(identity, attempt))
		if !used[ns+fitted] {
			used[ns+fitted] = true
			n.Wire = journey.WireName{Namespace: journey.Namespace(ns), Name: journey.Wire(fitted)}
			if !strings.HasSuffix(n.Rule, changed) {
				n.Rule = joinWords(n.Rule, changed)
			}
			return
		}
	}
}

// once leaves out tools of a group that are listed twice, and returns the
// group when different ones stay.
func once(tools []journey.Naming, group []int) []int {
	listed := make(map[journey.Registered]bool, len(group))
	for _, i := range group {
		if listed[tools[i].Ref.Name] {
			leaveOut(&tools[i], "listed twice by one server")
		}
		listed[tools[i].Ref.Name] = true
	}
	if len(listed) < 2 {
		return nil
	}
	return group
}
