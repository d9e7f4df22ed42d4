package scheme

import (
	"strings"
	"unicode"

	"hopscope/journey"
	"hopscope/vocab"
)

// joiner is what the clients differ in that make one string of a server key
// and a listed name and have no namespace field.
type joiner struct {
	client string
	// name fills in Safe and Rule of a tool that a server lists; where it clears
	// SafeKnown, the listed name stands in for the wire name.
	name func(n *journey.Naming)
	// split takes a name apart that was read from a request; ok is false when it
	// is no joined name. sure: nothing else gives this name.
	split func(name string) (key journey.Server, tool string, sure, ok bool)
}

// line puts the tools of one request in a row and names them: the client's
// own, then the catalog in its order. Nothing is decided yet but what never
// comes near a request.
func (j joiner) line(set journey.Setting, asked string) (journey.Plan, readiness) {
	p := journey.Plan{Setting: set, Warnings: []string{}}
	p.Tools, _, _ = lineUp(set, ownToolsOf(j.client, asked, set.Model), nil)
	ready := readinessOf(set)
	unkeyed := hasUnkeyed(set)
	for i := range p.Tools {
		n := &p.Tools[i]
		t := &n.Tool
		switch {
		case t.Form != journey.FormRegistered:
			j.back(n)
		case t.Server == "" && (t.Builtin || !unkeyed):
			asOwn(n)
		default:
			n.Ref = journey.Ref{Server: t.Server, Name: t.Registered}
			n.RegisteredKnown, n.SafeKnown = true, true
			j.name(n)
			if n.Wire.Name = journey.Wire(n.Safe); !n.SafeKnown {
				n.Wire.Name = journey.Wire(t.Registered)
			}
		}
		absent(n, &ready)
		if t.Deferred && n.Status == journey.Offered {
			n.Status, n.Reason = journey.Deferred, "announced by name only"
		}
	}
	return p, ready
}

// back takes what was read as it is and looks for server and tool behind it.
func (j joiner) back(n *journey.Naming) {
	asRead(n)
	n.Rule = "as read"
	t := &n.Tool
	name := string(n.Wire.Name)
	n.Ref = journey.Ref{Server: t.Server, Name: journey.Registered(name), Builtin: t.Builtin}
	if t.Registered != "" {
		n.Ref.Name, n.RegisteredKnown = t.Registered, true
		return
	}
	if t.Builtin || t.Server == "" && isOwn(j.client, name) {
		n.Ref.Builtin, n.RegisteredKnown = true, true
		return
	}
	key, tool, sure, ok := j.split(name)
	switch {
	case !ok:
		n.Ref.Builtin = t.Server == ""
		n.RegisteredKnown = n.Ref.Builtin
	case t.Server == "" || key == t.Server:
		n.Ref.Server, n.Ref.Name, n.RegisteredKnown = key, journey.Registered(tool), sure
	}
}

// hasUnkeyed reports whether the catalog names a server whose key is the empty
// text. Then a tool without a server is that server's, unless it is known to be
// the client's own.
func hasUnkeyed(set journey.Setting) bool {
	for _, s := range set.Catalog.Servers {
		if s.Key == "" {
			return true
		}
	}
	return false
}

// readyServers lists the servers that are up, in the order in which they became
// ready.
func readyServers(set journey.Setting) []journey.Server {
	order, _ := set.Ready()
	return order
}

// isOwn reports whether the vocabulary knows a name as one of the client's own
// tools, at any version.
func isOwn(client, name string) bool { return vocab.Has(client, "", name).Known }

// cutKnown takes a name apart at a separator where the setting names exactly
// one server whose form stands before it.
func cutKnown(name, separator string, known serverForms) (key journey.Server, tool string, ok bool) {
	fits := 0
	for at := range len(name) {
		if !strings.HasPrefix(name[at:], separator) {
			continue
		}
		if k, found := known[name[:at]]; found {
			fits++
			key, tool = k, name[at+len(separator):]
		}
	}
	return key, tool, fits == 1 && key != ""
}

// shareWires finds the tools that stand in the request under one name and
// leaves them all there. The first of them keeps ByWire.
func shareWires(p *journey.Plan) {
	for group := range indexWires(p).all {
		share(p.Tools, group)
	}
}

// offeredWires lists the names in the request, in its order.
func offeredWires(p *journey.Plan) []string {
	list := make([]string, 0, len(p.Tools))
	for i := range p.Tools {
		if p.Tools[i].Status == journey.Offered {
			list = append(list, string(p.Tools[i].Wire.Name))
		}
	}
	return list
}

// exactOrAmbiguous answers a call by exact name in a client of which nobody
// knows what it does with two tools of one name: then the answer is open.
func exactOrAmbiguous(p *journey.Plan, called journey.Called) (r journey.Resolution, ok bool) {
	i, ok := p.ByWire[called.Wire()]
	if !ok {
		return r, false
	}
	if len(p.Tools[i].SharesWith) > 0 {
		return journey.Resolution{Outcome: journey.OutcomeAmbiguous, Tool: -1, Via: "exact", Stored: called}, true
	}
	return ran(p, i, "exact", called), true
}

// sentOn is the resolution of a call that the client passes to a server which
// lists no such tool: what comes back is the server's own text.
func sentOn(server journey.Server, tool, via string, stored journey.Called) journey.Resolution {
	return journey.Resolution{
		Outcome: journey.OutcomeUnknown, Tool: -1, Ref: &journey.Ref{Server: server, Name: journey.Registered(tool)},
		Via: via, Stored: stored,
	}
}

// misfit is the resolution of a call whose arguments are known not to fit. The
// client's text for it is not known.
func misfit(via string, stored journey.Called) journey.Resolution {
	return journey.Resolution{Outcome: journey.OutcomeRefused, Tool: -1, Via: via, Stored: stored}
}

// badArguments reports whether the arguments are known not to fit.
func badArguments(call journey.Invocation) bool { return call.ArgsFit != nil && !*call.ArgsFit }

// oneName is the identity of a tool of a client that knows it by one name. Under
// which name it is stored is not said: of these clients that is not known.
func oneName(n *journey.Naming) journey.Identity {
	wire := string(n.Wire.Name)
	id := journey.Identity{PublicName: wire, Namespace: n.Wire.Namespace, LookupKey: wire}
	if n.Ref.Server != "" {
		id.Qualified = string(n.Ref.Server) + "/" + string(n.Ref.Name)
	}
	return id
}

// foldRuns replaces every run of characters outside the set by one underscore.
func foldRuns(s string, keep *asciiSet) string {
	var b strings.Builder
	b.Grow(len(s))
	in := false
	for _, r := range s {
		if keep.has(r) {
			b.WriteByte(byte(r))
			in = false
			continue
		}
		if !in {
			b.WriteByte('_')
		}
		in = true
	}
	return b.String()
}

// lowerAll is the lower case of JavaScript and Python, which write the Turkish
// capital I with its dot as two characters.
func lowerAll(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	return strings.ToLower(strings.ReplaceAll(s, "\u0130", "i\u0307"))
}

// isJSSpace reports whether JavaScript's \s matches a character.
func isJSSpace(r rune) bool {
	return r == '\uFEFF' || r != '\u0085' && unicode.IsSpace(r)
}

// ruleOf words what was done to a name: the first word that says something,
// else "prefixed".
func ruleOf(words ...string) string {
	all := ""
	for _, w := range words {
		if w != "" {
			all = joinWords(all, w)
		}
	}
	if all == "" {
		return "prefixed"
	}
	return all
}
