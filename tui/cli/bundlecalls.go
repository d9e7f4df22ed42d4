package cli

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"hopscope/journey"
	"hopscope/journey/diagnose"
	"hopscope/journey/redact"
	"hopscope/journey/report"
	"hopscope/sessions"
	"hopscope/sessions/bundle"
	"hopscope/sessions/casefile"
)

// madeBundle is a bundle, written out and opened again.
type madeBundle struct {
	*bundle.Bundle
	data []byte
	kept int
	why  string
	// verdict is that of the case; differs says where its diagnosis is another
	// than the recording's, empty: nowhere.
	verdict *journey.Diagnosis
	differs string
}

// bundleStep is one choice of what a bundle keeps; the first one whose
// diagnosis is that of the recording is taken.
type bundleStep struct {
	rows []int // nil: all
	trim bool  // of the lists of tools, only those of the kept calls
	why  string
}

// makeBundle keeps as little as the diagnosis needs.
func (a *app) makeBundle(ctx context.Context, l *loaded, all bool) (*madeBundle, error) {
	an := l.analyzer()
	var last *madeBundle
	for _, step := range bundleSteps(l, an, all) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		made, err := l.bundled(ctx, an, step)
		if err != nil {
			return nil, err
		}
		if last = made; made.differs == "" {
			break
		}
	}
	if last.differs != "" && len(l.Sources) > 1 {
		last.differs += "; a case holds one session: give one PATH at a time"
	}
	return last, nil
}

// bundleSteps are the choices, the smallest first.
func bundleSteps(l *loaded, an *diagnose.Analyzer, all bool) []bundleStep {
	whole := []bundleStep{{why: "all"}}
	if all || l.Case != nil && len(l.Sources) == 1 {
		return whole
	}
	failed := failedCalls(l.Session, an)
	if len(failed) == 0 {
		return whole
	}
	near := neighbours(l.Session, failed)
	named := slices.Concat(near, firstCalls(l.Session))
	slices.Sort(named)
	named = slices.Compact(named)
	return append([]bundleStep{
		{near, true, "those whose name failed, with their neighbours"},
		{named, true, "those whose name failed, with their neighbours and one of each name"},
		{named, false, "those whose name failed, with their neighbours and one of each name"},
	}, whole...)
}

// likeMax is how many calls of one name with the same diagnosis are kept.
const likeMax = 3

// failedCalls are the calls whose failure is about their name, or that ran the
// wrong tool, at most likeMax of each sort.
func failedCalls(s *journey.Session, an *diagnose.Analyzer) []int {
	type sort struct {
		kind journey.Kind
		name journey.Called
	}
	seen := map[sort]int{}
	var rows []int
	for row := range s.Rows {
		d := an.Finding(row).Diagnosis
		if d == nil && !s.Rows[row].Class.Unknown() {
			continue
		}
		k := sort{name: s.Echo(row)}
		if d != nil {
			k.kind = d.Kind
		}
		if seen[k]++; seen[k] <= likeMax {
			rows = append(rows, row)
		}
	}
	return rows
}

