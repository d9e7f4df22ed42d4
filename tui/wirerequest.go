package tui

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// wireRequest is a whole request of the provider: the tools, a past call with
// its result, and the tool forced. A name stands in it at several places.
type wireRequest struct {
	doc string
	// places of the name, in the order of a request.
	places []wirePlace
	// recorded: the past call is that of the recording; shown and all are the
	// tools in the document and in the request.
	recorded   bool
	shown, all int
}

// wirePlace is a place of the name in a whole request.
type wirePlace struct {
	place      journey.Place
	path, name string
}

// callID stands in a request for an id that was not recorded.
const callID = "call_1"

// newWireRequest shapes the request around the selected tool; ok is false where
// the provider shapes none, or the tool is not in the request.
func newWireRequest(v *wireView) (r wireRequest, ok bool) {
	env, has := v.d.provider.(journey.Envelope)
	if !has || v.at < 0 {
		return r, false
	}
	from, to := windowOf(len(v.offered), v.toolAt, wireZoomed, wireFar)
	tools := make([]journey.Naming, 0, to-from)
	for _, i := range v.offered[from:to] {
		tools = append(tools, v.d.plan.Tools[i])
	}
	at := v.toolAt - from
	call, recorded := v.pastCall()
	r = wireRequest{recorded: recorded, shown: len(tools), all: len(v.offered), doc: v.d.masked(env.Request(tools, []journey.WireCall{call}, at))}
	if r.doc == "" || !json.Valid([]byte(r.doc)) {
		return r, false
	}
	list := journey.Declare(v.d.provider, tools)
	decl, _ := list.Of(at)
	r.find(v, env, call, decl)
	return r, true
}

// pastCall is the call that the request carries: the one of the recording as
// its client stores it, else one that a model would make.
func (v *wireView) pastCall() (c journey.WireCall, recorded bool) {
	n := v.d.plan.Tools[v.d.journey.Index]
	c = journey.WireCall{Called: journey.Called{Namespace: n.Wire.Namespace, Name: journey.Echo(n.Wire.Name)}, ID: callID, Kind: n.Tool.Kind, Args: "{}"}
	if v.d.call == nil {
		return c, false
	}
	c.Called = v.d.call.Called
	if s := v.d.stop(journey.HopReplay); s.Name != "" {
		c.Called = journey.Called{Namespace: journey.Namespace(s.Namespace), Name: journey.Echo(s.Name)}
	}
	if v.d.call.ID != "" {
		c.ID = v.d.call.ID
	}
	if args := v.d.args; c.Kind == journey.KindCustom || json.Valid([]byte(args)) {
		c.Args = args
	}
	return c, true
}

// messagesAsked is how far into the messages a past call and its result are
// looked for.
const messagesAsked = 6

// find notes where the name stands in the document: only places where the
// document really has it.
func (r *wireRequest) find(v *wireView, env journey.Envelope, call journey.WireCall, decl journey.Declaration) {
	n := v.d.plan.Tools[v.d.journey.Index]
	ask := []wirePlace{{journey.PlaceDeclare, decl.Path, placed(decl, n)}}
	for i := range messagesAsked {
		ask = append(ask, wirePlace{journey.PlaceHistoryCall, env.Call(call, i).Path, string(call.Called.Name)})
	}
	for i := range messagesAsked {
		if path := env.Result(call, "", i).Path; path != "" {
			ask = append(ask, wirePlace{journey.PlaceHistoryResult, path, string(call.Called.Name)})
		}
	}
	if d, ok := env.Choice(n); ok {
		ask = append(ask, wirePlace{journey.PlaceToolChoice, d.Path, string(n.Wire.Name)})
	}
	paths := make([]string, len(ask))
	for i := range ask {
		paths[i] = ask[i].path
	}
	seen := map[string]bool{}
	for path, s := range spansAt(r.doc, paths) {
		for _, a := range ask {
			var text string
			if a.path == path && json.Unmarshal([]byte(r.doc[s.from:s.to]), &text) == nil && text == a.name {
				seen[path] = true
			}
		}
	}
	for _, a := range ask {
		if seen[a.path] {
			r.places = append(r.places, a)
			delete(seen, a.path)
		}
	}
}

