package journey

import "strconv"

// The stops of the way back: echo, dispatch, history; recorded where there is
// a call, predicted where there is none.

func (t *tracer) echo(c *Call) {
	s := t.at(HopEcho)
	s.Source = lineWord(c.Line)
	if c.NoEcho {
		s.State, s.Word = StopNotRecorded, "not recorded"
		return
	}
	s.Name, s.Namespace = string(c.Called.Name), string(c.Called.Namespace)
	s.Word = t.echoWord(c.Called)
	if t.n != nil && t.n.Wire.Namespace != "" {
		s.Short = fieldCount(c.Called, t.n)
	}
	switch s.Word {
	case "empty":
		s.Note, s.Mark = "the call has no name", NoteBad
	case "as declared":
		s.Mark, s.Note = NoteSame, "as declared, "+allCharacters(s.Name)
		if t.n.RegisteredKnown && s.Namespace == "" && s.Name == string(t.n.Ref.Name) {
			s.Note = "real name, " + allCharacters(s.Name)
		}
	default:
		if real := t.at(HopRegistered); t.n == nil && t.at(HopSafe).Mark == NoteSame && real.Would == s.Name {
			s.Mark, s.Note = NoteSame, "real name, "+allCharacters(s.Name)
		}
	}
}

func allCharacters(name string) string {
	n := runes(name)
	if n == 1 {
		return "its one character"
	}
	return "all " + strconv.Itoa(n) + " characters"
}

// echoWord says how the model wrote the name, against what was declared.
func (t *tracer) echoWord(c Called) string {
	switch {
	case c.Name == "" && c.Namespace == "":
		return "empty"
	case t.n == nil:
		return "as written"
	}
	w := t.n.Wire
	switch {
	case c.Wire() == w:
		return "as declared"
	case w.Namespace != "" && c.Namespace == "" && joined(w, string(c.Name)):
		return "glued"
	case c.Namespace == w.Namespace && skeleton(string(c.Name), twinCase) == skeleton(string(w.Name), twinCase):
		return "other capitals"
	}
	return "as written"
}

// fieldCount is what the rail shows of a call where the tool has a namespace.
func fieldCount(c Called, n *Naming) string {
	switch {
	case c.Namespace != "":
		return "2 fields"
	case joined(n.Wire, string(c.Name)):
		return "1 field"
	}
	return ""
}

func lineWord(line int) string {
	if line <= 0 {
		return ""
	}
	return "line " + strconv.Itoa(line)
}

func (t *tracer) dispatch(c *Call) {
	s := t.at(HopDispatch)
	s.Source = lineWord(c.RetLine)
	switch c.Class {
	case ClassUnknownTool, ClassNotEnabled:
		s.Short, s.Word = "–", "refused"
		return
	case ClassNoResult, ClassCancelled, ClassUnreadable:
		s.State, s.Word = StopNotRecorded, c.Class.Word()
		return
	case ClassBadArguments:
		s.Word, s.Note = "refused", "the tool was found, its arguments were refused"
	case ClassDenied:
		s.Word, s.Note = "refused", "the tool was found, the call was not allowed"
	case ClassToolFailed:
		if t.j.Diagnosis != nil { // of a case: its texts tell, not the class
			s.Short, s.Word = "–", "refused"
			if c.Error == "" {
				s.Word = "did not run"
			}
			return
		}
		s.Word, s.Note = "ran", "the tool ran and failed: its name is right"
	default:
		s.Word = "ran"
		if p := t.j.Predicted; p != nil && p.Outcome == OutcomeRuntime && c.Extra.Dispatched == nil {
			s.Word = "answered by the runtime"
		}
	}
	if ref := t.reached(c); ref != nil {
		s.Name, s.Namespace = string(ref.Name), string(ref.Server)
	} else {
		s.Name = string(c.Called.Name)
	}
}

// reached is the tool that a call got to: as recorded, else as predicted, else
// the one whose journey this is.
func (t *tracer) reached(c *Call) *Ref {
	if c.Extra.Dispatched != nil {
		return c.Extra.Dispatched
	}
	if p := t.j.Predicted; p != nil && p.Tool != nil {
		return p.Tool
	}
	if t.n != nil && t.n.RegisteredKnown {
		return &t.n.Ref
	}
	return nil
}

