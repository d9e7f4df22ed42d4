package diagnose

import (
	"slices"
	"strings"

	"hopscope/vocab"
)

// words asks the vocabulary on behalf of one client at one version.
type words struct {
	table           *vocab.Table
	client, version string
}

// word is a name that the vocabulary knows.
type word struct {
	name, capability string
	keys             keySet
	presence         vocab.Presence
}

// keySet is the argument keys of a tool.
type keySet struct {
	all, required []string
	known         bool
}

func newWords(table *vocab.Table, client, version string) *words {
	return &words{table, client, version}
}

// fits reports whether a call that sent these keys fits: no unknown key, no
// missing one.
func (k keySet) fits(sent []string) bool {
	for _, s := range sent {
		if !slices.Contains(k.all, s) {
			return false
		}
	}
	for _, r := range k.required {
		if !slices.Contains(sent, r) {
			return false
		}
	}
	return k.known
}

func keysOf(e vocab.Entry) keySet {
	k := keySet{known: e.InputsKnown(), required: e.Required()}
	for _, in := range e.Inputs {
		k.all = append(k.all, in.Key)
	}
	return k
}

// title is the name of a client for people, without remarks; empty when it has
// none.
func (w *words) title(client string) string {
	c, ok := w.table.Client(client)
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(c.Name, " (")
	name, _, _ = strings.Cut(name, " / ")
	return strings.TrimSuffix(name, " apps")
}

// own returns what this client's table says of a name as one of its own tools.
// An alias is another name and does not count; neither does a name that only
// its documents say.
func (w *words) own(name string) (word, bool) {
	if w.client == "" || name == "" {
		return word{}, false
	}
	p := w.table.Has(w.client, w.version, name)
	if !p.Known || p.Alias || p.Entry.Mentioned {
		return word{}, false
	}
	return word{p.Entry.Name, p.Entry.Capability, keysOf(p.Entry), p}, true
}

// renamedTo returns the current name of a tool whose older name this client
// keeps as an alias.
func (w *words) renamedTo(alias string) (name, since string, ok bool) {
	for _, h := range w.table.Lookup(alias) {
		if h.Client == w.client && w.client != "" && h.Via == vocab.ViaAlias {
			return h.Name, h.Since.Words("came"), true
		}
	}
	return "", "", false
}

// inputs returns the keys of a tool of the catalog, by its entry for this
// client or for any.
func (w *words) inputs(name string) (keySet, bool) {
	hits := w.table.Lookup(name)
	for _, own := range []bool{true, false} {
		for _, h := range hits {
			if (h.Client == w.client) == own && h.InputsKnown() && h.Provider == nil {
				return keysOf(h.Entry), true
			}
		}
	}
	return keySet{}, false
}

// isProviderTool reports whether a provider has a tool of its own with this
// fixed name.
func (w *words) isProviderTool(name string) bool {
	for _, h := range w.table.Lookup(name) {
		if h.Provider != nil && h.Via == vocab.ViaName {
			return true
		}
	}
	return false
}

// elsewhere returns the rows of a name at other clients and at providers; by
// the fold that drops case and separators where no row has the very name.
func (w *words) elsewhere(name string) []vocab.Hit {
	for _, hits := range [][]vocab.Hit{w.table.Lookup(name), w.table.LookupDrift(name)} {
		var out []vocab.Hit
		for _, h := range hits {
			if h.Client != w.client || h.Client == "" || h.Mentioned {
				out = append(out, h)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// tasks returns the capabilities of a name of the catalog: by its entry of this
// client, else of any client, else of a name that is equal but for case and
// separators. Provider tools and their types count as names.
func (w *words) tasks(name string) []string {
	if w.client != "" {
		if caps := w.table.CapabilityOf(name, w.client); len(caps) > 0 {
			return caps
		}
	}
	if caps := w.table.CapabilityOf(name, ""); len(caps) > 0 {
		return caps
	}
	var caps []string
	for _, h := range w.table.LookupDrift(name) {
		if !slices.Contains(caps, h.Capability) {
			caps = append(caps, h.Capability)
		}
	}
	return caps
}

// meaning is a capability in words.
func (w *words) meaning(capability string) string {
	for _, c := range w.table.Capabilities() {
		if c.ID == capability {
			return c.Meaning
		}
	}
	return capability
}

// targets drops the capabilities that say nothing about which tool was meant.
func (w *words) targets(caps []string) []string {
	var out []string
	for _, c := range w.table.Capabilities() {
		if !c.NoTarget && slices.Contains(caps, c.ID) {
			out = append(out, c.ID)
		}
	}
	return out
}

// bounds says between which versions a built-in came or went, where the
// version at hand lies outside its range or between the ends of a bound.
type bound struct{ text, version string }

// apart returns what is to be said about a built-in's versions: when it came,
// if the version may lie before, or when it went, if it may lie after.
func (b word) apart(version string) (since, until bound) {
	e := b.presence.Entry
	if version == "" || b.presence.Answer == vocab.Yes {
		return bound{}, bound{}
	}
	if e.Since.Max != "" && olderThan(version, e.Since.Max) {
		since = bound{"It " + e.Since.Words("came") + "; this is " + version, e.Since.Max}
		return since, bound{}
	}
	if e.Until.Known() && (e.Until.Min == "" || !olderThan(version, e.Until.Min)) {
		until = bound{"It was " + e.Until.Words("gone") + "; this is " + version, e.Until.Max}
	}
	return bound{}, until
}

func olderThan(a, b string) bool {
	c, err := vocab.CompareVersions(a, b)
	return err == nil && c < 0
}
