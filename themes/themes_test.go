package themes

import (
	"math"
	"strings"
	"testing"
)

func get(t *testing.T, id string, dark bool) Theme {
	t.Helper()
	theme, err := Get(id, dark)
	if err != nil {
		t.Fatal(err)
	}
	return theme
}

// TestContrast holds that every text of every built-in theme can be read.
func TestContrast(t *testing.T) {
	t.Parallel()
	for _, id := range List() {
		for _, dark := range []bool{true, false} {
			theme := get(t, id, dark)
			for _, w := range theme.Check() {
				t.Errorf("theme %s, dark %v: %s", id, theme.Dark, w)
			}
		}
	}
}

// least returns the least ratio of a role on the backgrounds, and that on sel.
func least(t *Theme, r Role) (ground, sel float64) {
	ground = math.Inf(1)
	for _, bg := range Backgrounds(t.Dark) {
		ground = min(ground, Contrast(t.Style(r, True).Fg, bg))
	}
	return ground, Contrast(t.Style(r, True).Fg, t.Style(Sel, True).Bg)
}

// TestRatios holds the published figures of the palette, to one decimal.
func TestRatios(t *testing.T) {
	t.Parallel()
	tests := []struct {
		role                               Role
		dark, darkOnSel, light, lightOnSel float64
	}{
		{Text, 10.4, 9.5, 13.7, 12.4}, {Muted, 5.6, 5.1, 5.6, 5.1}, {Line, 3.4, 3.1, 3.2, 2.9},
		{Accent, 7.5, 6.8, 5.9, 5.3}, {Bad, 7.0, 6.4, 5.8, 5.2}, {Warn, 8.5, 7.8, 6.1, 5.5},
		{Ok, 8.2, 7.5, 5.8, 5.2}, {Changed, 7.6, 6.9, 6.2, 5.6}, {Off, 5.6, 5.1, 5.6, 5.1},
		{From, 7.0, 6.4, 5.8, 5.2}, {To, 8.2, 7.5, 5.8, 5.2}, {Key, 7.8, 7.1, 5.9, 5.3},
		{Str, 9.5, 8.6, 6.3, 5.6}, {Place, 10.0, 9.1, 7.1, 6.4},
	}
	dark, light := get(t, "dark", true), get(t, "light", false)
	for _, tt := range tests {
		a, b := least(&dark, tt.role)
		c, d := least(&light, tt.role)
		for i, pair := range [][2]float64{{a, tt.dark}, {b, tt.darkOnSel}, {c, tt.light}, {d, tt.lightOnSel}} {
			if math.Abs(pair[0]-pair[1]) > 0.06 {
				t.Errorf("%s, ratio %d = %.2f, want %.1f", tt.role, i, pair[0], pair[1])
			}
		}
	}
	for _, tt := range []struct {
		id   string
		dark bool
		role Role
		want float64
	}{
		{"dark", true, Brk, 6.0}, {"light", false, Brk, 6.5}, {"dark", true, Match, 10.2}, {"light", false, Match, 11.9},
		{"high-contrast", true, Brk, 12.7}, {"high-contrast", false, Brk, 9.6},
		{"colour-blind-safe", true, Brk, 8.6}, {"colour-blind-safe", false, Brk, 6.9},
	} {
		theme := get(t, tt.id, tt.dark)
		s := theme.Style(tt.role, True)
		if got := Contrast(s.Fg, s.Bg); math.Abs(got-tt.want) > 0.06 {
			t.Errorf("%s, dark %v: %s has %.2f, want %.1f", tt.id, tt.dark, tt.role, got, tt.want)
		}
	}
}

func TestStrongThemes(t *testing.T) {
	t.Parallel()
	texts := []Role{Text, Muted, Accent, Bad, Warn, Ok, Changed, Off, From, To, Key, Str, Place}
	for _, dark := range []bool{true, false} {
		hc, cb := get(t, "high-contrast", dark), get(t, "colour-blind-safe", dark)
		for _, r := range texts {
			if ground, sel := least(&hc, r); ground < 8.45 || sel < 6.95 {
				t.Errorf("high-contrast, dark %v: %s has %.2f, on sel %.2f, want 8.5 and 7.0", dark, r, ground, sel)
			}
		}
		if ground, _ := least(&hc, Line); ground < 6.55 {
			t.Errorf("high-contrast, dark %v: line has %.2f, want 6.6", dark, ground)
		}
		for _, r := range []Role{Bad, Warn, Ok, From, To, Accent} {
			if ground, _ := least(&cb, r); ground < 6.05 {
				t.Errorf("colour-blind-safe, dark %v: %s has %.2f, want 6.1", dark, r, ground)
			}
		}
	}
}

