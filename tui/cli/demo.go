package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"hopscope/journey/report"
	"hopscope/sessions/demo"
	"hopscope/tui"
)

func (a *app) demoCmd() *cobra.Command {
	var list bool
	c := &cobra.Command{
		Use:   "demo [NAME]",
		Short: "A built-in session with a guided tour; --list shows their names",
		Long: "A built-in session with a guided tour: a box points at one pane after the other, says one thing, and waits for " +
			"the key that shows it. Without NAME it is the first one, which goes through all six hops; the last step of each " +
			"leads to the next. Without a terminal, and with --plain, the tour is printed as numbered text.",
		Example: `hopscope demo
hopscope demo clash
hopscope demo --list`,
		Args:      cobra.MaximumNArgs(1),
		ValidArgs: demoNames(),
		RunE: func(c *cobra.Command, args []string) error {
			if list {
				return a.write(a.listDemos)
			}
			if a.flags.format == "json" || a.flags.output != "" {
				return fmt.Errorf("demo: --format and --output are for --list; hopscope replay writes a session")
			}
			name := demo.List()[0].Name
			if len(args) == 1 {
				name = args[0]
			}
			return a.demo(c.Context(), name)
		},
	}
	c.Flags().BoolVar(&list, "list", false, "list the demos")
	a.flags.reporting(c, "text", "json")
	return c
}

func (a *app) demo(ctx context.Context, name string) error {
	opening, err := a.openDemo(ctx, name)
	if err != nil {
		return err
	}
	if a.plain() {
		defer opening.Close()
		l := opening.Loaded()
		for u := range opening.Updates() {
			l.Apply(u)
		}
		if err := a.printLoaded(&loaded{Loaded: l, opening: opening}, tui.PlainOptions{Title: "demo: " + title(name)}); err != nil {
			return err
		}
		return a.printTour(ctx, name)
	}
	t, err := a.screen()
	if err != nil {
		return err
	}
	t.Opening, t.Demo = opening, title(name)
	return a.show(ctx, t)
}

// printTour walks the tour of a demo and prints it.
func (a *app) printTour(ctx context.Context, name string) error {
	t, err := a.screen()
	if err != nil {
		return err
	}
	if t.Opening, err = a.openDemo(ctx, name); err != nil {
		return err
	}
	t.Demo = title(name)
	return a.write(func(w io.Writer) error {
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
		return tui.PlainTour(ctx, w, t)
	})
}

// title is that of a demo, by its name or another one of it.
func title(name string) string {
	if d, err := demo.Find(name); err == nil {
		return d.Title
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

// demoRow is a demo in the JSON list.
type demoRow struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Story   string   `json:"story"`
	Steps   int      `json:"steps"`
	Aliases []string `json:"aliases"`
}

func (a *app) listDemos(w io.Writer) error {
	wide := 0
	var rows []demoRow
	for _, d := range demo.List() {
		wide = max(wide, len(d.Name))
		rows = append(rows, demoRow{d.Name, d.Title, d.Story, d.Steps, d.Aliases})
	}
	if a.flags.format == "json" {
		return report.JSON(w, struct {
			Schema string    `json:"schema"`
			Demos  []demoRow `json:"demos"`
		}{report.Schema("demo"), rows})
	}
	for _, d := range rows {
		if _, err := fmt.Fprintf(w, "%-*s  %d steps  %s\n", wide, d.Name, d.Steps, d.Story); err != nil {
			return err
		}
	}
	return nil
}
