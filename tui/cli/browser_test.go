package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The page in a real browser: what stands on it, whether it fits, and that it
// asks for nothing. Without a browser these tests say that they were skipped.

// browser is a headless Chromium that is spoken to through two pipes.
type browser struct {
	t       *testing.T
	in      io.Writer
	out     *bufio.Reader
	n       int
	session string
	// heard are errors of the page, and what it asked for.
	heard, asked []string
	loaded       bool
}

// browserPatience is how long a browser that hangs is waited for.
const browserPatience = 2 * time.Minute

func openBrowser(t *testing.T) *browser {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no browser: chromium or google-chrome in PATH shows the page")
	}
	toR, toW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	fromR, fromW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	cmd := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-pipe", "--user-data-dir="+home, "about:blank")
	cmd.ExtraFiles = []*os.File{toR, fromW}
	cmd.Env = append(os.Environ(), "HOME="+home)
	if err := cmd.Start(); err != nil {
		t.Skipf("no browser: %v", err)
	}
	toR.Close()
	fromW.Close()
	late := time.AfterFunc(browserPatience, func() { cmd.Process.Kill() })
	t.Cleanup(func() {
		late.Stop()
		toW.Close()
		cmd.Process.Kill()
		_ = cmd.Wait() // killed
		fromR.Close()
	})
	b := &browser{t: t, in: toW, out: bufio.NewReader(fromR)}
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

// message is one answer or event of the browser.
type message struct {
	ID     int
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Message string }
}

func (b *browser) call(method string, params map[string]any, result any) {
	b.t.Helper()
	b.n++
	m := map[string]any{"id": b.n, "method": method}
	if params != nil {
		m["params"] = params
	}
	if b.session != "" {
		m["sessionId"] = b.session
	}
	text, err := json.Marshal(m)
	if err == nil {
		_, err = b.in.Write(append(text, 0))
	}
	if err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
	for {
		m := b.next()
		if m.ID != b.n {
			continue
		}
		if m.Error != nil {
			b.t.Fatalf("%s: %s", method, m.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(m.Result, result); err != nil {
				b.t.Fatalf("%s: %v", method, err)
			}
		}
		return
	}
}

// next reads a message and keeps what an event tells.
func (b *browser) next() message {
	b.t.Helper()
	text, err := b.out.ReadBytes(0)
	if err != nil && b.session == "" {
		b.t.Skipf("no browser: it does not start here: %v", err)
	}
	if err != nil {
		b.t.Fatalf("the browser ended: %v", err)
	}
	var m message
	if err := json.Unmarshal(text[:len(text)-1], &m); err != nil {
		b.t.Fatal(err)
	}
	switch m.Method {
	case "Page.loadEventFired":
		b.loaded = true
	case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
		b.heard = append(b.heard, string(m.Params))
	case "Network.requestWillBeSent":
		var p struct{ Request struct{ URL string } }
		if json.Unmarshal(m.Params, &p) == nil {
			b.asked = append(b.asked, p.Request.URL)
		}
	}
	return m
}

// show opens a file at a width, in a light or a dark system.
func (b *browser) show(path string, width int, dark bool) {
	b.t.Helper()
	look := "light"
	if dark {
		look = "dark"
	}
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false}, nil)
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": "prefers-color-scheme", "value": look}}}, nil)
	b.loaded, b.heard, b.asked = false, nil, nil
	b.call("Page.navigate", map[string]any{"url": (&url.URL{Scheme: "file", Path: path}).String()}, nil)
	for !b.loaded {
		b.next()
	}
}

// ask evaluates an expression on the page; the answer is a string.
func (b *browser) ask(expression string) string {
	b.t.Helper()
	var r struct {
		Result struct{ Value any }
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true}, &r)
	return fmt.Sprint(r.Result.Value)
}

// quiet reports what the page said or asked for besides itself.
func (b *browser) quiet(path string) {
	b.t.Helper()
	for _, h := range b.heard {
		b.t.Errorf("the console has %s", h)
	}
	for _, u := range b.asked {
		if u != (&url.URL{Scheme: "file", Path: path}).String() && !strings.HasPrefix(u, "data:") {
			b.t.Errorf("the page asks for %s", u)
		}
	}
}

// exportFile writes an export of the fixture to a file.
func exportFile(t *testing.T, name string, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	output(t, append(args, "-o", path)...)
	return path
}

