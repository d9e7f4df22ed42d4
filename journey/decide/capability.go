package decide

import (
	"encoding/json"
	"slices"
	"strings"

	"hopscope/journey"
	"hopscope/vocab"
)

// Capabilities of the vocabulary that the procedure names.
const (
	capMultiEdit = "multi-edit-tool"
	capEdit      = "edit"
	capPatch     = "patch"
	capRead      = "read"
	capWrite     = "write"
)

// Capabilities returns the tasks that the vocabulary knows for a name: those
// of all names and aliases of all clients, and of the provider tools that have
// a name, which are equal by vocab.AsciiFold. Tasks that say nothing about a
// target are left out. table nil: the built-in vocabulary.
func Capabilities(table *vocab.Table, name string) []string {
	return table.Tasks(name)
}

// byCapability is rules 6 to 9.
func (c *chooser) byCapability() Decision {
	caps := Capabilities(c.opts.Vocab, c.own.bare)
	of := c.tasks
	if len(caps) == 0 {
		c.trace.info(ruleCapability, "no task is known for this name")
		return c.unknownName()
	}
	caps, by := c.commandDriven(caps, of)
	if len(caps) == 0 {
		c.trace.fired(ruleCapability, by)
		return refuse(NotInterchangeable)
	}
	c.trace.info(ruleCapability, strings.Join(caps, ", ")+" ("+by+")")
	c.trace.passed(ruleUnknown, "it is known")
	return c.candidates(caps, of)
}

// commandDriven narrows the tasks of an editor with a command argument: to
// that sort where the request declares one, else to the task of the command.
// No tasks: the command has none. by says where the tasks come from.
func (c *chooser) commandDriven(caps []string, of [][]string) (narrowed []string, by string) {
	if !slices.Contains(caps, capMultiEdit) {
		return caps, c.knownTo()
	}
	for _, has := range of {
		if slices.Contains(has, capMultiEdit) {
			return []string{capMultiEdit}, "an editor of this sort is declared"
		}
	}
	command, given := commandOf(c.call.Args)
	switch {
	case !given:
		return []string{capEdit}, "an editor with a command argument, which is absent"
	case command == "str_replace":
		return []string{capEdit}, "by its command str_replace"
	case command == "view":
		return []string{capRead}, "by its command view"
	case command == "create":
		return []string{capWrite}, "by its command create"
	}
	return nil, "an editor with a command argument, and this command is no task of another tool"
}

// commandOf reads the command argument. given is false where there is none.
func commandOf(args string) (command string, given bool) {
	var object struct{ Command json.RawMessage }
	if json.Unmarshal([]byte(args), &object) != nil || len(object.Command) == 0 || string(object.Command) == "null" {
		return "", false
	}
	if json.Unmarshal(object.Command, &command) != nil {
		return string(object.Command), true
	}
	return command, true
}

// knownTo names the clients that have the name.
func (c *chooser) knownTo() string {
	var who []string
	for _, hit := range c.opts.Vocab.LookupASCII(c.own.bare) {
		owner := hit.Client
		if hit.Provider != nil {
			owner = hit.Provider.Provider
		}
		if hit.Via != vocab.ViaType && !slices.Contains(who, owner) {
			who = append(who, owner)
		}
	}
	switch len(who) {
	case 1, 2:
		return "a name of " + list(who)
	default:
		return "a name of " + who[0] + " and others"
	}
}

// unknownName is rule 7.
func (c *chooser) unknownName() Decision {
	if twins := c.twins(func(s split) bool { return s.namespace != "" }); len(twins) > 0 {
		c.trace.fired(ruleUnknown, list(twins)+have(twins)+" this name in a namespace, the call has none")
		return refuse(CrossNamespace, twins...)
	}
	c.trace.fired(ruleUnknown, "no client and no provider has a tool of this name")
	return refuse(UnknownName)
}

// candidates is rule 8.
func (c *chooser) candidates(caps []string, of [][]string) Decision {
	at := c.sharing(caps, of, func(k journey.ToolKind) bool { return k == journey.KindFunction })
	task := strings.Join(caps, " or ")
	switch len(at) {
	case 0:
		c.trace.passed(ruleCandidates, "no declared function does "+task)
		return c.refusal(caps, of)
	case 1:
		c.trace.fired(ruleCandidates, c.declared[at[0]].Title()+" is the only declared tool for "+task)
		return c.take(Capability, at[0], "")
	}
	names := c.named(at)
	c.trace.fired(ruleCandidates, list(names)+" all do "+task)
	return refuse(Ambiguous, names...)
}

// refusal is rule 9.
func (c *chooser) refusal(caps []string, of [][]string) Decision {
	end := func(reason Reason, note string, names ...string) Decision {
		c.trace.fired(ruleRefusal, note)
		return refuse(reason, names...)
	}
	for _, reason := range []Reason{CustomPayload, ProviderSide} {
		at := c.sharing(caps, of, func(k journey.ToolKind) bool { r, ok := payloadReason(k); return ok && r == reason })
		if len(at) > 0 {
			names := c.named(at)
			return end(reason, list(names)+noFunction(names), names...)
		}
	}
	for _, pair := range [][2]string{{capEdit, capPatch}, {capPatch, capEdit}} {
		if !slices.Contains(caps, pair[0]) {
			continue
		}
		if at := c.sharing([]string{pair[1]}, of, nil); len(at) > 0 {
			names := c.named(at)
			return end(EditVsPatch, "an edit and a patch take other arguments: "+list(names)+" cannot stand in", names...)
		}
	}
	if twins := c.twins(func(s split) bool { return s.namespace != "" }); len(twins) > 0 {
		return end(CrossNamespace, list(twins)+have(twins)+" this name in a namespace, the call has none", twins...)
	}
	return end(NotDeclared, "a known sort of tool, and none of it is declared")
}

// sharing are the declared tools without a namespace that have one of the
// tasks; kind nil: of any kind.
func (c *chooser) sharing(caps []string, of [][]string, kind func(journey.ToolKind) bool) []int {
	var at []int
	for i, has := range of {
		if kind != nil && !kind(c.declared[i].Kind) {
			continue
		}
		if slices.ContainsFunc(has, func(s string) bool { return slices.Contains(caps, s) }) {
			at = append(at, i)
		}
	}
	return at
}
