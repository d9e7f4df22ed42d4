package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"hopscope/journey/report"
)

// vocabColumns is the number of clients in the matrix of the text form, which
// has to fit a window of 120 columns.
const vocabColumns = 5

func (a *app) vocabCmd() *cobra.Command {
	var capability string
	c := &cobra.Command{
		Use:   "vocab [NAME]",
		Short: "What each coding agent calls its tools; with NAME, who has it and for which task",
		Example: `hopscope vocab bash_tool
hopscope vocab --client codex
hopscope vocab --capability shell --format markdown`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			t, err := a.vocabulary()
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return a.writeVocab(vocabName(t, args[0]))
			}
			client, version, versioned := strings.Cut(a.flags.client, "@")
			if client != "" {
				if err := readableVersion("--client", a.flags.client, version, versioned); err != nil {
					return err
				}
				id, ok := t.ClientID(client)
				if !ok {
					return fmt.Errorf("--client %s: not a known client; known are %s", client, strings.Join(clientIDs(), ", "))
				}
				client = id
			}
			v := vocabTable(t, client, capability)
			switch {
			case len(v.Capabilities) == 0:
				var ids []string
				for _, k := range t.Capabilities() {
					ids = append(ids, k.ID)
				}
				return fmt.Errorf("--capability %s: not known; known are %s", capability, strings.Join(ids, ", "))
			case len(v.Clients) == 0:
				return fmt.Errorf("--client %s: its names were not verified, so there is no table of them", client)
			}
			return a.writeVocab(v)
		},
	}
	a.flags.reporting(c, "text", "json", "markdown")
	c.Flags().StringVar(&capability, "capability", "", "only this task: shell, read, edit, ...")
	return c
}

func (a *app) writeVocab(v report.Vocab) error {
	return a.write(func(w io.Writer) error {
		switch a.flags.format {
		case "json":
			return report.JSON(w, v)
		case "markdown":
			return report.VocabMarkdown(w, v)
		}
		return report.VocabText(w, v, vocabColumns)
	})
}
