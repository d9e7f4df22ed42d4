package journey_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

var _ = register(runClient,
	"claude-code", "cline", "codex", "continue", "crush", "cursor", "gemini-cli", "goose",
	"hermes-agent", "opencode", "qwen-code", "roo-code", "trae-agent", "vscode")

// clientInput is what a case of vectors/clients gives.
type clientInput struct {
	Server, Tool, Catalog, Plugin, Model string
	ToolsInOrder                         []string `json:"tools_in_order"`
	Servers                              []clientServer
	ToolSearch                           bool `json:"tool_search"`

	// Valid are the declared names, ToolLengths the lengths of names that the
	// case does not give.
	Valid       []string
	ToolLengths []int `json:"tool_lengths"`

	Call, Namespace *string
	ItemType        string `json:"item_type"`
	Args            json.RawMessage
	ArgsValid       *bool `json:"args_valid"`
}

// clientWant is what a case asserts; absent fields are not asserted.
type clientWant struct {
	WireName      json.RawMessage  `json:"wire_name"`
	Namespace     *string          `json:"namespace"`
	Name          *string          `json:"name"`
	OfferedOnce   bool             `json:"offered_once"`
	SentTwice     bool             `json:"sent_twice"`
	Shadows       string           `json:"shadows_builtin"`
	LeftOut       json.RawMessage  `json:"left_out"`
	Dispatch      *clientTool      `json:"dispatch"`
	DispatchOneOf []clientTool     `json:"dispatch_one_of"`
	Error         *string          `json:"error"`
	ErrorPrefix   string           `json:"error_prefix"`
	ErrorContains string           `json:"error_contains"`
	ErrorTemplate string           `json:"error_template"`
	Stored        *string          `json:"name_written_to_history"`
	Warning       string           `json:"warning"`
	Note          string           `json:"note"`
	DispatchSeen  *json.RawMessage `json:"dispatch_seen"`
	Result        json.RawMessage  `json:"result"`

	PrefixMax  int             `json:"prefix_max"`
	Prefixes   []string        `json:"prefixes"`
	Repaired   json.RawMessage `json:"repaired"`
	Normalised *string         `json:"normalised"`
	Parsed     json.RawMessage `json:"parsed"`
}

// catalogModels are the models of the runs with a catalog, as catalogs_note
// says.
var catalogModels = map[string]string{"codex B": "gpt-5.5", "opencode D": "gpt-5.1"}

type clientTool struct{ Server, Tool, Builtin string }

func runClient(f *vectorFile, c *vectorCase) error {
	var in clientInput
	var want clientWant
	// A field that is not judged below must not pass unseen.
	if err := decodeKnown(c.Input, &in); err != nil {
		return err
	}
	if err := decodeKnown(c.Expected, &want); err != nil {
		return err
	}
	s, ok := scheme.ForClient(c.Client, "")
	if !ok {
		return fmt.Errorf("no scheme of client %q", c.Client)
	}
	if in.Model == "" {
		in.Model = catalogModels[c.Client+" "+in.Catalog]
	}
	set, err := clientSetting(f, &in)
	if err != nil {
		return err
	}
	p := s.Plan(set)
	check := clientCheck{s: s, p: &p, in: &in, want: &want}
	if err := check.spelling(); err != nil {
		return err
	}
	if in.Call != nil {
		return check.back()
	}
	return check.forward()
}

type clientCheck struct {
	s    journey.Scheme
	p    *journey.Plan
	in   *clientInput
	want *clientWant
}

// find returns the naming of a listed tool.
func (k *clientCheck) find(server, tool string) (*journey.Naming, error) {
	for i := range k.p.Tools {
		n := &k.p.Tools[i]
		if string(n.Tool.Server) == server && string(n.Tool.Registered) == tool && !n.Tool.Builtin {
			return n, nil
		}
	}
	return nil, fmt.Errorf("%s %s is not in the plan", server, tool)
}

// listed are the tools that a forward case is about.
func (k *clientCheck) listed() []clientTool {
	var list []clientTool
	switch {
	case len(k.in.Servers) > 0:
		for _, s := range k.in.Servers {
			list = append(list, clientTool{Server: s.Server, Tool: s.Tool})
		}
	case k.in.ToolsInOrder != nil:
		for _, t := range k.in.ToolsInOrder {
			list = append(list, clientTool{Server: k.in.Server, Tool: t})
		}
	case k.in.ToolLengths != nil:
		for _, t := range k.in.lengthNames() {
			list = append(list, clientTool{Server: k.in.Server, Tool: t})
		}
	default:
		list = append(list, clientTool{Server: k.in.Server, Tool: k.in.Tool})
	}
	return list
}

func (k *clientCheck) forward() error {
	wire := map[journey.WireName]int{}
	var missing []string
	var offered []*journey.Naming
	for _, t := range k.listed() {
		n, err := k.find(t.Server, t.Tool)
		if err != nil {
			return err
		}
		if n.Status == journey.LeftOut {
			missing = append(missing, t.Tool)
			continue
		}
		wire[n.Wire]++
		offered = append(offered, n)
	}
	if err := k.checkLeftOut(missing); err != nil {
		return err
	}
	if k.want.Warning != "" && !slices.Contains(k.p.Warnings, k.want.Warning) {
		return fmt.Errorf("warnings = %q, want %q", k.p.Warnings, k.want.Warning)
	}
	name, err := k.wantName()
	if err != nil || name == nil {
		if err == nil && len(offered) > 0 && k.want.WireName != nil {
			return fmt.Errorf("%v is offered, want none", offered[0].Wire)
		}
		return err
	}
	if wire[*name] == 0 {
		return fmt.Errorf("wire names = %v, left out %q, want %v", wire, missing, *name)
	}
	if k.want.OfferedOnce && wire[*name] != 1 {
		return fmt.Errorf("%v is offered %d times, want once", *name, wire[*name])
	}
	if k.want.SentTwice && wire[*name] != 2 {
		return fmt.Errorf("%v is sent %d times, want twice", *name, wire[*name])
	}
	if k.want.Shadows != "" {
		for i := range k.p.Tools {
			if n := &k.p.Tools[i]; n.Ref.Builtin && string(n.Ref.Name) == k.want.Shadows && n.Status != journey.LeftOut {
				return fmt.Errorf("the built-in %s is still offered", k.want.Shadows)
			}
		}
	}
	return k.checkCall(journey.Invocation{Called: journey.Called{Namespace: name.Namespace, Name: journey.Echo(name.Name)}})
}

