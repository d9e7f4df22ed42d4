package scheme

import (
	"strings"

	"hopscope/journey"
)

// joint is how a client joins server and tool into one name: prefix, the
// server's form, separator, the tool's form.
type joint struct{ prefix, separator string }

// doubleUnderscore is mcp__SERVER__TOOL.
var doubleUnderscore = joint{"mcp__", "__"}

func (j joint) join(server, tool string) string {
	return j.prefix + server + j.separator + tool
}

// serverForms maps the form of a server key to the key itself. A form that
// two keys share maps to the empty key.
type serverForms map[string]journey.Server

// formsOf makes the table for all servers that the setting names.
func formsOf(set journey.Setting, form func(journey.Server) string) serverForms {
	t := serverForms{}
	add := func(key journey.Server) {
		f := form(key)
		if have, ok := t[f]; ok && have != key {
			t[f] = ""
			return
		}
		t[f] = key
	}
	for _, s := range set.Catalog.Servers {
		add(s.Key)
	}
	for _, s := range set.Connected {
		add(s)
	}
	return t
}

// parsed is a joined name taken apart again.
type parsed struct {
	server, tool string
	// key is the server's key where the setting names exactly one that fits.
	key journey.Server
	// sure: no other split and no other spelling of server and tool gives this
	// name, as far as folding leaves only underscores behind.
	sure bool
}

// split takes a joined name apart. ok is false when the name has no prefix or
// no separator. A server that the setting names decides the split; else it is
// at the first separator, as the clients read it themselves.
func (j joint) split(name string, known serverForms) (p parsed, ok bool) {
	rest, ok := strings.CutPrefix(name, j.prefix)
	if !ok {
		return parsed{}, false
	}
	at := strings.Index(rest, j.separator)
	if at < 0 {
		return parsed{}, false
	}
	splits, fits := 0, 0
	for i := at; i+len(j.separator) <= len(rest); i++ {
		if !strings.HasPrefix(rest[i:], j.separator) {
			continue
		}
		splits++
		if key, found := known[rest[:i]]; found {
			fits++
			if fits == 1 {
				p.server, p.tool, p.key = rest[:i], rest[i+len(j.separator):], key
			}
		}
	}
	if fits == 1 && p.key != "" {
		p.sure = !strings.Contains(p.tool, "_")
		return p, true
	}
	p = parsed{server: rest[:at], tool: rest[at+len(j.separator):]}
	p.sure = fits == 0 && splits == 1 && !strings.Contains(p.server, "_") && !strings.Contains(p.tool, "_")
	return p, true
}
