package casefile

import (
	"hopscope/journey"
	"hopscope/sessions/node"
)

// server reads what a recording said of a server.
func (p *parser) server(v node.Value, place string) {
	var s journey.ServerEntry
	key := ""
	p.text(v.Get("key"), place+".key", &key)
	p.text(v.Get("status"), place+".status", &s.Status)
	p.text(v.Get("error"), place+".error", &s.Error)
	s.Key, s.NamesUnknown = cutName(journey.Server(key)), v.Get("names_unknown").True()
	p.c.Servers = append(p.c.Servers, s)
}

func serverJSON(s journey.ServerEntry) string {
	var f fields
	f.raw("key", node.Quote(string(s.Key)))
	f.text("status", s.Status)
	if s.NamesUnknown {
		f.raw("names_unknown", "true")
	}
	f.text("error", s.Error)
	return f.object()
}

// prompt reads a text that taught the model names.
func (p *parser) prompt(v node.Value, place string) {
	var x journey.Prompt
	p.text(v.Get("where"), place+".where", &x.Where)
	p.text(v.Get("text"), place+".text", &x.Text)
	x.Text = cut(x.Text, journey.PromptMax)
	p.c.Prompts = append(p.c.Prompts, x)
}

func promptJSON(x journey.Prompt) string {
	var f fields
	f.text("where", x.Where)
	f.raw("text", node.Quote(x.Text))
	return f.object()
}
