package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"hopscope/journey"
	"hopscope/journey/report"
	"hopscope/journey/scheme"
)

func (a *app) schemesCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "schemes [ID[@VERSION]]",
		Short: "Naming rules: what each client makes of a name, with limits, options, sources and dates",
		Example: `hopscope schemes
hopscope schemes codex
hopscope schemes codex@0.61`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSchemes,
		RunE: func(_ *cobra.Command, args []string) error {
			list := scheme.All()
			if len(args) > 0 {
				s, err := scheme.Get(args[0])
				if err != nil {
					return fmt.Errorf("schemes: %w", err)
				}
				list = []journey.Scheme{s}
			}
			v := report.Schemes{Schema: report.Schema("schemes")}
			for _, s := range list {
				info := s.Info()
				v.Schemes = append(v.Schemes, report.NewScheme(info, scheme.Options(info)))
			}
			return a.write(func(w io.Writer) error {
				switch {
				case a.flags.format == "json":
					return report.JSON(w, v)
				case len(args) > 0:
					return report.SchemeText(w, v.Schemes[0])
				}
				return report.SchemesText(w, v)
			})
		},
	}
	a.flags.reporting(c, "text", "json")
	return c
}

// completeSchemes offers the ids of the schemes, with their titles.
func completeSchemes(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var ids []string
	for _, s := range scheme.All() {
		info := s.Info()
		ids = append(ids, info.ID+"\t"+info.Title)
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}
