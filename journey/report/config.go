package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"hopscope/journey/visible"
)

// Config is the JSON of `hopscope config show`, and with fewer fields of `config
// check` and `config path`.
type Config struct {
	Schema string `json:"schema"`
	Path   string `json:"path"`
	// Exists: the file is there.
	Exists   bool            `json:"exists"`
	Settings []ConfigSetting `json:"settings,omitempty"`
	Actions  []ConfigAction  `json:"actions,omitempty"`
	Problems []ConfigProblem `json:"problems"`
}

// ConfigSetting is one setting with where its value comes from.
type ConfigSetting struct {
	Name string `json:"name"`
	// Values are none where nothing is set, and several for folders.
	Values []string `json:"values"`
	// From is "default" or "file".
	From string `json:"from"`
	// Line of the file; 0: not in it.
	Line int `json:"line,omitempty"`
}

// ConfigAction is one action of the workbench with its keys.
type ConfigAction struct {
	ID    string   `json:"id"`
	Keys  []string `json:"keys"`
	Usual []string `json:"usual"`
	What  string   `json:"what"`
	Group string   `json:"group"`
	// Tabs on which it exists; none: everywhere.
	Tabs []string `json:"tabs,omitempty"`
	From string   `json:"from"`
	Line int      `json:"line,omitempty"`
}

// ConfigProblem is what is wrong with a configuration, or only worth a look.
type ConfigProblem struct {
	Severity string `json:"severity"` // error or warning
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Key      string `json:"key,omitempty"`
	What     string `json:"what"`
	Fix      string `json:"fix,omitempty"`
}

// At is where a problem stands: path:line:column, as far as known.
func (p ConfigProblem) At(path string) string {
	at := visible.Text(path)
	if p.Line > 0 {
		at += fmt.Sprintf(":%d", p.Line)
	}
	if p.Line > 0 && p.Column > 0 {
		at += fmt.Sprintf(":%d", p.Column)
	}
	return at
}

// Text is the problem in one line.
func (p ConfigProblem) Text(path string) string {
	text := p.At(path) + ": " + visible.Text(p.What)
	if p.Fix != "" {
		text += "; " + visible.Text(p.Fix)
	}
	return text
}

// ConfigText writes the settings and the keys of all actions.
func ConfigText(w io.Writer, c Config) error {
	b := &strings.Builder{}
	b.WriteString(visible.Text(c.Path))
	if !c.Exists {
		b.WriteString(" is not there: everything is as it comes")
	}
	b.WriteString("\n\n")
	rows := [][]string{{"setting", "value", "from"}}
	for _, s := range c.Settings {
		values := s.Values
		if len(values) == 0 {
			values = []string{"none"}
		}
		for i, v := range values {
			row := []string{s.Name, visible.Text(v), from(s.From, s.Line)}
			if i > 0 {
				row[0], row[2] = "", ""
			}
			rows = append(rows, row)
		}
	}
	writeRows(b, rows)
	b.WriteString("\nKeys by action. Always: esc goes one step back, ctrl+c quits.\n\n")
	writeActions(b, c.Actions)
	if len(c.Problems) > 0 {
		b.WriteString("\n")
		writeProblems(b, c)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeActions writes the actions under the tabs on which they exist, first
// those of all tabs. Only keys of the user's say where they come from, and what
// they would be without.
func writeActions(b *strings.Builder, actions []ConfigAction) {
	actions = slices.Clone(actions)
	slices.SortStableFunc(actions, func(x, y ConfigAction) int { return slices.Compare(x.Tabs, y.Tabs) })
	rows := [][]string{{"action", "keys", "what it does", "from"}}
	for _, a := range actions {
		own := ""
		if a.Line > 0 {
			own = fmt.Sprintf("%s, else %s", from(a.From, a.Line), keyList(a.Usual))
		}
		rows = append(rows, []string{a.ID, keyList(a.Keys), a.What, own})
	}
	table := &strings.Builder{}
	writeRows(table, rows)
	for i, row := range strings.SplitAfter(table.String(), "\n") {
		if k := i - 1; k == 0 || k > 0 && k < len(actions) && !slices.Equal(actions[k].Tabs, actions[k-1].Tabs) {
			where := strings.Join(actions[k].Tabs, ", ")
			if where == "" {
				where = "all tabs"
			}
			fmt.Fprintf(b, "\non %s\n", where)
		}
		b.WriteString(row)
	}
}

// keyList is the keys of an action side by side; "-" is a key, so none is a word.
func keyList(keys []string) string {
	if len(keys) == 0 {
		return "none"
	}
	return visible.Text(strings.Join(keys, " "))
}

// from says where a value comes from: the line of the file, if it has one.
func from(from string, line int) string {
	if line == 0 {
		return from
	}
	return fmt.Sprintf("line %d", line)
}

// ConfigCheckText writes the problems, one a line, and a last line that counts
// them.
func ConfigCheckText(w io.Writer, c Config) error {
	b := &strings.Builder{}
	writeProblems(b, c)
	errors, warnings := 0, 0
	for _, p := range c.Problems {
		if p.Severity == "error" {
			errors++
		} else {
			warnings++
		}
	}
	switch {
	case !c.Exists:
		fmt.Fprintf(b, "%s is not there: everything is as it comes\n", visible.Text(c.Path))
	case len(c.Problems) == 0:
		fmt.Fprintf(b, "%s is fine\n", visible.Text(c.Path))
	default:
		fmt.Fprintf(b, "%s, %s\n", plural(errors, "error", "errors"), plural(warnings, "warning", "warnings"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeProblems(b *strings.Builder, c Config) {
	for _, p := range c.Problems {
		fmt.Fprintf(b, "%-7s %s\n", p.Severity, p.Text(c.Path))
	}
}
