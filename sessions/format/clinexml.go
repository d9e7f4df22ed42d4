package format

import (
	"encoding/json"
	"strings"
	"sync"

	"hopscope/vocab"
)

// Before they took to the tools of the interface, Cline and Roo Code had the
// model write its calls as XML into its text, and answered with texts:
//
//	<read_file>
//	<path>a.go</path>
//	</read_file>
//
//	[read_file for 'a.go'] Result:
//	package a
//
// Only tags with the name of a tool are calls; the clients take any other tag
// for text, and so does this reader. Read in cline/cline
// src/core/assistant-message and src/core/prompts/responses.ts @008b035a, and in
// RooCodeInc/Roo-Code src/core/assistant-message/parseAssistantMessage.ts
// @0e110a2d, 2026-11-30; compared with tasks that
// were exported as Markdown (Cline of 2025-08 and 2025-10, a fork of Roo Code of
// 2026-05).

// xmlCall is a call in a text. args is a JSON object of its tags; server and
// inner are what use_mcp_tool names.
type xmlCall struct{ name, args, server, inner string }

// xmlOlder are names that older versions had and the vocabularies do not:
// packages/types/src/tool.ts of Roo Code 3.20, and Cline's responses.ts
// @008b035a.
var xmlOlder = [...]struct{ name, client string }{
	{"insert_content", "roo-code"}, {"fetch_instructions", "roo-code"}, {"list_code_definition_names", ""}, {"browser_action", ""},
	{"plan_mode_response", "cline"},
}

// xmlTools gives for each name of a tool the client that alone has it, empty
// where both do.
var xmlTools = sync.OnceValue(func() map[string]string {
	tools := map[string]string{}
	add := func(name, client string) {
		if before, ok := tools[name]; ok && before != client {
			client = ""
		}
		tools[name] = client
	}
	for _, client := range [...]string{"cline", "roo-code"} {
		for _, e := range vocab.ByClient(client) {
			add(e.Name, client)
			for _, a := range e.Aliases {
				add(a, client)
			}
		}
	}
	for _, o := range xmlOlder {
		add(o.name, o.client)
	}
	return tools
})

// xmlName reads the tag with which s begins, behind its bracket.
func xmlName(s string) (name, rest string, ok bool) {
	n := 0
	for n < len(s) && (s[n] >= 'a' && s[n] <= 'z' || s[n] >= 'A' && s[n] <= 'Z' || s[n] == '_' || n > 0 && s[n] >= '0' && s[n] <= '9') {
		n++
	}
	if n == 0 || n == len(s) || s[n] != '>' {
		return "", s, false
	}
	return s[:n], s[n+1:], true
}

// xmlCalls finds the calls in a text. The last one may lack its end: so does
// the client read it.
func xmlCalls(text string) []xmlCall {
	var calls []xmlCall
	tools := xmlTools()
	for {
		i := strings.IndexByte(text, '<')
		if i < 0 {
			return calls
		}
		text = text[i+1:]
		name, rest, ok := xmlName(text)
		if _, known := tools[name]; !ok || !known {
			continue
		}
		var c xmlCall
		c, text = xmlBody(name, rest)
		calls = append(calls, c)
	}
}

// xmlBody reads a call up to its end. Inside a parameter no other tag counts,
// but a file's content may hold its own end and goes to the last one.
func xmlBody(name, text string) (c xmlCall, rest string) {
	c.name = name
	var keys []string
	values := map[string]string{}
	set := func(key, value string) {
		if _, again := values[key]; !again {
			keys = append(keys, key)
		}
		values[key] = value
	}
	content, end := -1, "</"+name+">"
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '<')
		if i < 0 {
			at = len(text)
		} else {
			at += i
		}
		if at == len(text) || strings.HasPrefix(text[at:], end) {
			c.args = xmlArgs(keys, values)
			c.server, c.inner = values["server_name"], values["tool_name"]
			if name != "use_mcp_tool" {
				c.server, c.inner = "", ""
			}
			return c, text[min(at+len(end), len(text)):]
		}
		if content >= 0 && strings.HasPrefix(text[at:], "</content>") {
			set("content", xmlValue("content", text[content:at]))
		}
		key, value, ok := xmlName(text[at+1:])
		if !ok || len(keys) >= xmlKeysMax {
			at++
			continue
		}
		start := len(text) - len(value)
		stop := strings.Index(value, "</"+key+">")
		if stop < 0 {
			stop = len(value)
		}
		if set(key, xmlValue(key, value[:stop])); key == "content" && (name == "write_to_file" || name == "new_rule") {
			content = start
		}
		at = min(start+stop+len(key)+3, len(text))
	}
}

// xmlKeysMax bounds the parameters of one call.
const xmlKeysMax = 64

// xmlValue is a value as the client takes it: without the blanks around it, a
// file's content without the line ends next to its tags.
func xmlValue(key, value string) string {
	if key != "content" {
		return strings.TrimSpace(value)
	}
	return strings.TrimSuffix(strings.TrimPrefix(value, "\n"), "\n")
}

// xmlArgs writes the parameters as a JSON object, in their order.
func xmlArgs(keys []string, values map[string]string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	b.WriteByte('{')
	for i, key := range keys {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + key + `":`)
		_ = e.Encode(values[key]) // a text can always be written
	}
	return strings.ReplaceAll(b.String(), "\n", "") + "}"
}
