package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"hopscope/journey/report"
	"hopscope/journey/visible"
	"hopscope/sessions/bundle"
	"hopscope/sessions/casefile"
	"hopscope/sessions/store"
)

// bundling is what the flags of bundle say.
type bundling struct {
	all, yes, verify bool
}

func (a *app) bundleCmd() *cobra.Command {
	var o bundling
	c := &cobra.Command{
		Use:   "bundle PATH...",
		Short: "A redacted, minimal case for a bug report",
		Long: "bundle makes a case that can be attached to a bug report. It keeps names, ids, order, errors and sizes; it drops the values of arguments, " +
			"results, descriptions and prompts, and masks keys, tokens, passwords, e-mails, home folders and host names in all that stays.\n\n" +
			"It shows first what it leaves out and masks, and on a terminal asks before it writes; without -o it only shows that. " +
			"The calls that failed because of a name are kept with what their diagnosis needs; --all keeps every call. " +
			"The case is opened again before it is written, and must get the same diagnosis.\n\n" +
			"Every masked secret is searched for in the file, as it is, JSON-escaped, in base64, percent-encoded and in the other case; a file in which one stands is not written. " +
			"--verify reads the file once more after it was written; without -o it looks at PATH itself, a bundle that somebody else made.",
		Example: `hopscope bundle session.jsonl
hopscope bundle session.jsonl -o report.case.json
hopscope bundle session.jsonl -o report.case.json --yes --verify
hopscope bundle --verify report.case.json`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := a.needPath(args, "bundle"); err != nil {
				return err
			}
			if o.verify && a.flags.output == "" {
				return a.verifyBundles(args)
			}
			return a.bundle(c.Context(), args, o)
		},
	}
	a.flags.reporting(c, "text", "json")
	c.Flags().BoolVar(&o.all, "all", false, "keep every call, not only those that the diagnosis needs")
	c.Flags().BoolVar(&o.yes, "yes", false, "do not ask, and write over a file that is there")
	c.Flags().BoolVar(&o.verify, "verify", false, "search the written file, or PATH without -o, for secrets")
	return c
}

// bundle shows what a bundle of the paths leaves out, and writes it to -o.
func (a *app) bundle(ctx context.Context, paths []string, o bundling) error {
	a.flags.showSecrets = true // a secret must be known to be searched for
	l, err := a.load(ctx, paths)
	if err != nil {
		return err
	}
	defer l.Close()
	if !l.recording() {
		return fmt.Errorf("bundle: no calls were read from %s; a bundle is made of a recording or a case", strings.Join(paths, ", "))
	}
	made, err := a.makeBundle(ctx, l, o.all)
	if err != nil {
		return err
	}
	v := a.bundleValue(l, made)
	preview := a.out
	if a.flags.output == "-" {
		preview = a.err
	}
	if a.flags.format == "text" {
		if err := report.BundleText(preview, v); err != nil {
			return err
		}
	}
	if len(v.Verify.Leaks) == 0 && a.flags.output != "" {
		if err := a.writeBundle(made, &v, o); err != nil {
			return err
		}
	}
	if a.flags.format == "json" {
		err = report.JSON(preview, v)
	} else {
		err = report.BundleEnd(preview, v)
	}
	switch {
	case err != nil:
		return err
	case len(v.Verify.Leaks) > 0 && v.Output == "":
		return &exitError{exitFindings, errors.New("bundle: secrets are left in it, so nothing was written")}
	case len(v.Verify.Leaks) > 0:
		return &exitError{exitFindings, fmt.Errorf("bundle: secrets stand in %s: do not pass it on", v.Output)}
	}
	return nil
}

// writeBundle writes the case, after asking on a terminal, and with --verify
// reads it again.
func (a *app) writeBundle(made *madeBundle, v *report.Bundle, o bundling) error {
	path := a.flags.output
	if path == "-" {
		v.Output = "stdout"
		_, err := a.out.Write(made.data)
		return err
	}
	if in, ok := a.inputAt(path); ok {
		return fmt.Errorf("output %s: this is %s, which was read; give another file", path, in)
	}
	_, err := os.Lstat(path)
	there := err == nil
	switch yes, asked := a.ask(path, there, o.yes); {
	case asked && !yes:
		return &exitError{exitFine, errors.New("bundle: nothing was written")}
	case there && !asked && !o.yes:
		return fmt.Errorf("output %s: a file of this name is there already; --yes writes over it", path)
	}
	if err := store.Save(path, made.data, store.Saving{Replace: there}); err != nil {
		return fmt.Errorf("output %w", err)
	}
	v.Output = path
	if !o.verify {
		return nil
	}
	written, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	v.Verify.Leaks, v.Verify.Searched = leaksOf(made.Verify(written))
	return nil
}

// ask asks on a terminal whether the file shall be written.
func (a *app) ask(path string, there, yes bool) (answer, asked bool) {
	f, ok := a.in.(*os.File)
	if yes || !a.terminal || !ok || !term.IsTerminal(f.Fd()) {
		return yes, false
	}
	question := "Write " + visible.Text(path) + "? [y/N] "
	if there {
		question = "Write over " + visible.Text(path) + "? [y/N] "
	}
	fmt.Fprint(a.err, question)
	said, _ := bufio.NewReader(io.LimitReader(f, 1<<10)).ReadString('\n') // no answer is no
	said = strings.ToLower(strings.TrimSpace(said))
	return said == "y" || said == "yes", true
}

// verifyBundles searches existing files.
func (a *app) verifyBundles(paths []string) error {
	found := report.BundleVerify{Leaks: []report.BundleLeak{}}
	for _, path := range paths {
		data, err := readWhole(path, a.in)
		if err != nil {
			return &exitError{exitUnreadable, fmt.Errorf("verify %w", err)}
		}
		if _, _, err := casefile.Parse(data); err != nil && !casefile.Is(data) {
			return &exitError{exitUnreadable, fmt.Errorf("verify %s: this is no case; bundle %s -o FILE makes one", path, path)}
		}
		leaks, _ := leaksOf(bundle.Inspect(data), 0)
		for _, x := range leaks {
			if len(paths) > 1 {
				x.Where = path + ": " + x.Where
			}
			found.Leaks = append(found.Leaks, x)
		}
	}
	var err error
	if a.flags.format == "json" {
		err = report.JSON(a.out, report.BundleVerified{Schema: report.Schema("bundle-verify"), Sources: paths, BundleVerify: found})
	} else {
		err = report.BundleLeaks(a.out, found)
	}
	if err == nil && len(found.Leaks) > 0 {
		err = &exitError{code: exitFindings}
	}
	return err
}

// bundleMax is the largest file that is searched, in bytes.
const bundleMax = 256 << 20

// readWhole reads a file, or standard input for -.
func readWhole(path string, in io.Reader) ([]byte, error) {
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, bundleMax+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > bundleMax:
		return nil, fmt.Errorf("%s: more than %d MB", path, bundleMax>>20)
	}
	return data, nil
}

// leaksOf are leaks as a report writes them.
func leaksOf(list []bundle.Leak, searched int) ([]report.BundleLeak, int) {
	out := make([]report.BundleLeak, 0, len(list))
	for _, l := range list {
		out = append(out, report.BundleLeak(l))
	}
	return out, searched
}
