package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"hopscope/sessions/demo"
	"hopscope/tui"
)

func (a *app) demoCmd() *cobra.Command {
	var list bool
	c := &cobra.Command{
		Use:   "demo [NAME]",
		Short: "A built-in session; --list shows their names",
		Example: `hopscope demo
hopscope demo clash
hopscope demo --list`,
		Args:      cobra.MaximumNArgs(1),
		ValidArgs: demoNames(),
		RunE: func(c *cobra.Command, args []string) error {
			if list {
				return a.write(listDemos)
			}
			name := demo.List()[0].Name
			if len(args) == 1 {
				name = args[0]
			}
			return a.demo(c, name)
		},
	}
	c.Flags().BoolVar(&list, "list", false, "list the demos")
	return c
}

func (a *app) demo(c *cobra.Command, name string) error {
	opening, err := a.openDemo(c.Context(), name)
	if err != nil {
		return err
	}
	if a.plain() {
		defer opening.Close()
		l := opening.Loaded()
		for u := range opening.Updates() {
			l.Apply(u)
		}
		return a.printLoaded(&loaded{Loaded: l, opening: opening}, tui.PlainOptions{Title: "demo: " + title(name)})
	}
	t, err := a.screen()
	if err != nil {
		return err
	}
	t.Opening, t.Demo = opening, title(name)
	return a.show(c.Context(), t)
}

func title(name string) string {
	for _, d := range demo.List() {
		if d.Name == name {
			return d.Title
		}
	}
	return name
}

func demoNames() []string {
	var names []string
	for _, d := range demo.List() {
		names = append(names, d.Name)
	}
	return names
}

func listDemos(w io.Writer) error {
	wide := 0
	for _, d := range demo.List() {
		wide = max(wide, len(d.Name))
	}
	for _, d := range demo.List() {
		if _, err := fmt.Fprintf(w, "%-*s  %s\n", wide, d.Name, d.Story); err != nil {
			return err
		}
	}
	return nil
}
