package journey

import (
	"fmt"
	"strings"
	"testing"
)

// snapshotPlans answers from the snapshots of a session.
type snapshotPlans struct {
	s     *Session
	plans map[int]*Plan
	asked int
}

func (p *snapshotPlans) Scheme() Scheme { return fakeScheme{} }

func (p *snapshotPlans) PlanOf(at int) *Plan {
	p.asked++
	if p.plans[at] == nil {
		set := Setting{Catalog: Catalog{Assumed: true}}
		if at >= 0 {
			set.Catalog = p.s.Snapshots[at].Catalog
		}
		plan := fakeScheme{}.Plan(set)
		p.plans[at] = &plan
	}
	return p.plans[at]
}

func (p *snapshotPlans) Plan(row int) *Plan {
	if row < 0 {
		return p.PlanOf(len(p.s.Snapshots) - 1)
	}
	return p.PlanOf(p.s.SnapshotAt(row))
}

func (p *snapshotPlans) CatalogKnown(row int) bool { return p.s.SnapshotAt(row) >= 0 }

// timelineOf reads a session from words: "list: a b" declares tools for the
// turn after it, "name" is a call, "name!" one that failed, "name?" an unknown
// one, "refused" a request, "-" a turn without a call.
func timelineOf(t *testing.T, words ...string) (*Timeline, *Session) {
	t.Helper()
	s, turn := &Session{texts: []string{""}}, uint32(0)
	syms := map[string]Sym{}
	for _, w := range words {
		if list, ok := strings.CutPrefix(w, "list:"); ok {
			c := Catalog{Form: FormRegistered, Complete: true}
			for _, n := range strings.Fields(list) {
				server, name, ok := strings.Cut(n, "/")
				if !ok {
					server, name = "", n
				}
				c.Tools = append(c.Tools, Tool{Form: FormRegistered, Registered: Registered(name), Server: Server(server)})
			}
			s.Snapshots = append(s.Snapshots, Snapshot{Turn: turn + 1, Complete: true, Catalog: c})
			continue
		}
		turn++
		for _, call := range strings.Split(w, ",") {
			name, class := strings.TrimRight(call, "!?"), ClassOK
			switch {
			case call == "-":
				continue
			case call == "refused":
				s.Requests = append(s.Requests, Request{Turn: turn, Error: "no"})
				continue
			case strings.HasSuffix(call, "!"):
				class = ClassToolFailed
			case strings.HasSuffix(call, "?"):
				class = ClassUnknownTool
			}
			if syms[name] == 0 {
				s.texts = append(s.texts, name)
				syms[name] = Sym(len(s.texts) - 1)
			}
			s.Rows = append(s.Rows, Row{Name: syms[name], Turn: turn, Class: class})
		}
	}
	s.Turns = turn
	return NewTimeline(s, &snapshotPlans{s: s, plans: map[int]*Plan{}}, nil), s
}

// told writes a timeline as one word a turn.
func told(tl *Timeline) string {
	var out []string
	for i := range tl.Turns {
		u := &tl.Turns[i]
		w := fmt.Sprintf("%d:%d", u.Number, u.To-u.From)
		e := &tl.Eras[u.Era]
		if u.Changed {
			w += fmt.Sprintf(" +%d-%d", len(e.Came), len(e.Went))
		}
		for _, n := range []struct {
			sign string
			n    int
		}{{"?", u.Unknown}, {"!", u.Failed - u.Unknown}, {"≠", u.Wrong}, {"x", u.Refused}, {"~", u.Drifted}} {
			if n.n > 0 {
				w += fmt.Sprintf(" %s%d", n.sign, n.n)
			}
		}
		out = append(out, w)
	}
	return strings.Join(out, "; ")
}