func (t *tracer) history(c *Call) {
	s := t.at(HopReplay)
	if c.NoEcho && c.Extra.Stored == nil {
		s.State, s.Word = StopNotRecorded, "not recorded"
		return
	}
	stored := c.Called
	switch p := t.j.Predicted; {
	case c.Extra.Stored != nil:
		stored = *c.Extra.Stored
	case p != nil && p.Stored.Name != "":
		stored = p.Stored
	}
	s.Name, s.Namespace = string(stored.Name), string(stored.Namespace)
	s.Word, s.Source = "sent again", laterTurns(c.Turn, t.Turns)
	if t.Turns <= c.Turn {
		s.Word = "stored"
	}
	if t.n != nil && t.n.Wire.Namespace != "" {
		s.Short = fieldCount(stored, t.n)
	}
	switch {
	case c.Class.Unknown() && t.n != nil && t.n.Wire.Namespace != "" && stored.Namespace == "":
		s.Note = "no namespace field, so still unknown"
	case c.Class.Unknown():
		s.Note = "the call and its refusal go along"
	case stored == c.Called:
		s.Note = "what the model said, word for word"
	}
	if stored != c.Called {
		s.State = StopChanged
		s.Note, s.Mark = "the client stores another name than the model said", NoteChanged
	}
	t.drift(c, stored)
}

// laterTurns says in which turns a stored call goes out again.
func laterTurns(turn, turns int) string {
	switch {
	case turns <= turn:
		return "no later turn"
	case turns == turn+1:
		return "turn " + strconv.Itoa(turns)
	}
	return "turns " + strconv.Itoa(turn+1) + " to " + strconv.Itoa(turns)
}

// drift compares what the stored call meant with what it means in the later
// plan.
func (t *tracer) drift(c *Call, stored Called) {
	s := t.at(HopReplay)
	if t.j.Break == HopReplay && t.j.Diagnosis.Kind == KindAliasMoved {
		s.State, s.Word, s.Mark = StopDrift, "another tool", NoteDrift
		s.Note = "the name means another tool now"
	}
	before := t.reached(c)
	if t.Later == nil || t.Scheme == nil || before == nil || c.Class.Unknown() || t.Later.Setting.Catalog.Assumed {
		return
	}
	switch m, now := StoredMeaning(t.Scheme, t.Later, stored, c.Kind, *before); m {
	case MeansGone:
		s.Word, s.Note, s.Mark = "gone", "no tool has this name any more", NoteDrift
	case MeansAnother:
		s.State, s.Word, s.Mark = StopDrift, "another tool", NoteDrift
		a, b := refWords(*before, *now.Ref)
		s.Note = "said about " + a + ", read as " + b
	}
}

// refWords names two tools, with their servers where the names are alike.
func refWords(a, b Ref) (string, string) {
	if a.Name != b.Name {
		return string(a.Name), string(b.Name)
	}
	return string(a.Server) + " " + string(a.Name), string(b.Server) + " " + string(b.Name)
}

// returned sets Return where a capture shows the stages of this call's name:
// the echo is what the provider returned, the return what was delivered.
func (t *tracer) returned(c *Call) {
	t.captured(c)
	if t.Capture == nil {
		return
	}
	var came, delivered *Stage
	for i := range t.Capture.Stages {
		switch g := &t.Capture.Stages[i]; g.At {
		case "provider_returned":
			came = g
		case "after_map", "delivered":
			delivered = g
		}
	}
	if delivered == nil || delivered.Name != string(c.Called.Name) {
		return
	}
	r := Stop{Hop: HopReturn, Name: delivered.Name, Word: delivered.At, Source: "capture, " + delivered.At}
	if came != nil && came.Name != delivered.Name {
		s := t.at(HopEcho)
		s.Name, s.Source, s.Note, s.Mark = came.Name, "capture, "+came.At, "", NotePlain
		s.Word = t.echoWord(Called{Name: Echo(came.Name)})
		r.State = StopChanged
		r.Note, r.Mark = "changed on the way back", NoteChanged
	}
	t.j.Return = &r
}