func TestPageInBrowser(t *testing.T) {
	b := openBrowser(t)
	path := exportFile(t, "page.html", "replay", "testdata/export/read.case.json", "--format", "html")
	for _, width := range []int{360, 800, 1400} {
		for _, dark := range []bool{false, true} {
			b.show(path, width, dark)
			text := b.ask("document.body.innerText")
			last := -1
			for _, want := range []string{"read", "breaks here", "Dispatch", "Do"} {
				if !strings.Contains(text, want) {
					t.Errorf("at %d: the page does not show %q", width, want)
				}
			}
			for _, want := range []string{"What is wrong here", "2 causes explain 3 failures.", "All calls"} {
				at := strings.Index(text, want)
				if at <= last {
					t.Errorf("at %d: %q stands at %d, want it behind %d", width, want, at, last)
				}
				last = at
			}
			hops := b.ask(`[...document.querySelector(".rail").querySelectorAll(".stop")].map(s => s.querySelector(".hop").innerText + (s.innerText.includes("breaks here") ? "!" : "")).join(" ")`)
			if want := "Real name Safe form Wire shape Model echo! Dispatch History"; hops != want {
				t.Errorf("at %d: the rail shows %q, want %q", width, hops, want)
			}
			if got := b.ask(`document.querySelector("dd.do").getBoundingClientRect().height > 0`); got != "true" {
				t.Errorf("at %d: the advice is not seen", width)
			}
			if got := b.ask("document.documentElement.scrollWidth <= innerWidth"); got != "true" {
				t.Errorf("the page is wider than %d", width)
			}
			want := "rgb(251, 251, 248)"
			if dark {
				want = "rgb(19, 22, 28)"
			}
			if got := b.ask("getComputedStyle(document.documentElement).backgroundColor"); got != want {
				t.Errorf("dark %v: the background is %s, want %s", dark, got, want)
			}
			b.quiet(path)
		}
	}
	b.ask(`location.hash = "#call-3"`)
	if got := b.ask(`document.getElementById("call-3").getBoundingClientRect().height > 0`); got != "true" {
		t.Error("a link to a folded call does not unfold it")
	}
}

// What files say stays text in the browser as well.
func TestHostilePageInBrowser(t *testing.T) {
	b := openBrowser(t)
	t.Setenv("HOME", t.TempDir())
	for i, from := range hostileFiles(t) {
		path := filepath.Join(t.TempDir(), fmt.Sprintf("%d.html", i))
		if code := Main([]string{"replay", from, "--format", "html", "-o", path}, strings.NewReader(""), io.Discard, io.Discard); code != exitFine {
			continue
		}
		b.show(path, 360, false)
		if got := b.ask("document.scripts.length + document.images.length"); got != "0" {
			t.Errorf("%s: %s scripts and pictures", filepath.Base(from), got)
		}
		if got := b.ask("document.documentElement.scrollWidth <= innerWidth"); got != "true" {
			t.Errorf("%s: the page is wider than its window: %s", filepath.Base(from), b.ask(`[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > innerWidth && !e.closest(".scroll")).map(e => e.outerHTML.slice(0, 200)).slice(0, 3).join(" ")`))
		}
		b.quiet(path)
	}
}

// Every text of a picture lies inside it, and none on another.
func TestPictureInBrowser(t *testing.T) {
	b := openBrowser(t)
	for _, args := range [][]string{
		{"replay", "testdata/export/read.case.json"}, {"replay", "testdata/export/dot.case.json"},
		{"explain", strings.Repeat("a_long_name_", 30), "--client", "claude-code"}, {"explain", "读取文件", "--client", "codex"},
	} {
		path := exportFile(t, "picture.svg", append(args, "--format", "svg")...)
		b.show(path, 1000, true)
		b.quiet(path)
		got := b.ask(`(() => { const box = document.documentElement.viewBox.baseVal, all = [...document.querySelectorAll("text")].map(t => [t.textContent, t.getBBox()]);
			const bad = all.filter(([s, r]) => r.x < 0 || r.y < 0 || r.x + r.width > box.width || r.y + r.height > box.height).map(([s]) => "outside: " + s);
			all.forEach(([s, a], i) => all.slice(i + 1).forEach(([u, c]) => { if (a.x < c.x + c.width && c.x < a.x + a.width && a.y + 3 < c.y + c.height && c.y + 3 < a.y + a.height) bad.push(s + " on " + u) }));
			return bad.join("; ") })()`)
		if got != "" {
			t.Errorf("%q: %s", args, got)
		}
	}
}
