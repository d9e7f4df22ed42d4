package report

import (
	"time"

	"hopscope/journey"
	"hopscope/journey/diagnose"
)

// Replay is the JSON of `hopscope replay`.
type Replay struct {
	Schema    string             `json:"schema"`
	Sources   []journey.Source   `json:"sources"`
	Scheme    ReplayScheme       `json:"scheme"`
	Calls     []ReplayCall       `json:"calls"`
	Requests  []ReplayRequest    `json:"requests"`
	Causes    []journey.Cause    `json:"causes"`
	Diagnosis *journey.Diagnosis `json:"diagnosis,omitempty"`
	// Instructions are names that prompts teach and the newest list lacks.
	Instructions []diagnose.Lacking `json:"instructions,omitempty"`
	// Turn is the one that was asked for.
	Turn     *ReplayTurn       `json:"turn,omitempty"`
	Problems []journey.Problem `json:"problems"`
	Totals   ReplayTotals      `json:"totals"`
}

// ReplayScheme says which rules were used and why.
type ReplayScheme struct {
	ID       string `json:"id"`
	Provider string `json:"provider"`
	Why      string `json:"why"`
	// Fits say how well each scheme at each known version explains the recording,
	// best first; none where the names tell nothing.
	Fits []ReplayFit `json:"fits,omitempty"`
}

// ReplayFit is a scheme, as id@version, by whose rules Agree of Names called
// names went.
type ReplayFit struct {
	ID      string `json:"id"`
	Agree   int    `json:"agree"`
	Names   int    `json:"names"`
	InForce bool   `json:"in_force,omitempty"`
}

// NewFits are the fits of an analyzer; id writes a scheme with its version.
func NewFits(list []diagnose.SchemeFit, id func(journey.SchemeInfo) string) []ReplayFit {
	var out []ReplayFit
	for _, f := range list {
		out = append(out, ReplayFit{ID: id(f.Scheme), Agree: f.Agree, Names: f.Names, InForce: f.InForce})
	}
	return out
}

// ReplayCall is one recorded call.
type ReplayCall struct {
	Source     string              `json:"source"`
	Line       int                 `json:"line"`
	Turn       int                 `json:"turn"`
	ID         string              `json:"id"`
	Time       string              `json:"time,omitempty"` // RFC 3339, UTC
	Agent      string              `json:"agent,omitempty"`
	Echo       string              `json:"echo"`
	NoEcho     bool                `json:"no_echo,omitempty"` // echo is the name of what ran
	Namespace  string              `json:"namespace,omitempty"`
	Stored     string              `json:"stored,omitempty"`
	Dispatched *journey.Ref        `json:"dispatched,omitempty"`
	Class      journey.Class       `json:"class"`
	Error      string              `json:"error,omitempty"`
	Predicted  *journey.Prediction `json:"predicted"`
	Agrees     *bool               `json:"agrees"`
	Diagnosis  *journey.Diagnosis  `json:"diagnosis,omitempty"`
}

// ReplayRequest is a request that the provider refused.
type ReplayRequest struct {
	Source    string             `json:"source"`
	Line      int                `json:"line"`
	Turn      int                `json:"turn"`
	Error     string             `json:"error"`
	Place     string             `json:"place,omitempty"`
	Diagnosis *journey.Diagnosis `json:"diagnosis"`
}

// ReplayTotals counts the calls.
type ReplayTotals struct {
	Calls    int            `json:"calls"`
	Names    int            `json:"names"`
	Failed   int            `json:"failed"`
	Unknown  int            `json:"unknown"`
	NoResult int            `json:"no_result"`
	ByClass  map[string]int `json:"by_class"`
	ByKind   map[string]int `json:"by_kind"`
}

// NewReplayCall joins a call with what was decided about it.
func NewReplayCall(c journey.Call, f journey.Finding) ReplayCall {
	r := ReplayCall{
		Source: c.Source, Line: c.Line, Turn: c.Turn, ID: c.ID, Agent: c.Agent,
		Echo: string(c.Called.Name), NoEcho: c.NoEcho, Namespace: string(c.Called.Namespace),
		Dispatched: c.Extra.Dispatched, Class: c.Class, Error: c.Error,
		Predicted: &f.Predicted, Agrees: f.Agrees, Diagnosis: f.Diagnosis,
	}
	if c.Time != 0 {
		r.Time = time.UnixMilli(c.Time).UTC().Format("2006-01-02T15:04:05.000Z07:00")
	}
	if c.Extra.Stored != nil {
		r.Stored = string(c.Extra.Stored.Name)
	}
	return r
}

// NewTotals counts a session's calls by class, and diagnoses by kind.
func NewTotals(t *journey.Tally, byKind map[string]int) ReplayTotals {
	out := ReplayTotals{
		Calls: t.Calls, Names: len(t.Names()), Failed: t.Failed(), Unknown: t.Unknown(),
		NoResult: t.ByClass[journey.ClassNoResult], ByClass: map[string]int{}, ByKind: byKind,
	}
	for _, c := range journey.Classes {
		if n := t.ByClass[c]; n > 0 {
			out.ByClass[c.String()] = n
		}
	}
	if out.ByKind == nil {
		out.ByKind = map[string]int{}
	}
	return out
}
