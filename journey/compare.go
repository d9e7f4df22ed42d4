package journey

// Agree says whether a recorded call went the way that was predicted. It is
// nil when that cannot be told: the list was assumed, or the recording does not
// show what became of the call (no result, cancelled, unreadable).
//
// A recorded refusal of the name agrees with the outcomes unknown, ambiguous
// and refused. A call that reached its tool (it ran, failed, was denied, or
// its arguments did not fit) agrees with ran, runtime and handoff; one whose
// arguments did not fit or that was denied agrees with refused as well, for a
// client may refuse before it looks for the tool. Where the recording says
// which tool ran, it has to be the predicted one.
func Agree(class Class, dispatched *Ref, p Prediction) *bool {
	if p.Assumed {
		return nil
	}
	var ok bool
	switch class {
	case ClassNoResult, ClassCancelled, ClassUnreadable:
		return nil
	case ClassUnknownTool, ClassNotEnabled:
		ok = p.Outcome == OutcomeUnknown || p.Outcome == OutcomeAmbiguous || p.Outcome == OutcomeRefused
		return &ok
	case ClassBadArguments, ClassDenied:
		ok = reached(p.Outcome) || p.Outcome == OutcomeRefused
	default:
		ok = reached(p.Outcome)
	}
	if ok && dispatched != nil && p.Tool != nil {
		ok = sameTool(*dispatched, *p.Tool)
	}
	return &ok
}

func reached(o Outcome) bool {
	return o == OutcomeRan || o == OutcomeRuntime || o == OutcomeHandoff
}

// sameTool compares identities; a server that one side does not know is not
// compared.
func sameTool(a, b Ref) bool {
	if a.Name != b.Name {
		return false
	}
	return a.Server == b.Server || a.Server == "" || b.Server == ""
}
