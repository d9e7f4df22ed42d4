package diagnose

import (
	"fmt"
	"slices"
	"strconv"

	"hopscope/journey"
)

// newName returns the name that a tool has now, by the client's own rename
// table: its aliases. It counts when the catalog has the new name, or when the
// old one is no tool of this version any more.
func (c *scene) newName(old string) (name, target, since string, ok bool) {
	name, since, ok = c.words.renamedTo(old)
	if !ok {
		return "", "", "", false
	}
	if t, there := c.only(c.exact[name]); there {
		return name, t.Name, since, true
	}
	if _, still := c.words.own(old); still {
		return "", "", "", false
	}
	return name, "", since, true
}

// renamed is the first part of test 8: the client's own rename table knows the
// name. Where the session's history used it, the history is the place.
func (c *scene) renamed(e *Event) *journey.Diagnosis {
	old := string(e.Called.Name)
	name, target, since, ok := c.newName(old)
	if !ok {
		return nil
	}
	d := c.finding(journey.KindStaleName, "test 8: the client's own rename table")
	d.Hop, d.Target = journey.HopRegistered, target
	d.What = fmt.Sprintf("%s is the old name of %s in %s.", show(old), show(name), c.client())
	seeError(d, e)
	if since != "" {
		see(d, "vocabulary", "%s %s", show(name), since)
	}
	if c.usedBefore(old, e) {
		d.Hop = journey.HopReplay
		see(d, "history", "Earlier turns of this session call it")
	} else if where, line := c.taughtAt(old); where != "" {
		see(d, where, "%s", line)
	}
	d.Advice = fmt.Sprintf("Change %s to %s in the text that teaches it.", show(old), show(name))
	if d.Hop == journey.HopReplay {
		d.Advice = fmt.Sprintf("Tell the model the new names in one message, or start a new session: %s is %s.", show(old), show(name))
	}
	return d
}

func (c *scene) usedBefore(name string, e *Event) bool {
	ran, ok := c.Past.Ran[name]
	return slices.Contains(c.History, name) || ok && ran.Seq < e.Seq
}

// oldHistory is the second part of test 8: the session's earlier turns, under
// an older version, used the name with success. The one offered tool of the
// same task is the target.
func (c *scene) oldHistory(e *Event) *journey.Diagnosis {
	name := string(e.Called.Name)
	if name == "" || !c.usedBefore(name, e) {
		return nil
	}
	d := c.finding(journey.KindStaleName, "test 8: success in older turns")
	d.Hop = journey.HopReplay
	d.What = fmt.Sprintf("%s worked in earlier turns of this session and is no tool now.", show(name))
	if t, ok := c.sameTask(name, e); ok {
		d.Target = t
		d.What = fmt.Sprintf("%s worked in earlier turns; for the same task there is now %s.", show(name), show(t))
	}
	seeError(d, e)
	see(d, "history", "Earlier turns of this session call it")
	d.Advice = "Tell the model the new names in one message when an old session is opened."
	return d
}

// sameTask returns the one offered tool that does what a known name does.
func (c *scene) sameTask(name string, e *Event) (string, bool) {
	names := c.doing(e, c.words.targets(c.words.tasks(name)))
	if len(names) != 1 {
		return "", false
	}
	return names[0], true
}

// taught is the first part of test 12: instructions, a skill, an example or the
// prompt teach a name that is not there. The text is to be fixed, so there is
// no target.
func (c *scene) taught(e *Event) *journey.Diagnosis {
	name := spelled(e.Called)
	where, line := c.taughtAt(name)
	if where == "" {
		return nil
	}
	d := c.finding(journey.KindStaleName, "test 12: found in instructions")
	d.Hop, d.AcceptHops = journey.HopEcho, []journey.Hop{journey.HopRegistered}
	d.What = fmt.Sprintf("%s comes from the instructions; no tool here has that name.", show(name))
	seeError(d, e)
	see(d, where, "%s", line)
	d.Advice = "Take the name out of that text, or mark it as an example."
	return d
}

// taughtAt returns where instructions hold a name, and the line.
func (c *scene) taughtAt(name string) (where, line string) {
	if slices.Contains(c.Mentions, name) {
		return "instructions", "The instructions mention " + show(name)
	}
	for _, p := range append([]journey.Prompt{{Where: "system prompt", Text: c.Prompt}}, c.Texts...) {
		line, text := p.Find(name)
		switch {
		case line == 0:
		case p.Text == c.Prompt:
			return p.Where, ending(text, 70)
		case p.Line > 0:
			return fmt.Sprintf("line %d", p.Line), p.Where + ", its line " + strconv.Itoa(line) + ": " + ending(text, 70)
		default:
			return p.Where + " line " + strconv.Itoa(line), ending(text, 70)
		}
	}
	return "", ""
}
