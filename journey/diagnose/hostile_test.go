package diagnose

import (
	"fmt"
	"strings"
	"testing"

	"hopscope/journey"
)

// Names of any length and shape are judged. Work that grew with the square of
// the length would not end here.
func TestHostileNames(t *testing.T) {
	const n = 30_000
	catalog := []Entry{{Name: "read"}, {Name: "mcp__a__b"}, {Name: strings.Repeat("x_", 60) + "y"}}
	for name, echo := range map[string]string{
		"letters": strings.Repeat("a", n), "slashes": strings.Repeat("/", n), "brackets": strings.Repeat("(", n),
		"segments": strings.Repeat("a_", n/2), "blanks": strings.Repeat(" ", n), "names": strings.Repeat("read", n/4),
		"dots": strings.Repeat("read.", n/5), "marks": strings.Repeat("read<", n/5), "digits": "read" + strings.Repeat("1", n),
		"functions": strings.Repeat("functions.", n/10), "invalid": strings.Repeat("\xff", n), "capitals": strings.Repeat("aB", n/2),
	} {
		for _, text := range []string{"unknown tool: " + echo, echo, "Available tools: " + strings.Repeat("a, ", n/3)} {
			st := &Situation{Catalog: catalog, Past: Past{RefusedOrder: []string{echo}}}
			e := Event{Called: journey.Called{Name: journey.Echo(echo)}, Class: journey.ClassUnknownTool, Error: text, Args: text}
			r := Event{NoCall: true, Error: text}
			if d := st.Judge(&e); d != nil && d.What == "" {
				t.Errorf("%s: a diagnosis that says nothing: %+v", name, d)
			}
			st.Judge(&r)
		}
	}
}

// A call is judged however many tools, servers and turns there are.
func TestHostileLists(t *testing.T) {
	const n = 30_000
	st := &Situation{Offered: Listing{Known: true}}
	var later []string
	for i := range n {
		server := fmt.Sprintf("server%d", i/3)
		st.Catalog = append(st.Catalog, Entry{Name: fmt.Sprintf("%s_tool%d", server, i), Owner: server})
		st.Offered.Names = append(st.Offered.Names, st.Catalog[i].Name)
		later = append(later, st.Catalog[i].Name+"s")
	}
	st.Timeline = []Moment{{Turn: 1, Offered: st.Offered}, {Turn: 2, Offered: Listing{Known: true, Names: later}}}
	for _, echo := range []string{"server1_tol3", "nothing_like_it", "server7_tool21"} {
		for _, note := range []string{"", "left out: gone"} {
			e := Event{Row: -1, Request: -1, Called: journey.Called{Name: journey.Echo(echo)}, Class: journey.ClassUnknownTool, Error: "unknown tool", Note: note}
			st.Judge(&e)
			e.NoCall = true
			st.Judge(&e)
		}
	}
}

// A case with very many tools is taken over.
func TestHostileCase(t *testing.T) {
	const n = 100_000
	var catalog []string
	registered := []journey.Owned{{Name: "lonely"}}
	for i := range n {
		catalog = append(catalog, fmt.Sprintf("mcp__s%d__t%d", i%100, i))
		registered = append(registered, journey.Owned{Owner: fmt.Sprintf("s%d", i%100), Name: journey.Registered(fmt.Sprintf("t%d", i))})
	}
	for i, e := range pair(catalog, registered) {
		if want := fmt.Sprintf("t%d", i); e.Own != want {
			t.Fatalf("%s belongs to %q, want %q", e.Name, e.Own, want)
		}
	}
}
