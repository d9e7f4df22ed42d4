package format

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"strings"
	"unicode/utf8"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/sessions/walk"
)

// A request repeats all of the conversation before it, so that of a log of
// requests most bytes stood in an earlier line too. Bodies are therefore taken
// apart where they lie: into the elements of their list of messages, and the
// rest. Each of these pieces is given to the codec of the contract once, by
// itself, and known again by the sum of its bytes.
//
// What codecs say of the pieces is what they say of the whole, because they
// read message by message. The exception is an element that declares tools: it
// stays with the rest. Bodies of any other form are read whole.

// bodyReader reads the bodies of exchanges for one goroutine.
type bodyReader struct {
	keys   Keys
	walker *walk.Walker
	// now and before are the messages that were met, the newer and the older
	// ones; size is about what those of now hold, in bytes.
	now, before map[uint64]*message
	size        int
	heads       map[uint64]*head
	abouts      map[uint64]about
	// seen counts equal calls of one exchange.
	seen map[uint64]uint64
	// whole: nothing is taken apart.
	whole bool
}

const (
	// messagesKept is how much of messages is kept for the next request, in
	// bytes, twice over. A history of a million tokens has about this much.
	messagesKept = 3 << 20
	// unreadMax is how much is left of a text that nobody reads, in bytes.
	unreadMax = 64
	// ranHead is how much of the text of a tool that ran is kept, in bytes: it is
	// looked at where the history says that the name was refused. That is one
	// character more than goes into a row.
	ranHead = journey.ErrorMax + utf8.UTFMax
	// headsKept is how many different heads are kept.
	headsKept = 32
)

func newBodyReader(k Keys) *bodyReader {
	return &bodyReader{
		keys: k, walker: walk.New(walk.Compile(bodyLists[:])), now: map[uint64]*message{}, heads: map[uint64]*head{}, abouts: map[uint64]about{}, seen: map[uint64]uint64{},
	}
}

// message is what stands in one element of a list of messages, as the codec of
// a contract reads it.
type message struct {
	contract string
	calls    []spoken
	results  []answered
	// declares: tools stand in it, too. bad: the codec does not take it.
	declares, bad bool
	// told is the contract that it tells, where that was asked.
	told  string
	asked bool
	// opens: what it says as the beginning of a conversation was asked.
	opens   bool
	opening opening
}

// opening is how a conversation begins: words stands for the first words of the
// user, prompted is the client of which the system prompt speaks.
type opening struct {
	words    uint64
	prompted string
}

// head is what stands in a request beside its messages.
type head struct {
	tools journey.Catalog
	list  uint64 // key of the tools
	// trouble is why it cannot be read. apart: the pieces say what the whole does.
	trouble string
	apart   bool
}

// bodyLists are the lists of messages that contracts have, each before its
// elements.
var bodyLists = [...]string{"messages", "messages[]", "input", "input[]", "contents", "contents[]"}

// apart is a body that is taken apart.
type apart struct {
	body  []byte
	key   string // of the list
	list  walk.Range
	items []walk.Range
	sums  []uint64
	// sum is that of the rest.
	sum uint64
}

// split takes a body apart; nil where it is of another form.
func (r *bodyReader) split(body []byte) *apart {
	if r.whole {
		return nil
	}
	hits, st := r.walker.Walk(body)
	if st.Result != walk.OK || st.Root != walk.Object {
		return nil
	}
	a := &apart{body: body}
	for _, h := range hits {
		if h.Slot%2 == 1 {
			a.items = append(a.items, h.Range)
			continue
		}
		if a.key != "" || h.Kind != walk.Array { // two lists, or something else
			return nil
		}
		a.key, a.list = bodyLists[h.Slot], h.Range
	}
	if a.key == "" {
		return nil
	}
	a.sums = make([]uint64, len(a.items))
	for i, e := range a.items {
		a.sums[i] = maphash.Bytes(r.keys.seed, e.Of(body))
	}
	return a
}

// unlikely is the list of messages in what is left of a body: a list without
// elements that nobody writes.
const unlikely = "[\t \t"

// rest is the body with only these elements.
func (a *apart) rest(items []int) []byte {
	b := append(make([]byte, 0, len(a.body)-a.list.Len()+64), a.body[:a.list.Start]...)
	b = append(b, unlikely...)
	for n, i := range items {
		if n > 0 {
			b = append(b, ',')
		}
		b = append(b, a.items[i].Of(a.body)...)
	}
	return append(append(b, ']'), a.body[a.list.End:]...)
}

// alone is a body that has one element and nothing else.
func (a *apart) alone(i walk.Range) []byte {
	item := i.Of(a.body)
	return append(append(a.before(len(item)), item...), "]}"...)
}

// slim is alone with bulky texts cut to max bytes or a little more.
func (a *apart) slim(i walk.Range, max int) []byte {
	return append(slim(a.before(min(i.Len(), 16<<10)), i.Of(a.body), max), "]}"...)
}

// before is what stands before the element in alone, with room for n bytes.
func (a *apart) before(n int) []byte {
	b := append(make([]byte, 0, n+len(a.key)+8), `{"`...)
	return append(append(b, a.key...), `":[`...)
}

// message returns what is known of an element.
func (r *bodyReader) message(sum uint64) *message {
	m := r.now[sum]
	if m != nil {
		return m
	}
	if m = r.before[sum]; m == nil {
		m = &message{}
	}
	r.keep(sum, m)
	return m
}

// keep remembers an element.
func (r *bodyReader) keep(sum uint64, m *message) {
	n := 200
	for i := range m.results {
		n += 150 + len(m.results[i].Text)
	}
	n += len(m.calls) * 250
	if r.size+n > messagesKept {
		r.now, r.before, r.size = make(map[uint64]*message, len(r.now)), r.now, 0
	}
	r.now[sum] = m
	r.size += n
}

