package journey_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"

	"hopscope/journey"
)

// The properties of the gptme alias groups, by their ids in the file.

// split holds which names travel as they are.
func (r *gptmeRun) split() error {
	verbatim, need := []string{}, []string{}
	step := &r.steps[0]
	for _, name := range step.names {
		switch {
		case string(step.wire[name]) == name && !slices.Contains(verbatim, name):
			verbatim = append(verbatim, name)
		case string(step.wire[name]) != name && !slices.Contains(need, name):
			need = append(need, name)
		}
	}
	if err := differ("travel_verbatim", verbatim, r.want.Verbatim); err != nil {
		return err
	}
	return differ("need_alias", need, r.want.Need)
}

// each runs a check over all names of all steps.
func (r *gptmeRun) each(check func(step *gptmeStep, name string, wire journey.Wire) error) error {
	for i := range r.steps {
		step := &r.steps[i]
		for _, name := range step.names {
			wire, ok := step.wire[name]
			if !ok {
				return fmt.Errorf("step %d: %q is not offered", i+1, name)
			}
			if err := check(step, name, wire); err != nil {
				return fmt.Errorf("step %d: %w", i+1, err)
			}
		}
	}
	return nil
}

var gptmeLegal = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

func (r *gptmeRun) valid() error {
	return r.each(func(_ *gptmeStep, name string, wire journey.Wire) error {
		if string(wire) != name && !gptmeLegal.MatchString(string(wire)) {
			return fmt.Errorf("alias of %q = %q", name, wire)
		}
		return nil
	})
}

func (r *gptmeRun) different() error {
	for _, step := range r.steps {
		owner := map[journey.Wire]string{}
		for _, name := range slices.Sorted(maps.Keys(step.wire)) {
			wire := step.wire[name]
			if other, twice := owner[wire]; twice {
				return fmt.Errorf("%q and %q both travel as %q", other, name, wire)
			}
			owner[wire] = name
		}
	}
	return nil
}

func (r *gptmeRun) back() error {
	return r.each(func(step *gptmeStep, name string, wire journey.Wire) error {
		runs, stored := r.resolve(step, string(wire))
		if runs != name || string(stored) != name {
			return fmt.Errorf("%q reaches %q and is stored as %q, want %q", wire, runs, stored, name)
		}
		return nil
	})
}

func (r *gptmeRun) stable() error {
	for _, step := range slices.Clone(r.steps) {
		r.step(step.names)
		again := r.steps[len(r.steps)-1]
		r.steps = r.steps[:len(r.steps)-1]
		if !maps.Equal(step.wire, again.wire) {
			return fmt.Errorf("built again: %v, before: %v", again.wire, step.wire)
		}
	}
	return nil
}

func (r *gptmeRun) same() error {
	for i := range r.file.cases {
		c := &r.file.cases[i]
		if c.ID != r.want.SameAs {
			continue
		}
		other, err := newGptmeRun(r.file, c)
		if err != nil {
			return err
		}
		return differ("wire names", r.last().wire, other.last().wire)
	}
	return fmt.Errorf("no case %q", r.want.SameAs)
}

func (r *gptmeRun) last() *gptmeStep { return &r.steps[len(r.steps)-1] }

// taken calls check for each alias of an earlier step that a later step has as
// a real name.
func (r *gptmeRun) taken(check func(later int, step *gptmeStep, name string, alias journey.Wire) error) error {
	found := false
	for later := 1; later < len(r.steps); later++ {
		step := &r.steps[later]
		for _, before := range r.steps[:later] {
			for _, name := range slices.Sorted(maps.Keys(before.wire)) {
				alias := before.wire[name]
				if string(alias) == name || !slices.Contains(step.names, string(alias)) {
					continue
				}
				found = true
				if err := check(later, step, name, alias); err != nil {
					return fmt.Errorf("step %d: %w", later+1, err)
				}
			}
		}
	}
	if !found {
		return fmt.Errorf("no step has an earlier alias as a name")
	}
	return nil
}

func (r *gptmeRun) oldAliasVerbatim() error {
	return r.taken(func(_ int, step *gptmeStep, _ string, alias journey.Wire) error {
		if got := step.wire[string(alias)]; got != alias {
			return fmt.Errorf("%q travels as %q", alias, got)
		}
		return r.reaches(step, string(alias), string(alias))
	})
}

func (r *gptmeRun) reaches(step *gptmeStep, name, want string) error {
	if runs, _ := r.resolve(step, name); runs != want {
		return fmt.Errorf("%q reaches %q, want %q", name, runs, want)
	}
	return nil
}

func (r *gptmeRun) newAlias() error {
	return r.taken(func(later int, step *gptmeStep, name string, _ journey.Wire) error {
		now, here := step.wire[name]
		for k := range later {
			if here && r.steps[k].wire[name] == now {
				return fmt.Errorf("%q has the alias %q again", name, now)
			}
		}
		return nil
	})
}

// first runs a check over the calls stored in the first step: of every name.
func (r *gptmeRun) first(check func(name string, stored journey.Echo) error) error {
	step := &r.steps[0]
	for _, name := range step.names {
		_, stored := r.resolve(step, string(step.wire[name]))
		if string(stored) != name {
			return fmt.Errorf("a call of %q is stored as %q", name, stored)
		}
		if err := check(name, stored); err != nil {
			return err
		}
	}
	return nil
}

func (r *gptmeRun) replay() error {
	last := r.last()
	return r.first(func(name string, stored journey.Echo) error {
		if err := r.reaches(last, string(stored), name); err != nil {
			return err
		}
		wire := last.wire[name]
		if string(wire) != name && slices.Contains(last.names, string(wire)) {
			return fmt.Errorf("%q goes out as %q, which is another tool's name", name, wire)
		}
		return r.reaches(last, string(wire), name)
	})
}

func (r *gptmeRun) stored() error {
	return r.first(func(string, journey.Echo) error { return nil })
}

func (r *gptmeRun) absent() error {
	all := map[string]bool{}
	for _, step := range r.steps {
		for _, n := range step.names {
			all[n] = true
		}
	}
	for i := range r.steps {
		for name := range all {
			wire, has := r.steps[i].wire[name]
			if has && !slices.Contains(r.steps[i].names, name) {
				return fmt.Errorf("step %d: %q, which is not there, has the alias %q", i+1, name, wire)
			}
		}
	}
	return r.stored()
}

func (r *gptmeRun) oldAliasIsNew() error {
	last := r.last()
	found := false
	for name, alias := range r.steps[0].wire {
		if string(alias) == name || !slices.Contains(last.names, string(alias)) {
			continue
		}
		found = true
		if err := r.reaches(last, string(alias), string(alias)); err != nil {
			return err
		}
	}
	if !found {
		return fmt.Errorf("the last step has no alias of the first as a name")
	}
	return nil
}

func (r *gptmeRun) stepsEqual() error {
	for i := range r.steps {
		for k := range i {
			for name, wire := range r.steps[i].wire {
				if before, ok := r.steps[k].wire[name]; ok && before != wire {
					return fmt.Errorf("%q travels as %q in step %d and as %q in step %d", name, before, k+1, wire, i+1)
				}
			}
		}
	}
	return nil
}
