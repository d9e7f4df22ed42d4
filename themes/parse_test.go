package themes

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	f, err := Parse("/home/me/.config/Mine.toml", []byte(`
name = "My theme"
[dark.bad]
fg = "#F00"
italic = true
ansi = { fg = "bright-magenta", bold = true }
[dark.accent]
bold = false
[dark.text]
fg = "default"
`))
	if err != nil {
		t.Fatal(err)
	}
	theme, err := Get("mine", false, f)
	if err != nil || theme.ID != "mine" || !theme.Dark || f.Name != "My theme" || f.Has(false) {
		t.Errorf("theme %q (%q), dark %v, %v", theme.ID, f.Name, theme.Dark, err)
	}
	if got, want := theme.Style(Bad, True), (Style{Fg: "#ff0000", Italic: true}); got != want {
		t.Errorf("bad = %+v, want %+v", got, want)
	}
	if got, want := theme.Style(Bad, ANSI16), (Style{Fg: "13", Bold: true}); got != want {
		t.Errorf("bad with 16 colours = %+v, want %+v", got, want)
	}
	if got := theme.Style(Accent, True); got.Bold || got.Fg != "#7cc4ff" {
		t.Errorf("accent = %+v, want the built-in colour without bold", got)
	}
	if got := theme.Style(Text, True).Fg; got != "" {
		t.Errorf("text = %q, want the terminal's colour", got)
	}
	if weak := theme.Check(); len(weak) == 0 || weak[0].Role != Bad {
		t.Errorf("Check = %v, want bad to be too weak on some background", weak)
	}
	if f, err := Parse("empty.toml", nil); err != nil || !f.Has(true) || !f.Has(false) {
		t.Errorf("an empty file gives %+v, %v, want both palettes", f, err)
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"[dark.text]\nfg = \"#12\"\n", "t.toml:2: no such colour: \"#12\""},
		{"[dark.text]\nfg = \"mauve\"\n", "t.toml:2: no such colour: \"mauve\""},
		{"name = \"x\"\n[dark.txt]\nfg = \"red\"\n", "t.toml:2: no such key: dark.txt"},
		{"[dark.text]\nbold = 3\n", "t.toml:2: "},
		{"[dark.text]\n\nblink = true\n", "t.toml:3: no such key: dark.text.blink"},
		{"name = \n", "t.toml:1: "},
		{"[dark.text]\nansi = { fg = \"#zzzzzz\" }\n", "t.toml:2: no such colour"},
	}
	for _, tt := range tests {
		if _, err := Parse("t.toml", []byte(tt.text)); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("Parse(%q) = %v, want %q", tt.text, err, tt.want)
		}
	}
}

func TestColor(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]Color{"red": "1", "Bright-Black": "8", "9": "9", "#abc": "#aabbcc", "#AABBCC": "#aabbcc", "default": ""} {
		c, err := ParseColor(in)
		if err != nil || c != want {
			t.Errorf("ParseColor(%q) = %q, %v, want %q", in, c, err, want)
			continue
		}
		if again, err := ParseColor(c.String()); err != nil || again != c {
			t.Errorf("%q reads back as %q, %v", c.String(), again, err)
		}
	}
	for _, in := range []string{"", "16", "-1", "#ab", "#abcdefg", "#gggggg", "#+12345", "mauve"} {
		if c, err := ParseColor(in); err == nil {
			t.Errorf("ParseColor(%q) = %q, want an error", in, c)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("ascii = true\n[dark.bad]\nfg = \"#ff9d94\"\nansi = { bg = \"red\" }"))
	f.Add([]byte("[light.to]\nunderline = false"))
	f.Add([]byte("[dark]\ntext = 1"))
	f.Fuzz(func(t *testing.T, text []byte) {
		family, err := Parse("x.toml", text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "x.toml:") {
				t.Errorf("error without a place: %v", err)
			}
			return
		}
		theme := family.Theme(true)
		for _, r := range Roles() {
			for _, c := range []Color{theme.Style(r, True).Fg, theme.Style(r, ANSI16).Bg} {
				_, _, _, rgb := c.RGB()
				if _, ansi := c.ANSI(); c != "" && !rgb && !ansi {
					t.Errorf("%s has colour %q", r, c)
				}
			}
		}
	})
}
