package scheme_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

type clientCase struct {
	ID, Client, Verdict string
	Input               struct {
		Server, Tool, Catalog, Plugin string
		Servers                       serverEntries
		ToolsInOrder                  []string `json:"tools_in_order"`
		Call                          *string
		Namespace                     string
		ItemType                      string `json:"item_type"`
		Args                          json.RawMessage
		ArgsValid                     *bool `json:"args_valid"`
		ToolSearch                    bool  `json:"tool_search"`
		Model                         string
	}
	Expected map[string]json.RawMessage
}

type serverEntry struct {
	Server, Tool string
	ConnectDelay float64 `json:"connect_delay_s"`
}

// serverEntries skips the lists of bare labels that some clients' cases have.
type serverEntries []serverEntry

func (s *serverEntries) UnmarshalJSON(data []byte) error {
	if compact := bytes.Join(bytes.Fields(data), nil); bytes.HasPrefix(compact, []byte(`["`)) {
		return nil
	}
	return json.Unmarshal(data, (*[]serverEntry)(s))
}

type clientFile struct {
	Catalogs map[string]orderedTools
	Cases    []clientCase
}

// orderedTools keeps the order of a JSON object's keys.
type orderedTools []struct {
	server string
	tools  []string
}

func (o *orderedTools) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		var tools []string
		if err := d.Decode(&tools); err != nil {
			return err
		}
		*o = append(*o, struct {
			server string
			tools  []string
		}{key.(string), tools})
	}
	return nil
}

// clientVectors lists the clients whose cases this package runs.
var clientVectors = []string{"claude-code", "codex", "gemini-cli", "opencode", "qwen-code"}

func TestClientVectors(t *testing.T) {
	var file clientFile
	readVectors(t, "clients.json", &file)
	for _, c := range file.Cases {
		if !slices.Contains(clientVectors, c.Client) || c.Verdict == "unknown" {
			continue
		}
		t.Run(c.ID, func(t *testing.T) { runClient(t, &file, c) })
	}
}

func runClient(t *testing.T, file *clientFile, c clientCase) {
	s, ok := scheme.ForClient(c.Client, "")
	if !ok {
		t.Fatalf("ForClient(%q): none", c.Client)
	}
	set := journey.Setting{Builtins: true, Model: modelOf(c), ToolSearch: c.Input.ToolSearch}
	set.Catalog, set.Connected = clientCatalog(file, c)
	p := s.Plan(set)
	want := expectations{t: t, c: c, s: s, p: &p}
	if c.Input.Call != nil {
		want.back()
		return
	}
	want.forward()
}

// modelOf is the model of a case's run: given, or by the note on catalogs.
func modelOf(c clientCase) string {
	if c.Input.Model != "" {
		return c.Input.Model
	}
	return map[string]string{"codex B": "gpt-5.5", "codex A": "gpt-5.2", "opencode D": "gpt-5.1"}[c.Client+" "+c.Input.Catalog]
}

func clientCatalog(file *clientFile, c clientCase) (cat journey.Catalog, connected []journey.Server) {
	add := func(server, plugin, tool string) {
		cat.Tools = append(cat.Tools, journey.Tool{Registered: journey.Registered(tool), Server: journey.Server(server), Plugin: plugin})
	}
	in := c.Input
	switch {
	case in.Catalog != "":
		for _, s := range file.Catalogs[in.Catalog] {
			for _, tool := range s.tools {
				add(s.server, "", tool)
			}
		}
		if in.Servers == nil {
			return cat, nil
		}
	case in.ToolsInOrder != nil:
		for _, tool := range in.ToolsInOrder {
			add(in.Server, "", tool)
		}
	case in.Servers != nil:
		for _, s := range in.Servers {
			add(s.Server, "", s.Tool)
		}
	default:
		add(in.Server, in.Plugin, in.Tool)
	}
	order := slices.Clone(in.Servers)
	slices.SortStableFunc(order, func(a, b serverEntry) int { return cmp.Compare(a.ConnectDelay, b.ConnectDelay) })
	for _, s := range order {
		connected = append(connected, journey.Server(s.Server))
	}
	return cat, connected
}

type expectations struct {
	t *testing.T
	c clientCase
	s journey.Scheme
	p *journey.Plan
}

func (e *expectations) text(key string) (string, bool) {
	raw, ok := e.c.Expected[key]
	var s *string
	if ok {
		must(e.t, json.Unmarshal(raw, &s))
	}
	if s == nil {
		return "", false
	}
	return *s, true
}

type toolRef struct{ Server, Tool, Builtin string }

func (e *expectations) find(server, tool string) *journey.Naming {
	for i := range e.p.Tools {
		if n := &e.p.Tools[i]; string(n.Ref.Server) == server && string(n.Ref.Name) == tool {
			return n
		}
	}
	e.t.Fatalf("no naming of %q %q", server, tool)
	return nil
}

