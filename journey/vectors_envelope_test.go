package journey_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"hopscope/journey"
)

// rawBody is a request with its parts as they stand there.
type rawBody struct {
	Tools []json.RawMessage
}

// checkLayout shapes the tools array of a request again and compares it with
// the one that was read, text by text, and every name with the value at its
// path.
func checkLayout(l journey.Layout, catalog *journey.Catalog, body []byte) error {
	var raw rawBody
	var root any
	if err := json.Unmarshal(body, &raw); err != nil {
		return err
	}
	if err := json.Unmarshal(body, &root); err != nil {
		return err
	}
	offered := make([]journey.Naming, len(catalog.Tools))
	for i, t := range catalog.Tools {
		offered[i] = journey.Naming{Tool: t, Wire: t.Wire}
	}
	entries := l.Entries(offered)
	if len(entries) != len(raw.Tools) || len(entries) == 0 {
		return fmt.Errorf("%d entries, want %d", len(entries), len(raw.Tools))
	}
	for i, e := range entries {
		if err := sameText(e, raw.Tools[i]); err != nil {
			return fmt.Errorf("entry %d: %w", i, err)
		}
	}
	for i, at := range l.Sites(offered) {
		d := l.DeclareAt(offered[i], at)
		if err := differ("name at "+d.Path, valueAt(root, d.Path), offered[i].Wire.Name); err != nil {
			return err
		}
	}
	return nil
}

// sameText compares two JSON texts, the order of the fields too.
func sameText(got string, want json.RawMessage) error {
	var a, b bytes.Buffer
	if err := json.Compact(&a, []byte(got)); err != nil {
		return fmt.Errorf("%.80s: %w", got, err)
	}
	if err := json.Compact(&b, want); err != nil {
		return err
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		return fmt.Errorf("JSON = %s, want %s", a.String(), b.String())
	}
	return nil
}

// optionalItem are fields of a past item that the provider gives and does not
// ask for again.
var optionalItem = [...]string{"id", "status"}

// checkPast shapes every past call and its result again and compares them with
// what was read. It knows the envelopes in which a call has a message or an
// item to itself.
func checkPast(p journey.Provider, calls []journey.WireCall, root map[string]any) error {
	e, ok := p.(journey.Envelope)
	if !ok {
		return nil
	}
	for _, c := range calls {
		key, at, ok := topOf(c.Path)
		messages, _ := root[key].([]any)
		if !ok || at+1 >= len(messages) || strings.Contains(c.Path, "].content[") {
			continue
		}
		d := e.Call(c, at)
		if err := differ("name at "+d.Path, valueAt(root, d.Path), c.Called.Name); err != nil {
			return err
		}
		if err := sameItem("call", d.JSON, messages[at]); err != nil {
			return err
		}
		answer, _ := messages[at+1].(map[string]any)
		text, _ := answer["content"].(string)
		if output, ok := answer["output"].(string); ok {
			text = output
		}
		d = e.Result(c, text, at+1)
		if err := sameItem("result", d.JSON, answer); err != nil {
			return err
		}
		if d.Path != "" {
			if err := differ("name at "+d.Path, valueAt(root, d.Path), c.Called.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// topOf takes messages[2] of a path apart.
func topOf(path string) (key string, at int, ok bool) {
	key, rest, ok := strings.Cut(path, "[")
	number, _, closed := strings.Cut(rest, "]")
	at, err := strconv.Atoi(number)
	return key, at, ok && closed && err == nil
}

func sameItem(what, shaped string, want any) error {
	var got map[string]any
	if err := json.Unmarshal([]byte(shaped), &got); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	read := map[string]any{}
	m, _ := want.(map[string]any)
	for k, v := range m {
		read[k] = v
	}
	for _, k := range optionalItem {
		if _, ok := got[k]; !ok {
			delete(read, k)
		}
	}
	return differ(what, got, read)
}

// streamsBack words each call as the provider streams it, reads that again, and
// as both kinds of SDK do.
func streamsBack(p journey.Provider, calls []journey.WireCall) error {
	e, ok := p.(journey.Envelope)
	codec, reads := p.(journey.Codec)
	if !ok || !reads {
		return nil
	}
	for _, c := range calls {
		body := []byte(strings.Join(e.Stream(c), "\n\n") + "\n\n")
		got, err := codec.ReadStream(body)
		if err != nil {
			return err
		}
		if err := sameCall(got, c); err != nil {
			return fmt.Errorf("stream of %s: %w", c.Called.Name, err)
		}
		a, ok := p.(journey.Assembler)
		for how := journey.AssembleAssign; ok && how <= journey.AssembleAppend; how++ {
			if got, err = a.ReadStreamAs(body, how); err != nil {
				return err
			}
			if err := sameCall(got, c); err != nil {
				return fmt.Errorf("stream of %s put together in way %d: %w", c.Called.Name, how, err)
			}
		}
	}
	return nil
}

func sameCall(got []journey.WireCall, want journey.WireCall) error {
	if len(got) != 1 {
		return fmt.Errorf("%d calls, want 1", len(got))
	}
	g := got[0]
	g.Path, want.Path = "", ""
	g.Args, want.Args = compactText(g.Args), compactText(want.Args)
	return differ("call", g, want)
}

func compactText(text string) string {
	var b bytes.Buffer
	if json.Compact(&b, []byte(text)) != nil {
		return text
	}
	return b.String()
}
