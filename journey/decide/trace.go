package decide

// The rules, by number. Their ids stand in traces.
const (
	ruleExact = iota
	ruleEmpty
	rulePayload
	ruleVariant
	ruleNamespace
	ruleCapability
	ruleUnknown
	ruleCandidates
	ruleRefusal
	ruleCount
)

var ruleIDs = [ruleCount]string{
	"exact", "empty-name", "payload", "variant", "namespace",
	"capability", "unknown-name", "candidates", "refusal",
}

// ruleTexts say what each rule asks, for people.
var ruleTexts = [ruleCount]string{
	"A declared tool has this name and namespace, letter for letter. Kind and arguments are not judged.",
	"The name is empty or blank.",
	"The call is custom, a shell call, a patch call or the provider's own: its payload fits no function.",
	"One declared tool of the same namespace is written alike: after trimming or without a functions. or tools. prefix, then in another case, then without signs, then as a recorded alias. The first of these with a hit counts; two hits are ambiguous.",
	"The call has a namespace and no variant there: a tool of another namespace is never taken for it.",
	"The tasks that the vocabulary knows for this name, at any client. Editors with a command argument count by that argument.",
	"The vocabulary knows no task for this name.",
	"Declared functions without a namespace that do the same task: one is taken, two or more are ambiguous.",
	"Nothing is left: why it is refused.",
}

// State says what became of a rule.
type State string

// The states. StateInfo: the rule found something out and ended nothing.
const (
	StateFired      State = "fired"
	StatePassed     State = "passed"
	StateInfo       State = "info"
	StateNotReached State = "not-reached"
)

// Step is one rule in the trace of a decision.
type Step struct {
	Rule  string `json:"rule"`
	Fired bool   `json:"fired"`
	// Note says what the rule saw, in plain words.
	Note  string `json:"note"`
	State State  `json:"state"`
	// Text says what the rule asks.
	Text string `json:"-"`
}

// tracer collects the steps.
type tracer [ruleCount]Step

func (t *tracer) fired(rule int, note string)  { t.set(rule, StateFired, note) }
func (t *tracer) passed(rule int, note string) { t.set(rule, StatePassed, note) }
func (t *tracer) info(rule int, note string)   { t.set(rule, StateInfo, note) }

func (t *tracer) set(rule int, state State, note string) {
	t[rule] = Step{Rule: ruleIDs[rule], Fired: state == StateFired, Note: note, State: state}
}

// steps returns all rules; those behind the one that fired were not reached.
func (t *tracer) steps() []Step {
	list := t[:]
	for i := range list {
		if list[i].State == "" {
			list[i] = Step{Rule: ruleIDs[i], Note: "not reached", State: StateNotReached}
		}
		list[i].Text = ruleTexts[i]
	}
	return list
}
