package scheme_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

// sendsTwice are the clients that really put two tools of one wire identity
// into a request, and what a call of it does then.
var sendsTwice = map[string]string{
	"adk":           "both are declared, the last of tools_dict runs",
	"cline":         "of tools without a server nothing is known",
	"continue":      "not known who answers",
	"crush":         "both are sent, the later one of the map runs",
	"cursor":        "only a limit is known",
	"hermes-agent":  "what it sends is not known",
	"gateway":       "the client's own two tools of one name",
	"langchain-mcp": "both are sent, the last loaded answers",
	"litellm":       "nothing is checked",
	"trae-agent":    "both are sent, the later one of the map runs",
	"vscode":        "of tools without a server nothing is known",
	"verbatim":      "no client: clashes are shown as they are",
}

// goesAstray tells of a tool that a client offers and yet does not reach, or
// not always, by the very form that it offers; empty: it does.
func goesAstray(id string, p *journey.Plan, n *journey.Naming) string {
	name := string(n.Wire.Name)
	option := func(key, value string) bool { return p.Setting.Options[key] == value }
	switch {
	case id == "strands" && (!legal(name) || name == "" || len(name) > 64):
		return "a called name is judged before it is looked up"
	case id == "gateway" && option("rename_back", "false"):
		return "it forgets the way back"
	case id == "litellm" && option("known_prefixes", "false"):
		return "the first separator may stand in the tool's own name"
	case id == "cline" && option("mcp", "one-tool"):
		return "all tools of servers are called through one"
	case id == "goose" && n.Ref.Server == "" && option("unprefixed", "unowned"):
		return "nobody owns it"
	case id == "roo-code" && (!plain(string(n.Ref.Server)) || !plain(n.Tool.Listed())):
		return "the way back takes the name apart again"
	case id == "trae-agent" && folded(p, name) > 1:
		return "the look-up does not see capitals and underscores"
	}
	return ""
}

// optionsGen draws some of the options that a scheme reads.
func optionsGen(s journey.Scheme) *rapid.Generator[map[string]string] {
	texts := map[string][]string{
		"connected":  {"", "a", "a_b,a", "ide,a.b"},
		"order":      {"a_b", "a.b,a"},
		"prefix":     {"", "a", "p.q", "{server}", "true"},
		"map":        {"", `{"a":"b","b":"a"}`, `{"a":"b","a.b":"b"}`, `{"tool":"Bash"}`, `{"a":1}`, "x"},
		"vocabulary": {"opencode", "claude-code@2.1.20", "nobody"},
		"separator":  {"-", "_", "__", ""},
		"reserved":   {"a", "Task,a_b"},
	}
	return rapid.Custom(func(t *rapid.T) map[string]string {
		options := map[string]string{}
		for _, o := range scheme.Options(s.Info()) {
			values := o.Values
			if len(values) == 0 {
				values = texts[o.Key]
			}
			if len(values) > 0 && rapid.IntRange(0, 2).Draw(t, "give "+o.Key) == 0 {
				options[o.Key] = rapid.SampledFrom(values).Draw(t, o.Key)
			}
		}
		return options
	})
}

// plain reports whether a name is nothing but letters and digits, a letter
// first.
func plain(name string) bool {
	return name != "" && (name[0] < '0' || name[0] > '9') && !strings.ContainsAny(name, "_-") && legal(name)
}

// folded counts the names of a request that are alike without capitals and
// underscores.
func folded(p *journey.Plan, name string) int {
	fold := func(s string) string { return strings.ReplaceAll(strings.ToLower(s), "_", "") }
	count := 0
	for i := range p.Tools {
		if p.Tools[i].Status != journey.LeftOut && fold(string(p.Tools[i].Wire.Name)) == fold(name) {
			count++
		}
	}
	return count
}

func called(n *journey.Naming) journey.Invocation {
	return journey.Invocation{Called: journey.Called{Namespace: n.Wire.Namespace, Name: journey.Echo(n.Wire.Name)}, Kind: n.Tool.Kind}
}

// TestOfferedToolsAreTold holds for every scheme: tools that are offered have a
// wire identity each and are reached by it, and what is left out is neither
// offered nor reached. Where the client itself does otherwise, the census says
// so.
func TestOfferedToolsAreTold(t *testing.T) {
	for _, s := range scheme.All() {
		t.Run(s.Info().ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				set := settingGen().Draw(t, "setting")
				set.Options = optionsGen(s).Draw(t, "options")
				p := s.Plan(set)
				holdOffered(t, s, &p)
			})
		})
	}
}

