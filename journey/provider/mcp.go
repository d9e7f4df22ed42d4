package provider

import (
	"strconv"
	"strings"
	"unicode/utf16"

	"hopscope/journey"
)

const (
	mcpSource   = "modelcontextprotocol/modelcontextprotocol docs/specification/2025-11-25/server/tools.mdx @b0f60ba5; npm @modelcontextprotocol/sdk@1.32.2 shared/toolNameValidation.js"
	mcpPerHost  = "modelcontextprotocol/modelcontextprotocol docs/specification/2026-07-28/server/tools.mdx @b0f60ba5: unique within a server, not over servers"
	mcpEarlier  = "modelcontextprotocol/modelcontextprotocol docs/specification/2025-06-18/server/tools.mdx: no rule"
	mcpCall     = "modelcontextprotocol/modelcontextprotocol docs/specification/2025-11-25/server/tools.mdx @b0f60ba5, error -32602; npm @modelcontextprotocol/sdk@1.32.2 answers a result with isError"
	mcpSEP      = "modelcontextprotocol/modelcontextprotocol seps/986-specify-format-for-tool-names.md @b0f60ba5, status Final"
	mcpPattern  = "^[A-Za-z0-9._-]{1,128}$"
	mcpMax      = 128
	mcpCharText = "A-Z a-z 0-9 _ - ."
)

var mcpChars = wordDash.and(".")

// mcpContract: what a server should call its tools, by the revisions of the
// specification. Nothing is refused: the reference server warns and goes on,
// so all violations but an unknown tool are warnings. The text of SEP-986
// differs from what was released and is a place of its own.
var mcpContract = contract{
	info: journey.ProviderInfo{
		ID: "mcp", Title: "Model Context Protocol", Contract: "should be A-Z a-z 0-9 _ - . , 1 to 128, unique within a server",
		Sources: []journey.Fact{
			{What: "names of a server's tools, since 2025-11-25", Source: mcpSource, AsOf: "2025-11-25", How: "run"},
			{What: "names are unique within one server", Source: mcpPerHost, AsOf: "2026-07-28", How: "read"},
			{What: "no rule in 2025-06-18 and before", Source: mcpEarlier, AsOf: "2025-06-18", How: "read"},
			{What: "a call of a tool that the server does not have", Source: mcpCall, AsOf: "2025-11-25", How: "read"},
			{What: "the text of SEP-986: 1 to 64, with /", Source: mcpSEP, How: "read"},
		},
	},
	rules: []placeRule{
		{NameRule: journey.NameRule{Place: journey.PlaceDeclare, Chars: "any", Source: mcpEarlier}},
		mcpDeclared("2025-11-25", mcpSource), mcpDeclared("2026-07-28", mcpPerHost),
		{NameRule: journey.NameRule{Place: journey.PlaceCall, Chars: "any", Declared: true, Source: mcpCall}},
		{
			NameRule: journey.NameRule{Place: journey.PlaceSEP986, Pattern: "^[A-Za-z0-9_./-]{1,64}$", Chars: mcpCharText + " /", Min: 1, Max: 64, Source: mcpSEP},
			chars:    mcpChars.and("/"), tail: tailRefused, should: true,
		},
	},
	path:  mcpPath,
	words: mcpWords, spells: true,
}

func mcpDeclared(asOf, source string) placeRule {
	return placeRule{
		NameRule: journey.NameRule{Place: journey.PlaceDeclare, Pattern: mcpPattern, Chars: mcpCharText, Min: 1, Max: mcpMax, Unique: true, Source: source, AsOf: asOf},
		chars:    mcpChars, tail: tailRefused, should: true,
	}
}

func mcpPath(place journey.Place, index int) string {
	if place == journey.PlaceCall {
		return "params.name"
	}
	return "result.tools[" + strconv.Itoa(index) + "].name"
}

const (
	mcpUnknown   = "Unknown tool: "
	mcpCode      = "-32602"
	mcpNotFound  = "MCP error -32602: Tool "
	mcpEmpty     = "Tool name cannot be empty"
	mcpLong      = "Tool name exceeds maximum length of "
	mcpIllegal   = "Tool name contains invalid characters: "
	mcpTwice     = " is already registered"
	mcpEdge      = "Tool name starts or ends with a "
	mcpEdgeEnd   = ", which may cause parsing issues in some contexts"
	mcpValidator = "Tool name validation warning for \""
)

