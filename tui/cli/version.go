package cli

import (
	"fmt"
	"runtime"

	mango "github.com/muesli/mango-cobra"
	"github.com/muesli/roff"
	"github.com/spf13/cobra"
)

func (a *app) versionCmd() *cobra.Command {
	return &cobra.Command{
		Use:         "version",
		Annotations: map[string]string{unconfigured: ""},
		Short:       "The version of hopscope and of the Go that built it",
		Args:        cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(a.out, "hopscope %s, %s, %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}

func (a *app) manCmd() *cobra.Command {
	return &cobra.Command{
		Use:         "man",
		Annotations: map[string]string{unconfigured: ""},
		Short:       "The manual page, for man -l -",
		Args:        cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			root := c.Root()
			root.Short = "the way of a tool's name" // the page's title has room for no more
			page, err := mango.NewManPage(1, root)
			if err != nil {
				return fmt.Errorf("man: %w", err)
			}
			_, err = fmt.Fprint(a.out, page.Build(roff.NewDocument()))
			return err
		},
	}
}
