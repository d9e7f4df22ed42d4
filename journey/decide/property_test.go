package decide

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"hopscope/journey"
	"hopscope/vocab"
)

// knownNames are the names of the vocabulary: those that a property is most
// easily broken with.
var knownNames = func() []string {
	var names []string
	for _, c := range vocab.Clients() {
		for _, e := range vocab.ByClient(c.ID) {
			names = append(names, e.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}()

func drawDeclared(t *rapid.T) []Declared {
	n := rapid.IntRange(0, 12).Draw(t, "n")
	var list []Declared
	for range n {
		d := Declared{Kind: journey.ToolKind(rapid.SampledFrom([]int{0, 0, 0, 0, 1, 2, 5}).Draw(t, "kind"))}
		d.Wire.Name = journey.Wire(rapid.SampledFrom(knownNames).Draw(t, "name"))
		switch rapid.IntRange(0, 4).Draw(t, "namespace") {
		case 0:
			d.Wire.Namespace = "fs"
		case 1:
			d.Wire.Name = "mcp__fs__" + d.Wire.Name
		}
		list = append(list, d)
	}
	return list
}

func has(name, capability string) bool { return slices.Contains(Capabilities(nil, name), capability) }

// editAndPatch reports whether the one name is only an edit tool and the other
// only a patch tool.
func editAndPatch(a, b string) bool {
	one := func(x, y string) bool {
		return has(x, capEdit) && !has(x, capPatch) && has(y, capPatch) && !has(y, capEdit)
	}
	return one(a, b) || one(b, a)
}

func TestDecisionProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		declared := drawDeclared(t)
		call := invocationOf(rapid.SampledFrom(knownNames).Draw(t, "call"))
		if rapid.Bool().Draw(t, "in a namespace") {
			call.Called.Name = "mcp__gh__" + call.Called.Name
		}
		d := Decide(declared, call, Options{})
		if d.Outcome == Exact || d.At < 0 {
			return
		}
		target := declared[d.At]
		own, its := splitName("", string(call.Called.Name)), splitName(string(target.Wire.Namespace), string(target.Wire.Name))
		if target.Kind != journey.KindFunction {
			t.Fatalf("%v is given the call %q: a payload was renamed", target, call.Called.Name)
		}
		if own.namespace != its.namespace {
			t.Fatalf("%q runs %s: a namespace was crossed", call.Called.Name, d.Target)
		}
		if d.Outcome == Capability && editAndPatch(own.bare, its.bare) {
			t.Fatalf("%q runs %s: edit and patch were exchanged", call.Called.Name, d.Target)
		}
		if d.Outcome == Capability {
			for i, other := range declared {
				s := splitName(string(other.Wire.Namespace), string(other.Wire.Name))
				if i == d.At || other.Kind != journey.KindFunction || s.namespace != "" || has(own.bare, capMultiEdit) {
					continue
				}
				if slices.ContainsFunc(Capabilities(nil, s.bare), func(c string) bool { return has(own.bare, c) }) {
					t.Fatalf("%q runs %s, but %s does the same: one of two was chosen", call.Called.Name, d.Target, other.Title())
				}
			}
		}
	})
}

func TestRenameProperties(t *testing.T) {
	t.Parallel()
	clients := vocab.Clients()
	rapid.Check(t, func(t *rapid.T) {
		declared := drawDeclared(t)
		up := Upstream{Client: rapid.SampledFrom(clients).Draw(t, "client").ID}
		if rapid.Bool().Draw(t, "a list") {
			up = Upstream{Names: rapid.SliceOfN(rapid.SampledFrom(knownNames), 0, 5).Draw(t, "names")}
		}
		m := Rename(declared, up, nil, Options{})
		after := map[journey.Wire]string{}
		for _, row := range m.Rows {
			d := declared[row.At]
			if (row.To == "") == (row.Left == "") {
				t.Fatalf("%+v: neither moved nor left alone", row)
			}
			if row.To == "" {
				continue
			}
			s := splitName(string(d.Wire.Namespace), string(d.Wire.Name))
			if d.Kind != journey.KindFunction || s.namespace != "" {
				t.Fatalf("%v %q moved to %q", d.Kind, d.Title(), row.To)
			}
			if editAndPatch(s.bare, string(row.To)) {
				t.Fatalf("%q moved to %q", d.Title(), row.To)
			}
			if other, twice := after[row.To]; twice {
				t.Fatalf("%q and %q both moved to %q", other, d.Title(), row.To)
			}
			after[row.To] = d.Title()
			for _, other := range declared {
				if other.Wire.Name == row.To {
					t.Fatalf("%q moved to %q, which is declared", d.Title(), row.To)
				}
			}
		}
	})
}
