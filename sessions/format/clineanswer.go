package format

import (
	"slices"
	"strings"

	"hopscope/journey"
)

// xmlResult is the answer to a call: its name, and what the model read.
type xmlResult struct{ name, text string }

// xmlResults finds the answers among the texts of a message of the user. In
// older versions the head and the result stand in two blocks. Of Cline a result
// with a picture has no head and no name: it is the text at pictured. idle says
// that the client told the model that it had used no tool.
func xmlResults(blocks []string, pictured int) (results []xmlResult, idle bool) {
	open := false
	var more []string // what belongs to the last answer
	join := func() {
		if len(more) > 0 {
			r := &results[len(results)-1]
			if r.text != "" {
				more = append([]string{r.text}, more...)
			}
			r.text, more = strings.Join(more, "\n"), nil
		}
	}
	for i, text := range blocks {
		if name, rest, ok := xmlHead(text); ok {
			join()
			results, open = append(results, xmlResult{name, xmlBare(rest)}), true
			continue
		}
		if name, ok := xmlSkipped(text); ok {
			join()
			results, open = append(results, xmlResult{name, xmlBare(text)}), false
			continue
		}
		switch {
		case strings.HasPrefix(text, "[ERROR] You did not use a tool"):
			idle, open = true, false
		case xmlClients(text):
			open = false
		case open:
			if text = xmlBare(text); text != "" || len(more) > 0 || results[len(results)-1].text != "" {
				more = append(more, text)
			}
		case i == pictured && !strings.HasPrefix(text, "<"):
			join()
			results = append(results, xmlResult{"", xmlBare(text)})
		}
	}
	join()
	return results, idle
}

// xmlClients reports whether a text is the client's own, behind the results.
func xmlClients(text string) bool {
	text = strings.TrimLeft(text, "\n\t ")
	for _, lead := range [...]string{xmlPlace, "# TODO LIST ", "# task_progress ", "[TASK RESUMPTION]"} {
		if strings.HasPrefix(text, lead) {
			return true
		}
	}
	return false
}

// xmlPlace begins what the client says of the editor behind each message.
const xmlPlace = "<environment_details>"

// xmlBare cuts what the client says of the editor.
func xmlBare(text string) string {
	text, _, _ = strings.Cut(text, "\n"+xmlPlace)
	return text
}

// xmlHead reads "[read_file for 'a.go'] Result:" and what follows it.
func xmlHead(text string) (name, rest string, ok bool) {
	if name, ok = xmlTitle(text); !ok {
		return "", "", false
	}
	_, rest, ok = strings.Cut(text, "] Result:")
	return name, strings.TrimPrefix(rest, "\n"), ok
}

// xmlTitle reads the name behind the bracket with which a text begins.
func xmlTitle(text string) (name string, ok bool) {
	text, ok = strings.CutPrefix(text, "[")
	if !ok {
		return "", false
	}
	if name = text[:len(text)-len(strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyz_"))]; name == "" || len(name) == len(text) || text[len(name)] != ' ' && text[len(name)] != ']' {
		return "", false
	}
	return name, true
}

// xmlSkipped reads the texts about a call that was not looked at, because
// another one came before it.
func xmlSkipped(text string) (name string, ok bool) {
	for _, lead := range [...]string{"Tool ", "Skipping tool "} {
		if rest, found := strings.CutPrefix(text, lead); found {
			if name, ok = xmlTitle(rest); ok {
				return name, strings.Contains(rest, "was not executed because") || strings.Contains(rest, "due to user rejecting a previous tool")
			}
		}
	}
	return "", false
}

// xmlAlias are the names in an answer that are not those of the call.
var xmlAlias = map[string]string{"subagents": "use_subagents"}

// xmlPairs gives for each answer the call that it answers: the first of its
// name that has none, -1 without one. An answer without a name goes to the first
// call that is left; with any, one by another name, too: a tool of a server is called by its own name,
// and answers as use_mcp_tool.
func xmlPairs(calls []string, results []xmlResult, any bool) []int {
	taken, pairs := make([]bool, len(calls)), make([]int, len(results))
	for i, r := range results {
		pairs[i] = -1
		for k, name := range calls {
			if (name == r.name || name == xmlAlias[r.name]) && !taken[k] {
				pairs[i], taken[k] = k, true
				break
			}
		}
	}
	for i := range pairs {
		if k := slices.Index(taken, false); (any || results[i].name == "") && pairs[i] < 0 && k >= 0 {
			pairs[i], taken[k] = k, true
		}
	}
	return pairs
}

// xmlFailed are the words before the error of a tool.
const xmlFailed = "The tool execution failed with the following error:"

// clineClass decides by its text what a result is that has no mark of failure.
func clineClass(s recogniser, text string) (class journey.Class, extra *journey.Extra) {
	text = strings.TrimLeft(text, "\n ")
	if rest, ok := strings.CutPrefix(text, xmlFailed); ok {
		rest, _ = strings.CutPrefix(strings.TrimLeft(rest, "\n "), "<error>")
		rest, _, _ = strings.Cut(rest, "\n</error>")
		if rest = strings.TrimLeft(rest, "\n "); clineMisfit(rest) {
			return journey.ClassBadArguments, nil
		}
		return failedClass(s, rest)
	}
	if _, ok := xmlSkipped(text); ok {
		return journey.ClassCancelled, nil
	}
	switch {
	case strings.HasPrefix(text, "The user denied this operation"), strings.HasPrefix(text, `{"status":"denied"`):
		return journey.ClassDenied, nil
	case clineMisfit(text):
		return journey.ClassBadArguments, nil
	case strings.HasPrefix(text, `{"status":"error"`), strings.HasPrefix(text, "Error executing MCP tool: "):
		return failedClass(s, text)
	case clineMisnamed(text):
		reason, _, _ := strings.Cut(text, "\n")
		return journey.ClassToolFailed, &journey.Extra{Reason: cutText(reason)}
	}
	return journey.ClassOK, nil
}

// clineMisnamed reports whether Roo Code says of use_mcp_tool that the server or
// the tool in its arguments is not there.
func clineMisnamed(text string) bool {
	head := text[:min(len(text), 500)]
	return strings.HasPrefix(text, "Tool '") && strings.Contains(head, "' does not exist on server '") ||
		strings.HasPrefix(text, "Server '") && strings.Contains(head, "' is not configured. Available servers: ")
}

func clineMisfit(text string) bool {
	return strings.HasPrefix(text, "Missing value for required parameter '") || strings.HasPrefix(text, "Invalid JSON argument used with ")
}
