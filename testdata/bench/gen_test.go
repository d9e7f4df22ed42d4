package main

import (
	"bytes"
	"encoding/json"
	"testing"
)

// told counts the calls of a transcript with encoding/json, line by line; lines
// that are no JSON are skipped.
func told(t *testing.T, file []byte) counts {
	t.Helper()
	c := counts{Bytes: int64(len(file)), Lines: bytes.Count(file, []byte("\n"))}
	type block struct {
		Type, ID, Name string
		ToolUseID      string `json:"tool_use_id"`
		IsError        bool   `json:"is_error"`
		Content        json.RawMessage
	}
	for line := range bytes.Lines(file) {
		var o struct {
			Message struct{ Content json.RawMessage }
			Payload struct{ Type, Output string }
		}
		if json.Unmarshal(line, &o) != nil {
			continue
		}
		switch o.Payload.Type {
		case "function_call", "custom_tool_call":
			c.Calls++
		case "function_call_output", "custom_tool_call_output":
			c.Results++
			if out := o.Payload.Output; len(out) > 12 && out[:12] != "Exit code: 0" {
				c.Errors++
				if out[:12] == "unsupported " {
					c.Missing++
				}
			}
		}
		var blocks []block
		if json.Unmarshal(o.Message.Content, &blocks) != nil {
			continue
		}
		for _, b := range blocks {
			switch b.Type {
			case "tool_use":
				c.Calls++
			case "tool_result":
				c.Results++
				if b.IsError {
					c.Errors++
				}
				if bytes.Contains(b.Content, []byte("No such tool available")) && b.IsError && len(b.Content) < 200 {
					c.Missing++
				}
			}
		}
	}
	return c
}

func TestGenerate(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]shape{
		"claude":     {size: 3_000_000, seed: 7, format: "claude"},
		"copy first": {size: 1_000_000, seed: 8, format: "claude", copyFirst: true},
		"hostile":    {size: 6_000_000, seed: 9, format: "claude", hostile: true, truncate: true},
		"codex":      {size: 3_000_000, seed: 7, format: "codex"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var a, b bytes.Buffer
			want, err := generate(&a, s)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := generate(&b, s); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Errorf("the same shape made other bytes (%v)", err)
			}
			got := told(t, a.Bytes())
			want.byName = nil
			if got.Bytes != want.Bytes || got.Lines != want.Lines || got.Calls != want.Calls || got.Results != want.Results || got.Errors != want.Errors || got.Missing != want.Missing {
				t.Errorf("the file has %+v, generate counts %+v", got, want)
			}
			if want.Calls < 20 || want.Bytes < s.size {
				t.Errorf("%d bytes with %d calls: too few", want.Bytes, want.Calls)
			}
		})
	}
}

func TestSizeOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{"1GB": 1e9, "64mb": 64e6, "300k": 300e3, "12": 12, "1.5G": 15e8, "": 0, "x": 0, "-1": 0} {
		if got, err := sizeOf(text); got != want || (err != nil) != (want == 0) {
			t.Errorf("sizeOf(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
}
