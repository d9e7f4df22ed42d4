package cli

import (
	"os"
	"strings"

	"charm.land/fang/v2"
	"charm.land/lipgloss/v2"
	"github.com/spf13/cobra"
)

// help prints fang's page of a command. Only help goes through fang: it asks
// the terminal for its background first, also before an error is printed, and
// where no answer comes it waits for seconds. Without a standard input it does
// not ask, so the colours are those that suit any background.
func (a *app) help(c *cobra.Command, _ []string) {
	stdin := os.Stdin
	os.Stdin = nil
	defer func() { os.Stdin = stdin }()
	page := a.root()
	page.SetArgs(append(strings.Fields(c.CommandPath())[1:], "--help"))
	page.SetOut(a.out)
	page.SetErr(a.err)
	// what could fail was there before: the command, and its flag
	_ = fang.Execute(c.Context(), page,
		fang.WithVersion(version()),
		fang.WithoutManpage(), // man has a command of its own that writes to the given output
		fang.WithColorSchemeFunc(anyBackground),
	)
}

// anyBackground leaves text in the colour that the terminal has for it.
func anyBackground(c lipgloss.LightDarkFunc) fang.ColorScheme {
	s := fang.AnsiColorScheme(c)
	text := lipgloss.NoColor{}
	s.Base, s.Description, s.Argument, s.Help, s.Dash, s.Comment = text, text, text, text, text, text
	s.Codeblock = text
	return s
}
