package sessions

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"hopscope/sessions/node"
)

// magics are the beginnings by which kinds of files are known.
var magics = [...]struct{ begin, name string }{
	{"%PDF-", "a PDF document"}, {"%!PS", "a PostScript document"},
	{"\x89PNG\r\n\x1A\n", "a PNG picture"}, {"\xFF\xD8\xFF", "a JPEG picture"}, {"GIF8", "a GIF picture"},
	{"PK\x03\x04", "a ZIP archive (or a document, package or extension that is one)"}, {"PK\x05\x06", "an empty ZIP archive"},
	{"\xFD7zXZ\x00", "an xz archive"}, {"BZh", "a bzip2 archive"}, {"7z\xBC\xAF\x27\x1C", "a 7z archive"}, {"Rar!", "a RAR archive"},
	{"\x7FELF", "a program"}, {"MZ", "a program of Windows"}, {"\xCF\xFA\xED\xFE", "a program of macOS"}, {"\xCA\xFE\xBA\xBE", "a program of macOS or a Java class"},
	{"\x00asm", "a WebAssembly module"}, {"PAR1", "a Parquet table"}, {"ARROW1", "an Arrow table"},
	{"\x0A\x0D\x0D\x0A", "a capture of network packets"}, {"\xD4\xC3\xB2\xA1", "a capture of network packets"},
	{"-----BEGIN ", "a key or certificate"}, {"\xFF\xFE", "UTF-16 text"}, {"\xFE\xFF", "UTF-16 text"},
	{"<?xml", "XML"}, {"diff --git ", "a patch"}, {"*** Begin Patch", "a patch"}, {"#!", "a script"},
}

var (
	// tnetstring begins a flow file of mitmproxy: a length, a colon, and in it
	// the same again.
	tnetstring = regexp.MustCompile(`^\d+:\d+:[a-z_]+;`)
	logLine    = regexp.MustCompile(`^[\[(]?\d{4}-\d\d-\d\d[T ]\d\d:\d\d`)
	tableHead  = regexp.MustCompile(`^\[{1,2}[A-Za-z0-9_."' -]+\]{1,2}\s*(#.*)?$`)
	assigned   = regexp.MustCompile(`^[A-Za-z0-9_."-]+\s*=\s*\S`)
	yamlKey    = regexp.MustCompile(`^(- )?[A-Za-z0-9_"'./-]+:(\s|$)`)
)

// looksLike says what content that is not read seems to be, by its beginning.
func looksLike(head []byte) string {
	for _, m := range magics {
		if bytes.HasPrefix(head, []byte(m.begin)) {
			return m.name
		}
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")
	switch low := bytes.ToLower(text[:min(len(text), 64)]); {
	case len(text) == 0:
		return "nothing but blanks"
	case len(head) > 262 && string(head[257:262]) == "ustar":
		return "a tar archive"
	case bytes.HasPrefix(head, []byte("RIFF")) && len(head) > 12:
		return "a picture, sound or film (RIFF)"
	case bytes.IndexByte(head, 0) >= 0 || !mostlyText(head):
		return "binary data"
	case tnetstring.Match(text):
		return "a flow file of mitmproxy; mitmdump -nr FILE --set hardump=OUT.har makes a HAR of it"
	case bytes.HasPrefix(low, []byte("<!doctype html")), bytes.HasPrefix(low, []byte("<html")):
		return "a web page"
	case text[0] == '<':
		return "markup"
	case text[0] == '{', text[0] == '[' && !tableHead.Match(firstLine(text)):
		return looksLikeJSON(text)
	}
	return looksLikeText(strings.Split(string(text[:min(len(text), 4096)]), "\n"))
}

// mostlyText reports whether at most one character in ten is none of a text.
func mostlyText(head []byte) bool {
	bad, all := 0, 0
	for rest := head; len(rest) > 0; all++ {
		c, n := utf8.DecodeRune(rest)
		if c == utf8.RuneError && n == 1 && len(rest) >= utf8.UTFMax || c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != 0x1B {
			bad++
		}
		rest = rest[n:]
	}
	return bad*10 <= all
}

func firstLine(text []byte) []byte {
	line, _, _ := bytes.Cut(text, []byte{'\n'})
	return bytes.TrimRight(line, "\r")
}

// keysMax is how many keys of an object are named.
const keysMax = 5

// looksLikeJSON names what an object or a list is made of.
func looksLikeJSON(text []byte) string {
	if n := jsonLines(text); n > 1 {
		return fmt.Sprintf("%d JSON lines of a kind that is not known, with the %s", n, keysOf(node.Loose(firstLine(text))))
	}
	v := node.Loose(text)
	if v.Kind() == node.Array {
		if first := v.First(); first.Kind() == node.Object {
			return "a JSON list of objects with the " + keysOf(first)
		}
		return "a JSON list"
	}
	return "a JSON object with the " + keysOf(v)
}

func keysOf(v node.Value) string {
	var keys []string
	more := 0
	for key := range v.Members() {
		if len(keys) < keysMax {
			keys = append(keys, shortKey(key))
		} else {
			more++
		}
	}
	switch {
	case len(keys) == 0:
		return "keys of none"
	case len(keys) == 1:
		return "key " + keys[0]
	case more > 0:
		return fmt.Sprintf("keys %s and %d more", strings.Join(keys, ", "), more)
	}
	return "keys " + strings.Join(keys, ", ")
}

func shortKey(key string) string {
	if s, cut := shorten(key, 40); cut {
		return s + "…"
	}
	return key
}

// looksLikeText tells kinds of text apart by the form of most lines.
func looksLikeText(lines []string) string {
	var all, logs, tables, sets, keys, commas, prose int
	width := -1
	for _, line := range lines {
		line = strings.TrimRight(line, "\r")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") && all > 0 {
			continue
		}
		all++
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "# ") {
			return "a Markdown document"
		}
		n := strings.Count(line, ",")
		if width < 0 {
			width = n
		}
		if n == width && n > 0 && !strings.Contains(line, ", ") {
			commas++
		}
		switch {
		case logLine.MatchString(line):
			logs++
		case tableHead.MatchString(line):
			tables++
		case assigned.MatchString(line):
			sets++
		case yamlKey.MatchString(line):
			keys++
		case len(strings.Fields(line)) > 4:
			prose++
		}
	}
	switch {
	case logs*2 > all:
		return "a log in plain text"
	case tables > 0 && (tables+sets)*2 > all:
		return "TOML or a file of settings"
	case commas > 1 && commas*3 > all*2:
		return "a table with commas (CSV)"
	case sets*2 > all:
		return "a file of settings"
	case keys*2 > all:
		return "YAML"
	case prose*2 >= all:
		return "a text in prose"
	}
	return "a text"
}
