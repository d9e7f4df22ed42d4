package catalog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// lineMax is the longest line in bytes that a list of names may have.
const lineMax = 1024

// list reads text with one name a line. Only the line break (LF or CRLF) is
// taken off: a name may hold blanks, and one at its end is kept and reported,
// for that is a fault that this program looks for. The rules, in order:
//
//   - a line of nothing but blanks is skipped;
//   - a line whose first character that is not a blank is # is a comment;
//   - server<TAB>tool is an MCP tool, split at the first tab;
//   - any other line is the name of a tool that the client has of itself.
func (r *reader) list() bool {
	if why, line := noList(r.data); why != "" {
		r.problemAt(line, why, "a list has one name a line; hopscope formats lists what is read")
		return false
	}
	r.is("name-list", journey.FormRegistered)
	joined := 0
	for number, line := range textLines(r.data) {
		if isComment(line) {
			continue
		}
		t := journey.Tool{Line: number}
		switch server, name, ok := strings.Cut(line, "\t"); {
		case ok && server != "":
			t.Server, t.Registered = journey.Server(server), journey.Registered(name)
			r.server(journey.ServerEntry{Key: t.Server})
		case ok:
			t.Registered, t.Builtin = journey.Registered(name), true
			r.problemAt(number, "nothing before the tab; the tool is taken as one without a server", "write server, tab, tool")
		default:
			t.Registered, t.Builtin = journey.Registered(line), true
		}
		r.doubt(t)
		if strings.HasPrefix(line, "mcp__") {
			joined++
		}
		r.add(t)
	}
	if joined > 0 {
		r.note(fmt.Sprintf("Names that begin with mcp__ (%d): if these are forms that a client made, say so with --names safe.", joined))
	}
	return true
}

// stringList reads a JSON array of strings: names as they are, never split.
func (r *reader) stringList(v node.Value) bool {
	r.is("name-list", journey.FormRegistered)
	for e := range v.Elements() {
		name, ok := e.Text()
		if !ok {
			r.problem(e.Offset(), fmt.Sprintf("%v where a name should be; it is left out", e.Kind()), "write every name as a string")
			continue
		}
		t := journey.Tool{Registered: journey.Registered(name), Builtin: true, Line: r.lines.At(e.Offset())}
		r.doubt(t)
		r.add(t)
	}
	return true
}

// doubt reports what is probably not part of a name. The name stays.
func (r *reader) doubt(t journey.Tool) {
	name := string(t.Registered)
	switch {
	case name == "":
		r.problemAt(t.Line, "an empty name; it is kept", "write the tool after the tab, or remove the line")
	case strings.TrimSpace(name) != name:
		r.problemAt(t.Line, "the name begins or ends with a blank; it is kept", "remove it if it is not part of the name")
	case strings.Contains(name, " #"):
		r.problemAt(t.Line, "a # inside a name does not begin a comment", "give the comment a line of its own")
	case strings.Contains(name, "\t"):
		r.problemAt(t.Line, "a tab inside the name; it is kept", "in a list, one tab stands between server and tool")
	case !utf8.ValidString(name):
		r.problemAt(t.Line, "the name has bytes that are not UTF-8; they are kept", "save the file as UTF-8")
	}
	if strings.TrimSpace(string(t.Server)) != string(t.Server) {
		r.problemAt(t.Line, "the server key begins or ends with a blank; it is kept", "remove it if it is not part of the key")
	}
}

// textLines goes through the lines of a text without their line breaks, with
// their numbers from 1.
func textLines(data []byte) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		for number := 1; len(data) > 0; number++ {
			line, rest, _ := bytes.Cut(data, []byte{'\n'})
			line = bytes.TrimSuffix(line, []byte{'\r'})
			if !yield(number, string(line)) {
				return
			}
			data = rest
		}
	}
}

// isComment reports whether a line holds no name.
func isComment(line string) bool {
	line = strings.TrimLeftFunc(line, unicode.IsSpace)
	return line == "" || line[0] == '#'
}

// noList says why a text is not taken for a list of names, empty when it is.
// Prose, source code, markup and binary data must not become catalogs: a text
// is refused when it holds a NUL byte, when more than three in ten characters
// are control characters or no UTF-8, when it begins with <, %PDF or %!PS, when a line is
// longer than lineMax, or when more than a third of the entries do not look
// like names.
func noList(data []byte) (why string, line int) {
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return fmt.Sprintf("binary data: a NUL byte at offset %d", i), 1 + bytes.Count(data[:i], []byte{'\n'})
	}
	if isBinary(data) {
		return "binary data: too many characters that are no text", 1
	}
	if t := bytes.TrimLeft(data, " \t\r\n"); len(t) == 0 {
		return "nothing in it", 1
	} else if t[0] == '<' {
		return "markup (it begins with <)", 1
	} else if bytes.HasPrefix(t, []byte("%PDF")) || bytes.HasPrefix(t, []byte("%!PS")) {
		return "a document for printing (it begins with " + string(t[:4]) + ")", 1
	}
	if t := bytes.TrimSpace(data); len(t) > 0 && t[0] == '"' && json.Valid(t) {
		return "a JSON value that is no list", 1
	}
	entries, odd := 0, 0
	for number, text := range textLines(data) {
		if len(text) > lineMax {
			return fmt.Sprintf("line %d has %d bytes, too many for a name", number, len(text)), number
		}
		if isComment(text) {
			continue
		}
		entries++
		if word := oddity(text); word != "" {
			if odd++; odd == 1 {
				why, line = fmt.Sprintf("not a list of names: line %d %s", number, word), number
			}
		}
	}
	if odd*3 <= entries {
		return "", 0
	}
	return why, line
}

func isBinary(data []byte) bool {
	bad, all := 0, 0
	for rest := data; len(rest) > 0; all++ {
		c, n := utf8.DecodeRune(rest)
		if c == utf8.RuneError && n == 1 || unicode.IsControl(c) && c != '\t' && c != '\n' && c != '\r' {
			bad++
		}
		rest = rest[n:]
	}
	return bad*10 > all*3
}

// logged is the beginning of a line of a log.
var logged = regexp.MustCompile(`^[\[(]?\d{4}-\d\d-\d\d[T ]\d\d:\d\d`)

// oddity says what is unlike a name in a line, empty when nothing is.
func oddity(line string) string {
	line = strings.TrimSpace(line)
	switch {
	case len(strings.Fields(line)) > 4:
		return "reads like a sentence"
	case strings.HasPrefix(line, "```"), strings.Count(line, "`") > 1:
		return "is part of a document"
	case logged.MatchString(line):
		return "begins with a time, like a log"
	case strings.HasPrefix(line, "- "), strings.HasPrefix(line, "* "), strings.HasPrefix(line, "|"):
		return "begins like an item of a document"
	case strings.Contains(line, " = "), strings.Contains(line, ": "), strings.Contains(line, "://"), strings.HasSuffix(line, ":"):
		return "assigns a value"
	case strings.Count(line, ",") > 1, strings.HasSuffix(line, ","):
		return "holds several values"
	case strings.ContainsAny(line[len(line)-1:], "{}();>.!?"):
		return fmt.Sprintf("ends in %q", line[len(line)-1:])
	}
	return ""
}
