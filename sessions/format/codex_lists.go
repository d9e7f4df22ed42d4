package format

import (
	"hopscope/journey"
	"hopscope/sessions/walk"
)

// cxDeclaredList is the Data of a declared list.
type cxDeclaredList struct {
	where string
	tools []journey.Tool
}

const (
	clNothing walk.Slot = iota
	clElem
	clType
	clName
	clSpace
	clDesc
	clInput
	clInputSnake
	clParams
	clDefer
	clDeferSnake
	clTools
	clEnd
)

// cxListSpec reads the elements of a list of tools.
var cxListSpec = walk.Compile([]string{
	clElem: "[]", clType: "[].type", clName: "[].name", clSpace: "[].namespace", clDesc: "[].description",
	clInput: "[].inputSchema", clInputSnake: "[].input_schema", clParams: "[].parameters",
	clDefer: "[].deferLoading", clDeferSnake: "[].defer_loading", clTools: "[].tools",
})

// cxGroupSpec reads a list that is one group.
var cxGroupSpec = walk.Compile([]string{1: "name", 2: "tools"})

// declared adds a list of tools: an array of definitions, of groups with
// tools, or one group. deferred says whether tools that are marked so are not
// loaded yet; a search loads what it returns.
func (w *cxWorker) declared(list walk.Range, where string, deferred bool) {
	if list.Kind != walk.Array && list.Kind != walk.Object {
		return
	}
	raw := list.Of(w.line.Text)
	d := cxDeclaredList{where: where}
	if list.Kind == walk.Object {
		hits, _ := walk.New(cxGroupSpec).Walk(raw)
		var at [3]walk.Range
		for _, h := range hits {
			at[h.Slot] = h.Range
		}
		d.tools = w.tools(nil, at[2].Of(raw), w.names.of(at[1].Of(raw)), deferred)
	} else {
		d.tools = w.tools(nil, raw, "", deferred)
	}
	if len(d.tools) > 0 {
		w.note(d)
	}
}

// tools reads the definitions of a list; a group is a namespace.
func (w *cxWorker) tools(list []journey.Tool, raw []byte, space string, deferred bool) []journey.Tool {
	hits, _ := w.lists.Walk(raw)
	type group struct {
		name  string
		tools walk.Range
	}
	var groups []group
	var at [clEnd]walk.Range
	for _, h := range hits {
		at[h.Slot] = h.Range
		if h.Slot != clElem {
			continue
		}
		switch name := w.names.of(at[clName].Of(raw)); {
		case at[clTools].Kind == walk.Array && space == "":
			groups = append(groups, group{name, at[clTools]})
		case name != "" && len(list) < toolsMax:
			list = append(list, cxTool(raw, &at, name, first(w.names.of(at[clSpace].Of(raw)), space), deferred))
		}
		at = [clEnd]walk.Range{}
	}
	for _, g := range groups {
		list = w.tools(list, g.tools.Of(raw), first(g.name, " "), deferred)
	}
	return list
}

func cxTool(raw []byte, at *[clEnd]walk.Range, name, space string, deferred bool) journey.Tool {
	if space == " " { // a group without a name
		space = ""
	}
	t := journey.Tool{Form: journey.FormWire, Wire: journey.WireName{Namespace: journey.Namespace(space), Name: journey.Wire(name)}}
	t.Description, _ = walk.Head(at[clDesc].Of(raw), descMax)
	for _, slot := range [...]walk.Slot{clInput, clInputSnake, clParams} {
		if s := at[slot]; s.Kind == walk.Object && s.Len() <= schemaMax {
			t.Schema = string(s.Of(raw))
		}
	}
	if walk.Equal(at[clType].Of(raw), "custom") {
		t.Kind = journey.KindCustom
	}
	t.Deferred = deferred && (at[clDefer].Kind == walk.True || at[clDeferSnake].Kind == walk.True)
	return t
}
