package journey

// What says what a class of failure means for a name, in a sentence; empty for
// classes that say nothing of it by themselves.
func (c Class) What(name string) string {
	switch c {
	case ClassBadArguments:
		return name + " was found; its arguments were refused."
	case ClassDenied:
		return name + " was found; its use was denied."
	case ClassToolFailed:
		return name + " was found and ran; the tool itself failed."
	case ClassNoResult:
		return "The recording has no result for this call."
	case ClassCancelled:
		return "The call was cancelled before it ended."
	case ClassUnreadable:
		return "This call could not be read."
	default:
		return ""
	}
}

// Advice is what to do about a failure that is not about the name, empty for
// other classes.
func (c Class) Advice() string {
	switch c {
	case ClassBadArguments:
		return "Compare the arguments with the tool's schema: no name needs to change."
	case ClassDenied:
		return "Look at the permission rules: no name needs to change."
	case ClassToolFailed:
		return "Look at the tool's own error: no name needs to change."
	default:
		return ""
	}
}
