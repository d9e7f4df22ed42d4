package journey

// StoredChange is a call in the history that means something else, or nothing,
// once the new request is sent.
type StoredChange struct {
	// Stored is the name in the history: what the old client keeps of a call.
	Stored Called
	// Was is the tool that ran, Now the one that the new client finds; nil: none.
	Was Ref
	Now *Ref
	// Outcome is what the new client's dispatch does with the stored name, Via
	// by which rule, Error its own text.
	Outcome Outcome
	Via     string
	Error   string
	// Severity is an error where the name means another tool, else a warning.
	Severity Severity
	// Refused: the new provider does not take the stored name in a history, with
	// its text or what breaks the rule.
	Refused string
}

// stored asks the new client what the names of a history of the old request
// mean. A name that still finds its tool, by whatever rule, is none of the
// result unless the new provider refuses it.
func (c *comparison) stored() {
	seen := map[Called]bool{}
	for i := range c.old.Plan.Tools {
		n := &c.old.Plan.Tools[i]
		if n.Status != Offered {
			continue
		}
		call := Invocation{Called: Called{n.Wire.Namespace, Echo(n.Wire.Name)}, Kind: n.Tool.Kind}
		before := c.old.Scheme.Resolve(c.old.Plan, call)
		if before.Outcome == OutcomeUnknown || before.Outcome == OutcomeRefused {
			continue // such a call ran nothing
		}
		s := StoredChange{Stored: before.Stored, Was: n.Ref, Severity: SeverityWarning}
		ran := i
		if before.Tool >= 0 && before.Tool < len(c.old.Plan.Tools) {
			ran = before.Tool
			s.Was = c.old.Plan.Tools[ran].Ref
		}
		if s.Stored.Name == "" {
			s.Stored = call.Called
		}
		if seen[s.Stored] {
			continue
		}
		seen[s.Stored] = true
		call.Called = s.Stored
		after := c.new.Scheme.Resolve(c.new.Plan, call)
		s.Now, s.Outcome, s.Via, s.Error = after.Ref, after.Outcome, after.Via, after.Error
		c.refuses(&s)
		if c.still(ran, before, after) && s.Refused == "" {
			continue
		}
		if s.Now != nil && !c.still(ran, before, after) {
			s.Severity = SeverityError
		}
		c.out.Stored = append(c.out.Stored, s)
	}
}

// still reports whether a stored name finds the same tool again.
func (c *comparison) still(ran int, before, after Resolution) bool {
	if after.Outcome != OutcomeRan {
		return after.Outcome == before.Outcome
	}
	return after.Tool >= 0 && (after.Tool == c.pair[ran] || c.pair[ran] < 0 && after.Ref != nil && before.Ref != nil && *after.Ref == *before.Ref)
}

// refuses asks the new provider whether the history may hold the stored name.
func (c *comparison) refuses(s *StoredChange) {
	if c.new.Provider == nil {
		return
	}
	v, list := c.new.Provider.Check(PlaceHistoryCall, s.Stored.Wire(), 0, c.new.AsOf)
	if v != VerdictReject || len(list) == 0 {
		return
	}
	if s.Refused = list[0].Detail; s.Refused == "" {
		s.Refused = list[0].Rule
	}
}
