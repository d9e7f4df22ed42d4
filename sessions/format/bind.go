package format

import (
	"fmt"
	"slices"
	"strings"
)

// A capture may hold several conversations, and ids such as call_1 come again
// in each. So each exchange is given to a conversation first, by its history
// and by how it begins, and each conversation to a session of the recordings:
// the one that the request names; the one whose calls have its ids and names;
// the one that called the same names in the same order. What the capture says
// of its client must agree. Where several sessions fit alike, the conversation
// waits for more of its calls; what never becomes clear is counted apart and
// said.

// conversation is one row of requests in which each has the history of those
// before it.
type conversation struct {
	known map[uint64]*capturedCall
	// spoke are its calls by their keys.
	spoke map[uint64]*heardCall
	// opening stands for the first words of the user, 0: not known; provider
	// is whose shape they had.
	opening  uint64
	provider string
	// named is the session that a request names, client the one that its
	// requests say they are of, prompted the one that the system prompt speaks
	// of: clients borrow the words of others.
	named, client, prompted string
	calls                   []*heardCall
	time                    int64
	group                   *joinGroup
	byID                    bool // a call of a recording was found by its id
	pending                 []Event
	told                    bool
}

// heardCall is a call of a conversation.
type heardCall struct {
	key    uint64
	weak   bool
	folded string
	id     string
	sum    uint64 // of the arguments, 0 unknown
}

const (
	// sessionMin is the shortest session id that is looked for in requests.
	sessionMin = 8
	// pendingMax is for how many exchanges a conversation waits to become clear.
	pendingMax = 256
	// latestMax is how many conversations are looked at for what tells nothing.
	latestMax = 16
	// sameOpening is how much the same first words speak for one conversation.
	sameOpening = 1000
	// lookMax is how many conversations with a call of one id are looked at.
	lookMax = 64
	// counterMax is how many digits a counter has at most, wordMax how many
	// characters the last part of an id with one.
	counterMax, wordMax = 5, 8
	// openingMax is how much of the first words is looked at, in bytes.
	openingMax = 4 << 10
	// nearTime is by how many milliseconds one session must be nearer than the
	// others for its time to decide.
	nearTime = 60_000
)

// agrees reports whether what a conversation tells of its client is not
// against a session. proved: a call has an id like no other.
func (c *conversation) agrees(g *joinGroup, proved bool) bool {
	client := c.client
	if client == "" && !proved {
		client = c.prompted
	}
	return client == "" || g.client == "" || client == g.client
}

// evidence is what speaks for a session.
type evidence struct {
	g *joinGroup
	// proved calls have an id like no other, agreed ones an id and the name,
	// clashed ones an id and another name; ordered ones only name and order.
	proved, agreed, clashed, ordered int
}

func (c *conversation) weigh(j *join, g *joinGroup) evidence {
	v := evidence{g: g}
	for _, h := range c.calls {
		x := g.byID[h.key]
		switch {
		case h.key == 0 || x == nil:
		case !h.weak && !j.shared(h.key):
			v.proved++
		case folded(x.called) == h.folded:
			v.agreed++
		default:
			v.clashed++
		}
	}
	if v.proved+v.agreed+v.clashed == 0 {
		v.ordered = c.ordered(g)
	}
	return v
}

// ordered counts the calls that a session has in the same order.
func (c *conversation) ordered(g *joinGroup) (n int) {
	at := g.next
	for _, h := range c.calls {
		for i := at; i < len(g.order) && i < at+orderWindow; i++ {
			if x := g.order[i]; !x.taken && folded(x.called) == h.folded {
				n, at = n+1, i+1
				break
			}
		}
	}
	return n
}

// less orders what speaks for two sessions.
func (v evidence) less(w evidence) bool {
	switch {
	case v.proved != w.proved:
		return v.proved < w.proved
	case v.agreed-v.clashed != w.agreed-w.clashed:
		return v.agreed-v.clashed < w.agreed-w.clashed
	}
	return v.ordered < w.ordered
}

func (v evidence) some() bool { return v.proved > 0 || v.agreed > v.clashed || v.ordered > 0 }

// bind gives a conversation its session. waits: several fit alike so far.
func (c *conversation) bind(b *Builder, e *Event, last bool) (waits bool) {
	if c.group != nil || len(b.join.groups) == 0 || len(c.calls) == 0 {
		return false
	}
	var best []evidence
	var clash *evidence
	stranger := ""
	for _, g := range b.join.groups {
		if c.named != "" && slices.Contains(g.ids, c.named) {
			c.group = g
			return false
		}
		v := c.weigh(&b.join, g)
		switch {
		case !c.agrees(g, v.proved > 0):
			if v.proved+v.agreed > 0 {
				stranger = g.client
			}
			continue
		case !v.some():
			if v.clashed > 0 {
				clash = &v
			}
			continue
		}
		switch {
		case len(best) == 0 || best[0].less(v):
			best = []evidence{v}
		case !v.less(best[0]):
			best = append(best, v)
		}
	}
	switch {
	case len(best) == 1, len(best) > 0 && best[0].proved > 0:
		c.group = best[0].g
	case len(best) > 1:
		if !last {
			return true
		}
		if c.group = nearest(c, best); c.group == nil {
			c.unclear(b, e, best)
		}
	case clash != nil && last:
		c.clash(b, e, *clash)
	case stranger != "" && !c.told:
		c.told = true
		b.apart(e, "the capture is of %s, the recording that has such calls of %s", first(c.client, c.prompted), stranger)
	}
	return false
}

// nearest is the session that was made at the time of the conversation.
func nearest(c *conversation, list []evidence) *joinGroup {
	var one *joinGroup
	least, second := int64(-1), int64(-1)
	for _, v := range list {
		d := int64(-1)
		for _, x := range v.g.order {
			if x.time > 0 && c.time > 0 && (d < 0 || abs(x.time-c.time) < d) {
				d = abs(x.time - c.time)
			}
		}
		if d < 0 {
			return nil
		}
		switch {
		case least < 0 || d < least:
			one, least, second = v.g, d, least
		case second < 0 || d < second:
			second = d
		}
	}
	if second >= 0 && second-least < nearTime {
		return nil
	}
	return one
}

func abs(n int64) int64 { return max(n, -n) }

// unclear says that several sessions fit.
func (c *conversation) unclear(b *Builder, e *Event, list []evidence) {
	if c.told {
		return
	}
	c.told = true
	names := make([]string, 0, 3)
	for _, v := range list[:min(len(list), 3)] {
		names = append(names, v.g.name)
	}
	text := strings.Join(names, ", ")
	if n := len(list) - len(names); n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	b.Problem(e.Line, "these calls may be of several recordings: "+text+" have the same ids and names",
		"counted apart, joined with none; open the capture with its own recording only")
}

// clash says that an id has another name in every session that has it.
func (c *conversation) clash(b *Builder, e *Event, v evidence) {
	if c.told {
		return
	}
	c.told = true
	for _, h := range c.calls {
		if x := v.g.byID[h.key]; h.key != 0 && x != nil && folded(x.called) != h.folded {
			b.apart(e, "the capture and %s have different calls under the id %q: not one session", b.join.place(x), cutText(h.id))
			return
		}
	}
}