// neighbours adds the calls before and after each, and the first call of the
// same name that ran.
func neighbours(s *journey.Session, rows []int) []int {
	out := slices.Clone(rows)
	ran := map[journey.Called]int{}
	for row := range s.Rows {
		if name := s.Echo(row); s.Rows[row].Class == journey.ClassOK {
			if _, ok := ran[name]; !ok {
				ran[name] = row
			}
		}
	}
	for _, row := range rows {
		for _, near := range []int{row - 1, row + 1} {
			if near >= 0 && near < len(s.Rows) {
				out = append(out, near)
			}
		}
		if first, ok := ran[s.Echo(row)]; ok {
			out = append(out, first)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// firstCalls are the first call of each name that ran, and the first of each
// that did not.
func firstCalls(s *journey.Session) []int {
	type sort struct {
		name journey.Called
		ran  bool
	}
	seen := map[sort]bool{}
	var rows []int
	for row := range s.Rows {
		k := sort{s.Echo(row), s.Rows[row].Class == journey.ClassOK}
		if !seen[k] {
			seen[k] = true
			rows = append(rows, row)
		}
	}
	return rows
}

// keepAll keeps bodies whole: what goes is counted and searched for.
var keepAll = casefile.Keep{Args: 1 << 30, Results: 1 << 30}

// bundled makes the bundle of a choice and opens it again.
func (l *loaded) bundled(ctx context.Context, an *diagnose.Analyzer, step bundleStep) (*madeBundle, error) {
	c := l.Case
	if c == nil || len(l.Sources) > 1 {
		c, _ = casefile.FromSession(l.Session, l.Catalog, l.Bodies, step.rows, keepAll)
	}
	if step.trim {
		c = bundle.Trim(c)
	}
	made := &madeBundle{Bundle: bundle.Make(c), why: step.why, kept: len(l.Session.Rows)}
	if step.rows != nil {
		made.kept = len(step.rows)
	}
	made.data = casefile.Write(made.Case)
	data, opening, err := sessions.Load(ctx, sessions.Options{Paths: []string{"-"}, Stdin: bytes.NewReader(made.data)})
	if err != nil {
		return nil, fmt.Errorf("bundle: the case cannot be opened again: %w", err)
	}
	again := &loaded{Loaded: data, opening: opening, fallback: l.fallback}
	defer again.Close()
	again.scheme, again.provider, again.why = diagnose.DetectOr(again.Session, again.fallback)
	own := again.analyzer()
	made.verdict = own.Verdict()
	made.differs = differs(l.Session, an, own, again.Session, step.rows)
	return made, nil
}

// differs says which call gets another diagnosis in the case than in the
// recording.
func differs(s *journey.Session, an, own *diagnose.Analyzer, again *journey.Session, rows []int) string {
	if a, b := an.Verdict(), own.Verdict(); !sameDiagnosis(a, b) {
		return "the verdict is " + shortDiagnosis(b) + ", not " + shortDiagnosis(a)
	}
	if rows == nil {
		rows = make([]int, len(s.Rows))
		for i := range rows {
			rows[i] = i
		}
	}
	if len(again.Rows) != len(rows) {
		return fmt.Sprintf("%d calls come back of %d", len(again.Rows), len(rows))
	}
	for i, row := range rows {
		if a, b := an.Finding(row).Diagnosis, own.Finding(i).Diagnosis; !sameDiagnosis(a, b) {
			return fmt.Sprintf("call %d is %s, not %s", row+1, shortDiagnosis(b), shortDiagnosis(a))
		}
	}
	return ""
}

// sameDiagnosis compares kind, hop and target; a target with a secret in it is
// masked in the case.
func sameDiagnosis(a, b *journey.Diagnosis) bool {
	if a == nil || b == nil {
		return a == b
	}
	var m redact.Masker
	target, _ := m.Name(a.Target)
	return a.Kind == b.Kind && a.Hop == b.Hop && (a.Target == b.Target || target == b.Target)
}

func shortDiagnosis(d *journey.Diagnosis) string {
	if d == nil {
		return "none"
	}
	return verdictOf(d).Text()
}

func verdictOf(d *journey.Diagnosis) *report.BundleVerdict {
	return &report.BundleVerdict{Kind: string(d.Kind), Hop: d.Hop.String(), Target: d.Target}
}

// bundleValue is the report of a bundle.
func (a *app) bundleValue(l *loaded, made *madeBundle) report.Bundle {
	v := report.Bundle{
		Schema: report.Schema("bundle"), Sources: []string{}, Bytes: len(made.data), Kept: made.kept, Calls: len(l.Session.Rows), Why: made.why,
		Dropped: []report.BundleDropped{}, Masked: []report.BundleMasked{}, Same: made.differs == "", Differs: made.differs,
	}
	for _, s := range made.Case.Sources {
		v.Sources = append(v.Sources, s.Path)
	}
	if len(v.Sources) == 0 {
		for _, s := range l.Sources {
			path, _ := redact.Text(s.Path)
			v.Sources = append(v.Sources, path)
		}
	}
	for _, d := range made.Dropped {
		v.Dropped = append(v.Dropped, report.BundleDropped(d))
	}
	for _, m := range made.Masked {
		v.Masked = append(v.Masked, report.BundleMasked(m))
	}
	if d := made.verdict; d != nil {
		v.Diagnosis = verdictOf(d)
	}
	v.Verify.Leaks, v.Verify.Searched = leaksOf(made.Verify(made.data))
	return v
}
