package scheme

import (
	"fmt"

	"hopscope/journey"
)

// cursor is what is known of Cursor: a tool whose server key and name together
// have 60 characters or more is left out, with a warning in the settings. The
// form of the names, the look-up and the texts are not known; names are shown
// as they are listed.
type cursor struct{ asked, note string }

func newCursor(_ int, asked, note string) journey.Scheme { return cursor{asked, note} }

// cursorLimit is the most that server key and tool name may have together.
const cursorLimit = 59

// Info describes the scheme.
func (c cursor) Info() journey.SchemeInfo {
	return journey.SchemeInfo{
		ID: "cursor", Version: c.asked, Title: "Cursor", Note: c.note, Limit: cursorLimit, Unit: "UTF-16 units", CountsServer: true,
		Rule: "form not known, shown as listed; a server key and a name of together 60 or more are left out",
		Sources: []journey.Fact{
			{What: "59 is taken, 60 is left out, with a warning in the settings", Source: "ComposioHQ/composio issue 2788, PostHog/posthog pull 51483, idosal/git-mcp issue 31", AsOf: "2026-11-29", How: "read"},
			{What: "form of names, clash, look-up, refusal text, history; in what characters are counted; whether the model reads the warning", Source: "closed source, nothing seen", AsOf: "2026-11-29", How: "unknown"},
		},
	}
}

// Plan lists the tools of one request.
func (c cursor) Plan(set journey.Setting) journey.Plan {
	p, _ := formUnknown("cursor").line(set, c.asked)
	for i := range p.Tools {
		n := &p.Tools[i]
		if n.Ref.Builtin || n.Tool.Form != journey.FormRegistered || isLeftOut(n) {
			continue
		}
		if size := units(string(n.Tool.Server), utf16Units) + units(string(n.Tool.Registered), utf16Units); size > cursorLimit {
			leaveOut(n, "server key and name have 60 characters or more")
			p.Warnings = append(p.Warnings, fmt.Sprintf("Combined server and tool name length (%d) exceeds 60 characters", size))
		}
	}
	shareWires(&p)
	return p
}

// Resolve answers a call by exact name. The text about any other is not known.
func (c cursor) Resolve(p *journey.Plan, call journey.Invocation) journey.Resolution {
	r, ok := exactOrAmbiguous(p, call.Called)
	switch {
	case !ok:
		return unknown("", call.Called)
	case badArguments(call):
		return misfit(r.Via, call.Called)
	}
	return r
}

// Identity returns the layers of tool i.
func (c cursor) Identity(p *journey.Plan, i int) journey.Identity { return oneName(&p.Tools[i]) }

// Recognise reads nothing: the client's own words are not known.
func (c cursor) Recognise(string) (journey.Refused, bool) { return journey.Refused{}, false }
