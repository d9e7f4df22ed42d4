package format

import (
	"bytes"
	"encoding/json"
	"hash/fnv"
	"strings"
)

// weakID reports whether an id is a word and a counter (call_1, Bash_0), which
// come again in other sessions.
func weakID(id string) bool {
	stem := strings.TrimRight(id, "0123456789")
	last := id[strings.LastIndexAny(id, "_-.:")+1:]
	return len(id)-len(stem) <= counterMax && len(last) <= wordMax && !strings.ContainsAny(stem, "0123456789")
}

// conversation finds the one to which an exchange belongs.
func (r *captureReader) conversation(s *said) *conversation {
	seen := map[*conversation]bool{}
	var best *conversation
	most := 0
	look := func(list []*conversation) {
		for i := len(list) - 1; i >= max(len(list)-lookMax, 0); i-- {
			if c := list[i]; !seen[c] {
				seen[c] = true
				if n, ok := c.fits(r, s); ok && n > most {
					best, most = c, n
				}
			}
		}
	}
	if s.words != 0 {
		look(r.opened[s.words])
	}
	for _, list := range [...][]spoken{s.past, s.calls} {
		for i := range list {
			look(r.spoke[list[i].joining()])
		}
	}
	if best == nil && s.words == 0 { // a span, an entry of a log
		best = r.latest(s)
	}
	if best == nil {
		best = &conversation{known: map[uint64]*capturedCall{}, spoke: map[uint64]*heardCall{}, opening: s.words, provider: s.id}
		r.talking = append(r.talking, best)
		if s.words != 0 {
			r.opened[s.words] = append(r.opened[s.words], best)
		}
	}
	best.take(r, s)
	return best
}

// latest is the newest conversation against which nothing speaks, among the
// last ones.
func (r *captureReader) latest(s *said) *conversation {
	for i := len(r.talking) - 1; i >= max(len(r.talking)-latestMax, 0); i-- {
		c := r.talking[i]
		if _, ok := c.fits(r, s); ok && c.named == s.named {
			return c
		}
	}
	return nil
}

// joining is the key by which a call of an exchange is known: that of its id,
// or of what it says.
func (c *spoken) joining() uint64 {
	if c.ID != "" {
		return c.key
	}
	return c.seq
}

// fits counts what speaks for an exchange being of a conversation. ok is false
// where something speaks against it.
func (c *conversation) fits(r *captureReader, s *said) (n int, ok bool) {
	if c.named != "" && s.named != "" && c.named != s.named {
		return 0, false
	}
	same := c.opening != 0 && c.opening == s.words
	other := c.opening != 0 && s.words != 0 && !same && c.provider == s.id
	for which, list := range [...][]spoken{s.past, s.calls} {
		for i := range list {
			x := &list[i]
			h := c.spoke[x.joining()]
			switch {
			case h == nil, x.ID == "" && which == 1: // an answer says the same again
			case !h.weak:
				n += 2
			case h.another(x, same), other && len(s.past) == 0:
				return 0, false
			default:
				n++
			}
		}
	}
	if same {
		n += sameOpening
	}
	return n, true
}

// another reports whether a call is not this one, though both have its id.
// Clients write arguments anew and gateways rename, but in one conversation.
func (h *heardCall) another(x *spoken, same bool) bool {
	args, name := h.sum != x.sum && h.sum != 0 && x.sum != 0, h.folded != folded(x.Called)
	return args && name || !same && (args || name)
}

// take adds the calls of an exchange to a conversation.
func (c *conversation) take(r *captureReader, s *said) {
	c.named, c.client, c.prompted = first(c.named, s.named), first(c.client, s.client.Client), first(c.prompted, s.prompted)
	if c.time == 0 {
		c.time = s.ex.time
	}
	for _, list := range [...][]spoken{s.past, s.calls} {
		for i := range list {
			x := &list[i]
			key := x.joining()
			h := c.spoke[key]
			switch {
			case key == 0:
			case h == nil:
				h = &heardCall{x.key, x.ID != "" && weakID(x.ID), folded(x.Called), x.ID, x.sum}
				c.spoke[key], c.calls = h, append(c.calls, h)
				r.spoke[key] = append(r.spoke[key], c)
			case h.sum == 0:
				h.sum = x.sum
			}
		}
	}
}

// sumOf stands for arguments in one spelling, to tell calls of one id apart.
func sumOf(args string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(args))
	return h.Sum64()
}

// namedSession finds one of the session ids in the short texts of a request
// beside its messages: prompt_cache_key, metadata, client_metadata and alike.
func namedSession(request []byte, ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	for key, raw := range fieldsOf(request) {
		switch key {
		case "messages", "input", "contents", "tools", "system", "instructions":
			continue
		}
		if len(raw) > openingMax || len(raw) == 0 || raw[0] != '"' && raw[0] != '{' {
			continue
		}
		for _, id := range ids {
			if bytes.Contains(raw, []byte(id)) {
				return id
			}
		}
	}
	return ""
}

// prompts are the words by which clients begin their system prompts.
var prompts = [...][2]string{
	{"You are Claude Code", "claude-code"}, {"running in the Codex CLI", "codex"}, {"You are Qwen Code", "qwen-code"},
	{"This is the Gemini CLI", "gemini-cli"}, {"You are opencode", "opencode"}, {"You are OpenCode", "opencode"},
}

const (
	// openingItems is how many messages are looked at for the first words of the
	// user, promptItems for a system prompt.
	openingItems = 4
	promptItems  = 2
)

// openingOf reads how a conversation begins: the first words of the user, and
// the client that the system prompt names.
func openingOf(request []byte) (words, client string) {
	var r struct {
		System, Instructions, SystemInstruction json.RawMessage
		Messages, Input, Contents               []json.RawMessage
	}
	_ = json.Unmarshal(request, &r) // what has another shape stays empty
	look := func(raw []byte) {
		raw = raw[:min(len(raw), openingMax)]
		for _, p := range prompts {
			if client == "" && bytes.Contains(raw, []byte(p[0])) {
				client = p[1]
			}
		}
	}
	look(r.System)
	look(r.Instructions)
	look(r.SystemInstruction)
	for _, list := range [...][]json.RawMessage{r.Messages, r.Input, r.Contents} {
		for i, raw := range list[:min(len(list), openingItems)] {
			if i < promptItems {
				look(raw)
			}
			if words == "" {
				words = userWords(raw)
			}
		}
	}
	return words, client
}

// userWords are the texts of a message of the user, empty for another's.
func userWords(raw []byte) string {
	var m struct {
		Role           string
		Content, Parts json.RawMessage
	}
	if json.Unmarshal(raw, &m) != nil || m.Role != "user" {
		return ""
	}
	var text string
	var parts []struct{ Text string }
	var b strings.Builder
	for _, body := range [...]json.RawMessage{m.Content, m.Parts} {
		if json.Unmarshal(body, &text) == nil {
			b.WriteString(text)
		}
		if json.Unmarshal(body, &parts) == nil {
			for _, p := range parts {
				b.WriteString(p.Text)
			}
		}
	}
	text = b.String()
	return text[:min(len(text), openingMax)]
}
