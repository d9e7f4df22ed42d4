package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/journey/scheme"
	"hopscope/sessions"
	"hopscope/sessions/store"
	"hopscope/themes"
	"hopscope/vocab"
)

// flags are the values of all flags that commands share.
type flags struct {
	catalogs []string
	servers  []string // KEY=FILE
	names    string
	scheme   string
	options  []string // key=value
	mapFile  string   // of --map
	provider string
	client   string
	reserved []string
	format   string
	theme    string
	color    string
	plain    bool
	output   string
	fail     bool
	asOf     string
	vocab    []string
	// instructions are files and folders of texts that teach names.
	instructions []string
	many         bool // the command takes all for --scheme and --provider
	noMouse      bool
	showSecrets  bool
}

// common adds the flags that every command understands.
func (f *flags) common(c *cobra.Command) {
	p := c.PersistentFlags()
	p.StringArrayVar(&f.catalogs, "catalog", nil, "a catalog FILE to add (repeatable)")
	p.StringArrayVar(&f.servers, "server", nil, "give a listing its server: KEY=FILE (repeatable)")
	p.StringVar(&f.names, "names", "", "the form in which names are read: registered, safe or wire")
	p.StringVar(&f.scheme, "scheme", "", "naming rules: ID[@VERSION]; wire and check also take all")
	p.StringArrayVarP(&f.options, "option", "O", nil, "scheme option key=value (repeatable)")
	p.StringVar(&f.mapFile, "map", "", "a FILE of names for a gateway: JSON or TOML, from the client's name to the other")
	p.StringVar(&f.provider, "provider", "", "wire contract: ID; wire and check also take all")
	p.StringVar(&f.client, "client", "", "coding agent: ID[@VERSION], chooses scheme and provider")
	p.StringSliceVar(&f.reserved, "reserved", nil, "names that other parts of the request own: a,b")
	p.StringArrayVar(&f.vocab, "vocab", nil, "a vocabulary FILE (TOML) to lay over the built-in one (repeatable)")
	p.StringArrayVar(&f.instructions, "instructions", nil, "a FILE or folder of prompts, skills or rules that teach names (repeatable)")
	p.StringVar(&f.theme, "theme", "auto", "colours of the screen: auto, dark, light, high-contrast, colour-blind-safe or plain")
	p.StringVar(&f.color, "color", "auto", "whether to use colours: auto, always or never")
	p.BoolVar(&f.plain, "plain", false, "print rows as lines of text instead of a full screen")
	p.BoolVar(&f.noMouse, "no-mouse", false, "leave the mouse to the terminal")
	p.BoolVar(&f.showSecrets, "show-secrets", false, "do not mask keys, tokens, e-mails, home folders and hosts")
	_ = c.RegisterFlagCompletionFunc("scheme", completeSchemes) // fails only for a flag that is not there
}

// check refuses values that no command knows.
func (f *flags) check() error {
	switch f.color {
	case "auto", "always", "never":
	default:
		return fmt.Errorf("--color %s: want auto, always or never", f.color)
	}
	if f.theme == "auto" {
		return nil
	}
	own, err := ownThemes()
	if err != nil {
		return err
	}
	if _, err := themes.Get(f.theme, true, own...); err != nil {
		return fmt.Errorf("--theme %s: %w", f.theme, err)
	}
	return nil
}

// flagError says what is wrong with a flag, without the words of the parser,
// and where the flags are listed.
func flagError(c *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	if errors.As(err, &value) {
		err = fmt.Errorf("--%s %s: want a %s", value.GetFlag().Name, value.GetValue(), kindOf(value.GetFlag()))
	}
	return fmt.Errorf("%w; %s --help lists the flags", err, c.CommandPath())
}

func kindOf(f *pflag.Flag) string {
	if f.Value.Type() == "int" {
		return "whole number"
	}
	return f.Value.Type()
}

// reporting adds the flags of commands that write a report.
func (f *flags) reporting(c *cobra.Command, formats ...string) {
	p := c.Flags()
	p.StringVar(&f.format, "format", "text", "how to write it: "+strings.Join(formats, ", "))
	p.StringVarP(&f.output, "output", "o", "", "write to FILE instead of stdout")
	c.PreRunE = func(*cobra.Command, []string) error {
		for _, known := range formats {
			if f.format == known {
				return nil
			}
		}
		return fmt.Errorf("--format %s: this command writes %s", f.format, strings.Join(formats, ", "))
	}
}

// open translates the flags into what sessions.Open takes.
func (a *app) open(paths []string) (sessions.Options, error) {
	o := sessions.Options{Paths: paths, Catalogs: a.flags.catalogs, Stdin: a.in, Mask: !a.flags.showSecrets, Folders: a.settings().folders}
	for _, s := range a.flags.servers {
		key, file, ok := strings.Cut(s, "=")
		if !ok || key == "" || file == "" {
			return o, fmt.Errorf("--server %s: want KEY=FILE", s)
		}
		if o.Servers == nil {
			o.Servers = map[journey.Server]string{}
		}
		o.Servers[journey.Server(key)] = file
	}
	if a.flags.names != "" {
		form, ok := journey.ParseForm(a.flags.names)
		if !ok {
			return o, fmt.Errorf("--names %s: want registered, safe or wire", a.flags.names)
		}
		o.Names = &form
	}
	var err error
	o.Instructions, err = a.instructions()
	return o, err
}

