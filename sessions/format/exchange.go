package format

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"hopscope/journey"
	"hopscope/journey/provider"
)

// exchange is one request to a model and its answer, as a capture has them.
// Headers are not kept, but for what the client calls itself.
type exchange struct {
	url, agent string
	// status of the answer, 0: none is known.
	status int
	time   int64 // milliseconds since 1970, 0 unknown
	// provider, where the capture itself says it.
	provider          journey.Provider
	request, response []byte
	// log is a call that the client wrote down itself.
	log *loggedCall
	// trouble is why a body could not be read.
	trouble string
}

// loggedCall is an entry of a client's own log.
type loggedCall struct {
	call       journey.WireCall
	result     journey.WireResult
	dispatched *journey.Ref
	meta       Meta
}

// spoken is a call of an exchange. seq tells calls without an id apart: name,
// arguments and how many of the same came before it in the conversation.
type spoken struct {
	journey.WireCall
	seq string
	// sum stands for the arguments.
	sum uint64
	// joined is the name that SDKs make which join the pieces of a stream,
	// where it is another one.
	joined string
	// ran is set for a call of which the capture says that a client ran it.
	ran *journey.Ref
	// stored is the name under which the history has it, where it says that the
	// model called another one; that call was refused.
	stored *journey.Called
}

// answered is a result of an exchange.
type answered struct {
	journey.WireResult
	seq string
}

// talk is an exchange that was read.
type talk struct {
	ex       *exchange
	provider journey.Provider
	// tools is nil where no request was read.
	tools   *journey.Catalog
	past    []spoken
	results []answered
	calls   []spoken
	trouble string
}

// read reads the bodies. ok is false for what is no request to a model.
func (ex *exchange) read() (t talk, ok bool) {
	t = talk{ex: ex, provider: ex.provider, trouble: ex.trouble}
	if ex.log != nil {
		t.logged()
		return t, true
	}
	if t.provider == nil {
		if t.provider, ok = provider.Tell(ex.url, ex.request); !ok && len(ex.request) == 0 {
			t.provider, ok = provider.TellAnswer(ex.response)
		}
		if !ok {
			return t, false
		}
	}
	codec, ok := t.provider.(journey.Codec)
	if !ok {
		return t, false
	}
	seen := map[string]int{}
	t.asked(codec, seen)
	if ex.status < 400 {
		t.heard(codec, seen)
	}
	return t, true
}

// runs reports whether the exchange is none, but the span of a tool.
func (t *talk) runs() bool {
	return len(t.calls) == 0 && len(t.past) > 0 && !slices.ContainsFunc(t.past, func(s spoken) bool { return s.ran == nil })
}

// asked reads the request.
func (t *talk) asked(codec journey.Codec, seen map[string]int) {
	body := t.ex.request
	if len(body) == 0 {
		return
	}
	list, calls, err := codec.ReadRequest(body)
	if err != nil {
		t.fail("the request body cannot be read: " + err.Error())
		return
	}
	t.tools = &list
	for _, c := range calls {
		t.past = append(t.past, renamed(numbered(c, seen)))
	}
	t.answers(provider.Results(body))
	if x, ok := t.provider.(journey.Executor); ok {
		t.executed(x, body, seen)
	}
}

// executed adds what the client ran by the names of dispatch.
func (t *talk) executed(x journey.Executor, body []byte, seen map[string]int) {
	calls, err := x.ReadExecuted(body)
	if err != nil {
		return
	}
	for _, c := range calls {
		s := numbered(c, seen)
		s.ran = &journey.Ref{Name: journey.Registered(c.Called.Name)}
		t.past = append(t.past, s)
	}
}

// heard reads the answer.
func (t *talk) heard(codec journey.Codec, seen map[string]int) {
	body := t.ex.response
	if len(body) == 0 {
		return
	}
	calls, err := provider.Answer(t.provider, body)
	if err != nil {
		t.fail("the answer cannot be read: " + err.Error())
		return
	}
	var joined []journey.WireCall
	if a, ok := codec.(journey.Assembler); ok && !json.Valid(body) {
		joined, _ = a.ReadStreamAs(body, journey.AssembleAppend)
	}
	for i, c := range calls {
		s := numbered(c, seen)
		if len(joined) == len(calls) && joined[i].Called != c.Called {
			s.joined = string(joined[i].Called.Name)
		}
		t.calls = append(t.calls, s)
	}
	if t.provider.Info().ID == "mcp" { // lists and results stand in its answers
		if list, _, err := codec.ReadRequest(body); err == nil && len(list.Tools) > 0 {
			t.tools = &list
		}
		t.answers(provider.Results(body))
	}
}

