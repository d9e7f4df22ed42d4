package scheme

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"hopscope/journey"
)

// litellm is the naming of LiteLLM, which stands between a client and a
// provider, on three routes. Nothing checks whether two names meet on any of
// them, and an answer that no map knows is passed through to the client, whose
// own look-up then decides.
type litellm struct{ asked, note string }

func newLiteLLM(_ int, asked, note string) journey.Scheme { return litellm{asked, note} }

const (
	// litellmLimit, litellmStem and litellmDigits are those of the route from
	// /v1/messages to OpenAI-like backends, in code points.
	litellmLimit  = 64
	litellmStem   = 55
	litellmDigits = 8
	// litellmUnnamed and the index in the request name a tool without a name.
	litellmUnnamed = "litellm_unnamed_tool_"
	// litellmCache is how many renamed tools the Bedrock route remembers, for
	// the whole process.
	litellmCache = 50
)

// Info describes the scheme.
func (l litellm) Info() journey.SchemeInfo {
	const source = "BerriAI/litellm, an index copy, commit not known"
	return journey.SchemeInfo{
		ID: "litellm", Kind: journey.Framework, Version: l.asked, Title: "LiteLLM", Unit: "code points", Limit: litellmLimit, Note: l.note,
		Rule:    "route=anthropic: over 64 the first 55, _ and 8 hex of SHA-256; bedrock: replaced by _, a before a non-letter; mcp-gateway: SERVER-TOOL",
		Clash:   "not checked; both are sent, the one whose way back was stored last is called; on the Bedrock route also across clients of one process",
		Lookup:  "by the map of this request; on the Bedrock route by a cache of 50 for the whole process; the gateway splits at the first separator",
		History: "cut again in each request",
		Options: []journey.SchemeOption{
			{Key: "route", Values: []string{"anthropic", "bedrock", "mcp-gateway"}, Default: "anthropic",
				What: "/v1/messages to an OpenAI-like backend, Bedrock Converse, or the MCP gateway"},
			{Key: "separator", Default: "-", What: "MCP_TOOL_PREFIX_SEPARATOR of the gateway"},
			{Key: "known_prefixes", Values: onOff, Default: "true",
				What: "the gateway knows its servers' prefixes; without, any name with a separator counts as prefixed"},
		},
		Sources: []journey.Fact{
			{What: "cut and hash of /v1/messages; a forced tool_choice is cut alike, tools fixed by type keep their name; rule run again on two examples", Source: source, AsOf: "2026-11-29", How: "read"},
			{What: "Bedrock: characters", Source: source, AsOf: "2026-11-29", How: "read"},
			{What: "Bedrock: whether a newer version keeps the hyphen", Source: "not looked up", AsOf: "2026-11-29", How: "unknown"},
			{What: "Bedrock: the cache, 50 entries, 600 s, the oldest goes first", Source: "BerriAI/litellm caching/in_memory_cache.py @0002b538", AsOf: "2026-11-29", How: "read"},
			{What: "MCP gateway", Source: "BerriAI/litellm mcp utils @017c0994", AsOf: "2026-11-29", How: "read"},
		},
	}
}

// Plan names the tools of one request on the chosen route.
func (l litellm) Plan(set journey.Setting) journey.Plan {
	switch set.Option("route", "anthropic") {
	case "bedrock":
		return l.renamed(set, litellmFold, litellmCache)
	case "mcp-gateway":
		return l.gateway(set)
	}
	return l.renamed(set, litellmCut, 0)
}

// renamed names the tools of the two routes that keep a map of what they
// changed. keeps is how many entries it holds, 0 for all.
func (l litellm) renamed(set journey.Setting, form func(name string, index int) string, keeps int) journey.Plan {
	index := -1
	p, _ := eachTool(set, func(n *journey.Naming) {
		index++
		t := &n.Tool
		n.Ref = journey.Ref{Server: t.Server, Name: t.Registered, Builtin: t.Builtin}
		if t.Form != journey.FormRegistered {
			asRead(n)
			l.back(n, keeps > 0)
			return
		}
		n.RegisteredKnown, n.SafeKnown = true, true
		n.Safe, n.Rule = journey.Safe(t.Registered), "unchanged"
		if t.Kind == journey.KindFunction {
			n.Safe = journey.Safe(form(string(t.Registered), index))
		}
		n.Wire.Name = journey.Wire(n.Safe)
		if string(n.Safe) != string(t.Registered) {
			n.Rule = litellmRule(string(t.Registered), keeps > 0)
		}
	})
	l.wayBack(&p, keeps)
	return p
}

