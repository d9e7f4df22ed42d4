package journey_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"hopscope/journey"
	"hopscope/journey/decide"
)

// The decision procedure.

var _ = register(runRepair,
	"exact", "exact-mcp", "exact-ns", "exact-provider", "exact-wins-over-case", "exact-wrong-args",
	"case", "case-args-camel", "case-args-snake", "fmt", "trim", "prefix", "prefix-no-sep", "alias",
	"two-case-twins", "two-format-twins", "cap", "nd", "unk", "empty", "amb", "ns", "evp", "cust", "prov", "ni")

type repairTool struct {
	Name       journey.Wire
	Namespace  journey.Namespace
	Kind       string
	Required   []string
	Properties []string
}

type repairCase struct {
	Declared []repairTool
	Call     struct {
		Name      journey.Echo
		Namespace journey.Namespace
		Kind      string
		Args      json.RawMessage
	}
	Expected map[string]json.RawMessage
}

func runRepair(_ *vectorFile, vc *vectorCase) error {
	var c repairCase
	if err := vc.read(&c); err != nil {
		return err
	}
	var declared []decide.Declared
	for _, t := range c.Declared {
		kind, err := repairKind(t.Kind)
		if err != nil {
			return err
		}
		d := decide.Declared{Wire: journey.WireName{Namespace: t.Namespace, Name: t.Name}, Kind: kind}
		if t.Required != nil || t.Properties != nil {
			d.Keys = &decide.Keys{Required: t.Required, Properties: t.Properties}
		}
		declared = append(declared, d)
	}
	kind, err := repairKind(c.Call.Kind)
	if err != nil {
		return err
	}
	call := journey.Invocation{Called: journey.Called{Namespace: c.Call.Namespace, Name: c.Call.Name}, Kind: kind, Args: string(c.Call.Args)}
	return sameDecision(decide.Decide(declared, call, decide.Options{}), c.Expected)
}

func repairKind(id string) (journey.ToolKind, error) {
	if id == "" {
		return journey.KindFunction, nil
	}
	k, ok := journey.ParseToolKind(id)
	if !ok {
		return k, fmt.Errorf("tool kind %q", id)
	}
	return k, nil
}

// sameDecision compares each field that a case expects.
func sameDecision(d decide.Decision, expected map[string]json.RawMessage) error {
	got := map[string]any{
		"decision": d.Outcome, "target": d.Target, "via": d.Via, "reason": d.Reason,
		"candidates": d.Candidates, "args": d.Args,
	}
	for _, field := range slices.Sorted(maps.Keys(expected)) {
		value, ok := got[field]
		if !ok {
			return fmt.Errorf("unknown field %q", field)
		}
		text, err := json.Marshal(value)
		if err != nil {
			return err
		}
		if err := sameJSON(text, expected[field]); err != nil {
			return fmt.Errorf("%s: %w (%s %s)", field, err, d.Outcome, d.Reason)
		}
	}
	return nil
}
