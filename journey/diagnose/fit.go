package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

// SchemeFit says how well a scheme explains a recording.
type SchemeFit struct {
	Scheme journey.SchemeInfo
	// Agree of Names called names went the way that the scheme predicts.
	Agree, Names int
	// InForce: these are the rules that the answers rest on.
	InForce bool
}

// Fit compares all schemes, each at every version at which a rule of it is
// known, with the recording: for how many called names does each predict what
// was recorded, under the newest list? Best first, the rules in force before
// equal ones, then by id. Where nobody recorded a list, the client's own tools
// of each version stand for it, and names that ran and are no client's own are
// taken as declared: they agree with every scheme. It is empty where no name
// says anything. It plans the request once a version: not for every key.
func (a *Analyzer) Fit() []SchemeFit {
	return a.fits(func(journey.SchemeInfo) bool { return true })
}

// fits compares the rules in force and those of the schemes that try lets
// through.
func (a *Analyzer) fits(try func(journey.SchemeInfo) bool) []SchemeFit {
	a.refresh()
	names := a.telling()
	if len(names) == 0 {
		return nil
	}
	cat, known := a.newestCatalog()
	if !known {
		cat.Tools = slices.DeleteFunc(slices.Clone(cat.Tools), func(t journey.Tool) bool { return t.Builtin })
	}
	set := a.setting(cat)
	set.Builtins = !known || a.addBuiltins(cat)
	out := []SchemeFit{a.fitOf(a.scheme, set, names)}
	out[0].InForce = true
	for _, sch := range everyVersion() {
		i, now := sch.Info(), out[0].Scheme
		if (i.ID != now.ID || i.Version != now.Version) && try(i) {
			out = append(out, a.fitOf(sch, set, names))
		}
	}
	slices.SortStableFunc(out, func(x, y SchemeFit) int { return y.Agree - x.Agree })
	if !known && out[0].Agree == out[len(out)-1].Agree {
		return nil // a list that is assumed tells none of them apart
	}
	return out
}

// everyVersion lists all schemes at all their versions, newest first.
func everyVersion() []journey.Scheme {
	var out []journey.Scheme
	for _, newest := range scheme.All() {
		i := newest.Info()
		out = append(out, newest)
		for k := len(i.Versions) - 1; k >= 0; k-- {
			if sch, err := scheme.Get(i.ID + "@" + i.Versions[k]); err == nil && i.Versions[k] != i.Version {
				out = append(out, sch)
			}
		}
	}
	return out
}

// namesTold is how many names are asked about: so many tell rules apart, and
// all versions of all schemes are asked about each.
const namesTold = 200

// telling are the names that say something about a rule: those that reached a
// tool, or were refused, but not both. Of many, the first are taken.
func (a *Analyzer) telling() []*journey.NameTally {
	var out []*journey.NameTally
	for _, n := range a.in.Session.Tally.Names() {
		if a.of(int(n.Rows[0])) != a {
			continue // another client's
		}
		if ran, refused := reached(n), n.Unknown() > 0; ran != refused && !a.judgedOtherwise(n) {
			out = append(out, n)
		}
		if len(out) == namesTold {
			break
		}
	}
	return out
}

// judgedOtherwise reports whether a case says of a name that reached a tool
// that its calls broke: then neither side of it counts.
func (a *Analyzer) judgedOtherwise(n *journey.NameTally) bool {
	return a.cased != nil && reached(n) && slices.ContainsFunc(n.Rows, func(row uint32) bool {
		return a.Finding(int(row)).Diagnosis != nil
	})
}

func (a *Analyzer) fitOf(sch journey.Scheme, set journey.Setting, names []*journey.NameTally) SchemeFit {
	if sch.Info().ID != a.scheme.Info().ID {
		set.Options = nil // they are those of another scheme
	}
	plan := sch.Plan(set)
	f := SchemeFit{Scheme: sch.Info(), Names: len(names)}
	for _, n := range names {
		ran := sch.Resolve(&plan, journey.Invocation{Called: n.Called}).Outcome == journey.OutcomeRan
		if ran == reached(n) {
			f.Agree++
		}
	}
	return f
}

// fitWords says which rules or which list of tools fit better than those in
// force, empty for none. The others are tried only where prediction and
// recording differ.
func (a *Analyzer) fitWords() string {
	if text := a.ruleWords(); text != "" {
		return text
	}
	return a.catalogWords()
}

func (a *Analyzer) ruleWords() string {
	now := a.fits(func(journey.SchemeInfo) bool { return false })
	if _, known := a.newestCatalog(); known && (len(now) == 0 || now[0].Agree == now[0].Names) {
		return ""
	}
	fits := a.fits(func(i journey.SchemeInfo) bool { return a.likely(i, a.scheme.Info()) })
	if len(fits) == 0 || fits[0].InForce {
		return ""
	}
	best := fits[0]
	now = []SchemeFit{fits[slices.IndexFunc(fits, func(f SchemeFit) bool { return f.InForce })]}
	if _, known := a.newestCatalog(); !known && best.Agree < best.Names {
		return "" // a guess about a list that nobody recorded
	}
	return fmt.Sprintf("%d of %d names went as %s says; in force is %s, by which %d did (%s).",
		best.Agree, best.Names, atVersion(best.Scheme), atVersion(now[0].Scheme), now[0].Agree, a.why)
}

// likely reports whether rules may be those of the recording: another version
// of the scheme in force, or of the client that the recording names; any, where
// it names none.
func (a *Analyzer) likely(i, now journey.SchemeInfo) bool {
	own := now.ID
	if a.own != nil {
		own = a.own.scheme.Info().ID
	}
	return i.ID == now.ID || i.ID == own || own == verbatim
}

// Words is how much of the recording a scheme explains: "fits 7 of 9 names".
func (f SchemeFit) Words() string { return fmt.Sprintf("fits %d of %d names", f.Agree, f.Names) }

func atVersion(i journey.SchemeInfo) string { return strings.TrimSpace(i.ID + " " + i.Version) }

func (a *Analyzer) newestCatalog() (journey.Catalog, bool) {
	s := a.in.Session
	if n := len(s.Rows); n > 0 {
		return a.catalogAt(n-1, s.SnapshotAt(n-1))
	}
	return a.catalogAt(-1, len(s.Snapshots)-1)
}
