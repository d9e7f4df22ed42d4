package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// Scan is the JSON of `hopscope scan`: what many sessions have in common.
type Scan struct {
	Schema string    `json:"schema"`
	Files  ScanFiles `json:"files"`
	// Sessions that were read, Requests that a provider refused.
	Sessions int `json:"sessions"`
	Requests int `json:"requests"`
	// Problems are lines and entries that could not be read.
	Problems  int         `json:"problems"`
	Totals    ScanCounts  `json:"totals"`
	ByKind    []ScanGroup `json:"by_kind"`
	ByName    []ScanGroup `json:"by_name"`
	ByClient  []ScanGroup `json:"by_client"`
	ByVersion []ScanGroup `json:"by_version"`
	ByWeek    []ScanGroup `json:"by_week"`
	// Unread are the files that are no session, with the reason.
	Unread []ScanUnread `json:"unread"`
}

// ScanFiles counts the files that were looked at.
type ScanFiles struct {
	Found int `json:"found"`
	Read  int `json:"read"`
	Other int `json:"other"`
}

// ScanCounts counts calls.
type ScanCounts struct {
	Calls   int `json:"calls"`
	Failed  int `json:"failed"`
	Unknown int `json:"unknown"`
}

// ScanGroup is one row of a grouping. Of a kind Calls are those that were
// diagnosed so; names are listed that failed at least once.
type ScanGroup struct {
	Key string `json:"key"`
	ScanCounts
	Sessions int `json:"sessions"`
	// Kinds that the calls of a name were diagnosed as, by id.
	Kinds []string `json:"kinds,omitempty"`
}

// ScanUnread is a file that was passed over.
type ScanUnread struct {
	Path string `json:"path"`
	What string `json:"what"`
}

// Scanned is what one session adds.
type Scanned struct {
	Client, Version string
	Requests        int
	Problems        int
	counts          ScanCounts
	kinds           map[string]ScanCounts
	names           map[string]*scanName
	weeks           map[string]*ScanCounts
	// titled finds the name again that was called; day and week are those of the
	// last call.
	titled map[journey.Called]*scanName
	day    int64
	week   *ScanCounts
}

type scanName struct {
	counts ScanCounts
	kinds  map[string]bool
}

// NewScanned begins the count of one session.
func NewScanned(client, version string) *Scanned {
	return &Scanned{
		Client: client, Version: version, kinds: map[string]ScanCounts{}, names: map[string]*scanName{},
		weeks: map[string]*ScanCounts{}, titled: map[journey.Called]*scanName{},
	}
}

// one is a call of this class.
func one(c journey.Class) ScanCounts {
	n := ScanCounts{Calls: 1}
	if c.Failed() {
		n.Failed = 1
	}
	if c.Unknown() {
		n.Unknown = 1
	}
	return n
}

func (n ScanCounts) plus(m ScanCounts) ScanCounts {
	return ScanCounts{n.Calls + m.Calls, n.Failed + m.Failed, n.Unknown + m.Unknown}
}

// Add counts one call; d is nil where its failure is not about the name. at is
// in milliseconds, 0 unknown.
func (s *Scanned) Add(called journey.Called, class journey.Class, at int64, d *journey.Diagnosis) {
	n := one(class)
	s.counts = s.counts.plus(n)
	w := s.weekOf(at)
	*w = w.plus(n)
	name := s.nameOf(called)
	name.counts = name.counts.plus(n)
	if d != nil {
		s.kinds[string(d.Kind)] = s.kinds[string(d.Kind)].plus(n)
		name.kinds[string(d.Kind)] = true
	}
}

// nameOf returns the count of a name. What is read the same is one.
func (s *Scanned) nameOf(called journey.Called) *scanName {
	name := s.titled[called]
	if name != nil {
		return name
	}
	key := calledTitle(NewCalled(called))
	if name = s.names[key]; name == nil {
		name = &scanName{kinds: map[string]bool{}}
		s.names[key] = name
	}
	s.titled[called] = name
	return name
}

// weekOf returns the count of a week. Calls come in the order of time, so most
// are of the day before.
func (s *Scanned) weekOf(at int64) *ScanCounts {
	day := at / (24 * 60 * 60 * 1000)
	if at != 0 && s.week != nil && day == s.day {
		return s.week
	}
	key := week(at)
	w := s.weeks[key]
	if w == nil {
		w = &ScanCounts{}
		s.weeks[key] = w
	}
	if at != 0 {
		s.day, s.week = day, w
	}
	return w
}

// AddRequest counts one refused request.
func (s *Scanned) AddRequest(d *journey.Diagnosis) {
	s.Requests++
	if d != nil {
		s.kinds[string(d.Kind)] = s.kinds[string(d.Kind)].plus(ScanCounts{})
	}
}

// week is the ISO week of a time, for example 2026-W48.
func week(at int64) string {
	if at == 0 {
		return "unknown"
	}
	y, w := time.UnixMilli(at).UTC().ISOWeek()
	return fmt.Sprintf("%d-W%02d", y, w)
}

// Scanner adds sessions up. The result does not depend on their order.
type Scanner struct {
	out                                Scan
	kinds, names, clients, versions, w map[string]*ScanGroup
	nameKinds                          map[string]map[string]bool
}

