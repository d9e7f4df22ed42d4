package diagnose

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
)

// Namespaces that models know from training and write before a name.
var knownWrappers = []string{"functions", "function", "tools", "tool", "default_api", "multi_tool_use"}

// wrapped is test 7: a namespace before an exact name. Known wrappers may have
// lost the mark behind them, or a call number may stand at the end; any other
// word needs one of . : / and the exact rest. A word that is the key of another
// server gives no target.
func (c *scene) wrapped(e *Event) *journey.Diagnosis {
	echo := spelled(e.Called)
	if strings.HasPrefix(driftFold(echo), "multitooluse") {
		return c.container(e)
	}
	if word, t, ok := c.knownWrapper(echo); ok {
		return c.wrapperOf(e, word, t)
	}
	if head, ok := cutNumber(echo); ok {
		if t, ok := c.only(c.exact[head]); ok {
			return c.wrapperOf(e, "", t)
		}
	}
	for i, r := range echo {
		if r != '.' && r != ':' && r != '/' || i == 0 {
			continue
		}
		word, rest := echo[:i], echo[i+1:]
		if len(rest) > c.longest+numberMax {
			continue
		}
		t, ok := c.only(c.exact[rest])
		if head, cut := cutNumber(rest); !ok && cut {
			t, ok = c.only(c.exact[head])
		}
		if ok && !strings.ContainsAny(word, " \t\n<>(){}") {
			return c.wrapperOf(e, word, t)
		}
	}
	return nil
}

// numberMax is the room for a call number behind a name.
const numberMax = 12

// knownWrapper takes a known wrapper off the front and a call number off the
// end. The marks between may be missing or underscores.
func (c *scene) knownWrapper(echo string) (word string, t Entry, ok bool) {
	low := strings.ToLower(echo)
	for _, w := range knownWrappers {
		rest, has := strings.CutPrefix(low, w)
		if !has || rest == "" {
			continue
		}
		rest = echo[len(echo)-len(rest):]
		marked := strings.ContainsRune(".:/_", rune(rest[0]))
		if !marked && !safeToGlue(w) {
			continue
		}
		body := strings.TrimLeft(rest, ".:/_")
		for _, form := range []string{rest, body} {
			if t, ok := c.onlyNumbered(form); ok {
				return echo[:len(w)], t, true
			}
		}
		if t, ok := c.only(c.fold[driftFold(body)]); ok && marked && rest[0] != '_' {
			return echo[:len(w)], t, true
		}
	}
	return "", Entry{}, false
}

// safeToGlue keeps short words, which are the start of many names, from being
// taken for a wrapper whose mark got lost.
func safeToGlue(w string) bool { return w == "functions" || w == "default_api" }

// onlyNumbered returns the one entry of a name, with or without a call number
// at its end.
func (c *scene) onlyNumbered(name string) (Entry, bool) {
	if t, ok := c.only(c.exact[name]); ok {
		return t, true
	}
	head := strings.TrimRight(name, "0123456789")
	if head == name || head == "" {
		return Entry{}, false
	}
	for _, form := range []string{head, strings.TrimRight(head, ":._#-")} {
		if t, ok := c.only(c.exact[form]); ok && form != "" {
			return t, true
		}
	}
	return Entry{}, false
}

// cutNumber takes ":3" off the end.
func cutNumber(name string) (head string, ok bool) {
	i := strings.LastIndexByte(name, ':')
	if i <= 0 || i == len(name)-1 || strings.Trim(name[i+1:], "0123456789") != "" {
		return "", false
	}
	return name[:i], true
}

func (c *scene) wrapperOf(e *Event, word string, t Entry) *journey.Diagnosis {
	d := c.finding(journey.KindWrapperDecoration, "test 7: wrapper before an exact name")
	echo := spelled(e.Called)
	other := c.keys[strings.ToLower(word)] && !strings.EqualFold(word, t.server())
	if !other {
		d.Target = t.Name
	}
	c.place(d, e, t.Name, false)
	known := slices.Contains(knownWrappers, strings.ToLower(word))
	switch {
	case word == "":
		d.What = fmt.Sprintf("%s is %s with a call number behind it.", show(echo), show(t.Name))
	case other:
		d.What = fmt.Sprintf("%s puts server %s before %s, which is not that server's tool.", show(echo), show(word), show(t.Name))
	case known:
		d.What = fmt.Sprintf("%s is %s inside the namespace %s, which models know from training.", show(echo), show(t.Name), show(word))
	default:
		d.What = fmt.Sprintf("%s is %s with the word %s before it.", show(echo), show(t.Name), show(word))
	}
	seeError(d, e)
	if n := c.withWord(word); n > 1 {
		see(d, "calls", "%d refused names have it", n)
	}
	c.open(d)
	d.Advice = "Try the name without " + show(word) + " in the look-up when no tool has the whole name."
	if word == "" {
		d.Advice = "Try the name without the number in the look-up when no tool has the whole name."
	}
	if other {
		d.Advice = "Ask for the tool of the right server: a name of one server never stands for another's."
	}
	return d
}

// withWord counts the refused names that begin with a word and a mark.
func (c *scene) withWord(word string) int {
	if n, ok := c.memo.byWord[word]; ok {
		return n
	}
	n := 0
	for _, r := range c.Past.RefusedOrder {
		if rest, ok := strings.CutPrefix(r, word); ok && word != "" && rest != "" && strings.ContainsRune(".:/_", rune(rest[0])) {
			n++
		}
	}
	if c.memo.byWord == nil {
		c.memo.byWord = map[string]int{}
	}
	c.memo.byWord[word] = n
	return n
}

// container handles the wrapper of several calls: there is no single target,
// the real names stand in the arguments.
func (c *scene) container(e *Event) *journey.Diagnosis {
	d := c.finding(journey.KindWrapperDecoration, "test 7: container of several calls")
	c.place(d, e, "", false)
	d.What = fmt.Sprintf("%s is no tool but a container of several calls.", show(spelled(e.Called)))
	seeError(d, e)
	if inner := recipients(e.Args); len(inner) > 0 {
		see(d, "arguments", "The calls inside are %s", showAll(inner))
	}
	d.Advice = "Answer that the name is unknown, so that the model calls the tools one by one."
	return d
}

// recipients returns the names in the arguments of a container, without their
// namespace.
func recipients(args string) []string {
	o, ok := readObject(json.RawMessage(args))
	if !ok {
		return nil
	}
	var names []string
	for _, use := range readList(o["tool_uses"]) {
		u, _ := readObject(use)
		name, ok := readString(u["recipient_name"])
		if !ok {
			continue
		}
		if i := strings.LastIndexByte(name, '.'); i >= 0 {
			name = name[i+1:]
		}
		names = append(names, name)
	}
	return names
}
