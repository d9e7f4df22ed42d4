package journey_test

import (
	"encoding/json"
	"slices"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

var (
	_ = register(runNativeSafe, "native-safe")
	_ = register(runNativeCensus, "native-census")
	_ = register(runNativeDispatch, "native-dispatch")
	_ = register(runNativeReplay, "native-replay")
)

// nativePlan names a list of registered names.
func nativePlan(names []string) (journey.Scheme, *journey.Plan, error) {
	s, err := scheme.Get("native")
	if err != nil {
		return nil, nil, err
	}
	set := journey.Setting{Catalog: journey.Catalog{Complete: true}}
	for _, n := range names {
		set.Catalog.Tools = append(set.Catalog.Tools, journey.Tool{Registered: journey.Registered(n)})
	}
	p := s.Plan(set)
	return s, &p, nil
}

func runNativeSafe(_ *vectorFile, c *vectorCase) error {
	var in struct{ Name string }
	var want struct{ Form string }
	if err := decode(c, &in, &want); err != nil {
		return err
	}
	_, p, err := nativePlan([]string{in.Name})
	if err != nil {
		return err
	}
	return differ("form", p.Tools[0].Safe, want.Form)
}

func runNativeCensus(_ *vectorFile, c *vectorCase) error {
	var in struct{ Catalog []string }
	var want struct {
		Offered  [][2]string
		LeftOut  []string `json:"left_out"`
		Back     map[string]string
		Warnings []string
	}
	if err := decode(c, &in, &want); err != nil {
		return err
	}
	_, p, err := nativePlan(in.Catalog)
	if err != nil {
		return err
	}
	offered, back, sent := [][2]string{}, map[string]string{}, map[string]bool{}
	for _, n := range p.Tools {
		if n.Status != journey.Offered {
			continue
		}
		name, wire := string(n.Ref.Name), string(n.Wire.Name)
		offered, sent[name] = append(offered, [2]string{name, wire}), true
		if name != wire {
			back[wire] = name
		}
	}
	leftOut := []string{}
	for _, n := range p.Tools {
		if name := string(n.Ref.Name); !sent[name] {
			leftOut = append(leftOut, name)
		}
	}
	if err := differ("offered", offered, want.Offered); err != nil {
		return err
	}
	if err := differ("left_out", leftOut, want.LeftOut); err != nil {
		return err
	}
	if err := differ("back", back, want.Back); err != nil {
		return err
	}
	got := append([]string{}, p.Warnings...)
	slices.Sort(got)
	slices.Sort(want.Warnings)
	return differ("warnings", got, want.Warnings)
}

// nativeAnswer is what the runtime does with one echo.
type nativeAnswer struct {
	Runs  *string `json:"runs,omitempty"`
	Meta  string  `json:"meta,omitempty"`
	Error string  `json:"error,omitempty"`
}

func nativeAnswers(catalog, echoes []string) ([]nativeAnswer, error) {
	s, p, err := nativePlan(catalog)
	if err != nil {
		return nil, err
	}
	list := []nativeAnswer{}
	for _, e := range echoes {
		called := journey.Called{Name: journey.Echo(e)}
		r := s.Resolve(p, journey.Invocation{Called: called})
		if err := differ("stored name of "+e, r.Stored, called); err != nil {
			return nil, err
		}
		switch r.Outcome {
		case journey.OutcomeRan:
			name := string(r.Ref.Name)
			list = append(list, nativeAnswer{Runs: &name})
		case journey.OutcomeRuntime:
			list = append(list, nativeAnswer{Meta: e})
		default:
			list = append(list, nativeAnswer{Error: r.Error})
		}
	}
	return list, nil
}

func runNativeDispatch(_ *vectorFile, c *vectorCase) error {
	var in struct{ Catalog, Echoes []string }
	var want []nativeAnswer
	if err := decode(c, &in, &want); err != nil {
		return err
	}
	got, err := nativeAnswers(in.Catalog, in.Echoes)
	if err != nil {
		return err
	}
	return differ("answers", got, want)
}

func runNativeReplay(_ *vectorFile, c *vectorCase) error {
	var in struct {
		Turns []struct{ Catalog, Echoes []string }
	}
	var want [][]nativeAnswer
	if err := decode(c, &in, &want); err != nil {
		return err
	}
	got := [][]nativeAnswer{}
	for _, turn := range in.Turns {
		answers, err := nativeAnswers(turn.Catalog, turn.Echoes)
		if err != nil {
			return err
		}
		got = append(got, answers)
	}
	return differ("answers", got, want)
}

// decode reads input and expectation of a case.
func decode(c *vectorCase, input, expected any) error {
	if err := json.Unmarshal(c.Input, input); err != nil {
		return err
	}
	return json.Unmarshal(c.Expected, expected)
}
