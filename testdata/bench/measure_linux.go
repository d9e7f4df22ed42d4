package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// sample is what one run of a program took.
type sample struct {
	wall, cpu time.Duration
	rss       int64 // bytes, at most
}

// took runs a program with its output thrown away.
func took(args []string) (sample, error) {
	cmd := exec.Command(args[0], args[1:]...)
	start := time.Now()
	err := cmd.Run()
	s := sample{wall: time.Since(start)}
	var failed *exec.ExitError
	if err != nil && !(errors.As(err, &failed) && failed.ExitCode() == 1) {
		return s, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	return s.of(cmd.ProcessState), nil
}

func (s sample) of(p *os.ProcessState) sample {
	s.cpu = p.UserTime() + p.SystemTime()
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		s.rss = u.Maxrss * 1024
	}
	return s
}

// contender is one reader of the comparison.
type contender struct {
	name string
	args []string
	// scale is how much larger the whole file is than the one that it reads.
	scale   float64
	samples []sample
}

const jqCalls = `select(.message.content | type == "array") | .message.content[] | select(.type == "tool_use" or .type == "tool_result") | [.type, .id // .tool_use_id, .name, .is_error]`

const pythonCalls = `import json, sys
calls, at = [], {}
for line in open(sys.argv[1], encoding="utf-8", errors="replace"):
    try: o = json.loads(line)
    except ValueError: continue
    m = o.get("message")
    c = m.get("content") if isinstance(m, dict) else None
    if not isinstance(c, list): continue
    for b in c:
        if b.get("type") == "tool_use": at[b["id"]] = len(calls); calls.append([b["id"], b["name"], "pending"])
        elif b.get("type") == "tool_result" and b.get("tool_use_id") in at: calls[at[b["tool_use_id"]]][2] = "error" if b.get("is_error") else "ok"
for c in calls: print("\t".join(c))
`

func measure(s *settings) error {
	if s.bin == "" {
		s.bin = filepath.Join(s.dir, "hopscope.out")
		if out, err := exec.Command("go", "build", "-o", s.bin, ".").CombinedOutput(); err != nil {
			return fmt.Errorf("build: %w\n%s", err, out)
		}
	}
	path, c, err := s.transcript(s.shape)
	if err != nil {
		return err
	}
	fmt.Printf("%s, %s %s/%s, %d processors, %s; file in the page cache: %s, %d lines, %d calls, %d failed, %d of them unknown.\n",
		time.Now().Format(time.DateOnly), runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), cpuModel(), megabytes(c.Bytes), c.Lines, c.Calls, c.Errors, c.Missing)
	if err := s.check(path, c); err != nil {
		return err
	}
	if s.compare {
		if err := s.compareReaders(path, c); err != nil {
			return err
		}
	}
	if s.screen {
		if err := s.measureScreen(path); err != nil {
			return err
		}
	}
	if s.tables {
		return s.growth(c.Bytes)
	}
	return nil
}

// check holds the counts of hopscope against those of the generator.
func (s *settings) check(path string, c counts) error {
	out, err := exec.Command(s.bin, "scan", "--format", "json", path).Output()
	if err != nil {
		return fmt.Errorf("scan: %w", err)
	}
	var got struct {
		Totals struct{ Calls, Failed, Unknown int }
	}
	if err := json.Unmarshal(out, &got); err != nil {
		return err
	}
	if t := got.Totals; t.Calls != c.Calls || t.Failed != c.Errors || t.Unknown != c.Missing {
		return fmt.Errorf("hopscope counts %d calls, %d failed, %d unknown; true are %d, %d, %d", t.Calls, t.Failed, t.Unknown, c.Calls, c.Errors, c.Missing)
	}
	fmt.Println("\nhopscope's counts are the true ones.")
	return nil
}

func (s *settings) compareReaders(path string, c counts) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	part, scale := path, 1.0
	if s.slow < s.size {
		small := s.shape
		small.size = s.slow
		var pc counts
		if part, pc, err = s.transcript(small); err != nil {
			return err
		}
		scale = float64(c.Bytes) / float64(pc.Bytes)
	}
	list := []*contender{
		{name: "wc -l", args: []string{"wc", "-l", path}, scale: 1},
		{name: "hopscope's index alone", args: []string{self, "-index", path}, scale: 1},
		{name: "hopscope scan", args: []string{s.bin, "scan", "--format", "json", path}, scale: 1},
		{name: "hopscope replay --format ndjson", args: []string{s.bin, "replay", "--format", "ndjson", path}, scale: 1},
	}
	if s.format == "claude" {
		list = append(list,
			&contender{name: "jq", args: []string{"jq", "-c", jqCalls, part}, scale: scale},
			&contender{name: "python3 json", args: []string{"python3", "-c", pythonCalls, part}, scale: scale},
			&contender{name: "Go encoding/json", args: []string{self, "-reader", part}, scale: scale})
	}
	list = installed(list)
	if err := rounds(list, s.rounds); err != nil {
		return err
	}
	fmt.Printf("\n| reader | wall, of `wc -l` | CPU, of `wc -l` | wall, s | CPU, s | memory at most, MB |\n|---|---|---|---|---|---|\n")
	for _, k := range list {
		fmt.Printf("| %s | %.1f | %.1f | %.2f | %.2f | %d |\n", k.name, k.ratio(list[0], wallOf), k.ratio(list[0], cpuOf),
			median(k.each(wallOf))*k.scale, median(k.each(cpuOf))*k.scale, k.rss()>>20)
	}
	if scale > 1 {
		fmt.Printf("\njq, python3 and encoding/json read %s; their times are scaled by %.1f.\n", megabytes(int64(float64(c.Bytes)/scale)), scale)
	}
	return nil
}

// installed leaves out what is not there, with a word.
func installed(list []*contender) []*contender {
	return slices.DeleteFunc(list, func(k *contender) bool {
		if _, err := exec.LookPath(k.args[0]); err != nil {
			fmt.Printf("\n%s: left out, it is not installed.\n", k.name)
			return true
		}
		return false
	})
}

// rounds runs all contenders in each round, each round beginning with another,
// after a first round that counts for nothing.
func rounds(list []*contender, n int) error {
	for r := range n + 1 {
		for i := range list {
			k := list[(i+r)%len(list)]
			s, err := took(k.args)
			if err != nil {
				return err
			}
			if r > 0 {
				k.samples = append(k.samples, s)
			}
		}
	}
	return nil
}

func wallOf(s sample) float64 { return s.wall.Seconds() }
func cpuOf(s sample) float64  { return s.cpu.Seconds() }

func (k *contender) each(of func(sample) float64) []float64 {
	list := make([]float64, len(k.samples))
	for i, s := range k.samples {
		list[i] = of(s)
	}
	return list
}

// ratio is the median over the rounds of this one against another.
func (k *contender) ratio(to *contender, of func(sample) float64) float64 {
	list := make([]float64, len(k.samples))
	for i := range k.samples {
		list[i] = of(k.samples[i]) * k.scale / max(of(to.samples[i]), 1e-6)
	}
	return median(list)
}

func (k *contender) rss() int64 {
	var most int64
	for _, s := range k.samples {
		most = max(most, s.rss)
	}
	return most
}

func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	if len(sorted) == 0 {
		return 0
	}
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

func megabytes(n int64) string {
	if n < 10_000_000 {
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.0f MB", float64(n)/1e6)
}

func cpuModel() string {
	b, _ := os.ReadFile("/proc/cpuinfo")
	for line := range bytes.Lines(b) {
		if key, value, ok := strings.Cut(string(line), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "processor not known"
}
