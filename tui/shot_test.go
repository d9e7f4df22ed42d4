package tui

import (
	"flag"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"hopscope/themes"
)

// The pictures of the README are screens drawn by the tests: run with -update
// they are written, else compared, so that a picture never lies.

const (
	cellW, cellH = 8.4, 18.0
	shotFolder   = "../testdata/screens"
)

// picture draws a canvas as SVG: backgrounds as rectangles, text in runs of
// one look, each stretched to its cells.
func picture(c *canvas, st *styles) string {
	bg, fg := "#13161c", "#d9dee7"
	if !st.theme.Dark {
		bg, fg = "#fbfbf8", "#1f2430"
	}
	var b strings.Builder
	w, h := float64(c.w)*cellW+20, float64(c.h)*cellH+20
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">`+"\n", w, h, w, h)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="6" fill="%s"/>`+"\n", bg)
	for y := range c.h {
		for x := 0; x < c.w; {
			x = pictureRun(&b, c, st, x, y, fg)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// pictureRun draws the cells of one look from x on and returns where it ends.
func pictureRun(b *strings.Builder, c *canvas, st *styles, x, y int, fg string) int {
	l, from := c.at(x, y).look, x
	text := ""
	for ; x < c.w && c.at(x, y).look == l; x++ {
		text += c.at(x, y).text
	}
	s := st.style(l)
	color := func(v any, fallback string) string {
		if c, ok := v.(interface{ RGBA() (r, g, b, a uint32) }); ok {
			if r, g, bl, a := c.RGBA(); a > 0 && (r|g|bl) > 0 {
				return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, bl>>8)
			}
		}
		return fallback
	}
	px, py, pw := 10+float64(from)*cellW, 10+float64(y)*cellH, float64(x-from)*cellW
	if back := color(s.GetBackground(), ""); back != "" {
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`+"\n", px, py, pw, cellH, back)
	}
	lead := len(text) - len(strings.TrimLeft(text, " "))
	if text = strings.TrimRight(text, " "); strings.TrimSpace(text) == "" {
		return x
	}
	text = text[lead:]
	attr := ""
	if s.GetBold() {
		attr += ` font-weight="bold"`
	}
	if s.GetItalic() {
		attr += ` font-style="italic"`
	}
	if s.GetUnderline() {
		attr += ` text-decoration="underline"`
	}
	n := line{{text: text}}.width()
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" fill="%s" textLength="%.1f" lengthAdjust="spacingAndGlyphs" xml:space="preserve"%s>%s</text>`+"\n",
		px+float64(lead)*cellW, py+13.5, color(s.GetForeground(), fg), float64(n)*cellW, attr, html.EscapeString(text))
	return x
}

// shot compares a picture of the screen, or writes it.
func (d *driver) shot(name string) {
	d.t.Helper()
	d.m.paint()
	got := picture(d.m.screen, d.m.styles)
	path := filepath.Join(shotFolder, name+".svg")
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			d.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		d.t.Fatal(err)
	}
	if got != string(want) {
		d.t.Errorf("%s is not what the screen shows now: run go test ./tui -run Shots -update", path)
	}
}

func TestShots(t *testing.T) {
	theme := func(d *driver, id string, dark bool) *driver {
		d.m.themeID, d.m.dark, d.m.profile = id, dark, colorprofile.TrueColor
		d.m.restyle()
		return d
	}
	ask := func(t *testing.T, w, h int) *driver { return fileAt(t, "price-rules.jsonl", "", w, h) }
	t.Run("journeys", func(t *testing.T) { ask(t, 120, 40).shot("journeys-120x40") })
	t.Run("journeys-light", func(t *testing.T) { theme(ask(t, 120, 40), "light", false).shot("journeys-light-120x40") })
	t.Run("clash", func(t *testing.T) { fileAt(t, "names.txt", "native", 200, 55).shot("clash-200x55") })
	t.Run("pair", func(t *testing.T) { demoAt(t, "drift", 120, 40).shot("pair-120x40") })
	t.Run("small", func(t *testing.T) { ask(t, 80, 24).press("tab", "tab").shot("small-80x24") })
	t.Run("palette", func(t *testing.T) { ask(t, 80, 24).press(":", `"go"`).shot("palette-80x24") })
	t.Run("sessions", func(t *testing.T) { folderAt(t, 80, 24).shot("sessions-80x24") })
	t.Run("every", func(t *testing.T) { demoAt(t, "clash", 120, 40).press("S").shot("every-120x40") })
	t.Run("vocab", func(t *testing.T) { demoAt(t, "bash_tool", 120, 40).press("3").shot("vocab-120x40") })
	t.Run("whatif", func(t *testing.T) { demoAt(t, "bash_tool", 120, 40).press("4").shot("whatif-120x40") })
	t.Run("replay", func(t *testing.T) { demoAt(t, "drift", 120, 40).press("2").shot("replay-120x40") })
	t.Run("replay-wide", func(t *testing.T) { demoAt(t, "drift", 200, 55).press("2").shot("replay-200x55") })
	t.Run("tour", func(t *testing.T) { tourAt(t, "bash_tool", 80, 24).press("ctrl+n", "ctrl+n").shot("tour-80x24") })
	t.Run("tour-patch", func(t *testing.T) {
		tourAt(t, "patch", 120, 40).press("ctrl+n", "ctrl+n", "ctrl+n", "ctrl+n", "ctrl+n").shot("tour-patch-120x40")
	})
	t.Run("help", func(t *testing.T) { ask(t, 80, 24).press("?").shot("help-80x24") })
}

// Every look of every theme can be drawn at every depth.
func TestStylesComplete(t *testing.T) {
	for _, id := range themes.List() {
		for _, p := range []colorprofile.Profile{colorprofile.NoTTY, colorprofile.ASCII, colorprofile.ANSI, colorprofile.ANSI256, colorprofile.TrueColor} {
			st := newStyles(id, true, p, false)
			for _, r := range themes.Roles() {
				for _, under := range []ground{groundNone, groundSel, groundOver} {
					seq := st.sequence(look{role: r, under: under})
					if p <= colorprofile.ASCII && strings.Contains(seq, "3") && strings.Contains(seq, "[3") {
						t.Errorf("%s without colour: %s = %q, want no colour", id, r, seq)
					}
				}
			}
		}
	}
}
