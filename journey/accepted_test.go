package journey

import "testing"

func TestAcceptedKey(t *testing.T) {
	t.Parallel()
	one := Census(sanitised(named("read", "x/a.b", "x/a:b")...), nil, "").Findings
	moved := Census(sanitised(named("x/a:b", "write", "x/a.b", "read")...), nil, "").Findings
	if len(one) != 1 || len(moved) != 1 {
		t.Fatalf("%d and %d findings, want one each", len(one), len(moved))
	}
	a := Accept(one[0], sanitised(named("read", "x/a.b", "x/a:b")...), "fake")
	b := Accept(moved[0], sanitised(named("x/a:b", "write", "x/a.b", "read")...), "fake")
	if a.ID != b.ID || len(a.ID) != 16 {
		t.Errorf("ids %q and %q of one finding at two places", a.ID, b.ID)
	}
	for what, other := range map[string]Accepted{
		"rule":   {Rule: "rejected", Scheme: a.Scheme, Tools: a.Tools},
		"scheme": {Rule: a.Rule, Scheme: "native", Tools: a.Tools},
		"tools":  {Rule: a.Rule, Scheme: a.Scheme, Tools: a.Tools[:1]},
		"server": {Rule: a.Rule, Scheme: a.Scheme, Tools: []Ref{{Server: "y", Name: "a.b"}, {Server: "x", Name: "a:b"}}},
		"seam":   {Rule: a.Rule, Scheme: a.Scheme, Tools: []Ref{{Server: "xa", Name: ".b"}, {Server: "x", Name: "a:b"}}},
	} {
		if other.Key() == a.ID {
			t.Errorf("another %s has the same id", what)
		}
	}
}

func TestBaseline(t *testing.T) {
	t.Parallel()
	read := Accepted{Rule: "rejected", Scheme: "native", Tools: []Ref{{Name: "read"}}}
	list := []Accepted{read, {Rule: "case-twin", Scheme: "codex", Tools: []Ref{{Name: "a"}, {Name: "A"}}}, read, {ID: "believed", Rule: "rejected", Scheme: "native", Tools: []Ref{{Name: "list"}}}}
	b := NewBaseline(list)
	if n := len(b.Findings()); n != 3 {
		t.Errorf("%d findings, want 3: %v", n, b.Findings())
	}
	if b.Findings()[0].Rule != "case-twin" || b.Findings()[1].Tools[0].Name != "list" {
		t.Errorf("not sorted: %v", b.Findings())
	}
	if b.Has("believed") || !b.Has(read.Key()) {
		t.Error("an id of the file was believed, or a finding is not known")
	}
	gone := b.Gone([]string{"native"}, map[string]bool{read.Key(): true})
	if len(gone) != 1 || gone[0].Tools[0].Name != "list" {
		t.Errorf("Gone = %v, want list alone", gone)
	}
	var none *Baseline
	if none.Has(read.Key()) || none.Gone([]string{"native"}, nil) != nil {
		t.Error("no baseline knows something")
	}
}
