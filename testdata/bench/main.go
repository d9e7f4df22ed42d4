// Program bench measures hopscope against wc -l, jq, python3 and encoding/json
// on a generated transcript, all in the same rounds, and prints Markdown tables.
// Ratios are medians over the rounds of (this / wc -l of the same round): times
// of different rounds or machines cannot be compared.
//
//	go run ./testdata/bench -size 1GB                the whole comparison
//	go run ./testdata/bench -size 64MB -rounds 3     a short one
//	go run ./testdata/bench -generate FILE -size 1GB [-format codex] [-hostile] [-truncate]
//
// Generated files stand in the folder of this program and are kept; the same
// size and seed make the same bytes.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"hopscope/sessions"
)

type settings struct {
	shape
	dir, bin, generate, reader, index string
	rounds                            int
	slow                              int64
	tables, screen, compare           bool
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	var s settings
	size := flag.String("size", "64MB", "size of the transcript")
	slow := flag.String("slow", "200MB", "size of the file for readers that take minutes; their times are scaled")
	flag.Uint64Var(&s.seed, "seed", 7, "seed of the generator")
	flag.StringVar(&s.format, "format", "claude", "claude or codex")
	flag.BoolVar(&s.hostile, "hostile", false, "begin with lines that break careless readers")
	flag.BoolVar(&s.truncate, "truncate", false, "end in the middle of a line")
	flag.BoolVar(&s.copyFirst, "copy-first", false, "put the structured copy of a result before the message")
	flag.StringVar(&s.generate, "generate", "", "only write the transcript to this FILE (- for stdout), and its counts to stderr")
	flag.StringVar(&s.reader, "reader", "", "read the transcript with encoding/json as the comparison does (for this program itself)")
	flag.StringVar(&s.index, "index", "", "make hopscope's index of the transcript and nothing else (for this program itself)")
	flag.StringVar(&s.dir, "dir", "testdata/bench", "folder for generated files")
	flag.StringVar(&s.bin, "bin", "", "a hopscope binary; empty: build one")
	flag.IntVar(&s.rounds, "rounds", 5, "rounds")
	flag.BoolVar(&s.compare, "compare", true, "compare with other readers")
	flag.BoolVar(&s.tables, "tables", true, "tables of growing sizes: 10 MB, 100 MB, -size; 100, 1,000, 10,000 tools")
	flag.BoolVar(&s.screen, "screen", true, "first frame, memory and bytes for each key of the workbench")
	flag.Parse()
	var err error
	if s.size, err = sizeOf(*size); err != nil {
		return err
	}
	if s.slow, err = sizeOf(*slow); err != nil {
		return err
	}
	if s.format != "claude" && s.format != "codex" {
		return fmt.Errorf("-format %s: want claude or codex", s.format)
	}
	switch {
	case s.reader != "":
		return readWithJSON(s.reader)
	case s.index != "":
		return index(s.index)
	case s.generate != "":
		return generateTo(s.generate, s.shape)
	}
	return measure(&s)
}

// generateTo writes a transcript, and its counts to stderr.
func generateTo(path string, s shape) error {
	c, err := writeTranscript(path, s)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stderr).Encode(c)
}

func writeTranscript(path string, s shape) (counts, error) {
	if path == "-" {
		return generate(os.Stdout, s)
	}
	f, err := os.Create(path)
	if err != nil {
		return counts{}, err
	}
	c, err := generate(f, s)
	return c, errors.Join(err, f.Close())
}

// transcript returns a generated file of this shape, made unless it is there
// with the counts that it should have.
func (s *settings) transcript(of shape) (path string, c counts, err error) {
	name := fmt.Sprintf("%s-%d-%d", of.format, of.size, of.seed)
	for _, o := range []struct {
		word string
		on   bool
	}{{"hostile", of.hostile}, {"copyfirst", of.copyFirst}, {"truncated", of.truncate}} {
		if o.on {
			name += "-" + o.word
		}
	}
	path = filepath.Join(s.dir, name+".jsonl")
	if b, err := os.ReadFile(path + ".counts"); err == nil && json.Unmarshal(b, &c) == nil {
		if st, err := os.Stat(path); err == nil && st.Size() == c.Bytes {
			return path, c, nil
		}
	}
	fmt.Fprintf(os.Stderr, "writing %s\n", path)
	// In a process of its own: what this one has in memory when it starts a
	// program counts as memory of that.
	self, err := os.Executable()
	if err != nil {
		return path, c, err
	}
	var told bytes.Buffer
	cmd := exec.Command(self, "-generate", path, "-size", fmt.Sprint(of.size), "-seed", fmt.Sprint(of.seed), "-format", of.format,
		fmt.Sprintf("-hostile=%t", of.hostile), fmt.Sprintf("-truncate=%t", of.truncate), fmt.Sprintf("-copy-first=%t", of.copyFirst))
	cmd.Stderr = &told
	if err := cmd.Run(); err != nil {
		return path, c, fmt.Errorf("generate: %w\n%s", err, told.Bytes())
	}
	if err := json.Unmarshal(told.Bytes(), &c); err != nil {
		return path, c, err
	}
	return path, c, os.WriteFile(path+".counts", told.Bytes(), 0o644)
}

// index reads a transcript as the workbench and all commands do, and shows
// nothing of it.
func index(path string) error {
	l, op, err := sessions.Load(context.Background(), sessions.Options{Paths: []string{path}})
	if err != nil {
		return err
	}
	defer op.Close()
	_, err = fmt.Println(len(l.Session.Rows), "calls")
	return err
}

// readWithJSON lists the calls of a transcript of Claude Code's form with
// encoding/json, line by line: id, name and how each ended.
func readWithJSON(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	type block struct {
		Type, ID, Name string
		ToolUseID      string `json:"tool_use_id"`
		IsError        bool   `json:"is_error"`
		Content        json.RawMessage
	}
	type call struct{ id, name, end string }
	var calls []call
	at := map[string]int{}
	in := bufio.NewReaderSize(f, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		var entry struct {
			Message struct{ Content json.RawMessage }
		}
		if json.Unmarshal(line, &entry) == nil && strings.HasPrefix(string(entry.Message.Content), "[") {
			var blocks []block
			if json.Unmarshal(entry.Message.Content, &blocks) == nil {
				for _, b := range blocks {
					switch b.Type {
					case "tool_use":
						at[b.ID] = len(calls)
						calls = append(calls, call{b.ID, b.Name, "pending"})
					case "tool_result":
						if k, ok := at[b.ToolUseID]; ok {
							calls[k].end = "ok"
							if b.IsError {
								calls[k].end = "error"
							}
						}
					}
				}
			}
		}
		if err != nil {
			break
		}
	}
	out := bufio.NewWriter(os.Stdout)
	for _, c := range calls {
		fmt.Fprintf(out, "%s\t%s\t%s\n", c.id, c.name, c.end)
	}
	return out.Flush()
}