func TestKnownContrast(t *testing.T) {
	t.Parallel()
	if got := Contrast("#000000", "#ffffff"); got != 21 {
		t.Errorf("Contrast(black, white) = %v, want 21", got)
	}
	if got := Contrast("#777777", "#ffffff"); math.Abs(got-4.48) > 0.01 {
		t.Errorf("Contrast(#777777, white) = %.3f, want 4.48", got)
	}
	if got := Contrast("#123456", "#123456"); got != 1 {
		t.Errorf("Contrast of a colour with itself = %v, want 1", got)
	}
}

func TestGet(t *testing.T) {
	t.Parallel()
	tests := []struct {
		id       string
		dark     bool
		want     string
		wantDark bool
	}{
		{"auto", true, "dark", true}, {"auto", false, "light", false}, {"", true, "dark", true},
		{"dark", false, "dark", true}, {"light", true, "light", false},
		{"high-contrast", false, "high-contrast", false}, {"Colorblind", true, "colour-blind-safe", true},
		{"plain", false, "plain", false},
	}
	for _, tt := range tests {
		theme, err := Get(tt.id, tt.dark)
		if err != nil || theme.ID != tt.want || theme.Dark != tt.wantDark {
			t.Errorf("Get(%q, %v) = %s, dark %v, %v, want %s, dark %v", tt.id, tt.dark, theme.ID, theme.Dark, err, tt.want, tt.wantDark)
		}
	}
	if _, err := Get("solar", true); err == nil || !strings.Contains(err.Error(), "auto, dark, light, high-contrast, colour-blind-safe, plain") {
		t.Errorf("Get(solar) = %v, want an error with the list", err)
	}
}

// TestMono holds that themes without colour set none, and that what carries
// meaning then differs from plain text.
func TestMono(t *testing.T) {
	t.Parallel()
	plain := get(t, "plain", true)
	if !plain.ASCII {
		t.Error("theme plain does not draw in ASCII")
	}
	for _, id := range List() {
		theme := get(t, id, true)
		for _, r := range Roles() {
			s := theme.Style(r, Mono)
			if s.Fg != "" || s.Bg != "" {
				t.Errorf("theme %s: %s has a colour at depth mono", id, r)
			}
			if id == "plain" && (plain.Style(r, True) != s || plain.Style(r, ANSI16) != s) {
				t.Errorf("theme plain: %s differs between depths", r)
			}
		}
		for _, r := range []Role{Accent, Sel, Bad, Brk, From, To, Key, Place, Match} {
			if theme.Style(r, Mono) == (Style{}) {
				t.Errorf("theme %s: %s looks like text at depth mono", id, r)
			}
		}
	}
}

func TestSixteen(t *testing.T) {
	t.Parallel()
	dark, light := get(t, "dark", true), get(t, "light", false)
	tests := []struct {
		role        Role
		dark, light Style
	}{
		{Muted, Style{}, Style{}},
		{Line, Style{Fg: "8"}, Style{Fg: "8"}},
		{Accent, Style{Fg: "14", Bold: true}, Style{Fg: "4", Bold: true}},
		{Sel, Style{Reverse: true}, Style{Reverse: true}},
		{Bad, Style{Fg: "9"}, Style{Fg: "1"}},
		{Brk, Style{Fg: "7", Bg: "1", Bold: true}, Style{Fg: "7", Bg: "1", Bold: true}},
		{Warn, Style{Fg: "11"}, Style{Bold: true}},
		{From, Style{Fg: "1", Underline: true}, Style{Fg: "1", Underline: true}},
		{Place, Style{Bold: true, Underline: true}, Style{Bold: true, Underline: true}},
	}
	for _, tt := range tests {
		if got := dark.Style(tt.role, ANSI16); got != tt.dark {
			t.Errorf("dark %s = %+v, want %+v", tt.role, got, tt.dark)
		}
		if got := light.Style(tt.role, ANSI16); got != tt.light {
			t.Errorf("light %s = %+v, want %+v", tt.role, got, tt.light)
		}
	}
}
