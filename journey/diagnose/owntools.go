package diagnose

import (
	"slices"

	"hopscope/journey"
	"hopscope/vocab"
)

// Where no list was recorded, a client's own tools are there all the same. A
// session in which each of them was refused shows none that ran.

// ownTools judges a refusal against the client's own tools, where no list is
// at hand; nil where that gives no tool that was meant.
func ownTools(st *Situation, e *Event) *journey.Diagnosis {
	list, ok := vocab.Builtins(st.Client, st.Version)
	if !ok {
		return nil
	}
	return ownToolsSaid(withOwnTools(st, list.Declared).judge(e), "No list was given: the tools of "+st.Client+" "+list.Version+" are taken")
}

func ownToolsSaid(d *journey.Diagnosis, why string) *journey.Diagnosis {
	if d == nil || d.Target == "" {
		return nil
	}
	d.Evidence = append(d.Evidence, journey.Evidence{Where: "catalog", Text: why})
	return d
}

// withOwnTools is a scene with tools of the client added.
func withOwnTools(st *Situation, names []string) *scene {
	own := *st
	own.Assumed = true
	own.Catalog = slices.Clone(st.Catalog)
	for _, b := range names {
		if !slices.ContainsFunc(own.Catalog, func(t Entry) bool { return t.Name == b }) {
			own.Catalog = append(own.Catalog, Entry{Name: b, Builtin: true})
		}
	}
	return newScene(&own)
}

// onlySpelling are the kinds in which a call has a tool's name and something
// else beside it.
var onlySpelling = []journey.Kind{
	journey.KindCaseDrift, journey.KindSeparatorDrift, journey.KindResidueInName, journey.KindWrapperDecoration, journey.KindStreamAssembly, journey.KindRenameLeak,
}

// orOwnTool asks about a refused call again, with the client's own tools beside
// the names that ran: d stays where it names a tool, but a name that is one of
// the client's own in another spelling is that.
func (a *Analyzer) orOwnTool(view *planView, seen sight, e *Event, d *journey.Diagnosis) *journey.Diagnosis {
	if view.known || d == nil || d.Target != "" && slices.Contains(onlySpelling, d.Kind) {
		return d
	}
	c := a.sceneOf(view)
	if view.own == nil {
		list, _ := vocab.Builtins(c.Client, c.Version)
		names := slices.DeleteFunc(slices.Clone(list.Declared), func(n string) bool {
			_, there := c.words.own(n)
			return !there
		})
		view.own = withOwnTools(c.Situation, names)
	}
	own := view.own.sighted(seen).judge(e)
	if own == nil || own.Target == "" || len(c.exact[own.Target]) > 0 || d.Target != "" && !slices.Contains(onlySpelling, own.Kind) {
		return d
	}
	return ownToolsSaid(own, "No list was recorded: "+show(own.Target)+" is one of the client's own tools")
}
