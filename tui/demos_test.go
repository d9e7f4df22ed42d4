package tui

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"hopscope/journey/provider"
	"hopscope/journey/scheme"
	"hopscope/sessions"
	"hopscope/sessions/demo"
)

// openDemo opens a built-in session as the command does.
func openDemo(ctx context.Context, name string) (*sessions.Opening, error) {
	data, err := demo.Get(name)
	if err != nil {
		return nil, err
	}
	return sessions.Open(ctx, sessions.Options{Paths: []string{"-"}, Stdin: bytes.NewReader(data)})
}

// Every built-in session opens on something to say, at every size, and every
// pane of every tool can be looked at.
func TestDemos(t *testing.T) {
	list := demo.List()
	if len(list) == 0 {
		t.Fatal("no demos are built in")
	}
	for _, x := range list {
		t.Run(x.Name, func(t *testing.T) {
			for _, s := range sizes {
				op, err := openDemo(context.Background(), x.Name)
				if err != nil {
					t.Fatal(err)
				}
				d := drive(t, Options{Schemes: scheme.All(), Providers: provider.All(), Opening: op, Demo: x.Title, OpenDemo: openDemo}).begin(s.w, s.h)
				defer d.m.shut()
				when := fmt.Sprintf("%s at %dx%d", x.Name, s.w, s.h)
				d.harmless(when)
				if d.m.data.detail == nil {
					t.Fatalf("%s shows no tool", when)
				}
				for range d.m.data.rows {
					d.press("tab", "j", "l", "z", "z", "esc", "n")
					d.harmless(when)
					d.press("esc", "j")
				}
			}
		})
	}
}

// A demo is opened from the picker, and r says why it is not read again.
func TestDemoFromPicker(t *testing.T) {
	d := drive(t, Options{Schemes: scheme.All(), Providers: provider.All(), Demos: demo.List(), Find: noSessions, OpenDemo: openDemo}).begin(120, 40)
	d.press("enter")
	defer d.m.shut()
	d.sees("demo: " + demo.List()[0].Title)
	d.press("r")
	d.says("a built-in session does not change")
	d.press("e")
	d.says("a built-in session is no file")
}