// schemeOptions returns the -O pairs and the map of --map, of which the scheme
// must take all; without a scheme one of all must.
func (f *flags) schemeOptions() (map[string]string, error) {
	out := map[string]string{}
	for _, s := range f.options {
		key, value, ok := strings.Cut(s, "=")
		if !ok || key == "" {
			return nil, fmt.Errorf("-O %s: want key=value", s)
		}
		out[key] = value
	}
	if f.mapFile != "" {
		text, err := readMapFile(f.mapFile)
		if err != nil {
			return nil, err
		}
		out["map"] = text
	}
	s, err := f.chosenScheme()
	switch {
	case err != nil || s == nil:
		return out, scheme.CheckAnyOptions(out) // what is wrong with --scheme is said elsewhere
	default:
		return out, scheme.CheckOptions(s.Info(), out)
	}
}

// setting adds what the flags say to a request's setting.
func (f *flags) setting(s *journey.Setting) error {
	options, err := f.schemeOptions()
	if err != nil {
		return err
	}
	s.Options = options
	for _, r := range f.reserved {
		s.Reserved = append(s.Reserved, journey.Wire(r))
	}
	if v, ok := options["connected"]; ok {
		s.Connected = servers(v)
	}
	return nil
}

// valid reports what is wrong with the flags for naming rules, where nothing is
// read that would need them.
func (f *flags) valid() error {
	if _, err := f.chosenScheme(); err != nil {
		return err
	}
	if _, err := f.chosenProvider(); err != nil {
		return err
	}
	return f.setting(&journey.Setting{})
}

func servers(list string) []journey.Server {
	out := []journey.Server{}
	for _, k := range strings.Split(list, ",") {
		if k = strings.TrimSpace(k); k != "" {
			out = append(out, journey.Server(k))
		}
	}
	return out
}

// chosenScheme returns the scheme of --scheme or --client; nil when neither is
// given.
func (f *flags) chosenScheme() (journey.Scheme, error) {
	if f.scheme == "all" {
		return nil, f.all("--scheme")
	}
	if f.scheme != "" {
		s, err := scheme.Get(f.scheme)
		if err != nil {
			return nil, fmt.Errorf("--scheme %s: %w", f.scheme, err)
		}
		return s, nil
	}
	if f.client == "" {
		return nil, nil
	}
	id, version, versioned := strings.Cut(f.client, "@")
	known, ok := vocab.ClientID(id)
	if !ok {
		return nil, fmt.Errorf("--client %s: not a known client; known are %s", f.client, strings.Join(clientIDs(), ", "))
	}
	if err := readableVersion("--client", f.client, version, versioned); err != nil {
		return nil, err
	}
	s, ok := scheme.ForClient(known, version)
	if !ok {
		return nil, fmt.Errorf("--client %s: its naming rules are not built in; --scheme verbatim takes names as they are", f.client)
	}
	return s, nil
}

// readableVersion is an error where a version was given that is none: asked for
// by a person, it is not silently the newest.
func readableVersion(flag, given, version string, versioned bool) error {
	if !versioned {
		return nil
	}
	if version == "" {
		return fmt.Errorf("%s %s: a version must follow @", flag, given)
	}
	if _, err := vocab.CompareVersions(version, version); err != nil {
		return fmt.Errorf("%s %s: %w", flag, given, err)
	}
	return nil
}

// all is an error where a command needs one scheme or provider.
func (f *flags) all(flag string) error {
	if f.many {
		return nil
	}
	return fmt.Errorf("%s all: only wire and check take all", flag)
}

// chosenProvider returns the provider of --provider, or the usual one of
// --client; nil when neither is given.
func (f *flags) chosenProvider() (journey.Provider, error) {
	if f.provider == "all" {
		return nil, f.all("--provider")
	}
	if f.provider != "" {
		p, err := provider.Get(f.provider)
		if err != nil {
			return nil, fmt.Errorf("--provider %s: %w", f.provider, err)
		}
		return p, nil
	}
	if f.client == "" {
		return nil, nil
	}
	id, _, _ := strings.Cut(f.client, "@")
	known, _ := vocab.ClientID(id)
	return provider.Default(known), nil
}

// day returns the day of --as-of; empty for today's rules.
func (f *flags) day() (string, error) {
	if f.asOf == "" {
		return "", nil
	}
	if _, err := time.Parse(time.DateOnly, f.asOf); err != nil {
		return "", fmt.Errorf("--as-of %s: want a date, YYYY-MM-DD", f.asOf)
	}
	return f.asOf, nil
}

// write calls emit with stdout or the file of -o.
func (a *app) write(emit func(io.Writer) error) error {
	if a.flags.output == "" {
		return emit(a.out)
	}
	if in, ok := a.inputAt(a.flags.output); ok {
		return fmt.Errorf("output %s: this is %s, which was read; give another file", a.flags.output, in)
	}
	f, err := store.Create(a.flags.output)
	if err != nil {
		return fmt.Errorf("output %s: %w", a.flags.output, err)
	}
	defer f.Drop()
	if err := emit(f); err != nil {
		return fmt.Errorf("output %s: %w", a.flags.output, err)
	}
	if err := f.Done(); err != nil {
		return fmt.Errorf("output %s: %w", a.flags.output, err)
	}
	return nil
}

// inputAt finds the input that a path names, also by a link or another
// spelling.
func (a *app) inputAt(path string) (input string, ok bool) {
	st, err := os.Stat(path)
	if err != nil || !st.Mode().IsRegular() {
		return "", false
	}
	for _, in := range a.inputs {
		if other, err := os.Stat(in); err == nil && os.SameFile(st, other) {
			return in, true
		}
	}
	return "", false
}

// clientIDs are the coding agents that the vocabulary knows.
func clientIDs() []string {
	var ids []string
	for _, c := range vocab.Clients() {
		ids = append(ids, c.ID)
	}
	return ids
}