func TestTimeline(t *testing.T) {
	for _, c := range []struct {
		name  string
		words []string
		want  string
	}{
		{"plain", []string{"list: a b", "a", "b"}, "1:1; 2:1"},
		{"drift", []string{"list: docs.open read", "docs_open", "read", "list: docs.open docs_open read", "docs_open", "docs_open", "read"},
			"1:1; 2:1; 3:1 +1-1 ≠1 ~1; 4:1 ≠1; 5:1"},
		{"another server", []string{"list: a/find", "find", "list: b/find", "find"}, "1:1; 2:1 +1-1 ≠1 ~1"},
		{"gone", []string{"list: a b", "a", "list: b", "b", "a?"}, "1:1; 2:1 +0-1 ~1; 3:1 ?1"},
		{"back again", []string{"list: a b", "a", "list: b", "-", "list: a b", "a"}, "1:1; 2:0 +0-1 ~1; 3:1 +1-0"},
		{"the same list twice", []string{"list: a b", "a", "list: a b", "b"}, "1:1; 2:1"},
		{"no list", []string{"a", "b!", "c?"}, "1:1; 2:1 !1; 3:1 ?1"},
		{"list comes late", []string{"a", "list: a b", "a"}, "1:1; 2:1 +0-0"},
		{"refused", []string{"list: a", "a", "refused", "a,a!"}, "1:1; 2:0 x1; 3:2 !1"},
		{"nothing", nil, ""},
		{"a refused name leaves no meaning", []string{"list: b", "a?", "list: a b", "a"}, "1:1 ?1; 2:1 +1-0"},
	} {
		tl, _ := timelineOf(t, c.words...)
		if got := told(tl); got != c.want {
			t.Errorf("%s: %v = %s, want %s", c.name, c.words, got, c.want)
		}
	}
}

func TestTimelineStored(t *testing.T) {
	tl, _ := timelineOf(t, "list: docs.open read x", "docs_open", "read,x", "list: docs.open docs_open read", "docs_open", "read")
	for turn, want := range []string{
		"", "docs_open=docs.open@1 same",
		"docs_open=docs.open@1 another-tool docs_open; x=x@2 gone; read=read@2 same",
		"docs_open=docs.open@1 another-tool docs_open; x=x@2 gone; read=read@2 same; docs_open=docs_open@3 same",
	} {
		var got []string
		for _, x := range tl.Stored(turn) {
			w := fmt.Sprintf("%s=%s@%d %s", x.Stored.Name, x.Meant.Name, x.Turn, x.Meaning)
			if x.Meaning == MeansAnother {
				w += " " + string(x.Now.Name)
			}
			got = append(got, w)
		}
		if g := strings.Join(got, "; "); g != want {
			t.Errorf("Stored(%d) = %s, want %s", turn, g, want)
		}
	}
	if d := tl.Moved(0, 2); d == nil || d.Kind != KindAliasMoved || d.Hop != HopReplay || !strings.Contains(d.What, "docs_open was the name of docs.open in turn 1") {
		t.Errorf("Moved(0, 2) = %+v, want the alias that moved", d)
	}
	for _, turn := range []int{0, 1} {
		if d := tl.Moved(0, turn); d != nil {
			t.Errorf("Moved(0, %d) = %+v, want nil: the list is still the one of then", turn, d)
		}
	}
}

func TestTimelineOffered(t *testing.T) {
	tl, _ := timelineOf(t, "list: docs.open read gone", "read", "list: docs.open docs_open read", "read", "read")
	for turn, want := range []string{
		"stays docs.open 1; stays read 1; stays gone 1",
		"came docs_open 2; went docs.open 0; went gone 0; stays read 1",
		"stays docs_open 2; stays read 1; left_out docs.open 0",
	} {
		var got []string
		for _, x := range tl.Offered(turn) {
			got = append(got, fmt.Sprintf("%s %s %d", x.Move, x.Naming.Ref.Name, x.Since))
		}
		if g := strings.Join(got, "; "); g != want {
			t.Errorf("Offered(%d) = %s, want %s", turn, g, want)
		}
	}
}

