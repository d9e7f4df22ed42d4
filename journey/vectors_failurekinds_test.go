package journey_test

import (
	"fmt"
	"slices"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/sessions/casefile"
)

var _ = register(runFailureKind,
	"AM", "CD", "DN", "FV", "IN", "LC", "NM", "NO", "PD", "PL",
	"RI", "RL", "RN", "RS", "SA", "SD", "SN", "TL", "VA", "WD")

// failureWant is what a case of vectors/failure-kinds expects. Where accepted
// hops or kinds stand, any of them will do.
type failureWant struct {
	Expect struct {
		Kind        string   `json:"kind"`
		Hop         string   `json:"hop"`
		Target      *string  `json:"target"`
		AcceptHops  []string `json:"accept_hops"`
		AcceptKinds []string `json:"accept_kinds"`
	} `json:"expect"`
}

// runFailureKind reads a case as the case file that it is, and compares the
// verdict of the session.
func runFailureKind(_ *vectorFile, c *vectorCase) error {
	var want failureWant
	if err := c.read(&want); err != nil {
		return err
	}
	file, _, err := casefile.Parse(c.raw)
	if err != nil {
		return err
	}
	s := &journey.Session{Sources: []journey.Source{{Path: c.ID}}}
	s.Apply(file.Batch(0))
	a := diagnose.New(diagnose.Input{Session: s, Catalog: file.Catalog(), Bodies: file.Bodies()})
	d := a.Verdict()
	if d == nil {
		return fmt.Errorf("no diagnosis, want %s", want.Expect.Kind)
	}
	x := want.Expect
	kinds, hops, target := []string{x.Kind}, []string{x.Hop}, ""
	if len(x.AcceptKinds) > 0 {
		kinds = x.AcceptKinds
	}
	if len(x.AcceptHops) > 0 {
		hops = x.AcceptHops
	}
	if x.Target != nil {
		target = *x.Target
	}
	if !slices.Contains(kinds, string(d.Kind)) || !slices.Contains(hops, d.Hop.String()) || d.Target != target {
		return fmt.Errorf("%s at %s, target %q; want %v at %v, target %q", d.Kind, d.Hop, d.Target, kinds, hops, target)
	}
	return nil
}