func (t *talk) fail(what string) {
	if t.trouble == "" {
		t.trouble = what
	}
}

// answers pairs results without an id with the calls of the history: of the
// same name, in their order.
func (t *talk) answers(results []journey.WireResult) {
	taken := make([]bool, len(t.past))
	for _, r := range results {
		a := answered{WireResult: r}
		for i := range t.past {
			c := &t.past[i]
			if r.ID == "" && c.ID == "" && !taken[i] && (r.Name == "" || r.Name == c.Called.Name) {
				a.seq, taken[i] = c.seq, true
				break
			}
		}
		t.results = append(t.results, a)
	}
}

// logged takes an entry of a client's log.
func (t *talk) logged() {
	l := t.ex.log
	t.past = []spoken{{WireCall: l.call, sum: sumOf(l.call.Args), ran: l.dispatched}}
	t.results = []answered{{WireResult: l.result}}
}

// numbered gives a call its seq.
func numbered(c journey.WireCall, seen map[string]int) spoken {
	key := string(c.Called.Namespace) + "\x00" + string(c.Called.Name) + "\x00" + plainArgs(c.Args)
	seen[key]++
	return spoken{WireCall: c, seq: key + "\x00" + strconv.Itoa(seen[key]), sum: sumOf(c.Args)}
}

// renamed finds the name that the model said in a call that OpenCode stored as
// one of its tool invalid, with the name and the error as arguments.
func renamed(s spoken) spoken {
	if s.Called.Name != ocInvalid || s.Called.Namespace != "" {
		return s
	}
	tool, ok := argument(s.Args, "tool")
	if !ok || !strings.Contains(s.Args, "Model tried to call unavailable tool") {
		return s
	}
	stored := s.Called
	s.stored, s.Called.Name = &stored, journey.Echo(tool)
	return s
}

// argument is the text of one argument; what stands behind it may be cut.
func argument(args, key string) (text string, ok bool) {
	d := json.NewDecoder(strings.NewReader(args))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return "", false
	}
	for d.More() {
		k, err := d.Token()
		if err != nil {
			return "", false
		}
		var raw json.RawMessage
		if d.Decode(&raw) != nil {
			return "", false
		}
		if k == key {
			return text, json.Unmarshal(raw, &text) == nil
		}
	}
	return "", false
}

// plainArgs is arguments in one spelling: clients write the JSON of a history
// anew.
func plainArgs(args string) string {
	if strings.TrimSpace(args) == "" {
		return "{}"
	}
	var v any
	if json.Unmarshal([]byte(args), &v) != nil {
		return args
	}
	b, err := json.Marshal(v)
	if err != nil {
		return args
	}
	return string(b)
}

// refusal is the text in which names were refused, empty for any other answer:
// those about the key, the rate or the server say nothing of what was sent.
func (ex *exchange) refusal() string {
	switch {
	case ex.status < 400 || ex.status >= 500, ex.status == 401, ex.status == 403, ex.status == 407, ex.status == 408, ex.status == 429:
		return ""
	}
	if text := provider.RefusalOf(ex.response); aboutNames(text) {
		return text
	}
	return ""
}

// model is the model that the request asks for.
func (ex *exchange) model() string {
	var r struct {
		Model, ModelID any
	}
	if json.Unmarshal(ex.request, &r) == nil {
		for _, m := range [...]any{r.Model, r.ModelID} {
			if s, ok := m.(string); ok && s != "" {
				return cutText(s)
			}
		}
	}
	// Gemini and Bedrock have it in the path.
	path, _, _ := strings.Cut(ex.url, "?")
	for _, key := range [...]string{"/models/", "/model/"} {
		if _, rest, ok := strings.Cut(path, key); ok {
			return cutText(rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_"))])
		}
	}
	return ""
}
