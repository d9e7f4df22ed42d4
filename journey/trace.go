package journey

// TraceInput is all that the journey of one name depends on.
type TraceInput struct {
	Plan     *Plan
	Scheme   Scheme
	Provider Provider // nil: no provider rule
	AsOf     string
	// Tool is the index in Plan.Tools, -1: an echo that belongs to no tool.
	Tool int
	// Call is nil for a tool that was never called: its hops are predicted.
	Call *Call
	// Finding of the call, nil without a call.
	Finding *Finding
	// CatalogKnown: the list of declared tools was recorded or given; false:
	// it is assumed.
	CatalogKnown bool
	// RequestSeen: a capture or a snapshot shows the request.
	RequestSeen bool
	// Turns of the session, for the stored call's later turns.
	Turns int
	// Census of the plan, if the caller has it; saves judging it again.
	Census *CensusResult
	// Later is the plan of a later turn, where the stored call is read again;
	// nil: the plan itself.
	Later *Plan
	// Capture shows what came back, nil without one.
	Capture *Capture
}

// Trace lays one name out over the hops.
func Trace(in TraceInput) Journey {
	j := Journey{Index: in.Tool, Position: -1, Call: in.Call}
	for i, h := range Rail {
		j.Stops[i] = Stop{Hop: h, State: StopNotRecorded}
	}
	return j
}