func litellmRule(name string, bedrock bool) string {
	if !bedrock {
		if strings.TrimSpace(name) == "" {
			return "named by its index"
		}
		return "cut, hashed"
	}
	words := foldWords(strings.Map(func(r rune) rune {
		if bedrockKeeps(r) {
			return '_'
		}
		return r
	}, name), &word)
	if first, _ := utf8.DecodeRuneInString(name); !unicode.IsLetter(first) {
		return joinWords(words, "a put before")
	}
	return words
}

// back says how sure the registered name behind a form is.
func (l litellm) back(n *journey.Naming, bedrock bool) {
	name := string(n.Wire.Name)
	n.Rule = "as read"
	n.RegisteredKnown = true
	if n.Tool.Registered != "" {
		return
	}
	n.Ref.Name = journey.Registered(name)
	if bedrock {
		n.RegisteredKnown = !strings.Contains(name, "_") && !strings.HasPrefix(name, "a")
		return
	}
	n.RegisteredKnown = units(name, codePoints) != litellmLimit && !strings.HasPrefix(name, litellmUnnamed)
}

// litellmCut is the name on the way from /v1/messages to an OpenAI-like
// backend: characters stay, what is longer than 64 is cut and hashed, a blank
// name becomes one with the tool's index.
func litellmCut(name string, index int) string {
	if strings.TrimSpace(name) == "" {
		return litellmUnnamed + strconv.Itoa(index)
	}
	if units(name, codePoints) <= litellmLimit {
		return name
	}
	sum := sha256.Sum256([]byte(name))
	return cutUnits(name, litellmStem, codePoints) + "_" + hex.EncodeToString(sum[:])[:litellmDigits]
}

// litellmFold is the name on the Bedrock route: a letter of any script first,
// then letters and digits of any script and _. An empty name stays.
func litellmFold(name string, _ int) string {
	if name == "" {
		return name
	}
	var b strings.Builder
	for i, r := range name {
		if i == 0 && !unicode.IsLetter(r) {
			b.WriteByte('a')
		}
		if bedrockKeeps(r) {
			b.WriteRune(r)
		} else {
			b.WriteByte('_')
		}
	}
	return b.String()
}

func bedrockKeeps(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }

// litellmChanged reports whether a tool's way back stands in the map.
func litellmChanged(n *journey.Naming) bool {
	return n.Tool.Form == journey.FormRegistered && string(n.Wire.Name) != string(n.Tool.Registered)
}

// wayBack fills ByWire as the map of changed names does: the last one stored
// under a form is called, whatever tool has that form as its own name. An entry
// that a full map has dropped leads nowhere.
func (l litellm) wayBack(p *journey.Plan, keeps int) {
	own := map[journey.WireName]int{}
	sendTwice(p, func(group []int) int { return group[len(group)-1] })
	for i := range p.Tools {
		if n := &p.Tools[i]; !isLeftOut(n) && !litellmChanged(n) {
			own[n.Wire] = i
		}
	}
	stored := map[journey.WireName]int{} // when it was stored last
	var order []journey.WireName
	oldest := 0
	for i := range p.Tools {
		n := &p.Tools[i]
		if isLeftOut(n) || !litellmChanged(n) {
			continue
		}
		for dropped := false; keeps > 0 && len(stored) >= keeps && !dropped; oldest++ {
			form := order[oldest]
			if dropped = stored[form] == oldest; dropped {
				delete(stored, form)
				delete(p.ByWire, form)
				if k, ok := own[form]; ok {
					p.ByWire[form] = k
				}
			}
		}
		p.ByWire[n.Wire] = i
		stored[n.Wire] = len(order)
		order = append(order, n.Wire)
	}
	if keeps > 0 && len(order) > 0 {
		p.Warnings = append(p.Warnings, fmt.Sprintf("%d renamed: the way back is a cache of %d for the whole process; another client's tools can overwrite it or push it out", len(order), keeps))
	}
}

