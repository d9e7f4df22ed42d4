package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"hopscope/journey"
	"hopscope/journey/report"
	"hopscope/journey/visible"
	"hopscope/sessions/store"
)

// baselineFile is the file of --baseline: the findings that are accepted.
type baselineFile struct {
	Schema   string             `json:"schema"`
	Findings []journey.Accepted `json:"findings"`
}

// baselineMax is the greatest baseline that is read, in bytes.
const baselineMax = 64 << 20

// readBaseline reads a baseline; nil for none.
func readBaseline(path string) (*journey.Baseline, error) {
	if path == "" {
		return nil, nil
	}
	st, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("baseline %s: %w; --write-baseline makes one", path, err)
	case st.Size() > baselineMax:
		return nil, fmt.Errorf("baseline %s: larger than %d MB", path, baselineMax>>20)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("baseline %s: %w", path, err)
	}
	var file baselineFile
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("baseline %s: no baseline: %w", path, err)
	}
	if want := report.Schema("baseline"); file.Schema != want {
		return nil, fmt.Errorf("baseline %s: schema is %q, want %q", path, file.Schema, want)
	}
	return journey.NewBaseline(file.Findings), nil
}

// saveBaseline writes the findings of all checks, whole or not at all.
func (a *app) saveBaseline(path string, checks []report.Check, partly bool) error {
	if partly {
		return fmt.Errorf("baseline %s: not written, for an input could not be read to its end", path)
	}
	if in, ok := a.inputAt(path); ok {
		return fmt.Errorf("baseline %s: this is %s, which was read; give another file", path, in)
	}
	var list []journey.Accepted
	tools := 0
	for i := range checks {
		list = append(list, checks[i].Accepted()...)
		tools += len(checks[i].Tools)
	}
	if tools == 0 {
		return &exitError{code: exitUnreadable}
	}
	file := baselineFile{Schema: report.Schema("baseline"), Findings: journey.NewBaseline(list).Findings()}
	if file.Findings == nil {
		file.Findings = []journey.Accepted{}
	}
	var buf bytes.Buffer
	if err := report.JSON(&buf, file); err != nil {
		return fmt.Errorf("baseline %s: %w", path, err)
	}
	if err := store.Save(path, buf.Bytes(), store.Saving{Replace: true, Mode: 0o644}); err != nil {
		return fmt.Errorf("baseline %s: %w", path, err)
	}
	fmt.Fprintf(a.err, "hopscope: %d findings written to %s\n", len(file.Findings), visible.Text(path))
	return nil
}
