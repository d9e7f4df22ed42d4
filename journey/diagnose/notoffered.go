package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
)

// leftOut: the name is right and registered, and the list of this turn lacks
// it. Nothing is wrong with the name.
func (c *scene) leftOut(e *Event, t Entry, list Listing) *journey.Diagnosis {
	d := c.finding(journey.KindNotOffered, "test 4: not in this turn's list")
	d.Target = spelled(e.Called)
	d.Hop = c.leftOutHop(t)
	if d.Hop == journey.HopWire {
		d.What = fmt.Sprintf("%s was sent inside a container that this endpoint does not know.", show(t.Name))
	} else {
		d.What = fmt.Sprintf("%s is registered%s but was left out of this request.", show(t.Name), ownedBy(t))
	}
	seeError(d, e)
	see(d, list.Where, "The turn offered %s, not this one", plural(len(list.Names), "tool", "tools"))
	see(d, "catalog", "%s", t.LeftOut)
	c.seeLength(d, t)
	d.Advice = c.leftOutAdvice(d.Hop, t)
	return d
}

func ownedBy(t Entry) string {
	if k := t.server(); k != "" {
		return " (server " + show(k) + ")"
	}
	return ""
}

// leftOutHop is wire where the tool stands in a container of the captured
// request, else safe: the client's own filter.
func (c *scene) leftOutHop(t Entry) journey.Hop {
	if c.inContainer(t) {
		return journey.HopWire
	}
	return journey.HopSafe
}

func (c *scene) inContainer(t Entry) bool {
	if c.Capture == nil {
		return false
	}
	for _, box := range c.Capture.Tools {
		for _, m := range box.Members {
			joined := driftFold(box.Name + m)
			if m == t.Name || joined == driftFold(t.Name) || box.Name == t.Namespace && m == t.Bare {
				return true
			}
		}
	}
	return false
}

// combined lengths at which clients are known to leave a tool out: server key
// and tool name together.
var combinedLimits = map[string]int{"cursor": 59, "amazon-q": 64}

// overCombined returns by how much server key and tool name together are over
// the client's limit, 0 where they are not or nothing is known.
func (c *scene) overCombined(t Entry) int {
	limit, known := combinedLimits[c.Client]
	own := t.own()
	if !known || t.Owner == "" || own == "" {
		return 0
	}
	return max(0, runeLen(t.Owner)+runeLen(own)-limit)
}

func (c *scene) seeLength(d *journey.Diagnosis, t Entry) {
	if over := c.overCombined(t); over > 0 {
		a, b := runeLen(t.Owner), runeLen(t.own())
		see(d, "catalog", "Server key %d + tool %d = %d; %s takes %d", a, b, a+b, c.client(), a+b-over)
	}
}

// saysLeftOut reports whether a note says of a tool that it is missing.
func saysLeftOut(note string, t Entry) bool {
	words := []string{"exclud", "left out", "filtered", "skipp", "ignored", "omitted", "disabled", "not offered", "not available", "exceeds"}
	return journey.Mentions(note, t.Name) && containsAny(strings.ToLower(note), words)
}

func (c *scene) leftOutAdvice(h journey.Hop, t Entry) string {
	if h == journey.HopWire {
		return "Send plain function entries to this endpoint. The name is right: renaming will not help."
	}
	if over := c.overCombined(t); over > 0 {
		if runeLen(t.Owner) > over {
			return fmt.Sprintf("Shorten the server key in the settings by %d or more characters.", over)
		}
		return fmt.Sprintf("Shorten the tool's name in the server by %d or more characters.", over)
	}
	if t.Shared {
		return "Rename one of the tools that share the form, in its server; or take a scheme that adds a hash."
	}
	return "Change the filter, mode or permission that leaves it out. The name is right: renaming will not help."
}

// ownBuiltin is part of test 12: the client has a built-in of this name, and
// this run mode or version does not register it.
func (c *scene) ownBuiltin(e *Event) *journey.Diagnosis {
	name := string(e.Called.Name)
	b, ok := c.words.own(name)
	if !ok {
		return nil
	}
	d := c.finding(journey.KindNotOffered, "test 12: built-in of this client")
	d.Hop, d.Target = journey.HopRegistered, spelled(e.Called)
	d.What = fmt.Sprintf("%s has a tool of this name, but this session did not offer it.", c.sender())
	seeError(d, e)
	since, until := b.apart(c.Version)
	see(d, "vocabulary", "%s", since.text+until.text)
	see(d, "arguments", "%s", c.otherKeys(b, e.Args))
	instead := insteadOf(b.capability)
	switch {
	case since.text != "":
		d.Advice = fmt.Sprintf("Update to %s or later, or %s. ", since.version, instead)
	case until.text != "" && instead == withoutIt:
		d.Advice = "Take the name out of prompts and skills. "
	case until.text != "":
		d.Advice = fmt.Sprintf("Take the name out of prompts and skills, or %s. ", instead)
	default:
		d.Advice = fmt.Sprintf("Switch it on by mode, permission or flag, or %s. ", instead)
	}
	d.Advice += "The name is right: renaming will not help."
	return d
}

