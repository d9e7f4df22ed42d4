package diagnose

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
)

// Summary is what is wrong in a session: causes, not a list of symptoms.
type Summary struct {
	// Verdict is one sentence: how many causes explain how many failures.
	Verdict string
	// Causes stand by what they block and explain: refused requests first, then
	// most calls, then the first call.
	Causes []SummaryCause
	// Other are failures that are not about a name, by class: "1 tool failed".
	// Empty where there are none.
	Other string
	// Taught are the names that instructions teach and no declared tool has.
	Taught []Lacking
	// Fit says which rules fit the recording better than those in force; empty
	// where none do.
	Fit string
}

// SummaryCause is a cause in the words of the summary.
type SummaryCause struct {
	journey.Cause
	// Explains counts what it explains: "4 calls of 2 names".
	Explains string
	// Names are those that were called, with the equal calls counted, most
	// calls first: "read 3 times", "bash".
	Names []string
}

// Title is the cause in one line: "case-drift: 4 calls of 2 names".
func (c *SummaryCause) Title() string {
	kind := string(c.Diagnosis.Kind)
	if c.Diagnosis.Kind == journey.NoRelation {
		kind = "no relation"
	}
	return kind + ": " + c.Explains
}

// Healthy reports whether there is nothing to say about names.
func (s *Summary) Healthy() bool { return len(s.Causes)+len(s.Taught) == 0 && s.Fit == "" }

// Summary sums the session up. It asks for all diagnoses and, where prediction
// and recording differ, tries all schemes: not for every key.
func (a *Analyzer) Summary() Summary {
	var out Summary
	causes, explained, wrong := 0, 0, 0
	for _, c := range a.Causes() {
		out.Causes = append(out.Causes, a.summed(c))
		ran := a.ranOf(&c)
		wrong += ran
		if n := len(c.Calls) + len(c.Requests) - ran; n > 0 {
			causes, explained = causes+1, explained+n
		}
	}
	slices.SortStableFunc(out.Causes, func(x, y SummaryCause) int {
		return cmp.Or(len(y.Requests)-len(x.Requests), len(y.Calls)-len(x.Calls))
	})
	t := &a.in.Session.Tally
	out.Taught, out.Fit = a.Lacking(), a.fitWords()
	out.Other = a.otherFailures(out.Causes)
	tools := 0
	for _, c := range out.Causes {
		tools += len(c.Tools)
	}
	out.Verdict = verdictWords(causes, explained, t)
	if wrong > 0 {
		out.Verdict += " " + plural(wrong, "call", "calls") + " may have run the wrong tool."
	}
	if tools > 0 {
		out.Verdict += " " + plural(tools, "tool", "tools") + " of the catalog reached no request."
	}
	return out
}

// ranOf counts the calls of a cause that ran all the same.
func (a *Analyzer) ranOf(c *journey.Cause) int {
	n := 0
	for _, row := range c.Calls {
		if !a.in.Session.Rows[row].Class.Failed() {
			n++
		}
	}
	return n
}

// verdictWords says how many causes explain how many failures.
func verdictWords(causes, explained int, t *journey.Tally) string {
	switch {
	case causes == 1 && explained == 1:
		return "One failure is about a name."
	case causes == 1:
		return fmt.Sprintf("One cause explains %d failures.", explained)
	case causes > 1 && causes == explained:
		return fmt.Sprintf("%d failures are about names, each with its own cause.", causes)
	case causes > 1:
		return fmt.Sprintf("%d causes explain %d failures.", causes, explained)
	case t.Failed() > 0:
		return "No failure is about a name."
	case t.Calls > 0:
		return "No call failed."
	}
	return "There are no calls to judge."
}

// toolsNamed are the most tools of a cause that are named.
const toolsNamed = 6

// summed counts the names of a cause.
func (a *Analyzer) summed(c journey.Cause) SummaryCause {
	s := a.in.Session
	count := map[string]int{}
	var order []string
	for _, row := range c.Calls {
		name := spelled(s.Echo(row))
		if count[name]++; count[name] == 1 {
			order = append(order, name)
		}
	}
	slices.SortStableFunc(order, func(x, y string) int { return count[y] - count[x] })
	out := SummaryCause{Cause: c}
	for _, name := range order {
		text := show(name)
		if count[name] > 1 {
			text += " " + times(count[name])
		}
		out.Names = append(out.Names, text)
	}
	var parts []string
	if n := len(c.Requests); n > 0 {
		parts = append(parts, plural(n, "refused request", "refused requests"))
	}
	if n := len(c.Calls); n > 0 {
		text := plural(n, "call", "calls")
		if len(order) > 1 {
			text += fmt.Sprintf(" of %d names", len(order))
		}
		parts = append(parts, text)
	}
	if len(c.Tools) > 0 {
		parts = append(parts, plural(len(c.Tools), "tool", "tools")+" never sent")
		for i, name := range c.Tools {
			if i == toolsNamed && len(c.Tools) > toolsNamed+1 {
				out.Names = append(out.Names, fmt.Sprintf("and %d more", len(c.Tools)-i))
				break
			}
			out.Names = append(out.Names, show(name))
		}
	}
	out.Explains = strings.Join(parts, " and ")
	return out
}

// otherFailures counts the failures that have nothing to do with names.
func (a *Analyzer) otherFailures(causes []SummaryCause) string {
	s := a.in.Session
	byClass := s.Tally.ByClass
	for _, c := range causes {
		for _, row := range c.Calls {
			byClass[s.Rows[row].Class]--
		}
	}
	var parts []string
	for _, c := range journey.Classes {
		if n := byClass[c]; n > 0 && c.Failed() && !c.Unknown() {
			parts = append(parts, fmt.Sprintf("%d %s", n, c.Word()))
		}
	}
	return strings.Join(parts, ", ")
}
