package journey_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

var (
	_ = register(runGptmeParse, "gptme-parse")
	_ = register(runGptmeWire, "gptme-wire")
	_ = register(runGptmeResolve, "gptme-resolve")
	_ = register(runGptmeAlias, "gptme-alias", "gptme-alias-adaptive")
)

func runGptmeParse(_ *vectorFile, c *vectorCase) error {
	var in struct {
		Text string `json:"assistant_text"`
	}
	type call struct {
		Name string `json:"name"`
		ID   string `json:"call_id"`
		JSON string `json:"json"`
	}
	var want []call
	if err := decodeStrictly(c, &in, &want); err != nil {
		return err
	}
	got := []call{}
	for _, r := range scheme.GptmeCalls(in.Text) {
		got = append(got, call{r.Name, r.CallID, r.JSON})
	}
	return differ("calls", got, want)
}

// gptmeTool is a tool of a case.
type gptmeTool struct {
	Name     journey.Registered
	Blocks   []string `json:"block_types"`
	Runnable *bool
}

func (t gptmeTool) tool() scheme.GptmeTool {
	return scheme.GptmeTool{Name: t.Name, BlockTypes: t.Blocks}
}

func runGptmeWire(_ *vectorFile, c *vectorCase) error {
	var in struct{ Tool gptmeTool }
	type outcome struct {
		Wire     journey.Wire `json:"wire_name"`
		Accepted bool         `json:"accepted_by_pattern_64"`
	}
	var want outcome
	if err := decodeStrictly(c, &in, &want); err != nil {
		return err
	}
	t := in.Tool.tool()
	wire := t.WireName()
	return differ("outcome", outcome{wire, scheme.GptmeValid(string(wire))}, want)
}

func runGptmeResolve(_ *vectorFile, c *vectorCase) error {
	var in struct {
		Loaded []gptmeTool
		Called []string
	}
	type answer struct {
		Runs  *journey.Registered `json:"runs,omitempty"`
		Error *string             `json:"error_to_model,omitempty"`
	}
	var want []answer
	if err := decodeStrictly(c, &in, &want); err != nil {
		return err
	}
	loaded := make([]scheme.GptmeTool, len(in.Loaded))
	for i, t := range in.Loaded {
		loaded[i] = t.tool()
	}
	index, got := scheme.GptmeLookup(loaded), []answer{}
	for _, name := range in.Called {
		i, ok := index[name]
		if ok && (in.Loaded[i].Runnable == nil || *in.Loaded[i].Runnable) {
			got = append(got, answer{Runs: &loaded[i].Name})
			continue
		}
		said := scheme.GptmeUnavailable(name)
		got = append(got, answer{Error: &said})
	}
	return differ("answers", got, want)
}

// gptmeStep is one registry of a case, named by the scheme after the fix.
type gptmeStep struct {
	names []string
	plan  journey.Plan
	wire  map[string]journey.Wire
}

// gptmeRun is a case of the alias groups after all its steps.
type gptmeRun struct {
	scheme journey.Scheme
	steps  []gptmeStep
	want   gptmeWant
	file   *vectorFile
}

type gptmeWant struct {
	Verbatim   []string          `json:"travel_verbatim"`
	Need       []string          `json:"need_alias"`
	Properties []string          `json:"properties"`
	SameAs     string            `json:"same_as"`
	Example    map[string]string `json:"example"` // never asserted
	Says       []string          `json:"says"`    // for people
}

// gptmeProperties are the properties of the file's header.
var gptmeProperties = map[string]func(*gptmeRun) error{
	"alias-valid":           (*gptmeRun).valid,
	"all-different":         (*gptmeRun).different,
	"back-alias":            (*gptmeRun).back,
	"back-verbatim":         (*gptmeRun).back,
	"rebuild-stable":        (*gptmeRun).stable,
	"same-as":               (*gptmeRun).same,
	"old-alias-verbatim":    (*gptmeRun).oldAliasVerbatim,
	"new-alias":             (*gptmeRun).newAlias,
	"replay-by-name":        (*gptmeRun).replay,
	"stored-name-kept":      (*gptmeRun).stored,
	"no-alias-when-absent":  (*gptmeRun).absent,
	"old-alias-is-new-tool": (*gptmeRun).oldAliasIsNew,
	"steps-equal":           (*gptmeRun).stepsEqual,
}

func runGptmeAlias(f *vectorFile, c *vectorCase) error {
	r, err := newGptmeRun(f, c)
	if err != nil {
		return err
	}
	if r.want.Verbatim != nil || r.want.Need != nil {
		if err := r.split(); err != nil {
			return err
		}
	}
	if len(r.want.Properties) == 0 {
		return fmt.Errorf("no property to judge")
	}
	for _, id := range r.want.Properties {
		check := gptmeProperties[id]
		if check == nil {
			return fmt.Errorf("unknown property %q", id)
		}
		if err := check(r); err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
	}
	return nil
}

func newGptmeRun(f *vectorFile, c *vectorCase) (*gptmeRun, error) {
	var in struct {
		Registry []string
		Steps    []struct{ Registry []string }
	}
	r := &gptmeRun{file: f}
	if err := decodeStrictly(c, &in, &r.want); err != nil {
		return nil, err
	}
	s, err := scheme.Get("gptme")
	if err != nil {
		return nil, err
	}
	r.scheme = s
	if in.Registry != nil {
		r.step(in.Registry)
	}
	for _, step := range in.Steps {
		names := slices.Clone(step.Registry)
		for i, n := range names {
			if names[i], err = r.meant(n); err != nil {
				return nil, err
			}
		}
		r.step(names)
	}
	if len(r.steps) == 0 {
		return nil, fmt.Errorf("no registry")
	}
	return r, nil
}

var gptmeAliasOf = regexp.MustCompile(`(?s)^\$A\((.*)\)@([0-9]+)$`)

// meant replaces $A(name)@k by the alias that name got in step k.
func (r *gptmeRun) meant(name string) (string, error) {
	m := gptmeAliasOf.FindStringSubmatch(name)
	if m == nil {
		return name, nil
	}
	k, err := strconv.Atoi(m[2])
	if err != nil || k < 1 || k > len(r.steps) {
		return "", fmt.Errorf("%s: no such step", name)
	}
	inner, err := r.meant(m[1])
	if err != nil {
		return "", err
	}
	wire, ok := r.steps[k-1].wire[inner]
	if !ok {
		return "", fmt.Errorf("%s: %q is not in step %d", name, inner, k)
	}
	return string(wire), nil
}

func (r *gptmeRun) step(names []string) {
	s := gptmeStep{names: names, wire: map[string]journey.Wire{}}
	set := journey.Setting{Catalog: journey.Catalog{Complete: true}}
	for _, n := range names {
		set.Catalog.Tools = append(set.Catalog.Tools, journey.Tool{Registered: journey.Registered(n)})
	}
	s.plan = r.scheme.Plan(set)
	for i := range s.plan.Tools {
		if n := &s.plan.Tools[i]; n.Status == journey.Offered {
			s.wire[string(n.Ref.Name)] = n.Wire.Name
		}
	}
	r.steps = append(r.steps, s)
}

// resolve returns the registered name of the tool that a name reaches.
func (r *gptmeRun) resolve(step *gptmeStep, name string) (runs string, stored journey.Echo) {
	got := r.scheme.Resolve(&step.plan, journey.Invocation{Called: journey.Called{Name: journey.Echo(name)}})
	if got.Outcome != journey.OutcomeRan {
		return "(" + got.Outcome.String() + ")", got.Stored.Name
	}
	return string(got.Ref.Name), got.Stored.Name
}