// rows are the document with the name marked at each of its places.
func (r *wireRequest) rows(v *wireView) []line {
	paths := make([]string, len(r.places))
	for i := range r.places {
		paths[i] = r.places[i].path
	}
	columns := rowColumns(r.doc, spansAt(r.doc, paths))
	var rows []line
	for i, l := range v.d.json.paint(r.doc) {
		rows = append(rows, wrapJSON(markPlace(l, columns, i), v.w)...)
	}
	return rows
}

// words say what of the request is real.
func (r *wireRequest) words() string {
	text := "A whole request: "
	if r.shown < r.all {
		text += comma(r.shown) + " of " + plural(r.all, "tool", "tools") + ", counted from the first one shown; "
	} else {
		text += plural(r.all, "tool", "tools") + ", "
	}
	call := "a call as a model would make it"
	if r.recorded {
		call = "the selected call as it is sent again"
	}
	if slices.ContainsFunc(r.places, func(p wirePlace) bool { return p.place == journey.PlaceToolChoice }) {
		return text + call + ", and this tool forced. The name is marked at each place."
	}
	return strings.TrimSuffix(text, ", ") + " and " + call + "; nothing can be forced here. The name is marked at each place."
}

// placeOrder is the order in which places are listed: as a request is read.
var placeOrder = []journey.Place{
	journey.PlaceDeclare, journey.PlaceNamespace, journey.PlaceHistoryCall, journey.PlaceHistoryResult, journey.PlaceToolReference,
	journey.PlaceMessageName, journey.PlaceToolChoice,
}

// placeRow is a place with the length of the name there and the path.
type placeRow struct {
	journey.Count
	path string
}

// placeRows list the places of the name with its length against the limit
// there. A place that has a limit and is not in the document has no path.
func (v *wireView) placeRows(r *wireRequest) []line {
	list := v.placeCounts(r)
	label, count := 0, 0
	for _, x := range list {
		label, count = max(label, len(x.Place)), max(count, len(limitWords(x.Count)))
	}
	out := make([]line, 0, len(list))
	for _, x := range list {
		text := limitWords(x.Count)
		l := line{{text: placeName(x.Place), role: themes.Muted}}.padded(label + 2)
		l = append(l, blanks(count-len(text)), span{text: text, role: countRole(x.Count)})
		if x.path != "" {
			l = append(l, blanks(2), span{text: visible.Text(x.path), role: themes.Muted})
		}
		out = append(out, l)
	}
	return out
}

func (v *wireView) placeCounts(r *wireRequest) []placeRow {
	var list []placeRow
	for _, c := range journey.Counts(v.d.provider, v.d.plan.Tools[v.d.journey.Index].Wire, "") {
		row := placeRow{Count: c}
		if c.Place == journey.PlaceDeclare {
			row.path = v.decl.Path
		}
		list = append(list, row)
	}
	if r != nil {
		for _, p := range r.places {
			i := slices.IndexFunc(list, func(x placeRow) bool { return x.Place == p.place })
			if i < 0 {
				i = len(list)
				list = append(list, placeRow{Count: journey.Count{Place: p.place, Length: utf8.RuneCountInString(p.name)}})
			}
			if p.place != journey.PlaceDeclare { // counted from the first tool shown
				list[i].path = p.path
			}
		}
	}
	slices.SortStableFunc(list, func(a, b placeRow) int { return slices.Index(placeOrder, a.Place) - slices.Index(placeOrder, b.Place) })
	return list
}

// limitWords is a length against a limit; ? where none is known.
func limitWords(c journey.Count) string {
	if c.Limit == 0 {
		return comma(c.Length) + "/?"
	}
	return countWords(c)
}

// placeName is a place in words.
func placeName(p journey.Place) string { return strings.ReplaceAll(string(p), "_", " ") }
