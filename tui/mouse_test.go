package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

func (d *driver) click(x, y int) {
	d.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	d.settle()
}

func (d *driver) wheel(x, y int, b tea.MouseButton) {
	d.send(tea.MouseWheelMsg{X: x, Y: y, Button: b})
	d.settle()
}

func TestMouse(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	d.click(5, 6)
	d.under("Bash")
	d.click(90, 20)
	if d.m.focus != paneWire {
		t.Errorf("click on the JSON: focus = %d, want %d", d.m.focus, paneWire)
	}
	d.click(55, 6)
	if d.m.focus != paneSafe {
		t.Errorf("click on the rail: focus = %d, want %d", d.m.focus, paneSafe)
	}
	d.click(5, 28)
	if d.m.focus != paneCalls {
		t.Errorf("click below the list: focus = %d, want %d", d.m.focus, paneCalls)
	}
	d.wheel(5, 6, tea.MouseWheelDown)
	d.under("Bash") // all rows are in view: nothing to scroll
	d.press("m")
	if d.m.View().MouseMode != tea.MouseModeNone {
		t.Errorf("m leaves the mouse on")
	}
	d.says("Mouse off")
	d.press("m")
	if d.m.View().MouseMode != tea.MouseModeCellMotion {
		t.Errorf("m does not take the mouse back")
	}
}

// A click anywhere, at any size and in any state, does no harm.
func TestMouseEverywhere(t *testing.T) {
	for _, s := range sizes {
		for _, keys := range [][]string{nil, {"z"}, {"l", "z"}, {"?"}, {":"}, {"s"}, {"y"}, {"/", `"zzz"`}} {
			d := opened(t, Options{}, s.w, s.h).press(keys...)
			for y := 0; y < s.h; y += 4 {
				for x := 0; x < s.w; x += 19 {
					d.click(x, y)
					d.wheel(x, y, tea.MouseWheelDown)
					d.wheel(x, y, tea.MouseWheelUp)
				}
			}
			d.screen()
		}
	}
}

func TestThemes(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	var seen []string
	for range d.m.themeIDs() {
		d.press("t")
		seen = append(seen, d.m.themeID)
		d.says("Theme: " + d.m.themeID)
	}
	if got := strings.Join(seen, " "); got != "dark light high-contrast colour-blind-safe plain auto" {
		t.Errorf("t went through %s", got)
	}
	d.send(tea.BackgroundColorMsg{Color: ansi.White})
	if d.m.styles.theme.ID != "light" {
		t.Errorf("theme on a white background = %s, want light", d.m.styles.theme.ID)
	}
}

// Without colour nothing is lost: no sequence sets a colour, marks and words
// stay.
func TestNoColor(t *testing.T) {
	d := opened(t, Options{}, 120, 40)
	d.send(tea.ColorProfileMsg{Profile: colorprofile.ASCII})
	for _, s := range []string{"\x1b[3", "\x1b[4", "\x1b[9", ";3", ";4"} {
		for _, seq := range sequences(d.m.content()) {
			if strings.Contains(seq, s) && seq != "\x1b[4m" && seq != "\x1b[1;4m" && seq != "\x1b[3m" && !strings.HasSuffix(seq, ";4m") {
				t.Fatalf("sequence %q sets a colour", seq)
			}
		}
	}
	d.sees("✗ AskUserQuestion    unknown")
}

// sequences lists the escape sequences of a text.
func sequences(s string) []string {
	var list []string
	state := byte(0)
	for s != "" {
		seq, w, n, next := ansi.DecodeSequence(s, state, nil)
		if w == 0 && strings.HasPrefix(seq, "\x1b") {
			list = append(list, seq)
		}
		s, state = s[n:], next
	}
	return list
}

// The plain theme, the Linux console and a locale without UTF-8 get ASCII.
func TestASCIIScreens(t *testing.T) {
	for name, env := range map[string]map[string]string{
		"linux": {"TERM": "linux"}, "locale": {"LC_ALL": "C"}, "theme": {"THEME": "plain"},
	} {
		t.Run(name, func(t *testing.T) {
			get := func(k string) string { return env[k] }
			d := opened(t, Options{Theme: get("THEME"), Env: get, Schemes: someSchemes()}, 120, 40)
			for _, keys := range [][]string{nil, {"?"}, {"esc", ":"}, {"esc", "y"}, {"esc", "s"}, {"esc", "/", `"x"`}} {
				d.press(keys...)
				for _, r := range d.screen() {
					if r > 0x7e {
						t.Fatalf("after %v the screen has %q:\n%s", keys, r, d.screen())
					}
				}
			}
		})
	}
}

func TestProfileFor(t *testing.T) {
	for _, c := range []struct {
		flag string
		env  map[string]string
		want colorprofile.Profile
		ok   bool
	}{
		{"auto", nil, colorprofile.Unknown, false},
		{"auto", map[string]string{"NO_COLOR": "yes"}, colorprofile.ASCII, true},
		{"auto", map[string]string{"NO_COLOR": ""}, colorprofile.Unknown, false},
		{"auto", map[string]string{"CLICOLOR": "0"}, colorprofile.ASCII, true},
		{"never", nil, colorprofile.ASCII, true},
		{"always", map[string]string{"NO_COLOR": "1", "COLORTERM": "truecolor", "TERM": "xterm-256color"}, colorprofile.TrueColor, true},
		{"always", map[string]string{"NO_COLOR": "1"}, colorprofile.ANSI256, true},
	} {
		got, ok := profileFor(c.flag, func(k string) string { return c.env[k] })
		if got != c.want || ok != c.ok {
			t.Errorf("profileFor(%s, %v) = %v, %v, want %v, %v", c.flag, c.env, got, ok, c.want, c.ok)
		}
	}
}
