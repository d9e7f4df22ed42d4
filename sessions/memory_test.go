package sessions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"
)

// longTemplates are a call and its result in each line format: %[1]d numbers
// them, %[2]s is the body.
var longTemplates = map[string][]string{
	"claude-code": {
		`{"sessionId":"s","uuid":"a%[1]d","type":"assistant","message":{"id":"m%[1]d","role":"assistant","content":[{"type":"tool_use","id":"t%[1]d","name":"Read","input":{}}]}}`,
		`{"sessionId":"s","uuid":"u%[1]d","type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%[1]d","content":"%[2]s"}]}}`,
	},
	"codex": {
		`{"timestamp":"2026-10-01T12:00:01.000Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{}","call_id":"c%[1]d"}}`,
		`{"timestamp":"2026-10-01T12:00:02.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c%[1]d","output":"%[2]s"}}`,
	},
	"gemini-cli": {
		`{"id":"m%[1]d","type":"gemini","tokens":{},"toolCalls":[{"id":"t%[1]d","name":"glob","args":{},"status":"success","result":[{"functionResponse":{"response":{"output":"%[2]s"}}}]}]}`,
	},
	"gemini-stream-json": {
		`{"type":"tool_use","tool_name":"glob","tool_id":"t%[1]d","parameters":{}}`,
		`{"type":"tool_result","tool_id":"t%[1]d","status":"success","output":"%[2]s"}`,
	},
	"qwen-code": {
		`{"sessionId":"s","uuid":"a%[1]d","type":"assistant","message":{"parts":[{"functionCall":{"id":"t%[1]d","name":"glob","args":{}}}]}}`,
		`{"sessionId":"s","uuid":"r%[1]d","type":"tool_result","message":{"parts":[{"functionResponse":{"id":"t%[1]d","response":{"output":"%[2]s"}}}]},"toolCallResult":{"status":"success"}}`,
	},
	"kimi": {
		`{"type":"llm.tools_snapshot","hash":"h%[1]d","tools":[{"name":"Read","parameters":{}}]}` + "\n" + `{"type":"llm.request","toolsHash":"h%[1]d"}` + "\n" +
			`{"type":"context.append_loop_event","event":{"type":"tool.call","stepUuid":"s%[1]d","toolCallId":"t%[1]d","name":"Read","args":{}}}`,
		`{"type":"context.append_loop_event","event":{"type":"tool.result","toolCallId":"t%[1]d","result":{"output":"%[2]s"}}}`,
	},
	"copilot-cli": {
		`{"type":"assistant.message","data":{"messageId":"m%[1]d","toolRequests":[{"toolCallId":"t%[1]d","name":"view","arguments":{}}]}}`,
		`{"type":"tool.execution_complete","data":{"toolCallId":"t%[1]d","success":true,"result":{"content":"%[2]s"}}}`,
	},
	"pi": {
		`{"type":"message","id":"m%[1]d","message":{"role":"assistant","content":[{"type":"toolCall","id":"t%[1]d","name":"read","arguments":{}}]}}`,
		`{"type":"message","id":"r%[1]d","message":{"role":"toolResult","toolCallId":"t%[1]d","content":"%[2]s"}}`,
	},
	"droid-stream-json": {
		`{"type":"tool_call","session_id":"s","toolCallId":"t%[1]d","toolName":"Read","parameters":{}}`,
		`{"type":"tool_result","session_id":"s","toolCallId":"t%[1]d","value":"%[2]s"}`,
	},
	"droid": {
		`{"type":"message","id":"m%[1]d","timestamp":"2026-10-01T12:00:01Z","message":{"role":"assistant","content":[{"type":"tool_use","id":"t%[1]d","name":"Read","input":{}}]}}`,
		`{"type":"message","id":"r%[1]d","timestamp":"2026-10-01T12:00:01Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%[1]d","content":"%[2]s"}]}}`,
	},
	"mcp-client-log": {
		`2026-01-02T03:04:05.678Z [a] [info] Message from client: {"jsonrpc":"2.0","id":%[1]d,"method":"tools/call","params":{"name":"open","arguments":{}}} { metadata: undefined }`,
		`2026-01-02T03:04:05.678Z [a] [info] Message from server: {"jsonrpc":"2.0","id":%[1]d,"result":{"content":[{"type":"text","text":"%[2]s"}]}} { metadata: undefined }`,
	},
	"mcp-log": {
		`{"jsonrpc":"2.0","id":%[1]d,"method":"tools/call","params":{"name":"open","arguments":{}}}`,
		`{"jsonrpc":"2.0","id":%[1]d,"result":{"content":[{"type":"text","text":"%[2]s"}]}}`,
	},
	"pairs-jsonl": {
		`{"url":"/v1/messages","request":{"messages":[{"role":"user","content":"go"}],"tools":[{"name":"Read","input_schema":{}}]},"response":{"content":[{"type":"tool_use","id":"t%[1]d","name":"Read","input":{}}]},"status":200}`,
		`{"url":"/v1/messages","request":{"messages":[{"role":"user","content":"go"},{"role":"assistant","content":[{"type":"tool_use","id":"t%[1]d","name":"Read","input":{}}]},` +
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%[1]d","content":"%[2]s"}]}]},"response":{"content":[{"type":"text","text":"done"}]},"status":200}`,
	},
	"grok": {
		`{"type":"assistant","content":"","tool_calls":[{"id":"t%[1]d","name":"read_file","arguments":"{}"}]}`,
		`{"type":"tool_result","tool_call_id":"t%[1]d","content":"%[2]s"}`,
	},
	"cursor": {
		`{"role":"assistant","message":{"content":[{"type":"tool_use","id":"t%[1]d","name":"Read","input":{}}]}}`,
		`{"role":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t%[1]d","content":"%[2]s"}]}}`,
	},
	"cursor-stream-json": {
		`{"type":"tool_call","subtype":"started","call_id":"t%[1]d","tool_call":{"readToolCall":{"args":{}}},"session_id":"s"}`,
		`{"type":"tool_call","subtype":"completed","call_id":"t%[1]d","tool_call":{"readToolCall":{"args":{},"result":{"success":{"content":"%[2]s"}}}},"session_id":"s"}`,
	},
	"ai-sdk": {
		`{"role":"assistant","content":[{"type":"tool-call","toolCallId":"t%[1]d","toolName":"read","input":{}}]}`,
		`{"role":"tool","content":[{"type":"tool-result","toolCallId":"t%[1]d","toolName":"read","output":{"type":"text","value":"%[2]s"}}]}`,
	},
	"vscode-chat-log": {
		`{"kind":2,"k":["requests"],"i":0,"v":[{"requestId":"r%[1]d","response":[],"result":{"metadata":{"toolCallRounds":[{"toolCalls":[{"id":"t%[1]d","name":"read_file","arguments":"{}"}]}],"toolCallResults":{"t%[1]d":{"content":[{"value":"%[2]s"}]}}}}}]}`,
	},
	"langsmith": {
		`{"id":"a%[1]d","name":"m","run_type":"llm","inputs":{"messages":[]},"outputs":{"role":"assistant","tool_calls":[{"id":"t%[1]d","function":{"name":"add","arguments":"{}"}}]}}`,
		`{"id":"b%[1]d","name":"add","run_type":"tool","inputs":{},"outputs":{"output":{"tool_call_id":"t%[1]d","content":"%[2]s"}}}`,
	},
	"langfuse": {
		`{"id":"a%[1]d","traceId":"t","type":"GENERATION","input":[],"output":{"role":"assistant","tool_calls":[{"id":"t%[1]d","function":{"name":"add","arguments":"{}"}}]}}`,
		`{"id":"b%[1]d","traceId":"t","type":"TOOL","name":"add","input":{},"output":{"tool_call_id":"t%[1]d","content":"%[2]s"}}`,
	},
	"goose-jsonl": {
		`{"role":"assistant","created":1745363236,"content":[{"type":"toolRequest","id":"t%[1]d","toolCall":{"status":"success","value":{"name":"developer__shell","arguments":{}}}}]}`,
		`{"role":"user","created":1745363237,"content":[{"type":"toolResponse","id":"t%[1]d","toolResult":{"status":"success","value":[{"type":"text","text":"%[2]s"}]}}]}`,
	},
	"message-list": {
		`{"role":"assistant","content":[{"type":"tool_use","id":"t%[1]d","name":"read","input":{}}]}`,
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%[1]d","content":"%[2]s"}]}`,
	},
}

