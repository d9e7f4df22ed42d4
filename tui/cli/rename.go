package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"hopscope/journey"
	"hopscope/journey/decide"
	"hopscope/journey/provider"
	"hopscope/journey/report"
)

// requestMax is the largest file that is looked at as a request body, in bytes.
const requestMax = 16 << 20

func (a *app) renameCmd() *cobra.Command {
	var to string
	var demand []string
	c := &cobra.Command{
		Use:   "rename --to CLIENT [PATH...]",
		Short: "What it takes to send the declared tools under another client's names: the map and all places that move",
		Example: `hopscope rename --to opencode --client claude-code
hopscope rename --to claude-code request.json --format json
hopscope rename --demand read,shell tools.json`,
		RunE: func(c *cobra.Command, args []string) error {
			up, err := a.upstream(to, demand)
			if err != nil {
				return err
			}
			if len(args)+len(a.flags.catalogs)+len(a.flags.servers) == 0 && a.flags.client == "" {
				return errors.New("rename: which tools are declared? give a PATH or --client ID")
			}
			return a.rename(c, up, args)
		},
	}
	a.flags.reporting(c, "text", "json", "markdown")
	c.Flags().StringVar(&to, "to", "", "the vocabulary to map into: a CLIENT[@VERSION]")
	c.Flags().StringSliceVar(&demand, "demand", nil, "or the names that an upstream demands: a,b")
	return c
}

// upstream reads --to or --demand.
func (a *app) upstream(to string, demand []string) (decide.Upstream, error) {
	if (to == "") == (len(demand) == 0) {
		return decide.Upstream{}, errors.New("rename: give --to CLIENT, or --demand with a list of names")
	}
	if to == "" {
		return decide.Upstream{Names: demand}, nil
	}
	t, err := a.vocabulary()
	if err != nil {
		return decide.Upstream{}, err
	}
	name, version, versioned := strings.Cut(to, "@")
	if err := readableVersion("--to", to, version, versioned); err != nil {
		return decide.Upstream{}, err
	}
	id, ok := t.ClientID(name)
	c, known := t.Client(id)
	if !ok || !known || c.NamesUnknown {
		return decide.Upstream{}, fmt.Errorf("--to %s: no client with a table of names; known are %s", to, strings.Join(clientIDs(), ", "))
	}
	if version == "" {
		version = c.Newest()
	}
	return decide.Upstream{Client: id, Version: version}, nil
}

func (a *app) rename(c *cobra.Command, up decide.Upstream, paths []string) error {
	table, err := a.vocabulary()
	if err != nil {
		return err
	}
	l, err := a.loadOrBare(c, paths)
	if err != nil {
		return err
	}
	defer l.Close()
	a.warn(l)
	r := decide.Request{Plan: l.analyzer().Plan(-1), Provider: l.provider, Past: decide.PastCalls(l.Session)}
	path := a.recordedRequest(l, &r)
	out := r.Move(up, decide.Options{Vocab: table})
	v := report.NewRename(up, r.Provider.Info().ID, l.shown(path), out)
	return a.write(func(w io.Writer) error {
		switch a.flags.format {
		case "json":
			return report.JSON(w, v)
		case "markdown":
			return report.RenameMarkdown(w, v)
		}
		return report.RenameText(w, v)
	})
}

// recordedRequest looks for a request body among the inputs. It then stands in
// r with its provider, unless another was asked for.
func (a *app) recordedRequest(l *loaded, r *decide.Request) (path string) {
	paths := make([]string, len(l.Sources))
	for i, s := range l.Sources {
		paths[i] = s.Path
	}
	body, p, path := findRequest(paths, l.provider, a.flags.provider != "")
	if path != "" {
		r.Body, r.Provider = body, p
	}
	return path
}

// findRequest is the first file, or the newest request of the first capture, in
// which a provider finds declared names beside messages: the given one before
// the others, or it only.
func findRequest(paths []string, first journey.Provider, only bool) (body []byte, by journey.Provider, path string) {
	candidates := []journey.Provider{first}
	if !only {
		candidates = append(candidates, provider.All()...)
	}
	for _, path := range paths {
		st, err := os.Stat(path)
		if err != nil || !st.Mode().IsRegular() || st.Size() > requestMax {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		for _, body := range requestBodies(data) {
			for _, p := range candidates {
				if p != nil && p.Info().ID != "mcp" && declares(p, body) {
					return body, p, path
				}
			}
		}
	}
	return nil, nil, ""
}

// declares reports whether a provider finds a declared name in a body that has
// messages as well.
func declares(p journey.Provider, body []byte) bool {
	loc, ok := p.(journey.Locator)
	codec, reads := p.(journey.Codec)
	if !ok || !reads {
		return false
	}
	if _, _, err := codec.ReadRequest(body); err != nil {
		return false
	}
	places, err := loc.Locate(journey.PartRequest, body)
	if err != nil {
		return false
	}
	for _, at := range places {
		if at.Place == journey.PlaceDeclare {
			return true
		}
	}
	return false
}
