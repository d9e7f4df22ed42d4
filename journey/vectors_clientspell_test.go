package journey_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
)

// What the cases of some clients ask besides the names in a request and the
// tool that a call reaches: the prefix of a server, how a called name is taken
// apart, and what is made of it.

// decodeKnown decodes and refuses a field that the target does not have.
func decodeKnown(raw json.RawMessage, into any) error {
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.DisallowUnknownFields()
	return dec.Decode(into)
}

// clientServer is an entry of servers: an object, or a bare label.
type clientServer struct {
	Server, Tool string
	Delay        float64 `json:"connect_delay_s"`
	label        bool
}

func (s *clientServer) UnmarshalJSON(raw []byte) error {
	if json.Unmarshal(raw, &s.Server) == nil {
		s.label = true
		return nil
	}
	type plain clientServer
	return decodeKnown(raw, (*plain)(s))
}

// lengthNames makes names of the given lengths, all different.
func (in *clientInput) lengthNames() []string {
	list := make([]string, len(in.ToolLengths))
	for i, n := range in.ToolLengths {
		list[i] = strings.Repeat(string(rune('a'+i)), n)
	}
	return list
}

// spelling judges what the scheme says of prefixes and of called names.
func (k *clientCheck) spelling() error {
	if k.want.Prefixes != nil || k.want.PrefixMax > 0 {
		if err := k.checkPrefixes(); err != nil {
			return err
		}
	}
	if k.want.Normalised == nil && k.want.Parsed == nil {
		return nil
	}
	s, ok := k.s.(interface {
		Normalise(journey.Echo) journey.Echo
		Parse(journey.Echo) (server, tool string, ok bool)
	})
	if !ok || k.in.Call == nil {
		return errors.New("the scheme takes no names apart")
	}
	called := journey.Echo(*k.in.Call)
	if w := k.want.Normalised; w != nil {
		if got := s.Normalise(called); string(got) != *w {
			return fmt.Errorf("normalised = %q, want %q", got, *w)
		}
	}
	if k.want.Parsed == nil {
		return nil
	}
	var parsed *clientParsed
	if server, tool, ok := s.Parse(called); ok {
		parsed = &clientParsed{server, tool}
	}
	var want *clientParsed
	if err := decodeKnown(k.want.Parsed, &want); err != nil {
		return err
	}
	return differ("parsed", parsed, want)
}

type clientParsed struct {
	Server string `json:"serverName"`
	Tool   string `json:"toolName"`
}

func (k *clientCheck) checkPrefixes() error {
	s, ok := k.s.(interface {
		Prefixes(labels []journey.Server) []string
	})
	if !ok {
		return errors.New("the scheme has no prefixes")
	}
	labels := []journey.Server{journey.Server(k.in.Server)}
	if len(k.in.Servers) > 0 {
		labels = nil
		for _, l := range k.in.Servers {
			labels = append(labels, journey.Server(l.Server))
		}
	}
	got := s.Prefixes(labels)
	if k.want.Prefixes != nil {
		if err := differ("prefixes", got, k.want.Prefixes); err != nil {
			return err
		}
	}
	for i, prefix := range got {
		if k.want.PrefixMax > 0 && len(prefix) > k.want.PrefixMax {
			return fmt.Errorf("prefix %q has %d characters, want at most %d", prefix, len(prefix), k.want.PrefixMax)
		}
		if err := k.checkUse(labels, i, prefix); err != nil {
			return err
		}
	}
	return nil
}

// checkUse holds that the names of a server's tools begin with its prefix, in
// which the id has no dots. Servers of one label cannot be told apart here.
func (k *clientCheck) checkUse(labels []journey.Server, i int, prefix string) error {
	set := journey.Setting{Catalog: journey.Catalog{Complete: true}}
	for n, l := range labels {
		if slices.Contains(labels[:n], l) {
			return nil
		}
		set.Catalog.Servers = append(set.Catalog.Servers, journey.ServerEntry{Key: l})
		set.Catalog.Tools = append(set.Catalog.Tools, journey.Tool{Server: l, Registered: "x"})
	}
	p := k.s.Plan(set)
	want := strings.ReplaceAll(prefix, ".", "_") + "x"
	if got := string(p.Tools[i].Wire.Name); got != want {
		return fmt.Errorf("a tool x of %q is %q, want %q", labels[i], got, want)
	}
	return nil
}

// checkRepair compares the name that the client makes of a call, and what came
// back of it.
func (k *clientCheck) checkRepair(r journey.Resolution) error {
	if k.want.Repaired != nil {
		var want, got *string
		if err := json.Unmarshal(k.want.Repaired, &want); err != nil {
			return err
		}
		if r.Tool >= 0 {
			name := string(k.p.Tools[r.Tool].Wire.Name)
			got = &name
		}
		if err := differ("repaired", got, want); err != nil {
			return err
		}
	}
	// The content of a result is the server's. A scheme can only say whether the
	// call got that far.
	if k.want.Result != nil && r.Outcome != journey.OutcomeRan && r.Outcome != journey.OutcomeRuntime {
		return fmt.Errorf("the call is %v, want it to run with the result %s", r.Outcome, k.want.Result)
	}
	return nil
}
