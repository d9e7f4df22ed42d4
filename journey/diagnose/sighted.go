package diagnose

import "hopscope/journey"

// sight is how a capture shows the name of a call on its way back; the zero
// value says that none does.
type sight struct {
	seen                     bool
	came, returned, recorded string
}

// sightOf reads what a capture shows of a call: the name in the provider's
// answer, the one behind a gateway, and the one that the recording has.
func sightOf(x *journey.Extra, recorded journey.Called) sight {
	v := sight{recorded: spelled(recorded)}
	if g := x.Seen; g != nil && g.Called != (journey.Called{}) {
		v.seen, v.came = true, spelled(g.Called)
	}
	if x.Came != nil {
		v.seen, v.came = true, spelled(*x.Came)
	}
	if x.Returned != nil {
		v.seen, v.returned = true, spelled(*x.Returned)
		if v.came == "" {
			v.came = v.recorded
		}
	}
	if !v.seen {
		return sight{}
	}
	return v
}

// sighted is the scene with the stages that a capture shows of one call. A
// capture of the case itself stays.
func (c *scene) sighted(v sight) *scene {
	if !v.seen || c.Capture != nil {
		return c
	}
	stages := []journey.Stage{{At: "provider_returned", Name: v.came}}
	switch {
	case v.returned != "":
		stages = append(stages, journey.Stage{At: "delivered", Name: v.returned})
	case v.came != v.recorded:
		stages = append(stages, journey.Stage{At: "delivered", Name: v.recorded})
	}
	situation := *c.Situation
	situation.Capture = &Capture{Stages: stages}
	copied := *c
	copied.Situation = &situation
	return &copied
}
