package cli

import (
	"io"

	"github.com/spf13/cobra"

	"hopscope/journey/report"
	"hopscope/tui"
)

// unconfigured marks the commands that work with a broken configuration.
const unconfigured = "hopscope-unconfigured"

func (a *app) configCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "Your configuration: where it is, what is in force, and whether it is right",
		Long: "hopscope reads config.toml in its folder of your configuration. It may set theme, scheme and provider (for what does not say whose it is), " +
			"session_folders (further folders where sessions are looked for) and, in [keys], the keys of the workbench by action.",
		Example: `hopscope config
hopscope config check
$EDITOR "$(hopscope config path)"`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.configShow() },
	}
	a.flags.reporting(c, "text", "json")
	sub := func(use, short string, run func() error) {
		s := &cobra.Command{Use: use, Short: short, Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error { return run() }}
		a.flags.reporting(s, "text", "json")
		s.Annotations = map[string]string{unconfigured: ""}
		c.AddCommand(s)
	}
	c.Annotations = map[string]string{unconfigured: ""}
	sub("path", "Where the file is, or would be", a.configPath)
	sub("show", "What is in force and where it comes from: settings, and the keys of all actions", a.configShow)
	sub("check", "Whether the file is right: unknown settings, values that nothing knows, keys that clash", a.configCheck)
	return c
}

// configure reads the configuration and applies it where the command line says
// nothing.
func (a *app) configure(c *cobra.Command) error {
	for at := c; at != nil; at = at.Parent() { // completion has commands of its own
		_, free := at.Annotations[unconfigured]
		switch at.Name() {
		case "help", "completion", cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd:
			free = true
		}
		if free {
			return nil
		}
	}
	cfg, err := readConfig(configPath())
	if err == nil {
		err = cfg.failed()
	}
	if err != nil {
		return &exitError{exitUnreadable, err}
	}
	a.config = cfg
	if f := c.Flags().Lookup("theme"); f == nil || !f.Changed {
		a.screenTheme = cfg.theme
	}
	return nil
}

func (a *app) configPath() error {
	cfg, err := readConfig(configPath())
	if err != nil {
		return &exitError{exitUnreadable, err}
	}
	return a.write(func(w io.Writer) error {
		if a.flags.format == "json" {
			return report.JSON(w, cfg.report())
		}
		_, err := io.WriteString(w, cfg.path+"\n")
		return err
	})
}

func (a *app) configCheck() error {
	cfg, err := readConfig(configPath())
	if err != nil {
		return &exitError{exitUnreadable, err}
	}
	err = a.write(func(w io.Writer) error {
		if a.flags.format == "json" {
			return report.JSON(w, cfg.report())
		}
		return report.ConfigCheckText(w, cfg.report())
	})
	if err == nil && cfg.failed() != nil {
		return &exitError{code: exitFindings}
	}
	return err
}

func (a *app) configShow() error {
	cfg, err := readConfig(configPath())
	if err != nil {
		return &exitError{exitUnreadable, err}
	}
	v := cfg.report()
	for _, s := range []struct {
		name, usual string
		values      []string
	}{
		{"theme", "auto", one(cfg.theme)}, {"scheme", "", one(cfg.scheme)}, {"provider", "", one(cfg.provider)}, {"session_folders", "", cfg.folders},
	} {
		set := report.ConfigSetting{Name: s.name, Values: s.values, From: "file", Line: cfg.at[s.name].line}
		if len(s.values) == 0 {
			set.Values, set.From, set.Line = one(s.usual), "default", 0
		}
		v.Settings = append(v.Settings, set)
	}
	for _, k := range tui.KeyActions(cfg.keys) {
		act := report.ConfigAction{ID: k.ID, Keys: k.Keys, Usual: k.Usual, What: k.What, Group: k.Group, Tabs: k.Tabs, From: "default"}
		if _, own := cfg.keys[k.ID]; own {
			act.From, act.Line = "file", cfg.at["keys."+k.ID].line
		}
		if act.Keys == nil {
			act.Keys = []string{}
		}
		if act.Usual == nil {
			act.Usual = []string{}
		}
		v.Actions = append(v.Actions, act)
	}
	return a.write(func(w io.Writer) error {
		if a.flags.format == "json" {
			return report.JSON(w, v)
		}
		return report.ConfigText(w, v)
	})
}

// settings are those of the configuration, or none.
func (a *app) settings() *config {
	if a.config == nil {
		return &config{}
	}
	return a.config
}

// one is a list of a text, empty for none.
func one(text string) []string {
	if text == "" {
		return []string{}
	}
	return []string{text}
}

func (c *config) report() report.Config {
	v := report.Config{Schema: report.Schema("config"), Path: c.path, Exists: c.exists, Problems: c.problems}
	if v.Problems == nil {
		v.Problems = []report.ConfigProblem{}
	}
	return v
}
