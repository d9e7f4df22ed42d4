package tui

import (
	"bytes"
	"encoding/json"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// echoPart is the pane "Model echo": the name in the model's call, how it
// differs from the name in the request, and the beginning of the arguments.
func echoPart(d *detail, w int) part {
	s := d.stop(journey.HopEcho)
	p := d.hopPart(s, "")
	if d.call == nil {
		if p.note == "" {
			p.note = "predicted"
		}
		if s.Name != "" {
			p.body = d.formRows(s.Name, s.Namespace, "", "", "", w)
		}
		p.body = append(p.body, noteRows(s, w)...)
		if len(p.body) == 0 {
			p.body = prose(themes.Muted, "no call: this tool was never called", w)
		}
		return p.fitted(w)
	}
	if name, space := formOf(s); d.call.NoEcho && name == "" {
		p.body = prose(themes.Muted, "not recorded: this input has what ran, not what the model wrote", w)
	} else {
		p.copies = []copyItem{{"n", "echo", joined(space, name)}}
		p.body = echoRows(d, name, space, w)
	}
	p.body = append(p.body, noteRows(s, w)...)
	p.body = append(p.body, returnRows(d, w)...)
	p.body = append(p.body, argRows(d, w)...)
	if d.bodyErr != "" {
		p.body = append(p.body, marked("!", themes.Warn, themes.Warn, "Arguments cannot be read again: "+d.bodyErr, w)...)
	}
	return p.fitted(w)
}

// echoRows compares the echo with what stood in the request.
func echoRows(d *detail, name, space string, w int) []line {
	if name == "" && space == "" {
		return []line{says(themes.Bad, emptyName)}
	}
	sent, sentSpace := formOf(d.stop(journey.HopWire))
	if sent == "" {
		sent = name
	}
	if sentSpace == "" || space != "" {
		return d.formRows(name, space, sent, sentSpace, "", w)
	}
	out := []line{{{text: labelSpace, role: themes.Muted}, {text: "–", role: themes.Off}}}
	glue, ok := glued(name, sentSpace, sent)
	if !ok {
		diff := journey.Diff(sent, name)
		return append(out, d.diffRows(labelName, diff, diff.Words, w)...)
	}
	indent := len(labelName)
	gs := fitGlyphs(glue, w-indent)
	out = append(out, append(line{{text: labelName, role: themes.Muted}}, glyphLine(gs)...))
	return append(out, markRows(gs, indent, "one field", themes.From, w)...)
}

// glued reports whether an echo is namespace and name written as one word, and
// shows what stands between them in role from.
func glued(name, space, own string) ([]glyph, bool) {
	rest, ok := strings.CutPrefix(name, space)
	if !ok || len(rest) < len(own) || !strings.HasSuffix(rest, own) {
		return nil, false
	}
	glue := strings.TrimSuffix(rest, own)
	gs := glyphs(space, themes.Text, 0, ' ')
	gs = append(gs, glyphs(glue, themes.From, underline, '^')...)
	return append(gs, glyphs(own, themes.Text, 0, ' ')...), true
}

// returnRows shows both names where a capture has what came back.
func returnRows(d *detail, w int) []line {
	r := d.journey.Return
	if r == nil {
		return nil
	}
	name, _ := formOf(r)
	echo, _ := formOf(d.stop(journey.HopEcho))
	diff := journey.Diff(echo, name)
	out := d.diffRows("came back ", diff, diff.Words, w)
	return append(out, noteRows(r, w)...)
}

// argsShown is the number of arguments that the pane previews.
const argsShown = 2

// argRows is a row for each of the first arguments: key and value.
func argRows(d *detail, w int) []line {
	text := strings.TrimSpace(d.args)
	if text == "" {
		return nil
	}
	if d.full {
		return fullArgs(text, w)
	}
	keys, values, more := arguments(text, argsShown)
	if len(keys) == 0 {
		return []line{says(themes.Str, visible.Cut(text, w))}
	}
	var out []line
	for i, k := range keys {
		k = visible.Cut(visible.Name(k), max(w/2, 1))
		out = append(out, line{{text: k + " ", role: themes.Key},
			{text: cutValue(values[i], w-visible.Width(k)-1), role: themes.Str}})
	}
	if more > 0 {
		out = append(out, says(themes.Muted, "… "+plural(more, "more argument", "more arguments")))
	}
	return out
}

// argsFull bounds the arguments that a pane with the screen to itself shows.
const argsFull = 200

// fullArgs shows each argument whole, its value below the key.
func fullArgs(text string, w int) []line {
	keys, values, more := arguments(text, argsFull)
	if len(keys) == 0 {
		return prose(themes.Str, text, w)
	}
	var out []line
	for i, k := range keys {
		for _, row := range wrap(k, w) {
			out = append(out, says(themes.Key, row))
		}
		for _, row := range wrap(values[i], w-2) {
			out = append(out, line{blanks(2), {text: row, role: themes.Str}})
		}
	}
	if more > 0 {
		out = append(out, says(themes.Muted, plural(more, "more argument", "more arguments")))
	}
	return out
}

// arguments reads the first top-level members of a JSON object that may be cut
// off; more counts the members that follow. Nothing is returned for a text
// that is no object.
func arguments(text string, most int) (keys, values []string, more int) {
	dec := json.NewDecoder(strings.NewReader(text))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, nil, 0
	}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			break
		}
		key, _ := t.(string)
		at := int(dec.InputOffset())
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			if len(keys) < most { // the text ends in this value
				rest := strings.TrimLeft(text[min(at, len(text)):], ": \t\r\n")
				keys, values = append(keys, key), append(values, rest+"…")
			}
			break
		}
		if len(keys) == most {
			more++
			continue
		}
		keys, values = append(keys, key), append(values, compact(raw))
	}
	return keys, values, more
}

func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return b.String()
}

// cutValue cuts a JSON value to w cells; a string keeps its closing quote.
func cutValue(v string, w int) string {
	v = visible.Text(v)
	if visible.Width(v) <= w || !strings.HasPrefix(v, `"`) || w < 4 {
		return visible.Cut(v, w)
	}
	v = strings.TrimSuffix(visible.Cut(v, w-1), "…")
	return strings.TrimRight(v, " ") + `…"`
}