// read reads an element as the codec of a contract does.
func (r *bodyReader) read(a *apart, i int, contract string, codec journey.Codec) *message {
	m := r.message(a.sums[i])
	if m.contract == contract {
		return m
	}
	body := a.slim(a.items[i], unreadMax)
	list, calls, err := codec.ReadRequest(body)
	m = &message{contract: contract, told: m.told, asked: m.asked, opens: m.opens, opening: m.opening, bad: err != nil, declares: err != nil || len(list.Tools)+len(list.Servers) > 0}
	for n, c := range calls {
		s := r.spoken(c).renamed()
		s.nth = uint32(n)
		s.forget()
		m.calls = append(m.calls, s)
	}
	for n, x := range a.results(i) {
		x.Name = journey.Echo(kept(string(x.Name)))
		most := errorHead
		if x.Flag == journey.FlagRan {
			most = ranHead
		}
		if text, cut := cutAt(x.Text, most); cut {
			x.Text = strings.Clone(text)
		}
		m.results = append(m.results, answered{WireResult: x, nth: uint32(n), key: r.keys.text(x.ID)})
	}
	r.keep(a.sums[i], m)
	return m
}

// results are the results in an element, with the beginnings of their texts.
func (a *apart) results(i int) []journey.WireResult {
	list := provider.Results(a.slim(a.items[i], ranHead))
	for n := range list {
		if x := &list[n]; x.Flag != journey.FlagRan && len(x.Text) >= ranHead { // it may have been cut
			return provider.Results(a.slim(a.items[i], errorHead+utf8.UTFMax))
		}
	}
	return list
}

// tell says which contract a request follows: by its URL, else by the rest of
// the body and the first message that tells it.
func (r *bodyReader) tell(url string, body []byte, a *apart) (journey.Provider, bool) {
	if a == nil {
		return provider.Tell(url, body)
	}
	if p, ok := provider.Tell(url, nil); ok {
		return p, true
	}
	return provider.Tell(url, a.rest(r.telling(a)))
}

// telling are the elements that decide by what they hold which contract it is:
// one that only Anthropic's contract has, else the first that only another has.
func (r *bodyReader) telling(a *apart) (items []int) {
	if a.key != "messages" {
		return nil
	}
	for i := range a.items {
		m := r.message(a.sums[i])
		if !m.asked {
			m.asked = true
			if p, ok := provider.Tell("", a.alone(a.items[i])); ok {
				m.told = p.Info().ID
			}
		}
		switch m.told {
		case "anthropic-messages":
			return []int{i}
		case "bedrock-converse", "ollama":
			if items == nil {
				items = []int{i}
			}
		}
	}
	return items
}

// headOf reads what stands beside the messages. declares are the elements that
// belong to it.
func (r *bodyReader) headOf(a *apart, contract string, codec journey.Codec, declares []int) *head {
	var h maphash.Hash
	h.SetSeed(r.keys.seed)
	h.WriteString(contract)
	h.Write(a.body[:a.list.Start])
	h.WriteString(unlikely)
	h.Write(a.body[a.list.End:])
	a.sum = h.Sum64()
	for _, i := range declares {
		h.Write(a.items[i].Of(a.body))
	}
	sum := h.Sum64()
	if known := r.heads[sum]; known != nil {
		return known
	}
	body := a.rest(declares)
	list, calls, err := codec.ReadRequest(body)
	x := &head{tools: list, apart: a.only(body) && len(calls)+len(provider.Results(body)) == 0}
	if err != nil {
		x.trouble = err.Error()
	}
	for i := range x.tools.Tools {
		x.tools.Tools[i].Rest = ""
	}
	x.list = r.listKey(&x.tools)
	if len(r.heads) >= headsKept {
		clear(r.heads)
	}
	r.heads[sum] = x
	return x
}

// only reports whether the list of a rest is the one that readers of JSON
// take: no other key stands for it.
func (a *apart) only(rest []byte) bool {
	var f struct{ Messages, Input, Contents, ResourceSpans json.RawMessage }
	if json.Unmarshal(rest, &f) != nil || f.ResourceSpans != nil {
		return false
	}
	found := 0
	for _, raw := range [...]json.RawMessage{f.Messages, f.Input, f.Contents} {
		if raw != nil {
			found++
		}
		if raw != nil && !bytes.HasPrefix(raw, []byte(unlikely)) {
			return false
		}
	}
	return found == 1
}

// listKey is the key of declared tools.
func (r *bodyReader) listKey(c *journey.Catalog) uint64 {
	var h maphash.Hash
	h.SetSeed(r.keys.seed)
	for i := range c.Tools {
		x := &c.Tools[i]
		fmt.Fprintf(&h, "%s\x00%s\x00%s\x00%v\x00", x.Wire.Namespace, x.Listed(), x.Schema, x.Deferred)
	}
	if len(c.Tools) == 0 {
		return 0
	}
	return max(h.Sum64(), 1)
}

// args are the arguments of a call, read again where they are not kept.
func (t *talk) args(s *spoken) string {
	if s.at.Kind == walk.None {
		return s.Args
	}
	if codec, ok := t.provider.(journey.Codec); ok {
		if _, calls, err := codec.ReadRequest(t.apart.slim(s.at, unreadMax)); err == nil && int(s.nth) < len(calls) {
			return calls[s.nth].Args
		}
	}
	return ""
}

// text is the text of a result, read again where it is not kept whole.
func (t *talk) text(a *answered) string {
	if a.at.Kind == walk.None {
		return a.Text
	}
	if list := provider.Results(t.apart.alone(a.at)); int(a.nth) < len(list) {
		return list[a.nth].Text
	}
	return a.Text // what is cut from it is no JSON
}
