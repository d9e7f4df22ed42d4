package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hopscope/journey"
	"hopscope/journey/scheme"
)

// choiceFlags take one of the words that their usage text lists.
var choiceFlags = [...]string{"format", "fail-on", "names", "theme", "color"}

// completeFlags gives the flags of a command and of those below it their
// completions.
func completeFlags(c *cobra.Command) {
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		var fn cobra.CompletionFunc
		switch f.Name {
		case "provider":
			fn = completeProviders
		case "option":
			fn = completeOptions
		default:
			for _, name := range choiceFlags {
				if f.Name == name {
					fn = cobra.FixedCompletions(choices(f.Usage), cobra.ShellCompDirectiveNoFileComp)
				}
			}
		}
		if _, has := c.GetFlagCompletionFunc(f.Name); fn != nil && !has {
			_ = c.RegisterFlagCompletionFunc(f.Name, fn) // fails only for a flag that is not there
		}
	})
	for _, sub := range c.Commands() {
		completeFlags(sub)
	}
}

// choices are the words behind the colon of a usage text.
func choices(usage string) []string {
	_, list, ok := strings.Cut(usage, ": ")
	if !ok {
		return nil
	}
	return strings.Split(strings.ReplaceAll(list, " or ", ", "), ", ")
}

// completeOptions completes -O: the keys of the scheme that stands on the line,
// or of all, with the values that a key takes.
func completeOptions(c *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
	id, err := c.Flags().GetString("scheme")
	list := scheme.All()
	if s, unknown := scheme.Get(id); err == nil && unknown == nil {
		list = []journey.Scheme{s}
	}
	key, _, hasKey := strings.Cut(begun, "=")
	seen := map[string]bool{}
	var out []string
	for _, s := range list {
		for _, o := range scheme.Options(s.Info()) {
			if !hasKey && !seen[o.Key] {
				seen[o.Key] = true
				out = append(out, o.Key+"=\t"+o.What)
			}
			for _, v := range o.Values {
				if word := o.Key + "=" + v; hasKey && o.Key == key && !seen[word] {
					seen[word] = true
					out = append(out, word)
				}
			}
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
