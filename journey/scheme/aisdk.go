package scheme

import (
	"slices"
	"strconv"
	"strings"

	"hopscope/journey"
)

// aiSDK is the naming of the AI SDK: tools are the keys of one object, so that
// of several with one name the last stays, also when the tools of two servers
// are spread into it. Names go out as they are, in the order of an object's
// keys. A call is looked up exactly; before an unknown name is refused a repair
// hook may change the call, once.
type aiSDK struct{ version, asked, note string }

var aiSDKVersions = []string{"6.0.326"}

func newAISDK(rule int, asked, note string) journey.Scheme {
	return aiSDK{aiSDKVersions[rule], asked, note}
}

const (
	aiSDKUnknown = "Model tried to call unavailable tool '"
	aiSDKInput   = "Invalid input for tool "
	aiSDKRepair  = "Error repairing tool call: "
)

// aiSDKInherited are the keys that every object has: the look-up finds them.
var aiSDKInherited = [...]string{
	"__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "constructor",
	"hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
}

// Info describes the scheme.
func (a aiSDK) Info() journey.SchemeInfo {
	return journey.SchemeInfo{
		ID: "ai-sdk", Kind: journey.Framework, Version: a.version, Title: "AI SDK", Unit: "UTF-16 units", Note: a.note,
		Rule:     "names go out as they are, as keys of one object; nothing is replaced or cut",
		Clash:    "the last stays, silently: one key, one tool",
		Lookup:   "exact; then the repair hook, once; a name that every object has (constructor) passes and ends the run",
		History:  "what the model said, or the name that the repair hook returned if it is there",
		Refusal:  aiSDKUnknown + "X'. Available tools: a, b.",
		Versions: aiSDKVersions,
		Options: []journey.SchemeOption{
			{Key: "repair_hook", Values: []string{"none", "null", "lower", "rename", "throw"}, Default: "none",
				What: "what experimental_repairToolCall does: null gives up, lower and rename return the call under another name, throw fails"},
			{Key: "repair_to", What: "with repair_hook=rename: the name that the hook returns; with throw: the text of its error"},
		},
		Sources: []journey.Fact{
			{What: "keys, look-up, refusal texts, repair hook, constructor", Source: "npm ai@6.0.326, @ai-sdk/mcp@1.0.102, run with a model that answers from a list", AsOf: "2026-11-29", How: "run"},
			{What: "text about arguments", Source: "npm ai, a bundle", AsOf: "2026-11-29", How: "read"},
			{What: "a later state looks only at an object's own keys", Source: "vercel/ai ed857f50f1 parse-tool-call.ts; its version is not known", AsOf: "2026-11-29", How: "unknown"},
		},
	}
}

// Plan names the tools of one request.
func (a aiSDK) Plan(set journey.Setting) journey.Plan {
	p, ready := prefixing{}.plan(set)
	if !recorded(set) {
		asKeys(p.Tools)
	}
	for group := range indexWires(&p).all {
		keepOne(&p, group, lastReady(&p, &ready, group), "a later tool has this key")
	}
	return p
}

// asKeys puts tools into the order of an object's keys: a key that is set again
// keeps its place.
func asKeys(tools []journey.Naming) {
	place := make(map[journey.WireName]int, len(tools))
	for _, there := range []bool{true, false} {
		for i := range tools {
			if _, ok := place[tools[i].Wire]; !ok && isLeftOut(&tools[i]) != there {
				place[tools[i].Wire] = i
			}
		}
	}
	arrange(tools, func(x, y *journey.Naming) int {
		if d := keyOrder(string(x.Wire.Name), string(y.Wire.Name)); d != 0 {
			return d
		}
		return place[x.Wire] - place[y.Wire]
	})
}

// keyOrder is the order of an object's keys: whole numbers first, by value,
// then all others in the order in which they came.
func keyOrder(a, b string) int {
	x, isX := arrayIndex(a)
	y, isY := arrayIndex(b)
	switch {
	case isX && isY && x != y:
		if x < y {
			return -1
		}
		return 1
	case isX && !isY:
		return -1
	case isY && !isX:
		return 1
	}
	return 0
}

// arrayIndex reads a key that JavaScript orders by value: a whole number below
// 2^32-1 in its usual spelling.
func arrayIndex(key string) (uint64, bool) {
	if key == "" || len(key) > 10 || key[0] == '0' && key != "0" || strings.Trim(key, digits) != "" {
		return 0, false
	}
	n, err := strconv.ParseUint(key, 10, 64)
	return n, err == nil && n < 1<<32-1
}

// Resolve answers a call by exact name, then asks the repair hook once. The
// hook is asked as well about arguments that do not fit.
func (a aiSDK) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	first, ok := a.try(p, call, call.Called, "exact")
	if ok {
		return first
	}
	to := call.Called
	switch p.Setting.Option("repair_hook", "none") {
	case "lower":
		to.Name = journey.Echo(strings.ToLower(string(to.Name)))
	case "rename":
		to.Name = journey.Echo(p.Setting.Option("repair_to", ""))
	case "throw":
		first.Error = aiSDKRepair + p.Setting.Option("repair_to", "…")
		return first
	default:
		return first
	}
	second, ok := a.try(p, call, to, "repair hook")
	if !ok {
		second.Stored = call.Called // the error names the repaired call, the history does not
	}
	return second
}

// try looks a name up; ok is false where the hook is asked.
func (a aiSDK) try(p *journey.Plan, call journey.Invocation, called journey.Called, via string) (r journey.Resolution, ok bool) {
	name := string(called.Name)
	i, found := p.ByWire[called.Wire()]
	switch {
	case !found && len(p.Tools) > 0 && called.Namespace == "" && slices.Contains(aiSDKInherited[:], name):
		return refused("a key that every object has: no result is made and the run ends", "", called), true
	case !found:
		return unknown(a.unknownText(p, name), called), false
	case call.ArgsFit != nil && !*call.ArgsFit:
		return refused(via, aiSDKInput+name+": …", called), false
	}
	return ran(p, i, via, called), true
}

func (a aiSDK) unknownText(p *journey.Plan, name string) string {
	if len(p.Tools) == 0 {
		return aiSDKUnknown + name + "'. No tools are available."
	}
	return aiSDKUnknown + name + "'. Available tools: " + strings.Join(offeredList(p), ", ") + "."
}

// Identity returns the layers of tool i.
func (a aiSDK) Identity(p *journey.Plan, i int) journey.Identity { return plainIdentity(&p.Tools[i]) }

// Recognise reads the refusals.
func (a aiSDK) Recognise(text string) (journey.Refused, bool) {
	if said, ok := strings.CutPrefix(text, aiSDKInput); ok {
		if name, reason, ok := strings.Cut(firstLine(said), ": "); ok {
			return journey.Refused{Class: journey.ClassBadArguments, Name: name, Reason: reason}, true
		}
	}
	return readWordings(text, aiSDKWordings)
}
