package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"hopscope/journey"
	"hopscope/journey/decide"
	"hopscope/journey/report"
	"hopscope/journey/scheme"
)

// repairFlags are those of repair alone.
type repairFlags struct {
	declared           []string
	namespace, payload string
	args, as           string
	strict             bool
}

func (a *app) repairCmd() *cobra.Command {
	f := &repairFlags{}
	c := &cobra.Command{
		Use:   "repair NAME [PATH...]",
		Short: "What to do with a call of an undeclared name: the decision, its trace, and what clients would do",
		Example: `hopscope repair bash_tool --client claude-code
hopscope repair read --declared Read,Write --args '{"path":"/a"}'
hopscope repair run_terminal_cmd tools.json --format json`,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("repair: give the NAME of the call, then --declared a,b, --client ID or a PATH with the declared tools")
			}
			return a.repair(c, f, args[0], args[1:])
		},
	}
	a.flags.reporting(c, "text", "json", "markdown")
	c.Flags().StringSliceVar(&f.declared, "declared", nil, "the declared names: a,b (instead of a PATH)")
	c.Flags().StringVar(&f.namespace, "namespace", "", "the namespace field beside the name")
	c.Flags().StringVar(&f.payload, "payload", "function", "how the call was made: function, custom, local_shell, shell, apply_patch or provider")
	c.Flags().StringVar(&f.args, "args", "", "the call's arguments: a JSON object")
	c.Flags().BoolVar(&f.strict, "strict", false, "refuse a tool whose arguments do not fit")
	c.Flags().StringVar(&f.as, "as", "", "of the clients, only what CLIENT would do: ID[@VERSION]")
	c.Flags().BoolVar(&a.flags.fail, "fail", false, "exit with 1 when the call is refused")
	return c
}

func (a *app) repair(c *cobra.Command, f *repairFlags, name string, paths []string) error {
	kind, ok := journey.ParseToolKind(f.payload)
	if !ok {
		return fmt.Errorf("--payload %s: want function, custom, local_shell, shell, apply_patch or provider", f.payload)
	}
	if f.args != "" && !isObject(f.args) {
		return fmt.Errorf("--args %s: not a JSON object", f.args)
	}
	as, err := f.client()
	if err != nil {
		return err
	}
	declared, own, from, err := a.declared(c, f.declared, paths)
	if err != nil {
		return err
	}
	called := journey.Called{Namespace: journey.Namespace(f.namespace), Name: journey.Echo(name)}
	call := journey.Invocation{Called: called, Kind: kind, Args: f.args}
	table, err := a.vocabulary()
	if err != nil {
		return err
	}
	d := decide.Decide(declared, call, decide.Options{Strict: f.strict, Vocab: table}.For(declared))
	var clients []decide.Answer
	if as != nil {
		clients = []decide.Answer{decide.As(as, declared, call)}
	} else {
		clients = decide.Clients(declared, call, own)
	}
	v := report.NewRepair(called, len(declared), from, d, clients)
	err = a.write(func(w io.Writer) error {
		switch a.flags.format {
		case "json":
			return report.JSON(w, v)
		case "markdown":
			return report.RepairMarkdown(w, v)
		}
		return report.RepairText(w, v)
	})
	if err != nil {
		return err
	}
	return a.findingsExit(d.Outcome == decide.Refused)
}

// isObject reports whether a text is one JSON object.
func isObject(text string) bool {
	var object map[string]json.RawMessage
	return json.Unmarshal([]byte(text), &object) == nil && object != nil
}

// client is the scheme of --as, nil without.
func (f *repairFlags) client() (journey.Scheme, error) {
	if f.as == "" {
		return nil, nil
	}
	s, err := scheme.Get(f.as)
	if err != nil {
		return nil, fmt.Errorf("--as %s: %w", f.as, err)
	}
	return s, nil
}

// declared returns the tools that a call is judged against: those of the flag,
// else those that the request of the paths or of --client offers. own is the
// scheme in force, nil when only names were given.
func (a *app) declared(c *cobra.Command, names, paths []string) (tools []decide.Declared, own journey.Scheme, from string, err error) {
	if len(names) > 0 {
		if len(paths) > 0 {
			return nil, nil, "", errors.New("give --declared or a PATH, not both")
		}
		for _, n := range names {
			if n = strings.TrimSpace(n); n != "" {
				tools = append(tools, decide.Declared{Wire: journey.WireName{Name: journey.Wire(n)}})
			}
		}
		if len(tools) == 0 {
			return nil, nil, "", errors.New("--declared holds no name: want a,b")
		}
		return tools, nil, "given on the command line", nil
	}
	if len(paths)+len(a.flags.catalogs)+len(a.flags.servers) == 0 && a.flags.client == "" {
		return nil, nil, "", errors.New("which tools are declared? give --declared a,b, --client ID or a PATH")
	}
	l, err := a.loadOrBare(c, paths)
	if err != nil {
		return nil, nil, "", err
	}
	defer l.Close()
	a.warn(l)
	plan := l.analyzer().Plan(-1)
	tools, _ = decide.FromPlan(plan)
	from = "under " + schemeTitle(l.scheme.Info())
	if plan.Setting.Catalog.Assumed {
		from += ", assumed: no list was recorded"
	}
	if src := sourcePaths(l); src != "" {
		from = "from " + l.Mask(src) + " " + from
	}
	return tools, l.scheme, from, nil
}

func sourcePaths(l *loaded) string {
	var paths []string
	for _, s := range l.Sources {
		paths = append(paths, s.Path)
	}
	return strings.Join(paths, ", ")
}

func schemeTitle(i journey.SchemeInfo) string {
	if i.Version == "" {
		return i.ID
	}
	return i.ID + " " + i.Version
}
