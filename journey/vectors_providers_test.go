package journey_test

import (
	"fmt"
	"regexp"
	"strings"

	"hopscope/journey"
	"hopscope/journey/provider"
)

// The providers that are built, with every place that a case can speak of.
var _ = register(runProvider, placesOf(
	"openai-chat", "anthropic-messages", "openai-responses", "azure-openai", "deepseek", "groq", "ollama", "vllm", "xai",
)...)

var providerPlaces = [...]string{
	"declare", "declare_before_2025", "history_call", "history_result", "message_name", "tool_choice", "tool_reference",
	"call", "model_echo", "call_id", "namespace", "identity", "tool_count",
}

func placesOf(providers ...string) []string {
	var groups []string
	for _, p := range providers {
		for _, place := range providerPlaces {
			groups = append(groups, p+"/"+place)
		}
	}
	return groups
}

// providerCase is a case of vectors/providers.
type providerCase struct {
	Provider, Where, Verdict, Error, Severity string
	Names                                     []string
	Lengths                                   []int
	Count                                     int
	ErrorSeen                                 bool   `json:"error_seen"`
	AsOf                                      string `json:"as_of"`
}

func runProvider(_ *vectorFile, c *vectorCase) error {
	var v providerCase
	if err := c.read(&v); err != nil {
		return err
	}
	p, err := provider.Get(v.Provider)
	if err != nil {
		return err
	}
	for i, n := range v.Names {
		if got := len([]rune(n)); i < len(v.Lengths) && got != v.Lengths[i] {
			return fmt.Errorf("%q has %d code points, the case says %d", n, got, v.Lengths[i])
		}
	}
	verdict, violations := judge(p, &v)
	if verdict.String() != v.Verdict {
		return fmt.Errorf("verdict of %q at %s = %v, want %v (%+v)", v.Names, v.Where, verdict, v.Verdict, violations)
	}
	if v.Severity == "should" {
		for _, x := range violations {
			if x.Severity != journey.SeverityWarning {
				return fmt.Errorf("severity of %s = %v, want warning", x.Rule, x.Severity)
			}
		}
	}
	if v.Verdict == "reject" && v.ErrorSeen {
		return seenError(violations, v.Error)
	}
	return nil
}

// seenError looks for the refusal text that was seen, and whether the provider
// knows it again.
func seenError(violations []journey.Violation, want string) error {
	var got []string
	for _, x := range violations {
		if masked(x.Error) == masked(want) {
			if !x.ErrorHow {
				return fmt.Errorf("error %q is not marked as seen", x.Error)
			}
			return nil
		}
		got = append(got, x.Error)
	}
	return fmt.Errorf("errors = %q, want %q", got, want)
}

var (
	quotedValue = regexp.MustCompile(`Value '[^']*'`)
	number      = regexp.MustCompile(`[0-9]+`)
)

// masked takes indexes and values out of a refusal text. The numbers of a
// pattern are no indexes.
func masked(text string) string {
	if i := strings.Index(text, "failed to satisfy"); i >= 0 {
		text = text[i:]
	}
	text = quotedValue.ReplaceAllString(text, "Value")
	var b strings.Builder
	for i, part := range strings.Split(text, "^") {
		if i == 0 {
			part = number.ReplaceAllString(part, "#")
		} else {
			part = "^" + part
		}
		b.WriteString(part)
	}
	return b.String()
}

// kindSuffix says what kind of declaration an entry is; it is no part of the name.
var kindSuffix = regexp.MustCompile(` \((type [a-z0-9_]+|[a-z_]+)\)$`)

// judge asks for the verdict on all names of a case. What any rule refuses is
// refused; unknown is only what no rule speaks of.
func judge(p journey.Provider, v *providerCase) (journey.Verdict, []journey.Violation) {
	place, asOf := journey.Place(v.Where), v.AsOf
	if v.Where == "declare_before_2025" {
		place, asOf = journey.PlaceDeclare, "2024-06-01"
	}
	names := wireNames(v)
	j := verdicts{verdict: journey.VerdictUnknown}
	if v.Where == "tool_count" {
		j.request(p.CheckRequest(names, asOf))
		return j.verdict, j.violations
	}
	if place == journey.PlaceDeclare {
		j.declared(p, v, names, asOf)
		return j.verdict, j.violations
	}
	m, matches := p.(journey.Matcher)
	for i, n := range names {
		if matches { // none of these names is declared
			j.add(m.Match(place, n, i, nil, asOf))
		} else {
			j.add(p.Check(place, n, i, asOf))
		}
		if place == journey.PlaceNamespace && len(v.Names) == 2 && v.Names[0] != v.Names[1] {
			j.add(p.Check(journey.PlaceDeclare, n, i, asOf))
		}
	}
	if c, ok := p.(journey.SpaceChecker); ok && place == journey.PlaceNamespace {
		var spaces []journey.DeclaredSpace
		for i, n := range names {
			spaces = append(spaces, journey.DeclaredSpace{Name: n.Namespace, Path: fmt.Sprintf("input[%d].tools[0]", i)})
		}
		if found := c.CheckSpaces(spaces, asOf); len(found) > 0 {
			j.request(found)
		}
	}
	return j.verdict, j.violations
}

// declared judges the declarations of one request.
func (j *verdicts) declared(p journey.Provider, v *providerCase, names []journey.WireName, asOf string) {
	offered := make([]journey.Naming, len(names))
	for i, n := range names {
		offered[i] = journey.Naming{Wire: n}
		if strings.HasSuffix(v.Names[i], " (custom)") {
			offered[i].Tool.Kind = journey.KindCustom
		}
	}
	list := journey.Declare(p, offered)
	for i := range offered {
		j.add(list.Check(i, asOf))
	}
	if len(names) > 1 {
		j.request(p.CheckRequest(names, asOf))
	}
}

// wireNames are the names of a case, put into the fields that they stand for.
func wireNames(v *providerCase) []journey.WireName {
	var list []journey.WireName
	switch {
	case v.Where == "tool_count":
		for i := range v.Count {
			list = append(list, journey.WireName{Name: journey.Wire(fmt.Sprintf("tool_%03d", i+1))})
		}
		return list
	case v.Where == "namespace" && len(v.Names) == 2 && v.Names[0] != v.Names[1]:
		return []journey.WireName{{Namespace: journey.Namespace(v.Names[0]), Name: journey.Wire(v.Names[1])}}
	}
	for i, n := range v.Names {
		w := journey.WireName{Name: journey.Wire(kindSuffix.ReplaceAllString(n, ""))}
		switch {
		case v.Where == "namespace":
			w = journey.WireName{Namespace: journey.Namespace(n), Name: journey.Wire(fmt.Sprintf("member_%d", i))}
		case v.Where == "identity":
			if ns, own, ok := strings.Cut(n, "/"); ok {
				w = journey.WireName{Namespace: journey.Namespace(ns), Name: journey.Wire(own)}
			}
		}
		list = append(list, w)
	}
	return list
}

type verdicts struct {
	verdict    journey.Verdict
	violations []journey.Violation
}

func (j *verdicts) add(v journey.Verdict, list []journey.Violation) {
	j.violations = append(j.violations, list...)
	switch {
	case v == journey.VerdictReject || j.verdict == journey.VerdictReject:
		j.verdict = journey.VerdictReject
	case v == journey.VerdictAccept:
		j.verdict = v
	}
}

func (j *verdicts) request(list []journey.Violation) {
	v := journey.VerdictAccept
	if len(list) > 0 {
		v = journey.VerdictReject
	}
	j.add(v, list)
}
