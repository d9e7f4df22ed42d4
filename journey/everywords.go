package journey

import (
	"strconv"
	"strings"
)

// SaidFact is one sentence about a tool under a scheme; Wrong: it is why
// something breaks. Names in it are as they were read.
type SaidFact struct {
	Text  string
	Wrong bool
}

// Word is the status in one or two words. What the provider refuses is not
// simply offered.
func (u *UnderScheme) Word() string {
	switch {
	case !u.Known:
		return "not there"
	case u.Status == LeftOut:
		return "left out"
	case u.Status == Deferred:
		return "deferred"
	case u.Verdict == VerdictReject:
		return "rejected"
	}
	return "offered"
}

// Reaches says what a call of the form reaches: itself, the other tool, the
// client, ambiguous, nothing.
func (u *UnderScheme) Reaches() string {
	switch u.Back {
	case BackItself:
		return "itself"
	case BackOther:
		if u.Call.Ref != nil {
			return u.Call.Ref.owned()
		}
		return "another tool"
	case BackAmbiguous:
		return "ambiguous"
	case BackOwn:
		return "the client"
	}
	return "nothing"
}

// Breaks reports whether the tool does not get through: it is not in the
// request, the provider refuses its name, or a call of it does not come back.
func (u *UnderScheme) Breaks() bool {
	return !u.Known || u.Status == LeftOut || u.Back != BackItself || u.Verdict == VerdictReject
}

// Count is the length against the limit: 20/64, or 20 where there is none.
func (u *UnderScheme) Count() string {
	switch {
	case !u.Known:
		return ""
	case u.Limit == 0:
		return strconv.Itoa(u.Length)
	}
	return strconv.Itoa(u.Length) + "/" + strconv.Itoa(u.Limit)
}

// Form is namespace and name in one text.
func (u *UnderScheme) Form() string {
	name := string(u.Wire.Name)
	if name == "" && u.Known {
		name = "(empty)"
	}
	if u.Wire.Namespace != "" {
		return string(u.Wire.Namespace) + " · " + name
	}
	return name
}

// Said are the facts beyond form, length and status, one a sentence; what is
// wrong comes first.
func (u *UnderScheme) Said() []SaidFact {
	var bad, plain []SaidFact
	add := func(wrong bool, text string) {
		if wrong {
			bad = append(bad, SaidFact{text, true})
		} else {
			plain = append(plain, SaidFact{text, false})
		}
	}
	if len(u.Clashes) > 0 {
		add(true, "same name as "+u.clashNames()+": "+u.Clash)
	}
	if u.Reason != "" {
		add(u.Status == LeftOut, strings.TrimPrefix(u.Word()+": ", "not there: ")+u.Reason)
	}
	if !u.Known {
		return append(bad, plain...)
	}
	if len(u.Violations) > 0 {
		add(true, "the provider refuses it: "+u.Violations[0].Detail)
	}
	via := ""
	if u.Call.Via != "" {
		via = ", " + u.Call.Via
	}
	switch {
	case u.Back == BackItself:
		add(false, "a call of it runs this tool"+via)
	case u.Back == BackOther:
		add(true, "a call of it runs "+u.Reaches()+via)
	case u.Call.Error != "":
		add(u.Status != LeftOut, "a call of it: "+u.Call.Error)
	}
	if len(u.Clashes) == 0 && u.Clash != "" {
		add(false, "two tools, one name: "+u.Clash)
	}
	switch {
	case u.AsRead:
		add(false, "taken as it was read: the real name is not known")
	case u.Rule != "":
		add(false, "what was done: "+u.Rule)
	}
	return append(bad, plain...)
}

// clashNames names the first of the tools with the same name.
func (u *UnderScheme) clashNames() string {
	var names []string
	for i, r := range u.Clashes {
		if i == 2 && len(u.Clashes) > 3 {
			names = append(names, strconv.Itoa(len(u.Clashes)-2)+" more")
			break
		}
		names = append(names, r.owned())
	}
	return strings.Join(names, ", ")
}

// owned is server and tool as one text.
func (r Ref) owned() string {
	if r.Server == "" {
		return string(r.Name)
	}
	return string(r.Server) + " · " + string(r.Name)
}