// captured sets echo and return where a capture of the session shows the call:
// the echo is what the provider answered. A recording that has another name
// keeps it in the note; between the two stretches of a gateway's way the name
// that reached the client is the return.
func (t *tracer) captured(c *Call) {
	x := &c.Extra
	came, where := x.Came, "capture"
	if g := x.Seen; g != nil && g.Called != (Called{}) && !g.Own {
		where = "capture, " + lineWord(int(g.Line))
		if g.Called == c.Called {
			t.at(HopEcho).Source += "; " + where
		} else if came == nil {
			came = &g.Called
		}
	}
	if came != nil {
		s := t.at(HopEcho)
		s.Name, s.Namespace, s.Source, s.Mark = string(came.Name), string(came.Namespace), where, NoteChanged
		s.Word = t.echoWord(*came)
		s.Note = "the recording has " + string(c.Called.Name)
	}
	delivered := x.Returned
	if x.Came != nil {
		delivered = &c.Called
	}
	if delivered == nil {
		return
	}
	t.j.Return = &Stop{
		Hop: HopReturn, Name: string(delivered.Name), Namespace: string(delivered.Namespace), Word: "delivered", Source: "capture",
		State: StopChanged, Note: "changed on the way back", Mark: NoteChanged,
	}
}

// predicted fills the way back of a tool that was never called.
func (t *tracer) predicted() {
	echo, dispatch, history := t.at(HopEcho), t.at(HopDispatch), t.at(HopReplay)
	echo.Source, dispatch.Source, history.Source = "predicted", "if it were called", "stored"
	if t.n == nil {
		echo.State, dispatch.State, history.State = StopNone, StopNone, StopNone
		echo.Word, dispatch.Word, history.Word = "no call", "no call", "nothing stored"
		return
	}
	name := t.n.wouldBe()
	called := Called{name.Namespace, Echo(name.Name)}
	if t.n.Status == LeftOut {
		echo.State, echo.Word, echo.Wide, echo.Would = StopNone, "a guess", "would be a guess", string(name.Name)
		echo.Note = "no call: the name is not in the request"
	} else {
		echo.Name, echo.Namespace, echo.Word, echo.Assumed = string(name.Name), string(name.Namespace), "as declared", true
		echo.Note = "no call: a model would write the name like this"
		if name.Namespace != "" {
			echo.Short = "2 fields"
		}
	}
	if t.Scheme == nil {
		dispatch.State, history.State = StopNotRecorded, StopNotRecorded
		return
	}
	t.ifCalled(called, t.Scheme.Resolve(t.Plan, Invocation{Called: called, Kind: t.n.Tool.Kind}))
}

// ifCalled says what a call of the tool's wire name would do.
func (t *tracer) ifCalled(called Called, r Resolution) {
	dispatch, history := t.at(HopDispatch), t.at(HopReplay)
	t.j.Predicted = &Prediction{Outcome: r.Outcome, Tool: r.Ref, Error: r.Error, Via: r.Via, Stored: r.Stored, Naming: r.Tool, Assumed: !t.CatalogKnown}
	switch {
	case r.Ref == nil && r.Outcome != OutcomeRuntime && r.Outcome != OutcomeHandoff:
		dispatch.State, dispatch.Short = StopNone, "unknown tool"
		if r.Outcome == OutcomeAmbiguous {
			dispatch.Short = "ambiguous"
		}
		dispatch.Word, dispatch.Wide = "refused", "if called, refused"
		dispatch.Note = "neither form nor real name finds a tool"
		if t.n.Status == Offered {
			dispatch.Note = ""
		}
		history.State, history.Word, history.Wide = StopNone, "not stored", "nothing stored"
		history.Note = "a stored call of an earlier catalog would now be unknown"
		return
	case r.Ref == nil:
		dispatch.Name, dispatch.Word = string(called.Name), "answered by the runtime"
	case r.Tool != t.j.Index:
		dispatch.State, dispatch.Word, dispatch.Mark = StopDrift, "another tool", NoteBad
		dispatch.Name, dispatch.Namespace = string(r.Ref.Name), string(r.Ref.Server)
		dispatch.Wide, dispatch.Note = "if called, another tool", "a call of this name runs "+string(r.Ref.Name)
	default:
		dispatch.Name, dispatch.Namespace = string(r.Ref.Name), string(r.Ref.Server)
		dispatch.Word, dispatch.Wide = "would run", "if called, runs"
	}
	dispatch.Assumed, history.Assumed = true, true
	history.Name, history.Namespace, history.Word = string(r.Stored.Name), string(r.Stored.Namespace), "stored"
	history.Note = "what the model said, word for word"
	if r.Stored != called {
		history.State, history.Note, history.Mark = StopChanged, "the client stores another name than the model said", NoteChanged
	}
	if r.Stored.Namespace != "" {
		history.Short = "2 fields"
	}
}
