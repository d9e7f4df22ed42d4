package report

import (
	"io"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// ExplainHTML writes the journey of one name as a page.
func ExplainHTML(w io.Writer, x Picture) error {
	p := &page{masks: x.Masks}
	name := p.code(x.Name)
	if x.Name == "" {
		name = "(empty name)"
	}
	if x.Namespace != "" {
		name = p.code(x.Namespace) + " · " + name
	}
	p.put("<header>\n<p class=\"made\">hopscope: one name, hop by hop</p>\n<h1>%s</h1>\n<dl>\n", name)
	if x.Client != "" {
		p.put("<dt>Client</dt><dd>%s</dd>\n", p.text(x.Client))
	}
	p.put("<dt>Scheme</dt><dd>%s</dd>\n<dt>Provider</dt><dd>%s</dd>\n", p.code(x.Scheme), p.code(orWord(x.Provider, "not known")))
	if x.Source != "" {
		p.put("<dt>File</dt><dd>%s</dd>\n", p.code(x.Source))
	}
	for _, n := range x.Notes {
		p.put("<dt>Note</dt><dd>%s</dd>\n", p.text(n))
	}
	p.put("</dl>\n</header>\n<main>\n<section class=\"call\">\n")
	p.way(&x.Journey, journey.ErrorText(x.Error), true)
	p.put("</section>\n</main>\n<footer>\n<p>%s</p>\n<p>Made by hopscope, %s.</p>\n</footer>\n", visible.HTML(x.Masks.Words()), p.text(x.Version))
	return p.document(w, x.Look, x.Name)
}

// RefusalHTML writes what a refusal text is about as a page.
func RefusalHTML(w io.Writer, r Refusal, masks *Masks, look Look, text string) error {
	p := &page{masks: masks}
	p.put("<header>\n<p class=\"made\">hopscope: what a refusal is about</p>\n<h1>%s</h1>\n<dl>\n", p.text(orWord(r.Tool, r.Rule)))
	for _, f := range refusalFacts(r) {
		p.put("<dt>%s</dt><dd>%s</dd>\n", sentence(f[0]), p.text(f[1]))
	}
	p.put("</dl>\n</header>\n<main>\n<section class=\"call\">\n")
	if r.Diagnosis == nil && r.What != "" {
		p.put("<dl>\n<dt>What</dt><dd>%s</dd>\n<dt>Error</dt><dd><pre>%s</pre></dd>\n<dt class=\"do\">Do</dt><dd class=\"do\">%s</dd>\n</dl>\n", p.text(r.What), p.lines(text), p.text(r.Advice))
	} else {
		p.why(r.Diagnosis, nil, text, true)
	}
	p.put("</section>\n</main>\n<footer>\n<p>%s</p>\n</footer>\n", visible.HTML(masks.Words()))
	return p.document(w, look, orWord(r.Tool, r.Rule))
}

// sentence begins with a capital.
func sentence(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}
