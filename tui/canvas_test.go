package tui

import (
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"hopscope/themes"
)

func TestCanvasPut(t *testing.T) {
	for _, c := range []struct {
		name string
		w    int
		line line
		want string
	}{
		{"fits", 5, line{{text: "abcde"}}, "abcde   "},
		{"cut", 4, line{{text: "abcde"}}, "abc…    "},
		{"two spans", 4, line{{text: "ab"}, {text: "cde"}}, "abc…    "},
		{"wide", 5, line{{text: "日本"}}, "日本    "},
		{"wide cut", 4, line{{text: "日本語"}}, "日 …    "},
		{"combining", 4, line{{text: "e\u0301x"}}, "e\u0301x      "},
	} {
		cv := newCanvas(8, 1)
		cv.put(0, 0, c.w, c.line)
		if got := cv.plain()[0]; got != c.want {
			t.Errorf("%s: put(%v) in %d = %q, want %q", c.name, c.line, c.w, got, c.want)
		}
	}
}

// A box over the half of a wide character leaves a blank.
func TestCanvasOverWide(t *testing.T) {
	for x, want := range map[int]string{0: "x 本", 1: " x本", 2: "日x ", 3: "日 x"} {
		cv := newCanvas(4, 1)
		cv.put(0, 0, 4, line{{text: "日本"}})
		cv.put(x, 0, 1, line{{text: "x"}})
		if got := cv.plain()[0]; got != want {
			t.Errorf("x at %d = %q, want %q", x, got, want)
		}
		if n := ansi.StringWidth(cv.plain()[0]); n != 4 {
			t.Errorf("x at %d: width = %d, want 4", x, n)
		}
	}
}

func TestCanvasRender(t *testing.T) {
	st := newStyles("dark", true, colorprofile.TrueColor, false)
	cv := newCanvas(6, 2)
	cv.put(0, 0, 6, line{{text: "ab", role: themes.Bad}, {text: "cd", role: themes.Bad, mod: bold}})
	cv.ground(0, 1, 3, groundSel)
	got := cv.render(st)
	if s := ansi.Strip(got); s != "abcd  \n      " {
		t.Errorf("text = %q", s)
	}
	plain := newStyles("plain", true, colorprofile.ASCII, false)
	if !plain.ascii {
		t.Errorf("theme plain draws no ASCII")
	}
	if seq := plain.sequence(look{under: groundSel}); seq != "\x1b[7m" {
		t.Errorf("row under the cursor without colour = %q, want reverse", seq)
	}
}
