package casefile

import (
	"maps"
	"slices"

	"hopscope/sessions/node"
)

// View is where the reader stood when the case was saved, and what was chosen
// on the screen. It changes nothing about the recording: fields client,
// provider and scheme of the case say what that was.
type View struct {
	// Tab is journeys, replay, vocabulary, what-if or sessions.
	Tab string
	// Tool is the name under the cursor, Call the number of the call in the
	// case (from 1, calls of null counted), 0 for none.
	Tool string
	Call int
	// Pane has the focus; Filter is what the list is filtered by.
	Pane, Filter string
	// Scheme (ID or ID@VERSION), Provider, Options and Connected were chosen;
	// empty or nil: those of the recording.
	Scheme, Provider string
	Options          map[string]string
	Connected        []string
	Extra            []Field
}

func (p *parser) view(v node.Value) bool {
	if v.Kind() == node.Null {
		return true
	}
	if v.Kind() != node.Object {
		return p.wrong(v, "view", "an object")
	}
	x := &View{}
	texts := map[string]*string{
		"tab": &x.Tab, "tool": &x.Tool, "pane": &x.Pane, "filter": &x.Filter, "scheme": &x.Scheme, "provider": &x.Provider,
	}
	for key, e := range v.Members() {
		ok := false
		field := "view." + key
		switch dst := texts[key]; {
		case dst != nil:
			ok = p.text(e, field, dst)
		case key == "call":
			ok = p.number(e, field, &x.Call)
		case key == "options":
			ok = p.decode(e, field, "an object of texts", &x.Options)
		case key == "connected":
			ok = p.names(e, field, &x.Connected)
		}
		if !ok {
			x.Extra = append(x.Extra, Field{key, clone(e)})
		}
	}
	p.c.View = x
	return true
}

func viewJSON(x *View) string {
	var f fields
	f.text("tab", x.Tab)
	f.text("tool", x.Tool)
	f.number("call", x.Call)
	f.text("pane", x.Pane)
	f.text("filter", x.Filter)
	f.text("scheme", x.Scheme)
	f.text("provider", x.Provider)
	if len(x.Options) > 0 {
		var o fields
		for _, key := range slices.Sorted(maps.Keys(x.Options)) {
			o.raw(key, node.Quote(x.Options[key]))
		}
		f.raw("options", o.object())
	}
	f.names("connected", x.Connected, x.Connected != nil)
	return f.rest(x.Extra)
}
