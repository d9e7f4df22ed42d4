package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
	"hopscope/vocab"
)

// The capabilities of editors that are driven by a command argument.
const multiEdit = "multi-edit-tool"

// foreign is the last part of test 12: the echo has no relation in spelling to
// any name and is the name of a tool of another agent, or of a provider. One
// offered tool of the same task is the suggestion; several, or none, give none.
func (c *scene) foreign(e *Event) *journey.Diagnosis {
	name := string(e.Called.Name)
	hits := c.words.elsewhere(name)
	if len(hits) == 0 {
		return nil
	}
	var caps []string
	for _, h := range hits {
		if !slices.Contains(caps, h.Capability) {
			caps = append(caps, h.Capability)
		}
	}
	caps = c.words.targets(caps)
	names, weak := c.candidates(e, caps)
	d := c.finding(journey.KindForeignVocabulary, "test 12: built-in of another")
	c.place(d, e, "", false)
	if len(names) == 1 {
		d.Target = names[0]
	}
	who, task := c.whose(hits), c.words.meaning(hits[0].Capability)
	d.What = fmt.Sprintf("%s is no tool here: it is %s name for %s.", show(name), who, shortTask(hits[0].Capability, task))
	seeError(d, e)
	c.seeCandidate(d, e, hits[0], names, weak)
	c.seeRepeats(d, e)
	c.open(d)
	switch {
	case len(names) == 1:
		d.Advice = fmt.Sprintf("Name %s in the prompt, and list the tools in the error.", show(names[0]))
	case len(names) == 0:
		d.Advice = "List the tools in the error, and take the name out of what the model reads."
	default:
		d.Advice = "List the tools in the error, and say in the prompt which one does this task."
	}
	return d
}

// candidates returns the offered tools that do one of the tasks. weak tells
// that only a tool with several commands fits.
func (c *scene) candidates(e *Event, caps []string) (names []string, weak bool) {
	if slices.Contains(caps, multiEdit) {
		if names := c.doing(e, []string{multiEdit}); len(names) > 0 {
			return names, false
		}
		if op := operation(e.Args); op != "" {
			caps = append(slices.DeleteFunc(slices.Clone(caps), func(s string) bool { return s == multiEdit }), op)
		}
	}
	names = c.doing(e, caps)
	if len(names) > 0 {
		return names, false
	}
	for _, k := range []string{"read", "write", "edit"} {
		if !slices.Contains(caps, k) {
			continue
		}
		if multi := c.doing(e, []string{multiEdit}); len(multi) == 1 {
			return multi, true
		}
	}
	return nil, false
}

// operation is the task of a call of a command-driven editor: by its argument
// command; no command means an edit.
func operation(args string) string {
	command, ok := argText(args, "command")
	if !ok {
		return "edit"
	}
	switch command {
	case "view":
		return "read"
	case "create":
		return "write"
	case "str_replace":
		return "edit"
	}
	return ""
}

// doing returns the offered tools that do one of the tasks, in catalog order.
func (c *scene) doing(e *Event, caps []string) []string {
	if len(caps) == 0 {
		return nil
	}
	hits := c.keep(c.pool(e), func(t Entry) bool {
		for _, k := range c.tasksOf(t) {
			if slices.Contains(caps, k) {
				return true
			}
		}
		return false
	})
	return c.names(hits)
}

// tasksOf returns the tasks of an entry: of its name, else of the part behind
// the server prefix, which may be any one leading word and two underscores.
// The second is good for a kind, never for a repair.
func (c *scene) tasksOf(t Entry) []string {
	name := t.Name
	if t.Bare != "" {
		name = t.Bare
	}
	if caps := c.words.tasks(name); len(caps) > 0 {
		return c.words.targets(caps)
	}
	if own := t.own(); own != "" && own != name {
		return c.words.targets(c.words.tasks(own))
	}
	if _, rest, ok := strings.Cut(name, "__"); ok {
		return c.words.targets(c.words.tasks(rest))
	}
	return nil
}

// whose says whose name it is: of an agent, of several, or of a provider.
func (c *scene) whose(hits []vocab.Hit) string {
	var clients []string
	for _, h := range hits {
		if h.Client != "" && !slices.Contains(clients, h.Client) {
			clients = append(clients, h.Client)
		}
	}
	switch {
	case len(clients) == 0 && hits[0].Provider != nil:
		return "provider " + hits[0].Provider.Provider + "'s"
	case len(clients) == 0:
		return "another agent's"
	}
	title := c.words.title(clients[0])
	if title == "" {
		title = clients[0]
	}
	if n := len(clients) - 1; n > 0 {
		return fmt.Sprintf("%s's (and %d more's)", title, n)
	}
	return title + "'s"
}

// shortTask is a task in few words.
func shortTask(capability, meaning string) string {
	switch capability {
	case "shell":
		return "a shell"
	case multiEdit:
		return "an editor with commands"
	case "other":
		return "something of its own"
	}
	if i := strings.IndexByte(meaning, '('); i > 0 {
		meaning = strings.TrimSpace(meaning[:i])
	}
	return `"` + ending(meaning, 40) + `"`
}

// seeCandidate says which tool does the task here and whether the arguments
// fit it.
func (c *scene) seeCandidate(d *journey.Diagnosis, e *Event, from vocab.Hit, names []string, weak bool) {
	switch {
	case len(names) > 1:
		see(d, "catalog", "Here %s do that, so none is suggested", showAll(names))
		return
	case len(names) == 0:
		if len(c.Catalog) > 0 {
			see(d, "catalog", "No tool of this list is known for that")
		}
		return
	}
	here := fmt.Sprintf("Here that is %s", show(names[0]))
	if weak {
		here += ", by one of its commands"
	}
	sent := argKeys(e.Args)
	if keys, ok := c.words.inputs(names[0]); ok && len(sent) > 0 {
		if keys.fits(sent) {
			here += fmt.Sprintf("; the arguments fit (%s)", strings.Join(sent, ", "))
		} else {
			here += "; the arguments differ, do not run"
		}
	} else if theirs := keysOf(from.Entry); len(sent) > 0 && theirs.known && theirs.fits(sent) {
		here += fmt.Sprintf("; the arguments (%s) are the other agent's", strings.Join(sent, ", "))
	}
	see(d, "catalog", "%s", here)
}
