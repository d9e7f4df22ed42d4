package casefile

import (
	"hopscope/journey"
	"hopscope/sessions/node"
)

// capture reads what was seen on the wire. The shapes are told apart by their
// keys: a request (tools, tool_choice, history), the chunks of a streamed call
// (deltas), the stages of one name, a raw item (name, namespace; or event and
// content_block), a name beside what was expected.
func (p *parser) capture(v node.Value) bool {
	if v.Kind() != node.Object {
		return p.wrong(v, "capture", "an object")
	}
	x := &journey.Capture{Raw: string(v.Raw())}
	for key, e := range v.Members() {
		switch key {
		case "tools":
			x.Tools = string(e.Raw())
		case "tool_choice":
			x.ToolChoice = string(e.Raw())
		case "history":
			x.History = string(e.Raw())
		case "deltas":
			for d := range e.Elements() {
				x.Deltas = append(x.Deltas, string(d.Raw()))
			}
		case "declared", "sent", "sent_to_provider", "provider_returned", "after_map", "delivered":
			if name, ok := e.Text(); ok {
				x.Stages = append(x.Stages, journey.Stage{At: key, Name: name})
			} else {
				p.wrong(e, "capture."+key, "a string")
			}
		case "name":
			x.Name = e.Str()
		case "namespace":
			x.Namespace, x.HasNamespace = e.Text()
		case "content_block":
			if x.Name == "" {
				x.Name = e.Get("name").Str()
			}
		case "expected":
			if x.Expected = e.Str(); e.Kind() != node.String {
				x.Expected = string(e.Raw())
			}
		}
	}
	p.c.Capture = x
	return true
}
