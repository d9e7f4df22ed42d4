package diagnose

import (
	"slices"
	"strings"
	"unicode"

	"hopscope/journey"
)

// Words that show that something stands between client and provider.
var gatewayWords = []string{"gateway", "proxy", "router", "converter", "relay", "litellm", "through", "aggregator", "bridge"}

// gateway reports whether the session names something between the client and
// the provider.
func (c *scene) gateway() bool {
	return containsAny(strings.ToLower(c.Provider), gatewayWords) || c.clientIsGateway()
}

// clientIsGateway reports whether the recording client is itself a gateway in
// front of servers.
func (c *scene) clientIsGateway() bool {
	return containsAny(strings.ToLower(c.Label), gatewayWords)
}

// place decides between echo, return, wire and safe for a call whose name came
// back other than it was declared. right is the spelling that was meant, empty
// when that is not known; leaked tells that the difference is a gateway's mark,
// which is intended on the way out.
func (c *scene) place(d *journey.Diagnosis, e *Event, right string, leaked bool) {
	echo := spelled(e.Called)
	switch hop, seen := c.stageHop(echo, right, leaked); {
	case seen:
		d.Hop = hop
		return
	case slices.Contains(c.Wire, echo):
		d.Hop = journey.HopSafe
		return
	}
	switch {
	case c.gateway() && leaked:
		d.Hop, d.AcceptHops = journey.HopReturn, []journey.Hop{journey.HopEcho}
	case c.gateway() && d.Kind == journey.KindCaseDrift && c.capitalsRan():
		d.Hop, d.AcceptHops = journey.HopWire, []journey.Hop{journey.HopReturn, journey.HopEcho}
	case c.gateway() && d.Kind == journey.KindCaseDrift:
		d.Hop, d.AcceptHops = journey.HopReturn, []journey.Hop{journey.HopEcho}
	default:
		d.Hop, d.AcceptHops = journey.HopEcho, []journey.Hop{journey.HopReturn}
	}
}

// stageHop decides by the capture: the last step from right to wrong. seen is
// false when the capture does not show it.
func (c *scene) stageHop(echo, right string, leaked bool) (hop journey.Hop, seen bool) {
	p := c.Capture
	if p == nil {
		return journey.HopNone, false
	}
	if p.Expected != nil && p.Expected.HasNamespace && p.Item != nil && !p.Item.HasNamespace {
		return journey.HopReturn, true
	}
	if p.Item != nil && p.Item.HasNamespace && p.Item.Name != echo && p.Expected == nil && len(p.Stages) == 0 {
		return journey.HopReturn, true // the two fields were there
	}
	if len(p.Stages) == 0 {
		return journey.HopNone, false
	}
	return lastWrong(p.Stages, echo, right, leaked)
}

// lastWrong walks the stages. Where the echo was sighted, only the echo is
// wrong: another spelling before it is a form that somebody made on purpose.
// Where it was not, everything else than the name that was meant is wrong.
func lastWrong(stages []journey.Stage, echo, right string, leaked bool) (journey.Hop, bool) {
	hop, wrong := journey.HopNone, false
	sighted := slices.ContainsFunc(stages, func(s journey.Stage) bool { return s.Name == echo })
	for _, s := range stages {
		now := s.Name == echo
		if !sighted {
			now = right != "" && s.Name != right
		}
		if leaked && (s.At == "sent" || s.At == "sent_to_provider" || s.At == "provider_returned") {
			now = false // the gateway's own rename, not yet undone
		}
		if now && !wrong {
			hop = stagePlace(s.At)
		}
		wrong = now
	}
	if !wrong {
		if hop != journey.HopNone || len(stages) > 0 && stages[len(stages)-1].Name == right {
			return journey.HopReturn, true // right at the last sighting, wrong at the client
		}
		if leaked {
			return journey.HopReturn, true
		}
		return journey.HopNone, false
	}
	if len(stages) == 1 && hop == journey.HopReturn {
		return journey.HopNone, false // only the end was seen
	}
	return hop, true
}

func stagePlace(at string) journey.Hop {
	switch at {
	case "declared":
		return journey.HopSafe
	case "sent", "sent_to_provider":
		return journey.HopWire
	case "provider_returned":
		return journey.HopEcho
	}
	return journey.HopReturn
}

// capitalsRan reports whether a declared name with capitals came back as it
// was declared.
func (c *scene) capitalsRan() bool {
	for name := range c.Past.Ran {
		if len(c.exact[name]) > 0 && strings.IndexFunc(name, unicode.IsUpper) >= 0 {
			return true
		}
	}
	return false
}

// open says, for the evidence, what a recording without a capture cannot tell.
func (c *scene) open(d *journey.Diagnosis) {
	if d.Hop == journey.HopEcho && slices.Contains(d.AcceptHops, journey.HopReturn) {
		see(d, "capture", "Model or something between: a capture would settle it")
		see(d, "capture", "It is made so: %s, and give its log as second PATH", captureWays[c.Client].orUsual())
	}
}

// captureWay is how the requests of a client are led through a proxy that
// writes them down. Known from the clients' own settings, 2026-11.
type captureWay string

var captureWays = map[string]captureWay{
	"claude-code": "set ANTHROPIC_BASE_URL to a logging proxy",
	"codex":       "set base_url of its provider in config.toml to a logging proxy",
	"gemini-cli":  "set GOOGLE_GEMINI_BASE_URL to a logging proxy",
	"opencode":    "set options.baseURL of its provider in opencode.json to a logging proxy",
	"qwen-code":   "set OPENAI_BASE_URL to a logging proxy",
}

func (w captureWay) orUsual() string {
	if w == "" {
		return "lead its requests through a logging proxy"
	}
	return string(w)
}

// unsentHop is the hop at fault for a server's own name that is sent unchanged
// and refused: the registered name if no hosted provider takes it, else the
// wire.
func unsentHop(name string) journey.Hop {
	for _, r := range name {
		if !isNameRune(r) && r != '.' && r != ':' {
			return journey.HopRegistered
		}
	}
	if runeLen(name) > hostedMax {
		return journey.HopRegistered
	}
	return journey.HopWire
}

// hostedMax is the greatest length of a declared name that any hosted provider
// takes: OpenAI Responses, Anthropic Messages and Gemini, documents of 2026.
const hostedMax = 128
