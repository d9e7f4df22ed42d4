package format

import (
	"strings"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// Beginnings of what the client tells the model when a call did not run, or
// failed (languageModelToolsService.ts and the Copilot extension's
// toolsService.ts, read 2026-11-30).
const (
	vsWrongInput = "ERROR: Your input to the tool was invalid"
	vsFailed     = "ERROR while calling tool: "
	vsSkip       = "The user chose to skip the tool call"
	vsCancelled  = "The user cancelled the tool call."
)

// vsClass decides by its text what a result is: it has no mark of failure.
func vsClass(text string) (journey.Class, *journey.Extra) {
	switch {
	case strings.HasPrefix(text, vsWrongInput):
		return journey.ClassBadArguments, nil
	case strings.HasPrefix(text, vsSkip):
		return journey.ClassDenied, nil
	case strings.HasPrefix(text, vsCancelled):
		return journey.ClassCancelled, nil
	case !strings.HasPrefix(text, vsFailed):
		return journey.ClassOK, nil
	}
	rest := text[len(vsFailed):]
	switch {
	case strings.HasPrefix(rest, "Tool ") && strings.Contains(rest, " is currently disabled by the user"):
		return journey.ClassNotEnabled, &journey.Extra{Reason: cutText(rest)}
	case strings.HasPrefix(rest, "Tool ") && strings.Contains(rest, " was not contributed"):
		return journey.ClassUnknownTool, &journey.Extra{Reason: cutText(rest)}
	}
	return journey.ClassToolFailed, nil
}

// vsText is a result as the model read it: the texts of its parts. The parts
// of a prompt stand in it as a tree.
func vsText(raw []byte, max int) (text string, cut bool) {
	v := node.Loose(raw)
	list := v.Get("content")
	if list.Kind() == node.Absent {
		list = v.Get("output")
	}
	if list.Kind() == node.String {
		return cutAt(list.Str(), max)
	}
	switch {
	case list.Kind() == node.Array:
	case v.Kind() == node.Bool: // only that it has ended
		return "", false
	default:
		return bodyText(raw, max)
	}
	var b strings.Builder
	for c := range list.Elements() {
		value := c.Get("value")
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		if s, ok := value.Text(); ok {
			b.WriteString(s)
		} else {
			vsPrompt(&b, value.Get("node"), 0, max)
		}
		if b.Len() > max {
			break
		}
	}
	return cutAt(b.String(), max)
}

// vsPrompt writes the texts of a tree of prompt elements.
func vsPrompt(b *strings.Builder, n node.Value, depth, max int) {
	if depth > 100 || b.Len() > max {
		return
	}
	if s, ok := n.Get("text").Text(); ok {
		b.WriteString(s)
	}
	for c := range n.Get("children").Elements() {
		vsPrompt(b, c, depth+1, max)
	}
}