// generated is an endless session until size bytes are read.
type generated struct {
	lines []string
	body  string
	rest  []byte
	n     int
	size  int64
}

func (g *generated) Read(p []byte) (int, error) {
	if len(g.rest) == 0 {
		if g.size <= 0 {
			return 0, io.EOF
		}
		g.n++
		g.rest = g.rest[:0]
		for _, l := range g.lines {
			// Only the lines with a body use it; Sprintf would complain.
			l = strings.ReplaceAll(l, "%[2]s", g.body)
			g.rest = append(g.rest, strings.ReplaceAll(l, "%[1]d", fmt.Sprint(g.n))+"\n"...)
		}
	}
	n := copy(p, g.rest)
	g.rest = g.rest[n:]
	g.size -= int64(n)
	return n, nil
}

const (
	longSize = 300 << 20
	// longHeap is what may be in use while a session is read: the buffers of
	// the reader, a line, and 64 bytes a call.
	longHeap = 48 << 20
)

// inUse is the heap in use in bytes. What is allocated between a collection and
// the look at it is not, so it looks twice.
func inUse() uint64 {
	least := uint64(math.MaxUint64)
	for range 2 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		least = min(least, m.HeapAlloc)
	}
	return least
}

// TestLongSessions reads 300 MB of each line format as a stream and holds that
// the heap does not grow with it; with the race detector, which watches what
// several goroutines do, 5 MB.
func TestLongSessions(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: -short")
	}
	size := int64(longSize)
	if racing {
		size = 5 << 20
	}
	for id, lines := range longTemplates {
		t.Run(id, func(t *testing.T) {
			in := &generated{lines: lines, body: strings.Repeat(`a \"word\" or two `, 12_000), size: size}
			op, err := Open(context.Background(), Options{Paths: []string{"-"}, Stdin: in, SpoolMax: 1 << 20})
			if err != nil {
				t.Fatal(err)
			}
			defer op.Close()
			l := op.Loaded()
			if l.Sources[0].Format != id {
				t.Fatalf("read as %s", l.Sources[0].Format)
			}
			var most uint64
			var looked time.Time
			for u := range op.Updates() {
				l.Apply(u)
				if time.Since(looked) < 50*time.Millisecond {
					continue
				}
				most, looked = max(most, inUse()), time.Now()
			}
			if err := errors.Join(l.Errors...); err != nil {
				t.Fatal(err)
			}
			if s := l.Session; s.Tally.Calls != in.n || s.Tally.ByClass[0] != in.n || s.ProblemCount > 0 {
				t.Errorf("%d calls, %d ran, problems %v; want %d", s.Tally.Calls, s.Tally.ByClass[0], s.Problems, in.n)
			}
			if most > longHeap {
				t.Errorf("%d MB of heap in use, want at most %d", most>>20, longHeap>>20)
			}
		})
	}
}
