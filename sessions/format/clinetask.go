package format

import (
	"bytes"
	"hash/maphash"
	"slices"

	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

// History returns the format of lists of Anthropic messages, as Cline and Roo
// Code keep them.
func History() Format {
	f := historyForm()
	f.info = Info{
		ID: "message-list", Title: "list of Anthropic messages, as of a Cline or Roo Code task",
		Where: "tasks/<id>/api_conversation_history.json in the global storage of the extension (saoudrizwan.claude-dev, rooveterinaryinc.roo-cline)",
		Shape: "a JSON array, or JSON lines, of {role, content} with tool_use and tool_result blocks, or with the XML tags of Cline's and Roo Code's tools",
		Notes: []string{
			"which client wrote it is not in the file: it is told by names of tools that only one of the two has; else say it with --client cline or --client roo-code",
			"calls that older tasks hold as XML in a text have no id and no mark of failure: each is paired with the next message of the user, and its text says what came of it; so are calls with an id where the answer is a text without it",
			"of XML only the tags of tools that the two clients are known to have are calls; any other tag was text for them too, so that a call of an unknown tool does not show",
			"requests that the provider refused stand in ui_messages.json beside it: open both, or the folder",
			"declared tools are not in the file; names that ran are taken as the list",
			"compared with two public tasks of Cline of 2026; those with XML only with what the clients export as Markdown",
		},
	}
	f.paths = append(f.paths[:hiSlots:hiSlots], "modelInfo.modelId", "modelInfo.providerId")
	f.probes = []string{1: "role", 2: "content", 3: "type", 4: "message"}
	f.verdict = func(line []byte, at []walk.Range) verdict {
		if at[4].Kind != walk.None || at[3].Kind != walk.None && !walk.Equal(at[3].Of(line), "reasoning") {
			return never // Roo Code keeps the reasoning of a model among the messages
		}
		if at[1].Kind == walk.String && (at[2].Kind == walk.Array && historyMessage(node.Loose(line)) || clineSpeaks(line)) {
			return surely
		}
		return perhaps
	}
	f.take, f.merge, f.end = clineTake, clineMerge, clineEnd
	return clineTask{f, &clineAgain{seed: maphash.MakeSeed()}}
}

// clineTask finds the bodies of calls in XML, too, and answers that are texts.
type clineTask struct {
	*lineForm
	again *clineAgain
}

// clineBlock is a text of a message; at is where it stands in the line.
type clineBlock struct {
	at   uint32
	text string
}

// clineMessage is what a message has: texts that may hold calls or answers,
// with what follows an answer, and blocks. answered says that a block is a
// result; pictured is the first text that a picture follows, -1 without one.
type clineMessage struct {
	role     string
	texts    []clineBlock
	pictured int
	ids      []string
	names    []string
	answered bool
}

func clineParts(line []byte) (p clineMessage) {
	m := node.Loose(line)
	p.role, p.pictured = m.Get("role").Str(), -1
	content := m.Get("content")
	add := func(v node.Value) {
		if raw := v.Raw(); v.Kind() == node.String && (p.role == "user" || bytes.IndexByte(raw, '<') >= 0 || bytes.Contains(raw, []byte(`\u003`))) {
			p.texts = append(p.texts, clineBlock{uint32(v.Offset()), walk.Text(raw)})
		}
	}
	if content.Kind() == node.String {
		add(content)
	}
	before := ""
	for c := range content.Elements() {
		kind := c.Get("type").Str()
		if kind == "image" && before == "text" && p.pictured < 0 {
			p.pictured = len(p.texts) - 1
		}
		switch before = kind; kind {
		case "text":
			add(c.Get("text"))
		case "tool_use":
			p.ids, p.names = append(p.ids, c.Get("id").Str()), append(p.names, c.Get("name").Str())
		case "tool_result":
			p.answered = true
		}
	}
	return p
}

// clineCalls are the calls in XML of a message, each with its block.
func clineCalls(line []byte) (calls []xmlCall, at []uint32) {
	p := clineParts(line)
	if p.role != "assistant" || len(p.ids) > 0 || p.answered {
		return nil, nil
	}
	for _, b := range p.texts {
		for _, c := range xmlCalls(b.text) {
			calls, at = append(calls, c), append(at, b.at)
		}
	}
	return calls, at
}

// clineAnswers are the answers of a message of the user that are texts. alone
// says that no other answer is in it.
func clineAnswers(line []byte) (results []xmlResult, idle, alone bool) {
	p := clineParts(line)
	if p.role != "user" {
		return nil, false, false
	}
	texts := make([]string, len(p.texts))
	for i, b := range p.texts {
		texts[i] = b.text
	}
	if p.answered {
		p.pictured = -1
	}
	results, idle = xmlResults(texts, p.pictured)
	return results, idle, !p.answered
}

// clineSpeaks reports whether a message has a call in XML, or the answer to
// one.
func clineSpeaks(line []byte) bool {
	if calls, _ := clineCalls(line); len(calls) > 0 {
		return true
	}
	results, _, _ := clineAnswers(line)
	for _, r := range results {
		if _, known := xmlTools()[r.name]; known {
			return true
		}
	}
	return false
}

// Call finds a call again: one in XML by its number among those of its
// message.
func (f clineTask) Call(line []byte, p Place) (c CallBody, ok bool) {
	if x, ok := f.xml(line, p); ok {
		return CallBody{Text: x.args}, true
	}
	return f.lineForm.Call(line, p)
}

func (f clineTask) xml(line []byte, p Place) (x xmlCall, ok bool) {
	m := f.again.message(line)
	i := int(p.ID) - 1
	if i < 0 || i >= len(m.calls) || m.at[i] != p.Args || m.calls[i].name != p.Name {
		return xmlCall{}, false
	}
	return m.calls[i], true
}

// ResultOf finds the result of a call again: by its id, else by what the texts
// of the user's message answer.
func (f clineTask) ResultOf(record, call []byte, p Place, max int) (text string, cut, ok bool) {
	at := int(p.ID) - 1
	_, isXML := f.xml(call, p)
	if !isXML {
		c, found := f.lineForm.Call(call, p)
		if !found {
			return "", false, false
		}
		if text, cut, ok = f.Result(record, c.ID, max); ok {
			return text, cut, true
		}
		at = slices.Index(f.again.message(call).ids, c.ID)
	}
	if text, ok = f.again.answer(call, record, isXML, at); !ok {
		return "", false, false
	}
	text, cut = cutAt(text, max)
	return text, cut, true
}

func xmlNames(calls []xmlCall) []string {
	names := make([]string, len(calls))
	for i := range calls {
		names[i] = calls[i].name
	}
	return names
}