// NewScanner begins with nothing.
func NewScanner() *Scanner {
	return &Scanner{
		kinds: map[string]*ScanGroup{}, names: map[string]*ScanGroup{}, clients: map[string]*ScanGroup{},
		versions: map[string]*ScanGroup{}, w: map[string]*ScanGroup{}, nameKinds: map[string]map[string]bool{},
	}
}

// Add adds one session.
func (s *Scanner) Add(one *Scanned) {
	s.out.Files.Read++
	s.out.Sessions++
	s.out.Requests += one.Requests
	s.out.Problems += one.Problems
	s.out.Totals = s.out.Totals.plus(one.counts)
	client, version := one.Client, one.Version
	if client == "" {
		client = "unknown"
	}
	if version == "" {
		version = "unknown"
	}
	group(s.clients, client, one.counts)
	group(s.versions, client+" "+version, one.counts)
	for k, n := range one.kinds {
		group(s.kinds, k, n)
	}
	for k, n := range one.weeks {
		group(s.w, k, *n)
	}
	for k, n := range one.names {
		group(s.names, k, n.counts)
		for kind := range n.kinds {
			if s.nameKinds[k] == nil {
				s.nameKinds[k] = map[string]bool{}
			}
			s.nameKinds[k][kind] = true
		}
	}
}

func group(m map[string]*ScanGroup, key string, n ScanCounts) {
	g := m[key]
	if g == nil {
		g = &ScanGroup{Key: key}
		m[key] = g
	}
	g.ScanCounts = g.plus(n)
	g.Sessions++
}

// unreadMax is how many files that are no session are listed.
const unreadMax = 100

// Skip notes a file that is no session.
func (s *Scanner) Skip(path, what string) {
	s.out.Files.Other++
	s.out.Unread = append(s.out.Unread, ScanUnread{path, what})
}

// Result is the sum. Names that never failed are left out.
func (s *Scanner) Result() Scan {
	out := s.out
	out.Schema = Schema("scan")
	out.Files.Found = out.Files.Read + out.Files.Other
	out.ByKind, out.ByClient, out.ByVersion, out.ByWeek = worstFirst(s.kinds), worstFirst(s.clients), worstFirst(s.versions), worstFirst(s.w)
	slices.SortFunc(out.ByWeek, func(a, b ScanGroup) int { return strings.Compare(a.Key, b.Key) })
	out.ByName = slices.DeleteFunc(worstFirst(s.names), func(g ScanGroup) bool { return g.Failed == 0 })
	for i := range out.ByName {
		for k := range s.nameKinds[out.ByName[i].Key] {
			out.ByName[i].Kinds = append(out.ByName[i].Kinds, k)
		}
		slices.Sort(out.ByName[i].Kinds)
	}
	slices.SortFunc(out.Unread, func(a, b ScanUnread) int { return strings.Compare(a.Path, b.Path) })
	if len(out.Unread) > unreadMax {
		out.Unread = out.Unread[:unreadMax]
	}
	if out.Unread == nil {
		out.Unread = []ScanUnread{}
	}
	return out
}

// worstFirst sorts by unknown names, then failures, then calls, then key.
func worstFirst(m map[string]*ScanGroup) []ScanGroup {
	list := make([]ScanGroup, 0, len(m))
	for _, g := range m {
		list = append(list, *g)
	}
	slices.SortFunc(list, func(a, b ScanGroup) int {
		return cmp.Or(b.Unknown-a.Unknown, b.Failed-a.Failed, b.Calls-a.Calls, strings.Compare(a.Key, b.Key))
	})
	return list
}

// scanRows is how many rows of a grouping the text shows.
const scanRows = 12

// ScanText writes the summary.
func ScanText(w io.Writer, s Scan) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, "%s, %s, %s failed, %s unknown, %s refused\n", plural(s.Sessions, "session", "sessions"),
		plural(s.Totals.Calls, "call", "calls"), comma(s.Totals.Failed), comma(s.Totals.Unknown), plural(s.Requests, "request", "requests"))
	if s.Files.Other > 0 {
		fmt.Fprintf(b, "%s no session: --format json says why\n", plural(s.Files.Other, "file is", "files are"))
	}
	if s.Problems > 0 {
		fmt.Fprintf(b, "%s could not be read\n", plural(s.Problems, "line or entry", "lines or entries"))
	}
	for _, part := range []struct {
		title string
		list  []ScanGroup
		kinds bool
	}{
		{"kind of failure", s.ByKind, false}, {"name", s.ByName, true}, {"client", s.ByClient, false},
		{"version", s.ByVersion, false}, {"week", s.ByWeek, false},
	} {
		if len(part.list) == 0 {
			continue
		}
		rows := [][]string{{part.title, "unknown", "failed", "calls", "sessions", ""}}
		list := part.list
		if len(list) > scanRows {
			if list = list[:scanRows]; part.title == "week" { // the latest weeks
				list = part.list[len(part.list)-scanRows:]
			}
		}
		for _, g := range list {
			rows = append(rows, []string{visible.Name(g.Key), comma(g.Unknown), comma(g.Failed), comma(g.Calls), comma(g.Sessions), strings.Join(g.Kinds, ", ")})
		}
		b.WriteString("\n")
		writeRows(b, rows)
		if more := len(part.list) - scanRows; more > 0 {
			fmt.Fprintf(b, "  %s more: --format json has all\n", comma(more))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
