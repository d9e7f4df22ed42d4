package vocab

import (
	"slices"
	"strings"
)

// Answer is yes, no or unknown. The zero value is unknown.
type Answer uint8

// The answers.
const (
	Unknown Answer = iota
	Yes
	No
)

// String returns unknown, yes or no.
func (a Answer) String() string { return [...]string{"unknown", "yes", "no"}[min(a, No)] }

// Bound is where a change lies. As Since: the name is not yet there in Min and
// there in Max. As Until: it is still there in Min and gone in Max. Both are
// versions that were looked at, or the release of the change where Exact is
// true (then in Max). A missing end is unknown. The zero Bound: no change was
// seen.
type Bound struct {
	Min   string `json:"min" toml:"min"`
	Max   string `json:"max" toml:"max"`
	Exact bool   `json:"exact" toml:"exact"`
	// Note is the finding in words.
	Note string `json:"note" toml:"note"`
}

// Known reports whether the bound says anything.
func (b Bound) Known() bool { return b.Min != "" || b.Max != "" }

// Words returns the place of the change after a verb, "came" or "gone": "came
// between 2.0.0 and 2.0.60", "gone in 0.171.0 or earlier". It is empty for a
// bound that says nothing.
func (b Bound) Words(verb string) string {
	switch {
	case b.Max != "" && b.Exact:
		return verb + " in " + b.Max
	case b.Min != "" && b.Max != "":
		return verb + " between " + b.Min + " and " + b.Max
	case b.Max != "":
		return verb + " in " + b.Max + " or earlier"
	case b.Min != "":
		return verb + " after " + b.Min
	}
	return ""
}

// passed tells whether the change lies before version v or in it.
func (b Bound) passed(v string) Answer {
	if !b.Known() {
		return Unknown
	}
	if c, err := CompareVersions(v, b.Max); err == nil {
		if c >= 0 {
			return Yes
		}
		if b.Exact {
			return No
		}
	}
	if c, err := CompareVersions(v, b.Min); err == nil && c <= 0 {
		return No
	}
	return Unknown
}

// Presence is what is known of a name at one version of a client.
type Presence struct {
	Answer Answer
	// Known: the client has the name at some version, or its documents say it.
	// A known name counts as the client's own unless Answer is No.
	Known bool
	Entry Entry
	// Alias is true where the name is another name of Entry.
	Alias bool
	// Why is one line in words: "came between 2.0.0 and 2.0.60".
	Why string
}

// Has answers whether a client at a version has name among its own tools. The
// client is an id. The recorded list of that very version is asked first, then
// the bounds of the row of that name, then those of the row that it is an
// alias of. A version between the ends of a bound, older than all that were
// looked at, empty or malformed gives Unknown. Whether the tool was declared
// in a session may depend on more: Entry.Conditions.
func (t *Table) Has(client, version, name string) Presence {
	d := t.tables()
	p := d.present(client, version, name)
	if l, ok := Builtins(client, version); ok && l.Exact && l.holds(name) {
		if !p.Known {
			p.Entry = Entry{Client: client, Name: name, Source: l.Source}
		}
		p.Known, p.Answer = true, Yes
		p.Why = "declared in " + l.Version
	}
	return p
}

func (d *data) present(client, version, name string) Presence {
	var best Presence
	for _, i := range d.exact[name] {
		r := d.refs[i]
		if who, _ := d.capability(r); who != client || client == "" {
			continue
		}
		h := d.hit(r)
		p := d.at(h.Entry, version)
		p.Alias = h.Via == ViaAlias
		if p.Alias {
			p.Why = strings.TrimSuffix("alias of "+h.Name+"; "+p.Why, "; ")
		}
		if !best.Known || rank(p.Answer) > rank(best.Answer) {
			best = p
		}
	}
	if !best.Known {
		best.Why = "not in the table of names"
	}
	return best
}

func rank(a Answer) int { return [...]int{Unknown: 1, Yes: 2, No: 0}[a] }

func (d *data) at(e Entry, version string) Presence {
	p := Presence{Known: true, Entry: e}
	p.Why = join(e.Since.Words("came"), e.Until.Words("gone"))
	if e.Mentioned {
		p.Answer, p.Why = No, "said by documents or models, never declared"
		return p
	}
	if _, err := CompareVersions(version, version); err != nil {
		p.Why = join("version not known", p.Why)
		if version != "" {
			p.Why = join("version cannot be read", p.Why)
		}
		return p
	}
	if slices.ContainsFunc(e.Refused, func(v string) bool { return same(v, version) }) {
		p.Answer, p.Why = No, "answered as unknown in a run of "+version
		return p
	}
	came, gone := e.Since.passed(version), e.Until.passed(version)
	versions := d.versions(e.Client)
	if !e.Since.Known() {
		came = Yes
		if len(versions) > 0 && older(version, versions[0]) && gone != No {
			came = Unknown
			p.Why = join("oldest version looked at is "+versions[0], p.Why)
		}
	}
	if !e.Until.Known() {
		gone = No
	}
	switch {
	case came == No || gone == Yes:
		p.Answer = No
	case came == Yes && gone == No:
		p.Answer = Yes
	}
	if p.Why == "" && len(versions) > 0 {
		p.Why = "there in " + versions[len(versions)-1]
	}
	return p
}

func (d *data) versions(client string) []string {
	for i := range d.clients {
		if d.clients[i].ID == client {
			return d.clients[i].Versions
		}
	}
	return nil
}

func older(a, b string) bool { c, err := CompareVersions(a, b); return err == nil && c < 0 }

func same(a, b string) bool { c, err := CompareVersions(a, b); return err == nil && c == 0 }

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}

// Versions returns the range in which the name was seen, short enough for a
// column: "2.1.63 to 2.1.100", "from 2.0.60", "before 0.171.0", "1.0.128, then
// gone", or "in V" with the client's newest version where no change was seen.
func (e Entry) Versions(newest string) string {
	from, to := e.Since.Max, e.Until.Min
	switch {
	case e.Mentioned:
		return "said, not declared"
	case from != "" && from == to:
		return from + " only"
	case from != "" && to != "":
		return from + " to " + to
	case from != "" && e.Until.Max != "":
		return from + " to before " + e.Until.Max
	case from != "":
		return "from " + from
	case to != "":
		return to + ", then gone"
	case e.Until.Max != "":
		return "before " + e.Until.Max
	case newest != "":
		return "in " + newest
	}
	return ""
}
