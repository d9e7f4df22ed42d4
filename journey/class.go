package journey

// Class says what became of a recorded call. It is decided by text and flag
// together: an error flag alone never makes an unknown tool.
type Class uint8

// The classes. The zero value is "ran".
const (
	ClassOK Class = iota
	ClassUnknownTool
	ClassNotEnabled
	ClassBadArguments
	ClassDenied
	ClassToolFailed
	ClassNoResult
	ClassCancelled
	ClassUnreadable
)

// Classes lists every class, in the order of their codes.
var Classes = [...]Class{ClassOK, ClassUnknownTool, ClassNotEnabled, ClassBadArguments, ClassDenied, ClassToolFailed, ClassNoResult, ClassCancelled, ClassUnreadable}

var classIDs = [...]string{"ok", "unknown-tool", "not-enabled-here", "bad-arguments", "denied", "tool-failed", "no-result", "cancelled", "unreadable"}

var classWords = [...]string{"ran", "unknown", "not enabled", "bad args", "denied", "tool failed", "no result", "cancelled", "unreadable"}

// worst first: unknown, not enabled, bad args, denied, tool failed, no result,
// cancelled, unreadable, ran.
var classRanks = [...]int{9, 0, 1, 2, 3, 4, 5, 6, 7}

// String returns the id as in JSON, for example unknown-tool.
func (c Class) String() string { return at(classIDs[:], int(c)) }

// Word returns the word for the screen, for example "bad args".
func (c Class) Word() string { return at(classWords[:], int(c)) }

// MarshalText writes the id.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Rank orders classes, worst (0) first.
func (c Class) Rank() int {
	if int(c) < len(classRanks) {
		return classRanks[c]
	}
	return 8
}

// Unknown reports whether the class is about the name: unknown tool or not
// enabled here. These are the "unknown" of every count.
func (c Class) Unknown() bool { return c == ClassUnknownTool || c == ClassNotEnabled }

// Failed reports whether the class counts as failed: unknown, bad arguments,
// denied or tool failed. No result, cancelled and unreadable are counted apart.
func (c Class) Failed() bool {
	return c.Unknown() || c == ClassBadArguments || c == ClassDenied || c == ClassToolFailed
}

// ParseClass returns the class with this id.
func ParseClass(id string) (Class, bool) {
	for i, s := range classIDs {
		if s == id {
			return Class(i), true
		}
	}
	return ClassOK, false
}