func (e *expectations) dispatched(r journey.Resolution) toolRef {
	if r.Outcome != journey.OutcomeRan {
		return toolRef{}
	}
	if r.Ref.Builtin {
		return toolRef{Builtin: string(r.Ref.Name)}
	}
	name := r.Ref.Name
	if sent := e.p.Tools[r.Tool].ToServer; sent != "" {
		name = sent
	}
	return toolRef{Server: string(r.Ref.Server), Tool: string(name)}
}

func (e *expectations) forward() {
	in := e.c.Input
	called := journey.Called{}
	if in.Servers == nil && in.ToolsInOrder == nil {
		n := e.find(in.Server, in.Tool)
		e.checkName(n)
		called = journey.Called{Namespace: n.Wire.Namespace, Name: journey.Echo(n.Wire.Name)}
	} else if name, ok := e.text("wire_name"); ok {
		called.Name = journey.Echo(name)
		_, offered := e.p.ByWire[called.Wire()]
		if !offered {
			e.t.Errorf("no tool %q in the request", name)
		}
	}
	if raw, ok := e.c.Expected["left_out"]; ok && in.ToolsInOrder != nil {
		var list []string
		must(e.t, json.Unmarshal(raw, &list))
		for _, name := range list {
			if n := e.find(in.Server, name); n.Status != journey.LeftOut {
				e.t.Errorf("%q is %v, want left_out", name, n.Status)
			}
		}
	}
	if raw, ok := e.c.Expected["offered_once"]; ok && string(raw) == "true" {
		count := 0
		for i := range e.p.Tools {
			if n := &e.p.Tools[i]; n.Status != journey.LeftOut && n.Wire == called.Wire() {
				count++
			}
		}
		if count != 1 {
			e.t.Errorf("%q is offered %d times, want 1", called.Name, count)
		}
	}
	e.checkDispatch(e.s.Resolve(e.p, journey.Invocation{Called: called}))
}

func (e *expectations) checkName(n *journey.Naming) {
	got := n.Wire
	leftOut := n.Status == journey.LeftOut
	if raw, ok := e.c.Expected["left_out"]; ok && string(raw) == "true" && !leftOut {
		e.t.Errorf("%q is %v, want left_out", n.Ref.Name, n.Status)
	}
	if want, ok := e.text("wire_name"); ok && (string(got.Name) != want || leftOut || got.Namespace != "") {
		e.t.Errorf("wire name = %q %q (%v), want %q", got.Namespace, got.Name, n.Status, want)
	}
	if want, ok := e.text("name"); ok {
		ns, _ := e.text("namespace")
		if string(got.Name) != want || string(got.Namespace) != ns || leftOut {
			e.t.Errorf("wire name = %q %q (%v), want %q %q", got.Namespace, got.Name, n.Status, ns, want)
		}
	}
}

func (e *expectations) checkDispatch(r journey.Resolution) {
	got := e.dispatched(r)
	if raw, ok := e.c.Expected["dispatch"]; ok {
		var want toolRef
		must(e.t, json.Unmarshal(raw, &want))
		if got != want {
			e.t.Errorf("dispatch = %+v %q, want %+v", got, r.Error, want)
		}
	}
	if raw, ok := e.c.Expected["dispatch_one_of"]; ok {
		var want []toolRef
		must(e.t, json.Unmarshal(raw, &want))
		if !slices.Contains(want, got) {
			e.t.Errorf("dispatch = %+v %q, want one of %+v", got, r.Error, want)
		}
	}
}

func (e *expectations) back() {
	in := e.c.Input
	call := journey.Invocation{Called: journey.Called{Namespace: journey.Namespace(in.Namespace), Name: journey.Echo(*in.Call)}, ArgsFit: in.ArgsValid, Args: string(in.Args)}
	if in.ItemType == "custom_tool_call" {
		call.Kind = journey.KindCustom
	}
	r := e.s.Resolve(e.p, call)
	e.checkDispatch(r)
	if want, ok := e.text("error"); ok && r.Error != want {
		e.t.Errorf("error = %q, want %q", r.Error, want)
	}
	if want, ok := e.text("result"); ok && r.Error != want {
		e.t.Errorf("result = %q, want %q", r.Error, want)
	}
	if want, ok := e.text("error_prefix"); ok && !strings.HasPrefix(r.Error, want) {
		e.t.Errorf("error = %q, want it to begin with %q", r.Error, want)
	}
	if want, ok := e.text("error_contains"); ok && !strings.Contains(r.Error, want) {
		e.t.Errorf("error = %q, want it to contain %q", r.Error, want)
	}
	if want, ok := e.text("name_written_to_history"); ok && string(r.Stored.Name) != want {
		e.t.Errorf("stored = %q, want %q", r.Stored.Name, want)
	}
	if _, ok := e.c.Expected["error"]; ok && r.Outcome == journey.OutcomeRan {
		e.t.Errorf("ran %+v, want an error", r.Ref)
	}
}
