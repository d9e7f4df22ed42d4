package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"

	"hopscope/journey/diagnose"
	"hopscope/journey/provider"
	"hopscope/journey/report"
	"hopscope/journey/scheme"
	"hopscope/themes"
	"hopscope/tui"
)

// configMax is the largest configuration that is read, in bytes.
const configMax = 64 << 10

// configPath is where the user's configuration is.
func configPath() string { return filepath.Join(xdg.ConfigHome, "hopscope", "config.toml") }

// config is what the user's configuration says. The zero value is that of one
// that is not there.
type config struct {
	path   string
	exists bool

	theme, scheme, provider string
	folders                 []string
	// keys are those of the workbench by action id.
	keys     map[string][]string
	fallback diagnose.Fallback

	// at is where each key stands in the file: theme, keys.quit.
	at       map[string]place
	problems []report.ConfigProblem
}

// place is a line and a column of the file, from 1.
type place struct{ line, column int }

// configFile is the file as it is written. The values are looked at one by one,
// so that each that is wrong is named.
type configFile struct {
	Theme    any `toml:"theme"`
	Scheme   any `toml:"scheme"`
	Provider any `toml:"provider"`
	Folders  any `toml:"session_folders"`
	Keys     any `toml:"keys"`
}

// configSettings are the settings that the file may have, for messages.
const configSettings = "theme, scheme, provider, session_folders, and keys by action in [keys]"

// readConfig reads the configuration at a path. One that is not there is fine;
// what is wrong with it stands in its problems. The error is about reading.
func readConfig(path string) (*config, error) {
	c := &config{path: path, at: map[string]place{}}
	st, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil:
		return c, fmt.Errorf("configuration %s: %w", path, errors.Unwrap(err))
	case !st.Mode().IsRegular():
		return c, fmt.Errorf("configuration %s: is no file", path)
	case st.Size() > configMax:
		return c, fmt.Errorf("configuration %s: want a file of at most %d KB", path, configMax>>10)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return c, fmt.Errorf("configuration %s: %w", path, errors.Unwrap(err))
	}
	c.exists = true
	c.parse(text)
	return c, nil
}

// parse takes what the text says.
func (c *config) parse(text []byte) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	c.locate(text)
	var file configFile
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&file)
	var strict *toml.StrictMissingError
	var decode *toml.DecodeError
	switch {
	case errors.As(err, &strict):
		for i := range strict.Errors {
			row, col := strict.Errors[i].Position()
			key := keyText(strict.Errors[i].Key())
			c.problems = append(c.problems, report.ConfigProblem{Severity: "error", Line: row, Column: col, Key: key, What: "no such setting: " + key, Fix: "there are " + configSettings})
		}
		// without the strictness the known ones are taken
		if err := toml.Unmarshal(text, &file); err != nil {
			return
		}
	case errors.As(err, &decode):
		row, col := decode.Position()
		c.problems = append(c.problems, report.ConfigProblem{Severity: "error", Line: row, Column: col, Key: keyText(decode.Key()), What: strings.TrimPrefix(decode.Error(), "toml: ")})
		return
	case err != nil:
		c.wrong("", err.Error(), "")
		return
	}
	c.takeRules(&file)
	c.takeFolders(file.Folders)
	c.takeKeys(file.Keys)
	slices.SortStableFunc(c.problems, func(a, b report.ConfigProblem) int { return a.Line - b.Line })
}

// locate finds where each key stands: a strict reader that knows none of them
// names them all.
func (c *config) locate(text []byte) {
	for _, nothing := range []any{&struct{}{}, &struct {
		Keys struct{} `toml:"keys"`
	}{}} {
		err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(nothing)
		var strict *toml.StrictMissingError
		if !errors.As(err, &strict) {
			continue
		}
		for i := range strict.Errors {
			row, col := strict.Errors[i].Position()
			c.at[keyText(strict.Errors[i].Key())] = place{row, col}
		}
	}
}

// wrong notes a problem with a key.
func (c *config) wrong(key, what, fix string) {
	at := c.at[key]
	c.problems = append(c.problems, report.ConfigProblem{Severity: "error", Line: at.line, Column: at.column, Key: key, What: what, Fix: fix})
}

