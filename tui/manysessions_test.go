package tui

import (
	"fmt"
	"testing"
	"time"

	"hopscope/sessions/store"
)

// clientsOf are clients whose sessions the picker lists.
var clientsOf = []string{"claude-code", "codex", "opencode", "gemini-cli", "qwen-code", "copilot-cli", "goose", "crush"}

func manySessions(n int) []store.Entry {
	var list []store.Entry
	for i := range n {
		list = append(list, store.Entry{
			Client: clientsOf[i%len(clientsOf)], Path: fmt.Sprintf("/s/%d.jsonl", i), Folder: fmt.Sprintf("/home/user/project-%d", i%300),
			ID: fmt.Sprintf("%08x-0000", i), ModTime: at().Add(-time.Duration(i) * time.Minute), Size: 10 << 10,
		})
	}
	return list
}

// manyPicker is a picker over n sessions; read counts what was opened.
func manyPicker(t *testing.T, n int) (d *driver, read map[string]int) {
	t.Helper()
	read = map[string]int{}
	list := manySessions(n)
	d = drive(t, Options{
		Demos: demos(), Open: noOpen, OpenDemo: noDemo,
		Find: func() ([]store.Entry, []store.Searched) { return list, []store.Searched{{Client: "codex"}} },
		Peek: func(path string) (store.Peeked, error) {
			read[path]++
			return store.Peeked{Cwd: "/repo/of" + path}, nil
		},
		Inspect: func(_ ctxType, path string) (Inspected, error) {
			read[path]++
			return Inspected{Calls: 3, Failed: 1}, nil
		},
	})
	return d, read
}

// Of 20,000 sessions those in view are read, and each once.
func TestManySessions(t *testing.T) {
	d, read := manyPicker(t, 20_000)
	d.begin(120, 40)
	d.sees("20,000 sessions")
	view := d.m.pick.height(d.m)
	if len(read) > view {
		t.Errorf("%d sessions were opened, and %d are in view", len(read), view)
	}
	for path, n := range read {
		if n > 2 {
			t.Errorf("%s was opened %d times", path, n)
		}
	}
	d.press("G", "g", "/", `"codex project-1"`, "enter")
	for _, i := range d.m.pick.shown {
		if e := d.m.pick.entries[i]; e.Client != "codex" {
			t.Fatalf("filter codex shows %s", e.Client)
		}
	}
	d.sees("codex")
	d.seesNot("opencode")
	if len(read) > 4*view {
		t.Errorf("%d sessions were opened for four screens of %d", len(read), view)
	}
}

func TestPickerOfAllClients(t *testing.T) {
	each(t, "all-clients", func(t *testing.T, w, h int) *driver {
		d, _ := manyPicker(t, 40)
		return d.begin(w, h).press("j")
	})
	each(t, "filtered", func(t *testing.T, w, h int) *driver {
		d, _ := manyPicker(t, 40)
		return d.begin(w, h).press("/", `"goose"`)
	})
}

// The first frame of 20,000 sessions once they are found, and a letter of the
// filter to its frame. Both must come within 16 ms.
func BenchmarkManySessions(b *testing.B) {
	list := manySessions(20_000)
	d, _ := manyPicker(&testing.T{}, 20_000)
	d.hold = true
	d.begin(120, 40)
	b.Run("first frame", func(b *testing.B) {
		for b.Loop() {
			d.m.Update(foundMsg{entries: list})
			d.m.content()
			d.m.pick.busy = ""
		}
	})
	b.Run("filter", func(b *testing.B) {
		for b.Loop() {
			d.m.pick.setFilter("codex project-1")
			d.m.content()
		}
	})
}