// wantName is the wire name that is asserted, nil for none.
func (k *clientCheck) wantName() (*journey.WireName, error) {
	if k.want.Name != nil {
		w := journey.WireName{Name: journey.Wire(*k.want.Name)}
		if k.want.Namespace != nil {
			w.Namespace = journey.Namespace(*k.want.Namespace)
		}
		return &w, nil
	}
	if k.want.WireName == nil {
		return nil, nil
	}
	var name *string
	if err := json.Unmarshal(k.want.WireName, &name); err != nil || name == nil {
		return nil, err
	}
	return &journey.WireName{Name: journey.Wire(*name)}, nil
}

// checkLeftOut compares the tools that are not in the request.
func (k *clientCheck) checkLeftOut(missing []string) error {
	if k.want.LeftOut == nil {
		return nil
	}
	var all bool
	if json.Unmarshal(k.want.LeftOut, &all) == nil {
		if got := len(missing) > 0; got != all {
			return fmt.Errorf("left_out = %v, want %v", got, all)
		}
		return nil
	}
	if k.in.ToolLengths != nil {
		out := []bool{}
		for _, name := range k.in.lengthNames() {
			out = append(out, slices.Contains(missing, name))
		}
		return differ("left_out", out, k.want.LeftOut)
	}
	var names []string
	if err := json.Unmarshal(k.want.LeftOut, &names); err != nil {
		return err
	}
	return differ("left_out", missing, names)
}

func (k *clientCheck) back() error {
	call := journey.Invocation{Called: journey.Called{Name: journey.Echo(*k.in.Call)}, Args: string(k.in.Args), ArgsFit: k.in.ArgsValid}
	if k.in.Namespace != nil {
		call.Called.Namespace = journey.Namespace(*k.in.Namespace)
	}
	if k.in.ItemType == "custom_tool_call" {
		call.Kind = journey.KindCustom
	}
	return k.checkCall(call)
}

// checkCall compares what a call does.
func (k *clientCheck) checkCall(call journey.Invocation) error {
	r, w := k.s.Resolve(k.p, call), k.want
	ran := k.ran(r)
	if w.Dispatch != nil {
		if err := differ("dispatch", ran, w.Dispatch); err != nil {
			return fmt.Errorf("%w (%v, %q)", err, r.Outcome, r.Error)
		}
	}
	if w.DispatchOneOf != nil && !slices.Contains(w.DispatchOneOf, *ran) {
		return fmt.Errorf("dispatch = %v, want one of %v", *ran, w.DispatchOneOf)
	}
	if w.Error != nil && r.Error != *w.Error {
		return fmt.Errorf("error = %q, want %q", r.Error, *w.Error)
	}
	if !strings.HasPrefix(r.Error, w.ErrorPrefix) || !strings.Contains(r.Error, w.ErrorContains) {
		return fmt.Errorf("error = %q, want it to begin with %q and hold %q", r.Error, w.ErrorPrefix, w.ErrorContains)
	}
	if w.ErrorTemplate != "" {
		if err := k.checkTemplate(r.Error); err != nil {
			return err
		}
	}
	if w.Stored != nil && string(r.Stored.Name) != *w.Stored {
		return fmt.Errorf("stored = %q, want %q", r.Stored.Name, *w.Stored)
	}
	return k.checkRepair(r)
}

// ran is what a resolution says ran, or where the call was sent: with the name
// that the server gets.
func (k *clientCheck) ran(r journey.Resolution) *clientTool {
	if r.Ref == nil {
		return &clientTool{}
	}
	if r.Ref.Builtin {
		return &clientTool{Builtin: string(r.Ref.Name)}
	}
	t := &clientTool{Server: string(r.Ref.Server), Tool: string(r.Ref.Name)}
	if r.Tool >= 0 && k.p.Tools[r.Tool].ToServer != "" {
		t.Tool = string(k.p.Tools[r.Tool].ToServer)
	}
	return t
}

// checkTemplate compares an error text that lists the offered tools.
func (k *clientCheck) checkTemplate(text string) error {
	front, rest, ok := strings.Cut(k.want.ErrorTemplate, "<")
	placeholder, end, closed := strings.Cut(rest, ">")
	if !ok || !closed {
		return differ("error", text, k.want.ErrorTemplate)
	}
	var list []string
	for i := range k.p.Tools {
		if n := &k.p.Tools[i]; n.Status == journey.Offered {
			list = append(list, string(n.Wire.Name))
		}
	}
	if strings.Contains(placeholder, "invalid") {
		list = append(list, "invalid")
	}
	if strings.Contains(placeholder, "sorted") {
		slices.Sort(list)
	}
	return differ("error", text, front+strings.Join(list, ", ")+end)
}
