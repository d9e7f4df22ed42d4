package report

import (
	"fmt"
	"io"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// The parts of SARIF 2.1.0 that a check writes (OASIS Standard with errata 01,
// 2023-08-28).
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		Results    []sarifResult `json:"results"`
		ColumnKind string        `json:"columnKind"`
		Properties struct {
			Scheme   string `json:"scheme"`
			Provider string `json:"provider"`
		} `json:"properties"`
		Automation sarifAutomation `json:"automationDetails"`
	}
	sarifAutomation struct {
		ID string `json:"id"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string      `json:"id"`
		Short   sarifText   `json:"shortDescription"`
		Full    sarifText   `json:"fullDescription"`
		Help    sarifText   `json:"help"`
		Default sarifConfig `json:"defaultConfiguration"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifConfig struct {
		Level string `json:"level"`
	}
	sarifResult struct {
		RuleID       string             `json:"ruleId"`
		RuleIndex    int                `json:"ruleIndex"`
		Level        string             `json:"level"`
		Message      sarifText          `json:"message"`
		Locations    []sarifLocation    `json:"locations,omitempty"`
		Related      []sarifLocation    `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string  `json:"partialFingerprints"`
		State        string             `json:"baselineState,omitempty"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		Line int `json:"startLine"`
	}
)

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// CheckSARIF writes a SARIF 2.1.0 log with one run a scheme. Findings of the
// baseline are suppressed results.
func CheckSARIF(w io.Writer, checks []Check, version string) error {
	log := sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{}}
	for i := range checks {
		log.Runs = append(log.Runs, newSarifRun(&checks[i], version))
	}
	return JSON(w, log)
}

func newSarifRun(c *Check, version string) sarifRun {
	run := sarifRun{Results: []sarifResult{}, ColumnKind: "unicodeCodePoints"}
	run.Properties.Scheme, run.Properties.Provider = c.Scheme, c.Provider
	run.Automation.ID = "hopscope/" + c.scheme + "/"
	run.Tool.Driver = sarifDriver{Name: "hopscope", Version: version}
	index := map[string]int{}
	for i, r := range journey.CensusRules() {
		index[r.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{
			ID: r.ID, Short: sarifText{r.Title}, Full: sarifText{r.Help}, Help: sarifText{r.Fix}, Default: sarifConfig{r.Severity.String()},
		})
	}
	for i := range c.Findings {
		f := &c.Findings[i]
		r := sarifResult{
			RuleID: f.Rule, RuleIndex: index[f.Rule], Level: f.Severity.String(),
			Message:      sarifText{visible.SARIF(f.sentence(len(c.Providers)))},
			Fingerprints: map[string]string{"hopscope/1": f.ID},
		}
		if c.Baseline != nil {
			r.State = "new"
		}
		if f.Known {
			r.State = "unchanged"
			r.Suppressions = []sarifSuppression{{"external", "stands in the baseline"}}
		}
		r.Locations, r.Related = f.locations()
		run.Results = append(run.Results, r)
	}
	return run
}

// locations are the place of the finding and the places of its other tools. A
// place without a known line is the file's first, as the viewers want one.
func (f *CheckFinding) locations() (first, others []sarifLocation) {
	main, ok := f.place()
	if !ok {
		return nil, nil
	}
	seen := map[CheckPlace]bool{main: true}
	first = []sarifLocation{sarifPlace(main)}
	for _, p := range f.Places {
		if !seen[p] {
			seen[p] = true
			others = append(others, sarifPlace(p))
		}
	}
	return first, others
}

func sarifPlace(p CheckPlace) sarifLocation {
	return sarifLocation{sarifPhysical{sarifArtifact{fileURI(p.File)}, sarifRegion{max(p.Line, 1)}}}
}

// fileURI is a path as a URI reference (RFC 3986): relative ones stay relative.
func fileURI(path string) string {
	path = strings.TrimPrefix(strings.ReplaceAll(path, `\`, "/"), "./")
	var b strings.Builder
	switch first, _, _ := strings.Cut(path, "/"); {
	case strings.HasPrefix(path, "/"):
		b.WriteString("file://")
	case strings.Contains(first, ":"):
		b.WriteString("./") // else it would be a scheme
	}
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9', strings.IndexByte("-._~/!$&'()*+,;=:@", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