// n goes to every stop once, and N the same way back.
func TestTimelineNext(t *testing.T) {
	tl, _ := timelineOf(t, "list: a b", "a,b!,b?", "a", "list: b", "b,b!", "refused", "b")
	walk := func(d int) string {
		turn, row := 0, 0
		var got []string
		for range 6 {
			s, ok := tl.Next(turn, row, d)
			if !ok {
				return "none"
			}
			got = append(got, fmt.Sprintf("%d/%d", s.Turn+1, s.Row))
			turn, row = s.Turn, s.Row
		}
		return strings.Join(got, " ")
	}
	if got, want := walk(1), "1/1 1/2 3/-1 3/5 4/-1 1/1"; got != want {
		t.Errorf("on = %s, want %s", got, want)
	}
	if got, want := walk(-1), "4/-1 3/5 3/-1 1/2 1/1 4/-1"; got != want {
		t.Errorf("back = %s, want %s", got, want)
	}
	if tl, _ := timelineOf(t, "list: a", "a", "a"); true {
		if s, ok := tl.Next(0, 0, 1); ok {
			t.Errorf("Next without a stop = %v, want none", s)
		}
	}
}

func TestTimelineFirst(t *testing.T) {
	tl, _ := timelineOf(t, "list: docs.open", "-", "docs_open,docs_open!", "list: docs_open", "-", "docs_open")
	for turn, want := range []int{-1, 1, 0, 2} {
		if got := tl.First(turn); got != want {
			t.Errorf("First(%d) = %d, want %d", turn, got, want)
		}
	}
}

func TestTimelineOdd(t *testing.T) {
	s := &Session{Rows: []Row{{}, {}, {}}, texts: []string{""}} // no turns are counted
	tl := NewTimeline(s, &snapshotPlans{s: s, plans: map[int]*Plan{}}, nil)
	if tl.Counted || len(tl.Turns) != 3 {
		t.Errorf("without turns: counted %v, %d turns, want each call as one", tl.Counted, len(tl.Turns))
	}
	s = &Session{Rows: []Row{{Turn: 5}, {Turn: 2}, {Turn: 0}, {Turn: 4_000_000_000}}, Turns: 4_000_000_000, texts: []string{""}}
	tl = NewTimeline(s, &snapshotPlans{s: s, plans: map[int]*Plan{}}, nil)
	if got, want := told(tl), "2:2; 5:1; 4000000000:1"; got != want {
		t.Errorf("hostile turns = %s, want %s", got, want)
	}
	for row, want := range []int{1, 0, 0, 2} {
		if turn, _, ok := tl.At(row); !ok || turn != want {
			t.Errorf("At(%d) = %d, %v, want %d", row, turn, ok, want)
		}
	}
}

// A long session costs as much as its rows and lists, not their product.
func TestTimelineLong(t *testing.T) {
	s := &Session{texts: []string{"", "a", "b"}, Turns: 50_000}
	for i := range 200_000 {
		s.Rows = append(s.Rows, Row{Name: Sym(1 + i%2), Turn: uint32(1 + i/4)})
	}
	c := Catalog{Form: FormRegistered, Complete: true, Tools: []Tool{{Form: FormRegistered, Registered: "a"}, {Form: FormRegistered, Registered: "b"}}}
	for i := range 2_000 {
		s.Snapshots = append(s.Snapshots, Snapshot{Turn: uint32(1 + i*25), Complete: true, Catalog: c})
	}
	s.indexSnapshots()
	p := &snapshotPlans{s: s, plans: map[int]*Plan{}}
	tl := NewTimeline(s, p, nil)
	if len(tl.Eras) != 1 || len(tl.Turns) != 50_000 {
		t.Errorf("%d eras, %d turns, want 1 and 50,000", len(tl.Eras), len(tl.Turns))
	}
	if p.asked > 100 {
		t.Errorf("%d requests were planned, want a few", p.asked)
	}

}
