package scheme_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

// readVectors decodes one file of testdata/vectors.
func readVectors(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "vectors", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func mustGet(t testing.TB, id string) journey.Scheme {
	t.Helper()
	s, err := scheme.Get(id)
	if err != nil {
		t.Fatalf("Get(%q) = %v", id, err)
	}
	return s
}

func names(list ...string) journey.Catalog {
	c := journey.Catalog{Complete: true}
	for _, n := range list {
		c.Tools = append(c.Tools, journey.Tool{Registered: journey.Registered(n)})
	}
	return c
}

func echo(name string) journey.Invocation {
	return journey.Invocation{Called: journey.Called{Name: journey.Echo(name)}}
}

type nativeCase struct {
	ID    string
	Input struct {
		Name    string
		Catalog []string
		Echoes  []string
		Turns   []struct{ Catalog, Echoes []string }
	}
	Expected json.RawMessage
}

func TestNativeVectors(t *testing.T) {
	var file struct{ Cases []nativeCase }
	readVectors(t, "native-runtime.json", &file)
	native := mustGet(t, "native")
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			switch group := c.ID[:strings.LastIndex(c.ID, "-")]; group {
			case "native-safe":
				var want struct{ Form string }
				must(t, json.Unmarshal(c.Expected, &want))
				p := native.Plan(journey.Setting{Catalog: names(c.Input.Name)})
				if got := string(p.Tools[0].Safe); got != want.Form {
					t.Errorf("Safe(%q) = %q, want %q", c.Input.Name, got, want.Form)
				}
			case "native-census":
				nativeCensus(t, native, c)
			case "native-dispatch":
				var want []nativeAnswer
				must(t, json.Unmarshal(c.Expected, &want))
				nativeDispatch(t, native, c.Input.Catalog, c.Input.Echoes, want)
			case "native-replay":
				var want [][]nativeAnswer
				must(t, json.Unmarshal(c.Expected, &want))
				for i, turn := range c.Input.Turns {
					nativeDispatch(t, native, turn.Catalog, turn.Echoes, want[i])
				}
			default:
				t.Fatalf("group %q is not known here", group)
			}
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func nativeCensus(t *testing.T, s journey.Scheme, c nativeCase) {
	t.Helper()
	var want struct {
		Offered  [][2]string
		LeftOut  []string `json:"left_out"`
		Back     map[string]string
		Warnings []string
	}
	must(t, json.Unmarshal(c.Expected, &want))
	p := s.Plan(journey.Setting{Catalog: names(c.Input.Catalog...)})
	offered, back := [][2]string{}, map[string]string{}
	inRequest := map[string]bool{}
	for _, n := range p.Tools {
		if n.Status == journey.Offered {
			pair := [2]string{string(n.Ref.Name), string(n.Wire.Name)}
			offered = append(offered, pair)
			inRequest[pair[0]] = true
			if pair[0] != pair[1] {
				back[pair[1]] = pair[0]
			}
		}
	}
	leftOut := []string{}
	for _, n := range p.Tools {
		if name := string(n.Ref.Name); !inRequest[name] {
			leftOut = append(leftOut, name)
		}
	}
	slices.Sort(p.Warnings)
	slices.Sort(want.Warnings)
	if !reflect.DeepEqual(offered, want.Offered) {
		t.Errorf("offered = %q, want %q", offered, want.Offered)
	}
	if !slices.Equal(leftOut, want.LeftOut) {
		t.Errorf("left out = %q, want %q", leftOut, want.LeftOut)
	}
	if !reflect.DeepEqual(back, want.Back) {
		t.Errorf("back = %q, want %q", back, want.Back)
	}
	if !slices.Equal(p.Warnings, want.Warnings) {
		t.Errorf("warnings = %q, want %q", p.Warnings, want.Warnings)
	}
}

type nativeAnswer struct{ Runs, Meta, Error *string }

func nativeDispatch(t *testing.T, s journey.Scheme, catalog, echoes []string, want []nativeAnswer) {
	t.Helper()
	p := s.Plan(journey.Setting{Catalog: names(catalog...)})
	for i, e := range echoes {
		r := s.Resolve(&p, echo(e))
		var got nativeAnswer
		switch r.Outcome {
		case journey.OutcomeRan:
			name := string(r.Ref.Name)
			got.Runs = &name
		case journey.OutcomeRuntime:
			got.Meta = &e
		default:
			got.Error = &r.Error
		}
		if !reflect.DeepEqual(got, want[i]) {
			t.Errorf("Resolve(%q) = %v %q, want %+v", e, r.Outcome, r.Error, want[i])
		}
		if string(r.Stored.Name) != e {
			t.Errorf("Resolve(%q) stores %q", e, r.Stored.Name)
		}
	}
}
