package format

import (
	"encoding/json"
	"hash/maphash"
	"slices"
	"strings"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/sessions/walk"
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

// spoken is a call of an exchange. key stands for its id; seq tells calls
// without an id apart: name, arguments and how many of the same came before it
// in the conversation.
type spoken struct {
	journey.WireCall
	key, seq uint64
	// sum stands for the arguments.
	sum uint64
	// at is the element of the request in which it stands, and nth its number
	// in there, where the arguments are not kept.
	at  walk.Range
	nth uint32
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
	key, seq uint64
	// at is the element of the request in which it stands, and nth its number
	// in there, where the text is cut.
	at  walk.Range
	nth uint32
}

// talk is an exchange that was read.
type talk struct {
	ex       *exchange
	provider journey.Provider
	// tools is nil where no request was read; list is their key.
	tools   *journey.Catalog
	list    uint64
	apart   *apart // nil: the request was read whole
	past    []spoken
	results []answered
	calls   []spoken
	trouble string
}

// read reads the bodies of one exchange alone.
func (ex *exchange) read() (t talk, ok bool) { return newBodyReader(newKeys()).talk(ex) }

// talk reads the bodies. ok is false for what is no request to a model.
func (r *bodyReader) talk(ex *exchange) (t talk, ok bool) {
	t = talk{ex: ex, provider: ex.provider, trouble: ex.trouble}
	clear(r.seen)
	if ex.log != nil {
		t.logged(r)
		return t, true
	}
	a := r.split(ex.request)
	if t.provider == nil {
		if t.provider, ok = r.tell(ex.url, ex.request, a); !ok && len(ex.request) == 0 {
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
	if a == nil || !t.pieces(r, codec, a) {
		t.asked(r, codec)
	}
	if ex.status < 400 {
		t.heard(r, codec)
	}
	return t, true
}

// runs reports whether the exchange is none, but the span of a tool.
func (t *talk) runs() bool {
	return len(t.calls) == 0 && len(t.past) > 0 && !slices.ContainsFunc(t.past, func(s spoken) bool { return s.ran == nil })
}

// pieces reads the request piece by piece; false: that would not be the same.
func (t *talk) pieces(r *bodyReader, codec journey.Codec, a *apart) bool {
	if _, ok := t.provider.(journey.Executor); ok {
		return false
	}
	contract := t.provider.Info().ID
	messages := make([]*message, len(a.items))
	var declares []int
	for i := range a.items {
		m := r.read(a, i, contract, codec)
		if m.bad {
			return false
		}
		if messages[i] = m; m.declares {
			declares = append(declares, i)
		}
	}
	h := r.headOf(a, contract, codec, declares)
	if !h.apart {
		return false
	}
	t.apart = a
	if h.trouble != "" {
		t.fail("the request body cannot be read: " + h.trouble)
		return true
	}
	t.tools, t.list = &h.tools, h.list
	var results []answered
	for i, m := range messages {
		for _, c := range m.calls {
			c.at = a.items[i]
			t.past = append(t.past, r.numbered(c))
		}
		for _, x := range m.results {
			x.at = a.items[i]
			results = append(results, x)
		}
	}
	t.answers(results)
	return true
}

// asked reads the request as a whole.
func (t *talk) asked(r *bodyReader, codec journey.Codec) {
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
		t.past = append(t.past, r.numbered(r.spoken(c)).renamed())
	}
	t.answers(r.answered(body))
	if x, ok := t.provider.(journey.Executor); ok {
		t.executed(r, x, body)
	}
}

// answered are the results in a body.
func (r *bodyReader) answered(body []byte) []answered {
	var list []answered
	for _, x := range provider.Results(body) {
		list = append(list, answered{WireResult: x, key: r.keys.text(x.ID)})
	}
	return list
}

// executed adds what the client ran by the names of dispatch.
func (t *talk) executed(r *bodyReader, x journey.Executor, body []byte) {
	calls, err := x.ReadExecuted(body)
	if err != nil {
		return
	}
	for _, c := range calls {
		s := r.numbered(r.spoken(c))
		s.ran = &journey.Ref{Name: journey.Registered(c.Called.Name)}
		t.past = append(t.past, s)
	}
}

// heard reads the answer.
func (t *talk) heard(r *bodyReader, codec journey.Codec) {
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
		s := r.numbered(r.spoken(c))
		if len(joined) == len(calls) && joined[i].Called != c.Called {
			s.joined = string(joined[i].Called.Name)
		}
		t.calls = append(t.calls, s)
	}
	if t.provider.Info().ID == "mcp" { // lists and results stand in its answers
		if list, _, err := codec.ReadRequest(body); err == nil && len(list.Tools) > 0 {
			t.tools = &list
		}
		t.answers(r.answered(body))
	}
}

func (t *talk) fail(what string) {
	if t.trouble == "" {
		t.trouble = what
	}
}

// answers pairs results without an id with the calls of the history: of the
// same name, in their order.
func (t *talk) answers(results []answered) {
	taken := make([]bool, len(t.past))
	for _, a := range results {
		for i := range t.past {
			if a.ID != "" {
				break
			}
			c := &t.past[i]
			if c.ID == "" && !taken[i] && (a.Name == "" || a.Name == c.Called.Name) {
				a.seq, taken[i] = c.seq, true
				break
			}
		}
		t.results = append(t.results, a)
	}
}

// logged takes an entry of a client's log.
func (t *talk) logged(r *bodyReader) {
	l := t.ex.log
	s := r.spoken(l.call)
	s.seq, s.ran = 0, l.dispatched
	t.past = []spoken{s}
	t.results = []answered{{WireResult: l.result, key: r.keys.text(l.result.ID)}}
}

// spoken takes a call of a codec. Its seq is not that of its place yet.
func (r *bodyReader) spoken(c journey.WireCall) spoken {
	args := plainArgs(c.Args)
	var h maphash.Hash
	h.SetSeed(r.keys.seed)
	for _, part := range [...]string{string(c.Called.Namespace), string(c.Called.Name), args} {
		h.WriteString(part)
		h.WriteByte(0)
	}
	s := spoken{WireCall: c, key: r.keys.text(c.ID), seq: h.Sum64()}
	if strings.TrimSpace(c.Args) != "" {
		s.sum = sumOf(args)
	}
	return s
}

// numbered gives a call the seq of its place.
func (r *bodyReader) numbered(s spoken) spoken {
	n := r.seen[s.seq] + 1
	r.seen[s.seq] = n
	s.seq = max(s.seq+n*0x9E3779B97F4A7C15, 1)
	return s
}

// renamed finds the name that the model said in a call that OpenCode stored as
// one of its tool invalid, with the name and the error as arguments.
func (s spoken) renamed() spoken {
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

// modelOf is the model that a request body asks for.
func modelOf(request []byte) string {
	var r struct {
		Model, ModelID any
	}
	if json.Unmarshal(request, &r) == nil {
		for _, m := range [...]any{r.Model, r.ModelID} {
			if s, ok := m.(string); ok && s != "" {
				return cutText(s)
			}
		}
	}
	return ""
}

// modelOfPath is the model in a URL: Gemini and Bedrock have it in the path.
func modelOfPath(url string) string {
	path, _, _ := strings.Cut(url, "?")
	for _, key := range [...]string{"/models/", "/model/"} {
		if _, rest, ok := strings.Cut(path, key); ok {
			return cutText(rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_"))])
		}
	}
	return ""
}