// gateway names the tools of the MCP gateway: SERVER, a separator, TOOL. Blanks
// in a server's name become _; one that holds the separator is refused.
func (l litellm) gateway(set journey.Setting) journey.Plan {
	front := prefixing{text: ownKey, separator: set.Option("separator", "-"), form: litellmServer}
	known := formsOf(set, front.before)
	p, _ := eachTool(set, func(n *journey.Naming) { front.name(n, known) })
	warned := map[journey.Server]bool{}
	for i := range p.Tools {
		n := &p.Tools[i]
		key := n.Tool.Server
		if front.separator == "" || isLeftOut(n) || !strings.Contains(litellmServer(key), front.separator) {
			continue
		}
		text := "Server name cannot contain '" + front.separator + "'. Use an alternative character instead Found: " + string(key)
		leaveOut(n, "the gateway refuses the server: "+text)
		if !warned[key] {
			warned[key] = true
			p.Warnings = append(p.Warnings, text)
		}
	}
	sendTwice(&p, func(group []int) int { return group[len(group)-1] })
	return p
}

func litellmServer(key journey.Server) string { return strings.ReplaceAll(string(key), " ", "_") }

// Resolve answers a call by the way back of the plan. What it does not know
// goes to the client as it is: no tool, and no text of LiteLLM's own.
func (l litellm) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	stored := call.Called
	route := p.Setting.Option("route", "anthropic")
	if route == "anthropic" && units(string(stored.Name), codePoints) > litellmLimit {
		stored.Name = journey.Echo(litellmCut(string(stored.Name), 0))
	}
	i, ok := p.ByWire[call.Called.Wire()]
	if ok && route == "mcp-gateway" && p.Setting.Option("known_prefixes", "true") == "false" {
		ok = l.splitsRight(p, i)
	}
	switch {
	case !ok:
		return unknown("", stored)
	case l.ambiguous(p, i, route == "mcp-gateway"):
		return journey.Resolution{Outcome: journey.OutcomeAmbiguous, Tool: -1, Stored: stored}
	case litellmChanged(&p.Tools[i]):
		return ran(p, i, "back map", stored)
	}
	return ran(p, i, "exact", stored)
}

// ambiguous tells where the client, or the gateway, has two tools of the very
// name that LiteLLM gives back.
func (l litellm) ambiguous(p *journey.Plan, i int, gateway bool) bool {
	if gateway {
		return len(p.Tools[i].SharesWith) > 0
	}
	return !litellmChanged(&p.Tools[i]) && slices.ContainsFunc(p.Tools[i].SharesWith, func(k int) bool { return !litellmChanged(&p.Tools[k]) })
}

// splitsRight tells whether the first separator of a name is the one that the
// gateway put there.
func (l litellm) splitsRight(p *journey.Plan, i int) bool {
	separator := p.Setting.Option("separator", "-")
	n := &p.Tools[i]
	server, _, prefixed := strings.Cut(string(n.Wire.Name), separator)
	return prefixed == (n.Ref.Server != "") && (!prefixed || server == litellmServer(n.Ref.Server))
}

// Identity returns the layers of tool i: the client knows the real name.
func (l litellm) Identity(p *journey.Plan, i int) journey.Identity {
	n := &p.Tools[i]
	id := plainIdentity(n)
	if n.RegisteredKnown && n.Tool.Form == journey.FormRegistered {
		id.TraceName = string(n.Ref.Name)
	}
	return id
}

// Recognise reads nothing: LiteLLM refuses no call.
func (l litellm) Recognise(string) (journey.Refused, bool) { return journey.Refused{}, false }
