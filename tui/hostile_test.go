package tui

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"hopscope/journey"
	"hopscope/journey/scheme"
	"hopscope/sessions"
	"hopscope/sessions/store"
)

// bad are texts that a terminal must never get.
var bad = []string{
	"\x1b]52;c;ZXZpbA==\x07name", "\x1b[2Jname", "\x1bP1;2|evil\x1b\\", "\u009b31mred", "na\u202eme", "zero\u200bwidth",
	"tab\there", "line\nbreak", "cr\rback", "bell\x07", "\x9d52;c;x\x9c", "日本語のとても長い名前です", "👩‍👩‍👧‍👦family", "e\u0301\u0301\u0301",
	strings.Repeat("very_long_", 60), "", " ", "\ufeffbom", "\xff\xfe", "\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\",
}

// hostileBodies answer with all of it.
type hostileBodies struct{}

func (hostileBodies) ID(*journey.Session, int) (string, error) { return bad[0] + bad[4], nil }
func (hostileBodies) Args(*journey.Session, int, int) (string, bool, error) {
	return `{"` + strings.Join(bad[1:5], `":"`) + `"` + strings.Join(bad, " "), true, nil
}
func (hostileBodies) Result(*journey.Session, int, int) (string, bool, error) {
	return strings.Join(bad, " "), true, nil
}

func hostileUpdate() sessions.Update {
	b := journey.Batch{
		Client: journey.Client{Label: bad[0], Version: bad[1], Why: bad[2]}, Provider: bad[3], ID: bad[4], Cwd: bad[5], Model: bad[6],
		Texts: append(append([]string{}, bad...), strings.Join(bad, " ")), Lines: 99, Turns: 60, Notes: bad,
		Problems: []journey.Problem{{Where: bad[0], What: bad[1], Fix: bad[2], Line: 3}},
		Requests: []journey.Request{{Line: 3, Turn: 1, Error: strings.Join(bad, " "), Note: bad[1]}},
	}
	var c journey.Catalog
	c.Source = bad[0]
	for i, n := range bad {
		b.Rows = append(b.Rows, journey.Row{Name: journey.Sym(i + 1), Space: journey.Sym(len(bad) - i), Class: journey.Class(i % 9),
			Err: journey.Sym(len(bad) + 1), Turn: uint32(i + 1), Line: uint32(2*i + 1), RetLine: uint32(2*i + 2), Ret: 1, Time: int64(i) * 1e12})
		c.Tools = append(c.Tools, journey.Tool{Registered: journey.Registered(n), Server: journey.Server(bad[len(bad)-1-i]), Description: n, Title: n, Schema: n, Type: n, Plugin: n})
	}
	c.Servers = []journey.ServerEntry{{Key: journey.Server(bad[0]), Status: bad[1], Error: bad[2]}}
	return sessions.Update{Batch: b, Catalog: &c}
}

// style is the only kind of sequence that a screen may hold.
var styleOnly = regexp.MustCompile("^\x1b\\[[0-9;:]*m$")

// harmless fails when something else than text and styles is on the screen.
func (d *driver) harmless(when string) {
	d.t.Helper()
	for s, state := d.m.content(), byte(0); s != ""; {
		seq, w, n, next := ansi.DecodeSequence(s, state, nil)
		control := seq[0] < 0x20 || seq[0] == 0x7f || seq[0] >= 0x80 && seq[0] < 0xc0
		if w == 0 && seq != "\n" && control && !styleOnly.MatchString(seq) {
			d.t.Fatalf("%s: %q reaches the terminal", when, seq)
		}
		if !control {
			for at, r := range seq {
				if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == 0x200b || r == 0xfeff || r == utf8.RuneError && !strings.HasPrefix(seq[at:], "\ufffd") {
					d.t.Fatalf("%s: %q (%U) reaches the terminal", when, seq, r)
				}
			}
		}
		s, state = s[n:], next
	}
	for y, row := range strings.Split(ansi.Strip(d.m.content()), "\n") {
		if w := ansi.StringWidth(row); w != d.m.w {
			d.t.Fatalf("%s: row %d is %d wide, want %d: %q", when, y, w, d.m.w, row)
		}
	}
}

// Nothing that a file says changes what the terminal does, and every row keeps
// its width.
func TestHostile(t *testing.T) {
	for i, sch := range scheme.All() {
		for k, s := range sizes {
			if i > 1 && k != i%len(sizes) || racing && (i+k)%6 != 0 {
				continue // every size twice, every scheme once; a few of them with the race detector
			}
			r := readingOf(hostileUpdate())
			r.bodies = hostileBodies{}
			d := drive(t, Options{Schemes: scheme.All(), Scheme: sch})
			d.m.start(r, []string{bad[0] + "/" + bad[1]}, "")
			d.begin(s.w, s.h)
			where := fmt.Sprintf("%s at %dx%d", sch.Info().ID, s.w, s.h)
			d.harmless(where)
			for range d.m.data.rows {
				d.press("j")
				d.harmless(where)
			}
			for _, k := range []string{"tab", "tab", "tab", "z", "tab", "tab", "tab", "z", "tab", "tab", "y", "esc", ":", "esc", "s", "esc", "p", "esc", "P", "j", "esc", "n", "N", "/", "a", "enter", "?", "esc"} {
				d.press(k)
				d.harmless(where + " after " + k)
			}
		}
	}
}

func TestHostilePicker(t *testing.T) {
	for _, s := range sizes {
		d := drive(t, Options{Demos: demos(), Find: func() ([]store.Entry, []store.Searched) {
			var list []store.Entry
			for i, n := range bad {
				list = append(list, store.Entry{Client: n, Path: "/" + n, Folder: n, ID: n, ModTime: at(), Size: int64(i)})
			}
			return list, []store.Searched{{Client: bad[0], Path: bad[1], Status: bad[2]}}
		}, Inspect: func(_ ctxType, path string) (Inspected, error) {
			if len(path)%2 == 0 {
				return Inspected{}, fmt.Errorf("%s: broken", path)
			}
			return Inspected{Calls: 3, Failed: 1, Unknown: 1, First: path, FirstKind: "near-miss", Tools: []ToolCount{{path, 3}}, From: at(), To: at()}, nil
		}})
		d.begin(s.w, s.h)
		for range bad {
			d.press("j")
			d.harmless(fmt.Sprintf("picker at %dx%d", s.w, s.h))
		}
	}
}
