package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/report"
)

func (a *app) providersCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "providers [ID]",
		Short: "Wire contracts: what each provider takes as a name, place by place, with sources and dates",
		Example: `hopscope providers
hopscope providers gemini
hopscope providers anthropic-messages --as-of 2025-03-01`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeProviders,
		RunE: func(_ *cobra.Command, args []string) error {
			day, err := a.flags.day()
			if err != nil {
				return err
			}
			list := provider.All()
			if len(args) > 0 {
				p, err := provider.Get(args[0])
				if err != nil {
					return fmt.Errorf("providers: %w", err)
				}
				list = []journey.Provider{p}
			}
			v := report.NewProviders(list, day)
			return a.write(func(w io.Writer) error {
				switch {
				case a.flags.format == "json":
					return report.JSON(w, v)
				case len(args) > 0:
					return report.ProviderText(w, v)
				}
				return report.ProvidersText(w, v)
			})
		},
	}
	a.flags.reporting(c, "text", "json")
	c.Flags().StringVar(&a.flags.asOf, "as-of", "", "show the rules of this day, YYYY-MM-DD")
	return c
}

// completeProviders offers the ids of the providers, with their titles.
func completeProviders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var ids []string
	for _, p := range provider.All() {
		info := p.Info()
		ids = append(ids, info.ID+"\t"+info.Title)
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}