func holdOffered(t *rapid.T, s journey.Scheme, p *journey.Plan) {
	id := s.Info().ID
	first := map[journey.WireName]int{}
	for i := range p.Tools {
		n := &p.Tools[i]
		r := s.Resolve(p, called(n))
		if r.Tool >= 0 && p.Tools[r.Tool].Status == journey.LeftOut && !looksPast[id] {
			t.Fatalf("%s: Resolve(%v) reaches tool %d, which is left out: %s", id, n.Wire, r.Tool, p.Tools[r.Tool].Reason)
		}
		if n.Status == journey.LeftOut {
			if n.Reason == "" {
				t.Fatalf("%s: tool %d is left out without a reason", id, i)
			}
			continue
		}
		if other, twice := first[n.Wire]; twice {
			if goesAstray(id, p, n) != "" {
				continue
			}
			if sendsTwice[id] == "" {
				t.Fatalf("%s: tools %d and %d are both offered as %v", id, other, i, n.Wire)
			}
			inCensus(t, id, p, other, i)
			continue
		}
		first[n.Wire] = i
		if len(n.SharesWith) > 0 && sendsTwice[id] != "" || goesAstray(id, p, n) != "" {
			continue
		}
		if r.Outcome != journey.OutcomeRan && r.Outcome != journey.OutcomeHandoff {
			t.Fatalf("%s: Resolve(%v) = %v %q, want tool %d", id, n.Wire, r.Outcome, r.Error, i)
		}
		if r.Outcome == journey.OutcomeRan && (r.Tool != i || *r.Ref != n.Ref) {
			t.Fatalf("%s: Resolve(%v) = tool %d, want tool %d", id, n.Wire, r.Tool, i)
		}
	}
}

// inCensus holds that two tools of one wire identity are a finding.
func inCensus(t *rapid.T, id string, p *journey.Plan, a, b int) {
	if !slices.Contains(p.Tools[b].SharesWith, a) {
		t.Fatalf("%s: tools %d and %d are both %v and do not say so: SharesWith = %v", id, a, b, p.Tools[b].Wire, p.Tools[b].SharesWith)
	}
	census := journey.Census(p, nil, "")
	for _, f := range census.Findings {
		clash := f.Rule == journey.RuleSharedForm || f.Rule == journey.RuleDuplicate
		if clash && slices.Contains(f.Indexes, a) && slices.Contains(f.Indexes, b) {
			return
		}
	}
	t.Fatalf("%s: tools %d and %d are both offered as %v, the census says %+v", id, a, b, p.Tools[a].Wire, census.Findings)
}

// orderMatters are the schemes whose forms depend on the order of the list also
// where nothing clashes.
var orderMatters = map[string]string{
	"agents-python": "who of one name stays",
	"litellm":       "a tool without a name gets its index",
	"vscode":        "servers of one prefix are numbered as they come",
}

// TestOrderOfTheListDoesNotMatter holds that each tool has the same form
// whatever order the list has, where nothing clashes.
func TestOrderOfTheListDoesNotMatter(t *testing.T) {
	for _, s := range scheme.All() {
		if orderMatters[s.Info().ID] != "" {
			continue
		}
		t.Run(s.Info().ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				set := settingGen().Draw(t, "setting")
				set.Builtins, set.Connected = false, nil
				set.Options = optionsGen(s).Draw(t, "options")
				delete(set.Options, "connected")
				set.Catalog.Tools = slices.DeleteFunc(set.Catalog.Tools, func(t journey.Tool) bool { return t.Form != journey.FormRegistered })
				one := forms(s.Plan(set))
				set.Catalog.Tools = rapid.Permutation(set.Catalog.Tools).Draw(t, "shuffled")
				if two := forms(s.Plan(set)); !reflect.DeepEqual(one, two) {
					t.Fatalf("%s: shuffled, the forms are %v, want %v", s.Info().ID, two, one)
				}
			})
		})
	}
}

// forms lists what each tool becomes, but for tools that clash: there the order
// decides.
func forms(p journey.Plan) map[string][]string {
	out := map[string][]string{}
	clash := map[string]bool{}
	for i := range p.Tools {
		n := &p.Tools[i]
		key := fmt.Sprintf("%d %q %q", n.Tool.Form, n.Tool.Server, n.Tool.Listed())
		clash[key] = clash[key] || len(n.SharesWith) > 0 || out[key] != nil
		out[key] = append(out[key], fmt.Sprintf("%v %v", n.Wire, n.Status))
	}
	for key := range clash {
		if clash[key] {
			delete(out, key)
		}
	}
	return out
}

// FuzzPlanAndResolve holds for every scheme that no names, options or calls
// make it fail, and that it answers alike twice.
func FuzzPlanAndResolve(f *testing.F) {
	f.Add("a.b", "a b", "a-b", "a", "prefix={server};route=bedrock", "a_a.b")
	f.Add("", "\xff", "🙂", "my server", `map={"a":"b"};rename_back=false`, "constructor")
	f.Add(strings.Repeat("é", 70), "tool", "tool", "mcp__a", "order=b;connected=a", "INVALID_TOOL_NAME")
	f.Fuzz(func(t *testing.T, one, two, three, server, options, call string) {
		set := catalogOf(journey.Tool{Registered: journey.Registered(one)}, mcp(server, two), mcp(server, three), mcp(server+"x", two),
			journey.Tool{Form: journey.FormWire, Wire: journey.WireName{Namespace: journey.Namespace(server), Name: journey.Wire(three)}})
		set.Options = map[string]string{}
		for part := range strings.SplitSeq(options, ";") {
			key, value, _ := strings.Cut(part, "=")
			set.Options[key] = value
		}
		for _, s := range scheme.All() {
			p := s.Plan(set)
			checkPlan(t, s, &p)
			for i := range p.Tools {
				s.Identity(&p, i)
				s.Resolve(&p, called(&p.Tools[i]))
			}
			r := s.Resolve(&p, echo(call))
			if again := s.Resolve(&p, echo(call)); !reflect.DeepEqual(r, again) {
				t.Fatalf("%s: Resolve(%q) = %+v, then %+v", s.Info().ID, call, r, again)
			}
		}
	})
}
