package themes

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Color is a colour as lipgloss reads it: #rrggbb, the number of one of the 16
// colours of the terminal ("0" to "15"), or empty for the terminal's own.
type Color string

var ansiNames = [...]string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
	"bright-black", "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan", "bright-white"}

// ParseColor reads #rrggbb, #rgb, the name or number of one of the 16 colours
// ("bright-red", "9") or default.
func ParseColor(text string) (Color, error) {
	s := strings.ToLower(text)
	if s == "default" {
		return "", nil
	}
	for i, name := range ansiNames {
		if s == name || s == strconv.Itoa(i) {
			return Color(strconv.Itoa(i)), nil
		}
	}
	if len(s) == 4 && s[0] == '#' {
		s = string([]byte{'#', s[1], s[1], s[2], s[2], s[3], s[3]})
	}
	c := Color(s)
	if _, _, _, ok := c.RGB(); !ok {
		return "", fmt.Errorf("no such colour: %q (want #rrggbb, default, or a name such as red or bright-red)", text)
	}
	return c, nil
}

// String returns the form that ParseColor reads.
func (c Color) String() string {
	if c == "" {
		return "default"
	}
	if n, ok := c.ANSI(); ok {
		return ansiNames[n]
	}
	return string(c)
}

// ANSI returns the number of one of the 16 colours.
func (c Color) ANSI() (n int, ok bool) {
	n, err := strconv.Atoi(string(c))
	return n, err == nil && n >= 0 && n < len(ansiNames)
}

// RGB returns the parts of a #rrggbb colour.
func (c Color) RGB() (r, g, b uint8, ok bool) {
	if len(c) != 7 || c[0] != '#' {
		return 0, 0, 0, false
	}
	n, err := strconv.ParseUint(string(c[1:]), 16, 32)
	return uint8(n >> 16), uint8(n >> 8), uint8(n), err == nil
}

// luminance is the relative luminance of WCAG 2.
func (c Color) luminance() float64 {
	r, g, b, _ := c.RGB()
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

// Contrast returns the contrast ratio of two #rrggbb colours by WCAG 2, from 1
// to 21. A colour of another form counts as black.
func Contrast(a, b Color) float64 {
	x, y := a.luminance(), b.luminance()
	if x < y {
		x, y = y, x
	}
	return (x + 0.05) / (y + 0.05)
}

// Backgrounds returns the backgrounds on which themes are measured: terminals
// keep theirs, and these are common ones.
func Backgrounds(dark bool) []Color {
	if dark {
		return []Color{"#13161c", "#000000", "#1e1e2e", "#282c34"}
	}
	return []Color{"#fbfbf8", "#ffffff", "#fdf6e3", "#eff1f5"}
}