// notEnabled is part of test 4: the client itself says that it has the tool and
// did not enable it here.
func (c *scene) notEnabled(e *Event) *journey.Diagnosis {
	if e.Class != journey.ClassNotEnabled {
		return nil
	}
	if d := c.ownBuiltin(e); d != nil {
		return d
	}
	d := c.finding(journey.KindNotOffered, "test 4: the client says it is not enabled")
	d.Hop, d.Target = journey.HopSafe, spelled(e.Called)
	d.What = fmt.Sprintf("%s has %s, but did not enable it here.", c.sender(), show(spelled(e.Called)))
	seeError(d, e)
	d.Advice = "Change the mode, permission or agent that leaves it out. The name is right: renaming will not help."
	return d
}

// insteadOf says what an agent can do without a tool of a sort.
func insteadOf(capability string) string {
	switch capability {
	case "ask-user":
		return "let the agent ask in plain text"
	case "plan", "plan-mode":
		return "let the agent write its plan in plain text"
	case "subagent":
		return "let the agent do the task itself"
	case "search-content", "find-files", "list-dir":
		return "let the agent search with its shell tool"
	case "web-fetch", "web-search":
		return "give the agent the page as a file"
	}
	return withoutIt
}

// withoutIt is what remains where nothing stands in for a tool.
const withoutIt = "take the name out of the prompt"

// otherKeys compares the keys of the arguments with those that a built-in
// takes; empty when they agree or nothing is known of them.
func (c *scene) otherKeys(b word, args string) string {
	sent := argKeys(args)
	if len(sent) == 0 || !b.keys.known {
		return ""
	}
	var odd []string
	for _, k := range sent {
		if !slices.Contains(b.keys.all, k) {
			odd = append(odd, k)
		}
	}
	var missed []string
	for _, k := range b.keys.required {
		if !slices.Contains(sent, k) {
			missed = append(missed, k)
		}
	}
	switch {
	case len(odd) > 0 && len(missed) > 0:
		return fmt.Sprintf("It sent %s, the tool takes %s", strings.Join(odd, ", "), strings.Join(missed, ", "))
	case len(odd) > 0:
		return fmt.Sprintf("It sent %s, which the tool does not take", strings.Join(odd, ", "))
	case len(missed) > 0:
		return fmt.Sprintf("It did not send %s, which the tool needs", strings.Join(missed, ", "))
	}
	return ""
}

// noted judges an entry of a case that is neither a call nor a refusal: what
// the lists show, if they show something.
func (c *scene) noted(e *Event) *journey.Diagnosis {
	if e.Note == "" {
		return nil
	}
	if d := c.notedGone(e); d != nil {
		return d
	}
	if d := c.notedLeftOut(e); d != nil {
		return d
	}
	if hits := c.firstGroup(); len(hits) > 1 {
		if c.ownDiffers(hits) {
			return c.lossy(e, refusal{index: -1}, hits, c.Catalog[hits[0]].Name)
		}
		return c.duplicate(e, refusal{index: -1}, hits)
	}
	return nil
}

// notedGone: names left the list between two turns.
func (c *scene) notedGone(e *Event) *journey.Diagnosis {
	has := func(m Moment) bool { return m.Offered.Known }
	now := c.inForce(0, has)
	if now < 0 {
		return nil
	}
	still := setOf(c.Timeline[now].Offered.Names)
	for then := now - 1; then >= 0; then-- {
		if !has(c.Timeline[then]) {
			continue
		}
		for _, n := range c.Timeline[then].Offered.Names {
			if still[n] {
				continue
			}
			d := c.finding(journey.KindVanished, "test 4: offered earlier, gone now")
			d.Hop = journey.HopDispatch
			d.What = fmt.Sprintf("%s was offered in turn %d and is gone in turn %d.", show(n), c.Timeline[then].Turn, c.Timeline[now].Turn)
			c.seeGone(d, then, now, n)
			see(d, e.Where, "%s", ending(e.Note, 90))
			d.Advice = "Connect the server again, or start a new session. Renaming will not help."
			return d
		}
	}
	return nil
}

// notedLeftOut: the catalog has names that the turn did not declare.
func (c *scene) notedLeftOut(e *Event) *journey.Diagnosis {
	list := c.offered(e)
	has := list.holds(len(c.Catalog))
	out := c.keep(c.all(), func(t Entry) bool { return list.Known && !has(t) })
	if !list.Known {
		out = c.keep(c.all(), func(t Entry) bool { return c.overCombined(t) > 0 || saysLeftOut(e.Note, t) })
	}
	if len(out) == 0 {
		return nil
	}
	t := c.Catalog[out[0]]
	d := c.finding(journey.KindNotOffered, "test 4: not in this turn's list")
	d.Hop = c.leftOutHop(t)
	if d.Hop == journey.HopWire {
		d.What = fmt.Sprintf("%s was sent inside a container that this endpoint does not know.", show(t.Name))
	} else {
		d.What = fmt.Sprintf("%s is registered%s but was left out of this request.", show(t.Name), ownedBy(t))
	}
	see(d, e.Where, "%s", ending(e.Note, 90))
	if list.Known {
		see(d, list.Where, "The turn offered %d of %d tools", len(list.Names), len(c.Catalog))
	}
	c.seeLength(d, t)
	d.Advice = c.leftOutAdvice(d.Hop, t)
	return d
}
