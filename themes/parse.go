package themes

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// themeFile is a theme as TOML:
//
//	name = "Mine"
//	ascii = false              # marks in ASCII
//	colour = true              # false: the mono styles at every depth
//	underline_headings = false
//
//	[dark.bad]                 # or light; the roles are those of Role
//	fg = "#ff9d94"             # true colour
//	bold = true                # also underline, italic, reverse
//	ansi = { fg = "bright-red" }  # 16 colours
//	mono = { bold = true }     # no colour
//
// What a file does not say is as in the built-in dark or light theme.
type themeFile struct {
	Name              string      `toml:"name"`
	ASCII             bool        `toml:"ascii"`
	Colour            *bool       `toml:"colour"`
	UnderlineHeadings bool        `toml:"underline_headings"`
	Dark              *rolesTable `toml:"dark"`
	Light             *rolesTable `toml:"light"`
}

type rolesTable struct {
	Text    roleTable `toml:"text"`
	Muted   roleTable `toml:"muted"`
	Line    roleTable `toml:"line"`
	Accent  roleTable `toml:"accent"`
	Sel     roleTable `toml:"sel"`
	Over    roleTable `toml:"over"`
	Bad     roleTable `toml:"bad"`
	Brk     roleTable `toml:"brk"`
	Warn    roleTable `toml:"warn"`
	Ok      roleTable `toml:"ok"`
	Changed roleTable `toml:"changed"`
	Off     roleTable `toml:"off"`
	From    roleTable `toml:"from"`
	To      roleTable `toml:"to"`
	Key     roleTable `toml:"key"`
	Str     roleTable `toml:"str"`
	Place   roleTable `toml:"place"`
	Match   roleTable `toml:"match"`
}

// list returns the tables in the order of the roles.
func (t *rolesTable) list() [len(roleIDs)]roleTable {
	return [...]roleTable{t.Text, t.Muted, t.Line, t.Accent, t.Sel, t.Over, t.Bad, t.Brk, t.Warn, t.Ok,
		t.Changed, t.Off, t.From, t.To, t.Key, t.Str, t.Place, t.Match}
}

type roleTable struct {
	styleTable
	ANSI styleTable `toml:"ansi"`
	Mono styleTable `toml:"mono"`
}

type styleTable struct {
	Fg        *colorField `toml:"fg"`
	Bg        *colorField `toml:"bg"`
	Bold      *bool       `toml:"bold"`
	Underline *bool       `toml:"underline"`
	Italic    *bool       `toml:"italic"`
	Reverse   *bool       `toml:"reverse"`
}

// colorField is a Color in a form that the TOML decoder hands its text to.
type colorField struct{ Color }

// UnmarshalText reads a colour.
func (c *colorField) UnmarshalText(text []byte) (err error) {
	c.Color, err = ParseColor(string(text))
	return err
}

// over returns s with what the table says laid over it.
func (t styleTable) over(s Style) Style {
	if t.Fg != nil {
		s.Fg = t.Fg.Color
	}
	if t.Bg != nil {
		s.Bg = t.Bg.Color
	}
	set(&s.Bold, t.Bold)
	set(&s.Underline, t.Underline)
	set(&s.Italic, t.Italic)
	set(&s.Reverse, t.Reverse)
	return s
}

func set(dst, v *bool) {
	if v != nil {
		*dst = *v
	}
}

// Parse reads the theme of a user. The id is the file's name without its
// ending. An error names the file, the line and what is wrong.
func Parse(file string, text []byte) (Family, error) { return parse(file, text, builtin()) }

// parse reads a theme on top of those before it: dark and light.
func parse(file string, text []byte, base []Family) (Family, error) {
	var t themeFile
	dec := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := dec.Decode(&t); err != nil {
		return Family{}, place(file, err)
	}
	name := path.Base(strings.ReplaceAll(file, `\`, "/"))
	f := Family{ID: strings.ToLower(strings.TrimSuffix(name, path.Ext(name))), Name: t.Name}
	if f.Name == "" {
		f.Name = f.ID
	}
	if t.Dark == nil && t.Light == nil {
		t.Dark, t.Light = &rolesTable{}, &rolesTable{}
	}
	if t.Dark != nil {
		f.dark = t.theme(f.ID, true, t.Dark, base)
	}
	if t.Light != nil {
		f.light = t.theme(f.ID, false, t.Light, base)
	}
	return f, nil
}

func (t *themeFile) theme(id string, dark bool, roles *rolesTable, base []Family) *Theme {
	var theme Theme
	for _, f := range base[:min(len(base), 2)] { // dark and light
		if f.Has(dark) {
			theme = f.Theme(dark)
		}
	}
	theme.ID, theme.Dark, theme.ASCII, theme.UnderlineHeadings = id, dark, t.ASCII, t.UnderlineHeadings
	for r, table := range roles.list() {
		theme.styles[True][r] = table.over(theme.styles[True][r])
		theme.styles[ANSI16][r] = table.ANSI.over(theme.styles[ANSI16][r])
		theme.styles[Mono][r] = table.Mono.over(theme.styles[Mono][r])
	}
	if t.Colour != nil && !*t.Colour {
		theme.styles[True], theme.styles[ANSI16] = theme.styles[Mono], theme.styles[Mono]
	}
	return &theme
}

// place puts file and line before the first fault.
func place(file string, err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		first := strict.Errors[0]
		line, _ := first.Position()
		return fmt.Errorf("%s:%d: no such key: %s", file, line, strings.Join(first.Key(), "."))
	}
	var bad *toml.DecodeError
	if errors.As(err, &bad) {
		line, _ := bad.Position()
		return fmt.Errorf("%s:%d: %s", file, line, strings.TrimPrefix(bad.Error(), "toml: "))
	}
	return fmt.Errorf("%s: %w", file, err)
}