// mcpWords returns the texts of the specification's errors and of the reference
// server. That says one thing about a name: its length, else its characters.
func mcpWords(b broken) (text string, seen bool) {
	switch {
	case b.rule == ruleUnknown:
		return mcpUnknown + b.name, true
	case b.rule == ruleDuplicate:
		return "Tool " + b.name + mcpTwice, true
	case b.place != journey.PlaceDeclare:
		return "", false
	}
	units := utf16.Encode([]rune(b.name))
	switch {
	case len(units) == 0:
		return mcpEmpty, true
	case len(units) > mcpMax:
		return mcpLong + strconv.Itoa(mcpMax) + " characters (current: " + strconv.Itoa(len(units)) + ")", true
	}
	return mcpIllegal + strings.Join(mcpOffending(units), ", "), true
}

// mcpOffending lists the characters that are not allowed, each once, in quotes.
// The server counts in UTF-16 units; half of a character is written as U+FFFD.
func mcpOffending(units []uint16) []string {
	var list []string
	seen := map[uint16]bool{}
	for _, u := range units {
		if seen[u] || u < 0x80 && mcpChars.has(byte(u)) {
			continue
		}
		seen[u] = true
		list = append(list, `"`+string(utf16.Decode([]uint16{u}))+`"`)
	}
	return list
}

// mcp is the Model Context Protocol, as a server's client sees it.
type mcp struct {
	*contract
	mcpCodec
}

func newMCP() journey.Provider { return mcp{contract: &mcpContract} }

// Check judges one name. A name is taken and warned about when - or . stands at
// one of its ends.
func (p mcp) Check(place journey.Place, name journey.WireName, index int, asOf string) (journey.Verdict, []journey.Violation) {
	v, list := p.contract.Check(place, name, index, asOf)
	if v == journey.VerdictAccept && place == journey.PlaceDeclare {
		list = append(list, p.edges(p.ruleAt(place, asOf), string(name.Name))...)
	}
	return v, list
}

// Repeat is Check of the declared names of one request.
func (p mcp) Repeat(asOf string) func(*journey.WireName, *journey.Site) (journey.Verdict, []journey.Violation) {
	check, r := p.contract.Repeat(asOf), p.ruleAt(journey.PlaceDeclare, asOf)
	return func(name *journey.WireName, at *journey.Site) (journey.Verdict, []journey.Violation) {
		v, list := check(name, at)
		if v == journey.VerdictAccept {
			list = append(list, p.edges(r, string(name.Name))...)
		}
		return v, list
	}
}

// edges are the warnings about - and . at the ends of a declared name.
func (p mcp) edges(r *placeRule, text string) []journey.Violation {
	if r == nil || !r.should || text == "" {
		return nil
	}
	var list []journey.Violation
	for _, edge := range [...]struct{ char, word string }{{"-", "dash"}, {".", "dot"}} {
		at := len(text) - 1
		if strings.HasPrefix(text, edge.char) {
			at = 0
		} else if !strings.HasSuffix(text, edge.char) {
			continue
		}
		list = append(list, p.violation(r, ruleEdge, at, `"`+edge.char+`" at one end of the name`, mcpEdge+edge.word+mcpEdgeEnd, true))
	}
	return list
}

// Recognise reads the errors of the specification and the texts of the
// reference server.
func (mcp) Recognise(text string) (journey.Refusal, bool) {
	call := journey.Refusal{Place: journey.PlaceCall, Path: "params.name", Index: -1, Rule: ruleUnknown}
	declared := journey.Refusal{Place: journey.PlaceDeclare, Index: -1}
	if name, ok := between(text, mcpNotFound, " not found"); ok {
		call.Name = name
		return call, true
	}
	if _, rest, ok := strings.Cut(text, mcpUnknown); ok && (strings.HasPrefix(text, mcpUnknown) || strings.Contains(text, mcpCode)) {
		call.Name = quotedEnd(rest)
		return call, true
	}
	if name, ok := between(text, "Tool ", mcpTwice); ok && !strings.ContainsAny(name, "\n\"") {
		declared.Name, declared.Rule = name, ruleDuplicate
		return declared, true
	}
	if name, ok := between(text, mcpValidator, "\":"); ok {
		declared.Name = name
	}
	switch {
	case strings.Contains(text, mcpEmpty):
		declared.Rule, declared.Limit = ruleShort, 1
	case strings.Contains(text, mcpLong):
		declared.Rule, declared.Limit, declared.Length = ruleLong, numberAfter(text, mcpLong), numberAfter(text, "(current: ")
	case strings.Contains(text, mcpIllegal):
		declared.Rule = ruleIllegal
	case strings.Contains(text, mcpEdge):
		declared.Rule = ruleEdge
	default:
		return journey.Refusal{}, false
	}
	return declared, true
}

// quotedEnd cuts a name at what closes the text around it.
func quotedEnd(rest string) string {
	if end := strings.IndexAny(rest, "\"\n\r\\"); end >= 0 {
		return rest[:end]
	}
	return strings.TrimSpace(rest)
}