// text takes a setting that is one text; ok is false where it is not set.
func (c *config) text(key string, value any) (text string, ok bool) {
	switch v := value.(type) {
	case nil:
		return "", false
	case string:
		return v, true
	}
	c.wrong(key, fmt.Sprintf("%s is %s; want a text in quotes", key, kindOfValue(value)), "")
	return "", false
}

func kindOfValue(v any) string {
	switch v.(type) {
	case bool:
		return "true or false"
	case int64, float64:
		return "a number"
	case []any:
		return "a list"
	case map[string]any:
		return "a table"
	case string:
		return "a text"
	}
	return "a date or time"
}

// takeRules takes theme, scheme and provider.
func (c *config) takeRules(file *configFile) {
	if id, ok := c.text("theme", file.Theme); ok {
		own, err := ownThemes()
		if err == nil {
			_, err = themes.Get(id, true, own...)
		}
		if err != nil {
			c.wrong("theme", err.Error(), "")
		} else {
			c.theme = id
		}
	}
	if id, ok := c.text("scheme", file.Scheme); ok {
		if s, err := scheme.Get(id); err != nil {
			c.wrong("scheme", err.Error(), "")
		} else {
			c.scheme, c.fallback.Scheme = id, s
		}
	}
	if id, ok := c.text("provider", file.Provider); ok {
		if p, err := provider.Get(id); err != nil {
			c.wrong("provider", err.Error(), "")
		} else {
			c.provider, c.fallback.Provider = id, p
		}
	}
}

// takeFolders takes the further folders with sessions. They may come and go, so
// one that is not there is no error.
func (c *config) takeFolders(value any) {
	const key = "session_folders"
	list, ok := texts(value)
	if !ok {
		c.wrong(key, key+" is "+kindOfValue(value)+"; want a list of folders: [\"~/recordings\"]", "")
		return
	}
	home, _ := os.UserHomeDir()
	for _, folder := range list {
		path := folder
		if rest, inHome := strings.CutPrefix(filepath.ToSlash(folder), "~/"); inHome && home != "" {
			path = filepath.Join(home, rest)
		}
		if folder == "~" {
			path = home
		}
		switch st, err := os.Stat(path); {
		case !filepath.IsAbs(path):
			c.wrong(key, fmt.Sprintf("%q is no whole path", folder), "begin it with / or ~/")
			continue
		case err != nil:
			c.warn(key, fmt.Sprintf("%s is not there now", folder))
		case !st.IsDir():
			c.wrong(key, fmt.Sprintf("%s is no folder", folder), "")
			continue
		}
		c.folders = append(c.folders, folder)
	}
}

func (c *config) warn(key, what string) {
	at := c.at[key]
	c.problems = append(c.problems, report.ConfigProblem{Severity: "warning", Line: at.line, Column: at.column, Key: key, What: what})
}

// texts are the texts of a value: of a list, or one alone.
func texts(value any) (list []string, ok bool) {
	switch v := value.(type) {
	case nil:
		return nil, true
	case string:
		return []string{v}, true
	case []any:
		list = make([]string, 0, len(v))
		for _, e := range v {
			text, ok := e.(string)
			if !ok {
				return nil, false
			}
			list = append(list, text)
		}
		return list, true
	}
	return nil, false
}

// takeKeys takes the keys of the workbench.
func (c *config) takeKeys(value any) {
	c.keys = map[string][]string{}
	keys, ok := value.(map[string]any)
	if !ok && value != nil {
		c.wrong("keys", "keys is "+kindOfValue(value)+"; want a table [keys] with a line for each action", "")
	}
	for id, value := range keys {
		list, ok := texts(value)
		if !ok {
			c.wrong("keys."+id, fmt.Sprintf("the key of %s is %s; want \"n\" or [\"n\", \"f8\"], or [] for none", id, kindOfValue(value)), "")
			continue
		}
		c.keys[id] = list
	}
	for _, p := range tui.CheckKeys(c.keys) {
		c.wrong("keys."+p.Action, p.What, p.Fix)
	}
}

// failed is the first error of a configuration, nil for none.
func (c *config) failed() error {
	n := 0
	var first report.ConfigProblem
	for _, p := range c.problems {
		if p.Severity == "error" {
			if n == 0 {
				first = p
			}
			n++
		}
	}
	switch n {
	case 0:
		return nil
	case 1:
		return errors.New(first.Text(c.path))
	}
	return fmt.Errorf("%s (%d more: hopscope config check)", first.Text(c.path), n-1)
}
